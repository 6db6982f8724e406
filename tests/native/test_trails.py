"""The longest way along edges: both engines against every way there is, on multigraphs with loops and closed nodes."""

from __future__ import annotations

from random import Random

import pytest

from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Program
from ruledsl.ir.rng import signed
from ruledsl.ir.verify import VerifyError, verify
from ruledsl.kernels.lined import LARGE, LARGE_ROOM, QUICK, QUICK_ROOM
from ruledsl.kernels.trails import longest_way
from ruledsl.kernels.words import Words
from tests.native.build import program
from tests.native.compare import engines, outcome

Edge = tuple[int, int, int]
MAIN = "function main main 0 1\n  resumes start\n  start:\n    finish\n"
TEXT = "function longest{} value 2 3\n  start:\n    r2 = longest 1, rows{}, r0, r1 @4\n    return r2\n"


def naive(edges: list[Edge], passing: int) -> int:
    """All ways, one edge after the other."""
    best = 0

    def go(at: int, used: int, length: int) -> None:
        nonlocal best
        best = max(best, length)
        if length and not passing >> at & 1:
            return
        for n, (one, other, weight) in enumerate(edges):
            if not used >> n & 1 and at in (one, other):
                go(other if at == one else one, used | 1 << n, length + weight)

    for node in {end for edge in edges for end in edge[:2]}:
        go(node, 0, 0)
    return best


def tables(random: Random, nodes: int) -> tuple[int, ...]:
    """What 64 edges join, four of which join nothing; nodes are any numbers below 64."""
    names = random.sample(range(64), nodes)
    rows = [(random.choice(names), random.choice(names), random.choice((1, 1, 1, 2, 3, 7))) for _ in range(60)]
    return tuple(number for row in [*rows, *[(-1, -1, 0)] * 4] for number in row)


def of(table: tuple[int, ...], edges: int) -> list[Edge]:
    rows = list(zip(table[::3], table[1::3], table[2::3], strict=True))
    return [row for n, row in enumerate(rows) if edges >> n & 1]


def made(tables: dict[str, tuple[int, ...]]) -> Program:
    functions = "".join(TEXT.format(name, name) for name in tables)
    return program(MAIN + functions, tables={f"rows{name}": table for name, table in tables.items()})


def some(random: Random, most: int) -> int:
    return sum(1 << n for n in random.sample(range(60), random.randint(0, most)))


def compared(seed: int, times: int) -> None:
    random = Random(seed)
    known = {str(nodes): tables(random, nodes) for nodes in (2, 4, 6, 9, 14)}
    judge, others = engines(made(known), (2,))
    for _ in range(times):
        name = random.choice(list(known))
        edges, passing = some(random, 9), random.getrandbits(64) | random.getrandbits(64)
        expected = naive(of(known[name], edges), passing)
        for engine in (judge, *others):
            assert engine.call(engine.start(1), f"longest{name}", signed(edges), signed(passing)) == expected, (name, edges, passing)


def test_all_ways_are_gone_through() -> None:
    compared(1, 250)


@pytest.mark.parametrize("cap", [QUICK, LARGE])
def test_the_second_look_finds_the_same(cap: int) -> None:
    """Whatever stood in the room before."""
    random = Random(cap)
    room = QUICK_ROOM if cap == QUICK else LARGE_ROOM
    for nodes in (3, 5, 8) * (12 if cap == QUICK else 3):
        table, edges, passing = tables(random, nodes), some(random, 9), random.getrandbits(64)
        words = Words([random.getrandbits(40)] * room)
        found = longest_way(Words(table), Words([signed(edges)]), 1, Words([signed(passing)]), words, cap)
        assert found == naive(of(table, edges), passing)


def grid(rows: int, columns: int) -> list[Edge]:
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    return [(columns * r + c, columns * a + b, 1) for r, c in cells for a, b in ((r, c + 1), (r + 1, c)) if a < rows and b < columns]


def joined(edges: list[Edge]) -> tuple[int, ...]:
    return tuple(number for edge in [*edges, *[(-1, -1, 0)] * (64 - len(edges))] for number in edge)


KNOWN = {
    "grid": (grid(6, 6), 53),  # of 16 nodes with three edges two may stay odd, and seven edges mend the others
    "all": ([(a, b, 1) for a in range(11) for b in range(a)], 55),
    "odd": ([(a, b, 1) for a in range(10) for b in range(a)], 41),
    "both": ([(a, 8 + b, 1) for a in range(8) for b in range(8)], 64),
    "lines": ([(n, n + 1, n) for n in range(63)], 63 * 31),
    "many": ([(n % 3, n % 2, 1) for n in range(64)], 64),
}
"""Of 64 edges or little less, what is known without counting."""


def test_many_edges() -> None:
    judge, others = engines(made({name: joined(edges) for name, (edges, _) in KNOWN.items()}), (0, 2))
    for name, (edges, length) in KNOWN.items():
        for engine in (judge, *others):
            found = engine.call(engine.start(1), f"longest{name}", signed((1 << len(edges)) - 1), -1)
            assert found == length, (name, found)


def test_too_many_edges_and_what_is_none() -> None:
    """Of two words of edges."""
    text = "function longest value 3 4\n  start:\n    r3 = longest 2, rows, r0, r1, r2 @4\n    return r3\n"
    table = tuple(number for n in range(128) for number in ((n % 9, n % 7, 1) if n < 100 else (-1, -1, 0)))
    whole = program(MAIN + text, tables={"rows": table})
    judge, others = engines(whole, (2,))
    for one, other in ((-1, 0), (-1, 1), (0, 1 << 35), (0, 1 << 36), (-1, 1 << 36), (5, signed(1 << 63))):
        edges = one % (1 << 64) | other % (1 << 64) << 64
        number, none = edges.bit_count(), edges >> 100 != 0
        found = outcome(lambda: judge.call(judge.start(1), "longest", one, other, -1))  # noqa: B023
        assert (found in [(fault, whole.places[4]) for fault in (Fault.NO_EDGE, Fault.TANGLED)]) == (none or number > 64)
        for engine in others:
            assert outcome(lambda: engine.call(engine.start(1), "longest", one, other, -1)) == found  # noqa: B023


@pytest.mark.parametrize("wrong", [(0, -1, 1), (0, 64, 1), (-2, -2, 1), (0, 1, -1), (0, 1, 10**9 + 1)])
def test_a_table_that_is_none(wrong: Edge) -> None:
    for table in (joined([wrong]), joined([])[:-3]):
        with pytest.raises(VerifyError):
            verify(made({"": table}))
