"""Which cells have a certain one among those that hang on them: `k in aims(c)`, asked of all cells c at once."""

from __future__ import annotations

from ruledsl.lower.along import Along
from ruledsl.lower.plans import NO, Plan, both, but, either
from ruledsl.lower.terms import Facts
from ruledsl.model.inside import put_in
from ruledsl.model.reckoning import RECKONING
from ruledsl.model.terms import row
from ruledsl.model.types import BOOL, CELL, LoopTerm, Term

DEEPEST = 3
"""So many sets within sets are looked into: each may be gone through for all ways."""

AIMED = "the cell aimed at"
"""The local that stands for a member of a set that is told without one."""


def aiming(planner: Along, target: Term, of: Term, facts: Facts) -> Plan | None:
    """The cells of whose set the target, which is surely a cell and not about them, is a member; None if it must be asked of each."""
    if target.type != CELL or planner.mentions(target) or not planner.sure(target):
        return None
    plan = _aiming(planner, target, of, facts)
    return plan if plan is not None and plan.sure else None


def _aiming(planner: Along, target: Term, of: Term, facts: Facts) -> Plan | None:
    if of.op == "call":
        body = planner.meaning(of, facts)
        return aiming(planner, target, body, facts) if body is not None else None
    if of.op == "if":
        condition, *ways = of.args
        there = (planner.known_where(condition, so, facts) for so in (True, False))
        return planner.chosen(planner.plan(condition, facts), *(aiming(planner, target, way, known) for way, known in zip(ways, there, strict=True)))
    if of.op == "set":
        found: Plan = NO
        for item in of.args:
            plan = planner.plan(Term("eq", BOOL, (item, target)), facts)
            if plan is None or not plan.sure:
                return None
            found = either(found, plan)
        return found
    if of.op == "set_for":
        planner.within += 1
        plan = _gathered(planner, target, of, facts) if planner.within <= DEEPEST else None
        planner.within -= 1
        return plan
    if row(of).has("beside") or of.op == "ray":
        member = Term("local", CELL, data=AIMED)
        return planner.plan(Term("aggregate", BOOL, (Term("eq", BOOL, (member, target)),), ("any", (LoopTerm(AIMED, CELL, of),))), facts)
    if len(of.args) == 2 and row(of).takes == "ss" and row(of).gives == "s":
        one, other = (aiming(planner, target, part, facts) for part in of.args)
        return _put_together(of.op, one, other) if one is not None and other is not None else None
    return planner.plan(Term("in", BOOL, (target, of)), facts) if not planner.mentions(of) else None


def _put_together(op: str, one: Plan, other: Plan) -> Plan | None:
    """By what comes of one member that is in both sets, in one, or in none."""
    holds = [(a, b) for a in (1, 0) for b in (1, 0) if RECKONING[op](a, b) & 1]
    if holds == [(1, 1), (1, 0), (0, 1)]:
        return either(one, other)
    return both(one, other) if holds == [(1, 1)] else both(one, but(other)) if holds == [(1, 0)] else None


def _gathered(planner: Along, target: Term, of: Term, facts: Facts) -> Plan | None:
    """`{d for d in S if C}`: where what is gathered is a member itself, S is asked for the target, and C of it."""
    (*outer, last), element = of.data, of.args[0]
    if element.op == "local" and element.data == last.key and last.plain and last.domain.op != "ray":
        test = Term("in", BOOL, (target, last.domain))
        if last.condition is not None:
            test = Term("and", BOOL, (test, put_in(last.condition, {last.key: target})))
    else:
        outer, test = [*outer, last], Term("eq", BOOL, (element, target))
    return planner.plan(Term("aggregate", BOOL, (test,), ("any", tuple(outer)), of.span) if outer else test, facts)
