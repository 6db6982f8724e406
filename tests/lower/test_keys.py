"""Zones and variables with keys: each key its own, in the order of the sets, a key that is none of them a fault; against Python's own tuples."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.ir.fault import RulesFault

RULES = '''
game "Keys":
    players 3
enum Gem: ruby, opal, onyx
card Hen
card Bird
card Old is Bird
card Fox is Bird
card Rook is Bird
board yard: grid 2 by 3
components:
    box: 6 of Hen
def odd(n) = n % 2 == 1
table:
    box:                                        pile
    at:                                         -9..99
    bank[g in Gem]:                             0..99
    grid[g in Gem, c in yard, p in players]:    0..999
    few[n in {n for n in 1..9 if odd(n)}]:      0..99
    below[n in -2..1, b in {true, false}]:      0..99
    lot[k in Bird]:                             spot of Hen
each player:
    owes[q in players]: 0..99
    nest[g in Gem, n in 1..2]: pile of Hen
each cell:
    mark[p in players]: bool
play:
{play}
winner: highest payoff
def payoff(p) = p.owes[p] + bank[opal]
'''

GEMS, CELLS, SEATS = ("ruby", "opal", "onyx"), tuple(product((1, 2), (1, 2, 3))), ("A", "B", "C")


def written(tmp_path: Path, lines: list[str]) -> str:
    (file := tmp_path / "keys.rules").write_text(RULES.replace("{play}", "\n".join(f"    {line}" for line in lines)))
    return str(file)


def seat(n: int) -> str:
    return ("players.first", "players.first.left", "players.last")[n]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_each_key_has_its_own(engine: str, tmp_path: Path) -> None:
    """What is stored under random keys, some of them worked out in play, stands there afterwards and nowhere else."""
    r = random.Random(7)
    grid, owes, marks, few, below = dict.fromkeys(product(range(3), range(6), range(3)), 0), {}, {}, {}, {}
    lines = ["at = 0"]
    for _ in range(60):
        g, c, p = key = r.randrange(3), r.randrange(6), r.randrange(3)
        row, column = CELLS[c]
        gem = GEMS[g] if r.random() < 0.5 else f"first(g for g in Gem if g == {GEMS[g]})"
        lines.append(f"grid[{gem}, yard[{row}, {column}], {seat(p)}] += {(value := r.randrange(9))}")
        grid[key] += value
        lines.append(f"{seat(p)}.owes[{seat(g)}] = {value}")
        owes[p, g] = value
        lines.append(f"yard[{row}, {column}].mark[{seat(p)}] = {'true' if value > 4 else 'false'}")
        marks[c, p] = int(value > 4)
        odd, low, flag = r.choice((1, 3, 5, 7, 9)), r.randrange(-2, 2), r.randrange(2)
        lines += [f"at = {odd}", f"few[at] = {value}", f"at = {low}", f"below[at, {'true' if flag else 'false'}] = {value}"]
        few[odd], below[low, flag] = value, value
    block = load(written(tmp_path, lines)).start(engine=engine).position.block
    for (g, c, p), value in grid.items():
        assert block.get("grid", (g * 6 + c) * 3 + p) == value
    for (p, q), value in owes.items():
        assert block.get("owes", p * 3 + q) == value
    for (c, p), value in marks.items():
        assert block.get("mark", c * 3 + p) == value
    for n, value in few.items():
        assert block.get("few", n // 2) == value
    for (low, flag), value in below.items():
        assert block.get("below", (low + 2) * 2 + flag) == value


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_zones_by_key(engine: str, tmp_path: Path) -> None:
    lines = ["move top 2 of box to players.last.nest[onyx, 2]", "for k in Bird: move top of box to lot[k]", "bank[opal] = count(players.last.nest[onyx, 2])"]
    match = load(written(tmp_path, lines)).start(engine=engine)
    assert match.position.block.get("nest.count", 2 * 6 + 2 * 2 + 1) == 2 and match.scores == [2, 2, 2]
    shown = [zone.name for zone in match.view(1).zones if zone.cards]
    assert {"lot Old", "lot Fox", "lot Rook", "nest onyx 2"} <= set(shown)


BOX = """\
game "Box":
    players 2
enum Gem: ruby, onyx
chart level:
    n  level
    1  2
    2  2
    3  1
card Stone(n: 1..3, gem: Gem) "{n} {gem}"
components:
    deck[level.level[n], gem]: 2 of Stone(n, gem) for n in 1..3 for gem in Gem
    p.shelf[2 * k]:            k of Stone(k, onyx) for k in 1..2, 1 of Stone(3, ruby) for k in 1..1
table:
    deck[l in 1..2, gem in Gem]: pile, hidden
each player:
    shelf[n in {2, 4}]: pile
    score: 0..9
play:
    for p in players: p chooses pass_by
