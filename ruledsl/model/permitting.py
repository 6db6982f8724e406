"""Checks permissions: defs that hold if all that they require holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.model import facts
from ruledsl.model.inside import put_in
from ruledsl.model.model import Callable, Model
from ruledsl.model.types import BOOL, UNKNOWN, Term
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.model.asking import Asking


def permitted(x: Asking, e: t.Permitted) -> Term:
    """All requirements together, with the lets in their places."""
    whole: Term | None = None
    named: dict[str, Term] = {}
    strange = False
    with x.desk.scope():
        for s in e.body:
            if isinstance(s, t.Let) and not isinstance(s.value, (t.Roll, t.Observe)):
                value = x.check(s.value)
                named[x.desk.bind(s.name.text, value.type, s.name, s.name.span)] = put_in(value, named)
            elif isinstance(s, t.Require):
                term = put_in(_required(x, s), named)
                whole = term if whole is None else Term("and", BOOL, (whole, term), span=s.span)
            elif not strange:
                strange = True
                x.desk.fail("E0432", s.span)
    return whole or Term("error", UNKNOWN, span=e.span)


def _required(x: Asking, s: t.Require) -> Term:
    term = x.condition(s.condition)
    with x.desk.scope():
        facts.learn(x.desk, x.kinds_of, s.condition, False)
        for part in s.message.parts if s.message else ():
            if isinstance(part, t.Expr):
                x.held(part, x.check(part), told=True)
    facts.learn(x.desk, x.kinds_of, s.condition, True)
    return term


def permission(model: Model, condition: Term) -> tuple[Callable, t.Permitted] | None:
    """The permission that a condition consists of, if it is as it was declared."""
    target = model.callables.get(condition.data) if condition.op == "call" else None
    if target is None or target.instead or not isinstance(target.decl, t.Def) or not isinstance(target.decl.value, t.Permitted):
        return None
    return target, target.decl.value
