"""Another state that a seat cannot tell from the true one: the cards it does not know change places."""

from __future__ import annotations

from ruledsl.engine.backend import Block
from ruledsl.engine.cards import cards_in, instances, lay, loose_in, seers_of
from ruledsl.engine.position import Position
from ruledsl.engine.view import may_know
from ruledsl.ir import rng
from ruledsl.ir.layout import Values
from ruledsl.ir.program import Zone

SWEEPS = 40
"""How often each card is offered another place where zones take only some kinds of cards."""


def resample(position: Position, seat: int, seed: int) -> Block:
    """A state drawn at random, each as likely as another, from those that look the same to a seat (from 0); with another future."""
    values = {name: cells.copy() for name, cells in position.values.items()}
    places = _unknown(position, seat)
    cards = list(places)
    state, drawn = _permuted(position, places, rng.signed(seed))
    _exchange(position, values, dict(zip(cards, drawn, strict=True)))
    values["rng"][0] = state
    block: Block = position.block.copy()
    for name, cells in values.items():
        for index, (old, new) in enumerate(zip(position.values[name], cells, strict=True)):
            if old != new:
                block.set(name, index, new)
    return block


def _unknown(position: Position, seat: int) -> dict[int, Zone]:
    """The cards that a seat does not know, and where each lies."""
    program, values = position.program, position.values
    named = {
        values[v.name][i]
        for v in program.variables
        if v.type.kind == "card"
        for i in range(len(values[v.name]))
        if may_know(v, i, seat, values)
    }
    out = {}
    for zone, k in instances(program):
        for card, mask in seers_of(program, values, zone, k).items():
            if not mask >> seat & 1 and card not in named:
                out[card] = zone
    return out


def _permuted(position: Position, places: dict[int, Zone], state: int) -> tuple[int, list[int]]:
    """The unknown cards in another order, and the random state after."""
    cards, zones = list(places), list(places.values())
    if not any(zone.kinds for zone in zones):
        return _shuffled(cards, state)
    program = position.program
    for _ in range(SWEEPS):
        for i in range(len(cards)):
            state, j = rng.below(state, len(cards))
            ours, theirs = (program.faces[program.cards[cards[n]]].kind for n in (i, j))
            if _takes(zones[i], theirs) and _takes(zones[j], ours):
                cards[i], cards[j] = cards[j], cards[i]
    return state, cards


def _shuffled(cards: list[int], state: int) -> tuple[int, list[int]]:
    for last in range(len(cards) - 1, 0, -1):
        state, other = rng.below(state, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return state, cards


def _takes(zone: Zone, kind: str) -> bool:
    return not zone.kinds or kind in zone.kinds


def _exchange(position: Position, values: Values, becomes: dict[int, int]) -> None:
    """Each card takes the place of another: what others know of the place, and what refers to it, goes with it."""
    program, old = position.program, position.values
    for zone, k in instances(program):
        cards = [becomes.get(card, card) for card in cards_in(program, old, zone, k)]
        lay(program, values, zone, k, cards, loose_in(old, zone, k))
    for card, other in becomes.items():
        values["known"][other] = old["known"][card]
    for name, index in _references(position):
        values[name][index] = becomes.get(old[name][index], old[name][index])


def _references(position: Position) -> set[tuple[str, int]]:
    """Where a state names cards beside the zones."""
    program = position.program
    variables = {(v.name, i) for v in program.variables if v.type.kind == "card" for i in range(program.region[v.name].count)}
    frames = {("frame", slot) for e in program.entries.values() for _, slot, type in e.params if type.kind == "card"}
    return variables | frames
