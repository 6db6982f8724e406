"""`ruledsl verify`: all states of a game, and what is proved of them."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING, Any

from ruledsl.record import replace
from ruledsl_tools.failure import Failure, number
from ruledsl_tools.fuzz import likely, mending, shown_moves, where
from ruledsl_tools.library import chosen_options, load_game, program
from ruledsl_tools.stopping import interrupted, until
from ruledsl_tools.terminal import is_terminal

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine import Game
    from ruledsl.findings.explored import Explored
    from ruledsl.findings.lifted import Lifted
    from ruledsl.findings.verdicts import Finding, Setting
    from ruledsl.ir.program import Program

MARGIN = 0.05
"""Seconds that are kept for what is told."""
SMALL = 30_000_000
"""States that a small game has at most: beyond that it is made smaller."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl verify`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("--states", type=number(1, 2**30), default=100_000_000, metavar="N", help="states at most, if there is room (100,000,000)")
    parser.add_argument("--seconds", type=number(1, 86_400), default=60, metavar="T", help="how long to go on, all in all (60)")
    parser.add_argument("--players", type=number(1, 9), metavar="P", help="the number of players; the least, if not told")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="set an option of the game")
    parser.add_argument("--deals", type=number(1, 100_000), metavar="N", help="go through all ways to play N deals at random, instead of all games")
    parser.add_argument("--small", action="store_true", help="make the game small by machine until all its states fit, and go through these")
    parser.add_argument("--seed", type=number(0, 2**31 - 1), default=1, metavar="S", help="the seed of the deals (1)")
    parser.add_argument("--line", type=number(1, 10**6), metavar="L", help="say what is known of this line of the rules, and nothing else")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    """Go through all states as far as there is room and time; 1 if something was refuted, 2 if nothing could be looked at."""
    began = time.monotonic()
    from ruledsl.findings.verdicts import Setting, worst
    from ruledsl.findings.verify import NO_TIME
    from ruledsl.lower import SettingsError

    game = load_game(args.game)
    options = chosen_options(game, args.option)
    players = program(game, args.players, options).players
    try:
        table = game.program(players, options, watched=True)
    except SettingsError as error:
        raise Failure(str(error)) from None
    if args.small and (args.deals or args.line):
        raise Failure("`--small` is for itself: a small game has other deals, and its lines run in other ways")
    found = Found(game, table, Setting(players, options), args, began)
    until(None, found.look)
    explored, lifted, deals, left = found.explored, found.lifted, found.deals, found.left
    if explored is None:
        raise KeyboardInterrupt
    if interrupted() and explored.why == NO_TIME:
        explored.why = "it was stopped"
    seconds = time.monotonic() - began
    if args.json:
        more = {"deals": deals} if deals else {"small": lifted.record()} if lifted else {}
        settings = [{**explored.record(), **more, "not_compared": left, "seconds": round(seconds, 3)}]
        document = {"command": "verify", "game": game.title, "hash": game.hash, "settings": settings}
        print(json.dumps({**document, **_found(explored, args.line)}))
    else:
        told = _of_small_game(lifted) if lifted else []
        lines = _of_line(args, explored, seconds, deals) if args.line else _lines(args.game, found.untold(explored), seconds, left, deals, told)
        print("\n".join(lines))
    return max(worst(explored.findings), 0 if explored.findings or explored.claims else 2)


