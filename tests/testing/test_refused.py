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


GIVEN = '''
game "Boxes":
    players 2

card Coin(n: 1..3)
components:
    p.box[1]: 1 of Coin(n) for n in 1..3
each player: box[n in 1..2]: row

play:
    for p in players: p chooses split(1), close(2) or keep

action split(n):
    let last = top of your.box[n]
    require last.n > 5 else "{last} of box {n} is too small"
    move last to your.box[2]
action close(n):
    require n == 1 else "box {n} stays open"
action keep(): pass
winner: highest luck
def luck(p) = 1

test "what the menu gives is nothing else":
    then:
        A can only keep
        A cannot split because "Coin 3 of box 1 is too small"
        A cannot split(1) because "is too small"
        A cannot split(2)
        A cannot close because "box 2 stays open"
'''


def test_what_a_menu_gives_is_not_tried_otherwise(tmp_path):
    """The second box is empty: nobody asks what is on top of it."""
    path = tmp_path / "boxes.rules"
    path.write_text(GIVEN, encoding="utf-8")
    (case,) = collect(load(str(path)))
    result = run_test(case)
    assert result.passed, result.failures
