"""What of games, matches and states travels to other processes: rules, decisions and bytes; never code that was compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.backend import ENGINES
from ruledsl.ir.program import Program

if TYPE_CHECKING:
    from ruledsl.engine.match import Match


def packed(match: Match) -> tuple[Any, ...]:
    """A match for `pickle`: its program and all that was decided, or the bytes of its state if it was drawn anew and has no past. What was taken
    back cannot be played again on the other side."""
    from ruledsl.engine.replay import document

    names = (name for name in ENGINES if match.program.engines.get(name) is match.engine)
    return type(match), match.program, next(names, ENGINES[0]), document(match), match.state_bytes() if match.imagined else None


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
