"""None is kept as the number before 0: what a number would be below 0 is a fault, where there may be none."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault

RULES = """game "Below":
    players 1
table:
    x:    0..9 or none = 1
    y:    0..9
    some: 0..9 or none = 4
play:
    players.first chooses act
action act(k in 0..3):
    "{k}"
    y = k
    EFFECT
to reckon(k):
    if k == 0: give none
    give k
winner: highest kept
def kept(p) = 9 if x is none else x
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("effect", "kept"), [
    ("x = y - 2", [None, None, 0, 1]), ("x -= 2 - y", [None, 0, 1, 2]), ("x = none\n    x += y", [None] * 4), ("x = none\n    x -= y", [None] * 4),
    ("x = y", [0, 1, 2, 3]), ("x = none if y > 1 else y", [0, 1, 9, 9]), ("x = some", [4] * 4), ("x = reckon(y)", [9, 1, 2, 3]), ("x = roll 0..0", [0] * 4),
])  # fmt: skip
def test_what_falls_below_zero_is_not_none(effect: str, kept: list[int | None], engine: str, tmp_path: Path) -> None:
    (path := tmp_path / "below.rules").write_text(RULES.replace("EFFECT", effect))
    game = ruledsl.load(path)
    for option, wanted in enumerate(kept):
        match = game.start(players=1, seed=1, engine=engine)
        if wanted is None:
            with pytest.raises(RulesFault) as caught:
                match.play(option)
            assert caught.value.fault is Fault.RANGE
        else:
            match.play(option)
            assert list(match.scores) == [wanted]
