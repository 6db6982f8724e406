"""The cards that a step has mixed, so that a seat cannot tell any more which of them lay where."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.engine.cards import back_of, cards_in, instances, loose_in
from ruledsl.engine.position import Position
from ruledsl.ir.layout import seers
from ruledsl.ir.once import once
from ruledsl.ir.program import Program, Type
from ruledsl.ir.regions import until
from ruledsl.ir.subsets import cards_of
from ruledsl.ir.unseen import place_of
from ruledsl.minds.menus import types_of
from ruledsl.minds.past import Step


@once
def has_equals(program: Program) -> bool:
    """Are there two cards with one face?"""
    return len({*program.cards}) < len(program.cards)


def known_to(position: Position, seat: int) -> frozenset[int]:
    """The cards that a seat knows, those in no zone as well."""
    return position.known_to(seat)


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
    return by_back(before, after, out)


def by_back(before: Position, after: Position, groups: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    """The same groups without what all can tell apart: of cards that look otherwise from behind, before and afterwards, none is taken for another."""
    out = list[tuple[int, ...]]()
    for group in groups:
        met = dict[object, list[int]]()
        for card in group:
            for at, position in enumerate((before, after)):
                met.setdefault((at, back_of(position.program, position.values, card)), []).append(card)
        out += [some for some in disjoint(list(met.values())) if len(some) > 1]
    return tuple(out)


def is_apart(position: Position, seat: int) -> bool:
    """Does the seat know of a card that it lies in a fan, and not which of them it is, though not all look the same from behind?"""
    for zone, k in instances(position.program):
        if zone.held and zone.ordered and not seers(zone, k, position.program.players) >> seat & 1:
            cards = cards_in(position.program, position.values, zone, k)
            if any(position.values["known"][card] >> seat & 1 and not position.sees(seat, card) for card in cards):
                return True
    return False


def mistakable(step: Step, seat: int) -> set[int]:
    """The cards that the seat knew in a place without order that it does not see, and that have left it, or were shown there as one of several, where another
    may have been taken for them."""
    before, after, faces, out = step.before, step.after, step.before.program.cards, set[int]()
    if not has_equals(before.program):
        return out
    shown = {card for card, seats in enumerate(step.passed.mistaken) if seats >> seat & 1}
    lay, lies = before.values["card.zone"], after.values["card.zone"]
    gone = {card for card in known_to(before, seat) if card in shown or lay[card] != lies[card]}
    places = {lay[card] for card in gone}
    for zone, k in instances(before.program) if gone else ():
        if zone.base + k in places and zone.held and not seers(zone, k, before.program.players) >> seat & 1:
            lying = {*cards_in(before.program, before.values, zone, k)}
            out |= {card for card in gone & lying if not lying <= known_to(before, seat) and faces.count(faces[card]) > 1}
    return out


def doubtful(step: Step, seat: int) -> bool:
    """Has a card left a place without order that the seat does not see, which may have been an equal one that it knew there? Marks of knowledge go by the
    number of a card, and so say too much."""
    before, after, faces = step.before, step.after, step.before.program.cards
    picked = named(step)
    for zone, k in instances(before.program) if has_equals(before.program) else ():
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


def meant(step: Step) -> set[int]:
    """The cards of which it was settled before a step that they are meant: drawn, or answered, also where chance picks now which of some cards another one
    of the answer is."""
    program, values = step.before.program, step.before.values
    move, out = values["move"], named(step)
    if step.choice.seat is None and values["move.seat"][0] >= 0 and move[0] >= 0:
        types = [p.type for p in program.actions[move[0]].params]
        given = [value for type, value in zip(types, move[1:], strict=False) if type.kind == "card"]
        if any(place_of(value) is not None for value in given):
            out |= {card for value in given if value >= 0 for card in cards_of(program, Type("card"), value)}
    return out - {card for card, *_ in step.passed.numbered}


def picked_out(step: Step, seat: int) -> set[int]:
    """The cards that were answered, or drawn, that the seat was shown then, or saw come by, and does not know any more: it was these that went."""
    return {card for card in named(step) if step.passed.held_up and step.passed.held_up[card] >> seat & 1} - known_to(step.after, seat)


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
    places = {before.values["card.zone"][card] for card in picked}
    for zone, k in instances(before.program) if picked and others else ():
        if zone.base + k in places and zone.held and not zone.ordered and not seers(zone, k, before.program.players) >> seat & 1:
            both = cards_in(before.program, before.values, zone, k), {*cards_in(after.program, after.values, zone, k)}
            dark = tuple(card for card in both[0] if card in both[1] and not before.sees(seat, card) and not after.sees(seat, card))
            if len(dark) > 1 and not picked.isdisjoint(dark):
                out.append(dark)
    return [*by_back(before, after, out)]


def together_with(step: Step, seat: int, lost: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """The cards of the places without order that the seat does not see, where it lost sight of one that lay there, or came there before another left; and those
    that came there in the same step. Where it went to is not among them: nothing is mixed there but what lies there now."""
    before, after, out, picked = step.before, step.after.values["card.zone"], list[Iterable[int]](), meant(step)
    known = known_to(step.after, seat)
    for zone, k in instances(before.program):
        place, lying = zone.base + k, set(cards_in(before.program, before.values, zone, k))
        through = {card for card in step.passed.at(place) if card in lying or card not in known}  # what came, and is seen elsewhere now, has not stayed
        gone = {card for card in through if card in lying or after[card] != place}
        left = bool(gone)
        first = gone <= lying & picked and all(after[card] != place for card in gone)  # which go was settled before others came
        cards = lying if first else lying | through
        sees = not zone.held or seers(zone, k, before.program.players) >> seat & 1
        if not sees and len(cards) > 1 and not (cards if left else lying).isdisjoint(lost):
            out.append(cards)
    return by_back(before, step.after, disjoint(out))


def met_in_one_place(step: Step, cards: Iterable[int]) -> bool:
    """Did some cards lie together before a step or behind it, or lay in one place, or came by there? Only then may each of them lie where any other does."""
    was, now = ([position.values["card.zone"][card] for card in cards] for position in (step.before, step.after))
    if len({*was}) < 2 or len({*now}) < 2:
        return True
    return any(all(place == lay or card in step.passed.at(place) for card, lay in zip(cards, was, strict=True)) for place in {*was, *now})


def slips(step: Step, seat: int, told: bool) -> bool:
    """Did a card leave a fan unseen of which the seat knew something by where it is held, a card or what was `told`? It cannot tell any more who lies where."""
    before, after = step.before, step.after
    if is_apart(before, seat) or is_apart(after, seat):
        return True
    for zone, k in instances(before.program):
        if zone.held and zone.ordered and not seers(zone, k, before.program.players) >> seat & 1:
            lying = cards_in(before.program, before.values, zone, k)
            gone = [card for card in lying if after.values["card.zone"][card] != zone.base + k]
            if any(not after.sees(seat, card) for card in gone) and (told or any(before.sees(seat, card) for card in lying)):
                return True
    return False


def lent(step: Step, cards: Iterable[int]) -> bool:
    """Is it settled of one of some cards that it goes back? That goes along with the card, whichever lies in its place in another world."""
    name = until("card")
    return name in step.after.values and any(position.values[name][card] for position in (step.before, step.after) for card in cards)


def disjoint(groups: list[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    """Groups of which none has a card in common with another."""
    out: list[set[int]] = []
    for group in map(set, groups):
        joined = [other for other in out if not other.isdisjoint(group)]
        out = [other for other in out if other not in joined] + [group.union(*joined)]
    return tuple(tuple(sorted(group)) for group in out)
