"""The cards that a step has mixed, so that a seat cannot tell any more which of them lay where."""

from __future__ import annotations

from collections.abc import Container, Iterable

from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.engine.knowledge import named_cards
from ruledsl.engine.position import Position
from ruledsl.ir.layout import seers
from ruledsl.ir.subsets import cards_of
from ruledsl.ir.unseen import place_of
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
    return {*_answered(step)}


def unfollowed(step: Step, seat: int, found: Container[int]) -> bool:
    """Has something happened to cards that the seat does not see which is not followed here? It holds what may not be, or not as likely, and has to say so.
    `found`: what the rules had found by what it is before."""
    which = _picks_some(step, seat) or _is_named_still(step, seat) or _may_be_another(step, seat) or _is_found_again(step, seat, found)
    return which or _comes_back(step, seat) or _lies_in_fan(step, seat) or _comes_and_is_shown(step, seat)


def _picks_some(step: Step, seat: int) -> bool:
    """Was one picked of those that the rules allow, where it hangs on what lies there how many these are, or several, each of what the others leave?"""
    before, move = step.before, step.choice.move
    if step.choice.seat is not None:
        given = zip(types_of(before, move), move[1:], strict=False)
        blind = sum(type.kind == "card" and place_of(value) is not None for type, value in given)
        return blind > 1 or bool(step.menu >> seat & 1) and blind > 0
    lying, some = before.values["card.zone"], named(step) and {*before.brought}
    places = {lying[card] for card in some} & {zone.base + k for zone, k in instances(before.program) if zone.held}
    return any(place in places and card not in some and not before.sees(seat, card) for card, place in enumerate(lying))


def _is_named_still(step: Step, seat: int) -> bool:
    """Was a card picked that stays, and that the rules come back to?"""
    stays = {card for cards in staying(step, seat) for card in cards} if step.choice.seat is None else set[int]()
    after = step.after
    return any(not stays.isdisjoint(cards_of(after.program, type, after.values[name][n])) for (name, n), type in named_cards(after.program).items() if stays)


def _may_be_another(step: Step, seat: int) -> bool:
    """Was a card answered, or brought by chance, that lay among others in no order, and can the seat not say by what became of them which it was? It counts as
    the one that it truly was, or as one that is still unseen, and may be one that the seat has seen there by another way; and of two, each may have been the
    other."""
    before, after = step.before.values, step.after
    by_chance = step.choice.seat is None  # which of those that stay it was is gone through, then
    stay = [card for card in named(step) if before["card.zone"][card] == after.values["card.zone"][card]] if by_chance else []
    picked = stay if by_chance else _answered(step) if step.choice.seat != seat + 1 else []
    kept = any(name == "frame" and not begun and cover >> seat & 1 for (name, _), (_, cover, begun, _) in step.left.items())
    by_what_they_are = {card for card, seats, *_ in step.passed.numbered if seats >> seat & 1}
    for zone, k in instances(step.before.program):
        if zone.held and not zone.ordered and not seers(zone, k, after.program.players) >> seat & 1:
            lying = cards_in(step.before.program, step.before.values, zone, k)
            some = sorted(card for card in picked if card in lying)
            known = {card for card in lying if step.before.sees(seat, card)}
            gone = {card for card in lying if after.values["card.zone"][card] != before["card.zone"][card] or card not in known and after.sees(seat, card)}
            if step.deeds >> seat & 1 and not by_chance and not known.union(gone).issuperset(some):
                return True  # what comes of it may come of other answers, too
            sure = all(step.passed.is_certain(seat, card) for card in some) and by_what_they_are.isdisjoint(some)
            if some and len(lying) > 1 and (gone or known) and (some != sorted(gone) or not sure):
                return True
            if len(lying) > 1 and any(step.passed.is_doubtful(seat, card) for card in gone - by_what_they_are):
                return True
            if kept and not by_chance and len(lying) > 1 and not gone.issuperset(some):
                return True  # what was reckoned by it comes later
            if len(some) > 1 and (step.deeds if staying(step, seat) else step.seats) >> seat & 1 and _lie_together(step, seat, some):
                return True
    return False


