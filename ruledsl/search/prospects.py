"""What the moves of a game of one seat are good for, by exact search of what comes behind them.

Where the seat knows everything, there is one position to search. Where it does not, positions that look the same to it are drawn anew, and each is searched
with all cards open: in how many of them a move can still win. The true position is never looked at.
"""

from __future__ import annotations

import random

from ruledsl.engine.choice import Choice
from ruledsl.engine.match import Match
from ruledsl.minds.worlds import worlds
from ruledsl.native import State
from ruledsl.record import field, record
from ruledsl.search.deals import settle
from ruledsl.search.opened import STOPPED, Limits
from ruledsl.search.solve import BEST, UNSETTLED, Solver, Verdict

DEALS = 10
"""Positions that are searched, if not told."""
LIMITS = Limits(256 << 20, 100_000)
"""Of the search behind one move in one of them."""


@record
class Prospect:
    """A move and what was found behind it: where it wins, how many moves behind it do; the best first mark otherwise, by position."""

    choice: Choice
    tried: int = 0
    unsettled: int = 0
    lengths: list[int] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)

    def add(self, verdict: Verdict) -> None:
        """One more position."""
        self.tried += 1
        if verdict.won:
            self.lengths.append(len(verdict.moves))
        elif verdict.verdict == UNSETTLED:
            self.unsettled += 1
        elif verdict.verdict == BEST:
            self.marks.append(verdict.marks[0])


@record(frozen=True)
class Prospects:
    """All moves, the best first. `certain`: nothing is hidden from the seat; `winning`: the rules say when the game is won; `higher`: a
    higher mark is better."""

    moves: list[Prospect]
    certain: bool
    winning: bool
    higher: bool


def prospects(match: Match, deals: int = DEALS, seed: int = 0, limits: Limits = LIMITS) -> Prospects:
    """What the options of the one seat are good for now. Unsolvable if the game is none for this search. KeyboardInterrupt ends it with
    what is known."""
    program, held = match.program, worlds(match, 0)
    solver = Solver(program)
    certain = not held.places and not held.secrets
    found: dict[str, Prospect] = {}
    for choice in match.hops(1):
        found.setdefault(choice.label, Prospect(choice))
    seeds = random.Random(seed)
    for _ in range(1 if certain else deals):
        state = State.from_bytes(solver.layout, held.draw(seeds.getrandbits(62)).bytes())
        settle(program, state)
        if not _tried(solver, state, list(found.values()), limits):
            break
    higher = not program.highest or program.highest[0]
    sign = 1 if higher else -1
    moves = sorted(found.values(), key=lambda p: (-len(p.lengths), sum(p.lengths), not p.marks, -sign * sum(p.marks), p.tried))
    return Prospects(moves, certain, solver.winning, higher)


def _tried(solver: Solver, state: State, moves: list[Prospect], limits: Limits) -> bool:
    """Every move in one position; False if somebody wants no more."""
    for prospect in moves:
        after = state.copy()
        for index in range(solver.program.arguments + 1):
            move = prospect.choice.move
            after.set("move", index, move[index] if index < len(move) else 0)
        after.set("move.seat", 0, 0)
        solver.native.resume(after)
        verdict = solver.solve(after, limits)
        if verdict.why == STOPPED:
            return False
        prospect.add(verdict)
    return True
