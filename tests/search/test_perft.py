"""Sequences of decisions, against numbers that are known."""

from __future__ import annotations

from itertools import accumulate
from operator import mul

import pytest

import ruledsl
from ruledsl.engine.backend import Block, Engine, engine_for
from ruledsl.ir.program import Program
from ruledsl.search.perft import _Counter, _Turns, perft

TIC_TAC_TOE = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_tic_tac_toe(engine: str) -> None:
    assert perft(ruledsl.load("tic-tac-toe").program(2), 9, engine=engine) == TIC_TAC_TOE


SPIEL = [
    ("hex", {}, [121, 14520]),
    ("go", {}, [82, 6643]),
    ("fences", {}, [131, 16677]),
    ("phantom-tic-tac-toe", {}, [9, 81, 648, 5112, 36288]),
    ("dark-hex", {}, [9, 81, 648, 5112, 36288]),
    ("dark-hex", {"size": 2}, [4, 16, 48, 96, 132, 108, 36, 0]),
    ("dark-hex", {"size": 2, "abrupt": True}, [4, 16, 48, 90, 132, 120, 60, 0]),
]
"""As OpenSpiel counts them."""


@pytest.mark.parametrize(("game", "options", "counts"), SPIEL)
def test_counted_by_openspiel(game: str, options: dict[str, int], counts: list[int]) -> None:
    program = ruledsl.load(game).program(2, options)
    assert perft(program, len(counts)) == counts
    assert perft(program, 1, engine="interp") == counts[:1]


COUNTED = [
    ("clobber", {}, [49, 2116, 80063]),
    ("clobber", {"rows": 3, "columns": 3}, [12, 88, 376, 936, 1840, 872, 592, 0]),
    ("gomoku", {}, [225, 50400]),
    ("dots-and-boxes", {"rows": 1, "columns": 2}, [7, 42, 210, 840, 2520, 5040, 5040, 0]),
    ("kalah", {}, [6, 35, 185, 942, 4690]),
    ("kalah", {"pits": 3, "seeds": 2}, [3, 8, 19, 40, 81, 150, 265]),
    ("brandubh", {}, [40, 960, 39512]),
    ("nine-mens-morris", {}, [24, 552, 12144]),
    ("ultimate-tic-tac-toe", {}, [81, 720, 6336]),
    ("oware", {}, [6, 36, 190, 1014, 5219]),
]
"""What short programs count that know nothing of the language."""


@pytest.mark.parametrize(("game", "options", "counts"), COUNTED)
def test_counted_apart(game: str, options: dict[str, int], counts: list[int]) -> None:
    program = ruledsl.load(game).program(2, options)
    assert perft(program, len(counts)) == counts
    assert perft(program, 2, engine="interp") == counts[:2]


def test_amazons_by_turn() -> None:
    """She moves and shoots in one turn. The first two numbers of the great board are well known."""
    game = ruledsl.load("amazons")
    assert perft(game.program(2), 1, by="turn") == [2176]
    assert perft(game.program(2, {"size": 4}), 3, by="turn") == [88, 4336, 139500]
    assert perft(game.program(2, {"size": 5}), 2, by="turn") == [260, 50422]
    assert perft(game.program(2, {"size": 4}), 1, engine="interp", by="turn") == [88]


def fen(engine: Engine, program: Program, text: str) -> Block:
    """White to move, as a chess program writes it down."""
    rows, _, rights, *_ = text.split()
    block, letters = engine.start(0, 0), "pnbrqk"
    for row, line in zip(range(8, 0, -1), rows.split("/"), strict=True):
        cells = "".join("." * int(c) if c.isdigit() else c for c in line)
        for column, c in enumerate(cells):
            block.set("piece", 8 * row - 8 + column, letters.find(c.lower()))
            block.set("side", 8 * row - 8 + column, -1 if c == "." else int(c.islower()))
    for n, right in enumerate("KQkq"):
        block.set("castles", n, int(right in rights))
    return block


