"""What a new player reads and types: a log that leaves out what lies on the table, questions that can be read, and input that nobody meant."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from ruledsl.engine.game import load
from ruledsl.resources import bundled_games
from ruledsl_tools.play.asking import _best
from ruledsl_tools.play.backstage import backstage
from ruledsl_tools.play.input import nearest
from ruledsl_tools.play.rules import fitted
from ruledsl_tools.terminal import wrap
from tests.tools.test_play_words import play

WEATHER = """
game "Weather":
    players 2
board yard: grid 2 by 2
card Tile(n: 1..4) "T{n}"
enum Sky: sun, rain
components:
    pile: 1 of Tile(n) for n in 1..4
table:
    pile:    pile, hidden
    sky:     Sky = sun
    past:    Sky or none
    steps:   0..99
table this turn:
    spent: set of 1..3
each cell:
    tile:  spot
    marks: -9..9
each player:
    out:   bool
    coins: 0..99
play:
    shuffle pile
    for c in yard: move top of pile to c.tile
    turns p in players at most 6 times: turn(p)
phase turn(p): p chooses mark or leave
action mark(c in yard if not your.out):
    "mark {c}"
    if sky == sun: your.coins += 1
    past = sky
    sky = rain if sky == sun else sun
    spent = spent | {1}
    steps += 1
    c.marks += 1
    spent = {}
action leave():
    "leave: I am out"
    your.out = true
winner: highest coins
"""


@pytest.fixture
def weather(tmp_path: Path) -> Path:
    (path := tmp_path / "weather.rules").write_text(WEATHER, encoding="utf-8")
    return path


HOLED = """
game "Holes":
    players 1
board BOARD
    " " for c in yard if c.column == 2 and c.row != 2
each cell:
    nut: bool
play:
    repeat 4 times: players.first chooses bury
action bury(c in yard if not c.nut): c.nut = true
winner: highest buried
def buried(p) = count(c for c in yard if c.nut)
"""


SIGNED = 'grid 3 by 3\n    "|" in east: nut = true'


@pytest.mark.parametrize(("board", "row"), [("grid 3 by 3", "1  ·  {}  ·"), ("hexes 3 by 3", "1  · {} ·"), (SIGNED, "1      ·   {}   ·")])
def test_cells_that_are_no_part_of_a_board_are_left_blank_unless_something_stands_there(ruledsl: object, tmp_path: Path, board: str, row: str) -> None:
    (path := tmp_path / "holed.rules").write_text(HOLED.replace("board BOARD", f"board yard: {board}"), encoding="utf-8")
    before, after = play(ruledsl, path, "b1", players="you").split("> b1")
    drawn, then = (next(line.strip() for line in out.splitlines() if line.startswith("   1 ")) for out in (before, after))
    assert drawn == row.format(" ") and re.fullmatch(r"1 +· +(nut|n|\|) .*", then)


def log_of(out: str) -> list[str]:
    """The lines below the last `log` that was typed."""
    return [line.strip() for line in out.rpartition("> log\n")[2].splitlines() if line.startswith("  ·")]


def test_the_short_log_says_what_was_done_and_what_players_have(ruledsl: object, weather: Path) -> None:
    out = play(ruledsl, weather, "mark a1", "leave", "log", players="you,you")
    assert log_of(out) == ["· A: mark a1", "· A's coins: 0 → 1", "· B: leave: I am out", "· B's out"]
    whole = play(ruledsl, weather, "mark a1", "log all", players="you,you")
    assert "marks of a1: 0 → 1" in whole and "sky: sun → rain" in whole and "from pile to tile of a1" in whole


def test_each_rule_is_named_once_in_the_short_log(ruledsl: object) -> None:
    lines = play(ruledsl, "surprise-egg", "draw", "#1", "draw", "log", players="you,random").rpartition("> log\n")[2]
    assert "@SE-0" in lines
    rows = [re.findall(r"@\S+", row) for row in re.split(r"\n  · ", lines)]
    assert all(not row or row != behind for row, behind in pairwise(rows)) and "climb" not in lines


def test_what_is_laid_on_a_board_before_play_is_not_told_besides(ruledsl: object, weather: Path) -> None:
    before = play(ruledsl, weather, players="you,you").partition("A> ")[0]
    assert "tile of" not in before and re.search(r"T\d", before)
    assert "earlier" not in play(ruledsl, "hearth-island", players="you,random").partition("A> ")[0]


def test_of_what_a_move_says_itself_nothing_is_told_behind_it(ruledsl: object) -> None:
    out = play(ruledsl, "liars-dice", "1 of 4", players="you,random")
    assert "· A: 1 of 4\n" in out


def test_what_was_nothing_and_is_again_is_not_told_in_passing(ruledsl: object, weather: Path) -> None:
    out = play(ruledsl, weather, "mark a1", "mark b1", "table", players="you,random")
    assert "spent" not in out


def test_a_memory_that_nothing_asks_for_is_not_on_the_table(ruledsl: object, weather: Path) -> None:
    out = play(ruledsl, weather, "mark a1", players="you,you")
    assert "sky rain" in out and "past sun" not in out
    assert "past sun" in play(ruledsl, weather, "mark a1", "table all", players="you,you")
    assert "taken rank" not in play(ruledsl, "gin-rummy", "#1", "#1", players="you,random")


def test_one_thing_more_than_is_told_is_told_and_not_counted(ruledsl: object, tmp_path: Path) -> None:
    for number, told in ((12, 12), (13, 13), (14, 12)):
        text = WEATHER.replace("    turns p in", f"    repeat {number} times:\n        show \"look\" to players\n    turns p in")
        (path := tmp_path / "shown.rules").write_text(text, encoding="utf-8")
        out = play(ruledsl, path, players="you,you").partition("A> ")[0]
        assert (out.count("\n  · "), "earlier" in out) == (told, number > 13)


def test_a_single_move_is_asked_for_without_what_it_says_besides(ruledsl: object, weather: Path) -> None:
    assert "\nA: leave?\n" in play(ruledsl, weather, "leave", "leave", players="you,you")


def test_moves_of_one_phase_are_told_without_its_name(ruledsl: object) -> None:
    assert "\n  moves: lay, open nests, play gold, end the turn or pass\n" in play(ruledsl, "cloud-nine", players="you,random")
    assert "\n  in opening: take, draw or pass\n" in play(ruledsl, "gin-rummy", players="you,random")


@pytest.mark.parametrize("line", ["x" * 3000, "lay " + "1, " * 200_000, "why " + "a " * 100_000, "(" * 5000, "#" + "9" * 5000, "save " + "f" * 9000])
@pytest.mark.parametrize("game", ["cloud-nine", "chess"])
def test_a_line_that_nobody_types_is_not_looked_at(ruledsl: object, game: str, line: str) -> None:
    out = play(ruledsl, game, line, players="you,random")
    assert f"a line of {len(line):,} characters is no move or command" in out.replace("\n ", "")


def test_a_save_of_another_game_says_of_which(ruledsl: object, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    play(ruledsl, "cloud-nine", "pass", f"save {kept}", players="you,random")
    said = ruledsl("play", "chess", "--replay", str(kept))
    assert said.returncode == 1 and "cannot be played on: it is a game of cloud-nine" in said.stderr + said.stdout
    document = json.loads(kept.read_text()) | {"rules_hash": "0"}
    kept.write_text(json.dumps(document))
    said = ruledsl("play", "cloud-nine", "--replay", str(kept))
    assert "it was played under other rules than these" in said.stderr + said.stdout


ROUNDS = """
game "Rounds":
    players 2
