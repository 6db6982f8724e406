"""Loops that promise how often they go round at most: how often they do, and whether one that goes on beyond is kept up by chance alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from ruledsl.findings.verdicts import Finding
from ruledsl.ir.program import Program
from ruledsl.ir.rounds import left_to_chance, promises
from ruledsl.source import Span


def went_round(program: Program, places: Sequence[int], rounds: Sequence[int], verdict: str, bound: str) -> Iterator[Finding]:
    """How often each loop, by its place, went round at most."""
    known = {one.place: one.most for function in program.functions.values() for one in promises(function)}
    went: dict[Span, tuple[int, int]] = {}
    for n, times in zip(places, rounds, strict=True):
        span = program.places[n].span
        went[span] = max(went.get(span, (0, n)), (times, n))
    for span, (times, n) in went.items():
        of = f", of {known[n]:,}" if known[n] >= 0 else ""
        if times:
            text = f"the loop goes round {times:,} time{'s' * (times > 1)} at most{of}{bound}"
            yield Finding(verdict, "beyond-bound", text, span, program.places[n].tags, 0)


def by_chance(program: Program, places: Sequence[int], last: Set[int]) -> str:
    """The lines of loops that went on beyond their bounds, in words, if in the rounds of each chance is asked and no seat; nothing where that is not so, or
    where what was asked `last`, by its site, was asked before the loop: then it goes round by itself."""
    known = left_to_chance(program)
    if not places or not known.keys() >= {*places} or not last <= frozenset[int]().union(*(known[place] for place in places)):
        return ""
    lines = sorted({program.places[place].span.line for place in places})
    return f"line{'s' * (len(lines) > 1)} {', '.join(map(str, lines))}"
