"""The set of states holds what was put in, and nothing else, whatever a key's length and however its parts are numbered."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ruledsl.ir.key import Field, Key
from ruledsl.ir.program import Program
from ruledsl.search.loops import TOP, stood
from ruledsl.search.states import Table, tree_size

PLENTY = 1 << 30


def key_of(words: int, bits: int = 64) -> Key:
    fields = tuple(Field("number", "x", n, 64 if n + 1 < words else bits, at=n) for n in range(words))
    none = Program.__new__(Program)
    return Key(none, none, (), (), fields, words)


class Filled:
    """A table and a plain set, filled with the same keys; growing where it must."""

    def __init__(self, words: int, valued: bool = False):
        self.table, self.plain = Table(key_of(words), valued), set[tuple[int, ...]]()
        self.keys, self.trees = np.zeros((1, words), np.uint64), np.zeros((1, tree_size(words)), np.uint32)
        self.ids = np.zeros(1, np.uint64)

    def place(self, key: tuple[int, ...]) -> tuple[int, bool]:
        table = self.table
        if table.full or len(self.plain) >= table.most:
            assert table.grow(len(self.plain), PLENTY)
        self.keys[0] = key
        stood(self.keys, self.trees, self.ids, 0, table.shape, table.nodes, table.names, table.index)
        return table.add(int(self.ids[0]))

    def add(self, key: tuple[int, ...]) -> None:
        at, new = self.place(key)
        assert new is (key not in self.plain)
        self.plain.add(key)
        if self.table.valued:
            self.table.values[at] = sum(key) % 251


@pytest.mark.parametrize(("words", "values"), [(1, 1 << 40), (2, 3000), (4, 12), (7, 400), (11, 3), (12, 5000), (23, 40)])
def test_every_key_is_found_again_and_no_other(words: int, values: int) -> None:
    rng, filled = random.Random(words), Filled(words, valued=True)
    some = [[rng.getrandbits(64) | 1 for _ in range(min(values, 20_000))] for _ in range(words)]
    for _ in range(20_000):
        filled.add(tuple(rng.choice(part) for part in some))
    for key in filled.plain:
        at, new = filled.place(key)
        assert not new
        assert filled.table.values[at] == sum(key) % 251
    for _ in range(1000):
        key = tuple(rng.choice(part) for part in some)
        assert filled.place(key)[1] is (key not in filled.plain)
        filled.plain.add(key)


def test_numbers_that_do_not_fit_in_one_word_are_numbered_again() -> None:
    rng, filled = random.Random(5), Filled(12)
    while len(filled.plain) < 3000:
        filled.add(tuple(rng.getrandbits(64) | 1 for _ in range(12)))
    assert filled.table.shape[TOP] >= 12


def test_few_values_take_few_bytes() -> None:
    rng, filled = random.Random(6), Filled(5)
    some = [[rng.getrandbits(64) | 1 for _ in range(300)] for _ in range(5)]
    while len(filled.plain) < 30_000:
        filled.add(tuple(rng.choice(part) for part in some))
    assert filled.table.bytes / len(filled.plain) < 10.5


def test_a_key_of_one_word_is_held_as_it_is() -> None:
    filled = Filled(1)
    filled.table = Table(key_of(1, bits=33))
    for n in range(1, 4000):
        filled.add((n * 2_000_003 % (1 << 33),))
    assert len(filled.table.nodes) == 0
    assert filled.table.bytes < 4000 * 5 / 0.6


def test_there_is_no_room_beyond_the_limit() -> None:
    filled = Filled(2)
    before = filled.table.roots
    assert not filled.table.grow(filled.table.most, filled.table.bytes)
    assert filled.table.roots is before
