"""A rules text and places in it."""

from __future__ import annotations

from functools import cached_property

from ruledsl.record import field, record


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


@record(frozen=True)
class Source:
    """The text of one rules file and the name it is shown under."""

    file: str
    text: str
    tags: dict[int, tuple[str, ...]] = field(default_factory=dict, compare=False)

    @cached_property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    def line(self, number: int) -> str:
        """The text of a line, without its end; empty if there is no such line."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""
