"""The table to somebody who has never seen the game: what is asked, what lies there, what can be looked up."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ruledsl.resources import bundled_games
from tests import few
from tests.tools.process import command, environment
from tests.tools.test_play_lines import play
from tests.work import ended, watched

BOARD = """game "Field":
    players 2
board yard: grid 3 by 3
table:
    fox: cell or none = yard[3, 3]
each cell:
    claimed: bool
    depth: 0..9
    eggs: 0..9
each player:
    hen: cell or none = yard[2, 2]
    n: 0..9
play:
    repeat 3 times: wave_turn(players.first)
phase wave_turn(p): p chooses wave
action wave(c in yard):
    your.n += 1
    c.claimed = true
    c.depth = 2
winner: highest n
"""
TINY = """game "Tiny":
    players 2
each player:
    coins: 0..99 = 3
phase turn(p):
    p chooses give
action give():
    "give"
    require your.coins > 0 and your.coins > 0 and your.coins > 0 and your.coins > 0 and your.coins > 0 and your.coins > 0 else "none"
    your.coins -= 1
play:
    turns p in players at most 6 times: turn(p)
winner: lowest coins
"""


def test_a_board_shows_what_stands_on_it(ruledsl, tmp_path: Path):
    (tmp_path / "f.rules").write_text(BOARD, encoding="utf-8")
    out = play(ruledsl, tmp_path / "f.rules", "wave a1")
    before, after = (re.findall(r"^ +\d+  .*$", part, re.MULTILINE)[:3] for part in out.split("A: wave a1\n", 1))
    assert [row.split() for row in before] == [["1", "·", "·", "·"], ["2", "·", "A", "B", "·"], ["3", "·", "·", "fox"]]
    assert after[0].split() == ["1", "claimed", "depth", "2", "·", "·"] and "false" not in "".join(before + after)


def test_columns_have_one_name(ruledsl):
    out = play(ruledsl, "connect-four", "3", "d")
    assert re.search(r"^ +1 +2 +3 +4 +5 +6 +7$", out, re.MULTILINE) and not re.search(r"^ +a +b ", out, re.MULTILINE)
    for n in range(1, 8):
        assert f"`{n}`" in out.rpartition("this could be")[2]


@pytest.mark.parametrize("name", few.games("every game says what it asks"))
def test_every_game_says_what_it_asks_and_fits_a_screen(ruledsl, name: str):
    done = ruledsl("play", name, "--seed", "7", typed="table\noptions\nquit\n", env={"COLUMNS": "80", "LINES": "24"})
    assert done.returncode == 0 and done.stderr == ""
    assert "what do you do?" not in done.stdout and re.search(r"^\S.*: .*\?$|\?$", done.stdout, re.MULTILINE)
    assert re.search(r"^  \S", done.stdout.partition("type a move")[0], re.MULTILINE), "it says what it is about"
    assert [line for line in done.stdout.splitlines() if len(line) > 80] == []


def test_code_is_not_wrapped_and_the_caret_stands_below_it(ruledsl, tmp_path: Path):
    file = tmp_path / "tiny.rules"
    file.write_text(TINY, encoding="utf-8")
    edit = file.with_name("edit.py")
    edit.write_text(f"import pathlib; p = pathlib.Path({str(file)!r}); p.write_text(p.read_text().replace('your.coins > 0 else', 'your.cons > 0 else'))")
    run = subprocess.Popen(
        command("play", str(file), "--players", "you,you"), text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path,
        env=environment(COLUMNS="80"),
    )  # fmt: skip
    assert run.stdin is not None and run.stdout is not None
    with watched():
        head = "".join(iter(lambda: run.stdout.readline(), "  1 give\n"))
    assert "A: give?" in head
    subprocess.run([sys.executable, str(edit)], check=True)
    out, _ = ended(run, "reload\nquit\n")
    code = next(line for line in out.splitlines() if re.match(r"\d+ \| ", line))
    mark = next(line for line in out.splitlines() if "^^^^" in line)
    assert code[mark.index("^") : mark.rindex("^") + 1] == "cons" and max(len(line) for line in out.splitlines() if "-->" not in line) <= 80
    assert "the old rules stay: they have a fault" in out and "did you mean `coins`?" in out


def test_reload_says_what_it_changed(ruledsl, tmp_path: Path):
    from ruledsl import load
    from ruledsl_tools.play.reload import changes

    for name, text in (("old", TINY), ("new", TINY.replace("-= 1", "-= 2").replace("winner: lowest", "enum Day: mon, tue\nwinner: highest"))):
        (tmp_path / f"{name}.rules").write_text(text, encoding="utf-8")
    old, new = (load(str(tmp_path / f"{name}.rules")) for name in ("old", "new"))
    assert changes(old, new) == "changed: action give, winner; new: enum Day"
    assert changes(old, old) == ""


def test_cards_options_and_the_log_are_looked_up(ruledsl):
    out = play(ruledsl, "surprise-egg", "card surprise", "card hne", "options", "log", "log all", "help lgo", "9")
    assert "E (Surprise in the rules): 1 in the game" in out and "did you mean `Hen`?" in out
    assert re.search(r"^goal = 50  \(\d+\.\.\d+\)$", out, re.MULTILINE) and "next_starter = last_card  (last_card, last_turn)" in out
    assert "log [all]: what happened last" in out


def test_of_a_card_the_line_of_a_chart_is_shown_that_speaks_of_it(ruledsl: Path) -> None:
    out = play(ruledsl, "stone-bazaar", "card coral 2")
    assert "card Stall(gem: Gem, kind: 1..18)" in out
    assert "What a stall costs: of its own gem" in out
    lines = out.split("What a stall costs", 1)[1].splitlines()
    assert [line.split() for line in lines[2:4]] == [["kind", "level", "points", "0", "1", "2", "3", "4"], ["2", "1", "0", "0", "1", "2", "1", "1"]]
    assert lines[4].split()[:1] != ["3"]


def test_a_number_that_names_nothing_is_told_what_it_would_be(ruledsl, tmp_path: Path):
    file = tmp_path / "keep.rules"
    file.write_text(
        'game "Keep":\n    players 2\neach player:\n    n: 0..9\nplay:\n    turns p in players at most 3 times: turn(p)\n'
        'phase turn(p): p chooses keep or throw_away\naction keep(k in 3..5):\n    "keep {k}"\n    your.n = k\n'
        'action throw_away():\n    "throw"\n    your.n = 0\nwinner: highest n\n',
        encoding="utf-8",
    )
    out = play(ruledsl, file, "1", "#1")
    assert "for option 1 of the list, `keep 3`, type #1" in out and "A: keep 3" in out
    assert "not now: `1` is not from 3 to 5" in out
    assert "`throw_away` is said with nothing behind it" in play(ruledsl, file, "throw_away 1", "#1")


def test_a_number_that_could_be_a_place_of_the_list_or_a_move_is_not_guessed(ruledsl):
    """Where few options have a number of their own, `1` may well be the first of the list; where most have, it is theirs."""
    out = play(ruledsl, "stone-bazaar", "1", "#1")
    assert "this could be `keep the next of level 1`, or `#1`, which is `take opal`; type one" in " ".join(out.split()) and "A: take opal" in out
    assert "this could be" not in play(ruledsl, "pig", "throw", "hold")


def test_a_number_for_a_place_of_the_list_is_told_no_odd_reason(ruledsl, tmp_path: Path):
    file = tmp_path / "stones.rules"
    file.write_text(
        'game "Stones":\n    players 2\nboard field: grid 2 by 2\neach cell:\n    taken: bool\neach player:\n    n: 0..9 = 4\n'
        'play:\n    for p in players: p chooses lay or lose\naction lay(c in field if not c.taken):\n    "stone on {c}"\n'
        '    c.taken = true\naction lose():\n    "lose 2"\n    your.n -= 2\nwinner: highest n\n',
        encoding="utf-8",
    )
    out = play(ruledsl, file, "1", "#1", "#1")
    assert "for option 1 of the list, `stone on a1`, type #1" in out and "is said with" not in out
    out = play(ruledsl, "backgammon", "1", "#1")
    assert "for option 1 of the list" in out and "no man can enter" not in out


TWINS = """game "Twins":
    players 2
