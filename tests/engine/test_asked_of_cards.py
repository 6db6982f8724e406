"""A question that names a card is told with it to those alone who know the card."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load

RULES = """\
game "Asked":
    players 2
card Bean(n: 1..9) "bean {n}"
components:
    p.hand: 1 of Bean(3)
    up: 1 of Bean(5)
table: up: row
each player:
    hand:  fan
    score: 0..9
play:
    let held = first(card for card in players.first.hand)
    let open = first(card for card in up)
    asking(players.first, held, open)
phase asking(p, held, open):
    DOES
    p chooses act or wait "HOLE"
action act(card in your.hand):
    "act"
    you chooses n in 1..2 "HOLE"
    your.score = n
action wait() "wait": pass
def number(card) = card.n
winner: highest score
"""


def heard(tmp_path: Path, does: str, hole: str, act: bool = False) -> list[str]:
    """The question as each seat hears it."""
    path, text = tmp_path / "asked.rules", RULES.replace("DOES", does)
    asked = text.replace('wait "HOLE"', 'wait "what?"') if act else text.replace('you chooses n in 1..2 "HOLE"', 'you chooses n in 1..2 "how many?"')
    path.write_text(asked.replace("HOLE", hole))
    match = load(str(path)).start(players=2, seed=1)
    if act:
        match.play("act")
    return [match.view(seat).question for seat in (1, 2)]


@pytest.mark.parametrize(
    ("does", "hole", "other"),
    [
        ("pass", "where is {held} put?", "where is ? put?"),
        ("pass", "which of {held.n}?", "which of ??"),
        ("pass", "is it {number(held)}?", "is it ??"),
        ("pass", "where is {open} put?", "where is bean 5 put?"),
        ("reveal held", "where is {held} put?", "where is bean 3 put?"),
        ("show held to p.left", "where is {held} put?", "where is bean 3 put?"),
        ("let c = bottom of p.hand", "where is {c} put?", "where is ? put?"),
    ],
)
def test_who_does_not_know_a_card_does_not_hear_which_it_is(tmp_path: Path, does: str, hole: str, other: str) -> None:
    mine, theirs = heard(tmp_path, does, hole)
    assert "?" not in mine[:-1] and theirs == other


def test_nor_where_it_was_chosen_with_an_action(tmp_path: Path) -> None:
    assert heard(tmp_path, "pass", "how many for {card}?", act=True) == ["how many for bean 3?", "how many for ??"]
