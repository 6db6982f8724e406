"""What is looked at and never comes to be: variables that nothing sets, zones that nothing comes to, piles that nobody shuffles."""

from __future__ import annotations

from ruledsl.model.desk import Desk
from ruledsl.model.graph import bodies
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
    if handed_zones(model):
        return
    for name, info in model.state.items():
        if info.word and name in desk.used and not {name} & (desk.written | begun):
            desk.fail("W0614", info.span, name=name, what="nothing comes to it", always="always empty", hint="move something to it, or remove it")
    for name in sorted(_in_order(model) - desk.mixed - shuffled(model)):
        desk.fail("W0615", model.state[name].span, name=name)


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