card Cow
components:
    p.herd: 2 of Cow
    p.barn: 1 of Cow
table:
    sold: pile
each player:
    herd: row
    barn: row
play:
    for p in players: p chooses sell or keep
action sell(c in your.herd | your.barn):
    "sell {c}"
    move c to sold
action keep(): "keep"
winner: highest cows
def cows(p) = count(p.herd)
"""


def test_what_nothing_tells_apart_is_listed_once(ruledsl, tmp_path: Path):
    file = tmp_path / "twins.rules"
    file.write_text(TWINS, encoding="utf-8")
    out = play(ruledsl, file, "3", "#1")
    assert "  1 sell Cow (Cow of A's herd)\n  2 sell Cow (Cow of A's barn)\n  3 keep" in out and "· A: keep" in out


def test_who_passes_is_told_to_have_passed(ruledsl):
    out = play(ruledsl, "small-realm", "pass")
    assert "· A: pass" in out and "· A: what do you buy" not in out


BOOKS = """game "Books":
    players 2
card Leaf
card Twig
components:
    leaves: 1 of Leaf
table:
    leaves: heap of Leaf
    nest: pile of Twig
    begun: bool
    starter: player = players.first
    told: 0..9
    limit: 0..9
    round_no: 0..9 = 1
    plays: 0..99
    pile[n in 1..4]: pile
