"""What of a model it hangs on whether tables can be set: declarations but for what is done in them, and of that the little that gives a table its shape."""

from __future__ import annotations

from collections.abc import Callable as Fn
from collections.abc import Iterator
from operator import attrgetter

from ruledsl.lower.forms import forms
from ruledsl.model.borders import used
from ruledsl.model.flaws import shown
from ruledsl.model.graph import bodies
from ruledsl.model.lifetimes import lifetimes
from ruledsl.model.model import Callable, KindInfo, Model
from ruledsl.model.orders import shuffled
from ruledsl.model.told import variables
from ruledsl.record import fields, is_record, replace
from ruledsl.syntax import tree as t


def looked_at(model: Model) -> tuple[object, ...]:
    """The `same` for two models only if tables can be set of both, or of neither. Names come in their order, for places in the state hang on it."""
    options = {name: replace(info, question="", tags=()) for name, info in model.options.items()}
    named = (model.enums, options, model.state, model.charts, model.melds, model.boards, model.places, model.along, variables(model))
    return (
        (model.low, model.high, model.seat_names, used(model) if model.boards else (), sorted(model.guises)),
        (shuffled(model), frozenset(info.name for info in shown(model)), lifetimes(model)),
        tuple(tuple(each.items()) for each in named),
        tuple(_kind(model, info) for info in model.kinds.values()),
        tuple(model.components),
        tuple((demand, *(model.terms.get(id(e)) for e in t.within(demand, t.Expr))) for demand in model.demands),
        tuple(_def(model, target) for target in model.callables.values() if target.kind == "def"),
        tuple((p.name, p.type, p.wanted) for form in forms(model) for p in form.params if p.type.kind == "subset"),
        tuple(_pictures(model)),
    )


def same(one: object, other: object) -> bool:
    """Do two of these say the same, wherever it stands? Terms are alike if they are made of the same."""
    if one is other:
        return True
    kind = type(one)
    if kind is not type(other):
        return False
    if kind in (tuple, list):
        return len(one) == len(other) and all(a is b or same(a, b) for a, b in zip(one, other))  # type: ignore
    if kind is dict:
        return same((*one.items(),), (*other.items(),))  # type: ignore[attr-defined]
    if is_record(one) and kind is not type and not issubclass(kind, t.Node):
        parts = _parts(kind)
        return same(parts(one), parts(other))
    return one == other


def _parts(kind: type) -> Fn[[object], object]:
    """All of a record of some kind but for where it stands."""
    if kind not in PARTS:
        names = [name for name in fields(kind) if name != "span"]
        PARTS[kind] = attrgetter(*names) if names else lambda one: ()
    return PARTS[kind]


PARTS: dict[type, Fn[[object], object]] = {}


def _kind(model: Model, info: KindInfo) -> tuple[object, ...]:
    """A kind of card but for what it does."""
    keys = tuple(model.keys.get(id(p)) for p in info.decl.params)
    parts = (tuple(each.items()) for each in (info.params, info.bounds, info.constants))
    return info.name, info.printed, info.family, info.stands_for, keys, *parts


def _def(model: Model, target: Callable) -> tuple[object, ...]:
    """A def, with what may stand instead of it."""
    roots = tuple(bodies(target))
    terms = tuple(model.terms.get(id(e)) for root in roots for e in (getattr(root, "value", None), getattr(root, "condition", None)))
    given = tuple((p.key, p.type) for params in (target.params, *(hook.params for hook in target.instead)) for p in params)
    return target.name, target.result, roots, terms, given, tuple(hook.cards for hook in target.instead)


def _pictures(model: Model) -> Iterator[tuple[object, ...]]:
    """The pictures that are put on boards."""
    for target in model.callables.values():
        for s in (s for body in bodies(target) for s in t.within(body, t.Assign)):
            if isinstance(s.value, t.Picture):
                yield model.terms.get(id(s.target)), s.value
