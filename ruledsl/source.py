"""A rules text and places in it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

from ruledsl.record import cached_property, field, record


@record(frozen=True)
class Span:
    """A piece of one file. Lines and columns count from 1; the end column is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of another in the same file."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span("", 0, 0, 0, 0)
HOLE = re.compile(r"\{([^{}]*)\}")
"""What is filled in where a text is said."""


@record(frozen=True)
class Source:
    """The text of one rules file and the name it is shown under."""

    file: str
    text: str
    tags: dict[int, tuple[str, ...]] = field(default_factory=dict, compare=False)

    @cached_property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @cached_property
    def numbered(self) -> Mapping[int, str]:
        """The lines by the numbers that places name them by."""
        return dict(enumerate(self.lines, 1))

    def line(self, number: int) -> str:
        """The text of a line, without its end; empty if there is no such line."""
        return self.numbered.get(number, "")

    def above(self, number: int) -> int:
        """The number of the line above a line."""
        return number - 1

    def shown(self, number: int) -> int:
        """The number by which people know a line."""
        return number


def text_hash(texts: Iterable[str]) -> str:
    """A word for some texts, in order: another one for others."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]
