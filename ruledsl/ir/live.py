"""What is read before it is written, along all ways that play can go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ruledsl.ir.paths import Point
from ruledsl.ir.program import Instr

Effect = tuple[int, int, int]
"""What is read, what is written, and of what something must be read for the first to be read at all (0: it is in any case)."""
NOTHING: Effect = (0, 0, 0)
Step = tuple[Instr, Effect]


def joined(masks: Iterable[int]) -> int:
    """All that is in one of these."""
    out = 0
    for mask in masks:
        out |= mask
    return out


def before(effect: Effect, now: int) -> int:
    """What is read before it is written from before an effect on, where that behind it is known."""
    reads, writes, needed = effect
    return now & ~writes | (reads if not needed or now & needed else 0)


def ahead(after: Mapping[Point, list[Point]], effects: Mapping[str, list[Effect]]) -> dict[Point, int]:
    """Of each point what its block and all that can follow reads before it is written."""
    back: dict[Point, list[Point]] = {}
    for point, more in after.items():
        for to in more:
            back.setdefault(to, []).append(point)
    live, left = dict.fromkeys(after, -1), [*after]
    while left:
        point = left.pop()
        now = joined(max(0, live[to]) for to in after[point])
        for effect in reversed(effects[point[0]]):
            now = before(effect, now)
        if now != live[point]:
            live[point] = now
            left += back.get(point, ())
    return live
