"""How fast `ruledsl verify` goes through the states of a game, and what it keeps of each.

    python -m tests.bench.searching [GAME …] --states 6000000 --rounds 3

Seconds are those of the thread that goes through the states, from the first state on, with each change of code to one that runs faster and each table that
is made larger; what compiles beside it is not counted, nor what is read off the states later. Bytes are those that there is room in for states and steps, at
the end and at most, which is just after a table was made larger. Of several rounds the best is told: what else the machine does makes a round slower, never
faster.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from ruledsl.engine.game import load
from ruledsl.findings import verify
from ruledsl.findings.verdicts import Setting
from ruledsl.search.exploring import Room

GAMES = ("connect-four", "breakthrough", "crazy-eights", "othello")
SECONDS = 120
"""At most, for each round."""


class Timed(Room):
    """A room that knows how long it was worked in, and how many bytes a state took at most once there were many."""

    last: Timed

    def first(self, told: int) -> None:
        super().first(told)
        self.seconds, self.most_bytes = 0.0, 0.0
        Timed.last = self

    def explore(self, answers: int) -> int:
        began = time.thread_time()
        why = super().explore(answers)
        self.seconds += time.thread_time() - began
        return why

    def _grow(self) -> None:
        super()._grow()
        if self.get("states") > MANY:
            self.most_bytes = max(self.most_bytes, self.bytes() / self.get("states"))


MANY = 1_000_000
"""States after which a table that is larger is counted: fewer weigh nothing."""


def searched(name: str, states: int) -> Timed:
    """Go through so many states of a game at its usual table."""
    game, until = load(name), time.process_time() + SECONDS
    players = game.model.of({}).model.low
    going: Callable[[], bool] = lambda: time.process_time() < until and Timed.last.get("states") < states  # noqa: E731
    verify.verify(game.program(players, {}, watched=True), Setting(players, {}), states, going, [])
    return Timed.last


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--states", type=int, default=6_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    verify.Room = Timed
    for name in args.games:
        rounds = [searched(name, args.states) for _ in range(args.rounds)]
        best = min(rounds, key=lambda room: room.seconds / room.get("states"))
        states, steps = best.get("states"), best.get("steps")
        speed = f"{states / best.seconds / 1e6:.2f} M states/s, {steps / best.seconds / 1e6:.2f} M steps/s"
        print(f"{name:<16} {states:>11,} states, {speed}, {best.bytes() / states:.1f} bytes a state, {best.most_bytes:.1f} at most", flush=True)


if __name__ == "__main__":
    main()
