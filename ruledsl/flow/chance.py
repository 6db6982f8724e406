"""What is left to chance and to the world: single statements whose outcome nobody decides and nobody can know."""

from __future__ import annotations

from ruledsl.model.model import Model
from ruledsl.syntax import tree as t


def chance(model: Model, s: t.Stmt) -> str:
    """shuffle, draw or roll; "" if there is no chance in a statement itself."""
    if isinstance(s, t.Shuffle):
        return "shuffle"
    if isinstance(s, (t.Let, t.Assign)) and isinstance(s.value, t.Roll):
        return "roll"
    if isinstance(s, t.Move) and isinstance(s.what, t.Place) and s.what.zone is not None:
        return "draw" if _is_draw(model, s.what) else ""
    return ""


def observed(s: t.Stmt) -> t.Observe | None:
    """What the world is asked in a statement."""
    return s.value if isinstance(s, (t.Let, t.Assign)) and isinstance(s.value, t.Observe) else None


def _is_draw(model: Model, place: t.Place) -> bool:
    """Is it unknown which card comes? So at random, and from an end of a hidden pile."""
    if place.which == "random":
        return True
    name = place.zone.name if isinstance(place.zone, (t.Ref, t.Attr)) else ""
    zone = model.state.get(name)
    return place.which in ("top", "bottom") and zone is not None and zone.visibility == "hidden"