each player:
    score: 0..9
    went: 0..9
    out: bool
    late: bool = true
play:
    turns p in players at most 4 times: turn(p)
phase turn(p): p chooses go
action go(n in 1..3):
    "go {n}"
    require n > limit
    begun = true
    if begun and starter == you: told = 0
    your.score += n
    your.went += 1
    your.out = true
    your.late = false
    plays += 1
invariant "not for long": plays < 5
winner: highest score if all(p.out or not p.late for p in players)
"""


def test_the_table_shows_no_books(ruledsl, tmp_path):
    """What only keeps the books is left out, and shown by `table all`, as a pile in which no card can lie; equal empty piles are one."""
    file = tmp_path / "books.rules"
    file.write_text(BOOKS, encoding="utf-8")
    first, second, whole, _ = re.split(r"[AB]> ", play(ruledsl, file, "1", "table all"))
    assert "limit 0" in first and "round no 1" in first and "empty: pile\n" in first
    assert not re.search(r"begun|starter|told|plays|nest", first + second)
    assert "went" not in first and "A  score 1   went 1   out" in second and "B (you)  score 0   went 0" in second
    assert "starter A" in whole and "begun   starter" in whole and "plays 1" in whole and "nest    empty" in whole


def test_what_is_so_has_its_name_and_what_is_not_so_has_none(ruledsl, tmp_path):
    file = tmp_path / "books.rules"
    file.write_text(BOOKS, encoding="utf-8")
    first, second, whole, _ = re.split(r"[AB]> ", play(ruledsl, file, "1", "table all"))
    assert "score 0   late" in first and "out" not in first
    assert "  A  score 1   went 1   out\n" in second and "A's out   A's late no more" in second
    assert "  A  score 1   went 1   out   late no\n" in whole


SIGNS = """game "Sties":
    players 2: white, black
board sty: grid 1 by 24
    "{n}w": pigs = n for n in 1..15
    "{n}b": pigs = -n for n in 1..15
each cell:
    pigs: -15..15
play:
    sty[1, 3].pigs = 12
    sty[1, 4].pigs = 9
    sty[1, 24].pigs = -2
    white chooses go
