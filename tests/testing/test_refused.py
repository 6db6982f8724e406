"""Tests of tables that cannot be set up."""

from __future__ import annotations

import pytest

from ruledsl.engine.game import load
from ruledsl.testing import collect, run_test

RULES = '''
game "Trio":
    players 2..4

require count(players) != 3 else "three are a crowd"

play:
    pass

winner: highest luck

def luck(p) = 1

test "refused":
    players {players}
    refused{because}
'''


@pytest.mark.parametrize(
    ("players", "because", "passes"),
    [(3, "", True), (3, ' because "a crowd"', True), (3, ' because "too few"', False), (2, "", False), (2, ' because "a crowd"', False)],
)
def test_a_table_is_refused_for_the_reason_that_is_named(tmp_path, players: int, because: str, passes: bool):
    path = tmp_path / "trio.rules"
    path.write_text(RULES.format(players=players, because=because), encoding="utf-8")
    (case,) = collect(load(str(path)))
    assert run_test(case).passed is passes
