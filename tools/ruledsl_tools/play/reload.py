"""Edited rules under a running game: what was played is played again on the new program, if it still means the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl_tools.failure import Failure
from ruledsl_tools.library import load_game

if TYPE_CHECKING:
    from ruledsl.engine import Game, Match
    from ruledsl.ir.program import Program
    from ruledsl_tools.play.session import Session


def reloaded(session: Session) -> tuple[Game, Match]:
    """The game as its file is now, and the match played again on it. Failure says why it does not fit."""
    from ruledsl.diagnostics import RulesError

    try:
        game = load_game(session.sitting.name)
    except RulesError as error:
        from ruledsl_tools.report import rendered

        first = rendered(error.diagnostics[0], error.sources, session.style).rstrip()
        more = len(error.diagnostics) - 1
        raise Failure(f"they have a fault\n{first}" + (f"\nand {more} more" if more else "")) from None
    return game, replayed(game, session)


def replayed(game: Game, session: Session) -> Match:
    """The moves so far on another version of the game."""
    old, sitting = session.match, session.sitting
    low, high = game.seat_range
    if not low <= len(old.seats) <= high:
        raise Failure(f"the game is now for {low} to {high} players")
    options = {name: value for name, value in sitting.options.items() if name in game.options}
    new = game.program(len(old.seats), options)
    for difference in differences(old.program, new):
        raise Failure(difference)
    match = game.start(players=len(old.seats), seed=sitting.seed, options=options, engine=sitting.engine)
    for number, move in enumerate(old.history.moves, 1):
        _again(match, move, number, session)
    sitting.options = options
    return match
