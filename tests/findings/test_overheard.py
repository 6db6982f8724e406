"""Two games of which all that is seen where play stops is the same, and in which something else is told on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.findings.verdicts import PROVED, REFUTED, SAMPLED
from tests.findings.test_diff import Brute, compared, programs

GAME = """game "Told":
    players 2

card Fox, Hen, Owl

components:
    deck: 1 of Fox, 1 of Hen, 1 of Owl

table:
    deck: pile, hidden
    x: 0..9, hidden
    y: 0..9, open

each player:
    hand: hand, own
    mine: 0..5, own

play:
    shuffle deck
    for p in players: move top of deck to p.hand
    players.first chooses go or stay

action go():
    "go"
    {go}
action stay():
    "stay"
    y = 1

winner: highest score
def score(p) = count(c for c in p.hand if c is Fox)
"""
AGAIN = ["move all of your.hand to deck", "shuffle deck", "move top of deck to your.hand"]
APART = [
    (["show your.hand to others", *AGAIN], AGAIN),  # a hand that is mixed in at once
    (["x = 1", "reveal x", "x = 0"], ["x = 1", "x = 0"]),  # a value that is set anew at once
    (['you chooses your.mine in 0..1 "how many?"'], ['you chooses n in 0..1 "how many?"', "your.mine = n"]),  # an answer that others do not hear
]


def games(*deeds: list[str]) -> list[str]:
    return [GAME.replace("{go}", "\n    ".join(lines)) for lines in deeds]


@pytest.mark.parametrize(("go", "other"), APART)
def test_what_is_told_on_the_way(tmp_path: Path, go: list[str], other: list[str]) -> None:
    a, b = programs(tmp_path, *games(go, other))
    made = compared(a, b)
    assert made.verdict == REFUTED and made.apart is not None and made.apart.what == "view"
    assert made.answers and ("on the way" in made.apart.text or "all hear" in made.apart.text)


@pytest.mark.parametrize("more", [["x = 2", "x = 0"], ["if y == 9: reveal your.hand"]])
def test_what_is_told_by_other_rules_and_is_the_same(tmp_path: Path, more: list[str]) -> None:
    """Of all pairs of states it is looked at what is told on the way."""
    go = ["show your.hand to others", *AGAIN]
    a, b = programs(tmp_path, *games([*go, "y = 0"], [*go[:1], *more, *go[1:], "y = 0"]))
    made = compared(a, b)
    assert made.verdict == PROVED and Brute(a, b, 1000).parts is None


CLOCK = """game "Clock":
    players 2

each player: eggs: 0..9

play:
    unless "time is up" after 20 seconds chance 1 of 2:
        for p in players: p chooses grab or wait

action grab():
    "grab"
    your.eggs += 1
action wait(): "wait"

winner: highest eggs
"""


def test_what_may_be_declared(tmp_path: Path) -> None:
    a, b, c = programs(tmp_path, CLOCK, CLOCK.replace("20 seconds", "30 seconds"), CLOCK.replace("time is up", "halt"))
    made = compared(a, b)
    assert made.verdict == REFUTED and made.apart is not None and made.apart.text == "here may be declared after 20 s in the first, after 30 s in the second"
    made = compared(a, c)
    assert made.verdict == SAMPLED and [word.texts for word in made.words] == [("time is up", "halt")]
