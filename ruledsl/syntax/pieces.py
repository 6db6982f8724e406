"""A text in pieces, so that after a change only what was touched is read again.

A piece begins at a declaration, and keeps line numbers of its own however the text before it grows: they are in the order of the text, but
far apart. `Reading.real` says which lines they are now.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.record import cached_property, field, record, replace
from ruledsl.source import Source, Span
from ruledsl.syntax import tree as t
from ruledsl.syntax.cache import grammar_tables
from ruledsl.syntax.errors import ROWS
from ruledsl.syntax.limits import MAX_FAULTS, MAX_TOKENS, too_long, unseen
from ruledsl.syntax.numbering import APART, APART_INSIDE, ROOM, Part, numbered
from ruledsl.syntax.parser import Parser, chunks
from ruledsl.syntax.parts import ByParts, Read, Recent, alike, grafted, parsed
from ruledsl.syntax.piece import Key, Piece
from ruledsl.syntax.recovery import moved, not_in_block, should_be_indented
from ruledsl.syntax.scan import Scanner
from ruledsl.syntax.token import Line

VERSIONS = 4
"""So many of one declaration are remembered as they were read."""
PAST = 60
"""So many pieces of versions before are."""
_BEGINS = re.compile(r"(?!(?:and|or|else)\b)[^\W\d]")
_BEGINS_INSIDE = re.compile(r" {4}(?!(?:and|or|else)\b)[^\W\d]")
_HOLDER = re.compile(r"(?:mode|variant)\b.*:\s*(?:[@#].*)?$")
ONCE = ROWS["tab"].code
"""A tab is reported once for the whole file."""


@record
class Reading:
    """A file as it was read. The tree and the faults have the numbers of the pieces; `real` turns them into lines as they are counted."""

    source: Source
    tree: t.Tree
    faults: list[Diagnostic]
    pieces: list[Piece] = field(default_factory=list)
    recent: Recent = field(default_factory=Recent)
    said: dict[int, list[t.Decl]] = field(default_factory=dict)
    past: dict[Key[str], Piece] = field(default_factory=dict)
    """Pieces that were there before, by their lines."""
    last: Reading | None = None
    """If it is not in pieces, the last one that was."""

    @cached_property
    def _starts(self) -> tuple[list[int], list[int]]:
        """The numbers of the first lines of pieces, and which lines these are."""
        numbers, real, line = [], [], 1
        for piece in self.pieces:
            for n, first in piece.below or [(0, piece.first)]:
                numbers.append(first)
                real.append(line + n)
            line += len(piece.texts)
        return numbers, real

    def real_line(self, number: int) -> int:
        numbers, real = self._starts
        n = bisect_right(numbers, number) - 1
        return number if n < 0 else real[n] + number - numbers[n]

    def number(self, line: int) -> int:
        """The other way round: the number that places on a line have."""
        numbers, real = self._starts
        n = bisect_right(real, line) - 1
        return line if n < 0 else numbers[n] + line - real[n]

    def real(self, span: Span) -> Span:
        return Span(span.file, self.real_line(span.line), span.column, self.real_line(span.end_line), span.end_column)


def real_fault(d: Diagnostic, real: Mapping[str, Reading]) -> Diagnostic:
    """A fault with its places as lines are counted in each file."""

    def placed(span: Span) -> Span:
        return real[span.file].real(span) if span.file in real else span

    fix = tuple(Edit(placed(e.span), e.text) for e in d.fix)
    return replace(d, span=placed(d.span), fix=fix, related=tuple((placed(span), words) for span, words in d.related))


def read(source: Source, before: Reading | None = None) -> Reading:
    """What `parse` answers, with as much as possible taken from what was read before."""
    source = replace(source, text=source.text.removeprefix("\ufeff"))
    before = before if before is None or before.pieces else before.last
    if too_long(source):
        return _whole(source, before)
    texts = _split(source.lines, _BEGINS) if source.lines else []
    pieces = _pieces(texts, source.file, before.pieces if before else [], before.past if before else {})
    if sum(piece.tokens for piece in pieces) > MAX_TOKENS // 2:
        return _whole(source, before)
    reader = _Reader(source, pieces, before)
    reading = reader.read()
    reader.recent.forget()
    return reading or _whole(source, before)


def _whole(source: Source, before: Reading | None) -> Reading:
    tree, faults = Parser(source).parse() if not too_long(source) else (t.Tree(source, ()), [d for d in [too_long(source)] if d])
    return Reading(source, tree, faults, last=before)


# ---- pieces -----------------------------------------------------------------------------------


def _split(lines: Sequence[str], begins: re.Pattern[str]) -> list[Key[str]]:
    starts = [n for n, text in enumerate(lines) if begins.match(text)]
    if not starts or starts[0] > 0:
        starts.insert(0, 0)
    return [Key(lines[a:b]) for a, b in zip(starts, [*starts[1:], len(lines)])]


def _pieces(texts: list[Key[str]], file: str, old: list[Piece], past: Mapping[Key[str], Piece]) -> list[Piece]:
    """The pieces of a text, those that are as they were taken over, and those that come back."""
    before = [(lines, piece.first) for lines, piece in past.items()]
    firsts = numbered(texts, [(piece.texts, piece.first) for piece in old], 0, APART, ROOM, before)
    known = {(piece.texts, piece.first): piece for piece in (*past.values(), *old)}
    gone = {piece.first: piece for piece in old}
    return [known.get((lines, first)) or _piece(lines, first, file, gone.get(first)) for lines, first in zip(texts, firsts, strict=True)]


def _piece(texts: Key[str], first: int, file: str, old: Piece | None) -> Piece:
    piece = Piece(texts, first)
    if _HOLDER.match(texts[0]):
        inside = _split(texts, _BEGINS_INSIDE)
        piece.below = _below(inside, piece, old)
        if _inside(inside, piece, file, old):
            return piece
    piece.scan = Scanner(Part(file, "", at=piece.at), grammar_tables().pattern).scan()
    piece.groups = list(chunks(piece.scan.lines))
    return piece


def _below(inside: list[Key[str]], piece: Piece, old: Piece | None) -> list[tuple[int, int]]:
    """Where declarations inside a piece begin: the head of it first, which has the number of the piece."""
    starts = [0]
    for lines in inside:
        starts.append(starts[-1] + len(lines))
    before: list[tuple[Key[str], int]] = []
    if old is not None and old.first == piece.first and old.below:
        ends = [*(n for n, _ in old.below[1:]), len(old.texts)]
        before = [(Key(old.texts[n:end]), first) for (n, first), end in zip(old.below, ends, strict=True)][1:]
    firsts = numbered(inside[1:], before, piece.first, APART_INSIDE, MAX_TOKENS)
    return list(zip(starts, [piece.first, *firsts]))


def _inside(texts: list[Key[str]], piece: Piece, file: str, old: Piece | None) -> bool:
    """Takes a `mode` or `variant` apart into the declarations below it; False if it is not as plain as that."""
    if len(texts) < 3 or any(re.match(r" {0,3}[^\s#]", text) for text in piece.texts[1:]):
        return False
    known = {(inner.texts, inner.first): inner for inner in old.inner} if old else {}
    inner = [known.get((lines, first)) or _piece_inside(lines, first, file) for lines, (_, first) in zip(texts, piece.below, strict=True)]
    head = inner[0].scan.lines
    if inner[0].scan.faults or len(head) != 1 or any([n.indent for n in p.scan.lines][:1] != [4] for p in inner[1:]):
        return False
    if any(line.indent < 4 for p in inner[1:] for line in p.scan.lines):
        return False
    piece.inner = inner
    for p in inner:
        piece.scan.lines += p.scan.lines
        piece.scan.faults += p.scan.faults
        piece.scan.tags.update(p.scan.tags)
        piece.scan.comments.update(p.scan.comments)
    piece.groups = [piece.scan.lines]
    return True


def _piece_inside(texts: Key[str], first: int, file: str) -> Piece:
    piece = Piece(texts, first)
    piece.scan = Scanner(Part(file, "", at=piece.at), grammar_tables().pattern).scan()
    return piece


# ---- from pieces to a tree --------------------------------------------------------------------


@record
class _Group:
    """Lines that are parsed together, of a piece and those that belong to it after all."""

    key: list[object]
    lines: list[Line]
    at: Mapping[int, str]
    faults: list[Diagnostic]
    piece: Piece | None
    leaps: dict[int, int]


class _Reader:
    def __init__(self, source: Source, pieces: list[Piece], before: Reading | None):
        self.source, self.pieces = source, pieces
        self.before = before
        self.recent = before.recent if before else Recent()
        self.said = before.said if before else {}
        self.reading = Reading(source, t.Tree(source, ()), [], pieces, self.recent, self.said)

    def read(self) -> Reading | None:
        """None if there are so many faults that only the first are told."""
        faults: list[Diagnostic] = []
        declarations: list[t.Decl] = []
        strange = {self.reading.number(d.span.line): d for d in self._unseen()}
        hollow = False
        for group in self._groups(list(strange.items())):
            read = self._group(group, hollow, self._fault_before(group, faults))
            declarations += read.declarations
            faults += read.faults
            hollow = read.hollow
            if len(faults) > MAX_FAULTS // 2:
                return None
        r, tags, comments, at = self.reading, dict[int, tuple[str, ...]](), dict[int, str](), dict[int, str]()
        for piece in self.pieces:
            tags.update(piece.scan.tags)
            comments.update(piece.scan.comments)
            at.update(piece.at)
        known = dict(zip(at, range(1, len(at) + 1)))
        source = Part(self.source.file, self.source.text, tags, at, known=known)
        r.tree = t.Tree(source, tuple(declarations), tags, comments)
        r.faults = sorted(dict.fromkeys(faults), key=lambda d: (d.span.line, d.span.column))
        r.past = self._past()
        return r

    def _past(self) -> dict[Key[str], Piece]:
        """The pieces of versions before, the last ones last."""
        if self.before is None:
            return {}
        gone = {piece.texts: piece for piece in self.before.pieces}
        for piece in self.pieces:
            gone.pop(piece.texts, None)
        kept = {lines: piece for lines, piece in self.before.past.items() if lines not in gone}
        return dict([*kept.items(), *gone.items()][-PAST:])

    def _unseen(self) -> list[Diagnostic]:
        """The first character that cannot be seen, at the number of its line."""
        found = unseen(self.source)
        return [real_to(d, self.reading) for d in found]

    def _fault_before(self, group: _Group, faults: list[Diagnostic]) -> bool:
        """Was a fault reported on the line before a group?"""
        if not group.lines:
            return False
        line = self.reading.real_line(group.lines[0].number) - 1
        return any(self.reading.real_line(d.span.line) == line for d in faults[-MAX_FAULTS:])

    def _groups(self, strange: list[tuple[int, Diagnostic]]) -> Iterator[_Group]:
        """Lines of blocks that stand at the edge are put back into their blocks, and reported."""
        waiting: _Group | None = None
        tabs = False
        for piece in self.pieces:
            faults = []
            for d in piece.scan.faults:
                if d.code != ONCE or not tabs:
                    faults.append(d)
                tabs = tabs or d.code == ONCE
            at = piece.at
            faults += [d for _, d in strange if d.span.line in at]
            groups = piece.groups or [[]]
            firsts = [lines[0].number for lines in groups[1:]]
            told, here = faults, 0
            for n, lines in enumerate(groups):
                behind = firsts[n] if n < len(firsts) else None
                faults = [d for d in told if here <= d.span.line and (behind is None or d.span.line < behind)]
                here = behind or here
                indent = should_be_indented(waiting.lines, lines) if waiting and waiting.lines and lines else 0
                if waiting is not None and (indent or not lines):
                    if indent:
                        waiting.faults.append(not_in_block(lines[0], indent, self.source.file))
                        waiting.lines = [*waiting.lines, moved(lines[0], indent), *lines[1:]]
                    waiting.key += [*self._names(piece), n]
                    waiting.at = {**waiting.at, **at}
                    waiting.leaps |= piece.leaps()
                    waiting.piece = None
                    waiting.faults += faults
                else:
                    if waiting is not None:
                        yield waiting
                    waiting = _Group([*self._names(piece), n], list(lines), at, list(faults), piece, piece.leaps())
        if waiting is not None:
            yield waiting

    def _names(self, piece: Piece) -> list[object]:
        """What tells the lines of pieces apart, with their places."""
        return [piece.texts, piece.first, tuple(piece.below)]

    def _group(self, group: _Group, hollow: bool, fault_before: bool) -> Read:
        key = Key((*group.key, hollow, fault_before, tuple(group.faults)))
        read = self.recent.find(key)
        if read is not None:
            for d in _all(read.declarations):
                _first(self.said[d.span.line], d)
            return read
        if group.piece is not None and group.piece.inner and not hollow:
            read = ByParts(group.piece, self.source.file, fault_before, tuple(group.faults), self.recent).read()
        if read is None:
            read = parsed(Part(self.source.file, "", at=group.at, leaps=group.leaps), group.lines, group.faults, (hollow, fault_before))[0]
        read = replace(read, declarations=tuple(map(self._as_before, read.declarations)))
        self.recent.keep(key, read)
        return read

    def _as_before(self, d: t.Decl) -> t.Decl:
        """The declaration as it was read before, if it still says the same at the same places: a comment or an id is another one."""
        if isinstance(d, (t.InModes, t.Variant)):
            d = replace(d, body=tuple(map(self._as_before, d.body)))
        known = self.said.setdefault(d.span.line, [])
        if not known or known[0] is not d:
            d = next((old for old in known if alike(old, d)), None) or grafted(d, known)
            _first(known, d)
        return d


def _first(known: list[t.Decl], d: t.Decl) -> None:
    """Puts a declaration before those that were read in its place, of which the last are forgotten."""
    if not known or known[0] is not d:
        known[:] = [d, *(old for old in known if old is not d)][:VERSIONS]


def _all(declarations: Sequence[t.Decl]) -> Iterator[t.Decl]:
    """Declarations, and in place of those that hold others together these."""
    for d in declarations:
        if isinstance(d, (t.InModes, t.Variant)):
            yield from d.body
        else:
            yield d


def real_to(d: Diagnostic, reading: Reading) -> Diagnostic:
    """A fault of the text as it is counted, with the numbers of the pieces."""
    line = reading.number(d.span.line)
    return replace(d, span=Span(d.span.file, line, d.span.column, line, d.span.end_column))
