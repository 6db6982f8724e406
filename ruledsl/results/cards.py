"""What a card is worth: how much more often those win who are dealt it, or who play it.

Who is dealt a card is drawn by the shuffle, so the first is what the card does, for who plays as the report plays. Who plays a card has
chosen to, and could: where playing anything at all is good, every card is; so the second is told as the difference to the mean card.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from ruledsl.ir.program import Program
from ruledsl.record import replace
from ruledsl.results.estimates import Estimate, doubt, ratio, told_apart
from ruledsl.results.traces import Trace

Of = Callable[[Trace], Sequence[Collection[int]]]


def dealt(program: Program, looked: Sequence[Trace]) -> dict[str, Estimate]:
    """By card, as it is written in rules: the share of wins of who holds it first, less that of the seat."""
    return _worth(program, looked, lambda trace: trace.dealt)


def played(program: Program, looked: Sequence[Trace]) -> dict[str, Estimate]:
    """By card: the share of wins of who names it in a choice, less that of the seat and what any card has."""
    found = _worth(program, looked, lambda trace: trace.played)
    counted = [(found.value, found.n) for found in found.values() if found.value is not None]
    middle = sum(value * n for value, n in counted) / max(1, sum(n for _, n in counted))
    return {name: _less(found, middle) for name, found in found.items()}


def standing_out(found: Mapping[str, Estimate]) -> dict[str, Estimate]:
    """Those that are more than chance would make of a list so long, the best first."""
    named = told_apart([doubt(estimate) for estimate in found.values()])
    kept = [item for item, told in zip(found.items(), named, strict=True) if told]
    return dict(sorted(kept, key=lambda item: -(item[1].value or 0.0)))


def _worth(program: Program, looked: Sequence[Trace], of: Of) -> dict[str, Estimate]:
    ended = [trace for trace in looked if trace.finished]
    won = [[(seat in trace.winners) / max(1, len(trace.winners)) for seat in range(program.players)] for trace in ended]
    share = [sum(column) / len(won) for column in zip(*won, strict=True)] if won else []
    out: dict[str, Estimate] = {}
    gained, seats = ([[start] * len(ended) for _ in program.faces] for start in (0.0, 0))
    for game, (trace, wins) in enumerate(zip(ended, won, strict=True)):
        for seat, faces in enumerate(of(trace)):
            for number in {*faces}:
                gained[number][game] += wins[seat] - share[seat]
                seats[number][game] += 1
    for face, above, below in zip(program.faces, gained, seats, strict=True):
        games = sum(count > 0 for count in below)
        found = ratio(above, below)
        if games and found.half and any(count < program.players for count in below):  # what everybody holds is compared with nothing
            out[face.spoken] = replace(found, n=games)
    return out


def _less(found: Estimate, middle: float) -> Estimate:
    if found.value is None or found.low is None or found.high is None:
        return found
    return Estimate(found.value - middle, found.low - middle, found.high - middle, found.n)
