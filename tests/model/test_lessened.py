"""A number that rules only add to is told of where that is so under every value of the rulings."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.pipeline import read

GAME = """\
game "Fines":
    players 2
ruling fine: free or harsh = free
    "Does one pay for a rest?"
    harsh:
        after rest():
            your.score OP 2
each player:
    score: -20..99
play:
    turns p in players at most 6 times: p chooses take or rest
action take():
    "take"
    your.score += 1
action rest(): "rest"
winner: highest score
"""


@pytest.mark.parametrize(("op", "told"), [("-=", False), ("+=", True), ("=", False)])
def test_what_another_reading_takes_off_counts(tmp_path: Path, op: str, told: bool) -> None:
    file = tmp_path / "fines.rules"
    file.write_text(GAME.replace("OP", op))
    assert ("W0616" in {d.code for d in read(str(file)).diagnostics}) is told