class Found:
    """What is found out, as far as it came: whoever stops it reads it here."""

    def __init__(self, game: Game, table: Program, setting: Setting, args: argparse.Namespace, began: float):
        self.game, self.table, self.setting, self.args, self.began = game, table, setting, args, began
        self.starts = [(c.decl.span.line, name) for name, c in game.model.of(setting.options).model.callables.items()]
        self.explored: Explored | None = None
        self.lifted: Lifted | None = None
        self.deals = 0
        self.left: int | None = 0
        """Of how many requirements and options nothing is known; None if that is not known, either."""
        self.told: list[Finding] = []
        """What was shown as soon as it was found, to a person: what a script reads comes in one piece."""
        self.tells = is_terminal(sys.stdout) and not (args.json or args.line or args.deals or args.small)

    def look(self, breathe: Callable[..., None]) -> None:
        """Go through all states, and find out what requirements and options are worth, until there is no more time or `breathe` says so."""
        from ruledsl.findings.verify import verify

        args, began, most = self.args, self.began, self.args.states

        def left() -> float:
            try:
                breathe()
            except KeyboardInterrupt:
                return 0.0
            return float(1 - (time.monotonic() - began) / args.seconds)

        def going() -> bool:
            return bool(left() > MARGIN / args.seconds)

        if args.deals:
            self.explored, self.deals = _of_deals(args, self.table, self.setting, most, going)
        elif args.small:
            self.lifted = _of_small(self.game, self.setting, self.table, min(most, SMALL), self.starts, left)
            self.explored = self.lifted.explored
        else:
            found = verify(self.table, self.setting, most, going, self.starts, tell=self.tell if self.tells else None)
            self.left, self.explored = None, found
            self.left = _worth(self.game, self.setting, found, going, args.line or 0)

    def tell(self, finding: Finding) -> None:
        """Show at once what was refuted, once."""
        if not any((one.kind, one.span) == (finding.kind, finding.span) for one in self.told):
            self.told.append(finding)
            print("\n".join(_refuted(finding, self.table, "")), flush=True)

    def untold(self, explored: Explored) -> Explored:
        """Without what was shown at once, as it was shown."""
        return replace(explored, findings=[finding for finding in explored.findings if finding not in self.told])


def _found(explored: Explored, line: int | None) -> dict[str, list[Any]]:
    """What was found, and how often each line ran; of one line alone, if it is given."""
    from ruledsl.findings.coverage import rows

    found = [finding.record() for finding in (*explored.findings, *explored.claims) if line in (None, finding.span.line)]
    counted = [row for row in rows({0: explored.counts}) if line in (None, int(row["span"].split(":")[-2]))]
    return {"findings": found, "coverage": counted}


def _of_deals(args: argparse.Namespace, table: Program, setting: Setting, most: int, going: Callable[[], bool]) -> tuple[Explored, int]:
    """What holds of so many deals, and of how many it is known; a deal in which the rules go wrong is a failure, and `fuzz` tells of it."""
    from ruledsl.findings.deals import verify_deals
    from ruledsl.ir.fault import RulesFault

    try:
        found = verify_deals(table, setting, args.deals, most, going, args.seed)
    except RulesFault as fault:
        raise Failure(f"{fault.place.span}: the rules go wrong before anybody is asked: {fault.fault}; `ruledsl fuzz {args.game}` shows the way") from None
    if found is None:
        raise Failure("in these deals nobody is asked anything")
    return found


def _of_small(
    game: Game, setting: Setting, table: Program, most: int, starts: list[tuple[int, str]], left: Callable[[], float]
) -> Lifted:  # fmt: skip
    """The states of the game as it is when it was made small."""
    from ruledsl.findings.lifted import verify_small
    from ruledsl.findings.small import Small
    from ruledsl_tools.ticker import Ticker

    with Ticker() as ticker:
        small = Small(game.model, setting.players, setting.options, lambda: left() > 0, ticker.tell)
        return verify_small(small, table, most, left, starts)


def _of_small_game(lifted: Lifted) -> list[str]:
    """How it was made small, and what is so in the small game alone."""
    small, out = lifted.small, list[str]()
    if small.made:
        out.append(f"         made small: {'; '.join(small.made.values())}")
    out += [f"         left out: the invariant `{title}`, which speaks of a number" for title in small.aside]
    if small.lost:
        lines = ", ".join(map(str, sorted({span.line for span in small.lost})))
        out.append(f"         not come to in the small game: line{'s' * (',' in lines)} {lines}")
    out += [f"         only in the small game: {f.kind} {where(f)}  {f.message}" for f in lifted.only]
    return out