def _is_found_again(step: Step, seat: int, found: Container[int]) -> bool:
    """Did the rules find a card by what it is, where the seat knew one of that face and not all that lay there, and it stays, or they had found that one so
    before? Which of the two has the lower number counts twice, then."""
    before, faces = step.before, step.before.program.cards
    for card, seats, place, beside in step.passed.numbered:
        if seats >> seat & 1 and faces.count(faces[card]) > 1:
            known = {other for other in {card, *beside} if faces[other] == faces[card] and before.sees(seat, other)}
            if known and step.after.values["card.zone"][card] == place or any(other in found for other in known):
                return True
    return False


def _lie_together(step: Step, seat: int, cards: list[int]) -> bool:
    """Do several cards that were each answered lie in one place, where the seat does not see them?"""
    dark = [step.after.values["card.zone"][card] for card in cards if not step.after.sees(seat, card)]
    several = sum(type.kind == "card" for type in types_of(step.before, step.choice.move)) > 1
    return several and len(set(dark)) < len(dark)


def _answered(step: Step) -> list[int]:
    """The cards that were answered, each as often as it was."""
    before, move = step.before, step.choice.move
    given = zip(types_of(before, move), move[1:], strict=False)
    return [card for type, value in given if type.kind in ("card", "subset") for card in cards_of(before.program, type, value)]


def _comes_and_is_shown(step: Step, seat: int) -> bool:
    """Did a card come unseen to others that the seat does not know, and some that lie there were shown? It may have been one of these."""
    before, after = step.before, step.after
    for zone, k in instances(before.program):
        if zone.held and not seers(zone, k, before.program.players) >> seat & 1:
            was, place, lying = before.values["card.zone"], zone.base + k, cards_in(after.program, after.values, zone, k)
            came = any(was[card] != place and not (before.sees(seat, card) and after.sees(seat, card)) for card in lying)
            elsewhere = {card for card, _, where, _ in step.passed.numbered if where != place}
            came = came and not all(after.sees(seat, card) for card in lying)
            shown = came and any(after.sees(seat, card) and not before.sees(seat, card) for card in lying if card not in elsewhere)
            if shown and any(there == place and not before.sees(seat, card) for card, there in enumerate(was)):
                return True
    return False


def _comes_back(step: Step, seat: int) -> bool:
    """Did a card come to a place without order and leave it, or the other way round, and the seat saw it neither meanwhile nor afterwards?"""
    before, after, passed, faces = step.before, step.after, step.passed, step.before.program.cards
    if any(seats >> seat & 1 and before.values["card.zone"][card] != was and faces.count(faces[card]) > 1 for card, seats, was, _ in passed.numbered):
        return True  # by its number it left where it had come, and an equal one may have
    for zone, k in instances(before.program):
        if zone.held and not seers(zone, k, before.program.players) >> seat & 1:
            place = zone.base + k
            crossed = (passed.crossing or {}).get(place, frozenset[int]())
            back = {card for card in passed.at(place) if before.values["card.zone"][card] == after.values["card.zone"][card] == place}
            if any(not after.sees(seat, card) for card in crossed) or back and step.choice.seat is None or not back <= passed.seen(seat):
                return True
    return False


def _lies_in_fan(step: Step, seat: int) -> bool:
    """Was a card named in a fan that the seat does not see, or has left it, where equal ones are? Where it lay says of those before it that they are others."""
    before, after, faces = step.before, step.after, step.before.program.cards
    picked = named(step)
    for zone, k in instances(before.program):
        if zone.held and zone.ordered and not seers(zone, k, before.program.players) >> seat & 1:
            lying = cards_in(before.program, before.values, zone, k)
            gone = {card for card in lying if card in picked or before.values["card.zone"][card] != after.values["card.zone"][card]}
            if len(lying) > 1 and any(faces.count(faces[card]) > 1 for card in gone):
                return True
    return False


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
