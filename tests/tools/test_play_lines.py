"""Playing without a terminal: moves from standard input, a line each."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.work import ended


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def play(ruledsl, game, *lines: str, players: str = "you,you", more: tuple[str, ...] = (), env=None) -> str:
    done = ruledsl("play", str(game), "--players", players, "--seed", "7", *more, typed=typed(*lines), env=env)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return done.stdout


def test_a_game_to_its_end(ruledsl, nim: Path):
    out = play(ruledsl, nim, "3", "take 3", "1")
    assert "the game is over: A wins" in out and "scores: A 4   B 3" in out
    assert "the input ended" in out


def test_input_that_ends_early_says_so(ruledsl, nim: Path):
    assert play(ruledsl, nim, "3").endswith("the input ended before the game was over\n")


def test_forgiving_moves(ruledsl, nim: Path):
    for move in ("take 2", "TAKE  2", "t 2", "2", "#2"):
        assert "A: take 2" in play(ruledsl, nim, move, "history"), move


def test_illegal_move_explains_itself(ruledsl, nim: Path):
    out = play(ruledsl, nim, "3", "2", "take 3", "why 3", "why 1")
    assert out.count("only 2 are left") == 2
    assert len(re.findall(r"nim\.rules:17 +@?N-3", out)) == 2
    assert "`take 1` is legal now" in out


def test_unknown_words_get_a_suggestion(ruledsl, nim: Path):
    out = play(ruledsl, nim, "udno", "tkae 2", "xyzzy", "#9")
    assert "did you mean `undo`?" in out and "did you mean `take 2`?" in out
    assert "type help" in out and "there is no option #9" in out


def test_undo_and_redo(ruledsl, nim: Path):
    out = play(ruledsl, nim, "undo", "redo", "3", "2", "undo", "undo", "history", "redo", "redo", "history")
    assert "nothing to take back" in out and "nothing to play again" in out
    assert "no move has been made yet" in out
    assert out.rstrip().endswith("1  A: take 3\n   2  B: take 2\nB> \nthe input ended before the game was over") or "2  B: take 2" in out


def test_undo_takes_the_answers_of_bots_back_too(ruledsl, nim: Path):
    out = play(ruledsl, nim, "1", "undo", "history", players="you,random")
    assert "no move has been made yet" in out


def test_save_and_load(ruledsl, nim: Path, tmp_path: Path):
    play(ruledsl, nim, "3", "save kept.json")
    assert "A: take 3" in play(ruledsl, nim, "load kept.json", "history")
    resumed = ruledsl("play", str(nim), "--replay", "kept.json", "--players", "you,you", typed="history\n")
    assert "A: take 3" in resumed.stdout
    assert isinstance(json.loads((tmp_path / "kept.json").read_text()), dict)


def test_bots_keep_their_seats(ruledsl, nim: Path):
    play(ruledsl, nim, "3", "save kept.json", players="you,mcts:20,greedy")
    for more, who in (((), "A is you, B is mcts:20, C is greedy"), (("--players", "random,you,you"), "A is random, B is you, C is you")):
        assert who in ruledsl("play", str(nim), "--replay", "kept.json", *more, typed="history\n").stdout
    assert "A is you, B is mcts:20, C is greedy" in play(ruledsl, nim, "load kept.json", "seat", players="you,you,you")


def test_saves_write_over_saves_only(ruledsl, nim: Path, tmp_path: Path):
    (tmp_path / "letter.txt").write_text("dear aunt")
    out = play(ruledsl, nim, "save letter.txt", "save .", "save", "save no/such/folder/x", "save a.json", "3", "save a.json")
    assert "left as it is" in out and "is a folder" in out and "no such file" in out
    assert out.count("saved to a.json") == 2
    assert (tmp_path / "letter.txt").read_text() == "dear aunt"


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"ruledsl": 1}', "\0", "[" * 50_000, '{"a": ' * 9_000, "9" * 10_000], ids=range(8))
def test_hostile_saves(ruledsl, nim: Path, tmp_path: Path, content: str):
    (tmp_path / "evil.json").write_text(content)
    out = play(ruledsl, nim, "load evil.json", "load nothing.json", "load .", "2")
    assert "cannot be played on" in out and "there is no file `nothing.json`" in out
    assert "B>" in out
    done = ruledsl("play", str(nim), "--replay", "evil.json")
    assert done.returncode in (1, 2) and "fault of ruledsl" not in done.stderr and done.stderr.count("\n") == 1


def test_save_of_other_rules_is_refused(ruledsl, nim: Path):
    play(ruledsl, nim, "3", "save kept.json")
    nim.write_text(nim.read_text().replace("number in 1..3", "number in 1..2"))
    assert "cannot be played on" in play(ruledsl, nim, "load kept.json")


def test_rules_by_number_and_name(ruledsl, nim: Path):
    out = play(ruledsl, nim, "rules N-3", "rules turn", "rules sticks", "rules nonsense", "rules")
    assert "only {left} are left" in out and "p chooses take" in out
    assert "How many sticks" in out and "`nonsense` is not in the rules" in out


def test_rules_of_a_chapter_and_of_a_number_at_a_head(ruledsl):
    out = play(ruledsl, "gem-hens", "rules eating", "rules A-41", players="you,random")
    heads, cited = out.split("> rules eating")[1].split("> rules A-41")
    assert "action put(gem" in heads and "ruling remove" in heads  # what is declared in it, first and last
    assert "keep(you, gem, n)" not in heads and "action scratch" not in heads and "def pushable" not in heads  # neither bodies nor what stands beside it
    assert "to place_gems(p)" in cited and "while p.plate is not empty" in cited


def test_cards_by_a_value_on_them(ruledsl):
    out = play(ruledsl, "gem-hens", "card sapphire", "odds sapphire", "card gem", players="you,random")
    assert "S (Gem(sapphire) in the rules): 15 in the game" in out and "no other way fits" in out
    assert "I (Gem(imperfection) in the rules): 6 in the game" in out
    hearts = play(ruledsl, "hearts", "card queen", "odds hearts", players="you,random,random,random")
    assert all(f"Q{suit} (" in hearts for suit in "CDHS") and "… and 7 others of that name" in hearts


def test_flow_shows_where_play_stands(ruledsl, nim: Path):
    out = play(ruledsl, nim, "flow")
    assert re.search(r"└─ turn +◂ A", out) and "choose take" in out


def test_options_and_seed_are_told(ruledsl, nim: Path):
    out = play(ruledsl, nim, "options", more=("--option", "sticks=9"))
    assert "sticks = 9" in out and "How many sticks" in out and "seed 7 repeats" in out


def test_options_are_those_of_the_mode(ruledsl):
    out = play(ruledsl, "cloud-nine", "options", players="you", more=("--option", "mode=solo"))
    assert "mode = solo" in out and "snake_least = 2" in out and "free_pass" not in out


def test_option_out_of_bounds(ruledsl, nim: Path):
    done = ruledsl("play", str(nim), "--option", "sticks=99")
    assert done.returncode == 2 and "5 to 20" in done.stderr


def test_auto_plays_a_single_option(ruledsl, nim: Path):
    out = play(ruledsl, nim, "auto on", "3", "3")
    assert "the game is over: A wins" in out


def test_new_game(ruledsl, nim: Path):
    assert "no move has been made yet" in play(ruledsl, nim, "3", "new", "history", "new 5", "new x")


def test_a_command_stays_reachable_behind_a_colon(ruledsl, nim: Path):
    nim.write_text(nim.read_text().replace('"take {number}"', '"log {number}"'))
    out = play(ruledsl, nim, "log 2", ":log", "history")
    assert "A: log 2" in out


def test_only_bots(ruledsl):
    out = play(ruledsl, "surprise-egg", players="random,random,random")
    assert "the game is over" in out and "scores: A" in out
    assert out == play(ruledsl, "surprise-egg", players="random,random,random")


def test_surprise_egg_hides_the_other_hand(ruledsl):
    out = play(ruledsl, "surprise-egg", "quit", players="you,random")
    theirs = out[out.index("B (random)") : out.index("A (you)")]
    assert re.search(r"hand +6 cards", theirs)
    assert len(re.findall(r"[1-6KE]", out[out.index("A (you)") :].split("hand", 1)[1].split("\n")[0])) == 6


def test_lines_fit_eighty_columns(ruledsl):
    out = play(
        ruledsl, "surprise-egg", "draw", "draw", "help", "flow", "log", players="you,random,random,random,random", env={"COLUMNS": "80"}
    )
    assert max(map(len, out.splitlines())) <= 80


def test_help_names_each_command_at_the_left_and_sets_in_what_goes_on(ruledsl):
    out = play(ruledsl, "surprise-egg", "help", env={"COLUMNS": "60"})
    lines = out[out.index("\n  why ") : out.index("a colon before")].splitlines()[1:]
    assert all(re.match(r"  [a-z]+ +\S|             \S", line) for line in lines)
    assert any(line.startswith(" " * 13) for line in lines) and max(map(len, lines)) <= 60


def test_tic_tac_toe_board(ruledsl):
    out = play(ruledsl, "tic-tac-toe", "1", "5")
    assert "cross" in out and "nought" in out and out.count("───") > 4


def test_rules_that_go_wrong_leave_the_game_standing(ruledsl, nim: Path):
    nim.write_text(nim.read_text().replace("taken: 0..20", "taken: 0..4"))
    out = play(ruledsl, nim, "3", "1", "3", "1", "history", players="you,you")
    assert "the rules go wrong with `take 3`" in out and f"{nim.name}:19" in out
    assert out.rstrip().endswith("the input ended before the game was over") and "3  A: take 1" in out
    nim.write_text(nim.read_text().replace("taken: 0..4", "taken: 0..0"))
    done = ruledsl("play", str(nim), "--players", "random,random")
    assert done.returncode == 1 and "the rules go wrong" in done.stdout


HIDING = """game "Hiding":
    players 2
