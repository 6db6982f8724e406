"""What a test writes behind `as` is what a card is offered as; where it is offered as itself, nothing may stand there."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.testing import collect, run_test

RULES = """\
game "As":
    players 2
card Spell
card Bolt(n: 1..2) is Spell:
    effect: your.score += this_n(this)
card Drain is Spell:
    effect sip: your.score += 3
    effect rest: your.score += 4
card Mimic:
    stands for any Spell
components:
    hand_of_all: 1 of Bolt(n) for n in 1..2, 1 of Drain, 1 of Mimic
table:
    hand_of_all: heap
    out:         heap
each player: score: 0..9
def this_n(card) = card.n if card is Bolt else 0
play:
    turn(players.first)
phase turn(p): p chooses throw, use or cast
action throw(card in hand_of_all):
    "throw {card}"
    move card to out
action use(card: Bolt in hand_of_all):
    "use {card}"
    move card to out
action cast(card in hand_of_all if card is Spell or card is Mimic):
    "cast {card}"
    move card to out
    carry out card
winner: highest score
"""
OFFERED = ["throw(Mimic)", "use(Mimic as Bolt(2))", "use(Bolt(1))", "cast(Mimic as Bolt)", "cast(Mimic as sip)", "cast(Drain as sip)", "cast(Mimic as Drain)"]
NOT_OFFERED = [
    "throw(Mimic as Bolt(1))", "throw(Bolt(1) as Bolt(2))", "throw(Drain as sip)", "use(Bolt(1) as Bolt(1))", "use(Bolt(1) as Bolt(2))", "use(Mimic as Drain)",
    "cast(Drain as Bolt)", "cast(Mimic as Bolt(1))",
]  # fmt: skip


def _holds(folder: Path, check: str) -> bool:
    (path := folder / "as.rules").write_text(f'{RULES}test "t":\n    then: {check}\n', encoding="utf-8")
    (case,) = collect(str(path))
    return not run_test(case, "interp").failures


@pytest.mark.parametrize("move", OFFERED)
def test_what_a_card_is_offered_as(tmp_path: Path, move: str) -> None:
    assert _holds(tmp_path, f"A can {move}") and not _holds(tmp_path, f"A cannot {move}")


@pytest.mark.parametrize("move", NOT_OFFERED)
def test_what_it_is_not_offered_as(tmp_path: Path, move: str) -> None:
    assert _holds(tmp_path, f"A cannot {move}") and not _holds(tmp_path, f"A can {move}")
