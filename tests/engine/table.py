"""Matches of the two small games, and a game whose rules are already lowered."""

from __future__ import annotations

from types import SimpleNamespace

from ruledsl.engine import Game, Match
from ruledsl.lower import SettingsError
from tests.ir.build import card_game, count_game


def counting(**fields):
    return Match(count_game(**fields))


def climbing(seed=7, chance="drawn", **fields):
    return Match(card_game(**fields), seed, chance=chance)


def played_out(match, pick=0):
    """Play to the end, option by option."""
    turn = 0
    while (decision := match.decision) is not None:
        match.play(decision.options[(turn * 7 + pick) % len(decision.options)])
        turn += 1
    return match


class Lowered(Game):
    """A game that needs no pipeline."""

    def __init__(self, make, name="test-game"):
        super().__init__(SimpleNamespace(title="Test", low=2, high=2, options={}), name)
        self.asked = {}
        self.make = make

    def program(self, players, options=None, watched=False):
        if players != 2:
            raise SettingsError(f"Test is for 2 players, not {players}")
        self.asked = dict(options or {})
        return self.make()

    def chosen(self, program):
        return self.asked


def edited(match, *changes):
    """The match at a state with other numbers: (region, index, value)."""
    block = match.position.block.copy()
    for region, index, value in changes:
        block.set(region, index, value)
    return match.standing(block)
