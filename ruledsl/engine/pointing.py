"""Of cards and their places: who can tell which card it is that goes, or has come; and how a place is called for all."""

from __future__ import annotations

from ruledsl.engine.cards import cards_in, instances, seers_of
from ruledsl.engine.position import Position
from ruledsl.ir.layout import Values, find_instance, seers


def _carrier(after: Position, number: int) -> int | None:
    """The card on which a place is, if not everybody sees that card."""
    zone, k = find_instance(after.program, number) or (None, 0)
    if zone is None or zone.owner != "card":
        return None
    everybody = (1 << after.program.players) - 1
    return k // zone.length if after.seers.get(k // zone.length, everybody) & everybody != everybody else None


def whence(after: Position, number: int) -> tuple[int, ...]:
    """Where a place stands among others; one on a card that not everybody sees by where that card lies, whatever its number is."""
    card, found = _carrier(after, number), find_instance(after.program, number)
    if card is None or found is None:
        return (number,)
    under = after.values["card.zone"][card]
    lies = find_instance(after.program, under)
    at = cards_in(after.program, after.values, *lies).index(card) if lies and lies[0].ordered and lies[0].word != "fan" else 0
    return *whence(after, under), at, found[0].base + found[1] % found[0].length


def called(after: Position, number: int) -> str:
    """The name of a place; of one on a card that not everybody sees, by where that card lies, or the lowest of those on which it lies."""
    card, found = _carrier(after, number), find_instance(after.program, number)
    if card is None or found is None:
        return after.words.whereabouts(number)
    while (below := _carrier(after, after.values["card.zone"][card])) is not None:
        card = below
    name = after.words.called(found[0], found[1]).replace("_", " ")
    return after.words.say("{name} of {cell}", name=name, cell=after.called_unseen(card, chosen=False))


def seen_by(position: Position, values: Values) -> dict[int, int]:
    """The mask of seats that see each card that lies in a zone."""
    out: dict[int, int] = {}
    for zone, k in instances(position.program):
        out.update(seers_of(position.program, values, zone, k))
    out.update(dict.fromkeys(position.unknown, 0))
    return out


def pointed_at(position: Position, values: Values) -> dict[int, int]:
    """The mask of seats that can tell, of each card, which one it is that is taken up. Of several cards whose places nobody else can tell apart, only who
    sees the zone can: that one of them was shown before says nothing of which it is."""
    out = seen_by(position, values)
    for zone, k in instances(position.program):
        cards = cards_in(position.program, values, zone, k) if zone.held else []
        if len(cards) > 1:
            out.update((card, out[card] & seers(zone, k, position.program.players)) for card in cards)
    return out


def told_apart(old: Values, after: Position) -> dict[int, int]:
    """The mask of seats that see each card where it lies now. Who was shown it together with others that lay there before does not know which has come."""
    before, out, players = seen_by(after, old), seen_by(after, after.values), after.program.players
    for zone, k in instances(after.program):
        cards = cards_in(after.program, after.values, zone, k) if zone.held else []
        stayed = [card for card in cards if old["card.zone"][card] == zone.base + k]
        shown = 0
        for card in stayed:
            shown |= out[card] & ~before.get(card, 0) & ~seers(zone, k, players)
        if shown:
            out.update((card, out[card] & ~shown) for card in cards if card not in stayed)
    return out
