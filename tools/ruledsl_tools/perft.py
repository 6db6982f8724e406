"""`ruledsl perft`: counts sequences of decisions, as chess programs do."""

from __future__ import annotations

import argparse
import json
import os

from ruledsl_tools.failure import Failure, number, one_of
from ruledsl_tools.library import at_its_table, beginning, chosen_options, load_game, program
from ruledsl_tools.ticker import Ticker


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl perft`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("--depth", type=number(1, 200), required=True, metavar="D", help="decisions one after the other")
    parser.add_argument("--players", type=number(1, 9), metavar="P", help="the number of players; the least, if not told")
    parser.add_argument("--seed", type=number(0, 2**31 - 1), default=0, metavar="S", help="of what chance brings (0)")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="set an option of the game")
    parser.add_argument("--from", dest="test", metavar="TEST", help="begin where the test of this title begins, at its table")
    parser.add_argument("--by", type=one_of("hop", "turn"), default="hop", help="each decision (hop, default), or all of a seat until another is asked (turn)")
    parser.add_argument("--threads", type=number(1, 1024), metavar="T", help="positions at a time; one a processor, if not told")
    parser.add_argument("--engine", type=one_of("native", "interp"), default="native", help="native (default) or interp")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    """Count."""
    from ruledsl.search.perft import perft

    game = load_game(args.game, under_all=False)
    if args.test is None:
        table, block = program(game, args.players, chosen_options(game, args.option)), None
    else:
        at_its_table(args)
        table, block = beginning(args.game, args.test, args.engine)
    if args.by == "turn" and table.players == 1:
        raise Failure("`--by turn` counts what a seat does until another is asked; this table has one seat")
    with Ticker() as ticker:
        tell, workers = lambda looked: ticker.tell(f"{looked:,} states"), args.threads or os.cpu_count() or 1
        counts = perft(table, args.depth, args.seed, args.engine, progress=tell, by=args.by, start=block, workers=workers)
    if args.json:
        told = {"game": args.game, "players": table.players, "options": game.chosen(table), "seed": args.seed, "from": args.test, "by": args.by}
        print(json.dumps({**told, "sequences": counts}))
    else:
        width = len(str(max(counts)))
        print("\n".join(f"{depth:>{len(str(args.depth))}}  {count:>{width}}" for depth, count in enumerate(counts, 1)))
    return 0
