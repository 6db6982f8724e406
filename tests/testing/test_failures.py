"""What a failing test says: the right line of the right file, and what was being done."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.testing import Result, collect, run_test

GAME = """game "G":
    players 2
card Duck(n: 1..3)
components:
    stock: 2 of Duck(n) for n in 1..3
table:
    stock: pile, hidden
    x: 0..9
each player:
    hand: hand
    score: 0..9
play:
    repeat 3 times: go(players.first)
phase go(p):
    p chooses draw_card or boom
action draw_card():
    "draw"
    move top of stock to your.hand
action boom():
    "boom"
    x += 5
winner: highest score
invariant "x is small": x < 9
"""
GIVEN = "    given go(A):\n"


def result(folder: Path, test: str, engine: str) -> Result:
    (folder / "g.rules").write_text(GAME, encoding="utf-8")
    file = folder / "g.test.rules"
    file.write_text('test "first":\n    then: not over\n' + "# filler\n" * 30 + f'test "t":\n{test}', encoding="utf-8")
    (case,) = [case for case in collect(str(folder / "g.rules"), [str(file)]) if case.title == "t"]
    found = run_test(case, engine)
    for failure in found.failures:
        assert failure.span.file in case.sources
    return found


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(
    ("test", "file", "line", "said", "doing"),
    [
        (GIVEN + "        x = 5\n    when:\n        A: boom\n", "g.rules", 21, "fault: the value does not fit", "A: boom"),
        (GIVEN + "        stock = []\n    when:\n        A: draw_card\n", "g.rules", 18, "fault:", "A: draw_card"),
        (GIVEN + "        x = 4\n    when:\n        A: boom\n    then: x == 9\n", "g.rules", 23, "the invariant `x is small` does not hold", "A: boom"),
        ("    when 9 random games\n    then: x < 9\n", "g.rules", 21, "fault: the value does not fit", "A: boom"),
        ("    then: x // (x - x) == 1\n", "g.test.rules", 34, "division by zero", "then: x // (x - x) == 1"),
    ],
)
def test_a_fault_names_its_rule_and_the_step_of_the_test(tmp_path: Path, test: str, file: str, line: int, said: str, doing: str, engine: str) -> None:
    (failure,) = result(tmp_path, test, engine).failures
    assert (Path(failure.span.file).name, failure.span.line) == (file, line)
    assert said in failure.message and failure.step is not None
    assert Path(failure.step.span.file).name == "g.test.rules" and failure.step.span.line > 32
    assert failure.step.doing.endswith(doing)


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_check_that_fails_is_its_own_place(tmp_path: Path, engine: str) -> None:
    (failure,) = result(tmp_path, "    then: x == 3\n", engine).failures
    assert (failure.span.line, failure.step) == (34, None)


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("moves", "rest"), [(1, "waiting == {A}"), (2, "not over"), (3, "over"), (3, "waiting is empty")])
def test_a_repeat_around_what_is_given_goes_on(tmp_path: Path, moves: int, rest: str, engine: str) -> None:
    when = "    when:\n" + "        A: draw_card\n" * moves
    assert result(tmp_path, f"    given go(A)\n{when}    then: {rest}\n", engine).failures == []


@pytest.mark.parametrize(("given", "told"), [("stock = []", "so 6 cards are out of play"), ("stock = [5 more]", "so 1 card is out of play"), ("x = 1", "")])
def test_a_fault_says_which_cards_a_given_zone_has_put_out_of_play(tmp_path: Path, given: str, told: str) -> None:
    moves = "        A: draw_card\n" if "more" not in given else "        A: boom\n        A: boom\n"
    found = result(tmp_path, f"{GIVEN}        {given}\n    when:\n{moves}    then: not over\n", "interp").failures
    assert [told in failure.message for failure in found] == ([True] if told else [])


@pytest.mark.parametrize(("was", "text"), [('"boom"', '"boom {9 // (5 - x)}"'), ('boom\n\naction', 'boom "{9 // (5 - x)}?"\n\naction'),
    ('    x += 5', '    require x < 5 else "{9 // (5 - x)}"\n    x += 5')])  # fmt: skip
@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_text_that_goes_wrong_where_somebody_is_asked_is_a_failure(tmp_path: Path, was: str, text: str, engine: str) -> None:
    """It would stop the game at the table."""
    path = tmp_path / "g.rules"
    game = GAME.replace("boom\naction", "boom\n\naction")
    assert was in game
    path.write_text(game.replace(was, text) + '\ntest "t":\n' + GIVEN.replace(":\n", "\n") + "    when: A: boom\n", encoding="utf-8")
    (case,) = collect(str(path))
    (failure,) = run_test(case, engine).failures
    assert failure.message == "fault: division by zero" and "//" in path.read_text().splitlines()[failure.span.line - 1]
    assert failure.step is not None and failure.step.doing == "A: boom"


OWN = """game "G":
    players 2
card Duck
components:
    pond: 2 of Duck
table:
    pond: row
each player:
    score: 0..9
each Duck:
    wet: bool
play:
    let duck = bottom of pond
    duck.wet = true
    players.first chooses take
action take(duck in pond):
    "take {duck}"
    move duck to pond
winner: highest score
"""


def test_what_is_possible_is_told_apart(tmp_path: Path) -> None:
    (tmp_path / "g.rules").write_text(OWN, encoding="utf-8")
    (tmp_path / "g.test.rules").write_text('test "t":\n    then: A can only take(top of pond)\n', encoding="utf-8")
    (case,) = collect(str(tmp_path / "g.rules"), [str(tmp_path / "g.test.rules")])
    assert [f.message for f in run_test(case, "interp").failures] == ["A can also: take Duck (Duck of pond 1)"]


CLOCK = """game "Clock":
    players 2
each player: time: 0..9 or none
winner: lowest time
play:
    for p in players: p may finish
action finish():
    "finish"
    your.time = 1
def payoff(p) = 10 // p.time
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(
    ("rules", "line", "said"),
    [(CLOCK, 4, "`lowest time`"), (CLOCK.replace("= 1", "= 0").replace("lowest time", "lowest zero\ndef zero(p) = 0"), 11, "division by zero")],
    ids=["who wins", "what is paid"],
)
def test_an_end_that_cannot_be_judged_is_a_fault(tmp_path: Path, rules: str, line: int, said: str, engine: str) -> None:
    """It is looked at, though no test asks who has won."""
    path, file = tmp_path / "clock.rules", tmp_path / "clock.test.rules"
    path.write_text(rules, encoding="utf-8")
    passes = "finish" if "zero" in rules else "pass"
    file.write_text(f'test "t":\n    when:\n        A: finish\n        B: {passes}\n    then: over\n', encoding="utf-8")
    (failure,) = run_test(collect(str(path), [str(file)])[0], engine).failures
    assert failure.span.line == line and said in failure.message
