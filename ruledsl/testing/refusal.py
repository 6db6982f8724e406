"""Why a written move is refused: the first thing that stands against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from ruledsl.engine.outside import outside
from ruledsl.engine.position import Position
from ruledsl.engine.sealed import answered
from ruledsl.ir.program import Action

Candidates = Callable[[int, tuple[int, ...]], tuple[Sequence[int], str]]
"""Of an argument (its place; the seat and the arguments before it): the values it can have, and what stands against all of them."""

MOST = 2000
"""So many ways to fill in the arguments are looked at."""


def refusals(position: Position, seat: int, action: Action, candidates: Candidates) -> list[str]:
    """The messages against an action with what is written; nothing if one way to fill in the arguments is allowed."""
    if told := not_asked(position, seat):
        return [told]
    if not any(position.program.actions[entry.action] is action for entry in position.site.menu):
        return [f"`{action.name}` is not offered now"]
    found: dict[str, None] = {}
    for message in islice(_against(position, seat, action, candidates, ()), MOST):
        if not message:
            return []
        found[message] = None
    return list(found) or ["there is no such card or value"]


def not_asked(position: Position, seat: int) -> str:
    """Why a seat has nothing to choose now; "" if it has."""
    if position.over:
        return "the game is over"
    names = " and ".join(position.program.seats[s] for s in position.waiting)
    if seat in answered(position):
        return "you have chosen"
    return "" if seat in position.waiting else f"it is {names}'s turn"


def _against(position: Position, seat: int, action: Action, candidates: Candidates, way: tuple[int, ...]) -> Iterator[str]:
    """What stands against each way to go on from the first arguments; "" where nothing does."""
    if len(way) == len(action.params):
        number = position.call(action.guard, seat, *way)
        yield position.fill(action.requirements[number - 1].message, seat, way) if number else ""
        return
    parameter = action.params[len(way)]
    values, told = candidates(len(way), (seat, *way))
    if told:
        yield told
        return
    for value in values:
        if position.call(parameter.member, seat, *way, value):
            yield from _against(position, seat, action, candidates, (*way, value))
        else:
            yield outside(position, parameter, value)
