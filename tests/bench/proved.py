"""How many of the bundled games are gone through in a minute each, by what `ruledsl verify` says.

    python -m tests.bench.proved [GAME …] --seconds 60

PROVED is a game all of whose states were gone through. BOUNDED is one of which every way to play a deal was, or a small game of it, or every game to the
median length of games at random, chance counted. Each way is tried for so long, in this order, until one comes to its end.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
from typing import Any

from ruledsl.engine.game import load
from ruledsl.findings.small import Noticing, random_game
from ruledsl.resources import bundled_games

WAYS = {"all": [], "deal": ["--deals", "1"], "small": ["--small"]}
GAMES, ANSWERS = 15, 2_000


def verified(name: str, seconds: int, more: list[str]) -> dict[str, Any] | None:
    """What `verify` says; None where it could not look at anything."""
    command = [sys.executable, "-m", "ruledsl_tools.cli", "verify", name, "--seconds", str(seconds), "--json", *more]
    out = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return json.loads(out) if out else None


def median_length(name: str) -> float:
    """Answers of games at random, chance counted; of one that does not end as many as were looked at."""
    game = load(name)
    program = game.program(game.model.of({}).model.low, {}, watched=True)
    engine, rng = Noticing(program), random.Random(1)
    return statistics.median(random_game(engine, rng, ANSWERS)[1] for _ in range(GAMES))


def of(name: str, seconds: int, ways: list[str]) -> tuple[str, str]:
    """The verdict on a game, and how it came to be."""
    why = ""
    for way in ways:
        found = verified(name, seconds, WAYS[way])
        if found is None:
            continue
        one = found["settings"][0]
        told = f"{one['states']:,} states in {one['seconds']:.0f} s"
        refuted = sorted({f["class"] for f in found["findings"] if f["verdict"] == "REFUTED"})
        if refuted:
            return "REFUTED", f"{', '.join(refuted)}: {told}"
        if one["whole"]:
            proved = way == "all" and not any(f["verdict"] == "BOUNDED" for f in found["findings"])
            return "PROVED" if proved else "BOUNDED", f"{way}: {told}"
        if way == "all":
            length = median_length(name)
            why = f"{one['why']}, to {one['depth']} of {length:.0f} answers: {told}"
            if one["depth"] >= length:
                return "BOUNDED", why
    return "", why


def main() -> int:
    """Tell of each game, and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all bundled games, if none is told")
    parser.add_argument("--seconds", type=int, default=60, help="for each way (60)")
    parser.add_argument("--ways", default=",".join(WAYS), help="some of all,deal,small")
    args = parser.parse_args()
    counts = dict.fromkeys(("PROVED", "BOUNDED", "REFUTED", ""), 0)
    for name in args.games or bundled_games():
        verdict, why = of(name, args.seconds, args.ways.split(","))
        counts[verdict] += 1
        print(f"{verdict or '-':<8} {name:<22} {why}", flush=True)
    print(f"{counts['PROVED']} PROVED, {counts['BOUNDED']} BOUNDED, {counts['REFUTED']} REFUTED, {counts['']} neither")
    return int(counts["REFUTED"] > 0)


if __name__ == "__main__":
    raise SystemExit(main())
