"""A race: what is compared takes turns in one run, so that a busy machine slows all alike; medians of the rounds are compared."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from ruledsl.record import record

Measure = Callable[[], float]
"""One turn: something a second, or seconds."""

OURS = "ruledsl"


@record(frozen=True)
class Race:
    """Who takes turns, by name, `ruledsl` among them, made ready when the race is run. `rate`: more is better; else less is. `quoted` are
    figures of others that were measured elsewhere, `note` says what is compared; what must be found out for it is, when the race is run."""

    subject: str
    unit: str
    measures: Callable[[], dict[str, Measure]]
    rate: bool = True
    quoted: dict[str, float] | None = None
    note: Callable[[], str] | str = ""


@record(frozen=True)
class Outcome:
    """Medians of a race. `ratios`: how many times better `ruledsl` was than each other."""

    subject: str
    unit: str
    medians: dict[str, float]
    ratios: dict[str, float]
    quoted: dict[str, float]
    note: str

    def record(self) -> dict[str, Any]:
        """As one JSON document."""
        return dict(vars(self))


@record(frozen=True)
class Terms:
    """How long is measured: so many rounds, each turn of about so many seconds."""

    rounds: int
    seconds: float


def run(race: Race, rounds: int) -> Outcome:
    """All turns of a race."""
    measures = race.measures()
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            found[name].append(measure())
    medians = {name: median(values) for name, values in found.items()}
    quoted = race.quoted or {}
    ours = medians[OURS]
    ratios = {name: ours / value if race.rate else value / ours for name, value in {**medians, **quoted}.items() if name != OURS and ours and value}
    return Outcome(race.subject, race.unit, medians, ratios, quoted, race.note if isinstance(race.note, str) else race.note())


def repeated(work: Callable[[int], object], seconds: float) -> Measure:
    """How often a second of processor time something can be done; `work` does it so many times."""

    def done(size: int) -> int:
        work(size)
        return size

    return counted(done, seconds)


def counted(work: Callable[[int], int], seconds: float) -> Measure:
    """The same of what `work` counts when it does something so many times. The number grows until a turn is long enough."""
    size = [1]

    def measure() -> float:
        while True:
            began = time.process_time()
            done = work(size[0])
            took = time.process_time() - began
            if took >= seconds / 2:
                return done / took
            size[0] = int(size[0] * min(16.0, max(1.5, seconds / max(took, 1e-6)))) + 1

    return measure


def lines(outcomes: Iterator[Outcome]) -> Iterator[str]:
    """Outcomes as a person reads them, each as soon as it is there."""
    for outcome in outcomes:
        yield f"  {outcome.subject}"
        for name, value in {**outcome.medians, **outcome.quoted}.items():
            ratio = f"   ruledsl is {outcome.ratios[name]:.3g} times as good" if name in outcome.ratios else ""
            said = " (quoted)" if name in outcome.quoted else ""
            yield f"    {name + said:<24}{_short(value):>14} {outcome.unit}{ratio}"
        if outcome.note:
            yield f"    {outcome.note}"


def _short(value: float) -> str:
    """Three digits are enough."""
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 100 else f"{value:.3g}"
