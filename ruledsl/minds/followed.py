"""Steps that are followed: the same cards, by where they lie, go the same ways through them, whichever cards these are. A world that lays other cards goes
through such a step as the true one did, and what is held against the past is all that there is. Of anything else nothing is called exact."""

from __future__ import annotations

from ruledsl.engine.cards import cards_in, loose_in
from ruledsl.ir.layout import find_instance, seers
from ruledsl.ir.unseen import place_of
from ruledsl.minds.menus import types_of
from ruledsl.minds.mixed import answered, known_to, named
from ruledsl.minds.past import Step


def is_followed(step: Step, seat: int) -> bool:
    """Is it so for a seat (from 0)? It must not hang on what the seat does not see which way the rules go, as far as something comes of that, nor which
    card it is that they name."""
    passed, both = step.passed, known_to(step.before, seat) | known_to(step.after, seat)
    if passed.astray >> seat & 1 or not passed.seen(seat) <= both or any(zone.owner == "card" for zone in step.before.program.zones):
        return False
    if any(seats >> seat & 1 for _, seats, *_ in passed.numbered) or any((passed.crossing or {}).values()):
        return False
    was, after = step.before.values.get("card.zone", ()), step.after.values.get("card.zone", ())
    lost = known_to(step.before, seat) - known_to(step.after, seat)
    if any(was[card] != after[card] and _among(step, seat, card) is not None for card in lost):
        return False  # which of them it was is known, and not that any of them may have gone
    return _is_heard(step, seat) and all(_is_that_one(step, seat, card) for card in named(step))


def _is_heard(step: Step, seat: int) -> bool:
    """Is of each card that was answered heard what there is to hear? What is sealed is not, and one that is picked by its place must be any that lies there."""
    given = list(zip(types_of(step.before, step.choice.move), step.choice.move[1:], strict=False)) if step.choice.seat is not None else []
    cards = [value for type, value in given if type.kind in ("card", "subset")]
    picked = any(place_of(value) is not None for value in cards)
    return not (cards and step.before.kind == "simultaneous" and step.choice.seat != seat + 1 or picked and step.menu >> seat & 1)


def _is_that_one(step: Step, seat: int, card: int) -> bool:
    """Can a card that was answered, or drawn, be told from all that lay with it? Else it must be the only one to leave them or to be shown, and seen
    afterwards; or any of them, of which nothing is told."""
    before, after, faces = step.before, step.after, step.before.program.cards
    if (lot := _among(step, seat, card)) is None:
        return True
    place, others, by_chance = before.values["card.zone"][card], [other for other in lot if other != card], step.choice.seat is None
    if by_chance and not {*others} <= {*before.brought} or not by_chance and sum(other in lot for other in answered(step)) > 1:
        return False
    if any(after.values["card.zone"][other] != place or after.sees(seat, other) and not before.sees(seat, other) for other in others):
        return False
    known = [other for other in lot if before.sees(seat, other)]
    if after.sees(seat, card):
        return not any(faces[other] == faces[card] for other in known) or faces.count(faces[card]) == 1
    if by_chance and after.values["card.zone"][card] != place:
        return not known
    comes_up = any(name == "frame" and (hang | cover) >> seat & 1 for (name, _), (hang, cover, *_) in step.left.items())
    return not known and not comes_up and not (step.menu | step.deeds) >> seat & 1


def _among(step: Step, seat: int, card: int) -> list[int] | None:
    """The cards among which one lay that a seat does not look at, where nobody can tell one of them from another; None if it can be told."""
    program, values = step.before.program, step.before.values
    found = find_instance(program, values["card.zone"][card])
    if found is None or seers(*found, program.players) >> seat & 1:
        return None
    zone, lying = found[0], cards_in(program, values, *found)
    lot = lying if zone.held else lying[: loose_in(values, *found)] if zone.ordered else []
    return lot if card in lot and len(lot) > 1 else None
