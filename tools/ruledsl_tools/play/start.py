"""From the command line to a session: the game, its options, who sits where."""

from __future__ import annotations

import argparse
import random
from typing import TYPE_CHECKING

from ruledsl_tools import terminal
from ruledsl_tools.failure import Failure, suggestion
from ruledsl_tools.library import beginning, chosen_options, load_game
from ruledsl_tools.play.bots import BOTS, bot_named
from ruledsl_tools.play.console import Console, PlainConsole
from ruledsl_tools.play.session import YOU, Session, Sitting

if TYPE_CHECKING:
    from ruledsl.engine import Game


def open_session(args: argparse.Namespace) -> Session:
    """The session that the options of `ruledsl play` ask for."""
    game = load_game(args.game, under_all=False)
    if args.replay:
        if args.test is not None:
            raise Failure("a saved game has its own beginning; leave out `--from`")
        return _replayed(game, args)
    seed = args.seed if args.seed is not None else random.SystemRandom().randrange(1_000_000)
    if args.table and args.engine == "native":
        raise Failure("a game at a real table is what the reference engine follows, not the native one")
    if args.test is not None:
        return _from_test(game, args, seed)
    options = chosen_options(game, args.option)
    who = sitters(args.players, game, game.seats(options), YOU if args.table else "random")
    sitting = Sitting(args.game, who, seed, options, args.engine, language(args.language, game), table=args.table)
    return Session(game, sitting.start(game), sitting, _console(game, args.screen))


def _from_test(game: Game, args: argparse.Namespace, seed: int) -> Session:
    """A game that begins where a test does, at its table."""
    if args.table or args.option:
        raise Failure(f"`--from` plays at the table of the test; leave out `--{'table' if args.table else 'option'}`")
    table, _ = beginning(args.game, args.test, args.engine)
    who = sitters(args.players, game, (table.players, table.players))
    sitting = Sitting(args.game, who, seed, dict(table.options), args.engine, language(args.language, game), args.test)
    return Session(game, sitting.start(game), sitting, _console(game, args.screen))


def _replayed(game: Game, args: argparse.Namespace) -> Session:
    from ruledsl.engine.told import TOLD
    from ruledsl_tools.play.saves import read_save

    match = read_save(args.replay, game, args.engine)
    if args.language is not None:
        match.speak(language(args.language, game))
    table = match.chance == TOLD
    told = args.players or ",".join(match.sitters) or None
    who = sitters(told, game, (len(match.seats),) * 2, YOU if table else "random")
    return Session(game, match, Sitting(args.game, who, match.seed, dict(match.options), args.engine, match.language, table=table), _console(game, args.screen))


def language(wanted: str | None, game: Game) -> str:
    """A language that the rules of the game speak; "" is the one they are written in."""
    if wanted and wanted not in game.languages:
        known = f"they speak {', '.join(game.languages)}" if game.languages else "they have no `names` block"
        raise Failure(f"the rules of {game.title} do not speak `{wanted}`; {known}{suggestion(wanted, game.languages)}")
    return wanted or ""


def sitters(text: str | None, game: Game, seats: tuple[int, int], others: str = "random") -> list[str]:
    """Who sits at each seat, from `you,random`; from a number, you and others, so many in all; without a text, as many as the game needs."""
    low, high = seats
    if text is None:
        return [YOU, *[others] * (low - 1)]
    many = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    found = [YOU, *[others] * (many - 1)] if many else [word.strip().casefold() for word in text.split(",")]
    for word in found:
        if word != YOU:
            bot_named(word, (YOU, *BOTS))
    if not low <= len(found) <= high:
        need = f"{low}" if low == high else f"{low} to {high}"
        raise Failure(f"{game.title} is for {need} players, and --players {'says' if many else 'names'} {len(found)}")
    return found


def _console(game: Game, screen: bool) -> Console:
    """Where a person sits. Who types at a prompt soon asks about the rules, so they are read while the first line is being typed."""
    style = terminal.style()
    if not terminal.interactive():
        if screen:
            raise Failure("--screen needs a terminal: it takes the keyboard, and draws")
        return PlainConsole(style)
    if screen:
        from ruledsl_tools.play.panes import PanesConsole

        return PanesConsole(style, lambda: game.model)
    from ruledsl_tools.play.prompt import PromptConsole

    return PromptConsole(style, lambda: game.model)
