"""A card that goes unseen, and one that looks the same comes back: what a seat knows of a place that it does not see is faces and how many, not which cards."""

from __future__ import annotations

from random import Random

import pytest

from ruledsl.engine.game import Game, load
from ruledsl.engine.lockstep import lockstep
from ruledsl.engine.match import Match
from ruledsl.findings.twins import Twins
from tests import few
from tests.minds.games import EQUALS
from tests.minds.judge import Judge, believed

WAYS = (1, 2, 3, 4, 5)
AGAIN = 5
"""A card that goes and comes back within one step leaves no trace that is looked at: the weights are not exact, and are not said to be."""


@pytest.fixture(scope="module")
def witness(tmp_path_factory: pytest.TempPathFactory) -> Game:
    (path := tmp_path_factory.mktemp("equals") / "witness.rules").write_text(EQUALS, encoding="utf-8")
    return load(path)


def courses(game: Game, way: int, seeds: range) -> list[Match]:
    out = []
    for seed in seeds:
        match, random = game.start(2, seed, options={"way": way}), Random(seed)
        while not match.over and match.position.waiting != (0,) or len(match.history.moves) < 2:
            match.play(random.choice(match.answers()))
        out.append(match)
    return out


@pytest.mark.parametrize("way", WAYS)
def test_nothing_tells_which_of_equal_cards_came_back(witness: Game, way: int) -> None:
    twins = Twins(witness.program(2, {"way": way}), 1, {"way": way})
    for n in range(60):
        if n >= few.of(12) and twins.pairs and twins.meetings:
            break
        assert (twins.meeting(), twins.twin()) == (None, None)
    assert twins.pairs and twins.meetings


@pytest.mark.parametrize("way", WAYS)
def test_worlds_are_as_likely_as_they_are(witness: Game, way: int) -> None:
    for match in courses(witness, way, range(6)):
        for seat in range(2):
            true, (held, exact) = Judge(match, seat).worlds(), believed(match, seat)
            assert held == true or way == AGAIN and held.keys() == true.keys() and not exact


@pytest.mark.parametrize("way", WAYS)
def test_both_engines_know_the_same(witness: Game, way: int) -> None:
    assert lockstep(witness.program(2, {"way": way}), range(12)).difference is None