def _worth(game: Game, setting: Setting, explored: Explored, going: Callable[[], bool], line: int) -> int:
    """What requirements and options are worth, where all states were gone through; of how many nothing is known."""
    if not explored.whole or explored.findings:
        return 0
    from ruledsl.findings.vacuous import worth

    found = worth(game, setting, game.program(setting.players, setting.options), time.monotonic, going, line)
    explored.claims += found.findings
    return found.left


def _of_line(args: argparse.Namespace, explored: Explored, seconds: float, deals: int) -> list[str]:
    """What is known of one line."""
    from ruledsl.findings.verdicts import BOUNDED, PROVED

    verdict = PROVED if explored.whole and not deals and not explored.program.interruptions else BOUNDED
    extent = _extent(explored, deals, "all states")
    out = [f"verify   {args.game}:{args.line}   {explored.setting.words()}, {extent}   {explored.states:,} states   {seconds:.1f} s"]
    words = {"never-fails": "failed", "never-holds": "held", "vacuous-effect": "was another before", "": "was the same before"}
    for thing, count in sorted(explored.counts.items(), key=lambda item: (item[0].span.column, item[0].kind)):
        if thing.span.line == args.line and (explored.whole or count):
            came = words.get(thing.kind, "was chosen" if thing.words.startswith("the action") else "ran")
            out.append(f"{verdict:<7}  column {thing.span.column}: {thing.words} {came} {count:,} times between these states")
    here = [f for f in (*explored.findings, *explored.claims) if f.span.line == args.line]
    out += [f"{f.verdict:<7}  {f.kind:<22} {f.message}" for f in here]
    never = "nothing of this line is carried out at this table, as far as was seen"
    if explored.images > 1:
        never = f"nothing of this line was come to; it may be in images of these states: one stands for up to {explored.images}"
    return out if len(out) > 1 else [*out, f"         {never}"]


def _extent(explored: Explored, deals: int, every: str) -> str:
    """What was gone through: some deals, or `every` one, to the end or not."""
    from ruledsl.findings.verdicts import opening

    some = f"{deals:,} deal{'s' * (deals != 1)}" if deals else ""
    if explored.whole:
        return some or every
    return f"{explored.why}: {f'{some} to their' if deals else 'every game to its'} {opening(explored.depth)}"


def _refuted(finding: Finding, program: Program, begun: str) -> list[str]:
    """A finding as it is shown, with the way to it and where that begins."""
    out, witness = [f"REFUTED  {finding.kind:<22} {where(finding)}  {finding.message}"], finding.witness
    if witness is not None:
        fewer = ", and none fewer" if witness.shortest else ""
        out.append(f"         after {len(witness.answers):,} answers{begun}{fewer}")
    moves = shown_moves(witness.answers, program) if witness is not None else []
    return out + [f"           {line}" for line in [*moves, *mending(finding)]]


def _lines(name: str, explored: Explored, seconds: float, left: int | None, deals: int, small: list[str]) -> list[str]:
    extent = _extent(explored, deals, "made small, all deals" if small else "all deals")
    out = [
        f"verify   {name}   {explored.setting.words()}, {extent}   {explored.states:,} states   {explored.transitions:,} transitions   {seconds:.1f} s",
        *small,
    ]
    if explored.images > 1:
        images = f"one state stands for up to {explored.images} that are images of one another, the board turned or mirrored"
        out.insert(1, f"         {images}; what never came is not told")
    for finding in explored.findings:
        out += _refuted(finding, explored.program, " from a deal" if deals else "")
    plain = [f for f in explored.claims if not f.span.line]
    for finding in plain:
        out.append(f"{finding.verdict:<7}  {finding.kind:<22} {finding.message}")
    for finding in (one for one in explored.claims if one.span.line):
        out += [f"{finding.verdict:<7}  {finding.kind:<22} {where(finding)}  {finding.message}", *(f"           {line}" for line in likely(finding))]
    if left is None or left:
        many = "what requirements and options are worth: it" if left is None else f"{left} requirements and options: what they are worth"
        out.append(f"left out {many} was not found out for want of time or room, or since it was stopped")
    return out
