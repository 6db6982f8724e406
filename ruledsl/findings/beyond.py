"""Loops that promise how often they go round at most: how often they do, and how likely one goes on beyond."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, log10

from ruledsl.findings.verdicts import Finding
from ruledsl.ir.program import Program
from ruledsl.ir.rounds import promises
from ruledsl.record import replace
from ruledsl.source import Span

SELDOM = 1e-12
"""A loop that goes on beyond its bound no more often than this, whatever all choose, is no mistake that a table can meet."""
BUT = ", but by chance"
MANY, ERRS = 0.05, 1e-9
"""What comes more often is told of a hundred games; and how far numbers may be off."""
LEAST, MOST = 1e-300, 300
"""Chances that are less are told as this: so small numbers are not kept well."""


def went_round(program: Program, places: Sequence[int], rounds: Sequence[int], verdict: str, bound: str, beyond: Iterable[int]) -> Iterator[Finding]:
    """How often each loop, by its place, went round at most, but for those that went on `beyond` their bounds."""
    known = {one.place: one.most for function in program.functions.values() for one in promises(function)}
    over = {program.places[n].span for n in beyond}
    went: dict[Span, tuple[int, int]] = {}
    for n, times in zip(places, rounds, strict=True):
        span = program.places[n].span
        went[span] = max(went.get(span, (0, n)), (times, n))
    for span, (times, n) in went.items():
        of = f", of {known[n]:,}" if known[n] >= 0 else ""
        if times and span not in over:
            text = f"the loop goes round {times:,} time{'s' * (times > 1)} at most{of}{bound}"
            yield Finding(verdict, "beyond-bound", text, span, program.places[n].tags, 0)


def seldom(program: Program, odds: Mapping[int, float]) -> str:
    """In how many games at most a loop goes on beyond its bound, of those, by their places, that hardly ever do, in words: nothing if there are none."""
    few = {place: chance for place, chance in odds.items() if chance <= SELDOM}
    lines = sorted({program.places[place].span.line for place in few})
    if not lines:
        return ""
    those = f"line{'s' * (len(lines) > 1)} {', '.join(map(str, lines))}"
    told = ", by the odds that the rules tell" if any(site.odds and site.comes is None for site in program.sites) else ""
    return f"{BUT} in {games(sum(few.values()))} at most ({those}{told})"


def games(odds: float) -> str:
    """In how many games at most, in words: never too few."""
    if odds > MANY:
        return f"{ceil(100 * odds - ERRS)} of 100 games"
    return f"one of {int(1 / odds + ERRS):,} games" if odds > SELDOM else f"one of 10^{min(MOST, int(-log10(odds or LEAST)))} games"


def told_of(found: Mapping[object, Finding], odds: Mapping[int, float]) -> dict[object, Finding]:
    """What was found, without loops that go on beyond their bounds so seldom that it is no mistake; of others it is said how likely they do, where it comes
    by chance at all."""
    out = dict(found)
    for place, chance in odds.items():
        key = ("beyond-bound", place)
        one = out.pop(key)
        if chance > SELDOM:
            more = f", by chance: in {games(chance)} at most" if chance < 1 else ""
            out[key] = replace(one, message=one.message + more)
    return out
