"""The longest way along edges, by plain trial of all of them."""

from __future__ import annotations

from typing import Any

from ruledsl.syntax import tree as t
from tests.laws.looping import Looping
from tests.laws.values import Names, Unread

MOST = 60_000
"""Steps that are tried."""

Edge = tuple[tuple[Any, ...], int]
"""Its ends and how long it is."""


class Trails(Looping):
    """Reads `longest(W for e in S if C for n in ENDS if P)`."""

    def gathered(self, how: str, e: t.Comprehension, names: Names) -> Any:
        return self.longest(e, names) if how == "longest" else super().gathered(how, e, names)

    def longest(self, e: t.Comprehension, names: Names) -> int:
        """No edge twice; through no node of which P does not hold, though a way may begin and end there."""
        passing: dict[Any, bool] = {}
        edges = [self.edge(e, inner, passing) for inner in self.ways(e.loops[:1], names)]
        self.trials, best = 0, 0
        for n, (ends, _) in enumerate(edges):
            for at in ends:
                best = max(best, self.onward(edges, passing, frozenset({n}), self.other(ends, at)) + edges[n][1])
        return best

    def edge(self, e: t.Comprehension, names: Names, passing: dict[Any, bool]) -> Edge:
        loop = e.loops[1]
        ends = tuple(dict.fromkeys(self.listed(loop.domain, names)))
        if len(ends) not in (1, 2):
            raise Unread("an edge that has other ends")
        for end in ends:
            may = loop.condition is None or bool(self.read(loop.condition, {**names, loop.name.text: end}))
            if passing.setdefault(end, may) != may:
                raise Unread("a node that one edge passes and another does not")
        return ends, int(self.read(e.element, names))

    def other(self, ends: tuple[Any, ...], at: Any) -> Any:
        return ends[0] if ends[-1] == at else ends[-1]

    def onward(self, edges: list[Edge], passing: dict[Any, bool], gone: frozenset[int], at: Any) -> int:
        """How far one still comes from there."""
        self.trials += 1
        if self.trials > MOST:
            raise Unread("too many ways to go")
        if not passing[at]:
            return 0
        on = [(n, ends, far) for n, (ends, far) in enumerate(edges) if n not in gone and at in ends]
        return max((far + self.onward(edges, passing, gone | {n}, self.other(ends, at)) for n, ends, far in on), default=0)
