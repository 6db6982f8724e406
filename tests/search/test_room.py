"""Every row of the searches over all states has the room that is written into it: in machine code, and as plain Python, step by step."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import ruledsl
from ruledsl.findings import verify as findings
from ruledsl.findings.verdicts import Setting
from ruledsl.ir.program import OVER
from ruledsl.native.verifying import compiled
from ruledsl.search import exploring, rounds
from ruledsl.search.duel import Duel
from ruledsl.search.opened import Limits
from ruledsl.search.rounds import Rounds
from tests import few
from tests.search.checked import held
from tests.search.test_rounds import random_board

KEPT_UP = """game "Kept Up":
    players 2
each player: score: 0..9
table: face: 0..2
winner: highest score
play:
    for p in players: p chooses go or stay
action go():
    "go"
    face = roll 1..2
    while face == 1 at most 3 times: face = roll 1..2
    your.score += face
action stay(): "stay"
"""
"""Chance alone keeps a loop up: how likely that is is reckoned over all states."""
RULES = {"kept up": KEPT_UP}
GAMES = ("kuhn-poker", "kept up", "tic-tac-toe", "crazy-eights", "othello", "pig")


def game(name: str, folder: Path) -> ruledsl.Game:
    path = folder / "game.rules"
    path.write_text(RULES.get(name, ""), encoding="utf-8")
    return ruledsl.load(path if name in RULES else name)


def searched(of: ruledsl.Game, most: int) -> tuple[Any, ...]:
    """What all that is gone through comes to, and where its steps lead."""
    program = of.program(of.model.of({}).model.low, {}, watched=True)
    search = findings._Search(program, Setting(program.players, {}), most, lambda: True, b"", compiled(program))
    found = search.run([])
    search.room._laid_out()
    targets = search.room.short("targets")[: search.room.get("steps")].tolist()
    return found.states, found.transitions, found.ends, found.longest, found.odds, [claim.record() for claim in found.claims], targets


@pytest.mark.parametrize("bits", [exploring.NARROW_BITS, 7])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("plain", "most"), [(False, 5_000), (True, 90)], ids=["machine code", "python"])
def test_states_stand_in_their_room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, plain: bool, most: int, name: str, bits: int) -> None:
    """Whenever it grows, and where states come to take more bytes."""
    of = game(name, tmp_path)
    truth = searched(of, most)
    for module, word, number in ((exploring, "FIRST_ROOM", 4), (exploring, "NARROW_BITS", bits), (exploring, "MANY", 10)):
        monkeypatch.setattr(module, word, number)
    found = held(monkeypatch, plain)
    assert searched(of, most) == truth and len(found.kept) > 40


@pytest.mark.parametrize("seed", few.seeds(24))
@pytest.mark.parametrize("plain", [False, True], ids=["machine code", "python"])
def test_states_of_play_that_goes_round_stand_in_theirs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, plain: bool, seed: int) -> None:
    path = tmp_path / "board.rules"
    path.write_text(random_board(Random(seed)), encoding="utf-8")
    program = ruledsl.load(path).program(2)

    def settled() -> list[Any]:
        duel = Duel(program)
        begun = duel.deal(0)
        if begun.get("status") == OVER:
            return []
        room = Rounds(duel, begun, Limits(states=60))
        whole = room.settle()
        return [whole, room.get("states"), *([room.short("worth").tolist(), room.short("length").tolist()] if whole else [])]

    truth = settled()
    monkeypatch.setattr(exploring, "FIRST_ROOM", 4)
    monkeypatch.setattr(rounds, "BURST", 7)
    held(monkeypatch, plain)
    assert settled() == truth
