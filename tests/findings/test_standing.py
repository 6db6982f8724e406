"""A hunt tells where it is settled by a role who wins, or where who wins has less on the board; and nothing of games where that is open."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.findings.verdicts import SAMPLED
from tests.findings.games import hunt, line, load

BID = """game "Bid":
    players 3
table: bidder: player
each player:
    score: -99..99
    hand:  0..9
play:
    let one = roll players
    bidder = one
    repeat 12 times:
        for p in players: p chooses lay or keep
    settle()
action lay(): "lay"
action keep():
    "keep"
    your.hand = min(9, your.hand + 1)
to settle():
    {settled}
winner: highest score
"""
OPEN = "if bidder.hand > 5: bidder.score += 1\n    else: bidder.score -= 1"
WINS, LOSES = "bidder.score += 1 + bidder.hand", "bidder.score -= 1 + bidder.hand"

TAKE = """game "Take":
    players 2
board field: grid 4 by 4
each cell: man: player or none
table: victor: player or none
play:
    for c in field if c.row == 1: c.man = players.first
    for c in field if c.row == 4: c.man = players.last
    turns p in players at most 900 times: turn(p)
    else: pass
phase turn(p):
    p chooses go or rest
    if all(c.man != p.left for c in field):
        victor = {victor}
        end game
action rest(): "rest"
action go(c in field if c.man == you, d in c.around if d.man != you):
    "{{c}}{{d}}"
    c.man = none
    d.man = you
winner: highest payoff
def payoff(p) = 0 if victor is none else 1 if victor == p else -1
"""


def told(folder: Path, text: str, *kinds: str) -> list[tuple[str, int, list[int]]]:
    path = folder / "standing.rules"
    path.write_text(text, encoding="utf-8")
    hunted = hunt(load(path), 0.8)
    assert not hunted.findings
    found = [one for one in hunted.sampled(hunted.covered()) if one.kind in kinds]
    assert all(one.verdict == SAMPLED and one.sample >= 100 for one in found)
    return [(one.kind, one.span.line, [span.line for span in one.culprits]) for one in found]


@pytest.mark.parametrize(("settled", "odd"), [(OPEN, False), (WINS, True), (LOSES, True)])
def test_who_has_a_role_and_always_or_never_wins(tmp_path: Path, settled: str, odd: bool) -> None:
    found = told(tmp_path, BID.format(settled=settled), "settled-by-role")
    path = tmp_path / "standing.rules"
    assert found == ([("settled-by-role", line(path, "table: bidder"), [line(path, "bidder.score")])] if odd else [])


def test_who_is_called_at_the_end_alone_is_no_role(tmp_path: Path) -> None:
    text = BID.format(settled=WINS).replace("    bidder = one\n", "").replace("    settle()\naction", "    bidder = roll players\n    settle()\naction")
    assert not told(tmp_path, text.replace("    let one = roll players\n", ""), "settled-by-role")


@pytest.mark.parametrize(("victor", "odd"), [("p", False), ("p.left", True)])
def test_who_wins_with_less_on_the_board(tmp_path: Path, victor: str, odd: bool) -> None:
    found = told(tmp_path, TAKE.format(victor=victor), "won-by-less")
    path = tmp_path / "standing.rules"
    assert found == ([("won-by-less", line(path, "winner:"), [line(path, "victor = ")])] if odd else [])
