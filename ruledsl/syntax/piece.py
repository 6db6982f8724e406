"""One declaration of a text with its lines, and the numbers of these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from ruledsl.record import cached_property, field, record
from ruledsl.syntax.scan import Scan
from ruledsl.syntax.straying import may_stray
from ruledsl.syntax.token import Line

T = TypeVar("T")


class Key(tuple[T, ...]):
    """Lines, and what they are told apart by: they may be many, and are gone through once."""

    _hash: int | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = super().__hash__()
        return self._hash


@record
class Piece:
    """Lines of the text from the head of a declaration to the next. `inner` are the declarations inside it, if it only holds others together;
    their numbers are far apart too, whether it can be taken apart or not."""

    texts: Key[str]
    first: int
    below: list[tuple[int, int]] = field(default_factory=list)
    """Where the lines of each declaration inside it begin: in the piece, and by number."""
    scan: Scan = field(default_factory=Scan)
    inner: list[Piece] = field(default_factory=list)
    groups: list[list[Line]] = field(default_factory=list)

    @cached_property
    def numbers(self) -> list[int]:
        """Those of its lines."""
        starts = self.below or [(0, self.first)]
        ends = [*(n for n, _ in starts[1:]), len(self.texts)]
        return [first + n for (start, first), end in zip(starts, ends, strict=True) for n in range(end - start)]

    @cached_property
    def at(self) -> Mapping[int, str]:
        return dict(zip(self.numbers, self.texts, strict=True))

    def leaps(self) -> dict[int, int]:
        return {first: self.numbers[n - 1] for n, first in self.below[1:]}

    @cached_property
    def tokens(self) -> int:
        """How many there are in its lines."""
        return sum(len(line.tokens) for group in self.groups for line in group)

    @cached_property
    def strays(self) -> bool:
        """Does its first line leave those behind it without a block?"""
        return may_stray(self.scan.lines)
