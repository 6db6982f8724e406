"""The room of searches over all states, held to what is written there: every row stands between numbers that nobody may touch; and the loops are run as plain
Python, too, where each row ends with its room, and no number has more bits than its row."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ruledsl.kernels import courses, doom, exploring, keys, lasting, notes, rounds
from ruledsl.kernels.survey import Survey
from ruledsl.kernels.words import Bytes, Shorts, Words
from ruledsl.native.surveying import SINGLE, survey_words, surveying
from ruledsl.search import exploring as rooms

ASIDE, MARK = 1024, 0xA5
"""Bytes on either side of a row, and what stands in them."""
UNTOUCHED = bytes([MARK]) * ASIDE
SORTS: dict[str, tuple[Any, Any]] = {
    "Words": (Words, ctypes.c_int64), "Shorts": (Shorts, ctypes.c_uint32), "Bytes": (Bytes, ctypes.c_uint8), "Reals": (Words, ctypes.c_double),
}  # fmt: skip
KERNELS = {name: kernel for module in (exploring, keys, notes, courses, lasting, doom, rounds) for name, kernel in vars(module).items()}


class Rooms:
    """The rows that searches have."""

    def __init__(self) -> None:
        self.sizes: dict[int, int] = {}
        self.kept: list[Any] = []  # of rows that are used no more, too

    def between(self, array: Any) -> Any:
        """The same numbers, between others."""
        whole = np.full(2 * ASIDE + array.nbytes, MARK, np.uint8)
        inside = whole[ASIDE : ASIDE + array.nbytes].view(array.dtype)
        inside[:] = array
        self.kept.append(whole)
        self.sizes[inside.ctypes.data] = array.nbytes
        return inside

    def look(self) -> None:
        """Has anybody written beside a row?"""
        for whole in self.kept:
            if not whole[:ASIDE].tobytes() == UNTOUCHED == whole[-ASIDE:].tobytes():
                raise AssertionError(f"something was written beside a row of {len(whole) - 2 * ASIDE} bytes")

    def row(self, sort: str, address: int) -> Any:
        kind, cell = SORTS[sort]
        return kind(Row(address, self.sizes[address], cell))


class Row(list[Any]):
    """A row of a survey in memory."""

    def __init__(self, address: int, size: int, cell: Any) -> None:
        self.address, self.width = address, ctypes.sizeof(cell)
        self.cells = (cell * (size // self.width)).from_address(address)
        self.low = -(1 << 63) if self.width == 8 else 0

    def __getitem__(self, index: Any) -> Any:
        return self.cells[self._inside(index)]

    def __setitem__(self, index: Any, value: Any) -> None:
        if not self.low <= value < self.low + (1 << 8 * self.width):
            raise AssertionError(f"{value} in {self.width} bytes")
        self.cells[self._inside(index)] = value

    def _inside(self, index: int) -> int:
        if not 0 <= index < len(self.cells):
            raise AssertionError(f"number {index} of a row of {len(self.cells)}")
        return index


class Face:
    """A survey in memory, as the loops have it in Python."""

    def __init__(self, found: Rooms, address: int) -> None:
        vars(self).update(found=found, words=type(survey_words()).from_address(address))

    def __getattr__(self, name: str) -> Any:
        sort, word = Survey.__annotations__[name], getattr(self.words, name)
        if sort == "int":
            return word
        return partial(self._call, word) if sort == "Code" else self.found.row(sort, word)

    def __setattr__(self, name: str, value: int) -> None:
        setattr(self.words, name, value)

    def _call(self, code: int, *given: Any) -> int:
        told = [one if isinstance(one, int) else one.numbers.address + one.first * one.numbers.width for one in given]
        kinds = [ctypes.c_int64 if isinstance(one, int) else ctypes.c_void_p for one in given]
        answer = int(ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(code)(*told))
        self.found.look()
        return answer


def loops(found: Rooms, plain: bool) -> SimpleNamespace:
    """The loops, of machine code or `plain`. Behind each it is seen what they left alone."""
    code = surveying()

    def looked(loop: Callable[..., int], *given: Any) -> int:
        answer = loop(*given)
        found.look()
        return answer

    def unpack(address: int, state: int, *rows: int) -> int:
        return keys.unpack(Face(found, address), state, *(found.row(sort, row) for sort, row in zip(("Shorts", "Shorts", "Words"), rows, strict=True)))  # type: ignore[arg-type]

    def course(address: int, state: int, far: int, out: int) -> int:
        return courses.course(Face(found, address), state, far, Words(Row(out, 16 * far, ctypes.c_int64)))  # type: ignore[arg-type]

    if not plain:
        return SimpleNamespace(
            loops={name: partial(looked, loop) for name, loop in code.loops.items()}, rewrite=partial(looked, code.rewrite),
            unpack=partial(looked, code.unpack), depth=code.depth, course=code.course,
        )  # fmt: skip
    return SimpleNamespace(
        loops={name: lambda address, loop=KERNELS[name]: looked(loop, Face(found, address)) for name in SINGLE},
        rewrite=lambda one, other: looked(keys.rewrite, Face(found, one), Face(found, other)),
        unpack=unpack, depth=lambda address, state: courses.depth(Face(found, address), state), course=course,  # type: ignore[arg-type]
    )  # fmt: skip


def held(monkeypatch: pytest.MonkeyPatch, plain: bool) -> Rooms:
    """From now on the room of searches is looked at."""
    found, own = Rooms(), {name: getattr(rooms.Stored, name) for name in ("array", "_block", "_keys")}

    def array(self: rooms.Stored, name: str, row: Any) -> None:
        own["array"](self, name, found.between(row))

    def block(self: rooms.Stored, survey: ctypes.Structure, name: str, many: int = 1) -> None:
        own["_block"](self, survey, name, many)
        words = found.between(self.arrays[name].view(np.uint64))
        self.arrays[name] = words.view(np.uint32)
        setattr(survey, name, words.ctypes.data)
        setattr(survey, f"{name.removesuffix('s')}_words", words.ctypes.data)

    def made(self: rooms.Stored) -> None:
        own["_keys"](self)
        self._spare = found.between(self._spare[0]), tuple(map(found.between, self._spare[1]))  # type: ignore[assignment]

    def longer(self: rooms.Stored, name: str, room: int) -> None:
        before = self.arrays[name]
        after = np.zeros(room, before.dtype)
        after[: len(before)] = before[:room]
        self.array(name, after)

    for name, method in {"array": array, "_block": block, "_keys": made, "longer": longer}.items():
        monkeypatch.setattr(rooms.Stored, name, method)
    monkeypatch.setattr(rooms, "surveying", lambda: loops(found, plain))
    return found
