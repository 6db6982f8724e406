"""What of games, matches and states travels to other processes: rules, decisions and bytes; never code that was compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.backend import called, engine_for
from ruledsl.engine.words import Words
from ruledsl.ir.program import Program

if TYPE_CHECKING:
    from ruledsl.engine.match import Match
    from ruledsl.engine.position import Position


def packed(match: Match) -> tuple[Any, ...]:
    """A match for `pickle`: its program and all that was decided, or the bytes of its state if it was drawn anew and has no past. What was taken
    back cannot be played again on the other side."""
    from ruledsl.engine.replay import document

    return type(match), match.program, called(match.engine), document(match), match.state_bytes() if match.imagined else None


def unpacked(kind: type[Match], program: Program, engine: str, kept: dict[str, Any], block: bytes | None) -> Match:
    """The match again. ReplayError if it does not play as it did."""
    from ruledsl.engine.replay import play_again
    from ruledsl.engine.told import ToldMatch

    how = {name: kept[name] for name in ("game", "options", "world", "language")}
    if kind is ToldMatch:
        return play_again(ToldMatch(program, kept["seed"], **how, eyes=kept["eyes"]), kept)
    match = kind(program, kept["seed"], engine, kept["chance"], **how)
    if block is None:
        return play_again(match, kept)
    return match.standing(match.engine.state(block))


def placed(kind: type[Position], program: Program, engine: str, language: str, block: bytes, unknown: frozenset[int]) -> Position:
    """A position again, by its bytes."""
    player = engine_for(program, engine)
    return kind(program, player, Words(program, language), player.state(block), unknown)
