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


MANY = """
game "Many":
    players 1
table:
    n: 0..9
action lay(steps[k in 1..3]: 2..2 in 0..2): "{label}"
play:
    players.first chooses lay
winner: highest score
def score(p) = n
"""


@pytest.mark.parametrize(("label", "shown"), [
    ("{steps}", "3 3"), ("{steps} on", "3 3 on"), ("go {steps} on", "go 3 3 on"), ("go ({steps}) on", "go (3 3) on"), ("{n}{steps}", "0 3 3"),
])  # fmt: skip
def test_keys_are_parted_from_what_stands_before(label: str, shown: str, tmp_path: Path) -> None:
    (file := tmp_path / "many.rules").write_text(MANY.replace("{label}", label))
    assert load(str(file)).start().legal()[0].label == shown
