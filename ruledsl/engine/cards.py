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


def seers_of(program: Program, values: Values, zone: Zone, k: int) -> dict[int, int]:
    """The mask of seats that may know each card of a zone."""
    cards = cards_in(program, values, zone, k)
    looking = seers(zone, k, program.players)
    masks = {card: 0 if zone.visibility == "top" else values["known"][card] | looking for card in cards}
    if zone.visibility == "top" and len(cards) > loose_in(values, zone, k):
        masks[cards[-1]] = seers(zone, k, program.players)
    return masks
