"""What open things tell of hidden cards: named with a pair of states; what tells nothing is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.findings.hunt import Hunt
from tests.findings.games import hunt, line, load

LEAK = """game "Leak":
    players 2

card Card(n: 1..6) "{{n}}"

components:
    deck: 1 of Card(n) for n in 1..6

table:
    deck:  bag, hidden
    out:   heap
    ahead: player or none{more}

each player:
    hand: hand, own
    mark: 0..30, own

play:
    for p in players: move random 2 of deck to p.hand
    {told}
    for p in players: turn(p)

phase turn(p):
    p chooses lay or wait

action lay(card in your.hand):
    "lay {{card}}"
    move card to out

action wait(): "wait"

winner: highest points

def points(p) = sum(c.n for c in p.hand)
"""
TIMES = 80
"""Games that are mirrored, so that nothing hangs on how busy the machine is."""
SUM = "sum(c.n for c in p.hand)"


def told(folder: Path, text: str, more: str = "", answers: int = 5) -> tuple[Path, Hunt]:
    path = folder / "leak.rules"
    path.write_text(LEAK.format(told=text, more=more))
    hunted = hunt(load(path), 0.1)
    table = hunted.tables[0]
    for n in range(TIMES):
        table.machine.play(1 + n, answers + n % 3)
        hunted.mirror(table)
    return path, hunted


def test_an_open_variable_worked_out_from_hidden_hands_is_named_with_the_pair_of_states(tmp_path: Path) -> None:
    path, hunted = told(tmp_path, f"ahead = first(p for p in players by highest {SUM})")
    tells = [f for f in hunted.sampled(hunted.covered()) if f.kind == "tells"]
    assert [(f.verdict, f.span.line) for f in tells] == [("SAMPLED", line(path, "ahead ="))]
    assert hunted.findings == [] and "`ahead` tells" in tells[0].message
    assert "ahead is " in tells[0].notes[0] and " with the two exchanged" in tells[0].notes[0]


@pytest.mark.parametrize(
    "text",
    ["ahead = players.first", f"for p in players: p.mark = {SUM}", "ahead = first(p for p in players by highest count(p.hand))"],
    ids=["a constant", "told to its owner alone", "of how many cards"],
)
def test_what_tells_nothing_is_not_named(tmp_path: Path, text: str) -> None:
    _, hunted = told(tmp_path, text)
    assert hunted.findings == [] and hunted.tables[0].mirrors > 10
    assert [f for f in hunted.sampled(hunted.covered()) if f.kind == "tells"] == []


def test_what_hangs_on_a_card_that_lies_open_meanwhile_is_told_by_the_card(tmp_path: Path) -> None:
    shown = ["repeat 9 times:", "    move random of heap to out", "    last = sum(c.n for c in out)", "    players.first chooses wait"]
    back = ["    move all of out to heap", "    shuffle heap"]
    _, hunted = told(tmp_path, "\n    ".join(["move all of deck to heap", *shown, *back]), "\n    last:  0..6\n    heap:  pile, hidden", 40)
    assert hunted.findings == [] and hunted.tables[0].mirrors > 10
    assert [f for f in hunted.sampled(hunted.covered()) if f.kind == "tells"] == []
