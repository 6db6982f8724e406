"""Two parameters, a cell and then one of few ways on from it: for each way the set of the cells that may take it."""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from ruledsl.bits import bits_of
from ruledsl.lower.along import at_way
from ruledsl.lower.parameter import Parameter
from ruledsl.lower.planner import of_parameter
from ruledsl.lower.plans import ALL, Plan, Stepped, both
from ruledsl.lower.shifts import Mask
from ruledsl.lower.terms import NOTHING_KNOWN
from ruledsl.model.inside import form, mentions, put_in
from ruledsl.model.model import ParamInfo
from ruledsl.model.terms import row
from ruledsl.model.types import Term
from ruledsl.record import record

if TYPE_CHECKING:
    from ruledsl.lower.candidates import Candidates
    from ruledsl.lower.required import Test

MOST_WAYS = 8
"""Values of the second parameter that are written out."""


@record(frozen=True)
class Way:
    """One value of the second parameter: as an argument (of a cell: how much higher its number is), as a term, and where there is one."""

    number: int
    term: Term
    open: Plan = ALL


@record(frozen=True)
class Pairs:
    """The first parameters, by second one; `relative` says whether this is the number of a cell beside the first."""

    relative: bool
    numbers: tuple[int, ...]
    cells: tuple[Mask, ...]


class Pairing:
    """Two parameters of an entry, the last that are chosen."""

    def __init__(self, candidates: Candidates, p: ParamInfo, q: ParamInfo):
        self.c, self.l, self.v, self.p, self.q = candidates, candidates.l, candidates.v, p, q
        self.beside = q.domain is not None and row(q.domain).has("beside")

    def found(self, tests: list[Test]) -> Pairs | None:
        """All legal pairs; None where they must be looked for cell by cell."""
        own = Parameter(self.v, self.p).plan
        if self.p.type.kind not in ("cell", "int") or own is None or not own.sure or self.q.or_none or self.q.type.guises:
            return None
        ways = self.ways()
        sure = list(takewhile(lambda plan: plan is not None, (self.plan(way, tests) for way in ways or ())))
        if ways is None or len(sure) < len(ways):
            return None
        cells = Parameter(self.v, self.p).members()
        shares = self.shares(cells, ways)
        with self.v.moment():
            those = [self.v.those(plan, own) for plan, own in zip(sure, shares, strict=True) if plan is not None]
        return Pairs(self.beside, tuple(way.number for way in ways), tuple(those))

    def shares(self, cells: Mask, ways: list[Way]) -> list[Mask]:
        """By way, the cells if there is this way, else none."""
        assert self.q.domain is not None
        if self.beside or mentions(self.q.domain, self.p.key) or self.l.settings.fold(self.q.domain) is not None:
            return [cells] * len(ways)
        b, held = self.v.b, self.v.value(self.q.domain)
        there = [b.value("and", held, b.const(1 << way.number)) for way in ways]
        return [[b.value("select", here, word, b.const(0)) for word in cells] for here in there]

    def ways(self) -> list[Way] | None:
        """The values of the second parameter, in the order of the options."""
        return self.cells_beside() if self.beside else self.values()

    def values(self) -> list[Way] | None:
        """The members of a set."""
        domain, type = self.q.domain, self.q.type
        if domain is None or type.kind not in ("enum", "player", "bool", "int") or domain.type.kind != "set":
            return None
        written = [self.l.settings.fold(item) for item in domain.args] if domain.op == "set" else []
        if any(not isinstance(item, int) for item in written) or any(one >= other for one, other in pairwise(written)):  # type: ignore[operator]
            return None  # options stand in the order in which they are written
        values = [*bits_of(self.l.known.of(domain).members)]
        if not self.l.known.of(domain).sure or len(values) > MOST_WAYS:
            return None
        if not mentions(domain, self.p.key):
            return [Way(value, Term("const", type, data=value)) for value in values]
        planner, facts = of_parameter(self.l, self.p)
        there = [planner.holding(domain, value, facts) for value in values]
        if any(plan is None or not plan.sure for plan in there):
            return None
        return [Way(value, Term("const", type, data=value), plan) for value, plan in zip(values, there, strict=True) if plan is not None]

    def cells_beside(self) -> list[Way] | None:
        """The steps to the cells beside the first parameter, if these make the same difference wherever it is."""
        domain = self.q.domain
        assert domain is not None
        if domain.args[0].op != "local" or domain.args[0].data != self.p.key:
            return None
        ways, near = [], self.l.settings.near_ways(domain.op == "around")
        for way in near or ():
            distances = self.l.distances(way)
            if len(distances) > 1:
                return None
            ways += [Way(distance, Term("step", self.q.type, (domain.args[0], at_way(way))), Stepped(ALL, way)) for distance, _ in distances]
        return sorted(ways, key=lambda way: way.number) if near is not None else None

    def plan(self, way: Way, tests: list[Test]) -> Plan | None:
        """The cells that may take a way."""
        (planner, facts), plan = of_parameter(self.l, self.p), way.open
        facts |= {form(way.term)} if self.beside else NOTHING_KNOWN
        for term, values in self.asked(tests):
            if term is None:
                return None
            here, looked_at = put_in(term, {self.q.key: way.term}), [put_in(value, {self.q.key: way.term}) for value in values]
            more = planner.plan(here, facts) if all(planner.harmless(value, facts) for value in looked_at) else None
            if more is None or not more.sure:
                return None
            plan, facts = both(plan, more), planner.known_where(here, True, facts)
        return plan

    def asked(self, tests: list[Test]) -> list[tuple[Term | None, tuple[Term, ...]]]:
        """The condition on the second parameter, and the requirements, each with the values of its `let`s."""
        own: list[tuple[Term | None, tuple[Term, ...]]] = [(self.q.condition, ())] if self.q.condition is not None else []
        return own + [(test.said, test.named.values if test.named is not None else ()) for test in tests]
