"""Loops that promise how often they go round at most: how often they do, and whether one that goes on beyond is kept up by chance alone."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence, Set

from ruledsl.findings.unmerged import Blocks
from ruledsl.findings.verdicts import Finding
from ruledsl.ir.program import Program
from ruledsl.ir.rounds import left_to_chance, promises
from ruledsl.native.verifying import Verifying
from ruledsl.source import Span


def went_round(program: Program, places: Sequence[int], rounds: Sequence[int], verdict: str, bound: str, beyond: Sequence[int]) -> Iterator[Finding]:
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


def by_chance(program: Program, places: Sequence[int], last: Set[int]) -> str:
    """The lines of loops that went on beyond their bounds, in words, if in the rounds of each chance is asked and no seat; nothing where that is not so, or
    where what was asked `last`, by its site, was asked before the loop: then it goes round by itself."""
    known = left_to_chance(program)
    if not places or not known.keys() >= {*places} or not last <= frozenset[int]().union(*(known[place] for place in places)):
        return ""
    lines = sorted({program.places[place].span.line for place in places})
    return f"line{'s' * (len(lines) > 1)} {', '.join(map(str, lines))}"


def by_itself(program: Program, code: Verifying, states: Iterable[int]) -> bool:
    """Is there a state, of those at whose addresses blocks stand, from which a loop goes round once more before it goes on beyond its bound? Then what chance
    brought there did not keep it up: it was asked in some round before."""
    blocks = Blocks(program, code)
    counts = (ctypes.c_int64 * len(code.counters)).from_address(code.counted)
    begins = {one.label for one in promises(program.functions["main"])}
    rounds = [n for n, counter in enumerate(code.counters) if counter.function == "main" and counter.label in begins]
    if len({code.counters[n].label for n in rounds}) < len(begins):
        return True  # rounds that are not counted
    for state in states:
        block = ctypes.string_at(state, program.size)
        for row in blocks.answers(block, -1):
            before = [counts[n] for n in rounds]
            status, _ = blocks.behind(block, row, -1)
            if status < 0 and before != [counts[n] for n in rounds]:
                return True
    return False
