"""`ruledsl fuzz`: random and guided play that hunts faults of the rules."""

from __future__ import annotations

import argparse
import random
import sys
import time
from typing import TYPE_CHECKING, Any

from ruledsl_tools import terminal
from ruledsl_tools.failure import number
from ruledsl_tools.library import chosen_options, load_game

if TYPE_CHECKING:
    from ruledsl.engine import Game
    from ruledsl.engine.fuzz import Found, Reached
    from ruledsl.ir.program import Program, Type

TABLE = 20
"""So many games are played with the same players and options before both are drawn anew."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl fuzz`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("--seconds", type=number(1, 86_400), default=10, metavar="T", help="how long to hunt (10)")
    parser.add_argument("--seed", type=number(0, 2**31 - 1), metavar="S", help="the seed that repeats the hunt; random, if not told")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="keep an option of the game at a value")


def run(args: argparse.Namespace) -> int:
    """Hunt until the time is over, a fault is found, or Ctrl-C; 1 if a fault was found."""
    from ruledsl.engine.fuzz import Reached

    game = load_game(args.game)
    fixed = chosen_options(game, args.option)
    seed = random.randrange(2**31) if args.seed is None else args.seed
    print(f"{game.title}: hunting for {args.seconds} s; seed {seed} repeats this hunt")
    reached, table = Reached(), Tables(game, fixed, random.Random(seed))
    try:
        found = _hunt(table, reached, time.monotonic() + args.seconds)
    except KeyboardInterrupt:
        found = None
    _clear()
    return _told(table, reached, found)


class Tables:
    """Tables at which the game is played: players and readings at random, but for what is kept."""

    def __init__(self, game: Game, fixed: dict[str, Any], rng: random.Random):
        self.game, self.fixed, self.rng = game, fixed, rng
        self.players, self.options = game.seats(fixed)[0], fixed
        self.program: Program = game.program(self.players, fixed, watched=True)

    def next(self) -> Program:
        """The next table; the first ones have the usual readings, one for each number of players."""
        from ruledsl.engine.fuzz import corner
        from ruledsl.lower import SettingsError

        chosen = {**corner(self.game.model.options, self.rng), **self.fixed}
        there = self.game.model.of(chosen).options
        self.options = {name: value for name, value in chosen.items() if name in there}
        self.players = self.rng.randint(*self.game.seats(self.options))
        try:
            self.program = self.game.program(self.players, self.options, watched=True)
        except SettingsError:  # these readings make no game for so many
            self.options = self.fixed
            self.players = self.rng.randint(*self.game.seats(self.fixed))
            self.program = self.game.program(self.players, self.fixed, watched=True)
        return self.program


def _hunt(table: Tables, reached: Reached, end: float) -> Found | None:
    from ruledsl.engine.fuzz import Hunt

    low, high = table.game.seats(table.fixed)
    usual = [table.game.program(players, table.fixed, watched=True) for players in range(low, high + 1)]
    while time.monotonic() < end:
        program = usual.pop(0) if usual else table.next()
        hunt = Hunt(program, reached)
        table.program = program
        for found in hunt.games(table.rng.getrandbits(31) for _ in range(TABLE)):
            _progress(reached, end)
            if found is not None:
                return found
            if time.monotonic() >= end:
                return None
    return None


def _progress(reached: Reached, end: float) -> None:
    if terminal.interactive():
        left = max(0, round(end - time.monotonic()))
        print(f"\r{reached.games} games, {reached.decisions} decisions, {left} s left ", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if terminal.interactive():
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr)


def _told(table: Tables, reached: Reached, found: Found | None) -> int:
    print(f"{reached.games} games, {reached.decisions} decisions")
    if found is None:
        missing = reached.missing(table.program)
        print("no fault was found" + ("; everything was reached" if not missing else "; never reached:"))
        print("".join(f"  {line}\n" for line in missing), end="")
        return 0
    tags = " ".join(found.tags)
    print(f"fault: {found.message}", file=sys.stderr)
    print(f"  --> {found.span} {tags}".rstrip(), file=sys.stderr)
    options = " ".join(f"--option {name}={value}" for name, value in table.options.items())
    print(f"  after {len(found.moves)} decisions, {table.program.players} players, seed {found.seed} {options}".rstrip(), file=sys.stderr)
    for seat, move in found.moves[-8:]:
        print(f"    {_words(table.program, seat, move)}", file=sys.stderr)
    return 1


def _words(program: Program, seat: int | None, move: tuple[int, ...]) -> str:
    who = "the world" if seat is None else program.seats[seat]
    if move[0] < 0:
        return f"{who}: {'pass' if len(move) == 1 else f'value {move[1]}'}"
    action = program.actions[move[0]]
    shown = [_shown(program, p.type, value) for p, value in zip(action.params, move[1:], strict=False)]
    return f"{who}: {action.name}({', '.join(shown)})"


def _shown(program: Program, type: Type, value: int) -> str:
    if type.kind in ("card", "subset"):
        from ruledsl.engine.words import Words

        return Words(program).spoken(type, value)
    return program.seats[value] if type.kind == "player" and value >= 0 else str(value)