board track: grid 1 by 6
components:
    pile: 1 of Tile(n) for n in 1..4
card Tile(n: 1..4) "T{n}"
table:
    pile: pile, hidden
table this turn:
    steps: 0..9
each cell:
    man: bool
each player:
    far: 0..9
play:
    first_steps()
    turns p in players at most 6 times: turn(p)
to first_steps():
    let n = roll d6
    steps = n
phase turn(p):
    p chooses run or rest
    p chooses run or rest
action run():
    "run"
    require steps < 8 else "too far"
    steps += 1
    your.far += 1
action rest():
    "rest"
    steps += 2
winner: highest far
"""


@pytest.fixture
def rounds(tmp_path: Path) -> Path:
    (path := tmp_path / "rounds.rules").write_text(ROUNDS, encoding="utf-8")
    return path


def test_what_is_counted_anew_each_turn_is_not_told_when_it_begins(ruledsl: object, rounds: Path) -> None:
    out = play(ruledsl, rounds, "run", "run", "table", "log all", players="you,random")
    assert "steps 0" not in out.partition("> table")[0] and re.search(r"steps: \d → 0", out)


def test_of_a_board_of_one_row_the_row_has_no_number(ruledsl: object, rounds: Path) -> None:
    row = next(line for line in play(ruledsl, "backgammon", players="you,you").splitlines() if " 2b" in line or "2w" in line)
    assert not re.match(r"\s*1 ", row)


def test_at_a_real_table_it_is_said_who_tells_what_and_no_hint_is_promised(ruledsl: object, rounds: Path) -> None:
    said = ruledsl("play", str(rounds), "--table", "--players", "you,you", typed="hint\n4\nhint\n").stdout.replace("\n  ", " ")
    assert "`hint` for" not in said and "the game is played at a real table" in said
    assert "the table: first steps: what was thrown?" in said and said.count("at a real table there is no hint") == 2


def test_what_is_to_be_typed_stands_in_one_line(ruledsl: object) -> None:
    out = play(ruledsl, "cloud-nine", "know", players="you,random")
    assert "`odds CARD`" in out
    for width in range(40, 120):
        assert "`odds CARD`" in wrap("at least 32 and at most 4,163,265 ways for what you do not see; `odds CARD` says how likely a card lies where", width)


def test_a_chart_that_is_too_wide_goes_on_below():
    rows = ["    kind    a    b    much", "    gold    1    2    unused_imperfection"]
    assert fitted(rows, 80) == rows
    assert fitted(rows, 40) == ["    kind  a  b  much", "    gold  1  2  unused_imperfection"]
    assert fitted(rows, 30) == ["    kind  a  b", "    gold  1  2", "", "    kind  much", "    gold  unused_imperfection"]


def test_another_number_or_field_is_no_slip():
    options = [SimpleNamespace(label=label, args={"what": label}) for label in ("8/4", "13/7", "hook on d1", "discard 7")]
    meant = {text: nearest(text, ["undo"], options, lambda guess: True) for text in ("8/5", "a1", "discard 8", "discrad 7", "undp")}
    assert meant == {"8/5": "", "a1": "", "discard 8": "", "discrad 7": "discard 7", "undp": "undo"}


def test_of_several_things_there_are_most_or_fewest():
    assert [_best(best, "") for best in ("highest squares", "lowest stalls_of", "highest points then lowest score")] == [
        "most squares", "fewest stalls", "most points, then lowest score",
    ]  # fmt: skip


def test_counts_that_only_break_a_game_off_are_not_on_the_table(tmp_path: Path):
    """A pool that somebody gets is there, and the number of the round."""
    (path := tmp_path / "pool.rules").write_text(POOL, encoding="utf-8")
    assert backstage(load(str(path)).start(seed=1).program) == {"quiet": True, "pool": False, "day": False}


POOL = """game "Pool":
    players 2
