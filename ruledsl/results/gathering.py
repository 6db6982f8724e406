"""Games to reckon with, gathered until there are enough, or somebody stops: what there is can be reckoned with at any time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING

from ruledsl.engine.backend import engine_for
from ruledsl.ir.ops import OPS
from ruledsl.ir.points import sign
from ruledsl.ir.program import Program
from ruledsl.native.recording import LACKS
from ruledsl.results.metrics import Games
from ruledsl.results.sitting import sitting
from ruledsl.results.traces import Trace, traces, uniform
from ruledsl.search.rows import Row, table
from ruledsl.search.simulate import simulate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.engine import Game
    from ruledsl.engine.backend import Block
    from ruledsl.results.traces import Chooser

LOOKED, SEARCHED, DEALS = 10, 100, 50
"""Of so many games one is looked at, one is searched, and one is a deal that is played again."""
AGAIN = 4
"""So many times."""
SPOTS = 16
"""Decisions of a game from which it is played on, about."""
FEW = 30
"""Games that are looked at, at least; of fewer no number is held against another."""
SHARES = {"games": 0.25, "games that are looked at": 0.6, "games that are searched": 0.85, "deals that are played again": 1.0}
"""Up to which part of the time each kind of games is played, where there is not enough for all;"""
LEAST = {"games": 400, "games that are looked at": FEW, "games that are searched": 8, "deals that are played again": 10 * AGAIN}
"""but so many are played beyond it."""

Progress = Callable[[str], object]


class Gathering:
    """Games of a table, as `bots` play them, or by random choice. `progress` is told what goes on, and stops it by KeyboardInterrupt; `over` says whether so
    large a part of the time is over."""

    def __init__(
        self, game: Game, program: Program, bots: Sequence[str] = (), *, progress: Progress = lambda _: None, over: Callable[[float], bool] = lambda _: False
    ):
        self.game, self.program, self.bots, self.progress, self.over = game, program, tuple(bots), progress, over
        self.rows = table([], program.seats)
        self.looked: list[Trace] = []
        self.searched: list[Trace] = []
        self.dealt: list[Trace] = []
        self.wanted: dict[str, int] = {}
        self.now = ""

    def play(self, games: int, seed: int) -> None:
        """So many rows, and fewer that are looked at, at least 30, of bots every one; are searched, as many; are deals, at least 20."""
        looked, searched, deals = max(FEW, games // LOOKED), max(FEW, games // SEARCHED), max(20, games // DEALS) * AGAIN
        kinds = ("games that are looked at", "games that are searched", "deals that are played again")
        counts = (games if self.bots else looked, searched, deals if has_chance(self.program) else 0)
        self.wanted = {"games": 0 if self.bots else games} | dict(zip(kinds, counts, strict=True))
        engine, choose = engine_for(self.program, "native"), self._chooser()
        if not self.bots:
            self._many(games, seed)
        self._some("games that are looked at", self.looked, traces(engine, seed, self.wanted["games that are looked at"], choose=choose))
        every = max(1, round(sum(len(trace.steps) for trace in self.looked) / max(1, len(self.looked)) / SPOTS))
        self._some("games that are searched", self.searched, traces(engine, seed + 2, searched, every, choose=choose))
        again = traces(engine, seed + 1, self.wanted["deals that are played again"], again=AGAIN, choose=choose)
        self._some("deals that are played again", self.dealt, again)

    def _chooser(self) -> Chooser:
        """Who chooses; before each choice it is asked whether to go on."""
        plain = sitting(self.game, self.program, self.bots) if self.bots else uniform

        def choose(block: Block, seat: int, moves: Sequence[Sequence[int]], choices: int) -> tuple[int, int]:
            self.progress(self.now)
            return plain(block, seat, moves, choices)

        return choose

    def _many(self, games: int, seed: int) -> None:
        self.now = "games"

        def going(played: int) -> None:
            self.progress(self.now)
            if played >= LEAST[self.now] and self.over(SHARES[self.now]):
                raise KeyboardInterrupt

        self.progress(self.now)
        rows = simulate(self.program, games, seed, rows=True, progress=going).rows
        self.rows = self.rows if rows is None else rows

    def _some(self, kind: str, into: list[Trace], played: Iterator[Trace]) -> None:
        self.now = kind
        self.progress(kind)
        while not (len(into) >= LEAST[kind] and self.over(SHARES[kind])) and (trace := next(played, None)) is not None:
            into.append(trace)

    def there(self, part: float = 1.0) -> Mapping[str, int]:
        """How many games of each kind there are in a part of them."""
        counts = dict(zip(SHARES, (len(self.rows), len(self.looked), len(self.searched), len(self.dealt)), strict=True))
        return {kind: max(min(count, LEAST[kind]), ceil(part * count)) for kind, count in counts.items()}

    def left_out(self, part: float = 1.0) -> Mapping[str, tuple[int, int]]:
        """Of which kind of games fewer are reckoned with than were wanted: how many, of how many."""
        there = self.there(part)
        return {kind: (there[kind], count) for kind, count in self.wanted.items() if there[kind] < count}

    def games(self, part: float = 1.0) -> Games:
        """What there is to reckon with, or a part of it: the first of each kind."""
        many, few, some, again = self.there(part).values()
        looked, searched, dealt = self.looked[:few], self.searched[:some], self.dealt[:again]
        rows = table([_row(trace, sign(self.program)) for trace in looked], self.program.seats) if self.bots else self.rows.first(many)
        deals = [dealt[n : n + AGAIN] for n in range(0, len(dealt) - AGAIN + 1, AGAIN)]
        return Games(self.program.players, rows, looked, searched, deals if has_chance(self.program) else None)


def has_chance(program: Program) -> bool:
    """Is anything dealt, thrown or drawn?"""
    return any(OPS[instr.op].changes("rng") for function in program.functions.values() for block in function.blocks for instr in block.instrs)


def _row(trace: Trace, better: int) -> Row:
    nothing = (0,) * len(trace.played)
    scores = tuple(LACKS if score is None else score for score in trace.scores) or nothing
    payoffs = tuple(better * paid for paid in trace.paid) or nothing
    return len(trace.steps), trace.finished, sum(1 << seat for seat in trace.winners), scores, payoffs