action pass_by(): "on"
winner: highest score
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_cards_begin_under_their_keys(engine: str, tmp_path: Path) -> None:
    """Also by the names of the loops, in zones of the table and of players."""
    file = tmp_path / "box.rules"
    file.write_text(BOX)
    match = load(file).start(engine=engine)
    position = match.position
    words = [position.program.faces[face].printed for face in position.program.cards]
    found: dict[int, list[str]] = {}
    for card, place in enumerate(position.values["card.zone"]):
        found.setdefault(place, []).append(words[card])
    base = {zone.name: zone.base for zone in position.program.zones}
    assert found == {
        base["deck"]: ["3 ruby"] * 2, base["deck"] + 1: ["3 onyx"] * 2, base["deck"] + 2: ["1 ruby"] * 2 + ["2 ruby"] * 2,
        base["deck"] + 3: ["1 onyx"] * 2 + ["2 onyx"] * 2,
        **{base["shelf"] + 2 * seat: ["1 onyx", "3 ruby"] for seat in range(2)}, **{base["shelf"] + 2 * seat + 1: ["2 onyx"] * 2 for seat in range(2)},
    }  # fmt: skip


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("line", ["few[at + 2] = 1", "bank[first(g for g in Gem if at > 5)] = 1", "grid[ruby, yard[1, 1].step(north), players.first] = 1",
                                  "players.first.owes[first(p for p in players if at > 5)] = 1", "below[at + 2, true] = 1"])  # fmt: skip
def test_no_such_key_is_a_fault(line: str, engine: str, tmp_path: Path) -> None:
    with pytest.raises(RulesFault):
        load(written(tmp_path, [line])).start(engine=engine)


KINDS = """
game "Kinds":
    players 2
enum Gem: ruby, opal, onyx
card Letter
card Guard is Letter:
    worth = 1
card Priest is Letter:
    worth = 2
card Baron is Letter:
    worth = 3
chart prize:
    gem   2  3  5  out
    ruby  1  2  4  -1
    onyx  2  4  8  -2
chart holds:
    letter  gem   better
    Guard   ruby  Priest
    Priest  opal  Baron
    Baron   onyx  none
components:
    deck: k.worth of k for k in Letter
table:
    deck: pile
    left[k in Letter]: 0..99
    named: kind of Letter or none
    better: kind of Letter or none
    first_one: kind of Letter
    x: -99..99
play:
{play}
winner: highest payoff
def payoff(p) = x
"""


def result(tmp_path: Path, engine: str, *lines: str) -> tuple[int, int, int]:
    (file := tmp_path / "kinds.rules").write_text(KINDS.replace("{play}", "\n".join(f"    {line}" for line in lines)))
    block = load(str(file)).start(engine=engine).position.block
    return block.get("x"), block.get("named"), block.get("better")


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_charts_of_two_keys(engine: str, tmp_path: Path) -> None:
    """Every row and column, some known before play and some not; a gap is a fault."""
    price = {("ruby", 2): 1, ("ruby", 3): 2, ("ruby", 5): 4, ("onyx", 2): 2, ("onyx", 3): 4, ("onyx", 5): 8}
    for (gem, n), value in price.items():
        later = f"first(g for g in Gem if g == {gem})"
        assert result(tmp_path, engine, "x = 1", f"x = 100 * 0 + prize[{later}, {n - 1} + x] + 10 * prize[{gem}, {n}]")[0] == 11 * value
    assert result(tmp_path, engine, "x = prize[ruby, out] - prize.out[onyx]")[0] == 1
    for gem, n in (("ruby", 4), ("opal", 2), ("ruby", 1), ("onyx", 6), ("opal", 5)):
        with pytest.raises(RulesFault):
            result(tmp_path, engine, "x = 1", f"x = prize[{gem}, {n} + x - 1]")


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_kinds_are_values(engine: str, tmp_path: Path) -> None:
    guard, priest, baron = 1, 2, 3
    assert result(tmp_path, engine, "named = top of deck", "better = holds.better[Guard]") == (0, baron, priest)
    counting = "for c in deck: left[c] += 10 + c.worth"
    assert result(tmp_path, engine, counting, "x = left[Guard] + 2 * left[Baron]", "named = holds.better[top of deck]") == (89, -1, -1)
    assert result(tmp_path, engine, "named = Priest", "x = count(c for c in deck if c is named) + 10 * named.worth")[0] == 22
    assert result(tmp_path, engine, "for k in Letter if holds.gem[k] != opal: x = 10 * x + k.worth", "better = first_one")[0] == 13
    assert result(tmp_path, engine, "better = first_one", "x = count(k for k in Letter if k == first_one)")[2] == guard


@pytest.mark.parametrize(("line", "looked_up"), [("for n in -2..1: below[n, at > 2] = 1", False), ("for n in -2..2 if at > n: below[n, at > 2] = 1", True)])
def test_a_key_that_is_surely_there_is_looked_up_in_no_table(line: str, looked_up: bool, tmp_path: Path) -> None:
    assert any(name.startswith("key.below") for name in load(written(tmp_path, [line])).program(3, {}).tables) == looked_up
