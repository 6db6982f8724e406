"""The options that machine code has listed, each read when it is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import overload


class Rows(Sequence[tuple[int, ...]]):
    """Rows of numbers of one width. The first is an action's, and says how many of the others are its arguments."""

    def __init__(self, data: bytes, width: int, arity: Mapping[int, int]) -> None:
        self._numbers = memoryview(data).cast("q")
        self._width, self._arity = width, arity

    def __len__(self) -> int:
        return len(self._numbers) // self._width

    def columns(self) -> list[list[int]]:
        """The numbers by their place in a row, where all rows have as many arguments; none where they do not."""
        heads = self._numbers[:: self._width].tolist()
        many = {self._arity[number] for number in {*heads}}
        return [heads, *(self._numbers[n :: self._width].tolist() for n in range(1, 1 + many.pop()))] if len(many) == 1 else []

    @overload
    def __getitem__(self, at: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, at: slice) -> list[tuple[int, ...]]: ...
    def __getitem__(self, at: int | slice) -> tuple[int, ...] | list[tuple[int, ...]]:
        if isinstance(at, slice):
            return list(self)[at]
        number = at + len(self) if at < 0 else at
        if not 0 <= number < len(self):
            raise IndexError(f"there are {len(self)} options, and none at {at}")
        begins = number * self._width
        return tuple(self._numbers[begins : begins + 1 + self._arity[self._numbers[begins]]])

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        numbers, arity, width = self._numbers.tolist(), self._arity, self._width
        return (tuple(numbers[at : at + 1 + arity[numbers[at]]]) for at in range(0, len(numbers), width))