each player:
    nook: 1..3, own
    score: 0..9 = 5
play:
    players.first.nook = 2
    show players.first.nook to players.last
    score_of(players.last)
to score_of(p):
    p.score = 7
    p chooses seek
action seek(n in 1..3): "seek {n}"
winner: highest score
"""


def test_what_was_shown_before_anybody_chose_is_told_and_what_was_set_stands_on_the_table(ruledsl, tmp_path: Path):
    (tmp_path / "hiding.rules").write_text(HIDING)
    out = play(ruledsl, tmp_path / "hiding.rules", "quit")
    assert "A's nook 2" in out.partition("B: seek")[0] and "→" not in out


def test_secret_choices_stay_secret(ruledsl, tmp_path: Path):
    (tmp_path / "bets.rules").write_text(BETS)
    out = play(ruledsl, "bets.rules", "3", "log", "history", "2", "1", players="you,you")
    before = out[out.index("B>") : out.index("log")]
    assert "A: 3" not in out[out.index("\nB:") :]
    assert "A: 3" not in before and "the game is over: A wins" in out


BETS = """game "Bets":
    players 2

each player:
    bet:   1..3, own
    total: 0..60

play:
    each p in players chooses p.bet in 1..3
    for p in players: p.total += p.bet

winner: highest total
"""


class TestReload:
    """The rules file changes in the middle of a game."""

    def edited(self, ruledsl_folder: Path, nim: Path, old: str, new: str, *lines: str) -> str:
        """Play a move, edit the file while the prompt waits, reload."""
        import subprocess

        from tests.tools.process import command, environment

        run = subprocess.Popen(
            command("play", str(nim), "--players", "you,you", "--seed", "7"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            cwd=ruledsl_folder,
            env=environment(),
        )
        assert run.stdin and run.stdout
        run.stdin.write("3\n")
        run.stdin.flush()
        before = ""
        while "B> " not in before:
            before += run.stdout.read(1)
        nim.write_text(nim.read_text().replace(old, new))
        out, _ = ended(run, typed("reload", *lines))
        return before + out

    def test_keeps_the_game(self, tmp_path: Path, nim: Path):
        out = self.edited(tmp_path, nim, "number in 1..3", "number in 1..4", "history", "take 4")
        assert "the rules are read again, and the game goes on after move 1" in out
        assert "A: take 3" in out and "the game is over: B wins" in out

    def test_knows_a_move_that_is_put_into_other_words(self, tmp_path: Path, nim: Path):
        out = self.edited(tmp_path, nim, "take {number}", "grab {number}", "history")
        assert "the game goes on after move 1" in out and "A: grab 3" in out

    def test_says_why_a_move_does_not_fit(self, tmp_path: Path, nim: Path):
        out = self.edited(tmp_path, nim, "number in 1..3", "number in 1..2", "take 3")
        assert "the old rules stay" in out and "take 3" in out and "B: take 3" in out

    def test_shows_the_fault_of_broken_rules(self, tmp_path: Path, nim: Path):
        out = self.edited(tmp_path, nim, "left -= number", "lfet -= number", "take 1")
        assert "the old rules stay" in out and "did you mean `left`" in out and "A>" in out

    def test_refuses_other_seats(self, tmp_path: Path, nim: Path):
        out = self.edited(tmp_path, nim, "players 2..3", "players 3..4")
        assert "the game is now for 3 to 4 players" in out


def test_of_very_many_moves_the_best_are_shown_and_all_are_found(ruledsl):
    done = ruledsl("play", "cloud-nine", "--players", "you,random", "--seed", "3", typed=typed("moves lay 8 7 10", "moves mouse", "#54", "history"))
    table, found = done.stdout.split("moves lay 8 7 10") if "moves lay 8 7 10" in done.stdout else done.stdout.split("lists all", 1)
    ways = re.search(r"lay: (\d+) ways; what brings the most points at once:", table)
    assert ways and int(ways[1]) > 40 and f"… {int(ways[1]) - 8} more: `moves lay`" in table and table.count(" = 9") == 8
    gains = [int(n) for n in re.findall(r"= 9 +\+(\d+)", table)]
    assert len(gains) == 8 and gains == sorted(gains, reverse=True) and table.count("\n") < 50
    assert "no move speaks of `mouse`" in found
    listed = re.findall(r"#(\d+) (lay [^:]*): ", found)
    assert listed and all({"7", "8", "10"} <= set(re.split(r"\W+", label)) for _, label in listed)


def test_a_word_of_a_move_leads_to_the_move(ruledsl):
    """Where two boards have a cell of that name, it is no move by itself, and neither is the one beside it."""
    out = play(ruledsl, "ultimate-tic-tac-toe", "e5", "j9")
    assert "did you mean `field e5`?" in out and re.search(r"did you mean `field [a-i]9`\?", out)


def test_a_guess_has_something_in_common_with_what_was_typed(ruledsl):
    """What only says more about a move, as `for the next trick`, is no name that a slip of the hand could have missed; the name of a card is."""
    out = play(ruledsl, "cloud-nine", "foo", "e5", "lookk", "cornss")
    assert out.count("did you mean") == 1 and "`cornss` is no move or command here; did you mean `Corns`?" in out


def test_what_is_no_move_here_says_what_is_asked_and_what_can_be_typed(ruledsl, nim: Path):
    out = play(ruledsl, "gin-rummy", "discard", "foo", "pass")
    known, _, unknown = out.partition("`discard` is none of the moves here")[2].partition("`foo` is no move or command here")
    for told in known, unknown:
        assert re.search(r"asked now: take (\w\w) or pass\? Type `take \1` or `pass`\n", told)
    out = play(ruledsl, "hearts", "xyzzy", players="you,random,random,random")
    assert re.search(r"asked now: pass three cards \([^)]*\); which one now\? Type `\w\w`, `\w\w` or `\w\w`;\s+`moves` lists all", out)
    assert "asked now" not in play(ruledsl, nim, "udno", "tkae 2")  # what was meant is told


SHEETS = """game "Sheets":
    players 2: red, blue