SUITE = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq": [20, 400, 8902],
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq": [48, 2039, 97862],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w -": [14, 191, 2812, 43238],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq": [6, 264, 9467],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ": [44, 1486, 62379],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w -": [46, 2079, 89890],
}
"""The positions by which chess programs are tested."""


@pytest.mark.parametrize(("position", "counts"), SUITE.items())
def test_chess(position: str, counts: list[int]) -> None:
    program = ruledsl.load("chess").program(2)
    engine = engine_for(program, "native")
    found = _Counter(program, engine, None).count(fen(engine, program, position), len(counts))
    assert list(found) == counts
    reference = engine_for(program, "interp")
    assert _Counter(program, reference, None).count(fen(reference, program, position), 1) == (counts[0],)


def test_checkers_by_turn() -> None:
    """A chain of jumps is one turn. With few men chains come at once: then hops are more."""
    program = ruledsl.load("checkers").program(2)
    assert perft(program, 6, by="turn") == [7, 49, 302, 1469, 7361, 36768]
    assert perft(program, 3, engine="interp", by="turn") == [7, 49, 302]
    engine = engine_for(program, "native")
    block = engine.start(0, 0)
    men = {42: 0, 35: 1, 19: 1, 5: 1}
    for cell in range(64):
        block.set("man", cell, men.get(cell, -1))
    assert _Counter(program, engine, None).count(block, 2) == (1, 1)  # it jumps, and jumps again
    assert _Turns(program, engine, None).count(block, 2) == (1, 2)  # the other man has two ways to go


@pytest.mark.parametrize(("game", "depth", "by"), [("tic-tac-toe", 6, "hop"), ("kalah", 5, "hop"), ("checkers", 4, "turn"), ("kuhn-poker", 5, "hop")])
def test_several_processes_count_the_same(game: str, depth: int, by: str) -> None:
    program, told = ruledsl.load(game).program(2), list[int]()
    alone = perft(program, depth, 1, "native", by=by)
    assert perft(program, depth, 1, "native", progress=told.append, by=by, workers=3) == alone
    assert perft(program, depth, 1, "interp", by=by, workers=2) == alone
    assert told == sorted(told) and len(told) > 1, "each is told when it is done"


def test_one_seat_has_no_turns() -> None:
    with pytest.raises(ValueError, match="by turn"):
        perft(ruledsl.load("peg-solitaire").program(1), 2, by="turn")


def test_connect_four() -> None:
    counts = perft(ruledsl.load("connect-four").program(2), 7)
    assert counts == connect_four_by_hand(7)
    assert counts[:6] == [7**n for n in range(1, 7)]


def connect_four_by_hand(depth: int) -> list[int]:
    """The same numbers, counted with bit masks that know nothing of the language."""

    def won(mask: int) -> bool:
        return any(mask & mask >> s & mask >> 2 * s & mask >> 3 * s for s in (1, 6, 7, 8))

    def count(mine: int, theirs: int, left: int) -> list[int]:
        if won(theirs) or not left:
            return [0] * left
        spots = [1 << 7 * c + h for c in range(7) if (h := (mine | theirs).__rshift__(7 * c).__and__(63).bit_length()) < 6]
        below = [count(theirs, mine | spot, left - 1) for spot in spots]
        return [len(spots), *map(sum, zip(*below))]

    return count(0, 0, depth)


def test_behind_the_end_there_is_nothing() -> None:
    assert perft(ruledsl.load("kuhn-poker").program(2), 5) == [2, 4, 2, 0, 0]


def test_the_seed_deals() -> None:
    program = ruledsl.load("hearts").program(4, {"pass_cards": False})
    assert perft(program, 1, seed=3) == [1]
    assert len({tuple(perft(program, 4, seed, "interp")) for seed in range(5)}) > 1


def test_passing_takes_one_card_after_the_other() -> None:
    program = ruledsl.load("hearts").program(4)
    passing = next(counts for seed in range(9) if (counts := perft(program, 4, seed))[0] == 13)
    assert passing == list(accumulate([13, 12, 11, 13], mul))
