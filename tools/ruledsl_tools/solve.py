"""`ruledsl solve`: exact search of a game of one seat, or of a small one of two."""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from statistics import fmean
from typing import TYPE_CHECKING, Any

from ruledsl_tools.failure import Failure, number
from ruledsl_tools.library import at_its_table, beginning, chosen_options, load_game, option_text, program
from ruledsl_tools.ticker import Ticker

if TYPE_CHECKING:
    from ruledsl.engine import Game
    from ruledsl.engine.backend import Block
    from ruledsl.ir.program import Program
    from ruledsl.search.duel import Balance
    from ruledsl.search.many import Deals
    from ruledsl.search.solve import Verdict

READY = "getting ready; the first time, and after an update, that takes some seconds"
"""What is shown until the search has come to something: its loops are compiled when they are first used, and kept."""

MANY = 10_000
"""States, so that it means something how much memory one takes."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl solve`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("--players", type=number(1, 9), metavar="P", help="the number of players; the least, if not told")
    parser.add_argument("--seed", type=number(0, 2**63 - 1), metavar="S", help="the deal; random, if not told (the first of --deals: 0)")
    parser.add_argument("--deals", type=number(1, 10**12), metavar="N", help="how many of N deals can be won")
    parser.add_argument("--from", dest="test", metavar="TEST", help="solve from where the test of this title begins, at its table")
    parser.add_argument("--best", action="store_true", help="look for the best end, and not only for a win")
    parser.add_argument("--memory", type=number(16, 2**24), default=1000, metavar="MB", help="how much memory the search may take (1000)")
    parser.add_argument("--states", type=number(1, 10**12), default=0, metavar="N", help="give a deal up after so many states")
    parser.add_argument("--threads", type=number(1, 1024), metavar="T", help="deals at a time; one a processor, if not told")
    parser.add_argument("--verify", action="store_true", help="replay each line of --deals in the reference engine, too")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="set an option of the game")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    """Solve, and report; after Ctrl-C on what is known by then. 1 if the game cannot be solved like this, or goes wrong."""
    from ruledsl.search.opened import Unsolvable

    game = load_game(args.game, under_all=False)
    table, args.start = _from(game, args)
    found: _Duel | _Deal | _Many
    head = {"game": args.game, "players": table.players, "options": game.chosen(table)}
    try:
        if table.players == 2:
            found = _duel(table, args)
        else:
            found = _deals(table, args) if args.deals else _deal(table, args)
    except Unsolvable as reason:
        raise Failure(f"{game.title} cannot be solved like this: {reason}{_where(reason.place)}", 1) from None
    print(json.dumps(head | found.record()) if args.json else "\n".join([*_options(game, table, args), *found.lines(game)]))
    return 0


def _from(game: Game, args: argparse.Namespace) -> tuple[Program, Block | None]:
    """The table, and where play stands if a test says it: every pile that was shuffled has an order there, too."""
    from ruledsl.search.deals import settle

    if args.test is None:
        return program(game, args.players, chosen_options(game, args.option)), None
    at_its_table(args)
    if args.deals:
        raise Failure("`--from` names one position; leave out `--deals`")
    table, block = beginning(args.game, args.test, "native")
    settle(table, block)
    return table, block


def _where(place: Any) -> str:
    return f" ({os.path.basename(place.span.file)}, line {place.span.line})" if place.span.line else ""


def _options(game: Game, table: Program, args: argparse.Namespace) -> list[str]:
    """The options that were set."""
    names = dict.fromkeys(setting.partition("=")[0].strip() for setting in args.option)
    values = game.chosen(table)
    return [f"with {', '.join(f'{name} = {option_text(values[name])}' for name in names)}"] if names else []


# ---- one deal ----------------------------------------------------------------------------------


class _Deal:
    """The verdict on one deal, and its line in words."""

    def __init__(self, table: Program, seed: int, verdict: Verdict, start: Block | None = None):
        self.table, self.seed, self.verdict, self.named = table, seed, verdict, start is not None
        self.moves = _spoken(table, seed, verdict, start)

    def record(self) -> dict[str, Any]:
        v = self.verdict
        return {
            "seed": self.seed, "verdict": v.verdict, "why": v.why, "won": v.won, "marks": list(v.marks), "moves": self.moves,
            "states": v.states, "ends": v.ends, "deepest": v.deepest, "bytes": v.bytes, "seconds": v.seconds,
        }  # fmt: skip

    def lines(self, game: Game) -> list[str]:
        v = self.verdict
        where = ", from there" if self.named else f", deal {self.seed}" if _dealt(self.table, self.seed) else ""
        return [f"{game.title}{where}{_open(self.table)}: {_said(v)}", *_numbered(self.moves), _measured(v)]


def _dealt(table: Program, seed: int) -> bool:
    """Is anything left to chance before play?"""
    from ruledsl.interp import Interpreter
    from ruledsl.search.deals import open_deal

    engine = Interpreter(table)
    return open_deal(table, engine, seed).get("rng") != engine.blank(seed).get("rng")


def _open(table: Program) -> str:
    """That a search sees what a player may not."""
    hidden = any(zone.visibility != "open" for zone in table.zones) or any(variable.visibility != "open" for variable in table.variables)
    return f", with all {'cards' if table.cards else 'secrets'} open" if hidden else ""


def _numbered(moves: list[str]) -> list[str]:
    width = len(str(len(moves)))
    return [f"  {n:>{width}}  {label}" for n, label in enumerate(moves, 1)]


def _measured(found: Verdict | Balance) -> str:
    """How much was looked at, how fast, and in how much room."""
    speed = f", {found.states / found.seconds:,.0f} a second" if found.seconds else ""
    size = f", {found.bytes / found.states:.1f} bytes each" if found.states >= MANY else ""
    return f"{found.states:,} states{speed}{size}; {found.ends:,} ends seen"


def _said(v: Verdict) -> str:
    """A verdict as a person says it."""
    from ruledsl.search.solve import LOST, UNSETTLED, WON

    marks = ", ".join(map(str, v.marks))
    if v.verdict == UNSETTLED:
        so_far = f"; the best so far is {marks}, in {len(v.moves)} moves" if v.moves else ""
        return f"unsettled, because {v.why}{so_far}"
    if v.verdict == LOST:
        return f"it cannot be {'won' if v.ends else 'brought to an end'}; every state that can be reached was looked at"
    if v.verdict == WON:
        return f"won in {len(v.moves)} moves, which need not be the fewest; --best looks for the best end by `winner:`"
    won = {True: "won, and ", False: "it cannot be won, and ", None: ""}[v.won]
    return f"{won}the best is {marks}, in {len(v.moves)} moves, which need not be the fewest"


def _deal(table: Program, args: argparse.Namespace) -> _Deal:
    from ruledsl.search.opened import Limits
    from ruledsl.search.solve import Solver

    seed = random.SystemRandom().randrange(2**31) if args.seed is None else args.seed
    solver = Solver(table, args.best)
    with Ticker(READY) as ticker:
        tell = lambda states, deep: ticker.tell(f"{states:,} states, {deep} moves deep")  # noqa: E731
        verdict = solver.solve(solver.deal(seed) if args.start is None else solver.taken(args.start), Limits(args.memory << 20, args.states, tell))
    return _Deal(table, seed, verdict, args.start)


def _spoken(table: Program, seed: int, verdict: Verdict | Balance, start: Block | None) -> list[str]:
    """The moves in words, replayed in the reference engine."""
    from ruledsl.engine.menus import choices
    from ruledsl.search.solve import replayed

    whole = getattr(verdict, "again", None) is None
    positions = replayed(table, seed, verdict.moves, start=start, whole=whole) if verdict.moves else []
    menus = (choices(here, here.waiting[0]) for here in positions[:-1])
    found = [next(choice for choice in menu if choice.move == move) for menu, move in zip(menus, verdict.moves)]
    return [f"{table.seats[choice.seat - 1]}: {choice.full}" if table.players > 1 and choice.seat else choice.full for choice in found]


# ---- two seats ---------------------------------------------------------------------------------


class _Duel:
    """What a game of two seats is worth, and a line of best play in words."""

    def __init__(self, table: Program, seed: int, balance: Balance, start: Block | None = None):
        self.seed, self.balance, self.settled = seed, balance, balance.value is not None and not balance.why
        self.winner = {1: table.seats[0], -1: table.seats[1]}.get(balance.value or 0)
        self.moves = _spoken(table, seed, balance, start) if self.settled else []

    def record(self) -> dict[str, Any]:
        b = self.balance
        return {
            "seed": self.seed, "verdict": "solved" if self.settled else "unsettled", "why": b.why, "value": b.value, "winner": self.winner,
            "moves": self.moves, "states": b.states, "ends": b.ends, "deepest": b.deepest, "bytes": b.bytes, "seconds": b.seconds,
            "again": b.again, "for_ever": b.value == 0 and b.again is not None,
        }  # fmt: skip

    def lines(self, game: Game) -> list[str]:
        b = self.balance
        if b.value is None:
            said = f"unsettled, because {b.why}"
        else:
            said = f"if both play their best, {self.winner or 'nobody'} wins{'' if self.winner else ' alone' if b.drawn else ': play goes on for ever'}"
            said += " or play goes on for ever" if b.again is not None and b.drawn else ""
        return [f"{game.title}: {said}", *_numbered(self.moves), *self._again(), _measured(b)]

    def _again(self) -> list[str]:
        """Where the line of best play comes back to."""
        again = self.balance.again
        if again is None:
            return []
        return [f"  and so on: the position {f'behind move {again}' if again else 'at the beginning'} has come again"]


def _duel(table: Program, args: argparse.Namespace) -> _Duel:
    from ruledsl.search.duel import Duel
    from ruledsl.search.opened import Limits

    if args.deals or args.best:
        raise Failure(f"--{'deals' if args.deals else 'best'} is for games of one player")
    duel = Duel(table)
    with Ticker(READY) as ticker:
        tell = lambda states, deep: ticker.tell(f"{states:,} states, {deep} moves deep")  # noqa: E731
        balance = duel.solve(duel.deal(args.seed or 0) if args.start is None else duel.taken(args.start), Limits(args.memory << 20, args.states, tell))
    return _Duel(table, args.seed or 0, balance, args.start)


# ---- many deals --------------------------------------------------------------------------------


class _Many:
    """What came of many deals."""

    def __init__(self, table: Program, asked: int, deals: Deals, seconds: float):
        self.table, self.asked, self.deals, self.seconds = table, asked, deals, seconds

    def record(self) -> dict[str, Any]:
        d, share = self.deals, self.deals.winnable
        found: dict[str, Any] = {"seed": d.first, "deals": d.number, **{word: d.counted(word) for word in ("won", "lost", "best", "unsettled")}}
        found["winnable"] = None if share is None else dict(zip(("share", "low", "high"), share, strict=True))
        found["marks"] = [list(v.marks) for v in d.verdicts] if d.counted("best") else None
        return found | {"states": d.states, "seconds": self.seconds, "deals_per_second": d.number / self.seconds}

    def lines(self, game: Game) -> list[str]:
        d, share = self.deals, self.deals.winnable
        stopped = f" of {self.asked:,}, then stopped" if d.number < self.asked else ""
        counts = ", ".join(f"{d.counted(word):,} {word}" for word in ("won", "lost", "best", "unsettled") if d.counted(word))
        out = [f"{game.title}: {d.number:,} deals{stopped}, from seed {d.first} on{_open(self.table)}: {counts or 'nothing'}"]
        if share is not None:
            out.append(f"{100 * share[0]:.2f} % can be won; 95 %: {100 * share[1]:.2f} to {100 * share[2]:.2f} %")
        first = [v.marks[0] for v in d.verdicts if v.verdict == "best" and v.marks]
        if first:
            out.append(f"the best is {fmean(first):,.3f} on average, from {min(first):,} to {max(first):,}")
        return [*out, f"{self.seconds:.2f} s: {d.number / self.seconds:,.1f} deals and {d.states / self.seconds:,.0f} states a second"]


def _deals(table: Program, args: argparse.Namespace) -> _Many:
    from ruledsl.search.many import solve_deals
    from ruledsl.search.opened import Limits

    began = time.monotonic()
    threads, limits = args.threads or os.cpu_count() or 1, Limits(args.memory << 20, args.states)
    with Ticker(READY) as ticker:
        tell = lambda done: ticker.tell(f"{done:,} of {args.deals:,} deals")  # noqa: E731
        deals = solve_deals(table, args.seed or 0, args.deals, args.best, threads=threads, limits=limits, verify=args.verify, progress=tell)
    return _Many(table, args.deals, deals, time.monotonic() - began)
