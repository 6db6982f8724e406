"""Sequences of decisions, against numbers that are known."""

from __future__ import annotations

from itertools import accumulate
from operator import mul

import pytest

import ruledsl
from ruledsl.search.perft import perft

TIC_TAC_TOE = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_tic_tac_toe(engine: str) -> None:
    assert perft(ruledsl.load("tic-tac-toe").program(2), 9, engine=engine) == TIC_TAC_TOE


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
