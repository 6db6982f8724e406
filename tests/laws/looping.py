"""Loops: what is gone through, and what is gathered from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruledsl.syntax import tree as t
from tests.laws.places import Places
from tests.laws.values import Keyed, Looks, Lying, Names, Row, Sort, Unread


class Looping(Places):
    """Goes through them."""

    def read_comprehension(self, e: t.Comprehension, names: Names) -> frozenset[Any] | Row:
        if e.element and any(isinstance(self.members(loop.domain, names), Lying) for loop in e.loops[:1]) and e.braces == "[":
            raise Unread("cards of a zone")
        return self.small(self.read(e.element, inner) for inner in self.ways(e.loops, names))

    def read_after(self, e: t.After, names: Names) -> Any:
        raise Unread("after")

    def read_reach(self, e: t.Reach, names: Names) -> frozenset[Any]:
        start = self.read(e.start, names)
        if isinstance(start, Sort) and start.kind == "line":
            raise Unread("from a line")
        left = self.read(e.limit, names) if e.limit is not None else None
        there = set(self.small(start)) if isinstance(start, (frozenset, Row)) else set() if start is None else {start}
        fresh = sorted(there)
        while fresh and (left is None or left > 0):
            added = [self.small([inner[e.step.name.text] for inner in self.ways((e.step,), {**names, e.name.text: d})]) for d in fresh]
            fresh = sorted(set().union(*added) - there)
            there |= set(fresh)
            left = left - 1 if left is not None else None
        return frozenset(there)

    def members(self, domain: t.Expr, names: Names) -> Any:
        return self.read(domain, names)

    def listed(self, domain: t.Expr, names: Names, order: bool = False) -> list[Any]:
        """What is gone through, in its order."""
        value = self.flat(self.read(domain, names))
        if isinstance(value, Lying):
            return self.cards(value, order)
        if isinstance(value, Looks):
            return [Looks(name, ()) for name in self.declared[t.Card] if name not in self.families and self.descends(name, value.kind)]
        if isinstance(value, Keyed):
            return [key for key, many in value.there().items() if many]
        if isinstance(value, frozenset) and any(isinstance(kind, Looks) for kind in value):
            return [Looks(name, ()) for name in self.declared[t.Card] if Looks(name, ()) in value]
        return list(value) if isinstance(value, Row) else sorted(value)

    def ways(self, loops: tuple[t.Loop, ...], names: Names, order: bool = False) -> Iterator[dict[str, Any]]:
        if not loops:
            yield dict(names)
            return
        loop = loops[0]
        members = self.listed(loop.domain, names, order)
        if loop.start is not None:
            start = self.read(loop.start, names)
            members = [m for m in members if m >= start] + [m for m in members if m < start]
        for member in members:
            inner = {**names, loop.name.text: member}
            if loop.limit is not None and not self.read(loop.limit, inner):
                break
            if loop.condition is not None and not self.read(loop.condition, inner):
                continue
            yield from self.ways(loops[1:], inner, order)

    def gathered(self, how: str, e: t.Comprehension, names: Names) -> Any:
        order = how in ("first", "last") or any(loop.limit is not None for loop in e.loops)
        if how in ("first", "last"):
            return self.best(how, e, names)
        if how == "any":
            return any(self.read(e.element, inner) for inner in self.ways(e.loops, names, order))
        if how == "all":
            return all(self.read(e.element, inner) for inner in self.ways(e.loops, names, order))
        values = [self.read(e.element, inner) for inner in self.ways(e.loops, names, order)]
        if how == "count":
            return len(values)
        if how == "distinct":
            return len(set(values)) == len(values)
        if how == "sum":
            return sum(values)
        if not values or how not in ("min", "max"):
            raise Unread(how)
        return min(values) if how == "min" else max(values)

    def best(self, how: str, e: t.Comprehension, names: Names) -> Any:
        found = list(self.ways(e.loops, names, order=True))
        keys = [key for loop in e.loops for key in loop.order]
        for key in reversed(keys):
            found.sort(key=lambda inner, key=key: self.rank(key, inner))  # type: ignore[misc]
        return self.read(e.element, found[0 if how == "first" else -1]) if found else None

    def rank(self, key: t.Key, names: Names) -> Any:
        value = self.read(key.value, names)
        value = value.n if isinstance(value, Sort) else int(value)
        return -value if key.highest else value
