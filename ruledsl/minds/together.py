"""What was answered together and sealed, held against a world: whoever answered must have been allowed to there, and all answers at once must show the seat
what it has seen. What each was, a seat hears by nothing but what comes of it: others may have come to the same."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from ruledsl.engine.backend import Block
from ruledsl.engine.position import Position
from ruledsl.ir.fault import RulesFault
from ruledsl.minds import numbered
from ruledsl.minds.course import becomes
from ruledsl.minds.labels import Label
from ruledsl.minds.menus import Move, allowed, elsewhere, sound

if TYPE_CHECKING:
    from ruledsl.minds.mind import Mind
    from ruledsl.minds.past import Step

WAYS = 64
"""So many ways to answer together are looked at; where none of them fits and there are more, a world is held possible."""


def answered(steps: list[Step], number: int) -> range:
    """The steps in which was answered together what was settled by one of them; nothing if more are to answer after it."""
    if steps[number].before.kind != "simultaneous" or number + 1 < len(steps) and len(steps[number].before.waiting) > 1:
        return range(0)
    first = number
    while first and steps[first - 1].before.kind == "simultaneous" and len(steps[first - 1].before.waiting) > 1:
        first -= 1
    return range(first, number + 1)


def share(mind: Mind, number: int, label: Label, later: Label) -> Fraction:
    """1 if what was answered together, up to a step, fits a world where cards lie by the label, `later` after it, or 0; with the share of those that went by
    their numbers."""
    steps, others = mind.steps, becomes(label)
    some = answered(steps, number)
    there = mind.world(steps[some[0]].before, others)
    ways = [_ways(mind, n, there, others) for n in some]
    for tried, answers in enumerate(product(*ways)):
        if tried == WAYS or _fits(mind, some, there.block.copy(), answers, later):
            return numbered.share(steps[number], mind.seat, label)
    return Fraction(0)


def _ways(mind: Mind, number: int, there: Position, others: dict[int, int]) -> list[Move]:
    """What may have been answered in a step, first what truly was, where cards lie elsewhere."""
    step = mind.steps[number]
    truly, who = elsewhere(step.before, step.choice.move, others), (step.choice.seat or 0) - 1
    try:
        if who == mind.seat:
            told = step.menu >> who & 1
            return [truly] if not told or mind.shown(number, step.before, mind.world(step.before, others), others) else []
        found, wanted = there.engine.legal(there.block, there.site_number, who), sound(there, truly)
        return [truly] * allowed(there, who, truly) + [move for move in found if sound(there, move) != wanted]
    except RulesFault:
        return []


def _fits(mind: Mind, some: range, block: Block, answers: tuple[Move, ...], later: Label) -> bool:
    """Do these answers show the seat what it has seen?"""
    for n, move in zip(some, answers, strict=True):
        position = mind.steps[n].before
        there = Position(position.program, position.engine, position.words, block.copy())
        after = mind.run(n, block, move) if n != some[-1] or mind.hears(n, there, move) else None
        if after is None:
            return False
        block = after
    return mind.same(some[-1], block, later)
