"""`ruledsl simulate`: many whole games, and what came of them."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING

from ruledsl.record import record
from ruledsl_tools.failure import Failure, number
from ruledsl_tools.library import at_its_table, beginning, chosen_options, load_game, match_from, option_text, program
from ruledsl_tools.play.bots import bot_named
from ruledsl_tools.terminal import players_in_words
from ruledsl_tools.ticker import Ticker

if TYPE_CHECKING:
    from ruledsl.engine import Game
    from ruledsl.engine.backend import Block
    from ruledsl.ir.program import Program
    from ruledsl.search.simulate import Report

SURE = 1.96
"""Standard errors to each side of a share, for an interval that is right 95 times of 100."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl simulate`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("-n", "--games", type=number(1, 10**12), required=True, metavar="N", help="how many games")
    parser.add_argument("--players", type=number(1, 9), metavar="P", help="the number of players; the least, if not told")
    parser.add_argument("--from", dest="test", metavar="TEST", help="begin each game where the test of this title begins, at its table")
    parser.add_argument("--bots", metavar="WHO,WHO", help="who plays at each seat: `random`, `greedy`, `mcts` or `mcts:200`; all random, if not told")
    parser.add_argument("--seed", type=number(0, 2**63 - 1), metavar="S", help="the seed that repeats the games; random, if not told")
    parser.add_argument("--threads", type=number(1, 1024), metavar="T", help="random games at a time; one a processor, if not told")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="set an option of the game")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    """Play, and report; after Ctrl-C on the games that were done. 1 if the rules went wrong."""
    game = load_game(args.game, under_all=False)
    table, start, bots = _table(game, args)
    seed = int.from_bytes(os.urandom(4), "little") >> 1 if args.seed is None else args.seed
    with Ticker() as ticker:
        report = _played(game, args, Seated(table, start, bots), seed, Progress(ticker, args.games))
    if args.json:
        more = {**({"bots": bots} if bots else {}), **({"from": args.test} if args.test else {})}
        print(json.dumps({**report.record(), "game": args.game, **more}))
    else:
        print("\n".join(_lines(table, report, args, bots)))
    return 0


def _table(game: Game, args: argparse.Namespace) -> tuple[Program, Block | None, list[str]]:
    """The table, where play begins if a test says it, and who sits there."""
    if args.test is None:
        options = chosen_options(game, args.option)
        bots = sitting_bots(args, game.seats(options))
        return program(game, args.players, options), None, bots
    at_its_table(args)
    table, start = beginning(args.game, args.test, "native")
    return table, start, sitting_bots(args, (table.players, table.players))


def sitting_bots(args: argparse.Namespace, seats: tuple[int, int]) -> list[str]:
    """Who plays at each seat; nobody where all play at random, which machine code does in batches."""
    if args.bots is None:
        return []
    found = [word.strip().casefold() for word in args.bots.split(",")]
    for word in found:
        bot_named(word)
    low, high = seats
    if args.players not in (None, len(found)) or not low <= len(found) <= high:
        raise Failure(f"--bots names {len(found)}, and there are {args.players or (low if low == high else f'{low} to {high}')} players")
    args.players = len(found)
    return [] if set(found) == {"random"} else found


@record(frozen=True)
class Seated:
    """A table, where play begins there if a test says it, and the bots who play; without any all play at random."""

    table: Program
    start: Block | None
    bots: list[str]


def _played(game: Game, args: argparse.Namespace, seated: Seated, seed: int, progress: Callable[[int], None]) -> Report:
    from ruledsl.search.simulate import report, simulate

    table, start, options = seated.table, seated.start, game.chosen(seated.table)
    if not seated.bots:
        threads = args.threads or os.cpu_count() or 1
        return simulate(table, args.games, seed, threads, name=game.name, options=options, progress=progress, clock=time.monotonic, start=start)
    from ruledsl.search.contest import anew
    from ruledsl_tools.contest import contest

    began = time.monotonic()
    begin = anew(game, table.players, options) if start is None else lambda seed: match_from(game, (table, start), seed)
    found = contest(begin, seated.bots, args.games, seed, progress)
    return report(found, table, game.name, options, seed).timed(time.monotonic() - began)


