"""Gem Hens and a plain reckoning of its rulebook's tables agree, and the reckoning tells other rules from these."""

from __future__ import annotations

import random

import pytest

from tests import few
from tests.bundled import bundled
from tests.quality.yard import SMALL, Counts, play

OTHERS = {
    "move_contact": "any_side", "shove_approach": "free_approach", "shove_follow": "within", "scratch_faces": "row4_column5", "zero_move": "free_of_charge",
    "unused_imperfection": "-1", "shove_model": "sequential", "scratch_from_coop": "false", "scratch_slots": "shared", "exits": "b1,f3",
}  # fmt: skip


@pytest.mark.parametrize("engine", ["native", "interp"])
def test_the_tables_agree(engine: str) -> None:
    counts = Counts()
    for seed in few.seeds(20) if engine == "native" else range(2):
        match = bundled("gem-hens").start(2 + seed % 3, seed, {"layout": SMALL} if seed % 2 else {}, engine)
        assert play(match, random.Random(seed), counts) == ""
    assert counts.menus > 80 and counts.shoves > 9 and counts.moves > 30 and counts.orders > 5 and counts.scores > 4
    assert engine == "interp" or counts.whole > 1


@pytest.mark.parametrize("name", few.some(list(OTHERS)))
def test_another_rule_is_told(name: str) -> None:
    matches = (bundled("gem-hens").start(players=4, seed=seed, options={name: OTHERS[name]}, engine="native") for seed in range(20))
    assert any(play(match, random.Random(match.seed), Counts()) for match in matches)
