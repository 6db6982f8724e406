"""Conditions on numbers that are asked of all at once come to what they come to number by number, and the sets that are kept for them to what stands there."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ruledsl
from ruledsl.interp import Interpreter
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.layout import keep_index
from ruledsl.ir.program import ASKING
from ruledsl.native import Native
from tests import few

RULES = """\
game "Counted":
    players 2

board track: grid 2 by 12

each cell:
    men: -5..5

each player:
    bar: 0..3
    heap[n in 0..20]: 0..9
    lit[n in 1..12]: bool

table:
    dice[d in 1..6]: 0..2 = 1

play:
    for n in 1..24:
        if n % 3 == 0: spot(n).men = n % 5
        if n % 4 == 0: spot(n).men = -(n % 6)
    for p in players:
        for n in 0..20: p.heap[n] = n * 7 % 5
        for n in 1..12: p.lit[n] = n % 2 == 1
    turns p in players at most 1000 times: turn(p)

phase turn(p):
    p chooses go, take, shift or rest

def spot(n) = track[2 if n < 13 else 1, 13 - n if n < 13 else n - 12]
def men_at(p, n) = p.bar if n == 25 else max(0, spot(n if p == players.first else 25 - n).men * (1 if p == players.first else -1))
def held(p, n, d) = WIDE
def some(p, d) = any(held(p, n, d) for n in 1..24)

action rest(): "rest"

action go(n in 1..24 if men_at(you, n) > 0, d in 1..6 if dice[d] > 0):
    require FIRST
    let before = spot(n).men
    spot(n).men = 0
    dice[d] -= 1
    your.bar = min(3, abs(before))

action take(n in 1..20 if your.heap[n] > 0, d in 1..6):
    require SECOND
    your.heap[n] -= 1
    your.left.heap[n - 1] = d
    dice[d] = 2

action shift(n in 1..12 if not your.lit[n]):
    require some(you, your.bar + 1) or n > 3
    require count(m for m in 1..12 if your.lit[m]) > 2 or your.bar == 0
    your.lit[n] = true
    your.left.lit[13 - n] = false
    for d in 1..6: dice[d] = 1

winner: highest bar_of
def bar_of(p) = p.bar
"""

ABOUT = (
    "men_at({p}, {n}) > {k}", "men_at({q}, 25 - {n}) == {k}", "men_at({p}, {n}) != {k}", "{n} > {d}", "{n} == {m}", "{n} + {d} < {m}", "{p}.bar == 0",
    "dice[{d}] > 0", "all(men_at({p}, x) <= {k} for x in {n} + 1..20)", "any(men_at({q}, x) > {k} for x in 1..{n} - 1 if x != {m})",
    "any(men_at({p}, x) > {k} for x in {n}..{d})", "all(men_at({p}, x) == 0 for x in 7..24)", "(men_at({p}, {n} - {d}) > {k} if {n} > {d} else {n} < {m})",
    "({n} <= {d} or men_at({q}, 25 - ({n} - {d})) < 2)", "{n} > {d} and spot({n} - {d}).men > {k}", "{n} + {d} <= 24 and not men_at({p}, {n} + {d}) == {k}",
    "men_at({p}, {n} - {d}) >= {k}", "({n} > 12 or {p}.lit[{n}])", "({n} > 20 or {p}.heap[{n}] > {k})", "{n} <= 20 and {q}.heap[20 - {n}] >= {k}",
    "({p}.lit[{n}] if {n} < 13 else {p}.heap[{n} - 13] == {k})", "count(x for x in 1..20 if {p}.heap[x] > {k}) > {m}",
)  # fmt: skip
"""Conditions on the number {n}; some of them cannot be asked of every number."""


def condition(drawn: random.Random, seat: str, deep: int = 2) -> str:
    if deep and drawn.random() < 0.8:
        word = drawn.choice(("and", "or", "and", "not"))
        one, other = (condition(drawn, seat, deep - 1) for _ in range(2))
        return f"not ({one})" if word == "not" else f"({one}) {word} ({other})"
    return drawn.choice(ABOUT).format(p=seat, q=f"{seat}.left", n="n", d="d", k=drawn.randrange(3), m=drawn.randrange(1, 20))


def written(seed: int, folder: Path) -> Path:
    drawn, path = random.Random(seed), folder / f"counted-{seed}.rules"
    path.write_text(RULES.replace("WIDE", condition(drawn, "p")).replace("FIRST", condition(drawn, "you")).replace("SECOND", condition(drawn, "you")))
    return path


def asked(engine: Interpreter, state: object, site: int, seat: int) -> object:
    try:
        return engine.legal(state, site, seat)  # type: ignore[arg-type]
    except RulesFault as fault:
        return fault.fault


@pytest.mark.parametrize("seed", few.seeds(20))
def test_numbers_that_are_asked_at_once_pass_as_one_by_one(seed: int, tmp_path: Path) -> None:
    game = ruledsl.load(written(seed, tmp_path))
    plain, watched = game.program(2), game.program(2, watched=True)
    shared = [r.name for r in plain.regions if r.role == "variable"]
    engines = [Interpreter(plain), Native(plain, 0), Interpreter(watched)]
    states = [engine.start(seed) for engine in engines]
    drawn = random.Random(seed)
    for _ in range(30):
        if states[0].get("status") != ASKING:
            break
        seat = states[0].get("ask.seats").bit_length() - 1
        menus = [asked(engine, state, states[0].get("ask.site"), seat) for engine, state in zip(engines, states, strict=True)]
        assert menus[0] == menus[1] == menus[2]
        assert states[0].bytes() == states[1].bytes()
        assert all(states[0].get(name, i) == states[2].get(name, i) for name in shared for i in range(plain.region[name].count))
        values = {name: list(cells) for name, cells in states[0].regions().items()}
        for variable in plain.beside:
            keep_index(plain, values, variable)
        assert values == states[0].regions()
        if not isinstance(menus[0], list):
            break
        move = drawn.choice(menus[0])
        for engine, state in zip(engines, states, strict=True):
            for i in range(plain.region["move"].count):
                state.set("move", i, move[i] if i < len(move) else 0)
            state.set("move.seat", 0, seat)
            engine.resume(state)


def test_sets_are_kept_for_what_is_asked_of_many_numbers(tmp_path: Path) -> None:
    """Else the test above would hold nothing to anything."""
    programs = [ruledsl.load(written(seed, tmp_path)).program(2) for seed in few.seeds(20)]
    kept = {one.variable for program in programs for one in program.kept}
    assert kept == {"men", "heap", "lit"}
    assert sum(bool(program.kept) for program in programs) > 0.7 * len(programs)
