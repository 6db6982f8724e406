"""Where a test can begin, of deeds that ask for nothing they are given, and in games without cards: programs are well formed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.ir.layout import card_references
from ruledsl.ir.verify import verify

CARDS = "card Duck(n: 1..3)\ncomponents:\n    deck: 1 of Duck(n) for n in 1..3\n"
RULES = '''
game "Deeds":
    players 2
each player:
    score: 0..9
    held:  hand
table:
    deck: pile
play:
    for p in players: round(p)
phase round(p):
    deed(p.held, p)
    p chooses card in p.held or none
    if card is not none: idle(card, deck)
    p chooses n in 1..2
to deed(cards, q):
    if deck is not empty: move top of deck to cards
to idle(card, cards):
    if cards is not empty: p_first()
to p_first(): players.first.score += 1
winner: highest score
'''


@pytest.mark.parametrize("cards", [CARDS, ""], ids=["cards", "none"])
def test_what_nobody_asks_for_has_no_slot(cards: str, tmp_path: Path) -> None:
    (file := tmp_path / "deeds.rules").write_text(RULES.replace("each player", f"{cards}each player", 1))
    program = pipeline.lower(pipeline.load(str(file)), 2, {})
    verify(program)
    unasked = [slot for entry in program.entries.values() for name, slot, _ in entry.params if name in ("q", "card")]
    assert unasked and set(unasked) == {-1}
    assert all(place >= 0 for _, place in card_references(program))