class Progress:
    """Says how many games are done, and how long the others will take."""

    def __init__(self, ticker: Ticker, games: int):
        self.ticker, self.games = ticker, games
        self.began = time.monotonic()

    def __call__(self, done: int) -> None:
        left = (time.monotonic() - self.began) * (self.games - done) / max(1, done)
        self.ticker.tell(f"{done:,} of {self.games:,} games, {left:.0f} s left")


# ---- what is printed ---------------------------------------------------------------------------


def _lines(played: Program, report: Report, args: argparse.Namespace, bots: list[str]) -> list[str]:
    """The report as a person reads it."""
    stopped = f" of {args.games:,}, then stopped" if report.games < args.games else ""
    open_ = f"; {report.games - report.finished:,} did not end" if report.finished < report.games else ""
    first = f"{played.title}: {report.games:,} games{stopped} of {players_in_words(report.players)}{open_}; seed {report.seed} repeats them"
    return [first, *_beginning(args), *_options(report, args), *_speed(report), *_unwon(report), *unfit_line(report), "", *table(_rows(played, report, bots))]


def _beginning(args: argparse.Namespace) -> list[str]:
    """The test where the games begin."""
    return [f"from \"{args.test}\""] if args.test else []


def _options(report: Report, args: argparse.Namespace) -> list[str]:
    """The options that were set."""
    names = dict.fromkeys(setting.partition("=")[0].strip() for setting in args.option)
    return [f"with {', '.join(f'{name} = {option_text(report.options[name])}' for name in names)}"] if names else []


def _speed(report: Report) -> list[str]:
    built = f", after {report.building_seconds:.2f} s of building" if report.building_seconds else ""
    lines = [f"{report.seconds:.2f} s: {_round(report.playouts_per_second)} games a second, {_round(report.decisions_per_second)} decisions a second{built}"]
    if report.length.mean is not None:
        lines.append(f"a game has {report.length.mean:,.1f} decisions on average, from {report.length.min:,} to {report.length.max:,}")
    return lines


def _unwon(report: Report) -> list[str]:
    """How often nobody has won."""
    if not report.unwon:
        return []
    share, between = _share(report.unwon, report.finished)
    return [f"nobody won {report.unwon:,} of them: {share}, 95 % {between}"]


def unfit_line(report: Report) -> list[str]:
    """How often bots did not know what may be."""
    if not report.unfit:
        return []
    return [f"{report.unfit:,} of {report.decisions:,} decisions went by positions that do not fit what the bot had seen: none was found that does"]


def _rows(played: Program, report: Report, bots: list[str]) -> list[list[str]]:
    names, paid = played.seats, played.pays
    rows = [["seat", "wins", "95 %", "score", "sd", "min", "max", *(["payoff"] if paid else [])]]
    names = tuple(f"{name} {bot}" for name, bot in zip(names, bots, strict=True)) if bots else names
    for name, wins, score, payoff in zip(names, report.wins, report.score, report.payoff, strict=True):
        spread = [f"{score.mean:,.2f}", f"{score.sd:,.2f}", f"{score.min:,}", f"{score.max:,}"] if score.mean is not None else ["-"] * 4
        mean = ["-" if payoff is None else f"{payoff:,.2f}"] if paid else []
        rows.append([name, *_share(wins, report.finished), *spread, *mean])
    return rows


def _share(wins: float, games: int) -> list[str]:
    """A share of victories, and between what it lies."""
    if not games:
        return ["-", "-"]
    low, high = interval(wins, games)
    return [f"{100 * wins / games:.2f} %", f"{100 * low:.2f} to {100 * high:.2f}"]


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval of a share."""
    share, z = wins / games, SURE * SURE / games
    middle, half = share + z / 2, sqrt(z * (share * (1 - share) + z / 4))
    return max(0.0, (middle - half) / (1 + z)), min(1.0, (middle + half) / (1 + z))


def _round(number: float) -> str:
    """Three digits are enough."""
    return f"{float(f'{number:.3g}'):,.0f}" if number >= 10 else f"{number:.2g}"


def table(rows: list[list[str]]) -> list[str]:
    """Columns: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    cells = ([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))] for row in rows)
    return ["  ".join(row) for row in cells]
