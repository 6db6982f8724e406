"""A table of states by their keys, compiled: two states are one if their keys are equal, word for word."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ruledsl.search.loops import mixed
from ruledsl.search.machine import compiled, inlined

Words = NDArray[np.uint64]
Short = NDArray[np.int32]

PAUSED, WHOLE, FULL, FAULTY = range(4)
"""Why a search stops: it was enough for now, all states were seen, there is no room for more of them, something went wrong."""


@inlined
def hashed(keys: Words, row: int) -> int:
    """A number for a key."""
    number: Any = np.uint64(0)
    for n in range(keys.shape[1]):
        number = mixed(number * np.uint64(0x9E3779B97F4A7C15) + keys[row, n])
    return number  # type: ignore[no-any-return]


@inlined
def found(keys: Words, row: int, table: Short) -> int:
    """The place in the table of a key, or the free one where it belongs."""
    mask = np.uint64(len(table) - 1)
    at = np.uint64(hashed(keys, row)) & mask
    while table[at] >= 0:
        other, same = table[at], True
        for n in range(keys.shape[1]):
            if keys[other, n] != keys[row, n]:
                same = False
                break
        if same:
            break
        at = (at + np.uint64(1)) & mask
    return np.int64(at)  # type: ignore[return-value]


@compiled
def found_at(keys: Words, row: int, table: Short) -> int:
    """The place in the table of a key, for Python."""
    return found(keys, row, table)
