"""Cards in the values of a block: where they lie and who sees them."""

from __future__ import annotations

from ruledsl.bits import bits_of
from ruledsl.ir.layout import Values, seers
from ruledsl.ir.once import once
from ruledsl.ir.program import Program, Zone
from ruledsl.ir.rng import signed


@once
def instances(program: Program) -> tuple[tuple[Zone, int], ...]:
    """Every zone with each of its instances."""
    return tuple((zone, k) for zone in program.zones for k in range(zone.instances) if program.is_there(zone, k))


def cards_in(program: Program, values: Values, zone: Zone, k: int) -> list[int]:
    """The cards of a zone: bottom first, or by number where there is no order."""
    if zone.ordered:
        start = k * zone.capacity
        return values[f"{zone.name}.cards"][start : start + values[f"{zone.name}.count"][k]]
    words = values[f"{zone.name}.bits"][k * program.words : (k + 1) * program.words]
    return [64 * i + n for i, word in enumerate(words) for n in bits_of(word)]


def loose_in(values: Values, zone: Zone, k: int) -> int:
    """How many cards at the bottom lie in no settled order."""
    return values[f"{zone.name}.loose"][k] if zone.loose else 0


def lay(program: Program, values: Values, zone: Zone, k: int, cards: list[int], loose: int = 0) -> None:
    """Put exactly these cards into a zone; what each card says of its place is set as well, what seats know is not."""
    if zone.ordered:
        start = k * zone.capacity
        values[f"{zone.name}.cards"][start : start + zone.capacity] = cards + [0] * (zone.capacity - len(cards))
        values[f"{zone.name}.count"][k] = len(cards)
        if zone.loose:
            values[f"{zone.name}.loose"][k] = loose
    else:
        bits = sum(1 << card for card in cards)
        words = [signed(bits >> 64 * i) for i in range(program.words)]
        values[f"{zone.name}.bits"][k * program.words : (k + 1) * program.words] = words
    for card in cards:
        values["card.zone"][card] = zone.base + k


@once
def marks_of(program: Program) -> list[tuple[str, int]]:
    """The variables that lie on cards and that all see, with how many there are on each."""
    found = [v for v in program.variables if v.owner == "card" and v.visibility == "open" and v.type.kind not in ("card", "subset")]
    return [(v.name, v.length) for v in found]


@once
def _on_cards(program: Program) -> list[Zone]:
    """The zones that lie on cards."""
    return [zone for zone in program.zones if zone.owner == "card"]


@once
def are_marked(program: Program) -> bool:
    """Can equal cards look otherwise from behind?"""
    return bool(marks_of(program) or _on_cards(program))


@once
def _held(program: Program) -> dict[int, tuple[Zone, int]]:
    """Places where cards cannot be told apart by where they lie, if they can be by what all see on them."""
    return {zone.base + k: (zone, k) for zone, k in instances(program) if zone.held} if are_marked(program) else {}


def back_of(program: Program, values: Values, card: int) -> tuple[object, ...]:
    """What all see of a card wherever it lies: what is marked on it, and how many cards lie on it."""
    marks = (mark for name, each in marks_of(program) for mark in values[name][card * each : (card + 1) * each])
    return *marks, *(len(cards_in(program, values, zone, card * zone.length + n)) for zone in _on_cards(program) for n in range(zone.length))


def knowers(program: Program, values: Values, card: int) -> int:
    """The mask of seats that know a card where it lies, besides those that look there. Where cards are held of which not all look the same from behind, who
    knows that it is among them cannot tell what is marked on it: that is told by who has observed it."""
    known, place = values["known"][card], values["card.zone"][card]
    return known if known and not _are_told_apart(program, values, place) else 0


def all_knowers(program: Program, values: Values) -> list[int]:
    """`knowers` of every card: each place is looked at once."""
    known, zones = values["known"], values["card.zone"]
    places = {zones[card] for card, seats in enumerate(known) if seats} & _held(program).keys()
    apart = {place for place in places if _are_told_apart(program, values, place)}
    return [0 if place in apart else seats for place, seats in zip(zones, known, strict=True)] if apart else known


def _are_told_apart(program: Program, values: Values, place: int) -> bool:
    """Are cards held there of which not all look the same from behind?"""
    found = _held(program).get(place)
    if found is None:
        return False
    first, *others = cards_in(program, values, *found) or [-1]
    look = back_of(program, values, first) if others else ()
    return any(back_of(program, values, other) != look for other in others)


def seers_of(program: Program, values: Values, zone: Zone, k: int) -> dict[int, int]:
    """The mask of seats that may know each card of a zone."""
    cards = cards_in(program, values, zone, k)
    looking = seers(zone, k, program.players)
    known = values["known"]
    if zone.visibility == "top":
        shown = cards[-1:] if len(cards) > loose_in(values, zone, k) else []
        return {**dict.fromkeys(cards, 0), **dict.fromkeys(shown, looking)}
    if any(known[card] for card in cards) and _are_told_apart(program, values, zone.base + k):
        return dict.fromkeys(cards, looking)
    return {card: known[card] | looking for card in cards}
