"""Places of which nobody can tell one from another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.engine.position import Position
from ruledsl.ir.lasting import lasting
from ruledsl.ir.layout import OF_A_PLACE, Values, card_references, with_places
from ruledsl.ir.program import Program, Zone
from ruledsl.ir.subsets import cards_of

Group = tuple[int, ...]
"""Places, by the cards that truly lie there, of which nobody can tell one from another."""


def named(program: Program, values: Values) -> Iterator[tuple[int, tuple[str, int]]]:
    """The cards that a state names beside the zones, and where; not in the frame where play does not come back to it: what stands there may be nothing, which
    is a card as well."""
    lasts = lasting(program, values)
    for (name, index), type in card_references(program).items():
        if name != "frame" or lasts >> index & 1:
            yield from ((card, (name, index)) for card in cards_of(program, type, values[name][index]))


def grouped(position: Position, places: Mapping[int, Zone]) -> list[Group]:
    """Of a place all count that see what is noted of it, and what is chosen of it by a variable."""
    program, values = position.program, position.values
    noted = [pair for pair in with_places(program) if pair[0] not in OF_A_PLACE]
    names = [*named(program, values)]
    groups: dict[object, list[int]] = {}
    for zone, k in instances(program):
        free = loose_in(values, zone, k) if zone.ordered else None
        for at, card in enumerate(cards_in(program, values, zone, k)):
            if card not in places:
                continue
            marks = [values[name][card * each : (card + 1) * each] for name, each in noted], [where for other, where in names if other == card]
            alone = at >= free if free is not None else not zone.held
            groups.setdefault((zone.base + k, card if alone else repr(marks)), []).append(card)
    return [tuple(group) for group in groups.values()]
