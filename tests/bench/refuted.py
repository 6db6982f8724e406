"""What `verify` claims of whole games, held against games at random: 10,000,000 decisions for each program of which all states were gone through.

    python -m tests.bench.refuted [GAME …] --seconds 20 --decisions 10000000

The program is that of the table, or of a small game where the table is too large. Nothing may go wrong in it of which it is claimed that it cannot (what goes
wrong in a small game alone is neither claimed nor found), no game may be longer than the longest, payoffs add up to no more and no less than was claimed, and
what was proved never to run does not run. 1 is answered if anything of that is refuted.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from ruledsl.findings import coverage
from ruledsl.findings.explored import Explored
from ruledsl.findings.machine import LONGEST, Machine
from ruledsl.resources import bundled_games
from ruledsl.source import NOWHERE
from tests.bench.proved import Bench

SLICE = 1_000_000


def refuted(found: Explored, decisions: int) -> Iterator[str]:
    """What games at random show that was claimed not to be."""
    machine = Machine(found.program, 2, found.longest if found.longest >= 0 else LONGEST)
    claimed = {claim.kind for claim in found.claims if claim.span == NOWHERE}
    known = {one.kind for one in found.findings}
    for stream in range(1, decisions // SLICE + 1):
        left = SLICE
        while left > 0:
            stop = machine.play(stream, left)
            left = machine.plan.limit if stop is not None else 0
            stream = 0
            if stop is not None and stop.kind in claimed - known and (stop.kind != "endless" or found.longest >= 0):
                yield f"{stop.kind}: {stop.fault or stop.place}, after {machine.plan.made} answers"
                return
    told = coverage.counts(machine, True)
    yield from (f"{thing.kind} at {thing.span}: {told[thing]} times" for thing, count in found.counts.items() if thing.kind and not count and told.get(thing))
    for claim in found.claims:
        if claim.kind == "payoff-sum" and (sums := [int(number) for number in re.findall(r"-?\d+", claim.message.split("(")[0])]):
            least, greatest = machine.plan.least, machine.plan.greatest
            if least <= greatest and (least < sums[0] or greatest > sums[-1]):
                yield f"payoffs add up to {least} and {greatest}: {claim.message}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all bundled games, if none is told")
    parser.add_argument("--seconds", type=float, default=20, help="of the processor, for each way to go through a game (20)")
    parser.add_argument("--decisions", type=int, default=10_000_000)
    args = parser.parse_args()
    wrong = played = 0
    for name in args.games or bundled_games():
        for way in ("all", "small"):
            found = Bench(name, args.seconds).ways[way]()
            if found is None or not found.whole:
                continue
            against = list(refuted(found, args.decisions))
            wrong, played = wrong + len(against), played + 1
            print(f"{name:<22} {way:<6} {found.states:>11,} states, {len(found.claims)} claims: {'; '.join(against) or 'nothing against them'}", flush=True)
            break
    print(f"{played} programs, {wrong} claims refuted")
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
