"""What is told aloud: `reveal count(p.hand)`, `show "{n} of them are {colour}" to q`. The value of an expression, or each one in a text, goes to a variable
that is shown and set back at once, so who hears it knows it as what any variable held that was shown."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.model.graph import bodies
from ruledsl.model.model import Aloud, Model, StateInfo
from ruledsl.model.terms import row
from ruledsl.model.types import BOOL, INT, Term
from ruledsl.syntax import tree as t

VALUES = ("bool", "int", "enum", "player", "cell", "line", "kindvalue", "set")
"""What a variable can hold, and so what can be told."""

MOST = (1 << 62) - 1


def aloud(model: Model) -> dict[int, tuple[Aloud, ...]]:
    """By `reveal` or `show` what goes to which variables, where it is no zone, card or variable."""
    if model.aloud is None:
        found: dict[int, tuple[Aloud, ...]] = {}
        for s in (s for c in model.callables.values() for body in bodies(c) for s in t.within(body, t.Reveal)):
            if id(s) not in found and is_told(model.terms.get(id(s.what)), s):
                found[id(s)] = tuple(_variables(model, s, len(found)))
        model.aloud = found
    return model.aloud


def variables(model: Model) -> dict[str, StateInfo]:
    """By name all of them."""
    return {each.info.name: each.info for some in aloud(model).values() for each in some}


def info_of(model: Model, name: str) -> StateInfo:
    """A variable or zone, also one of what is told."""
    return model.state[name] if name in model.state else variables(model)[name]


def is_told(term: Term | None, s: t.Reveal) -> bool:
    """Is it a text or a value that is shown, and no card or variable?"""
    return isinstance(s.what, t.Text) or term is not None and not row(term).has("stored") and term.op != "zone" and term.type.kind in VALUES


def _variables(model: Model, s: t.Reveal, number: int) -> Iterator[Aloud]:
    parts = s.what.parts if isinstance(s.what, t.Text) else (f"{model.written(s.what.span)}: ", s.what)
    holes: list[t.Expr | None] = [part for part in parts if isinstance(part, t.Expr)]
    names = [f"told-{number}-{n}" for n in range(len(holes) or 1)]
    left = iter(names)
    said = tuple((part, "") if isinstance(part, str) else (model.written(part.span), next(left)) for part in parts)
    for name, hole in zip(names, holes or [None], strict=True):
        type = BOOL if hole is None else model.terms[id(hole)].type
        low = 0 if type.or_none else -MOST
        bounds = (Term("const", INT, data=low), Term("const", INT, data=MOST)) if type.kind == "int" else None
        decl = t.Variable(t.Name(name, span=s.span), t.TypeRef(type.kind, span=s.span), span=s.span)
        yield Aloud(StateInfo(name, "table", "", type, "", "hidden", None, bounds, None, decl, s.span, said=said), hole)
