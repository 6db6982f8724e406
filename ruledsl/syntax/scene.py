"""Where a parse stopped: the line, the word, and what would have fitted."""

from __future__ import annotations

from itertools import pairwise

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.record import cached_property, record
from ruledsl.source import Span
from ruledsl.syntax.automaton import Automaton
from ruledsl.syntax.errors import fault
from ruledsl.syntax.token import Line, Token
from ruledsl.syntax.words import DECLARATIONS, listed, spelt


@record(frozen=True)
class Scene:
    """A parse stopped at `line.tokens[place]`, read as `kind`; `place` is behind the last token for the end of the line.

    `inside` tells whether the line stands in a block of statements, `above` is the line of the token before, `over` the one before the line.
    """

    automaton: Automaton
    states: list[int]
    file: str
    line: Line
    above: Line | None
    place: int
    kind: str
    inside: bool
    over: Line | None

    @cached_property
    def expected(self) -> frozenset[str]:
        """The terminals that would have fitted."""
        return self.automaton.expected(self.states)

    @cached_property
    def written(self) -> dict[str, str]:
        return spelt(self.automaton.tables)

    @property
    def at_end(self) -> bool:
        return self.place >= len(self.line.tokens)

    @property
    def token(self) -> Token:
        """The token that does not fit; at the end of the line a token without text."""
        if not self.at_end:
            return self.line.tokens[self.place]
        last = self.line.tokens[-1]
        return Token("_NL", "", last.line, last.end, last.end)

    def word(self, place: int) -> str:
        """The text of a token of the line, "" where there is none."""
        return self.line.tokens[place].text if 0 <= place < len(self.line.tokens) else ""

    @property
    def first(self) -> str:
        return self.word(0)

    @property
    def before(self) -> str:
        return self.word(self.place - 1)

    @property
    def wants_block(self) -> bool:
        """Must a block follow?"""
        return self.expected == {"_INDENT"}

    @property
    def at_top(self) -> bool:
        """Does the line begin where only declarations stand?"""
        return self.place == 0 and "CHAPTER" in self.expected

    @property
    def complete(self) -> bool:
        """Is the line above one that has its value on it, and so no block?"""
        return self.above is not None and any(token.kind == "ASSIGN" for token in self.above.tokens)

    @property
    def hangs(self) -> bool:
        """Does the line begin like a rule that stands with a card?"""
        return self.above is not None and self.above.tokens[0].text == "card" and self.first in ("before", "after", "instead")

    def declares(self) -> bool:
        return self.first in DECLARATIONS

    @property
    def in_brackets(self) -> bool:
        """Is a bracket open before the token that does not fit?"""
        marks = [token.text for token in self.line.tokens[: self.place]]
        return sum(mark in ("(", "[", "{") for mark in marks) > sum(mark in (")", "]", "}") for mark in marks)

    @property
    def begins_another(self) -> bool:
        """Does a parameter begin, where one stands before it: `(p bonus)`, `(suit: Suit size: 1..3)`?"""
        comma = self.in_brackets and "COMMA" in self.expected and self.automaton.fits(self.states, "COMMA", self.kind)
        return comma and (self.first in ("def", "to", "phase") or self.first == "card" and self.word(self.place + 1) == ":")

    def adjoins(self, *words: str) -> bool:
        """Do these words end with the token that does not fit, without blanks between them?"""
        start = self.place - len(words) + 1
        tokens = self.line.tokens[max(start, 0) : self.place + 1]
        touching = all(a.end == b.column and a.line == b.line for a, b in pairwise(tokens))
        return tuple(token.text for token in tokens) == words and touching

    # ---- what is reported ----

    def span(self, start: int, end: int | None = None) -> Span:
        """From one token of the line to another."""
        tokens = self.line.tokens
        return tokens[start].span(self.file).to(tokens[start if end is None else end].span(self.file))

    @property
    def here(self) -> Span:
        return self.token.span(self.file)

    def report(self, row: str, span: Span | None = None, fix: tuple[Edit, ...] = (), **words: str) -> Diagnostic:
        return fault(row, span or self.here, fix, **words)

    def replaced(self, row: str, span: Span, text: str, **words: str) -> Diagnostic:
        """A fault that is mended by other text in its place."""
        return fault(row, span, (Edit(span, text),), **words)

    def listed(self) -> str:
        """What would have fitted, in words."""
        things = listed(self.expected, self.written)
        return f"here {things} could stand" if things else ""
