"""Which values an expression can have, where these are few and known before play."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import TYPE_CHECKING

from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.settings import ARITHMETIC, Settings
from ruledsl.model.types import LoopTerm, Term

if TYPE_CHECKING:
    from ruledsl.lower.layout import Layout

MOST = 4096
"""Values, at most."""

Known = Mapping[str, LoopTerm]


def may_be(settings: Settings, term: Term) -> int:
    """All that a value can ever be, or that a set can ever hold, as a mask: of seats, of an enum."""
    known = settings.fold(term)
    if isinstance(known, int):
        return known if term.type.kind == "set" else 1 << known
    if term.op == "if":
        return may_be(settings, term.args[1]) | may_be(settings, term.args[2])
    if term.op == "call":
        target = settings.model.callables[term.data]
        bodies = [target.decl.value, *(hook.decl.value for hook in target.instead)]  # type: ignore[union-attr]
        terms = [settings.model.terms[id(body)] for body in bodies if body is not None]
        found = 0
        for body in terms:
            found |= may_be(settings, body) if body.op != "usual" else 0
        return found
    return (1 << settings.size(term.type.of or term.type)) - 1


class Possible:
    """Looks at expressions inside the loops that bind their names."""

    def __init__(self, layout: Layout):
        self.l = layout

    def values(self, term: Term, loops: Known | None = None) -> frozenset[int]:
        """All values that a term can have, or more. SettingsError if they are not known before play."""
        loops = loops or {}
        known = self.l.settings.fold(term)
        if isinstance(known, int):
            return frozenset({known})
        if term.op == "local" and term.data in loops:
            return self._members(loops[term.data].domain, term)
        if term.type.kind in ("bool", "enum", "player") and term.op != "if":
            return frozenset(range(self.l.settings.size(term.type)))
        found = self._made(term, loops)
        if len(found) > MOST:
            raise SettingsError(f"this can be any of {len(found)} values; a combination asks about {MOST} at most", term.span)
        return found

    def _made(self, term: Term, loops: Known) -> frozenset[int]:
        if term.op == "if":
            known = self.l.settings.fold(term.args[0])
            ways = term.args[1:] if not isinstance(known, int) else (term.args[1 if known else 2],)
            return frozenset().union(*(self.values(way, loops) for way in ways))
        if term.op == "call":
            target = self.l.model.callables[term.data]
            bodies = [target.decl.value, *(hook.decl.value for hook in target.instead)]  # type: ignore[union-attr]
            return frozenset().union(*(self.values(self.l.model.terms[id(body)]) for body in bodies if body is not None))
        if term.op == "usual":
            return frozenset()
        if term.op == "set":
            return self._together(term, loops, lambda members: sum(1 << member for member in set(members)))
        if term.op in ARITHMETIC and term.op not in ("div", "mod"):
            return self._together(term, loops, lambda given: ARITHMETIC[term.op](*given))
        if term.op == "param":
            return self._parts(term)
        if term.op == "var":
            info = self.l.model.state[term.data]
            low, high = self.l.range(info.type, info.bounds, info.name)
            return frozenset(range(low, min(high, low + MOST) + 1))
        if term.op == "item":
            return self._members(term.args[0], term)
        raise self._unknown(term)

    def _together(self, term: Term, loops: Known, make: object) -> frozenset[int]:
        parts = [self.values(arg, loops) for arg in term.args]
        out: set[int] = set()
        for given in product(*parts):
            out.add(make(given))  # type: ignore[operator]
            if len(out) > MOST:
                break
        return frozenset(out)

    def _parts(self, term: Term) -> frozenset[int]:
        """What a part can be of the cards that may be meant, or of what they stand for."""
        type, faces = term.args[0].type, {self.l.census.faces[face] for face in self.l.census.cards}
        meant = [*(f for f in faces if not type.kinds or f.kind in type.kinds), *(g for g in self.l.guises if g.kind in type.guises)]
        having = [f for f in meant if self.l.model.kinds[f.kind].part(term.data) is not None]
        return frozenset(self.l.part(f.kind, f.args, term.data) for f in having)

    def _members(self, domain: Term, term: Term) -> frozenset[int]:
        if domain.op != "range" and self.l.settings.fold(domain) is None:
            raise self._unknown(term)
        return frozenset(self.l.settings.members(domain, {}))

    def _unknown(self, term: Term) -> SettingsError:
        text = self.l.source(term.span)
        return SettingsError(f"a combination must know before play what {f'`{text}`' if text else 'this'} can be", term.span)
