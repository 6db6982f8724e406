"""Where in the grammar a place of the text is: what stands before it, and what could stand there."""

from __future__ import annotations

from collections import ChainMap
from typing import TYPE_CHECKING

from ruledsl.record import cached_property, record
from ruledsl.syntax.automaton import Automaton
from ruledsl.syntax.cache import grammar_tables
from ruledsl.syntax.piece import Piece
from ruledsl.syntax.scan import AWAITING, CARRYING, CLOSERS, OPENERS, Scanner
from ruledsl.syntax.token import Line, Token
from ruledsl.syntax.words import CODE_HEADS, spelt

if TYPE_CHECKING:
    from ruledsl.service.workspace import Document

CARRIED = CARRYING | {"and", "or"}
"""Words that carry on the line above."""


@record
class Spot:
    """A place. `before` are the words before it in its line, `partial` the beginning of a word that is being written there, `states` where a
    parse stands, `blocks` the first lines of the blocks around it, `met` where a parse stood before each of the words, as far as they fit. If it can
    only be more of the line above, `carrying` are the words with which that goes on there."""

    automaton: Automaton
    states: list[int]
    before: list[Token]
    partial: str
    blocks: list[list[Token]]
    met: list[list[int]]
    number: int
    indent: int
    carrying: frozenset[str] = frozenset()

    @cached_property
    def carried_on(self) -> list[str]:
        """What is missing of words of the grammar that are several, of which some have been written: `none` behind `or`, `of` behind `top`."""
        found: dict[str, None] = {}
        for n in range(1, min(len(self.before), len(self.met)) + 1):
            start = len(self.before) - n
            if start < len(self.met):
                begun = " ".join(token.text for token in self.before[start:]) + " "
                words = (self.written.get(kind, "") for kind in self.automaton.expected(self.met[start]))
                found |= dict.fromkeys(word[len(begun) :] for word in words if word.startswith(begun))
        return [*found]

    @cached_property
    def expected(self) -> frozenset[str]:
        kinds = self.automaton.expected(self.states)
        return frozenset(k for k in kinds if not self.carrying or self.written.get(k, "").split(" ")[0] in self.carrying)

    @cached_property
    def written(self) -> dict[str, str]:
        return spelt(self.automaton.tables)

    @property
    def heads(self) -> tuple[str, ...]:
        """The words with which the blocks around it begin."""
        return tuple(block[0].text for block in self.blocks)

    @property
    def in_code(self) -> bool:
        """Does it stand in a block of statements?"""
        return any(head in CODE_HEADS for head in self.heads)

    @cached_property
    def roles(self) -> frozenset[str]:
        """What a name would be here: the names of the rules of the grammar that it completes."""
        after = self.automaton.after(self.states, "NAME")
        if after is None:
            return frozenset()
        tables = self.automaton.tables
        rules = (tables.rules[-1 - code] for code in tables.rows[after[-1]].values() if code < 0)
        return frozenset(name for rule in rules for name in (rule.name, rule.origin))

    @cached_property
    def base(self) -> list[Token]:
        """The words before a dot: `p.hand` in `count(p.hand.`."""
        if not self.before or self.before[-1].kind != "DOT":
            return []
        return postfix(self.before[:-1])


def postfix(tokens: list[Token]) -> list[Token]:
    """The end of a line that is one thing with its parts, as `p.hand[2]`, `f(x).y`."""
    n = len(tokens)
    while n > 0:
        kind = tokens[n - 1].kind
        if kind in ("RPAR", "RSQB"):
            depth, n = 1, n - 1
            while n > 0 and depth:
                n -= 1
                depth += (tokens[n].kind in ("RPAR", "RSQB")) - (tokens[n].kind in ("LPAR", "LSQB"))
            if n > 0 and tokens[n - 1].kind in ("NAME", "RPAR", "RSQB"):
                continue
        elif kind in ("NAME", "NUMBER"):
            n -= 1
        if n > 0 and tokens[n - 1].kind == "DOT":
            n -= 1
            continue
        break
    return tokens[n:]


def spot(document: Document, line: int, column: int) -> Spot | None:
    """Where a place is; None inside a text or a comment."""
    text = document.lines[line - 1] if line <= len(document.lines) else ""
    column = max(1, min(column, len(text) + 1))
    start = column - 1
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    number = document.reading.number(line)
    to_come = {number: text[:start] + "x"}  # some words are such only before another one
    feed = _Feed(Automaton(grammar_tables(), ChainMap(to_come, dict(document.reading.tree.source.numbered))))
    aside = _aside(text[:start])
    if aside < 0:
        return None
    partial = text[start : column - 1]
    if aside:
        return _in_text(document, feed, number, (aside, start), partial)
    indent = len(text) - len(text.lstrip(" ")) if text.strip() and text[:start].strip() else start
    last: Line | None = None
    for each in _lines(document, number):
        first = each.tokens[0]
        if (first.line, first.column) >= (number, start + 1):
            break
        if each.tokens[-1].line >= number and (indent > each.indent or first.line == number):
            before = [token for token in each.tokens if (token.line, token.end) <= (number, start + 1)]
            feed.open(each.indent)
            feed.tokens([*before])
            return feed.spot(before, partial, number, indent)
        feed.line(each)
        last = each
    return _below(feed, last, partial, number, indent)


