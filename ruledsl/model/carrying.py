"""Effects that carry out another card: what that card's effect asks for is asked then, as an action of its own that no text declares.

Such an effect may come back to itself, if it says how deep: these calls alone are no circle.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.diagnostics import Edit
from ruledsl.model.desk import Desk
from ruledsl.model.merge import Declared
from ruledsl.model.model import Callable, Model
from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t

ASKED = "carry_out"
"""The action, as tests and hooks name it: `carry_out(Thief, B)`."""

DEEPEST = 20
"""So deep a card may carry out another: each depth has registers and menus of its own."""


def take_in(desk: Desk, declared: Declared) -> None:
    """Declare the action, if an effect carries out a card."""
    first = next((s for card in declared.all(t.Card) for effect in card.effects for s in inner(effect)), None)
    if first is None:
        return
    if ASKED in declared.named:
        desk.fail("E0437", declared.named[ASKED].name.span)  # type: ignore[attr-defined]
        return
    span = first.span
    card = t.Ref("card", span=span)
    body = (t.Label(t.Text((replace(card),), span=span), span=span), t.CarryOut(card, span=span))
    declared.named[ASKED] = t.Action(t.Name(ASKED, span=span), (t.Param("card", span=span),), body, span=span)


def inner(effect: t.Decl) -> Iterator[t.CarryOut]:
    """What an effect carries out."""
    return (s for s in t.within(effect, t.CarryOut) if isinstance(s, t.CarryOut))


def menu(s: t.CarryOut) -> t.ChooseAction:
    """What is asked where an effect carries out a card."""
    return t.ChooseAction(t.Ref("you", span=s.span), (t.MenuItem(ASKED, (s.card,), span=s.span),), span=s.span)


def asks(model: Model, s: t.CarryOut) -> bool:
    """May an effect have to ask before it carries out this card?"""
    if id(s) not in model.inner:
        return False
    effects = [(kind, effect) for kind in model.terms[id(s.card)].type.kinds for effect in model.effects(kind)]
    standing = any(model.standing(effect.card) for effect in model.callables.values() if effect.kind == "effect")
    several = len({kind for kind, _ in effects}) < len(effects)
    return standing or several or any(effect.params or any(t.within(effect.decl, t.Require)) for _, effect in effects)


def goes_deeper(target: Callable) -> bool:
    """Can it stand open while it is begun anew? An effect that carries out another, and the action that stands between the two."""
    return target.name == ASKED or target.kind == "effect" and any(inner(target.decl))


def without_depth(model: Model, graph: dict[str, set[str]]) -> dict[str, set[str]]:
    """Who leads to whom, but for effects that say how deep they go. The action between two effects is no way: each names what it carries out."""
    out = {name: others - {ASKED} for name, others in graph.items() if name != ASKED}
    for name in out:
        carried = list(inner(model.callables[name].decl)) if model.callables[name].kind == "effect" else []
        if carried and all(s.deepest is not None for s in carried):
            out[name] = {other for other in out[name] if model.callables[other].kind != "effect"}
    return out


def refuse_circle(desk: Desk, way: list[str]) -> bool:
    """Is a way back to its beginning one of cards that carry out each other? Then it is said where the words are missing."""
    effects = (desk.model.callables[name] for name in way)
    missing = next((s for c in effects if c.kind == "effect" for s in inner(c.decl) if s.deepest is None), None)
    if missing is None:
        return False
    names = [name.removeprefix("effect ") for name in way]
    behind = Span(missing.span.file, missing.span.end_line, missing.span.end_column, missing.span.end_line, missing.span.end_column)
    circle = " → ".join(f"`{name}`" for name in (*names, names[0]))
    desk.fail("E0503", missing.span, (Edit(behind, " at most 9 deep"),), way=circle, said=desk.model.written(missing.span))
    return True
