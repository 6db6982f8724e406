"""How many of the few cells beside one pass, held against a number: asked of all cells at once."""

from __future__ import annotations

from itertools import groupby

from ruledsl.lower.along import Along, at_way
from ruledsl.lower.neighbours import cells_beside
from ruledsl.lower.plans import ALL, NO, Plan, both, but, either
from ruledsl.lower.terms import Facts
from ruledsl.model.inside import conjuncts, form, put_in
from ruledsl.model.reckoning import RECKONING
from ruledsl.model.terms import TERMS
from ruledsl.model.types import BOOL, CELL, LoopTerm, Term
from ruledsl.record import replace

ITSELF = "the cell beside"
"""The local that stands for one of the cells that are counted, where they have no name."""


def crowd(planner: Along, test: Term, facts: Facts) -> Plan | None:
    """A comparison of how many there are with a number that is known before play."""
    op, counts, limit = test.op, *test.args
    if planner.settings.fold(limit) is None:
        op, counts, limit = TERMS[op].turned, limit, counts
    number, loop = planner.settings.fold(limit), counted_beside(counts)
    members = beside(planner, loop, facts) if isinstance(number, int) and loop is not None else None
    return held(op, members, number) if members is not None and isinstance(number, int) else None


def counted_beside(counts: Term) -> LoopTerm | None:
    """What is counted, as a loop over cells."""
    if counts.op == "count" and counts.args[0].type.of == CELL:
        return LoopTerm(ITSELF, CELL, counts.args[0])
    if counts.op != "aggregate" or counts.data[0] != "count" or len(counts.data[1]) != 1:
        return None
    (loop,), element = counts.data[1], counts.args[0]
    return loop if loop.plain and element.op == "local" and element.data == loop.key else None


def beside(planner: Along, loop: LoopTerm, facts: Facts) -> list[Plan] | None:
    """For each way to a cell beside one, the cells from which there is one that passes."""
    found = cells_beside(loop.domain) if loop.domain.type.kind == "set" else None
    ways = planner.settings.near_ways(found[0].op == "around") if found is not None else None
    if found is None or ways is None:
        return None
    near, among = found
    if near.args[0].op == "step" and near.args[0].args[0].op != "local":
        return None  # counts within counts, each about both of its cells, would be written out for all ways together
    named = Term("local", CELL, data=loop.key)
    tests = [Term("in", BOOL, (named, other)) for other in among] + ([*conjuncts(loop.condition)] if loop.condition is not None else [])
    there: Plan | None = ALL
    for test in tests:
        one = ALL if planner.mentions(test) else planner.about(loop.key, CELL).alone(test)
        there = both(there, one) if there is not None and one is not None else None
    if there is None:
        return None
    members = []
    for way in ways:
        step = Term("step", replace(CELL, or_none=True), (near.args[0], at_way(way)))
        plan = passing(planner, step, there, [put_in(test, {loop.key: step}) for test in tests if planner.mentions(test)], facts)
        if plan is None:
            return None
        members.append(plan)
    return [plan for plan in members if plan != NO]


def passing(planner: Along, step: Term, there: Plan, tests: list[Term], facts: Facts) -> Plan | None:
    """The cells from which a step leads to one of a plan, of which all tests hold besides, which cannot fault."""
    back = planner.back(step, facts)
    if back is None:
        return None
    found = back(there)
    for test in tests:
        plan = planner.plan(test, facts | {form(step)})
        if plan is None or not plan.sure:
            return None
        found = both(found, plan)
    return found


def held(op: str, members: list[Plan], number: int) -> Plan:
    """The cells of which as many members hold as is wanted."""
    found: Plan = NO
    wanted = [RECKONING[op](n, number) for n in range(len(members) + 1)]
    for so, run in groupby(range(len(wanted)), lambda n: wanted[n]):
        ends = [*run]
        found = either(found, both(at_least(members, ends[0]), but(at_least(members, ends[-1] + 1)))) if so else found
    return found


def at_least(members: list[Plan], number: int) -> Plan:
    """The cells of which so many hold at least: by how many of the first ones do."""
    if not 0 < number <= len(members):
        return ALL if number <= 0 else NO
    reached: list[Plan] = [ALL, *[NO] * number]
    for member in members:
        for n in range(number, 0, -1):
            reached[n] = either(reached[n], both(reached[n - 1], member))
    return reached[number]
