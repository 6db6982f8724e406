"""What never comes to be: variables that nothing sets or nothing makes less, zones that nothing comes to, piles that nobody shuffles."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.model.desk import Desk
from ruledsl.model.graph import bodies
from ruledsl.model.limits import constant, least
from ruledsl.model.model import Model, StateInfo
from ruledsl.model.orders import shuffled
from ruledsl.model.spread import handed_zones
from ruledsl.syntax import tree as t


def look_for_unset(desk: Desk) -> None:
    """Warn of it, where it is so under every value of the rulings. A variable with a first value of its own may be a number with a name; of zones
    nothing is said where deeds are given some."""
    model, begun = desk.model, {part.zone for part in desk.model.components}
    if "play" not in model.callables:
        return
    for name, info in model.state.items():
        if not info.word and info.initial is None and name in desk.used and name not in desk.written:
            hint = "set it by some rule, or write a `def` or an option"
            desk.fail("W0614", info.span, name=name, what="nothing sets it", always="always its first value", hint=hint)
    for name, low, first in _never_less(desk):
        desk.fail("W0616", model.state[name].span, name=name, low=low, first=first)
    if handed_zones(model):
        return
    for name, info in model.state.items():
        if info.word and name in desk.used and not {name} & (desk.written | begun):
            desk.fail("W0614", info.span, name=name, what="nothing comes to it", always="always empty", hint="move something to it, or remove it")
    for name in sorted(_in_order(model) - desk.mixed - shuffled(model)):
        desk.fail("W0615", model.state[name].span, name=name)


def lessened(model: Model) -> set[str]:
    """The variables of which it cannot be read that rules only add to them what is not below 0."""
    return {name for name, more in _writes(model) if not more}


def _never_less(desk: Desk) -> Iterator[tuple[str, int, int]]:
    """The numbers that may be less than they are at first, though rules only ever add to them, under every value of the rulings: with the least value and the
    first one."""
    writes = list(_writes(desk.model))
    less = desk.lessened | {name for name, more in writes if not more}
    for name in dict.fromkeys(name for name, _ in writes):
        info = desk.model.state[name]
        low = constant(info.bounds[0]) if info.bounds is not None else None
        first = 0 if info.initial is None else constant(info.initial)
        if name not in less and low is not None and first is not None and low < first:
            yield name, low, first


def _writes(model: Model) -> Iterator[tuple[str, bool]]:
    """What is written to, and whether something that is not below 0 is added."""
    for s in (s for c in model.callables.values() for body in bodies(c) for s in t.within(body, t.Assign, t.ChooseValue)):
        assert isinstance(s, (t.Assign, t.ChooseValue))
        place = model.terms.get(id(s.target))
        if place is not None and place.op == "board" and isinstance(s, t.Assign) and isinstance(s.value, t.Picture):
            yield from ((name, False) for name in model.boards[place.data].marked)
        if place is not None and place.op == "var":
            yield place.data, isinstance(s, t.Assign) and s.op == "+=" and s.until is None and _at_least_0(model, s.value)


def _at_least_0(model: Model, e: t.Expr) -> bool:
    """Is it surely no number below 0, as far as it can be read?"""
    term = model.terms.get(id(e))
    low = least(model, term) if term is not None else None
    return low is not None and low >= 0


def _in_order(model: Model) -> set[str]:
    """The hidden piles that begin with cards of several faces, and of which the top or the bottom is taken."""
    faces: dict[str, int] = {}
    for part in model.components:
        faces[part.zone] = faces.get(part.zone, 0) + (2 if part.loops else 1)
    places = (place for c in model.callables.values() for body in bodies(c) for place in t.within(body, t.Place))
    taken = {model.terms[id(place.zone)].data for place in places if place.which in ("top", "bottom") and id(place.zone) in model.terms}
    return {name for name, many in faces.items() if many > 1 and name in taken and _is_shut(model.state[name])}


def _is_shut(info: StateInfo) -> bool:
    return info.word == "pile" and info.visibility == "hidden"
