"""A label asks for nothing that stands below it in its action."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load

RULES = '''
game "Labels":
    players 1
card Crane(n: 1..3)
components:
    deck: 2 of Crane(n) for n in 1..3
each player:
    score: 0..99
table:
    deck:  pile
action act(n in 1..2):
    "{label}"
    let double = n * 2
    let lowest = bottom of deck
    let more = double + 1
    your.score = more
play:
    shuffle deck
    players.first chooses act
winner: highest score
'''


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("label", "shown"), [("{n}", "1"), ("go", "go"), ("{n * 2} of {count(deck)}", "2 of 6")])
def test_only_what_it_names(label: str, shown: str, engine: str, tmp_path: Path) -> None:
    (file := tmp_path / "labels.rules").write_text(RULES.replace("{label}", label))
    assert load(str(file)).start(engine=engine).legal()[0].label == shown
