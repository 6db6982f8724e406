"""Many random games, and a report on them. The same seed gives the same report, however many threads play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, Any

from ruledsl.engine.backend import Block
from ruledsl.engine.playouts import Onward, Playouts, Rising, SeatTally, Tally
from ruledsl.ir.program import Program
from ruledsl.native import TIERS
from ruledsl.record import as_dict, field, record, replace
from ruledsl.search.rows import Part, Row, Rows, kinds, row, table

if TYPE_CHECKING:
    from ruledsl.engine import Game

CHUNK = 30_000
"""Decisions in one call, about: some hundredths of a second."""
FEW, MANY = 8, 16_384
"""Games in the first calls, and in any."""
MEASURED = 0.1
"""Seconds that are long enough to say how fast was played."""
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
    """What came of the games. `wins` counts games by seat; seats that win together share the game. `seconds` is how long was played, `building_seconds`
    how long it took before until there was code to play with; both are 0 where nobody took the time. `pace` is how many games and decisions were
    played with the last code, and in how many seconds; None: all of them. `unfit`: decisions of bots that went by worlds that do not fit what they have seen,
    since none was found that does."""

    game: str
    players: int
    options: Mapping[str, Any]
    seed: int
    games: int
    finished: int
    decisions: int
    wins: tuple[float, ...]
    score: tuple[Spread, ...]
    payoff: tuple[float | None, ...]
    length: Length
    unfit: int = 0
    seconds: float = 0.0
    building_seconds: float = 0.0
    pace: tuple[int, int, float] | None = None
    rows: Rows | None = field(default=None, compare=False, repr=False)
    """A row a game, if they were asked for."""

    @property
    def playouts_per_second(self) -> float:
        games, _, seconds = self.pace or (self.games, 0, self.seconds)
        return games / seconds if seconds else 0.0

    @property
    def decisions_per_second(self) -> float:
        _, decisions, seconds = self.pace or (0, self.decisions, self.seconds)
        return decisions / seconds if seconds else 0.0

    @property
    def unwon(self) -> int:
        """Finished games that nobody has won: where the rules break a game off, or know no winner."""
        return self.finished - round(sum(self.wins))

    def timed(self, seconds: float, building: float = 0.0, pace: tuple[int, int, float] | None = None) -> Report:
        """The same report with the time that it took."""
        return replace(self, seconds=seconds, building_seconds=building, pace=pace)

    def record(self) -> dict[str, Any]:
        """As one JSON document."""
        speed = {"playouts_per_second": self.playouts_per_second, "decisions_per_second": self.decisions_per_second}
        left_out = ("pace", "rows", *(["unfit"] if not self.unfit else []))
        facts = {name: value for name, value in as_dict(replace(self, rows=None)).items() if name not in left_out}
        return {**facts, "unwon": self.unwon, **speed}

    def _repr_html_(self) -> str:
        from ruledsl.engine.pages import table

        head = ("seat", "wins", "score", "least", "most")
        rows = [(n + 1, _share(wins, self.games), s.mean, s.min, s.max) for n, (wins, s) in enumerate(zip(self.wins, self.score))]
        length = f"{self.games:,} games, {self.finished:,} finished; decisions: {self.length.mean} ({self.length.min} to {self.length.max})"
        return table(head, rows) + table((f"{self.game}, seed {self.seed}",), [(length,)])


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
    clock: Callable[[], float] = lambda: 0.0,
    rows: bool = False,
    start: Block | None = None,
) -> Report:
    """Play so many games by uniform random choice, with code of a tier, or else the best that keeps nobody waiting; each from `start` on, if that is told.

    `progress` is told the number of games done; if it, or the person, interrupts, the report is on the games that were done. By the `clock`, in
    seconds, the report says how fast was played. With `rows` it has a row for each game, in their order."""
    began, tally = clock(), Tally()
    playouts = _players(program, tier, start)
    playouts.prepare()
    watch = Watch(clock)
    kept: list[Part] = []
    room = _room(games, program.seats) if rows else None
    try:
        for part in _parts(_play(playouts, room), games, seed, limit, max(1, threads), tally):
            tally.add(part.tally)
            if rows:
                kept.append(part)
            watch.plays(playouts.now if isinstance(playouts, Rising) else playouts, tally)
            if isinstance(playouts, Rising) and tally.games:
                playouts.rise((games - tally.games) * tally.decisions // tally.games)
            if progress is not None:
                progress(tally.games)
    except KeyboardInterrupt:
        pass
    found = report(tally, program, name or program.title, options if options is not None else program.options, seed)
    found = found.timed(clock() - watch.began, watch.began - began, watch.pace(tally))
    return found if room is None else replace(found, rows=_together(kept, room, program.seats))


def _players(program: Program, tier: int | None, start: Block | None) -> Playouts | Rising | Onward:
    if start is not None:
        return Onward(program, start, TIERS[0] if tier is None else tier)
    return Rising(program) if tier is None else Playouts(program, tier)


def contested(
    game: Game,
    bots: Sequence[str],
    games: int,
    seed: int,
    options: Mapping[str, Any],
    *,
    rows: bool = False,
    progress: Callable[[int], object] | None = None,
    clock: Callable[[], float] = lambda: 0.0,
) -> Report:
    """So many games of bots, who sit in this order; interrupted, the report is on those that were done."""
    from ruledsl.search.contest import anew, contest

    began, whole, kept = clock(), Tally(), list[Row]()
    program = game.program(len(bots), options)
    try:
        for one in contest(anew(game, len(bots), options), bots, games, seed):
            whole.add(one)
            if rows:
                kept.append(row(one))
            if progress is not None:
                progress(whole.games)
    except KeyboardInterrupt:
        pass
    found = report(whole, program, game.name, game.chosen(program), seed).timed(clock() - began)
    return replace(found, rows=table(kept, program.seats)) if rows else found


def _share(wins: float, games: int) -> str:
    return f"{100 * wins / games:.1f} %" if games else ""


def _play(playouts: Playouts | Rising | Onward, room: Any) -> Callable[[int, int, int, int], Part]:
    """What plays, with a row for each game where there is room for rows. What that takes is loaded when somebody wants them."""
    if room is None:
        return partial(_added_up, playouts)
    from ruledsl.search.each import each

    return partial(each, playouts, room)


def _room(games: int, seats: tuple[str, ...]) -> Any:
    """Where the rows of all games are to stand."""
    import numpy as np

    return np.empty(games, kinds(seats))


def _together(parts: Sequence[Part], room: Any, seats: tuple[str, ...]) -> Rows:
    from ruledsl.search.each import together

    return together(parts, room, seats)


def _added_up(playouts: Playouts | Rising | Onward, first: int, count: int, seed: int, limit: int) -> Part:
    return Part(first, playouts.play(first, count, seed, limit))


class Watch:
    """How fast is played with the code that plays now."""

    def __init__(self, clock: Callable[[], float]):
        self.clock, self.began = clock, clock()
        self.code: Playouts | Onward | None = None
        self.mark = 0, 0, self.began

    def plays(self, code: Playouts | Onward, tally: Tally) -> None:
        """So far, and with this code: where it has changed, the time counts anew."""
        if self.code is not None and code is not self.code:
            self.mark = tally.games, tally.decisions, self.clock()
        self.code = code

    def pace(self, tally: Tally) -> tuple[int, int, float] | None:
        """Games, decisions and seconds with the last code, if that was long enough to be measured."""
        games, decisions, since = self.mark
        seconds = self.clock() - since
        return (tally.games - games, tally.decisions - decisions, seconds) if games and seconds >= MEASURED else None


def _parts(play: Callable[[int, int, int, int], Part], games: int, seed: int, limit: int, threads: int, tally: Tally) -> Iterator[Part]:
    """All chunks, as they come. They are played in other threads, so that who waits can be interrupted, and are so long that none keeps
    anybody waiting, as far as the `tally` shows; whoever stops does not wait for those that are being played."""
    from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

    first, pool = 0, ThreadPoolExecutor(threads)
    waiting: set[Future[Part]] = set()
    whole = False
    try:
        while first < games or waiting:
            while first < games and len(waiting) < 2 * threads:
                count = min(_chunk(tally), games - first)
                waiting.add(pool.submit(play, first, count, seed, limit))
                first += count
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
        whole = True
    finally:
        pool.shutdown(wait=whole, cancel_futures=True)


def _chunk(tally: Tally) -> int:
    """How many games in one call: few until it is known how long they are."""
    return max(1, min(MANY, CHUNK * tally.games // max(1, tally.decisions))) if tally.games else FEW


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
        score=tuple(_spread(seat, seat.scored) for seat in seats),
        payoff=tuple(seat.paid / tally.finished if tally.finished else None for seat in seats),
        length=Length(tally.length / tally.finished if tally.finished else None, tally.shortest, tally.longest),
        unfit=tally.unfit,
    )


def _spread(seat: SeatTally, games: int) -> Spread:
    if not games:
        return Spread(None, None, None, None)
    variance = (games * seat.square - seat.total**2) / (games * (games - 1)) if games > 1 else 0.0
    return Spread(seat.total / games, sqrt(variance), seat.least, seat.most)
