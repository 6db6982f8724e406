"""`ruledsl bench`: how fast it is, beside others who do the same work, where they are installed."""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from ruledsl_tools.failure import Failure, number, suggestion

if TYPE_CHECKING:
    from ruledsl_tools.bench.race import Outcome, Race, Terms

BENCHES = {
    "classics": ("playing", "random games of the classics, beside OpenSpiel"),
    "boards": ("playing", "random games on boards, beside OpenSpiel and C of the same structure"),
    "surprise-egg": ("playing", "random games of Surprise Egg, beside C of the same structure"),
    "ismcts": ("thinking", "search with hidden cards, beside OpenSpiel"),
    "mcts": ("thinking", "search without hidden cards, beside OpenSpiel"),
    "cfr": ("thinking", "towards an equilibrium, beside OpenSpiel"),
    "solve": ("solving", "exact search of games of one player"),
    "threads": ("waiting", "two threads, beside two processes"),
    "latency": ("waiting", "whole processes: simulate and check"),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl bench`."""
    known = ", ".join(f"{name} ({what})" for name, (_, what) in BENCHES.items())
    parser.add_argument("name", nargs="?", metavar="NAME", help=f"one of: {known}; all, if not told")
    parser.add_argument("--only", metavar="WORDS", default="", help="what is measured must have these words in its name")
    parser.add_argument("--rounds", type=number(1, 10_000), default=7, metavar="N", help="how often each takes its turn (7)")
    parser.add_argument("--milliseconds", type=number(1, 3_600_000), default=200, metavar="MS", help="about how long a turn takes (200)")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    """Measure, and print medians as they come."""
    from ruledsl_tools.bench.race import Terms, lines

    if args.name is not None and args.name not in BENCHES:
        raise Failure(f"there is no benchmark `{args.name}`{suggestion(args.name, BENCHES)}; there are {', '.join(BENCHES)}")
    names, terms = [args.name] if args.name else list(BENCHES), Terms(args.rounds, args.milliseconds / 1000)
    if args.json:
        found = {name: [outcome.record() for outcome in _outcomes(name, terms, args.only)] for name in names}
        print(json.dumps({"machine": _machine(), "rounds": args.rounds, "milliseconds": args.milliseconds, "benchmarks": found}))
        return 0
    print(f"medians of {args.rounds} rounds in which each takes its turn; {_machine()}")
    for name in names:
        more = f" --only {args.only!r}" if args.only else ""
        print(f"\n{name}: {BENCHES[name][1]}\n  repeat with: ruledsl bench {name}{more} --rounds {args.rounds} --milliseconds {args.milliseconds}")
        for line in lines(_outcomes(name, terms, args.only)):
            print(line, flush=True)
    return 0


def _outcomes(name: str, terms: Terms, only: str) -> Iterator[Outcome]:
    from ruledsl_tools.bench.race import run as measured

    races: Callable[[Terms], Iterator[Race]] = getattr(import_module(f"ruledsl_tools.bench.{BENCHES[name][0]}"), name.replace("-", "_"))
    return (measured(race, terms.rounds) for race in races(terms) if only in race.subject)


def _machine() -> str:
    return f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"
