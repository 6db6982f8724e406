"""Small games with something planted in them, and a hunt in them by a clock."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import ruledsl
from ruledsl.engine import Game
from ruledsl.findings.hunt import Hunt
from ruledsl.findings.verdicts import Finding

GAME = """game "Trap":
    players {players}

card Fox, Hen

components:
    deck: 6 of Fox, 6 of Hen

table:
    deck: pile, hidden
    out:  heap
    laps: 0..99

each player:
    hand:  hand, own
    score: 0..{high}

play:
    shuffle deck
    for p in players: move top 2 of deck to p.hand
    repeat 8 times:
        for p in players: turn(p)

phase turn(p):
    laps += 1
    p chooses lay, take {menu}

action lay(card in your.hand):
    "lay {{card}}"
    require card is Fox else "no fox"
    move card to out
    your.score += 1
    {effect}

action take():
    "take a card"
    require deck is not empty else "nothing"
    move top of deck to your.hand

action leave():
    "leave"

winner: highest score
{more}
"""
SOUND = {"players": "2", "high": "9", "menu": "or leave", "effect": "", "more": ""}


def rules(folder: Path, **parts: str) -> Path:
    """A file with a game, sound but for the parts that are given."""
    path = folder / "trap.rules"
    text = GAME.format(**{**SOUND, **parts}).replace("lay, take or leave", "lay, take or leave").replace("lay, take \n", "lay or take\n")
    path.write_text(text.replace("p chooses lay, take or leave", "p chooses lay, take, leave"), encoding="utf-8")
    return path


def line(path: Path, text: str) -> int:
    """The first line of a file that a text stands in."""
    return next(n for n, found in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if text in found)


def load(path: Path | str) -> Game:
    return ruledsl.load(str(path))


LOOKING, A_DECISION = 0.001, 1e-6
"""Seconds that pass whenever the clock of a hunt is looked at, and with each decision of machine code."""


def hunt(game: Game, seconds: float = 1.0, seed: int = 1, fixed: dict[str, Any] | None = None, players: int | None = None) -> Hunt:
    """A hunt that begins when the code of all tables was made, by a clock that hangs on what is done alone: the same on every machine."""
    found: list[Finding] = []
    looks = itertools.count()

    def clock() -> float:
        return next(looks) * LOOKING + hunt.decisions * A_DECISION

    hunt = Hunt(game, fixed or {}, players, seed, clock=clock, until=0.0, found=lambda *what: found.append(what[0]))
    hunt.make()
    if hunt.trouble:
        raise hunt.trouble[0]
    hunt.until = hunt.clock() + seconds
    hunt.run()
    assert found == hunt.findings
    return hunt