action go(): "go"
winner: highest size
def size(p) = 1
"""


def test_signs_of_numbers_are_drawn_and_nothing_where_there_is_none(ruledsl, tmp_path: Path):
    (tmp_path / "sties.rules").write_text(SIGNS, encoding="utf-8")
    out = play(ruledsl, tmp_path / "sties.rules", "quit")
    row = next(line for line in out.splitlines() if "9w" in line)
    assert row.split() == ["·", "·", "*", "9w", *["·"] * 19, "2b"] and len(row) <= 80
    assert "\n    * in full: 3 12w\n" in out, "for what has no room the column is told"


def test_marks_of_players_are_letters_with_a_key(ruledsl):
    out = play(ruledsl, "amazons", "#1", "#1")
    assert "w white   b black   a arrow" in out
    assert {len(row) for row in re.findall(r"^ +\d+  .*$", out, re.MULTILINE) if "·" in row} <= {33, 34}


def test_a_game_says_what_it_is_about_and_not_that_the_highest_payoff_wins(ruledsl):
    out = play(ruledsl, "connect-four", "quit")
    assert "four of yours in a line win" in out and "payoff" not in out.split("quit")[0]


def test_of_moves_whose_worth_hangs_on_what_is_hidden_none_is_called_the_best(ruledsl):
    out = ruledsl("play", "envelope", "--seed", "1", typed="quit\n").stdout
    assert "accuse: 64 ways" in out and "most points" not in out


def test_throws_are_told_together_and_by_what_they_are_for(ruledsl):
    assert "dealer: " in play(ruledsl, "crazy-eights", "quit")
    assert re.search(r"throw for start: \d, \d", play(ruledsl, "backgammon", "quit"))


def test_a_bare_number_that_could_be_several_moves_is_told_how_its_place_is_typed(ruledsl):
    assert "this could be `lock 1`, or `#1`, which is `lock nothing`; type one of these" in play(ruledsl, "gem-hens", "1").replace("\n ", "")


def test_a_part_of_a_move_is_told_the_moves_it_is_of(ruledsl):
    out = play(ruledsl, "chess", "e4", "c3")
    assert "`e4` is only a part of a move; type `e2e4`" in out and "type `b1c3` or `c2c3`" in out


def test_fences_are_drawn_between_the_squares(ruledsl):
    out = play(ruledsl, "fences", "fence e3 east", "fence c3 south", players="you,you")
    board = out[out.rindex("───") :].splitlines()
    at = next(n for n, line in enumerate(board) if line.startswith("   3 "))
    assert board[at : at + 3] == ["   3      ·   ·   ·   ·   · | ·   ·   ·   ·", "                 ———+———    +", "   4      ·   ·   ·   ·   · | ·   ·   ·   ·"]


def test_walls_are_letters_on_the_board_where_a_seat_begins_like_one_of_them(ruledsl, tmp_path):
    file = tmp_path / "fences.rules"
    file.write_text(re.sub(r'\n    ".*" in \w+:.*', "", bundled_games()["fences"].read_text()))
    out = play(ruledsl, str(file), "fence e3 east", "fence c3 south", players="you,you")
    board = out[out.rindex("───") :]
    assert re.search(r"\n +3 +· +· +bf +b +rf +·", board) and re.search(r"\n +4 +· +· +· +· +r +·", board)
    assert "W white   B black   b below   r right   f fence" in board


def test_a_chart_of_the_rules_is_shown_as_it_is_written(ruledsl):
    out = play(ruledsl, "stone-bazaar", "chart", "chart size", "chart sise")
    assert "chart and its name: stall, size" in out and "there is no chart `sise`; did you mean `size`?" in out
    assert re.search(r"\nchart size:\n +players +2 +3 +4\n +gems +4 +5 +7\n", out)


def test_a_board_of_places_is_a_map_with_its_routes_below(ruledsl):
    """Places stand where they have room, and each route with what its columns say; what is built stands on its line and behind its name."""
    out = play(ruledsl, "iron-ways", "1")
    board = out[: out.index("A: do you draw")]
    listed = re.findall(r"(\w+-\w+(?: red| green| blue)?) (\d)(?: (\w+))?", board)
    assert ("birch-fir red", "3", "") in listed and ("elm-larch", "3", "red") in listed
    assert all(re.search(rf"\b{town}\b[ ·]", board) for town in ("ash", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak"))
    assert " · · ·" in board


def test_what_belongs_to_the_first_player_or_is_the_first_of_an_enum_is_shown(ruledsl, tmp_path: Path):
    rules = """game "Lines":
    players 2
