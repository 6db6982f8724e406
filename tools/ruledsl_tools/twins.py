"""`ruledsl twins`: two games that a seat cannot tell apart must be sent the same things."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING

from ruledsl_tools.failure import number
from ruledsl_tools.fuzz import where
from ruledsl_tools.library import chosen_options, load_game, program
from ruledsl_tools.stopping import until
from ruledsl_tools.terminal import players_in_words

if TYPE_CHECKING:
    from ruledsl.findings.twins import Leak, Twins
    from ruledsl.findings.verdicts import Finding

EVERY = 1.0
"""Seconds between two reports of progress."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl twins`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("--seconds", type=number(1, 86_400), default=60, metavar="T", help="how long to look, all in all (60)")
    parser.add_argument("--seed", type=number(0, 2**31 - 1), metavar="S", help="the seed of the games; random, if not told")
    parser.add_argument("--players", type=number(1, 9), metavar="P", help="the number of players; the least, if not told")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="set an option of the game")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    """Look until the time is over, or Ctrl-C; 1 if something leaks, 2 if no two worlds that differ were the same to a seat. Where nothing is hidden there are
    no such worlds, and nothing to look for."""
    began = time.monotonic()
    from ruledsl.findings.twins import Twins

    game = load_game(args.game)
    options = chosen_options(game, args.option)
    table = program(game, args.players, options)
    seed = random.randrange(2**31) if args.seed is None else args.seed
    told = Progress(began, args.seconds)
    leaks = Leaks(table.seats, told, args.json)
    twins = told.twins = Twins(table, seed, options, told.breathe)

    def hunt(breathe: Callable[..., None]) -> None:
        told.stops = breathe
        with suppress(KeyboardInterrupt):
            twins.hunt(told.going_on, leaks.found)

    if not twins.all_open:
        until(told.end, hunt)  # a hint is searched in plain Python, and may take a minute
    leaks.close()
    looked = twins.meetings + twins.steps
    if args.json:
        counts = {"games": twins.games, "meetings": twins.meetings, "twins": twins.pairs, "steps": twins.steps, "never_differed": twins.unmoved}
        counts["all_open"] = twins.all_open
        document = {"command": "twins", "game": game.title, "hash": game.hash, "players": table.players, "seed": seed, **counts}
        print(json.dumps({**document, "seconds": round(time.monotonic() - began, 1), "findings": [leak.record() for leak in leaks.told]}))
    else:
        print(
            f"twins    {args.game}   {players_in_words(table.players)}   {twins.games:,} games   {twins.meetings:,} meetings   {twins.pairs:,} twins,"
            f" {twins.steps:,} decisions   {time.monotonic() - began:.1f} s   seed {seed}"
        )
        for line in _verdicts(twins, bool(leaks.told)):
            print(line)
    return 1 if leaks.told else 0 if looked or twins.all_open else 2


def _verdicts(twins: Twins, leaks: bool) -> Iterator[str]:
    """What is said of that nothing was found."""
    looked = twins.meetings + twins.steps
    if twins.all_open:
        yield "PROVED   nothing leaks     nothing is hidden: everybody sees every zone and variable, and hears each answer before the next"
    elif not leaks and looked:
        yield "SAMPLED  nothing leaks     all that was sent was the same"
    elif not leaks:
        yield "UNKNOWN  not looked at     no two worlds that differ in a secret were the same to a seat"
    if looked and twins.unmoved:
        yield f"UNKNOWN  not looked at     no two of these worlds differ in {', '.join(twins.unmoved)}"


class Leaks:
    """Those that were found, told as they come, until the report is made: what a hunt that is left alone finds then is not told any more."""

    def __init__(self, seats: tuple[str, ...], progress: Progress, quiet: bool):
        self.seats, self.progress, self.quiet = seats, progress, quiet
        self.told: list[Finding] = []
        self._lock, self._closed = Lock(), False

    def found(self, leak: Leak) -> None:
        finding = leak.finding(self.seats)
        with self._lock:
            if self._closed:
                return
            self.told.append(finding)
            if not self.quiet:
                self.progress.clear()
                print(f"REFUTED  {leak.kind:<17} {where(finding)}  {finding.message}")
                print("\n".join(f"           {note}" for note in finding.notes), flush=True)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self.progress.close()


class Progress:
    """One line on a terminal that is written over."""

    twins: Twins
    stops: Callable[..., None]

    def __init__(self, began: float, seconds: float):
        self.began, self.end, self.next = began, began + seconds, began + EVERY
        self.shown = self.closed = False

    def breathe(self) -> None:
        self.stops()
        if not self.going_on():
            raise KeyboardInterrupt

    def going_on(self) -> bool:
        now = time.monotonic()
        if now >= self.next and not self.closed and sys.stderr.isatty():
            self.next, self.shown = now + EVERY, True
            print(f"\r{now - self.began:.0f} s   {self.twins.meetings:,} meetings   {self.twins.pairs:,} twins", end="", file=sys.stderr, flush=True)
        return now < self.end

    def clear(self) -> None:
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self.shown = False

    def close(self) -> None:
        self.closed = True
        self.clear()
