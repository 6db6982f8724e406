"""Two games of which all that is seen where play stops is the same, and in which something else is told on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.findings.verdicts import PROVED, REFUTED, SAMPLED
from tests.findings import test_diff
from tests.findings.test_diff import HOLD, Brute, compared, programs

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


def test_since_when_a_clock_runs(tmp_path: Path) -> None:
    """One clock for two answers, or one for each."""
    one = CLOCK.replace(" chance 1 of 2", "")
    head, loop = '    unless "time is up" after 20 seconds:\n', "        for p in players: p chooses"
    each = one.replace(head + loop, f"    for p in players:\n    {head}            p chooses")
    a, b = programs(tmp_path, one, each)
    made = compared(a, b)
    assert made.verdict == REFUTED and made.apart is not None and len(made.answers) == 1
    assert made.apart.text == "in the first the clock has run for a longer time here than in the second"


MOVE = """game "Move":
    players 2

each player: eggs: 0..9

play:
    for p in players:
        p chooses grab as one move
        {after}

action grab():
    "grab"
    you chooses n in 0..1
    your.eggs += n
    {inside}

winner: highest eggs
"""


@pytest.mark.parametrize("glance", [HOLD, 0])
def test_how_far_one_move_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, glance: float) -> None:
    """What is asked last is one move with what came before, or a move of its own; machine code sees it, too."""
    monkeypatch.setattr(test_diff, "HOLD", glance)
    after, inside = "p chooses m in 0..1", "you chooses m in 0..1"
    a, b, c = programs(tmp_path, *(MOVE.format(after=one, inside=other) for one, other in ((after, "pass"), ("pass", inside), ("pass", f"{inside}\n    pass"))))
    made = compared(a, b)
    assert made.verdict == REFUTED and made.apart is not None and len(made.answers) == 2
    assert made.apart.text == "in the second what is asked here is one move with what came before, and not in the other"
    assert compared(b, c, proved=True).verdict == PROVED
