"""`longest(W for e in S if C for n in ENDS if P)`: the longest way along edges, none of them twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.model.early import known, late, why
from ruledsl.model.inside import free, mentions
from ruledsl.model.types import INT, MEMBERS, LoopTerm, Term, say
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.model.asking import Asking

FORM = "write `longest(1 for e in … if … for c in … if …)`: edges, and the ends of each"


def longest(x: Asking, e: t.Call) -> Term:
    """The first loop goes through the edges; the second through the ends of one, and its condition says where a way may go on."""
    if e.generator is None:
        x.aside(e.args)
        return _wrong(x, e, "there is no `for`")
    with x.desk.scope():
        loops = tuple(x.loop(loop, any_order=True) for loop in e.generator.loops)
        weight = x.value(e.generator.element, INT)
    x.model.terms[id(e.generator)] = weight
    if len(loops) != 2:
        return _wrong(x, e, "there is one `for`" if len(loops) == 1 else f"there are {len(loops)} of `for`")
    edge, node = loops
    for loop, written in zip(loops, e.generator.loops, strict=True):
        if loop.start is not None or loop.limit is not None:
            return _wrong(x, e, "there is a `from` or `while`")
        if loop.type.kind not in MEMBERS:
            want, hint = "cells, players, numbers up to 63, or values", "edges and their ends are what a set can hold"
            x.desk.fail("E0303", written.domain.span, want=want, got=say(loop.domain.type), hint=hint)
            return Term("error", INT, span=e.span)
    _early(x, edge, node.domain, e.generator.loops[1].domain)
    _early(x, edge, weight, e.generator.element)
    if node.condition is not None and mentions(node.condition, edge.key):
        x.desk.fail("E0349", node.condition.span, edge=e.generator.loops[0].name.text, node=e.generator.loops[1].name.text)
    return Term("longest", INT, (weight,), loops, e.span)


def _wrong(x: Asking, e: t.Call, got: str) -> Term:
    x.desk.fail("E0307", e.span, name="longest", want="edges, and the ends of each", got=got, hint=FORM)
    return Term("error", INT, span=e.span)


def _early(x: Asking, edge: LoopTerm, term: Term, written: t.Expr) -> None:
    """What edges join and how long they are is known before play."""
    if not known(term, (edge.key,), x.model):
        found = late(term, x.model)
        given = [key for key in free(term) if key != edge.key]
        x.desk.fail("E0348", found.span if found is not None else written.span, why=why(found) if found is not None else f"`{given[0].split('.')[0]}` is given")
