"""Words and marks as they stand in the text, and the lines that they make."""

from __future__ import annotations

from ruledsl.record import field, record
from ruledsl.source import Span


class Token:
    """One word or mark on one line; `end` is the column after it."""

    __slots__ = ("column", "end", "kind", "line", "text")

    def __init__(self, kind: str, text: str, line: int, column: int, end: int):
        self.kind = kind
        self.text = text
        self.line = line
        self.column = column
        self.end = end

    def span(self, file: str) -> Span:
        return Span(file, self.line, self.column, self.line, self.end)

    def same(self, other: Token) -> bool:
        """Does it say the same at the same place?"""
        here, there = (self.kind, self.text, self.line, self.column, self.end), (other.kind, other.text, other.line, other.column, other.end)
        return here == there

    def __repr__(self) -> str:
        return f"{self.kind}:{self.text}"


@record
class Line:
    """What is read as one line, though it may go on over several; `indent` counts blanks.

    A line that is not `sound` has been reported and is not parsed. One that stands for such a line has a block of statements if it
    is `code`.
    """

    indent: int
    tokens: list[Token] = field(default_factory=list)
    sound: bool = True
    code: bool = False

    @property
    def number(self) -> int:
        return self.tokens[0].line

    @property
    def has_colon(self) -> bool:
        """Does a head end with its colon, or have its block behind it?"""
        depth = 0
        for token in self.tokens:
            depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
            if token.kind == "COLON" and depth == 0:
                return True
        return False

    def span(self, file: str) -> Span:
        first, last = self.tokens[0], self.tokens[-1]
        return Span(file, first.line, first.column, last.line, last.end)
