"""`ruledsl enumerate`: a small game outright."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ruledsl_tools.failure import Failure, number
from ruledsl_tools.library import chosen_options, load_game, program
from ruledsl_tools.ticker import Ticker


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl enumerate`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("--players", type=number(1, 9), metavar="P", help="the number of players; the least, if not told")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="set an option of the game")
    parser.add_argument("--equilibrium", action="store_true", help="look for play that nobody can better, too")
    parser.add_argument("--rounds", type=number(1, 10_000_000), metavar="N", help="look for it in so many passes over the game (10000)")
    parser.add_argument("--limit", type=number(1, 100_000_000), metavar="N", help="histories, at most (1000000)")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    """Enumerate."""
    from ruledsl.search.enumerate import LIMIT, Forgetful, TooLarge, enumerate_game

    game = load_game(args.game, under_all=False)
    table = program(game, args.players, chosen_options(game, args.option))
    try:
        with Ticker() as ticker:
            tree = enumerate_game(table, args.limit or LIMIT, lambda count: ticker.tell(f"{count:,} histories"))
    except (TooLarge, Forgetful) as error:
        raise Failure(f"{game.title}: {error}", 1) from None
    found: dict[str, Any] = {"game": args.game, "players": table.players, **tree.counts.record()}
    if args.equilibrium:
        found |= _equilibrium(tree, args.rounds)
    print(json.dumps(found) if args.json else _lines(found))
    return 0


def _equilibrium(tree: Any, rounds: int | None) -> dict[str, Any]:
    from ruledsl.search.equilibrium import ROUNDS, equilibrium, exact_equilibrium

    if not tree.states:
        raise Failure("nobody decides anything in this game", 1)
    exact = exact_equilibrium(tree) if rounds is None else None
    if exact is not None:
        return exact.record()
    with Ticker() as ticker:
        found = equilibrium(tree, rounds or ROUNDS, progress=lambda n, far: ticker.tell(f"round {n:,}, exploitability {far:.2g}"))
    return found.record()


def _lines(found: dict[str, Any]) -> str:
    """One fact a line."""
    facts = {name.replace("_", " "): value for name, value in found.items() if name not in ("game", "values") and value is not None}
    width = max(map(len, facts))
    return "\n".join(f"{name:<{width}}  {_text(value)}" for name, value in facts.items())


def _text(value: Any) -> str:
    return f"{value:.9g}" if isinstance(value, float) else str(value)
