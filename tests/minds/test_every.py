"""All worlds, gone through: the same as a judge finds by every course of the game, and counted without being listed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import factorial
from pathlib import Path
from random import Random

import pytest

from ruledsl.minds.deals import Deals
from ruledsl.minds.every import possible
from tests import few
from tests.minds.games import GAMES
from tests.minds.judge import Judge, key
from tests.minds.test_mind import game


@pytest.mark.parametrize("name", GAMES)
def test_all_worlds_are_those_that_there_are(name: str, tmp_path: Path) -> None:
    rules, whole = game(name, tmp_path), 0
    match, random = rules.start(2, 2), Random(2)
    while not match.over:
        for seat in few.seats(2, len(match.history.moves)):
            held, true = possible(match.moments, seat), Judge(match, seat).worlds()
            found: Counter[object] = Counter()
            for weight, block in held.worlds:
                found[key(match.program, block.regions())] += weight
            assert found.keys() <= true.keys()
            if held.whole:
                whole += 1
                total = sum(found.values())
                assert {world: weight / total for world, weight in found.items()} == true
                assert len(held.worlds) == len(found)
        match.play(random.choice(match.answers()))
    assert whole


@pytest.mark.parametrize("name", GAMES)
def test_deals_are_counted_as_they_are_listed(name: str, tmp_path: Path) -> None:
    match, random = game(name, tmp_path).start(2, 3), Random(3)
    for _ in range(4):
        for seat in range(2):
            deals = Deals(match.position, seat)
            listed = [(ways, tuple(sorted(becomes.items()))) for ways, becomes in deals]
            assert deals.count == len(set(listed)) == len(listed)
        if match.over:
            break
        match.play(random.choice(match.answers()))


def test_too_many_are_not_said_to_be_all() -> None:
    from ruledsl.engine.game import load

    held = possible(load("hearts").start(4, 1, engine="native").moments, 0)
    assert not held.whole and held.worlds and held.most == factorial(39) // factorial(13) ** 3
    assert all(weight == Fraction(1) for weight, _ in held.worlds)