def _in_text(document: Document, feed: _Feed, number: int, place: tuple[int, int], partial: str) -> Spot:
    """A place inside the braces of a text."""
    feed.states = [feed.automaton.tables.begins["expression"]]
    found, _ = Scanner(document.reading.source, feed.automaton.tables.pattern).piece(document.reading.real_line(number), *place)
    before = [Token(token.kind, token.text, number, token.column, token.end) for token in found]
    feed.tokens(before)
    return feed.spot(before, partial, number, place[1])


def _below(feed: _Feed, last: Line | None, partial: str, number: int, indent: int) -> Spot:
    """A place at the beginning of a line: a new one, or more of the one above."""
    met, ended = feed.met, feed.ended
    if last is not None and ended is not None and indent > last.indent and (feed.hidden is not None or not feed.open(indent)):
        feed.states, feed.met = ended, met
        carrying = CARRIED | {"if"} if indent >= last.indent + 8 else CARRIED
        opened = sum((token.kind in OPENERS) - (token.kind in CLOSERS) for token in last.tokens) > 0
        return feed.spot(last.tokens, partial, number, indent, frozenset() if opened or last.tokens[-1].text in AWAITING else carrying)
    feed.open(indent)
    feed.met = []
    return feed.spot([], partial, number, indent)


def _aside(text: str) -> int:
    """-1 if a text ends inside quotes or behind a `#`; inside the braces of a text the place behind the brace; else 0."""
    quoted, n, braces = False, 0, list[int]()
    while n < len(text):
        letter = text[n]
        if letter == "\\" and quoted:
            n += 1
        elif letter == '"':
            quoted, braces = not quoted, []
        elif letter == "#" and not quoted:
            return -1
        elif letter == "{" and quoted:
            braces.append(n + 1)
        elif letter == "}" and braces:
            braces.pop()
        n += 1
    return (braces[-1] if braces else -1) if quoted else 0


def _lines(document: Document, number: int) -> list[Line]:
    """The lines of the declaration around a place, those of a `mode` or `variant` with the head before."""
    piece = _last(document.reading.pieces, number)
    if piece is None:
        return _scanned(document, number)
    inner = _last(piece.inner[1:], number)
    if inner is not None:
        return [*piece.inner[0].scan.lines, *inner.scan.lines]
    return piece.scan.lines


def _scanned(document: Document, number: int) -> list[Line]:
    """The same of a text that could not be read in pieces."""
    first = next((n for n in range(number, 0, -1) if document.lines[n - 1 : n] and document.lines[n - 1][:1].strip()), 1)
    scanner = Scanner(document.reading.source, grammar_tables().pattern)
    scanner.texts = {n: document.lines[n - 1] for n in range(first, number + 1) if n <= len(document.lines)}
    return scanner.scan().lines


def _last(pieces: list[Piece], number: int) -> Piece | None:
    return next((piece for piece in reversed(pieces) if piece.first <= number), None)


class _Feed:
    """Feeds lines to the automaton; one that does not fit is left out, with what stands below it."""

    def __init__(self, automaton: Automaton):
        self.automaton = automaton
        self.states = [automaton.tables.begins["declaration"]]
        self.levels = [0]
        self.blocks: list[list[Token]] = []
        self.ended: list[int] | None = None  # where the parse stood at the end of the last line, if its words fit
        self.hidden: int | None = None  # the indent of a line that was left out
        self.met: list[list[int]] = []

    def spot(self, before: list[Token], partial: str, number: int, indent: int, carrying: frozenset[str] = frozenset()) -> Spot:
        return Spot(self.automaton, self.states, before, partial, self.blocks, self.met, number, indent, carrying)

    def open(self, indent: int) -> bool:
        """Goes to an indent, in or out, as far as that can be."""
        while indent < self.levels[-1]:
            following = self.automaton.after(self.states, "_DEDENT")
            self.levels.pop()
            if self.blocks:
                self.blocks.pop()
            if following is not None:
                self.states = following
        if indent == 0 and len(self.states) > 1:
            self.states = [self.automaton.tables.begins["declaration"]]
        following = self.automaton.after(self.states, "_INDENT")
        if following is not None and indent > self.levels[-1]:
            self.levels.append(indent)
            self.states = following
            return True
        return indent == self.levels[-1] and following is None

    def line(self, line: Line) -> None:
        if self.hidden is not None and line.indent > self.hidden:
            return
        self.hidden = self.ended = None
        kept = self.states, list(self.levels), list(self.blocks)
        if self.open(line.indent) and self.tokens(line.tokens):
            self.ended = self.states  # also with a bracket that is still open
            following = self.automaton.after(self.states, "_NL")
            head = line.tokens[-1].kind == "COLON"
            if line.sound and (head or following is not None):
                self.states = following or self.states
                if head:
                    self.blocks = [*self.blocks[: len(self.levels) - 1], line.tokens]
                return
        self.states, self.levels, self.blocks = kept
        self.hidden = line.indent

    def tokens(self, tokens: list[Token]) -> bool:
        """Feeds the words of a line; False, and as far as they fit, if one does not."""
        index, self.met = 0, []
        while index < len(tokens):
            before = index
            kind, index = self.automaton.kind(tokens, index, self.states)
            self.met += [self.states] * (index - before)
            following = self.automaton.after(self.states, kind)
            if following is None:
                return False
            self.states = following
        return True
