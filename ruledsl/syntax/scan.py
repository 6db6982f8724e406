"""From text to lines of tokens: what goes on over several lines is joined, comments and tags are set aside."""

from __future__ import annotations

import re

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.record import field, record, replace
from ruledsl.source import Source, Span
from ruledsl.syntax.errors import fault
from ruledsl.syntax.limits import MAX_BRACKETS, MAX_NOTED, UNSEEN
from ruledsl.syntax.strange import strange
from ruledsl.syntax.tables import TAG
from ruledsl.syntax.token import Line, Token

OPENERS = {"LPAR": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE"}
CLOSERS = frozenset(OPENERS.values())
BRACKETS = {"LPAR": "(", "RPAR": ")", "LSQB": "[", "RSQB": "]", "LBRACE": "{", "RBRACE": "}"}
CARRYING = frozenset({"=", "+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "|", "&", "in", "is"}) | frozenset(
    "while from at then else by ranked again as".split()
)
"""What carries on an unfinished line, if it stands further in: no line of a block begins with it where none was opened."""
AWAITING = frozenset({",", "=", "+=", "-=", "+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "|", "&", "and", "or", "not", "else"})
"""What leaves a line unfinished: if the next one stands further in, it belongs to it. None of these can be a name."""
MAX_DIGITS = 18
_UNKNOWN = re.compile(r"@[\w-]*|\d\w*|.", re.DOTALL)
_TRAILING_TAGS = re.compile(rf"((?:(?:^#|\s){TAG})+)\s*$")


@record
class Scan:
    """The lines of a file, and what belongs to its lines without being read."""

    lines: list[Line] = field(default_factory=list)
    tags: dict[int, tuple[str, ...]] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)
    faults: list[Diagnostic] = field(default_factory=list)


class Scanner:
    """Scans one file."""

    def __init__(self, source: Source, pattern: re.Pattern[str]):
        self.source = source
        self.file = source.file
        self.texts = source.numbered
        self.pattern = pattern
        self.result = Scan()
        self.open: list[Token] = []
        self.tabs = False

    def scan(self) -> Scan:
        """All lines of the file."""
        for number, text in self.texts.items():
            tokens, sound = self._tokens(text, number)
            if tokens:
                self._place(tokens, sound, text)
        if self.open:
            self._unclosed()
        return self.result

    def _place(self, tokens: list[Token], sound: bool, text: str) -> None:
        """Puts the tokens of one line of text into the line they belong to."""
        indent = len(text[: tokens[0].column - 1].expandtabs(4))
        lines = self.result.lines
        if lines and self._goes_on(lines[-1], indent, tokens):
            lines[-1].tokens.extend(tokens)
        else:
            if self.open:
                self._unclosed()
            lines.append(Line(indent, list(tokens)))
        if not sound:
            lines[-1].sound = False
        self._match(tokens)
        if self.open and tokens[-1].kind == "COLON":
            self._unclosed()

    def _goes_on(self, line: Line, indent: int, tokens: list[Token]) -> bool:
        """Does a line of text belong to the line before it?"""
        first = tokens[0]
        if self.open and (indent > line.indent or first.kind in CLOSERS):
            return True
        if first.text in ("and", "or") or first.text == "else" and len(tokens) > 1 and tokens[1].kind == "STRING":
            return True
        if line.tokens[-1].kind == "COLON" or first.text == "in" and line.tokens[0].text == "card":
            return False  # `in force` below a card
        deeper = indent - line.indent
        if first.kind == "STRING" and line.tokens[-1].kind == "STRING":  # the next row of a picture
            return deeper > 0 and len(line.tokens) > 2 and line.tokens[-2].kind in ("ASSIGN", "STRING")
        awaited = line.tokens[-1].text in AWAITING and len(line.tokens) > 1  # an `else` alone has lost its colon
        return deeper > 0 and (awaited or first.text in CARRYING) or deeper >= 8 and first.text == "if"

    def _match(self, tokens: list[Token]) -> None:
        """Follows the brackets."""
        for token in tokens:
            if token.kind in OPENERS:
                self.open.append(token)
                if len(self.open) == MAX_BRACKETS + 1:
                    self._fault("deep_brackets", token)
            elif token.kind in CLOSERS:
                if not self.open:
                    self._fault("stray_bracket", token, bracket=token.text)
                elif OPENERS[self.open[-1].kind] == token.kind:
                    self.open.pop()
                else:
                    opener = self.open.pop()
                    self._fault("wrong_bracket", token, bracket=token.text, opener=opener.text)

    def _unclosed(self) -> None:
        """Reports the innermost bracket that is open where the line must end: of a line that goes on below, where it ends."""
        opener, tokens = self.open[-1], self.result.lines[-1].tokens
        if self.result.lines[-1].sound:
            at = _end(tokens, opener) if _carried(tokens, opener) else opener
            opened = () if at is opener else ((opener.span(self.file), "opened here"),)
            closer = BRACKETS[OPENERS[opener.kind]]
            end = _end(tokens, opener)
            closed = Span(self.file, end.line, end.end, end.line, end.end)
            fix = () if end is opener else (Edit(closed, closer),)
            found = fault("open_bracket", at.span(self.file), fix, bracket=opener.text, closer=closer)
            self._note(replace(found, related=opened))
            self.result.lines[-1].sound = False
        self.open.clear()

    def _tokens(self, text: str, number: int, place: int = 0) -> tuple[list[Token], bool]:
        """The tokens of one line of text, and whether all of it could be read."""
        tokens: list[Token] = []
        tags: list[Token] = []
        sound = True
        match = self.pattern.match
        while place < len(text):
            found = match(text, place)
            if found is None:
                place = self._unknown(text, number, place, sound)
                sound = False
                continue
            kind, start, place = found.lastgroup or "", place, found.end()
            if kind == "BLANK":
                if "\t" in found[0]:
                    self._tab(number, start, found[0])
            elif kind == "COMMENT":
                self._comment(found[0], number, tags)
            elif kind == "TAG":
                tags.append(Token(kind, found[0], number, start + 1, place + 1))
            else:
                tokens.append(Token(kind, found[0], number, start + 1, place + 1))
                if tags and sound:
                    sound = self._report("stray_tag", tags[-1])
                if kind == "NUMBER" and len(found[0]) > MAX_DIGITS:
                    sound = self._report("long_number", tokens[-1])
        if tags:
            self.result.tags[number] = tuple(tag.text for tag in tags)
        return tokens, sound

    def piece(self, number: int, start: int, end: int) -> tuple[list[Token], bool]:
        """The tokens of a piece of a line, which is neither the place for a comment nor for a tag."""
        inner = Scanner(self.source, self.pattern)
        tokens, sound = inner._tokens(self.texts[number][:end], number, start)
        self.result.faults.extend(inner.result.faults)
        for aside in re.finditer("[#@]", self.texts[number][start:end]):
            column = start + aside.start() + 1
            sound = self._report("unknown_character", Token("", aside[0], number, column, column + 1), word=aside[0])
        return tokens, sound

    def _comment(self, text: str, number: int, tags: list[Token]) -> None:
        """A comment; the tags at its end belong to the line."""
        found = _TRAILING_TAGS.search(text)
        if found:
            tags.extend(Token("TAG", tag, number, 0, 0) for tag in re.findall(TAG, found[1]))
            text = text[: found.start(1)]
        text = text.rstrip()
        if text not in ("", "#"):
            self.result.comments[number] = text

    def _tab(self, number: int, start: int, text: str) -> None:
        """One tab is reported for the whole file."""
        if not self.tabs:
            self.tabs = True
            column = start + text.index("\t") + 1
            span = Span(self.file, number, column, number, column + 1)
            self.result.faults.append(fault("tab", span, fix=(Edit(span, "    "),)))

    def _unknown(self, text: str, number: int, place: int, report: bool) -> int:
        """Something that is nothing of the language; the place to go on from."""
        if text[place] == '"':
            end, row = len(text), "open_text"
        else:
            found = _UNKNOWN.match(text, place)
            assert found
            end = found.end()
            row = "bad_tag" if text[place] == "@" else "bad_number" if text[place].isdecimal() else "unknown_character"
        if report and not UNSEEN.match(text, place):
            self._note(strange(row, Span(self.file, number, place + 1, number, end + 1), text))
        return end

    def _fault(self, row: str, token: Token, **words: str) -> None:
        """Reports a fault of the line that is being read, which is then not parsed."""
        if self.result.lines[-1].sound:
            self._report(row, token, **words)
        self.result.lines[-1].sound = False

    def _report(self, row: str, token: Token, **words: str) -> bool:
        self._note(fault(row, token.span(self.file), (), **words))
        return False

    def _note(self, found: Diagnostic) -> None:
        if len(self.result.faults) < MAX_NOTED:
            self.result.faults.append(found)


def _end(tokens: list[Token], opener: Token) -> Token:
    """Where what is in a bracket ends at the latest: before the colon or the `=` that comes behind, or where the line ends."""
    behind = tokens.index(opener) + 1
    return tokens[next((n for n in range(behind, len(tokens)) if tokens[n].kind in ("COLON", "ASSIGN")), len(tokens)) - 1]


def _carried(tokens: list[Token], opener: Token) -> bool:
    """Does a line go on below a bracket, and would it do so without the bracket?"""
    n = next(n for n, token in enumerate(tokens) if token.line == tokens[-1].line)
    return tokens[-1].line != opener.line and n > 0 and (tokens[n - 1].text in AWAITING or tokens[n].text in CARRYING or tokens[n].text in ("and", "or"))
