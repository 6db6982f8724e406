"""Every operation and every trap, once in each tier, against the reference engine; the results lie in `out`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruledsl.ir import ops
from ruledsl.ir.ops import OPS, Fault
from ruledsl.record import replace
from tests.native.build import program
from tests.native.compare import engines, outcome, same_game, same_start

LOW, HIGH = -(1 << 63), (1 << 63) - 1
EDGES = (LOW, LOW + 1, -65, -64, -3, -1, 0, 1, 2, 3, 63, 64, 100, 1 << 32, HIGH)
BINARY = ("add", "sub", "mul", "div", "mod", "eq", "ne", "lt", "le", "and", "or", "xor", "mix", "shl", "shr")
UNARY = ("not", "popcount", "lowbit", "highbit", "copy", "card_of")

MAIN = "function main main 0 20\n  resumes start\n  start:\n"


def main(*lines: str) -> str:
    """A game of one block; registers 0..3 are 0..3 and 4 is 12."""
    numbers = [f"r{n} = const {n}" for n in range(4)] + ["r4 = const 12"]
    return MAIN + "\n".join(f"    {line}" for line in (*numbers, *lines, "finish")) + "\n"


def loaded(*numbers: int) -> list[str]:
    """Numbers that no compiler knows, in registers 10 and on: they go through the block."""
    lines = []
    for n, number in enumerate(numbers):
        lines += [f"r9 = const {n}", f"r10 = const {number}", "store out[r9], r10"]
    lines += [line for n in range(len(numbers)) for line in (f"r9 = const {n}", f"r{10 + n} = load out[r9]")]
    return lines


@pytest.mark.parametrize("op", BINARY)
def test_binary_operations_on_edge_values(op: str) -> None:
    functions = [f"function {op} value 2 3\n  start:\n    r2 = {op} r0, r1 @7\n    return r2\n"]
    for n, edge in enumerate(EDGES):
        for side, (a, b) in (("left", ("r1", "r0")), ("right", ("r0", "r1"))):
            functions.append(f"function {side}{n} value 1 3\n  start:\n    r1 = const {edge}\n    r2 = {op} {a}, {b} @8\n    return r2\n")
    _compare_calls(functions)


@pytest.mark.parametrize("op", [f"{op} r0" for op in UNARY] + ["natural r0, RANGE"])
def test_unary_operations_on_edge_values(op: str) -> None:
    functions = [f"function any value 1 2\n  start:\n    r1 = {op} @7\n    return r1\n"]
    for n, edge in enumerate(EDGES):
        functions.append(f"function fixed{n} value 0 2\n  start:\n    r0 = const {edge}\n    r1 = {op} @8\n    return r1\n")
    _compare_calls(functions)


def test_what_is_tried_on_edge_values() -> None:
    """It writes, reads what it has written, faults, and nothing stays; one that is tried tries another one."""
    writes = [*loaded(3), "store out[r0], r1", "r11 = load out[r0]"]
    lines = "".join(f"    {line} @8\n" for line in writes)
    _compare_calls(
        [
            "function g value 2 5\n  start:\n    r2 = trial t, r0, r1 @7\n    r3 = const 0\n    r4 = load out[r3]\n    r4 = xor r4, r2\n    return r4\n",
            f"function t trial 2 14\n  start:\n{lines}    r12 = trial u, r11\n    r13 = load small[r0] @6\n    r12 = xor r12, r13\n    return r12\n",
            "function u trial 1 3\n  start:\n    r1 = const 1\n    store small[r0], r1 @9\n    r2 = load out[r0] @5\n    return r2\n",
        ]
    )


def test_select_table_and_calls_on_edge_values() -> None:
    _compare_calls(
        [
            "function choose value 2 3\n  start:\n    r2 = select r0, r1, r0\n    return r2\n",
            "function prime value 1 2\n  start:\n    r1 = table prime[r0] @4\n    return r1\n".replace("prime[r0]", "prime, r0"),
            "function far value 1 2\n  start:\n    r1 = table far, r0 @5\n    return r1\n",
            "function both value 2 4\n  start:\n    r2 = call prime, r0 @6\n    r3 = call far, r2 @7\n    return r3\n",
            "function pair value 2 4\n  start:\n    r2 = call choose, r0, r1\n    r3 = add r2, r2 @9\n    return r3\n",
        ]
    )


def _compare_calls(functions: list[str]) -> None:
    made = program(main() + "".join(functions))
    judge, others = engines(made)
    state = judge.start(1)
    before = state.bytes()
    for function in (f for f in functions if f.split()[2] == "value"):
        name, params = function.split()[1], int(function.split()[3])
        for a in EDGES if params else (0,):
            for b in EDGES if params == 2 else (0,):
                arguments = (a, b)[:params]
                expected = outcome(lambda: judge.call(state, name, *arguments))  # noqa: B023
                for other in others:
                    there = other.start(1)
                    found = outcome(lambda: other.call(there, name, *arguments))  # noqa: B023
                    assert found == expected, (name, arguments)
                    assert there.bytes() == state.bytes() == before


GOOD = {
    "store and load widths": ["r5 = const -3", "store small[r1], r5", "r6 = load small[r1]", "store out[r1], r6", "r5 = const -40000",
                              "store wide[r2], r5", "r6 = load wide[r2]", "store out[r2], r6", "r6 = load byte[r3]", "store out[r3], r6"],
    "fill": ["r5 = const 100", "r6 = const 0", "fill small[r6], r4, 0", "fill small[r4], r5, 0", "fill small[r3], r0, 0", "r6 = const -1",
             "r7 = const 63", "r6 = shr r6, r7", "fill wide[r6], r5, 0", "r7 = load wide[r2]", "store out[r1], r7"],
    "random": ["r5 = const 6", "r6 = random r5", "store out[r1], r6", "r5 = const 4294967295", "r6 = random r5", "store out[r2], r6",
               "r5 = const 3221225473", "r6 = random r5", "store out[r3], r6"],
    "tick": ["tick", "tick"],
    "draw a settled card": ["r5 = zcount deck[r0]",
                            "zshuffle deck[r0]", "r6 = zloose deck[r0]", "store out[r0], r6", "zsettle deck[r0], r1",
                            "r7 = ztop deck[r0]", "store out[r1], r7", "zput hand[r2], r7", "store out[r2], r5"],
    "a loose card leaves": ["zshuffle deck[r0]", "zsettle deck[r0], r1", "r7 = znth deck[r0], r1", "zput hand[r1], r7"],
    "a settled card leaves from below": ["r7 = zat deck[r0], r1", "zput hand[r1], r7"],
    "to the bottom": ["r7 = znext hand[r0], r0", "zunder open[r0], r7", "zunder open[r0], r3", "r8 = ztop open[r0]", "store out[r0], r8"],
    "to the bottom of its own zone": ["r7 = ztop deck[r0]", "zunder deck[r0], r7"],
    "to the top of its own zone": ["r7 = zat deck[r0], r0", "zput deck[r0], r7", "zput hand[r0], r2", "zput hand[r0], r2"],
    "out of the box": ["r7 = const 11", "zput row[r1], r7", "r7 = const 10", "zput hand[r1], r7"],
    "has": [f"r{5 + n} = zhas hand[r{n}], r{m}" for n, m in ((0, 2), (1, 2), (2, 3), (0, 4))]
    + [f"store out[r{n}], r{5 + n}" for n in range(4)] + ["r5 = const -1", "r6 = zhas bag[r0], r5", "store out[r1], r6"],
    "among words that there are, and others": [
        line for n, word in enumerate((0, -1, 1, -(1 << 63), (1 << 63) - 1, 1 << 58))
        for line in (f"r5 = among {word}, r1, r3", f"r6 = const {n % 3}", "store out[r6], r5",
                     "r7 = const -1", f"r5 = among {word}, r2, r7", "store out[r3], r5")
    ],
    "held": ["r5 = zheld hand[r0]", "store out[r0], r5", "r6 = zheld row[r1]", "store out[r1], r6", "zput row[r2], r3",
             "r7 = zheld row[r0]", "store out[r2], r7"],
    "what is settled has a place": ["zshuffle deck[r0]", "zsettle deck[r0], r1", "r5 = zcount deck[r0]", "r5 = sub r5, r1", "r6 = zat deck[r0], r5",
                                    "store out[r0], r6", "r6 = znth deck[r0], r5", "store out[r1], r6", "r6 = znth hand[r0], r1", "store out[r2], r6"],
    "the n-th of a set": ["r5 = zat hand[r0], r1", "store out[r0], r5", "r6 = ztop hand[r1]", "store out[r1], r6",
                          "r6 = ztop hand[r2]", "store out[r2], r6", "r7 = ztop row[r2]", "store out[r3], r7"],
    "next": [line for n, start in enumerate((-9223372036854775808, -1, 2, 7, 63, 64, 9223372036854775807))
             for line in (f"r5 = const {start}", "r6 = znext hand[r0], r5", f"r7 = const {n}", "store out[r7], r6")],
    "all, a set on a pile": ["zall hand[r0], open[r0]", "zall hand[r1], open[r0]", "zall heap[r0], row[r2]"],
    "all, loose cards": ["zshuffle deck[r0]", "zall deck[r0], open[r0]", "zall open[r0], hand[r2]", "zall hand[r2], hand[r2]"],
    "all, to another instance": ["zall hand[r0], hand[r1]", "r7 = zat deck[r0], r0", "zput pair[r1], r7", "zall pair[r1], pair[r2]"],
    "all, to itself": ["zshuffle deck[r0]", "zall deck[r0], deck[r0]"],
    "gather": ["zshuffle deck[r0]", "zgather open[r0]", "zgather hand[r1]"],
    "shuffle a set": ["zshuffle hand[r1]", "zshuffle heap[r0]"],
    "know": ["r5 = const 5", "know r2, r5", "r7 = const 10", "know r7, r5", "zknow deck[r0], r3", "zknow hand[r2], r4",
             "zshuffle deck[r0]", "zknow deck[r0], r5", "know r0, r5", "zsettle deck[r0], r0", "zknow deck[r0], r5", "know r0, r5"],
    "glimpse": ["r5 = const 7", "zknow hand[r0], r5", "glimpse r2, r5", "zput hand[r1], r3", "glimpse r3, r3", "r6 = const 4", "glimpse r6, r3",
                "zput bag[r0], r2", "glimpse r2, r5", "zknow fan[r1], r3", "glimpse r1, r5", "zshuffle deck[r0]", "glimpse r0, r5"],
    "glimpse several": ["r5 = const 7", "zknow hand[r0], r5", "r6 = const 0", "r6 = among 0, r6, r2", "r6 = among 1, r6, r3", "glimpse r1, r5, r6",
                        "r7 = const -1", "r6 = among 0, r6, r7", "glimpse r2, r5, r6", "zknow fan[r1], r3", "glimpse r1, r5, r6"],
    "theft from a hand": ["r5 = const 7", "zknow hand[r0], r5", "zput hand[r1], r2", "r5 = const 7", "zput bag[r0], r5"],
    "theft from a fan": ["r5 = const 7"] + [line for n in range(4) for line in (f"zput fan[r1], r{n}",)]
    + ["zknow fan[r1], r5", "zput fan[r2], r1", "zunder fan[r1], r3", "zput bag[r0], r2", "zput fan[r1], r0"],
    "theft that an open heap shows": ["r5 = const 7", "zknow hand[r0], r5", "zput heap[r0], r2"],
    "the only card moves": ["r5 = const 7", "zput bag[r0], r2", "zknow bag[r0], r5", "zput hand[r2], r2"],
    "one of two unseen cards moves": ["r5 = const 7", "zput bag[r0], r2", "zput bag[r0], r3", "zknow bag[r0], r5", "zput hand[r2], r2"],
}  # fmt: skip


@pytest.mark.parametrize(("cards", "tiers"), [(12, (0, 2)), (70, (0,)), (150, (1,))])
@pytest.mark.parametrize("name", GOOD)
def test_operations_on_the_state(name: str, cards: int, tiers: tuple[int, ...]) -> None:
    assert isinstance(same_start(program(main(*GOOD[name]), cards, away=cards - 10), (1, 2), tiers), bytes)


BAD = {
    "load": (Fault.BOUNDS, ["r5 = const 16", "r6 = load out[r5] @3"]),
    "load below": (Fault.BOUNDS, ["r5 = const -1", "r6 = load out[r5] @3"]),
    "store": (Fault.BOUNDS, ["r5 = const 4", "store small[r5], r1 @3"]),
    "fill": (Fault.BOUNDS, ["r5 = const 16", "fill small[r5], r1, 0 @3"]),
    "fill too much": (Fault.RANGE, ["r5 = const 101", "fill small[r1], r5, 0 @3"]),
    "store too much": (Fault.RANGE, ["r5 = const 101", "store small[r1], r5 @3"]),
    "store too little": (Fault.RANGE, ["r5 = const -4", "store small[r1], r5 @3"]),
    "store beyond a byte": (Fault.RANGE, ["r5 = const 256", "store byte[r1], r5 @3"]),
    "table": (Fault.BOUNDS, ["r5 = const 5", "r6 = table prime, r5 @3"]),
    "add": (Fault.OVERFLOW, [f"r5 = const {HIGH}", "r6 = add r5, r1 @3"]),
    "divide": (Fault.DIVISION, ["r6 = div r1, r0 @3"]),
    "lowest by -1": (Fault.OVERFLOW, [f"r5 = const {LOW}", "r6 = const -1", "r7 = div r5, r6 @3"]),
    "lowbit": (Fault.NO_MEMBER, ["r6 = lowbit r0 @3"]),
    "highbit": (Fault.NO_MEMBER, ["r6 = highbit r0 @3"]),
    "shift": (Fault.BOUNDS, ["r5 = const 64", "r6 = shl r1, r5 @3"]),
    "random of nothing": (Fault.NO_MEMBER, ["r6 = random r0 @3"]),
    "random of too many": (Fault.OVERFLOW, ["r5 = const 4294967296", "r6 = random r5 @3"]),
    "no such instance": (Fault.BOUNDS, ["r6 = zcount hand[r3] @3"]),
    "no card there": (Fault.NO_CARD, ["r6 = zat deck[r0], r4 @3"]),
    "no card below": (Fault.NO_CARD, ["r5 = const -1", "r6 = zat deck[r0], r5 @3"]),
    "no card in the hand": (Fault.NO_CARD, ["r6 = zat hand[r2], r0 @3"]),
    "no card before the first": (Fault.NO_CARD, ["r5 = const -1", "r6 = zat hand[r0], r5 @3"]),
    "no card there, settled or not": (Fault.NO_CARD, ["zshuffle deck[r0]", "r6 = znth deck[r0], r4 @3"]),
    "a place in a shuffled pile": (Fault.UNSETTLED, ["zshuffle deck[r0]", "zsettle deck[r0], r1", "r6 = zat deck[r0], r1 @3"]),
    "loose top": (Fault.UNSETTLED, ["zshuffle deck[r0]", "r6 = ztop deck[r0] @3"]),
    "settle nothing": (Fault.NO_CARD, ["zsettle deck[r0], r0 @3"]),
    "settle a set": (Fault.NO_CARD, ["zsettle hand[r0], r0 @3"]),
    "put no card": (Fault.NO_CARD, ["zput hand[r0], r4 @3"]),
    "put less than a card": (Fault.NO_CARD, ["r5 = const -1", "zput hand[r0], r5 @3"]),
    "put into a full zone": (Fault.FULL, [f"zput book[r0], r{n}" for n in range(3)] + ["zput book[r0], r3 @3"]),
    "under loose cards": (Fault.UNSETTLED, ["zshuffle deck[r0]", "zunder deck[r0], r2 @3"]),
    "all into a small zone": (Fault.FULL, ["zall deck[r0], book[r0] @3"]),
    "all, loose on a row": (Fault.UNSETTLED, ["zput bag[r0], r0", "zshuffle deck[r0]", "zall deck[r0], row[r1] @3"]),
    "all, loose on others": (Fault.UNSETTLED, ["zput open[r0], r2", "zshuffle deck[r0]", "zall deck[r0], open[r0] @3"]),
    "gather into a small zone": (Fault.FULL, ["zgather bag[r0] @3"]),
    "know no card": (Fault.NO_CARD, ["know r4, r1 @3"]),
    "glimpse no card": (Fault.NO_CARD, ["glimpse r4, r1 @3"]),
    "glimpsed by nobody there": (Fault.RANGE, ["r5 = const 8", "glimpse r1, r5 @3"]),
    "known to nobody there": (Fault.RANGE, ["r5 = const 8", "know r1, r5 @3"]),
    "all known to nobody there": (Fault.RANGE, ["r5 = const -1", "zknow deck[r0], r5 @3"]),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_traps(name: str) -> None:
    fault, lines = BAD[name]
    made = program(main(*lines))
    assert same_start(made, tiers=(0, 2)) == (fault, made.places[3])


@pytest.mark.parametrize("fault", Fault)
def test_trap_stops_with_its_fault(fault: Fault) -> None:
    made = program(f"{MAIN}    trap {fault.name} @9\n")
    assert same_start(made, tiers=(1,)) == (fault, made.places[9])


def test_fuel_ends_a_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ops, "FUEL", 20)
    text = "function main main 0 2\n  resumes start\n  start:\n    tick @4\n    jump start\n"
    made = program(text)
    assert same_start(made) == (Fault.FUEL, made.places[4])
    counted = (
        "function turn value 1 3\n  a:\n    jump b\n  b:\n    tick @5\n    r1 = const 1\n    r0 = sub r0, r1\n"
        "    branch r0, b, c\n  c:\n    return r0\n"
    )
    calls = [line for n in (9, 11) for line in (f"r5 = const {n}", "r6 = call turn, r5 @6")]
    assert isinstance(same_start(program(main(*calls) + counted)), bytes)
    made = program(main(*calls, "tick @7") + counted)
    assert same_start(made) == (Fault.FUEL, made.places[7])


GAME = """
function main main 0 8
  resumes start, again
  start:
    r0 = const 0
    r1 = const 1
    r2 = const 4
    ask 0, r2, r0, again
  again:
    r0 = const 0
    r1 = const 1
    r2 = const 2
    r3 = load move[r1]
    r4 = load out[r0]
    r4 = add r4, r3
    store out[r0], r4
    r5 = load decisions[r0]
    r6 = const 9
    r7 = lt r5, r6
    r4 = add r5, r1
    branch r7, go, end
  go:
    switch r7, end, ask
  ask:
    r7 = mod r5, r2
    branch r7, choice, chance
  choice:
    ask 0, r4, r0, again
  chance:
    ask 1, r0, r6, again
  end:
    finish
