"""What is asked late: random play draws first and asks the option that it has drawn, in both engines with the same random numbers, each legal
option as likely."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import ruledsl
from ruledsl.engine.game import load
from ruledsl.interp import Interpreter
from ruledsl.ir import rng
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import ASKING, Program
from ruledsl.native import Native
from ruledsl.search.playing import drawn, played_on
from tests import few

HEAD = """\
game "Late":
    players 1

board field: grid {size} by {size}
each cell:
    stone: bool
table:
    sum: 0..9999

play:
    field[1, 1].stone = true
    repeat {rounds} times:
        for p in players: p chooses {menu}

winner: highest score
def score(p) = sum

"""

GAMES = {
    "one set": """\
action place(c in field if not c.stone):
    require all(not d.stone for d in c.neighbours) after this
    c.stone = true
action skip(): sum += 1
""",
    "sets in a loop": """\
action place(c in field if not c.stone, d in c.around):
    require count(e for e in field if e.stone) % 2 == (c.row + d.column) % 2 after this
    c.stone = true
    d.stone = true
action skip(): sum += 1
""",
    "rows": """\
action place(n in 1..4, c in field if not c.stone, m in [1, 2, n]):
    require (n + m + c.row) % 3 == sum % 3 after this
    c.stone = true
    sum += n * m
action skip(): sum += 1
""",
    "pairs": """\
action place(c in field if c.stone, d in c.neighbours if not d.stone):
    require count(e for e in field if e.stone) < 2 or c.row == d.row after this
    d.stone = true
action skip(): sum += 1
""",
    "behind one that guards it": """\
action place(c in field, d in field if d.row == c.row):
    require c.step(east) is not none after this
    require not c.step(east).stone
    require d.column > 2
    c.stone = true
action skip(): sum += 1
""",
}


def program(tmp_path: Path, actions: str, size: int = 5, rounds: int = 6, menu: str = "place or skip") -> Program:
    file = tmp_path / "late.rules"
    file.write_text(HEAD.format(size=size, rounds=rounds, menu=menu) + actions)
    return load(str(file)).program(1)


def passing(engine: Any, state: Any) -> list[tuple[int, ...]]:
    """Of the options that are drawn from, those that pass what is asked late."""
    made, number, seat = engine.program, state.get("ask.site"), state.get("ask.seats").bit_length() - 1

    def passes(move: tuple[int, ...]) -> bool:
        late = made.actions[move[0]].late if move[0] >= 0 else ""
        return not late or engine.call(state, late, seat, *move[1:]) == 0

    return [move for move in engine.early(state, number, seat) if passes(move)]


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_draw_the_same(name: str, tmp_path: Path) -> None:
    made = program(tmp_path, GAMES[name])
    assert made.sites[0].early and made.actions[0].late and not made.actions[1].late
    interp, native = Interpreter(made), Native(made, 0)
    struck = 0
    for seed in few.seeds(12):
        for limit in (1, 2, 9):
            left, right = interp.start(seed), native.start(seed)
            assert interp.early(left, 0, 0) == native.early(right, 0, 0)
            assert passing(interp, left) == interp.legal(left, 0, 0) == passing(native, right)
            struck += len(interp.early(left, 0, 0)) - len(interp.legal(left, 0, 0))
            assert played_on(interp, left, seed, limit)[1] == native.playout(right, seed, limit)
            stones = "stone.where" if "stone.where" in made.region else "stone"  # what nobody reads is not written
            assert left.get(stones) == right.get(stones) and left.get("sum") == right.get("sum")
    assert struck
    totals = native.simulate(0, 200, 3, 100)
    assert totals[native.sums.finished] == 200


@pytest.mark.parametrize("game", ["go", "fences", "chess"])
def test_games_draw_the_same(game: str) -> None:
    options = {"go": {"size": 5}, "fences": {"size": 5, "all_fences": 3}, "chess": {}}[game]
    made = ruledsl.load(game).program(2, options)
    interp, native = Interpreter(made), Native(made, 0)
    boards = [region for region in made.regions if region.role == "variable" and region.name != "fence"]
    for limit in (1, 30, 31):
        left, right = interp.start(1), native.start(1)
        assert played_on(interp, left, limit, limit)[1] == native.playout(right, limit, limit)
        assert all(left.get(one.name, n) == right.get(one.name, n) for one in boards for n in range(one.count))
        if left.get("status") == ASKING:
            assert passing(interp, left) == interp.legal(left, left.get("ask.site"), left.get("ask.seats").bit_length() - 1)


def test_each_legal_option_is_as_likely(tmp_path: Path) -> None:
    """By chi-square: 99.9 % of fair draws lie below the bound."""
    engine = Interpreter(program(tmp_path, GAMES["sets in a loop"], size=3))
    state = engine.start(1)
    options, choices, draws = engine.legal(state, 0, 0), 5, 6000
    assert len(engine.early(state, 0, 0)) > len(options) > 10
    met: Counter[tuple[int, ...]] = Counter()
    for _ in range(draws):
        choices, move = drawn(engine, state, choices, 0)
        met[tuple(move)] += 1
    mean, freedom = draws / len(options), len(options) - 1
    assert set(met) == set(options)
    assert sum((met[option] - mean) ** 2 / mean for option in options) < freedom + 3.1 * (2 * freedom) ** 0.5 + 6


def test_nothing_that_passes_is_a_fault_in_its_place(tmp_path: Path) -> None:
    text = "action place(c in field if not c.stone):\n    require not c.stone after this\n    c.stone = true\n"
    made = program(tmp_path, text, menu="place")
    for engine in (Interpreter(made), Native(made, 0)):
        state: Any = engine.start(1)
        with pytest.raises(RulesFault) as legal:
            engine.legal(state, 0, 0)
        with pytest.raises(RulesFault) as caught:
            engine.playout(state, 1, 9) if isinstance(engine, Native) else played_on(engine, state, 1, 9)
        assert str(caught.value) == str(legal.value)


@pytest.mark.parametrize("last", ["d in field", "d in [field[1, 1], *ALL]"])
def test_where_too_many_could_be_drawn_all_is_asked_at_once(last: str, tmp_path: Path) -> None:
    cells = ", ".join(f"field[{row}, {column}]" for row in range(1, 10) for column in range(1, 10))
    text = f"""\
action place(c in field, {last.replace("field[1, 1], *ALL", cells)}):
    require sum % 81 == c.row * 9 + d.row after this
    sum += c.column
action skip(): sum += 1
"""
    made = program(tmp_path, text, size=9, rounds=3)
    interp, native = Interpreter(made), Native(made, 0)
    with pytest.raises(RulesFault, match="many"):
        interp.early(interp.start(1), 0, 0)
    for choices in range(3):
        left, right = interp.start(1), native.start(1)
        assert played_on(interp, left, rng.stir(choices, 1), 2)[1] == native.playout(right, rng.stir(choices, 1), 2)
        assert left.get("sum") == right.get("sum")
    assert native.simulate(0, 20, 3, 100)[native.sums.finished] == 20
