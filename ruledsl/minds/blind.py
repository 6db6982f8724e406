"""Where a seat could not tell, by what it sees, what an option brings at once: there nobody looks before he chooses."""

from __future__ import annotations

from random import Random

from ruledsl.engine.match import Match
from ruledsl.engine.position import Position
from ruledsl.interp.state import State
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.once import once
from ruledsl.ir.program import Program
from ruledsl.minds.dim import dimming, hangs

GAMES = 3
"""Games by which it is found out."""
LENGTH = 200
"""Decisions of a game, at most."""


@once
def blind(program: Program) -> list[int]:
    """By site, the mask of seats whose points after an option may hang on what they do not see. Where nothing is hidden nobody is blind."""
    open_ = all(zone.visibility == "open" for zone in program.zones) and all(v.visibility == "open" for v in program.variables)
    return [0] * len(program.sites) if open_ else _found(program)


def _found(program: Program) -> list[int]:
    out = [0] * len(program.sites)
    for seed in range(GAMES):
        random = Random(seed)
        try:
            match = Match(program, seed, world="drawn")
            for _ in range(LENGTH):
                if match.over:
                    break
                answer = random.choice(match.answers())
                if answer.seat is not None:
                    out[match.position.site_number] |= hidden(match.position, answer.move, answer.seat - 1)
                match.play(answer)
        except RulesFault:
            continue
    return _alike(out)


def hidden(here: Position, move: tuple[int, ...], seat: int) -> int:
    """The mask of a seat if what it has after an answer hangs on what it does not see."""
    engine = dimming(here.program)
    state: State = engine.state(here.block.bytes())
    for n in range(here.program.region["move"].count):
        state.set("move", n, move[n] if n < len(move) else 0)
    state.set("move.seat", 0, seat)
    state.set("chance", 0, 1)
    engine.begin()
    try:
        engine.resume(state)
        told = hangs(engine.call(state, "payoff", seat))
    except RulesFault:
        return 1 << seat
    return (told | engine.seats) & 1 << seat


def _alike(sites: list[int]) -> list[int]:
    """What holds for one seat holds for all: rules seldom tell seats apart."""
    return [-1 if mask else 0 for mask in sites]
