"""Why a written move is refused: the first thing that stands against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice

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
    offers = [entry for entry in position.site.menu if position.program.actions[entry.action] is action]
    if not offers:
        return [f"`{action.name}` is not offered now"]
    given = [{number: position.call(function, seat) for number, function in entry.given} for entry in offers]
    found: dict[str, None] = {}
    for message in islice(chain.from_iterable(_against(position, seat, action, candidates, by_menu, ()) for by_menu in given), MOST):
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


def _against(
    position: Position, seat: int, action: Action, candidates: Candidates, given: Mapping[int, int], way: tuple[int, ...]
) -> Iterator[str]:  # fmt: skip
    """What stands against each way to go on from the first arguments; "" where nothing does. What the menu gives is nothing else, whatever could be written."""
    if len(way) == len(action.params):
        number = position.call(action.guard, seat, *way)
        yield position.fill(action.requirements[number - 1].message, seat, way) if number else ""
        return
    parameter = action.params[len(way)]
    values, told = candidates(len(way), (seat, *way))
    if told:
        yield told
        return
    by_menu = given.get(len(way))
    if by_menu is not None:
        values = [by_menu] if by_menu in values else []
    for value in values:
        if position.call(parameter.member, seat, *way, value):
            yield from _against(position, seat, action, candidates, given, (*way, value))
        else:
            yield outside(position, parameter, value)
