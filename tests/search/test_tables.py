"""Tables that grow a part at a time: whatever has moved, each number is found where it is looked for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ruledsl.kernels import keys
from ruledsl.kernels.survey import Survey
from ruledsl.kernels.words import Shorts
from ruledsl.search import tables
from ruledsl.search.tables import PARTS, Table


class Pairs:
    """A survey of pairs alone, whose loops are the kernels as they stand."""

    def __init__(self, most: int) -> None:
        self.s = Survey(pairs=Shorts([0] * 2 * most), paired=0, moved=Shorts([]))
        self.arrays: dict[str, NDArray[Any]] = {}

    def set(self, **words: int) -> None:
        for name, word in words.items():
            setattr(self.s, name, word)

    def get(self, name: str) -> int:
        return int(getattr(self.s, name))

    def array(self, name: str, array: NDArray[Any]) -> None:
        self.arrays[name] = array

    def longer(self, name: str, room: int) -> None:
        self.arrays[name] = np.concatenate([self.arrays[name], np.zeros(room - len(self.arrays[name]), np.uint32)])

    def run(self, loop: str) -> None:
        self._lent()
        getattr(keys, loop)(self.s)
        self.arrays["pair_slots"][:] = self.s.pair_slots.numbers

    def _lent(self) -> None:
        self.s.pair_slots = Shorts(self.arrays["pair_slots"].tolist())
        if "moved" in self.arrays:
            self.s.moved = Shorts(self.arrays["moved"].tolist())

    def numbers(self, pairs: list[tuple[int, int]]) -> list[int]:
        """Of these pairs; each is kept if it is new."""
        self._lent()
        numbers = [keys.paired(self.s, *pair) for pair in pairs]
        self.arrays["pair_slots"][:] = self.s.pair_slots.numbers
        return numbers


@pytest.mark.parametrize("full", [1 / 2, 7 / 8, 0.99])
def test_whatever_grows_each_pair_is_found_again(monkeypatch: pytest.MonkeyPatch, full: float) -> None:
    """Also where runs are long, and go round the end."""
    monkeypatch.setattr(tables, "FULL", full)
    pairs, room = [(n // 9, n * n) for n in range(4_000)], Pairs(4_001)
    table = Table(room, "pair_", "enter_pairs", "enter_some_pairs", 60)  # type: ignore[arg-type]
    split = set()
    while room.get("paired") < len(pairs):
        known, more = room.get("paired"), min(len(pairs), table.bound)
        assert room.numbers(pairs[:more]) == [*range(more)] and more > known
        assert np.count_nonzero(room.arrays["pair_slots"]) == more == room.get("paired")
        split.add(table.split)
        table.grow(more + 1)
    assert len(split) == PARTS
    assert room.numbers(pairs) == [*range(len(pairs))]


def test_a_table_has_little_more_room_than_it_needs() -> None:
    """However many numbers there are, and no part of it is too full."""
    room = Pairs(1)
    table = Table(room, "pair_", "enter_pairs", "enter_some_pairs", 1 << 10)  # type: ignore[arg-type]
    for _ in range(5 * PARTS):
        assert 1.5 < table.size / table.bound < 1.75
        before = table.bound
        table.grow(before + 1)
        assert table.bound > before