enum Colour: red, blue
table:
    owner[n in 1..3]: player or none
    peg[n in 1..2]: Colour
    count[n in 1..2]: 0..9
play:
    owner[2] = players.first
    count[1] = 4
    players.first chooses stop
action stop(): "stop here"
winner: highest score
def score(p) = 1
"""
    (path := tmp_path / "lines.rules").write_text(rules, encoding="utf-8")
    out = play(ruledsl, str(path))
    assert "owner 2: A   peg 1: red  2: red   count 1: 4\n" in out


DICE = """game "Dice":
    players 2
enum Area: walk "", wild "wild "
def area(f) = wild if f == 3 else walk
each player:
    loose[f in 1..3] "{f}": 0..9
    board[f in 1..3] "{area(f)}{f}": 0..9
    debt[f in 1..3]: 0..9 = 2
play:
    for p in players:
        p.loose[1] = 1
        p.loose[3] = 4
    repeat 2 times: players.first chooses lock
action lock(down[f in 1..3] in 0..your.loose[f]) "lock {down}":
    for f in 1..3: your.board[f] += down[f]
    for f in 1..3: your.loose[f] -= down[f]
winner: highest n
def n(p) = p.board[3]
"""


def test_what_is_drawn_one_by_one_is_shown_told_and_refused_so(ruledsl, tmp_path: Path):
    (path := tmp_path / "dice.rules").write_text(DICE, encoding="utf-8")
    out = play(ruledsl, str(path), "lock 3 2 3", "lock 1 3", players="you,random")
    assert "loose 1, 3 ×4   debt 1: 2  2: 2  3: 2" in out
    assert "not now: no `2` can be chosen" in out
    assert "A's loose 1, 3 ×4 → 3 3 3   A's board nothing → 1, wild 3" in out
    assert "loose 3 3 3   board 1, wild 3" in out


def test_the_last_words_that_all_options_share_may_be_left_out(ruledsl):
    out = play(ruledsl, "dice-sheet", "throw 3 6", "throw 2 2 2", players="you,random")
    assert "A: throw 3 6 again" in out and "could be" not in out
    assert re.search("not now: `2 ×3` is too many: [012] at most; 1 to 5 in all", out)


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("ufo-chickens", "card Noodles", "there is no card `Noodles`; card and its name: Alien, Broody, Twin Beaks,"),
        ("cloud-nine", "card", "card and its name: 1, Mystery Box, Fox,"),
        ("crazy-eights", "card", "card and its name: C2, D2,"),
        ("checkers", "card king", "this game has no cards"),
    ],
)
def test_whoever_asks_for_no_card_reads_the_names_that_are_printed(ruledsl, name, typed, said):
    assert said in play(ruledsl, name, typed).replace("\n ", "")


def test_a_number_typed_behind_the_end_of_a_game_is_told_that_it_is_over(ruledsl):
    assert "\nthe game is over; type new" in play(ruledsl, "tic-tac-toe", *["#1"] * 7, "1")


ASKED = """game "Asked":
    players 2
each player: score: 0..9
play:
    for p in players: turn(p)
phase turn(p):
    p chooses two in {true, false} "do you take two?"
    p.score += 2 if two else 1
