"""Places of which nobody can tell one from another."""

from __future__ import annotations

from collections.abc import Mapping

from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.engine.position import Position
from ruledsl.ir.layout import OF_A_PLACE, card_references, with_places
from ruledsl.ir.program import Zone
from ruledsl.ir.subsets import cards_of

Group = tuple[int, ...]
"""Places, by the cards that truly lie there, of which nobody can tell one from another."""


def grouped(position: Position, places: Mapping[int, Zone]) -> list[Group]:
    """Of a place all count that see what is noted of it, and what is chosen of it by a variable."""
    program, values = position.program, position.values
    noted = [pair for pair in with_places(program) if pair[0] not in OF_A_PLACE]
    named = [(card, where) for where, type in card_references(program).items() for card in cards_of(program, type, values[where[0]][where[1]])]
    groups: dict[object, list[int]] = {}
    for zone, k in instances(program):
        free = loose_in(values, zone, k) if zone.ordered else None
        for at, card in enumerate(cards_in(program, values, zone, k)):
            if card not in places:
                continue
            marks = [values[name][card * each : (card + 1) * each] for name, each in noted], [where for other, where in named if other == card]
            alone = at >= free if free is not None else not zone.held
            groups.setdefault((zone.base + k, card if alone else repr(marks)), []).append(card)
    return [tuple(group) for group in groups.values()]
