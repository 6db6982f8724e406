"""Where play begins afresh for a seat: all that it does not see lies in one place and in no order, so that what went before says nothing of it any more."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.engine.cards import back_of, cards_in, instances, loose_in
from ruledsl.engine.position import Position
from ruledsl.ir.regions import until
from ruledsl.minds.mixed import known_to
from ruledsl.minds.past import Step


def begun(steps: Sequence[Step], seat: int) -> int:
    """The number of steps after which play last began afresh for a seat (from 0); 0 if it never did."""
    return next((number for number in range(len(steps), 0, -1) if steps[number - 1].once(is_afresh, seat)), 0)


def is_afresh(step: Step, seat: int) -> bool:
    """Is every way in which the cards may lie after a step, that the seat does not know, as likely as any other, whatever it has observed?"""
    return not step.open >> seat & 1 and _are_mixed(step.after, seat)


def _are_mixed(position: Position, seat: int) -> bool:
    """Do all cards that the seat does not know lie together in no order, none to be told from another from behind, and none to go back?"""
    program, values = position.program, position.values
    unknown = set(range(len(program.cards))) - known_to(position, seat)
    if len({values["card.zone"][card] for card in unknown}) != 1 or len({back_of(program, values, card) for card in unknown}) > 1:
        return False
    lent = values.get(until("card"))
    if lent is not None and any(lent[card] for card in unknown):
        return False
    place = values["card.zone"][next(iter(unknown))]
    zone, k = next((zone, k) for zone, k in instances(program) if zone.base + k == place)
    return zone.ordered and unknown == set(cards_in(program, values, zone, k)[: loose_in(values, zone, k)])
