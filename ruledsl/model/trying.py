"""What would be, if something were done: `C after this`, `C after deed(…)`."""

from __future__ import annotations

from ruledsl.model.calls import Calls
from ruledsl.model.inside import free, put_in
from ruledsl.model.model import Callable
from ruledsl.model.types import PLAYER, UNKNOWN, Term, Tried, Type
from ruledsl.record import replace
from ruledsl.syntax import tree as t


def tried(x: Calls, e: t.After, want: Type | None) -> Term:
    """A value as it would be once an action or a deed was done. What it names of this moment is handed on, so nothing of that changes."""
    target, args = _deed(x, e) if e.deed is not None else _this(x, e)
    body = x.check(e.value, want)
    if target is None or not x.held(e.value, body):
        return Term("error", UNKNOWN, span=e.span)
    x.desk.used.add(target.name)
    taken = dict.fromkeys(free(body))
    names = {key: f"{key} before" for key in taken}
    locals = {key: Term("local", x.model.locals[key], data=key) for key in taken}
    inner = put_in(body, {key: replace(local, data=names[key]) for key, local in locals.items()})
    you = (Term("you", PLAYER),) if x.desk.you else ()
    return Term("after", body.type, (*you, *args, *locals.values()), Tried(target.name, bool(you), tuple(names.values()), inner), e.span)


def _this(x: Calls, e: t.After) -> tuple[Callable | None, list[Term]]:
    """The action whose requirement it stands in, with what is chosen."""
    target = x.desk.inside
    if target is None or target.kind != "action":
        x.desk.fail("E0342", e.span)
        return None, []
    return target, [Term("local", p.type, data=p.key) for p in target.params]


def _deed(x: Calls, e: t.After) -> tuple[Callable | None, list[Term]]:
    assert e.deed is not None
    target = x.model.callables.get(e.deed.function)
    if target is None or target.kind != "to":
        deeds = [name for name, c in x.model.callables.items() if c.kind == "to"]
        x.aside(e.deed.args)
        x.desk.unknown("E0215", e.deed.function_span, e.deed.function, deeds)
        return None, []
    args = x.arguments(target, e.deed.args, e.deed.span)
    if args is None:
        return None, []
    x.call_def(target, args)
    if any(p.type.kind == "unknown" for p in target.params):
        x.desk.fail("E0303", e.deed.span, want="a deed that the game does or tries", got="one that only a test names")
        if not x.desk.quiet:
            return None, []
    return target, args
