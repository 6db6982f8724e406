"""Of every bundled game that has a secret: how many twins and meetings the two-run test looked at, and whether anything leaks.

    python -m tests.bench.twins                     each game until 10,000 twins, or for 60 s of the processor
    python -m tests.bench.twins hearts kuhn-poker:3  these games, and at how many seats
    python -m tests.bench.twins --twins 1000 --seconds 600 --seed 2
"""

from __future__ import annotations

from argparse import ArgumentParser
from time import process_time

import ruledsl
from ruledsl.findings.twins import Leak, Twins
from ruledsl.findings.worlds import secrets
from ruledsl.resources import bundled_games


def main() -> int:
    parser = ArgumentParser(description="Twins and meetings of every bundled game that has a secret.")
    parser.add_argument("games", nargs="*", default=sorted(bundled_games()))
    parser.add_argument("--twins", type=int, default=10_000, help="of a game, at most")
    parser.add_argument("--seconds", type=float, default=60, help="of the processor, of a game, at most")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    leaking = [game for game in args.games if looked_at(game, args.twins, args.seconds, args.seed)]
    return int(bool(leaking))


def looked_at(game: str, many: int, seconds: float, seed: int) -> bool:
    """Whether a game leaks; prints what was looked at."""
    name, _, players = game.partition(":")
    program = ruledsl.load(name).start(int(players) if players else None, seed=seed).program
    if not secrets(program):
        return False
    twins, leaks, began = Twins(program, seed), list[Leak](), process_time()
    twins.hunt(lambda: twins.pairs < many and process_time() - began < seconds, leaks.append)
    spent, never = process_time() - began, f", never differed: {', '.join(twins.unmoved)}" if twins.unmoved else ""
    print(f"{game}: {twins.pairs} twins of {twins.steps} decisions, {twins.meetings} meetings, {len(leaks)} leaks, {spent:.0f} s{never}", flush=True)
    for leak in leaks:
        print(f"    {leak.kind} at line {leak.span.line}: {leak.here!r} or {leak.there!r}, {leak.how}", flush=True)
    return bool(leaks)


if __name__ == "__main__":
    raise SystemExit(main())
