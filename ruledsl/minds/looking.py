"""States as one seat sees them."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence

from ruledsl.engine.knowledge import named_cards, noted_places
from ruledsl.engine.position import Position
from ruledsl.engine.view import looks_itself, may_know, questions
from ruledsl.ir.layout import Values, part_of, seers
from ruledsl.ir.once import once
from ruledsl.ir.program import Program, Variable
from ruledsl.ir.regions import Region, seen
from ruledsl.record import record

UNSEEN = ("rng", "move", "frame", "sealed", "ask.count")
"""Regions that nobody sees. Of how many cards chance picks one hangs on the cards."""


@record(frozen=True)
class Sights:
    """What is seen of states of a program: how cards lie in `zones`, what names cards or is noted of them (`marks`), and all `others`, which stand in these
    `spans` of the bytes of a state."""

    zones: tuple[Region, ...]
    marks: tuple[Region, ...]
    others: tuple[Region, ...]
    spans: tuple[slice, ...]


@once
def sights(program: Program) -> Sights:
    regions = [region for region in program.regions if region.name not in UNSEEN and region.role != "index"]
    names = {"card.zone", *(name for name, _ in noted_places(program)), *(name for name, _ in named_cards(program))}
    zones = tuple(region for region in regions if region.role == "zone")
    marks = tuple(region for region in regions if region.name in names)
    others = tuple(region for region in regions if region not in zones and region not in marks)
    begins = [program.offsets[region.name] for region in others]
    spans = tuple(slice(begin, begin + region.width * region.count) for begin, region in zip(begins, others, strict=True))
    return Sights(zones, marks, others, spans)


def alike(truly: Position, there: Position, changed: Values, seat: int) -> bool:
    """Is a state the same to a seat, as far as it sees it, as the true one where the cards lie so?"""
    return next(differences(truly, there, changed, seat), None) is None


def differences(truly: Position, there: Position, changed: Values, seat: int, lying: bool = True) -> Iterator[tuple[str, int]]:
    """The regions and places in them where a seat sees that a state is not the true one with what is `changed` as its cards lie; `lying`: also in zones.
    Most of what tells of no cards is equal byte by byte."""
    sees = sights(truly.program)
    same = all(truly.data[span] == there.data[span] for span in sees.spans)
    regions = (*(sees.zones if lying else ()), *sees.marks, *(() if same else sees.others))
    return _differing(regions, truly.program, there.values, ChainMap(changed, truly.values), seat)


def _differing(
    regions: Sequence[Region], program: Program, one: Mapping[str, list[int]], other: Mapping[str, list[int]], seat: int
) -> Iterator[tuple[str, int]]:
    secret, shown = _secret(program)
    for region in regions:
        name = region.name
        if one[name] == other[name] or name == "ask.site" and _sounds_alike(program, one, other, seat):
            continue
        for n, (a, b) in enumerate(zip(*(_in_no_order(program, name, values, seat) for values in (one, other)), strict=True)):
            if a == b or (name == "known" or name in shown) and not (a ^ b) >> seat & 1:
                continue
            if name in shown and looks_itself(shown[name], n, seat):
                continue
            if name not in secret or may_know(secret[name], n, seat, other):
                yield name, n


def _sounds_alike(program: Program, one: Mapping[str, list[int]], other: Mapping[str, list[int]], seat: int) -> bool:
    """Are others asked what a seat cannot tell from what they are asked there?"""
    heard = questions(program)
    here, there = (values["ask.site"][0] for values in (one, other))
    return not one["ask.seats"][0] >> seat & 1 and heard[here] == heard[there]


def _in_no_order(program: Program, name: str, values: Mapping[str, list[int]], seat: int) -> Sequence[int]:
    """What a region holds; cards that lie in no order, or in one that the seat cannot tell, stand by their numbers."""
    zone, part = part_of(program, name)
    if part != "cards" or not ((found := program.zone[zone]).loose or found.word == "fan"):
        return values[name]
    out, size = values[name].copy(), found.capacity
    for k in range(found.instances):
        blind = found.word == "fan" and not seers(found, k, program.players) >> seat & 1
        loose = values[f"{zone}.count"][k] if blind else values[f"{zone}.loose"][k] if found.loose else 0
        out[k * size : k * size + loose] = sorted(out[k * size : k * size + loose])
    return out


@once
def _secret(program: Program) -> tuple[dict[str, Variable], dict[str, Variable]]:
    """The variables that not everybody sees, by their names and by those of the regions that say to whom they were shown."""
    secret = {v.name: v for v in program.variables if v.visibility != "open"}
    return secret, {seen(name): v for name, v in secret.items()}
