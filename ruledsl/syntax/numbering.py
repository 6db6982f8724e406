"""Numbers for lines of pieces of a text: in the order of the text, and so far apart that a piece keeps its own however the text before it grows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from ruledsl.record import cached_property, field, record
from ruledsl.source import Source

APART = 1 << 80
"""How far the numbers of neighbouring pieces are apart at first."""
ROOM = 1 << 60
"""So many numbers are for one piece, and for what it holds together."""
APART_INSIDE = 1 << 40
"""How far those of declarations are apart at first that are held together."""


Numbered = Sequence[tuple[tuple[str, ...], int]]
"""Lines, and the number of the first of them."""


def numbered(texts: Sequence[tuple[str, ...]], old: Numbered, start: int, apart: int, room: int, past: Numbered = ()) -> list[int]:
    """Numbers for the first lines of pieces, each of which has `room`: those that are as they were have theirs, those too that were there in the `past`, as
    far as they stand in the same order."""
    low = high = 0
    while low < min(len(texts), len(old)) and texts[low] == old[low][0]:
        low += 1
    while high < min(len(texts), len(old)) - low and texts[-1 - high] == old[-1 - high][0]:
        high += 1
    before, after = ([first for _, first in part] for part in (old[:low], old[len(old) - high :]))
    those, gone = texts[low : len(texts) - high], old[low : len(old) - high]
    ends = before[-1] + room if before else start + apart, after[0] if after else None
    middle = _again(those, gone, past, ends, (apart, room)) or _between(len(those), [first for _, first in gone], *ends, apart, room)
    if middle is None:
        return numbered(texts, [], start, apart, room)
    return [*before, *middle, *after]


def _again(texts: Sequence[tuple[str, ...]], gone: Numbered, past: Numbered, ends: tuple[int, int | None], space: tuple[int, int]) -> list[int] | None:
    """Numbers for new pieces between two that stay, where those that are known have theirs; None if there is no room for the others."""
    (low, high), (apart, room), out = ends, space, list[int]()
    theirs = {lines: first for lines, first in (*past, *gone) if low <= first and (high is None or first + room <= high)}
    known = _rising([(n, theirs[lines]) for n, lines in enumerate(texts) if lines in theirs], room)
    for n, first in (*known, (len(texts), high)):
        free = [number for _, number in gone if low <= number and (first is None or number + room <= first)]
        between = _between(n - len(out), free, low, first, apart, room)
        if between is None:
            return None
        out += between
        if first is not None and n < len(texts):
            out.append(first)
            low = first + room
    return out


def _rising(known: list[tuple[int, int]], room: int) -> list[tuple[int, int]]:
    """As many of these as can be had whose numbers rise, with `room` for each."""
    ends: list[int] = []  # by how many there are the least number that so many can end with
    chains: list[list[tuple[int, int]]] = []
    for n, first in known:
        many = bisect_left(ends, first)
        chain = [*(chains[many - 1] if many else []), (n, first)]
        ends[many : many + 1], chains[many : many + 1] = [first], [chain]
    chosen: list[tuple[int, int]] = []
    for n, first in chains[-1] if chains else ():
        if not chosen or chosen[-1][1] + room <= first:
            chosen.append((n, first))
    return chosen


def _between(many: int, gone: list[int], low: int, high: int | None, apart: int, room: int) -> list[int] | None:
    """Numbers for new pieces between two that stay, the old ones again as far as there are any; None if there is no more room."""
    high = low + apart * (many + 1) if high is None else high
    firsts = gone[:many]
    rest = many - len(firsts)
    start = firsts[-1] + room if firsts else low
    step = (high - start) // (rest + 1)
    firsts += [start + step * (n + 1) for n in range(rest)]
    ends = [*firsts[1:], high] if firsts else []
    return firsts if all(first + room <= end for first, end in zip(firsts, ends, strict=True)) else None


@record(frozen=True)
class Part(Source):
    """Some lines of a text, by the numbers that places in them have; `known` says which lines of the whole text these are, `leaps` which line is above
    one where their numbers are far apart."""

    at: Mapping[int, str] = field(default_factory=dict, compare=False)
    leaps: Mapping[int, int] = field(default_factory=dict, compare=False)
    known: Mapping[int, int] = field(default_factory=dict, compare=False)

    @cached_property
    def numbered(self) -> Mapping[int, str]:
        return self.at

    def above(self, number: int) -> int:
        return self.leaps.get(number, number - 1)

    def shown(self, number: int) -> int:
        return self.known.get(number, number)
