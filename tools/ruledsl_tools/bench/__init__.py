"""`ruledsl bench`: how fast it is, beside others who do the same work, where they are installed."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
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
    parser.add_argument("name", nargs="?", metavar="NAME", help=f"one of: {known}; all, if not told; with `--from` a game")
    parser.add_argument("--from", dest="test", metavar="TEST", help="random games of a game from where its test of this title begins, beside whole games")
    parser.add_argument("--only", metavar="WORDS", default="", help="what is measured must have these words in its name")
    parser.add_argument("--rounds", type=number(1, 10_000), default=7, metavar="N", help="how often each takes its turn (7)")
    parser.add_argument("--milliseconds", type=number(1, 3_600_000), default=200, metavar="MS", help="about how long a turn takes (200)")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    """Measure, and print medians as they come."""
    from ruledsl_tools.bench.race import Terms, lines

    names, terms = _names(args), Terms(args.rounds, args.milliseconds / 1000)
    if args.json:
        found = {name: [outcome.record() for outcome in _outcomes(name, terms, args)] for name in names}
        begun = {"from": args.test} if args.test else {}
        print(json.dumps({"machine": _machine(), "rounds": args.rounds, "milliseconds": args.milliseconds, **begun, "benchmarks": found}))
        return 0
    outcomes = {name: _outcomes(name, terms, args) for name in names}
    print(f"medians of {args.rounds} rounds in which each takes its turn; {_machine()}")
    for name in names:
        more = f" --only {args.only!r}" if args.only else ""
        what = BENCHES[name][1] if not args.test else "random games from a position, beside whole games"
        begin = f" --from {shlex.quote(args.test)}" if args.test else ""
        print(f"\n{name}: {what}\n  repeat with: ruledsl bench {name}{begin}{more} --rounds {args.rounds} --milliseconds {args.milliseconds}")
        for line in lines(outcomes[name]):
            print(line, flush=True)
    return 0


def _names(args: argparse.Namespace) -> list[str]:
    """The benchmarks that are wanted, or the game whose test says where to begin."""
    if args.test is not None:
        if args.name is None:
            raise Failure("`--from` names a test of a game, and no game is named: ruledsl bench GAME --from TEST")
        return [args.name]
    if args.name is not None and args.name not in BENCHES:
        raise Failure(f"there is no benchmark `{args.name}`{suggestion(args.name, BENCHES)}; there are {', '.join(BENCHES)}")
    return [args.name] if args.name else list(BENCHES)


def _outcomes(name: str, terms: Terms, args: argparse.Namespace) -> Iterator[Outcome]:
    from ruledsl_tools.bench.race import run as measured

    if args.test is not None:
        from ruledsl_tools.bench.playing import onward

        return (measured(race, terms.rounds) for race in onward(name, args.test, terms) if args.only in race.subject)
    races: Callable[[Terms], Iterator[Race]] = getattr(import_module(f"ruledsl_tools.bench.{BENCHES[name][0]}"), name.replace("-", "_"))
    return (measured(race, terms.rounds) for race in races(terms) if args.only in race.subject)


def _machine() -> str:
    return f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"
