"""Who is shown a pile that was shuffled sees which cards lie there, and in which order, and keeps knowing it; others learn nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.testing import collect, run_test

GAME = """game "Shown":
    players 2
card Hen(n: 1..3) "h{n}"
components:
    deck: 1 of Hen(n) for n in 1..3
table:
    deck: pile, hidden
each player:
    stock: pile, hidden
play:
    look(players.first)
phase look(p):
    p chooses wait
    shuffle deck
    HERE
    p chooses draw_one
    for q in players: q chooses wait
action draw_one():
    "draw"
    move top of deck to your.stock
action wait(): "wait"
winner: highest size
def size(p) = count(p.stock)

test "shown":
    given look(A)
    when:
        A: wait
        draw Hen(3), Hen(2), Hen(1)
    then:
        sees(A, deck)
        worlds(A) == 1
    when: A: draw_one
    then:
        A knows top of A.stock is Hen(3)
        A knows top of deck is Hen(2)
        OTHER
"""
KNOWN = "B knows top of deck is Hen(2)"


@pytest.mark.parametrize(
    ("deed", "other"), [("reveal deck", KNOWN), ("show deck to players", KNOWN), ("show deck to p", "worlds(B) == 6"), ("show deck to {p}", "worlds(B) == 6")]
)
@pytest.mark.parametrize("engine", ["interp", "native"])
def test_who_is_shown_a_shuffled_pile_knows_how_it_lies(tmp_path: Path, deed: str, other: str, engine: str) -> None:
    path = tmp_path / "shown.rules"
    path.write_text(GAME.replace("HERE", deed).replace("OTHER", other), encoding="utf-8")
    (case,) = collect(str(path), [])
    assert not run_test(case, engine).failures
