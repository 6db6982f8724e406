"""Cards that lay in no order come to where they have one: nobody who does not see them can tell which place each has got."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import Game, load
from ruledsl.engine.lockstep import lockstep
from ruledsl.findings.twins import Twins
from tests.minds.judge import Judge, believed
from tests.minds.laid import LAID, laid


@pytest.fixture(params=LAID)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    (path := tmp_path / "laid.rules").write_text(laid(request.param), encoding="utf-8")
    return load(path)


def test_nothing_tells_where_they_lie(game: Game) -> None:
    twins = Twins(program := game.program(2, {}), 1, {})
    for _ in range(6):
        assert (twins.meeting(), twins.twin()) == (None, None)
    assert twins.pairs
    assert lockstep(program, range(4)).difference is None


def test_worlds_are_as_likely_as_they_are(game: Game) -> None:
    for seed in (1, 2):
        match, random = game.start(2, seed), Random(seed)
        while not match.over and match.decision.prompt != "?":
            match.play(random.choice(match.answers()))
        for seat in range(2):
            assert believed(match, seat)[0] == Judge(match, seat).worlds()
