"""What is printed on a card: its parameters, and what lies on it for all to see."""

from __future__ import annotations

from ruledsl.model.desk import Desk
from ruledsl.model.model import KindInfo, StateInfo
from ruledsl.syntax import tree as t


def print_card(desk: Desk, info: KindInfo) -> None:
    """Look at the text of a kind of card. What it names beside the parameters are variables of such cards, which it notes as `info.own`."""
    own = {name: state for name, state in desk.model.state.items() if _of(desk, info, state)}
    for part in info.printed.parts if info.printed is not None else ():
        if not isinstance(part, t.Expr) or isinstance(part, t.Ref) and part.name in info.params:
            continue
        if not isinstance(part, t.Ref):
            desk.fail("E0417", part.span, name=info.name, hint=f"use the parameters of `{info.name}`: {', '.join(info.params) or 'it has none'}")
        elif part.name not in own:
            desk.unknown("E0201", part.span, part.name, (*info.params, *own))
        elif why := _not_read(own[part.name]):
            desk.fail("E0417", part.span, name=info.name, hint=f"`{part.name}` {why}")
        else:
            desk.used.add(part.name)
            info.own = (*info.own, part.name)


def _of(desk: Desk, info: KindInfo, state: StateInfo) -> bool:
    """Does each card of a kind have this?"""
    return state.owner == "card" and not state.word and {*desk.model.leaves(info.name)} <= state.kinds


def _not_read(own: StateInfo) -> str:
    """Why it cannot be read there."""
    if own.visibility != "open":
        return "is not seen by all, and the text of a card is"
    return "is several: there is one for each key" if own.decl.keys else ""
