"""The cards that a step has mixed, so that a seat cannot tell any more which of them lay where."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.engine.position import Position
from ruledsl.ir.layout import seers
from ruledsl.ir.subsets import cards_of
from ruledsl.minds.menus import types_of
from ruledsl.minds.past import Step


def known_to(position: Position, seat: int) -> set[int]:
    """The cards that a seat knows, those in no zone as well."""
    lying = position.seers
    return {card for card in range(len(position.program.cards)) if lying.get(card, -1) >> seat & 1}


def mixed(before: Position, after: Position, seat: int) -> tuple[tuple[int, ...], ...]:
    """The cards that lie together since a step, so that the seat cannot tell which of them lay where before."""
    out = []
    for zone, k in instances(after.program):
        if seers(zone, k, after.program.players) >> seat & 1:
            continue
        cards, was = (cards_in(p.program, p.values, zone, k) for p in (after, before))
        if zone.ordered:
            cards, was = cards[: loose_in(after.values, zone, k)], was[: loose_in(before.values, zone, k)]
        if not set(cards) <= set(was) and len(open_ := [card for card in cards if not after.sees(seat, card)]) > 1:
            out.append(tuple(sorted(open_)))
    return tuple(out)


def mistakable(step: Step, seat: int) -> set[int]:
    """The cards that the seat knew in a place without order that it does not see, and that have left it, where another may have been taken for them."""
    before, after, faces, out = step.before, step.after, step.before.program.cards, set[int]()
    for zone, k in instances(before.program):
        if zone.held and not seers(zone, k, before.program.players) >> seat & 1:
            lying = cards_in(before.program, before.values, zone, k)
            known = [card for card in lying if before.sees(seat, card)]
            gone = {card for card in known if before.values["card.zone"][card] != after.values["card.zone"][card]}
            out |= {card for card in gone if len(known) < len(lying) and faces.count(faces[card]) > 1}
    return out


def doubtful(step: Step, seat: int) -> bool:
    """Has a card left a place without order that the seat does not see, which may have been an equal one that it knew there? Marks of knowledge go by the
    number of a card, and so say too much."""
    before, after, faces = step.before, step.after, step.before.program.cards
    picked = named(step)
    for zone, k in instances(before.program):
        if zone.held and not seers(zone, k, before.program.players) >> seat & 1:
            lying = cards_in(before.program, before.values, zone, k)
            known = {faces[card] for card in lying if before.sees(seat, card) and faces.count(faces[card]) > 1}
            left = {card for card in lying if before.values["card.zone"][card] != after.values["card.zone"][card]}
            if any(faces[card] in known and after.sees(seat, card) for card in left) or known and any(card in picked - left for card in lying):
                return True  # of one that is not seen, what it truly is may not count
    return False


def named(step: Step) -> set[int]:
    """The cards that were answered, or drawn: each may have gone and come back."""
    before, move = step.before, step.choice.move
    if step.choice.seat is None:
        drawn = before.site.type is not None and before.site.type.kind == "card" and before.site.outcome
        return {before.brought[move[0]]} if drawn else set()
    return {*answered(step)}


def answered(step: Step) -> list[int]:
    """The cards that were answered, each as often as it was."""
    before, move = step.before, step.choice.move
    given = zip(types_of(before, move), move[1:], strict=False)
    return [card for type, value in given if type.kind in ("card", "subset") for card in cards_of(before.program, type, value)]


def staying(step: Step, seat: int) -> list[tuple[int, ...]]:
    """The cards that lie in no order, with one that was answered or drawn and stays there, as far as the seat sees none of them: it cannot tell later which one
    that was."""
    before, after, out = step.before, step.after, list[tuple[int, ...]]()
    picked, others = named(step), step.choice.seat is None or step.choice.seat - 1 != seat
    for zone, k in instances(before.program) if picked and others else ():
        if zone.held and not zone.ordered and not seers(zone, k, before.program.players) >> seat & 1:
            both = cards_in(before.program, before.values, zone, k), {*cards_in(after.program, after.values, zone, k)}
            dark = tuple(card for card in both[0] if card in both[1] and not before.sees(seat, card) and not after.sees(seat, card))
            if len(dark) > 1 and not picked.isdisjoint(dark):
                out.append(dark)
    return out


def together_with(step: Step, seat: int, lost: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """The cards of the places without order that the seat does not see, where it lost sight of one that lay there, or came there before another left; and those
    that came there in the same step. Where it went to is not among them: nothing is mixed there but what lies there now."""
    before, after, out = step.before, step.after.values["card.zone"], list[Iterable[int]]()
    for zone, k in instances(before.program):
        place, lying = zone.base + k, set(cards_in(before.program, before.values, zone, k))
        through = step.passed.at(place)
        left = any(card in lying or after[card] != place for card in through)
        cards = lying | through
        sees = not zone.held or seers(zone, k, before.program.players) >> seat & 1
        if not sees and len(cards) > 1 and not (cards if left else lying).isdisjoint(lost):
            out.append(cards)
    return disjoint(out)


def disjoint(groups: list[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    """Groups of which none has a card in common with another."""
    out: list[set[int]] = []
    for group in map(set, groups):
        joined = [other for other in out if not other.isdisjoint(group)]
        out = [other for other in out if other not in joined] + [group.union(*joined)]
    return tuple(tuple(sorted(group)) for group in out)