table:
    quiet: 0..100
    pool: 0..100
    day: 0..3
each player:
    points: 0..100
action wait() "wait":
    quiet = 0 if your.points > 2 else quiet + 1
    pool += 2
action grab() "grab":
    your.points = min(100, your.points + pool)
    pool = 0
play:
    repeat 3 times:
        day += 1
        while quiet < 50 at most 10 times:
            for p in players: p chooses wait or grab
winner: highest points
"""


def test_a_typed_number_is_told_once_and_a_card_by_what_is_on_it(ruledsl):
    out = play(ruledsl, "gin-rummy", "card 3H", "rules knock", "2", "undo", players="you,random")
    assert "3H (three, hearts in the rules): 1 in the game" in out and "taken back: pass" in out
    told = play(ruledsl, "backgammon", "1", players="you,random")
    assert "type #1" in told and "rules:" not in told


def test_every_game_says_first_what_it_is_about():
    silent = [name for name, path in bundled_games().items() if not path.read_text(encoding="utf-8").startswith("#")]
    assert sorted(silent) == ["misere-tic-tac-toe", "tic-tac-toe"]  # that is known


def test_a_question_is_sent_to_where_its_answer_is(ruledsl: object) -> None:
    out = play(ruledsl, "backgammon", "what is the bar\nhow do I move?\nwhat", players="you,random")
    assert "`rules bar` shows where the rules speak of it" in out
    assert out.count("`goal` says what there is to do") == 2 and "`what` is no move" in out


def test_a_move_in_other_words_is_known_by_its_numbers(ruledsl: object) -> None:
    out = play(ruledsl, "backgammon", "6 to 5", players="you,random")
    assert re.search("did you mean `6/5`?", out)
    options = [SimpleNamespace(label=label, args={}) for label in ("put 1 on 2", "lay 1 on 2", "lay 3 on 4")]
    assert nearest("3 4", {}, options, lambda text: True) == "lay 3 on 4"  # type: ignore[arg-type]
    assert nearest("4 3", {}, options, lambda text: True) == nearest("1 2", {}, options, lambda text: True) == ""  # type: ignore[arg-type]


def test_a_refusal_tells_no_question_about_several_things(ruledsl: object) -> None:
    out = play(ruledsl, "backgammon", "bar", players="you,random")
    assert "no man can enter there" in out and "you may" not in out


def test_of_very_many_moves_that_are_legal_a_few_are_named(ruledsl: object) -> None:
    out = play(ruledsl, "gem-hens", "why lock", players="you,random")
    assert out.count("is legal now") == 3 and re.search("and so are [0-9]+ more: `moves lock` lists them", out)


def test_what_begins_with_a_mark_is_called_by_its_name(ruledsl: object) -> None:
    out = play(ruledsl, "backgammon", "", players="you,random")
    assert "moves: enter, go or bear off" in out