board sea: grid 2 by 3
table:
    fog:            set of cell
    deep[c in sea]: 0..9, hidden
each player:
    mine[c in sea]: bool, own
    marks:          set of cell, own
    note[c in sea]: 0..3
play:
    players.first.mine[sea[1, 2]] = true
    players.first.marks = {sea[2, 1], sea[2, 3]}
    players.last.marks = {sea[1, 1]}
    players.last.note[sea[1, 1]] = 2
    players.last.mine[sea[2, 3]] = true
    fog = {sea[2, 2]}
    deep[sea[1, 3]] = 5
    players.first chooses n in 1..2
    players.last chooses m in 1..2
winner: highest size
def size(p) = count(p.marks)
"""


def test_what_players_hold_of_cells_stands_on_the_board_for_those_who_see_it(ruledsl, tmp_path: Path):
    path = tmp_path / "sheets.rules"
    path.write_text(SHEETS, encoding="utf-8")
    red, blue = play(ruledsl, path, "1").split("blue: choose m")[0].split("red: choose n")
    assert [line.split() for line in red.splitlines() if line.startswith("   ") and line.strip()[0] in "a12"] == [
        ["a", "b", "c"], ["1", "blue:note", "2", "red:mine", "·"], ["2", "red:marks", "fog", "red:marks"],
    ]  # fmt: skip
    assert [line.split() for line in blue.splitlines() if line.startswith("   ") and line.strip()[0] in "a12"] == [
        ["a", "b", "c"], ["1", "blue:marks", "blue:note", "2", "·", "·"], ["2", "·", "fog", "blue:mine"],
    ]  # fmt: skip
    assert "deep ?" in red and "mine ?   marks ?" in red, "what is not seen is told as such"
