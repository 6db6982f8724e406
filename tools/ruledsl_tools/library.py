"""Games by name or path, and their options from the command line."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl_tools.failure import Failure, suggestion

if TYPE_CHECKING:
    from ruledsl.engine import Game, Match
    from ruledsl.engine.backend import Block
    from ruledsl.ir.program import Program
    from ruledsl.lower.settings import Settings
    from ruledsl.model import Model


TEST = ".test.rules"


def locate(name: str) -> Path:
    """The rules file of a bundled game or a path."""
    from ruledsl import resources

    found = resources.find_game(name)
    if found is not None:
        return found
    path = readable(name)
    if path is not None:
        return path
    if name.endswith(".rules") or "/" in name:
        beside = [str(file) for file in (*Path(name).parent.glob("*.rules"), *Path().glob("*/*.rules"))]
        raise Failure(f"there is no file `{name}`{suggestion(name, beside)}")
    raise Failure(f"there is no game `{name}`{suggestion(name, resources.bundled_games())}; `ruledsl games` lists them")


def readable(name: str) -> Path | None:
    """The path, if it is a file; a folder is a mistake that is said."""
    path = Path(name)
    try:
        if path.is_dir():
            raise Failure(f"`{name}` is a folder, not a rules file")
        return path if path.exists() else None
    except ValueError:  # a NUL in the name
        return None


def is_test_file(path: Path) -> bool:
    """Does a file hold tests of the game beside it?"""
    return path.name.endswith(TEST)


def test_file_of(game: Path) -> Path:
    """Where the tests of a game stand, if it has some beside it."""
    return game.with_name(game.name.removesuffix(".rules") + TEST)


def game_of_test_file(tests: Path) -> Path:
    """The game that a test file stands beside."""
    game = tests.with_name(tests.name.removesuffix(TEST) + ".rules")
    if not game.is_file():
        raise Failure(f"`{tests}` has no game beside it; name the game first: ruledsl test GAME {tests}")
    return game


def load_game(name: str, under_all: bool = True) -> Game:
    """The game, ready to be played; rules that cannot be used raise RulesError, also if they are so under some value of a ruling alone. Who plays at one
    table needs not look `under_all`."""
    import ruledsl

    return ruledsl.load(str(locate(name)), under_all=under_all)


def model_of(game: Game) -> Model:
    """The checked model of a game."""
    model: Model = game.model.model
    return model


def start(game: Game, players: int, seed: int, options: dict[str, Any], engine: str, **how: Any) -> Match:
    """A new match, `how` as in `Game.start`; Failure where players or options do not fit the game."""
    from ruledsl.lower import SettingsError

    try:
        return game.start(players=players, seed=seed, options=options, engine=engine, **how)
    except SettingsError as error:
        raise Failure(str(error)) from None


def settings_of(game: Game, players: int | None, options: dict[str, Any]) -> Settings:
    """What is known before play, with the model of the options; with the least number of players if none is given. Failure where they do not fit."""
    from ruledsl.lower import SettingsError
    from ruledsl.pipeline import settings_of

    try:
        return settings_of(game.model, game.seats(options)[0] if players is None else players, options)
    except SettingsError as error:
        raise Failure(str(error)) from None


def program(game: Game, players: int | None, options: dict[str, Any]) -> Program:
    """The rules for a table; with the least number of players if none is given. Failure where players or options do not fit."""
    from ruledsl.lower import SettingsError

    try:
        return game.program(game.seats(options)[0] if players is None else players, options)
    except SettingsError as error:
        raise Failure(str(error)) from None


def at_its_table(args: argparse.Namespace) -> None:
    """Failure where a test says who plays and how, and the command line does, too."""
    told = "players" if args.players is not None else "option" if args.option else ""
    if told:
        raise Failure(f"`--from` plays at the table of the test; leave out `--{told}`")


def beginning(name: str, title: str, engine: str) -> tuple[Program, Block]:
    """The table and the position at which a test of a game begins; Failure where there is none of this title, or it cannot begin."""
    from ruledsl.ir.fault import RulesFault
    from ruledsl.lower import SettingsError
    from ruledsl.testing.beginning import beginning
    from ruledsl.testing.setting import TestFault
    from ruledsl.testing.suite import collect

    path = locate(name)
    beside = test_file_of(path)
    cases = {case.title: case for case in collect(str(path), [str(beside)] if beside.is_file() else [])}
    if title not in cases:
        raise Failure(f"`{name}` has no test \"{title}\"{suggestion(title, cases) or f' among its {len(cases)}'}")
    try:
        return beginning(cases[title], engine)
    except (TestFault, SettingsError, RulesFault) as error:
        raise Failure(f"the test \"{title}\" does not begin: {getattr(error, 'message', None) or error}") from None


def match_from(game: Game, begun: tuple[Program, Block], seed: int, engine: str = "native", **how: Any) -> Match:
    """A match that begins where a table stands, from there on with the chance of a seed; `how` as in `Match`. What was before it is not kept."""
    from ruledsl.engine.match import Match
    from ruledsl.ir.rng import signed

    table, block = begun
    block = block.copy()
    block.set("rng", 0, signed(seed))
    block.set("chance", 0, 1)
    return Match(table, seed, engine, game=game.name, options=game.chosen(table), **{"world": "drawn", **how}).standing(block)


def chosen_options(game: Game, settings: Iterable[str]) -> dict[str, Any]:
    """`K=V` settings as options of a game; the game itself looks at the values, of which that of the mode says how many can play."""
    from ruledsl.lower import SettingsError

    chosen: dict[str, Any] = {}
    known = game.option_names
    for setting in settings:
        name, sign, text = (part.strip() for part in setting.partition("="))
        if not sign:
            raise Failure(f"an option is set as NAME=VALUE, not `{setting}`")
        if name not in known:
            raise Failure(f"{game.title} has no option `{name}`{suggestion(name, known)}; its options: {', '.join(known) or 'none'}")
        chosen[name] = text
    try:
        game.seats(chosen)
    except SettingsError as error:
        raise Failure(str(error)) from None
    return chosen


def option_text(value: Any) -> str:
    """A value as it is written in rules and on the command line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(option_text, value)) + "]"
    return "none" if value is None else str(value)