def payoff(p) = p.score
winner: highest payoff
"""


def test_a_question_is_answered_by_yes_and_no_and_what_is_worth_its_score_is_told_once(ruledsl, tmp_path):
    (path := tmp_path / "asked.rules").write_text(ASKED, encoding="utf-8")
    out = play(ruledsl, path, "true", "n")
    assert "1 no\n" in out and "2 yes\n" in out
    assert "A: do you take two? yes" in out and "B: do you take two? no" in out
    assert "scores: A 2   B 1" in out and "payoffs" not in out


def test_what_stood_on_the_table_stands_in_the_history(ruledsl):
    out = play(ruledsl, "code-of-pegs", "RROO", "YYGG", "history", players="you", more=("--option", "mode=solo"))
    assert "   1  breaker: RROO   made 1   right" in out and "   2  breaker: YYGG   made 2   right" in out


def test_a_line_of_the_form_of_a_label_is_refused_in_words(ruledsl):
    out = play(ruledsl, "checkers", "a1-b2", players="you,random")
    assert "not now: `a1` cannot be chosen: a1’s man is not yours" in out


def test_of_very_many_kinds_of_moves_the_first_are_named(ruledsl):
    out = play(ruledsl, "gem-hens", players="you,random")
    assert "in turn: move …, spend …, shove, scratch, discard, take out, bend or 14 others" in out and "kick" not in out.partition("type a move")[0]
    assert re.search(r"· throw loose: (\d( ×\d+)? )+", out), "many throws are counted"


def test_lines_of_rules_are_cut_and_never_wrapped(ruledsl):
    out = play(ruledsl, "cloud-nine", "rules snake")
    assert "  420          require not any(s is Snake and s.owner == you for s in snakes)  …\n" in out
    assert re.search(r"\n  423          if snake_lasts is lap: move this to snakes until before.*…\n  424 ", out)


def test_a_card_is_found_by_how_its_name_begins(ruledsl):
    assert "Cheeky Chicken (CheekyChicken in the rules): 4 in the game" in play(ruledsl, "ufo-chickens", "card cheeky")
    assert "there is no card `t`" in play(ruledsl, "ufo-chickens", "card t")


def test_what_is_typed_of_each_is_which_and_never_how_many(ruledsl):
    out = play(ruledsl, "gem-hens", "lock 7", "lock")
    assert "\n`lock` is said with some of 1, 2, 3, 4, 5, 6\n" in out.replace("red> ", "\n") and "this could be `lock nothing` or `lock " in out


def test_of_a_move_without_spaces_it_is_told_which_part_is_wrong(ruledsl):
    out = play(ruledsl, "chess", "a7a6", "d2d5")
    assert "`a7` cannot be chosen: a7’s side is not yours" in out and "`d5` is not among the goals" in out


def test_where_nothing_goes_with_what_was_said_it_is_told_with_what(ruledsl):
    assert "not now: there is nothing among the goals for `a1`" in play(ruledsl, "chess", "why a1")


def test_what_the_game_is_about_is_told_again(ruledsl):
    out = play(ruledsl, "ufo-chickens", "goal", "aim", "Look", "flow")
    assert out.count("to win: most ufo parts") == 2 and "did you mean `goal`?" in out and "did you mean `table`?" in out
    assert "choose character" in out and "choose choose" not in out


def test_no_sign_on_a_board_makes_all_columns_wider_if_it_is_told_above(ruledsl):
    out = play(ruledsl, "chess", "e2e4")
    assert "passed e3" in out and "   4  ·  ·  ·  ·  P  ·  ·  ·" in out


def test_the_log_says_what_was_asked_and_not_what_is_said_behind_it(ruledsl):
    out = play(ruledsl, "rainbow-hop", "1", "2", "2", players="you,random,random")
    assert "the table: Is it thrown? No, if the dare could not be done." in out and "· Is it thrown? yes" in out


def test_what_is_shown_in_passing_is_told_at_the_table(ruledsl, tmp_path: Path):
    rules = "table:\n    x: 0..9, hidden\n    y: 0..9, hidden\nplay:\n    x = 3\n    y = 4\n    players.first chooses go\n    players.first chooses go\n"
    action = 'action go(k in 0..1):\n    "go {k}"\n    show x to players\n    show y to players.last\n    x = 0\n    y = 0\n'
    (tmp_path / "s.rules").write_text(f'game "Shown":\n    players 2\n{rules}{action}winner: highest points\ndef points(p) = x\n', encoding="utf-8")
    out = play(ruledsl, tmp_path / "s.rules", "go 0")
    assert "· A: go 0\n    x 3\n" in out and "y 4" not in out


def test_what_is_overwritten_before_the_next_table_is_told_with_what_did_it(ruledsl):
    out = play(ruledsl, "code-of-pegs", "R", "O", "Y", "G", players="you,random", more=("--option", "mode=pair"))
    told = [line for line in out.splitlines() if line.startswith("  · breaker: ")]
    assert len(told) == 10 and all(f"   made {n}" in line for n, line in enumerate(told[:-1], 1)) and "made" not in told[-1]
    assert re.search(r"^  · breaker: ([A-Z])([A-Z])([A-Z])([A-Z])   tried 1: \1  2: \2  3: \3  4: \4   made 1(   |$)", told[0]), told[0]


NAMED = """game "Named":
    players 2
