"""The item at a place of a list, of whatever and whenever that is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.ir.fault import RulesFault

RULES = '''
game "Lists":
    players 2
enum Colour: red, green, then red
table:
    n:     1..9 = 2
    x:     0..9
    flag:  bool
    hue:   Colour
    lead:  player
each player:
    score: 0..99
play:
    x = {number}
    flag = [x > 100, n == 2][n]
    hue = [hue, hue.next, red][n - 1 + 1]
    lead = [players.first, lead.left][n]
    players.first.score = [x, n, 7][3] + [4, 5][n]
winner: highest score if flag and hue == green and lead == players.last
'''


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("number", "value"), [("[n, 3][1]", 2), ("[3, n][n]", 2), ("[x, n + 4, n][n]", 6), ("[7, 8][n]", 8)])
def test_items(number: str, value: int, engine: str, tmp_path: Path) -> None:
    (file := tmp_path / "lists.rules").write_text(RULES.replace("{number}", number))
    match = load(str(file)).start(engine=engine)
    assert match.position.block.get("x") == value
    assert match.scores == [12, 0] and match.winners == [1]


@pytest.mark.parametrize("number", ["[n, 3][n + 1]", "[x, n][x]"])
def test_no_such_item(number: str, tmp_path: Path) -> None:
    (file := tmp_path / "lists.rules").write_text(RULES.replace("{number}", number))
    with pytest.raises(RulesFault, match="there is no such place"):
        load(str(file)).start()


MADE = '''
game "Made":
    players 1
option row: list of 0..9 = {option}
card Number(n: 1..9)
table:
    heap: pile
    a: 0..9 = {a}
    b: 0..9 = {b}
    t: 0..9999
components:
{cards}
each player:
    answer[n in 1..16]: 0..999
    w: 0..9
play:
    let me = players.first
{lines}
    players.first chooses n in [a, b, 1]
    players.first chooses m in row
    players.first chooses k in {{a, b, 1}}
winner: highest w
'''


def answers(items: list[int], a: int, b: int) -> dict[str, int]:
    """What each expression must be, by Python; a list keeps what is equal, a set does not."""
    few, row = [a, b, 1], [a, b, b]
    return {
        "count([c.n for c in heap])": len(items),
        "sum([c.n for c in heap])": sum(items),
        "max([c.n for c in heap])": max(items),
        "min([c.n + a for c in heap])": min(items) + a,
        "count([c.n for c in heap if c.n > 1])": sum(n > 1 for n in items),
        "1 if distinct([c.n for c in heap]) else 0": int(len(set(items)) == len(items)),
        "1 if all([c.n > a for c in heap]) else 0": int(all(n > a for n in items)),
        "count({c.n for c in heap})": len(set(items)),
        "sum(n for n in {c.n for c in heap})": sum(set(items)),
        "sum(n for n in {a, b, 1})": sum(set(few)),
        "sum(n for n in [a, b, 1])": sum(few),
        "count({a, b, 1})": len(set(few)),
        "count([a, b, 1])": 3,
        "sum(row)": sum(row),
        "sum(n for n in row)": sum(row),
        "count(row)": 3,
    }


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("items", [[1, 1, 2], [3, 3, 3], [2, 5, 9], [4, 1, 4]])
@pytest.mark.parametrize(("a", "b"), [(3, 3), (1, 2), (0, 1), (1, 1)])
def test_lists_keep_what_is_equal_and_sets_do_not(items: list[int], a: int, b: int, engine: str, tmp_path: Path) -> None:
    wanted = answers(items, a, b)
    lines = "\n".join(f"    me.answer[{n}] = {text}" for n, text in enumerate(wanted, 1))
    text = MADE.format(option=f"[{a}, {b}, {b}]", a=a, b=b, cards="\n".join(f"    heap: 1 of Number({n})" for n in items), lines=lines)
    (file := tmp_path / "made.rules").write_text(text)
    match = load(str(file)).start(engine=engine)
    assert {name: match.position.block.get("answer", n) for n, name in enumerate(wanted)} == wanted
    for values in ([a, b, 1], [a, b], [a, b, 1]):
        assert [o.label for o in match.decision.options] == [str(n) for n in dict.fromkeys(values)]
        match.play(0)
    assert match.over


def test_a_loop_through_a_set_comes_to_each_once(tmp_path: Path) -> None:
    lines = "    for n in {a, b, a + 1}: t += n\n    for n in [a, b, a + 1]: t += 100 * n"
    for a, b, total in ((3, 3, 1007), (3, 4, 1107), (3, 9, 1616)):
        (file := tmp_path / "made.rules").write_text(MADE.format(option="[1]", a=a, b=b, cards="    heap: 1 of Number(1)", lines=lines))
        assert load(str(file)).start().position.block.get("t") == total


SETS_OF_A_BOARD = """
game "Strips":
    players 2
board yard: grid 3 by 2
board barn: grid 2 by 2
each player:
    n: 0..9
play:
    players.first chooses strip or walk
action strip(cells in {domain} if count(cells) > 1):
    "strip {{cells}}"
    your.n = count(cells)
action walk():
    "walk"
winner: highest n
"""


@pytest.mark.parametrize(
    ("domain", "strips"),
    [
        ("yard.rows", ["a1 b1", "a2 b2", "a3 b3"]), ("yard.columns", ["a1 a2 a3", "b1 b2 b3"]), ("yard.lines(3)", ["a1 a2 a3", "b1 b2 b3"]),
        ("yard.lines(1)", []),
    ],
)  # fmt: skip
def test_rows_columns_and_lines_of_a_board_are_chosen_one_at_a_time(tmp_path: Path, domain: str, strips: list[str]) -> None:
    (path := tmp_path / "strips.rules").write_text(SETS_OF_A_BOARD.format(domain=domain))
    for engine in ("interp", "native"):
        match = load(str(path)).start(engine=engine)
        labels = [option.label for option in match.decision.options]
        assert labels == [*(f"strip {', '.join(f'yard {cell}' for cell in strip.split())}" for strip in strips), "walk"]
        match.play(0)
        assert match.view(1).variables[0].value == (len(strips[0].split()) if strips else 0)
