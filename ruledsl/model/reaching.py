"""Reach: the least set that holds its beginning, and whatever a step leads to from a member."""

from __future__ import annotations

from ruledsl.model.asking import Asking
from ruledsl.model.inside import subterms
from ruledsl.model.types import INT, MEMBERS, UNKNOWN, LoopTerm, Term, Type, agree, say, set_of
from ruledsl.syntax import tree as t

REACHED = MEMBERS - {"int", "bool"}
"""Kinds of what is reached: there are finitely many, known before play."""


def reached(x: Asking, e: t.Reach) -> Term:
    """`{d from start by e in STEP if C at most n times}`."""
    start = x.check(e.start)
    member = _member(x, e, start)
    limit = x.value(e.limit, INT) if e.limit is not None else None
    with x.desk.scope():
        key = x.desk.bind(e.name.text, member, e.name, e.name.span)
        step = x.loop(e.step, any_order=True)
    if step.domain.type.kind in ("zone", "subset") or not agree(member, step.type):
        x.desk.fail("E0340", e.step.domain.span, on=say(step.type), begun=say(member))
        member = UNKNOWN
    looked = any(sub.op == "local" and sub.data == key for part in (step.domain, step.condition) if part is not None for sub in subterms(part))
    if not looked and member.kind != "unknown":
        x.desk.fail("W0620", e.step.domain.span, name=e.name.text)
    x.model.loops[id(e)] = outer = LoopTerm(key, member, _those(start, member, e), any_order=True)
    return Term("reach", set_of(member), (limit,) if limit is not None else (), (outer, step), e.span)


def _member(x: Asking, e: t.Reach, start: Term) -> Type:
    """The type of what is reached."""
    type = x.model.member(start.type.name) if start.type.kind == "board" else (start.type.of or UNKNOWN) if start.type.kind == "set" else start.type.bare
    if type.kind in REACHED:
        return type
    x.desk.fail("E0303", e.start.span, want="a cell, a player, a value, or a set of these", got=say(start.type), hint="a reach begins with what it goes on to")
    return UNKNOWN


def _those(start: Term, member: Type, e: t.Reach) -> Term:
    """The beginning as a set."""
    return start if start.type.kind in ("set", "board", "unknown") else Term("those", set_of(member), (start,), span=e.start.span)