"""


@pytest.mark.parametrize("tier", [0, 1, 2])
def test_decisions_and_chance(tier: int) -> None:
    for seed in range(3):
        assert same_game(program(GAME), seed, tier, chance=seed % 2) > 9


def test_asking_more_than_there_is() -> None:
    for line in ("ask 0, r4, r0, start @3", "ask 1, r0, r5, start @3"):
        made = program(main("r5 = const 65536")[: -len("    finish\n")] + f"    {line}\n")
        assert same_start(made) == (Fault.RANGE, made.places[3])


def test_too_many_options() -> None:
    text = "function many legal 1 2\n  start:\n    r1 = const 3\n    jump on\n  on:\n    option 0, r0 @8\n    jump on\n"
    made = program(main() + text, max_options=30)
    made.sites = (made.sites[0].__class__("choice", "many", 0, (), legal="many"),)
    judge, others = engines(made)
    every: list[Any] = [judge, *others]
    for engine in every:
        state = engine.start(1)
        assert outcome(lambda: engine.legal(state, 0, 1)) == (Fault.TOO_MANY, made.places[8])  # noqa: B023


def test_options_by_bits() -> None:
    text = "function many legal 1 3\n  start:\n    r1 = const {}\n    options -2, 64, r1 @8\n    option -1\n    return r0\n"
    for members in (0, 5, -1, -(1 << 63), (1 << 63) - 1):
        made = program(main() + text.format(members), max_options=40)
        made.sites = (made.sites[0].__class__("choice", "many", 0, (), legal="many"),)
        judge, others = engines(made)
        found = outcome(lambda: judge.legal(judge.start(1), 0, 1))  # noqa: B023
        bits = [n for n in range(64) if members >> n & 1]
        assert found == ((Fault.TOO_MANY, made.places[8]) if len(bits) > 40 else [*((-2, 64 + n) for n in bits), (-1,)])
        for other in others:
            assert outcome(lambda: other.legal(other.start(1), 0, 1)) == found  # noqa: B023


def test_an_option_is_written_once() -> None:
    text = "function many legal 1 3\n  start:\n    option -2, r0\n" + "    r1 = const {}\n    once -2, r1 @8\n" * 4 + "    return r0\n"
    for numbers in ((1, 1, 1, 1), (2, 1, 2, 3), (5, 6, 7, 5), (5, 6, 7, 8)):
        made = program(main() + text.format(*numbers), max_options=4)
        made.sites = (made.sites[0].__class__("choice", "many", 0, (), legal="many"),)
        judge, others = engines(made)
        found = outcome(lambda: judge.legal(judge.start(1), 0, 1))  # noqa: B023
        assert found == ((Fault.TOO_MANY, made.places[8]) if len({1, *numbers}) > 4 else [(-2, n) for n in dict.fromkeys((1, *numbers))])
        for other in others:
            assert outcome(lambda: other.legal(other.start(1), 0, 1)) == found  # noqa: B023


def test_options_by_pairs() -> None:
    sets = "    r2 = const {}\n    r3 = const {}\n    pairs 0, 64, {}, far, r1, r2, r3 @8\n"
    text = "function many legal 1 4\n  start:\n    r1 = const 9\n" + sets + "    option -1\n    return r0\n"
    text += "".join(f"function yes{n} value {n} {n}\n  start:\n    return r0\n" for n in (3, 4))
    for one, other, times in ((0, 0, 0), (5, 4, 0), (5, 4, 1), (-1, 0, 1), (-(1 << 63), -(1 << 63), 0), (6, (1 << 63) - 1, 1)):
        made = program(main() + text.format(one, other, times), max_options=40, tables={"far": (-7, 1 << 40)}, arguments=3)
        (take,) = made.actions
        params = tuple(replace(take.params[0], member=name) for name in ("yes", "yes3", "yes4"))
        made.actions = (replace(take, params=params, guard="yes4"),)
        made.sites = (made.sites[0].__class__("choice", "many", 0, (), legal="many"),)
        judge, others = engines(made)
        found = outcome(lambda: judge.legal(judge.start(1), 0, 1))  # noqa: B023
        those = [
            (0, 9, 64 + n, second + times * (64 + n)) for n in range(64) for second, members in ((-7, one), (1 << 40, other)) if members >> n & 1
        ]
        assert found == ((Fault.TOO_MANY, made.places[8]) if len(those) > 40 else [*those, (-1,)])
        for engine in others:
            assert outcome(lambda: engine.legal(engine.start(1), 0, 1)) == found  # noqa: B023


def test_every_operation_is_here() -> None:
    """Or in the tests of melds and of longest ways."""
    text = "".join(Path(__file__).with_name(name).read_text() for name in ("test_ops.py", "test_melds.py", "test_trails.py"))
    assert [op for op in OPS if f"{op} " not in text and f'"{op}"' not in text] == []
