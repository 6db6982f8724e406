"""How many decisions a second `ruledsl fuzz` makes, with all its counters and checks: `python -m tests.bench.hunted [GAME …] --seconds 2`.

Each game at its smallest table, in the code that long hunts come to. Seconds are those of the processor, without what is read and compiled before.
"""

from __future__ import annotations

import argparse
import statistics
import time

from ruledsl.engine.game import load
from ruledsl.findings.machine import Machine
from ruledsl.resources import bundled_games

SLICE, TIER = 20_000, 2


def speed(name: str, seconds: float) -> float:
    """Decisions a second."""
    game = load(name)
    machine = Machine(game.program(game.model.of({}).model.low, {}, watched=True), TIER)
    made, stream, began = 0, 1, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        stopped = machine.play(stream, SLICE) is not None
        made += SLICE - (machine.plan.limit if stopped else 0)
        stream = stream + 1 if stopped else 0
    return made / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all bundled games, if none is told")
    parser.add_argument("--seconds", type=float, default=2)
    args = parser.parse_args()
    found = []
    for name in args.games or bundled_games():
        found.append(speed(name, args.seconds))
        print(f"{name:<22} {found[-1] / 1e6:6.2f} M decisions/s", flush=True)
    print(f"{statistics.median(found) / 1e6:.2f} M in the middle of {len(found)} games, {min(found) / 1e6:.2f} M at least")


if __name__ == "__main__":
    main()
