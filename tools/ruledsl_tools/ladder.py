"""`ruledsl ladder`: how much stronger each bot is than the one before it, with intervals."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Any

from ruledsl.record import as_dict, record
from ruledsl_tools.failure import Failure, number
from ruledsl_tools.library import chosen_options, load_game, option_text, program
from ruledsl_tools.play.bots import bot_named
from ruledsl_tools.simulate import SURE, Progress, interval, table
from ruledsl_tools.stopping import Apart
from ruledsl_tools.ticker import Ticker

if TYPE_CHECKING:
    from ruledsl.engine import Game, Match

Range = tuple[float, float]


@record(frozen=True)
class Result:
    """One game of a seat against all others: its share of the victory, the share of the others whom it beats (a draw is half), and how many
    points more it has than they have on average."""

    won: float
    beaten: float
    points: float


@record(frozen=True)
class Rung:
    """What came of one seat of a bot among seats of another, over games in which it sat at each seat in turn; each figure with the interval
    that holds it 95 times of 100."""

    bot: str
    against: str
    games: int
    won: float
    won_between: Range
    beaten: float
    beaten_between: Range
    points: float
    points_between: Range


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl ladder`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("-n", "--games", type=number(2, 10**6), default=100, metavar="N", help="how many games a rung (100)")
    parser.add_argument("--bots", default="random,greedy,ismcts:500", metavar="WHO,WHO", help="from the weakest up (random,greedy,ismcts:500)")
    parser.add_argument("--players", type=number(2, 9), metavar="P", help="the number of players; the least, if not told")
    parser.add_argument("--seed", type=number(0, 2**63 - 1), metavar="S", help="the seed that repeats the games; random, if not told")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="set an option of the game")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    """Play rung by rung, and report; after Ctrl-C on what was done. 1 if the rules went wrong."""
    game = load_game(args.game, under_all=False)
    options = chosen_options(game, args.option)
    bots = _bots(args.bots)
    players = args.players or max(2, game.seats(options)[0])
    program(game, players, options)
    seed = int.from_bytes(os.urandom(4), "little") >> 1 if args.seed is None else args.seed
    rungs, stopped = [], ""
    for against, bot in pairwise(bots):
        with Ticker() as ticker:
            found = results(game, players, bot, against, games=args.games, seed=seed, options=options, progress=Progress(ticker, args.games))
        if len(found) >= 2:
            rungs.append(rung(bot, against, found))
        if len(found) < args.games:
            stopped = f"stopped after {len(found):,} of {args.games:,} games of {bot} over {against}"
            break
    if args.json:
        print(json.dumps({"game": args.game, "players": players, "options": options, "seed": seed, "rungs": [as_dict(r) for r in rungs]}))
    else:
        print("\n".join([*_lines(game, players, options, seed, rungs), *filter(None, [stopped])]))
    return 0


def _bots(text: str) -> list[str]:
    bots = [word.strip().casefold() for word in text.split(",")]
    for bot in bots:
        bot_named(bot)
    if len(bots) < 2:
        raise Failure("a ladder has two bots or more")
    return bots


def results(
    game: Game, players: int, bot: str, against: str, *, games: int, seed: int, options: dict[str, Any], progress: Callable[[int], object] | None = None
) -> list[Result]:
    """Games of one seat against all others, the same deals once for each seat. Ctrl-C leaves what was played."""
    from ruledsl.search.contest import anew, played

    found: list[Result] = []

    def one(number: int) -> Result:
        mine = number % players
        match = played(anew(game, players, options), [bot if seat == mine else against for seat in range(players)], f"{seed}/{number // players}")
        return _result(match, mine)

    try:
        for result in Apart(lambda _: map(one, range(games))).results():
            found.append(result)
            if progress is not None:
                progress(len(found))
    except KeyboardInterrupt:
        pass
    return found


def _result(match: Match, mine: int) -> Result:
    from ruledsl.ir.points import sign

    seats, better = range(len(match.scores)), sign(match.program)
    payoffs = [better * match.position.call("payoff", seat) for seat in seats]
    others = [payoffs[seat] for seat in seats if seat != mine]
    won = (mine + 1 in match.winners) / max(1, len(match.winners))
    beaten = won if len(seats) == 2 else sum((payoffs[mine] > other) + (payoffs[mine] == other) / 2 for other in others) / len(others)
    return Result(won, beaten, payoffs[mine] - sum(others) / len(others))


def rung(bot: str, against: str, found: Sequence[Result]) -> Rung:
    """Two games or more, added up."""
    games = len(found)
    won, beaten, points = (sum(getattr(result, name) for result in found) for name in ("won", "beaten", "points"))
    middle = points / games
    spread = SURE * sqrt(sum((result.points - middle) ** 2 for result in found) / (games - 1) / games)
    return Rung(bot, against, games, won / games, interval(won, games), beaten / games, interval(beaten, games), middle, (middle - spread, middle + spread))


def _lines(game: Game, players: int, options: dict[str, Any], seed: int, rungs: Sequence[Rung]) -> list[str]:
    """The ladder as a person reads it."""
    settings = "".join(f", {name} = {option_text(value)}" for name, value in options.items())
    head = f"{game.title}, {players} players{settings}: one against {players - 1}, at each seat in turn; seed {seed} repeats the games"
    rows = [["", "games", f"wins (fair {100 / players:.0f} %)", "95 %", "seats beaten", "95 %", "points more", "95 %"]]
    for r in rungs:
        shares = (cell for share, between in ((r.won, r.won_between), (r.beaten, r.beaten_between)) for cell in _share(share, between))
        rows.append([f"{r.bot} over {r.against}", f"{r.games:,}", *shares, f"{r.points:+,.2f}", f"{r.points_between[0]:+,.2f} to {r.points_between[1]:+,.2f}"])
    return [head, *(table(rows) if rungs else ())]


def _share(share: float, between: Range) -> tuple[str, str]:
    return f"{100 * share:.1f} %", f"{100 * between[0]:.1f} to {100 * between[1]:.1f}"
