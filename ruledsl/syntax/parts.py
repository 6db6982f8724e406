"""What the lines of a piece say; those of a `mode` or `variant` declaration by declaration, as long as what is wrong in one is not felt in others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TypeVar

from ruledsl.diagnostics import Diagnostic
from ruledsl.record import record, replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t
from ruledsl.syntax.errors import ROWS
from ruledsl.syntax.limits import MAX_FAULTS
from ruledsl.syntax.numbering import Part
from ruledsl.syntax.parser import Parser
from ruledsl.syntax.piece import Key, Piece
from ruledsl.syntax.recovery import Passage
from ruledsl.syntax.token import Line

FAR = frozenset(ROWS[name].code for name in ("too_deep", "uneven", "not_in_block", "empty_block", "missing_colon", "deep_block"))
"""Faults of blocks, which may be felt beyond the declaration in which they are."""

OLDER = 600
"""So many groups of lines of versions before are remembered."""
IN_PARTS = (t.Card, t.Ruling, t.Patch, t.State, t.Components)
"""Declarations whose parts are read each by itself."""
N = TypeVar("N", bound=t.Node)


@record(frozen=True)
class Read:
    """What the lines of one group say, and whether a head without its block came last."""

    declarations: tuple[t.Decl, ...]
    faults: tuple[Diagnostic, ...]
    hollow: bool


class Recent:
    """What lines were found to say, in this version of the text and in those before it: what is taken back is not read again."""

    def __init__(self) -> None:
        self._read: dict[Key[object], Read] = {}  # what was asked for last comes last
        self._asked = 0

    def find(self, key: Key[object]) -> Read | None:
        """None if they were not read lately."""
        read = self._read.pop(key, None)
        if read is not None:
            self.keep(key, read)
        return read

    def keep(self, key: Key[object], read: Read) -> None:
        self._read[key] = read
        self._asked += 1

    def forget(self) -> None:
        """A version was read: of those before it the last are kept."""
        for key in list(islice(self._read, max(0, len(self._read) - OLDER - self._asked))):
            del self._read[key]
        self._asked = 0


class ByParts:
    """Reads a piece that holds declarations together, each of them below its head. What was read lately is taken over."""

    def __init__(self, piece: Piece, file: str, fault_before: bool, faults: Sequence[Diagnostic], recent: Recent):
        self.file, self.fault_before, self.faults, self.recent = file, fault_before, faults, recent
        self.head, *self.parts = piece.inner
        self.leaps = piece.leaps()

    def read(self) -> Read | None:
        """None if what is wrong in one may be felt in others."""
        found: list[Read] = []
        far: int | None = None
        if any(not any(d.span.line in part.at for part in self.parts) for d in self.faults):
            return None
        if any(part.strays for part in self.parts):
            return None
        for n, part in enumerate(self.parts):
            last = found[-1].faults[-MAX_FAULTS:] if found else ()
            near = any(d.span.line == self.leaps[part.first] for d in last)
            read, plain = self._part(part, near)
            if not plain and (far is not None or near):
                return None
            far = far if plain else n
            found.append(read)
        return self._together(found) if far is None else self._felt_in_the_next(found, far)

    def _part(self, part: Piece, near: bool) -> tuple[Read, bool]:
        """What one of them says, and whether nothing in it reaches beyond it."""
        faults = tuple(d for d in self.faults if d.span.line in part.at)
        return self._below_head(("inside", near, faults), [part], faults, part.first - 1 if near else 0)

    def _below_head(self, how: tuple[object, ...], parts: Sequence[Piece], faults: Sequence[Diagnostic], also: int) -> tuple[Read, bool]:
        """Some parts that follow one another, below the head."""
        head = self.head
        key = Key((*how, head.texts, head.first, *((part.texts, part.first) for part in parts), self.fault_before))
        read = self.recent.find(key)
        plain = read is not None
        if read is None:
            lines = [*head.scan.lines, *(line for part in parts for line in part.scan.lines)]
            at = {number: text for part in (head, *parts) for number, text in part.at.items()}
            leaps = {part.first: self.leaps[part.first] for part in parts[1:]}
            read, plain = parsed(Part(self.file, "", at=at, leaps=leaps), lines, faults, (False, self.fault_before), also)
            if plain:
                self.recent.keep(key, read)
        return read, plain

    def _together(self, found: Sequence[Read]) -> Read:
        first = found[0].declarations[0]
        body = tuple(d for read in found for d in _held(read))
        return Read((replace(first, body=body),), tuple(d for read in found for d in read.faults), False)

    def _felt_in_the_next(self, found: list[Read], far: int) -> Read | None:
        """The same where what is wrong in one might be felt in others: if all others are right, and the next one is not any other when it is read with it."""
        if any(read.faults for n, read in enumerate(found) if n != far):
            return None
        parts = self.parts[far : far + 2]
        faults = tuple(d for d in self.faults if d.span.line in parts[0].at)
        both, _ = self._below_head(("both", faults), parts, faults, 0)
        if both.hollow or not both.declarations or not isinstance(both.declarations[0], (t.InModes, t.Variant)):
            return None
        body, after = _held(both), _held(found[far + 1]) if parts[1:] else ()
        own = len(body) - len(after)
        if own < 0 or not all(map(alike, body[own:], after)) or any(d.span.line in part.at for part in parts[1:] for d in both.faults):
            return None
        first, *others = both.declarations
        whole = (*(d for read in found[:far] for d in _held(read)), *body[:own], *(d for read in found[far + 1 :] for d in _held(read)))
        return Read((replace(first, body=whole), *others), both.faults, False)


def _held(read: Read) -> tuple[t.Decl, ...]:
    """What stands in the `mode` or `variant` that comes first."""
    first = read.declarations[0]
    assert isinstance(first, (t.InModes, t.Variant))
    return first.body


def alike(one: t.Node, other: t.Node) -> bool:
    """Do two nodes say the same at the same places?"""
    if one is other or one.span != other.span or one != other:
        return one is other
    return all(a.span == b.span for a, b in zip(t.walk(one), t.walk(other)))


def grafted(d: N, others: Sequence[t.Node]) -> N:
    """A declaration with the parts of others of its kind, where they say the same at the same places: what stands beside a change is what it was."""
    if not isinstance(d, IN_PARTS):
        return d
    made: dict[str, object] = {}
    for name in t.holding(type(d)):
        value = getattr(d, name)
        old = [part for other in others if type(other) is type(d) for part in getattr(other, name)] if type(value) is tuple else []
        if old:
            made[name] = tuple(next((part for part in old if alike(part, new)), None) or grafted(new, old) for new in value)
    return replace(d, **made)


def parsed(
    source: Part, lines: list[Line], faults: Sequence[Diagnostic], before: tuple[bool, bool], also: int = 0
) -> tuple[Read, bool]:
    """What some lines say; and whether they are one block of declarations in which nothing reaches beyond itself. `before`: does a head without its block
    come before them, or a fault? `also` is another line before them that has one."""
    hollow, fault_before = before
    if not lines:
        return Read((), tuple(faults), hollow), False
    parser = Parser(source)
    parser.hollow = hollow
    marks = [lines[0].number - 1] * fault_before + [also] * bool(also)
    known = [Diagnostic("", Span(source.file, number, 0, number, 0), "") for number in marks]
    parser.faults += [*known, *faults]  # the list of its scanner, which reads what stands in holes of texts
    passage = Passage(lines)
    found = list(parser.passages([passage.lines]))
    said = tuple(d for d in parser.faults if d.code)
    plain = len(found) == 1 and isinstance(found[0], (t.InModes, t.Variant)) and not parser.hollow and not parser.removed
    plain = plain and not any(d.code in FAR for d in said)
    return Read(tuple(found), said, parser.hollow), plain
