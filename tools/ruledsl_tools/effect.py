"""`ruledsl effect`: what a reading, several at once, or a variant changes, in the same games."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from math import ceil
from typing import TYPE_CHECKING, Any

from ruledsl_tools.failure import Failure, number
from ruledsl_tools.game_report import Budget, shown
from ruledsl_tools.library import chosen_options, load_game, program
from ruledsl_tools.stopping import SOON, in_time, until
from ruledsl_tools.terminal import players_in_words
from ruledsl_tools.ticker import Ticker

if TYPE_CHECKING:
    from ruledsl.engine import Game
    from ruledsl.results.effects import Effect
    from ruledsl.search.rows import Rows


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl effect`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("change", nargs="*", metavar="K=V", help="options that are set otherwise, all at once")
    parser.add_argument("--against", metavar="VARIANT", help="another game, such as a variant, in place of this one")
    parser.add_argument("-n", "--games", type=number(100, 10**7), default=4000, metavar="N", help="how many games of each (4,000)")
    parser.add_argument("--seconds", type=number(1, 86_400), metavar="T", help="how long, all in all; as many games then as there was time for")
    parser.add_argument("--players", type=number(1, 9), metavar="P", help="the number of players; the least, if not told")
    parser.add_argument("--seed", type=number(0, 2**62 - 1), metavar="S", help="the seed that repeats it; random, if not told")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="set an option in both")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    """Play both, and compare game by game; after an interruption, or where the time is over, the games that both have."""
    began = time.monotonic()
    if not args.change and args.against is None:
        raise Failure("what is to be changed? `ruledsl effect GAME option=value`, or `--against VARIANT`")
    from ruledsl.results.effects import compared
    from ruledsl.search.rows import paired

    game = load_game(args.game)
    other = load_game(args.against) if args.against else game
    old, new = chosen_options(game, args.option), chosen_options(other, [*args.option, *args.change])
    table = program(game, args.players, old)
    program(other, table.players, new)
    seed = int.from_bytes(os.urandom(4), "little") if args.seed is None else args.seed
    budget = Budget(began, args.seconds)
    blocks = _played(args, [(game, old), (other, new)], table.players, seed, budget)
    there = sum(min(map(len, block)) for block in blocks)
    if there < LEAST:
        if not budget.over(1.0):
            raise KeyboardInterrupt
        raise Failure(f"there was no time for {LEAST} games of each; --seconds gives more")

    def reckoned(part: float) -> Effect:
        lists = paired(blocks, max(LEAST, ceil(part * there)))
        assert lists is not None
        return compared(*lists, args.against or "", " ".join(args.change), "")

    found = in_time(reckoned)
    if args.json:
        from ruledsl.record import as_dict

        print(json.dumps({"command": "effect", "game": game.title, "players": table.players, "seed": seed, **as_dict(found)}))
    else:
        print("\n".join(_lines(args, found, table.seats, seed)))
    return 0


LEAST, BLOCK, LARGEST = 30, 4000, 64_000
"""Games of fewer than which nothing is said; and so many are played of the one and then of the other, then twice as many, up to a number: who stops it has
both."""


def _played(
    args: argparse.Namespace, sides: list[tuple[Game, dict[str, Any]]], players: int, seed: int, budget: Budget
) -> list[tuple[Rows, Rows]]:  # fmt: skip
    """Games of both as far as it goes, as many of each, block by block; of each block the first in half of the time that is left."""
    from ruledsl.results.effects import rows

    blocks: list[tuple[Rows, Rows]] = []

    def play(breathe: Callable[..., None]) -> None:
        count, left = min(BLOCK, args.games), args.games
        while left:
            block: list[Rows] = []
            for end, name, (game, options) in zip(budget.halves(), (args.game, args.against or " ".join(args.change)), sides, strict=True):

                def going(played: int, end: float | None = end, name: str = name) -> None:
                    breathe()
                    ticker.tell(name)
                    if (blocks or played >= LEAST) and end is not None and time.monotonic() >= end:
                        raise KeyboardInterrupt

                report = rows(game, players, options, count, seed + len(blocks), going)
                assert report.rows is not None
                block.append(report.rows)
            blocks.append((block[0], block[1]))
            if min(map(len, block)) < count:
                return
            left -= count
            count = min(2 * count, left, LARGEST)

    with Ticker() as ticker:
        until(budget.end, play, SOON)
    return [*blocks]


def _lines(args: argparse.Namespace, e: Effect, seats: tuple[str, ...], seed: int) -> list[str]:
    what = " and ".join([*args.change, *([f"the rules of {args.against}"] if args.against else [])])
    how = f"{players_in_words(len(seats))}, random play, {_of(args, e)} games of each"
    out = [f"effect   {args.game} with {what}   {how}; seed {seed} repeats them; ± is 95 %"]
    if not e.differs.value:
        return [*out, "no game differs: random play never met what this is about, or nothing hangs on it"]
    out += [
        f"{shown(e.differs, '%'):>18}  of games come out otherwise",
        f"{shown(e.other_winner, '%'):>18}  have another winner",
        f"{shown(e.length):>18}  decisions more",
        *(f"{shown(found, '%').removesuffix(' %'):>18}  points of a hundred more that {name} wins" for name, found in zip(seats, e.wins, strict=True)),
        f"{shown(e.ended, '%').removesuffix(' %'):>18}  points of a hundred more that come to an end",
    ]
    found = "more than chance" if e.doubt < 0.05 else "no more than chance would make of nothing"
    return [*out, f"seats, length and endings together: {found} (p = {e.doubt:.2g}); pairing gains ×{e.gain:.1f}"]


def _of(args: argparse.Namespace, e: Effect) -> str:
    """How many games, and of how many where there was no time for all."""
    return f"{e.games:,}" if e.games == args.games else f"{e.games:,} of {args.games:,}"
