"""Whether a state is sound: every card in one place, every number within its bounds, every invariant true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.engine.position import Position
from ruledsl.ir.layout import find_instance
from ruledsl.ir.program import BOX, Zone
from ruledsl.record import record
from ruledsl.source import NOWHERE, Span


@record(frozen=True)
class Flaw:
    """What is wrong with a state, and where the rules speak of it."""

    message: str
    span: Span = NOWHERE
    tags: tuple[str, ...] = ()


def check(position: Position) -> list[Flaw]:
    """All flaws of a state."""
    return [*displaced(position), *(flaw for n in range(len(position.program.invariants)) for flaw in broken(position, n))]


def displaced(position: Position) -> list[Flaw]:
    """Cards and numbers out of place."""
    return [*_census(position), *_bounds(position)]


def _census(position: Position) -> Iterator[Flaw]:
    program, values = position.program, position.values
    places: dict[int, list[tuple[Zone, int]]] = {card: [] for card in range(len(program.cards))}
    for zone, k in instances(program):
        cards = cards_in(program, values, zone, k)
        name = position.words.place(zone, k)
        count = values[f"{zone.name}.count"][k] if zone.ordered else len(cards)
        if count > zone.capacity or loose_in(values, zone, k) > count:
            yield Flaw(f"{name} holds more than it can", zone.span)
        for card, times in Counter(cards).items():
            if times > 1:
                yield Flaw(f"{position.words.cards([card])} lies in {name} {times} times", zone.span)
            if card in places:
                places[card].append((zone, k))
            else:
                yield Flaw(f"{name} holds a card that does not exist", zone.span)
    for card, found in places.items():
        yield from _of_card(position, card, found)


def _of_card(position: Position, card: int, found: list[tuple[Zone, int]]) -> Iterator[Flaw]:
    number, text = position.values["card.zone"][card], position.words.cards([card])
    if len(found) > 1:
        yield Flaw(f"{text} lies in {' and in '.join(position.words.place(*place) for place in found)}", found[0][0].span)
    elif found != ([] if number == BOX else [find_instance(position.program, number)]):
        where = position.words.place(*found[0]) if found else "nowhere"
        yield Flaw(f"{text} should lie in {position.words.whereabouts(number)}, and lies {f'in {where}' if found else where}")


def _bounds(position: Position) -> Iterator[Flaw]:
    program = position.program
    spans = {v.name: v.span for v in program.variables}
    for region in program.regions:
        values = position.values[region.name]
        if not values or region.low <= min(values) and max(values) <= region.high:
            continue  # histories have very many
        for index, value in enumerate(values):
            if not region.low <= value <= region.high and value != region.initial:
                yield Flaw(f"{region.name} {index + 1} is {value}, outside {region.low}..{region.high}", spans.get(region.name, NOWHERE))


def broken(position: Position, number: int) -> Iterator[Flaw]:
    """An invariant holds at every decision of a seat: chance falls in the middle of a rule, before cards that were mixed have an order."""
    title, function, at = position.program.invariants[number]
    if position.waiting and not position.call(function):
        place = position.place(at)
        yield Flaw(f"the invariant `{title}` does not hold", place.span, place.tags)
