"""Why a written move is refused: the first thing that stands against it."""

from __future__ import annotations

from itertools import islice, product
from typing import Sequence

from ruledsl.engine.position import Position
from ruledsl.ir.program import Action

MOST = 2000
"""So many ways to fill in the arguments are looked at."""


def refusals(position: Position, seat: int, action: Action, candidates: Sequence[Sequence[int]]) -> list[str]:
    """The messages against an action with one of these values for each argument; nothing if one way is allowed."""
    if told := not_asked(position, seat):
        return [told]
    if not any(position.program.actions[entry.action] is action for entry in position.site.menu):
        return [f"`{action.name}` is not offered now"]
    found: dict[str, None] = {}
    for way in islice(product(*candidates), MOST):
        message = _against(position, seat, action, way)
        if not message:
            return []
        found[message] = None
    return list(found) or ["there is no such card or value"]


def not_asked(position: Position, seat: int) -> str:
    """Why a seat has nothing to choose now; "" if it has."""
    if position.over:
        return "the game is over"
    names = " and ".join(position.program.seats[s] for s in position.waiting)
    return "" if seat in position.waiting else f"it is {names}'s turn"


def _against(position: Position, seat: int, action: Action, way: tuple[int, ...]) -> str:
    for n, parameter in enumerate(action.params):
        if not position.call(parameter.member, seat, *way[: n + 1]):
            return f"`{position.words.show(parameter.type, way[n])}` is not in `{parameter.domain}`"
    number = position.call(action.guard, seat, *way)
    return position.fill(action.requirements[number - 1].message, seat, way) if number else ""
