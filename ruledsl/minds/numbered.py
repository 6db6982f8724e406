"""Cards that lay in no order and have come, by their numbers, to where they have one: of several that are equal, which lies where hangs on numbers alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb, perm, prod
from typing import TYPE_CHECKING

from ruledsl.engine.backend import Block
from ruledsl.engine.cards import cards_in, instances
from ruledsl.engine.knowledge import exchange
from ruledsl.engine.position import Position
from ruledsl.ir.layout import find_instance
from ruledsl.minds.past import Step

if TYPE_CHECKING:
    from ruledsl.minds.labels import Label

Face = Callable[[int], int]


def came(step: Step, seat: int) -> tuple[int, ...]:
    """The cards that did in a step, as far as the seat does not know them."""
    return tuple(dict.fromkeys(card for card, seats, *_ in step.passed.numbered if seats >> seat & 1))


def share(step: Step, seat: int, label: Label) -> Fraction:
    """The share of the ways to number equal cards in which those go that truly went, where cards lie by the label before the step."""
    out, faces = 1, step.before.program.cards
    for cards, stayed in by_place(step, came(step, seat)).values():
        gone, all_ = (Counter(faces[label[card]] for card in some) for some in (cards, cards + stayed))
        ways = perm if is_settled(step, cards) else comb
        out *= prod(ways(all_[face], many) for face, many in gone.items())
    return Fraction(1, out)


def by_place(step: Step, cards: tuple[int, ...]) -> dict[int, tuple[list[int], list[int]]]:
    """Such cards by where they lay, and those that lay there with them when they went, and did not go so."""
    out: dict[int, tuple[list[int], list[int]]] = {}
    for card, _, where, beside in step.passed.numbered:
        if card in cards:
            gone, stayed = out.setdefault(where, ([], []))
            gone += {card}.difference(gone)
            stayed += beside.difference(stayed)
    return {where: (gone, sorted({*stayed} - {*gone})) for where, (gone, stayed) in out.items()}


def is_settled(step: Step, cards: list[int]) -> bool:
    """Do they lie in an order?"""
    found = (find_instance(step.after.program, step.after.values["card.zone"][card]) for card in cards)
    return any(there is not None and there[0].ordered for there in found)


def settled(step: Step, seat: int, block: Block, label: Label, face: Face | None = None) -> Block:
    """The state after a step, where equal ones of these cards lie as the label has them. `face`: of a card, if it is not known by its number."""
    cards, after = came(step, seat), step.after
    face = face or after.program.cards.__getitem__
    swaps: dict[int, int] = {}
    where = {after.values["card.zone"][card] for card in cards} | {place for card, _, place, _ in step.passed.numbered if card in cards}
    values = block.regions() if cards else {}
    for zone, k in instances(after.program):
        if zone.base + k in where:
            want = [label[card] for card in cards_in(after.program, after.values, zone, k)]
            here = cards_in(after.program, values, zone, k)
            swaps.update(_paired(here, want, zone.ordered, face) if len(here) == len(want) else ())  # where not as many lie, it is seen
            if not zone.ordered and {*here} == {*want}:
                marked = [card for card in here if values["known"][card] >> seat & 1]
                truly = cards_in(after.program, after.values, zone, k)
                swaps.update(_renamed(marked, [label[card] for card in truly if after.values["known"][card] >> seat & 1], face))
    if not swaps or swaps.keys() != set(swaps.values()):
        return block
    return exchange(Position(after.program, after.engine, after.words, block), swaps)


def _renamed(marked: list[int], want: list[int], face: Face) -> Iterator[tuple[int, int]]:
    """Cards that the seat knows, each with the equal one that it is to know instead."""
    for card, other in _paired(marked, want, False, face):
        yield from ((card, other), (other, card))


def _paired(here: list[int], want: list[int], ordered: bool, face: Face) -> Iterator[tuple[int, int]]:
    """Cards that lie in a place, each with the equal one that is to lie there."""
    if not ordered:
        left = set(here) - set(want), set(want) - set(here)
        here, want = (sorted(cards, key=lambda card: (face(card), card)) for cards in left)
    for card, other in zip(here, want, strict=False):
        if card != other and face(card) == face(other):
            yield card, other