enum Way: left, right
table:
    deck: pile, hidden
    limit: 0..9 = 3  # so many coins may be given at most                                 @B-004
    way: Way or none
    began: player
    last_way: Way or none  # whither it went before
each player:
    hand: hand
    coins: 0..99 = 3
card Coin "c"
components:
    deck: 6 of Coin
play:
    for p in players: move top of deck to p.hand
    turns p in players at most 6 times: turn(p)
phase turn(p):
    began = p
    p chooses give
action give(n in 1..3 if n > 1):
    "give {n}"
    require your.coins + limit >= n else "none"
    your.coins -= n
winner: lowest coins
"""


def test_what_stands_on_the_table_by_a_name_can_be_asked_for(ruledsl, tmp_path: Path):
    """Whoever reads `limit 3` types `limit`: what the rules say of it in words, and where; so with piles, and names of several words as they are shown."""
    (tmp_path / "b.rules").write_text(NAMED, encoding="utf-8")
    out = play(ruledsl, tmp_path / "b.rules", "limit", "LIMIT", "last way", "hand", "rules last way", "lastway")
    said = " ".join(out.split())
    assert said.count("stands on the table and is no move: so many coins may be given at most; `rules limit` shows where the rules speak of it") == 1
    assert "`LIMIT` stands on the table" in said and "`last way` stands on the table and is no move: whither it went before" in said
    assert "`hand` stands on the table and is no move; `rules hand`" in said and "B-004" not in said.split("A>")[1]
    assert re.search(r"9  last_way: Way or none", out) and "`last way` is not in the rules" not in out
    assert "`lastway` is no move or command here" in said


def test_a_hint_at_a_command_says_what_stands_behind_it(ruledsl, tmp_path: Path):
    (tmp_path / "b.rules").write_text(NAMED, encoding="utf-8")
    out = " ".join(play(ruledsl, tmp_path / "b.rules", "cards", "udno").split())
    assert "did you mean `card`? card NAME: how many there are of a card, and what it does" in out
    assert "did you mean `undo`? A>" in out


def test_the_short_log_tells_what_the_table_does_and_the_long_one_all(ruledsl, tmp_path: Path):
    (tmp_path / "b.rules").write_text(NAMED, encoding="utf-8")
    short, long = (play(ruledsl, tmp_path / "b.rules", "#1", "#1", word).rpartition(f"A> {word}")[2] for word in ("log", "log all"))
    assert "A: give 2" in short and "A: give 2" in long
    assert "began: " in long and "began: " not in short
    assert "A's coins: 3 → 1" in short


def test_a_number_is_not_said_to_be_outside_of_where_it_is(ruledsl, tmp_path: Path):
    (tmp_path / "b.rules").write_text(NAMED, encoding="utf-8")
    out = play(ruledsl, tmp_path / "b.rules", "why give 1", "why give 9")
    assert "`1` cannot be chosen: 1 is at most 1" in out and "`1` is not from 1 to 3" not in out
    assert "`9` is not from 1 to 3" in out


def test_the_table_is_told_what_it_is_asked(ruledsl):
    """What means nothing is no reason of the rules: no place in them is shown, but what can be typed."""
    out = play(ruledsl, "rainbow-hop", "B", "map", "thrower", players="you,you,you")
    said = " ".join(out.partition("map")[2].split())
    assert "`map` is no answer to this; type one of the list, or undo asked now: Can the dare be done? Type `no` or `yes`" in said
    assert "`thrower` stands on the table" in said and "is no move here" not in said
