"""Many random games, and a report on them. The same seed gives the same report, however many threads play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import sqrt
from typing import Any

from ruledsl.engine.playouts import Playouts, Rising, SeatTally, Tally
from ruledsl.ir.program import Program
from ruledsl.record import as_dict, record, replace

CHUNK = 512
"""Games in one call."""
WORTH = 1_000_000
"""Decisions still to be made that are worth compiling better code for."""
LIMIT = 1_000_000
"""Decisions after which a game is given up as unfinished."""


@record(frozen=True)
class Spread:
    """How a number is spread over games; None where there was no game. `sd` is the standard deviation of the sample."""

    mean: float | None
    sd: float | None
    min: int | None
    max: int | None


@record(frozen=True)
class Length:
    """Decisions in a finished game."""

    mean: float | None
    min: int | None
    max: int | None


@record(frozen=True)
class Report:
    """What came of the games. `wins` counts games by seat; seats that win together share the game. `seconds` is given by who took
    the time."""

    game: str
    players: int
    options: Mapping[str, Any]
    seed: int
    games: int
    finished: int
    decisions: int
    wins: tuple[float, ...]
    score: tuple[Spread, ...]
    length: Length
    seconds: float = 0.0

    @property
    def playouts_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds if self.seconds else 0.0

    @property
    def unwon(self) -> int:
        """Finished games that nobody has won: where the rules break a game off, or know no winner."""
        return self.finished - round(sum(self.wins))

    def timed(self, seconds: float) -> Report:
        """The same report with the time that it took."""
        return replace(self, seconds=seconds)

    def record(self) -> dict[str, Any]:
        """As one JSON document."""
        speed = {"playouts_per_second": self.playouts_per_second, "decisions_per_second": self.decisions_per_second}
        return {**as_dict(self), "unwon": self.unwon, **speed}


def simulate(
    program: Program,
    games: int,
    seed: int = 0,
    threads: int = 1,
    *,
    name: str = "",
    options: Mapping[str, Any] | None = None,
    limit: int = LIMIT,
    tier: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Report:
    """Play so many games by uniform random choice, with code of a tier, or else the best that keeps nobody waiting.

    `progress` is told the number of games done; if it, or the person, interrupts, the report is on the games that were done."""
    playouts: Playouts | Rising = Rising(program) if tier is None else Playouts(program, tier)
    tally = Tally()
    try:
        for part in _parts(playouts, games, seed, limit, max(1, threads)):
            tally.add(part)
            if isinstance(playouts, Rising) and (games - tally.games) * tally.decisions >= WORTH * tally.games:
                playouts.rise()
            if progress is not None:
                progress(tally.games)
    except KeyboardInterrupt:
        pass
    return report(tally, program, name or program.title, options if options is not None else program.options, seed)


def _parts(playouts: Playouts | Rising, games: int, seed: int, limit: int, threads: int) -> Iterator[Tally]:
    """The tallies of all chunks, as they come."""
    chunks = ((first, min(CHUNK, games - first)) for first in range(0, games, CHUNK))
    if threads == 1:
        yield from (playouts.play(first, count, seed, limit) for first, count in chunks)
        return
    from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

    with ThreadPoolExecutor(threads) as pool:
        waiting: set[Future[Tally]] = set()
        try:
            while True:
                for first, count in chunks:
                    waiting.add(pool.submit(playouts.play, first, count, seed, limit))
                    if len(waiting) >= 2 * threads:
                        break
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def report(tally: Tally, program: Program, name: str, options: Mapping[str, Any], seed: int) -> Report:
    """A tally as people read it."""
    seats = tally.seats or [SeatTally() for _ in program.seats]
    return Report(
        game=name,
        players=program.players,
        options=dict(options),
        seed=seed,
        games=tally.games,
        finished=tally.finished,
        decisions=tally.decisions,
        wins=tuple(sum(count / (k + 1) for k, count in enumerate(seat.wins)) for seat in seats),
        score=tuple(_spread(seat, tally.finished) for seat in seats),
        length=Length(tally.length / tally.finished if tally.finished else None, tally.shortest, tally.longest),
    )


def _spread(seat: SeatTally, games: int) -> Spread:
    if not games:
        return Spread(None, None, None, None)
    variance = (games * seat.square - seat.total**2) / (games * (games - 1)) if games > 1 else 0.0
    return Spread(seat.total / games, sqrt(variance), seat.least, seat.most)
