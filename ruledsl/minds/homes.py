"""What everybody knows before anything has happened: which cards lay together, as the components say."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.engine.backend import engine_for
from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.engine.position import Position
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.layout import Values
from ruledsl.ir.once import once
from ruledsl.ir.program import Program

Homes = tuple[frozenset[int], ...]
"""Cards of which nobody could tell at the beginning which of them lay where."""


@once
def _begun(program: Program) -> tuple[Homes, Values]:
    """How all cards lie where the first question is asked: nothing has been left to chance by then."""
    try:
        values = engine_for(program, "interp").start(0, 1).regions()
    except RulesFault:
        return (), {"card.zone": []}
    found: list[list[int]] = []
    for zone, k in instances(program):
        cards = cards_in(program, values, zone, k)
        free = loose_in(values, zone, k) if zone.ordered else len(cards) if zone.held else 0
        found += [cards[:free], *([card] for card in cards[free:])]
    return tuple(frozenset(home) for home in found if home), {"card.zone": values["card.zone"]}


def homes(position: Position, seat: int) -> Homes:
    """The same of cards that a seat (from 0) does not see in the first state of a match; nothing if that says nothing, or if a beginning was set by hand."""
    if not position.program.cards:
        return ()
    found, values = _begun(position.program)
    if values["card.zone"] != position.values["card.zone"]:
        return ()
    return _joined(position.program, [home for home in found if not all(position.sees(seat, card) for card in home)])


def together(program: Program, apart: Homes, groups: Iterable[tuple[int, ...]]) -> Homes | None:
    """The same after cards of some groups were mixed; nothing if all lie together then. None if others lay with some of these, and were not mixed."""
    found = list(apart)
    for group in map(frozenset, groups):
        touched = [home for home in found if not home.isdisjoint(group)]
        if any(not home <= group for home in touched) or not group <= frozenset().union(*found):
            return None
        found = [*(home for home in found if home not in touched), frozenset().union(*touched)]
    return _joined(program, found)


def are_known(program: Program, apart: Homes) -> bool:
    """Is it known of each card where it lies?"""
    return bool(apart) and all(len({program.cards[card] for card in home}) == 1 for home in apart)


def _joined(program: Program, found: list[frozenset[int]]) -> Homes:
    """Those where the same face lies alone are one."""
    alike: dict[frozenset[int], frozenset[int]] = {}
    for home in found:
        faces = frozenset(program.cards[card] for card in home)
        key = faces if len(faces) == 1 else home | {-1}
        alike[key] = alike.get(key, frozenset()) | home
    return tuple(alike.values()) if len(alike) > 1 else ()
