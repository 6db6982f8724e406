"""Cards that come and go while their zone is gone through: each that lay there at first has its turn once, if it lies there still."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import ruledsl

RULES = """\
game "Standing":
    players 1
card Tile(n: 1..9) "{n}"
card Blank
components:
    hand: 1 of Tile(n) for n in 1..4
    deck: 1 of Tile(n) for n in 5..9
    box:  MANY of Blank
table:
    hand: WORD
    deck: row
    out:  row
    box:  heap
    x:    0..99
each player: score: 0..9
play:
    for card in DOMAIN:
        x += 1
        BODY
    players.first chooses n in 1..2
winner: highest score
"""
DRAW = "if deck is not empty: move bottom of deck to hand"
TAKE = "let o = first(c for c in hand if c != card)\n        if o is not none: move o to out"
CASES = {
    "those that come have no turn": ("hand", DRAW, 4, ["1 2 3 4 5 6 7 8", "9", ""]),
    "nor those that come under them": ("hand", DRAW.replace("to hand", "to bottom of hand"), 4, ["8 7 6 5 1 2 3 4", "9", ""]),
    "those that have left have none": ("hand", TAKE, 3, ["4", "5 6 7 8 9", "2 1 3"]),
    "one that comes back has no other": ("hand", "move card to hand", 4, ["1 2 3 4", "5 6 7 8 9", ""]),
    "those that have left have none where it is asked": ("hand if card is Tile", TAKE, 3, ["4", "5 6 7 8 9", "2 1 3"]),
    "in an order they have": ("hand by lowest (card is Blank)", "move all of hand to out", 4, ["", "5 6 7 8 9", "1 2 3 4"]),
    "nor where some are left out": ("hand if card is Tile and card.n != 3", TAKE, 2, ["3 4", "5 6 7 8 9", "2 1"]),
    "of several places each card once": ("hand | deck", "move card to deck", 9, ["", "1 2 3 4 5 6 7 8 9", ""]),
    "a loop in it has its own": ("hand", f"for other in hand:\n            x += 1\n            {DRAW}", 4 + 4 + 8 + 9 + 9, ["1 2 3 4 5 6 7 8 9", "", ""]),
}


@pytest.mark.parametrize("many", [1, 120])
@pytest.mark.parametrize("word", ["row", "heap"])
@pytest.mark.parametrize("case", CASES)
def test_each_card_has_its_turn_once(tmp_path: Path, case: str, word: str, many: int) -> None:
    domain, body, x, lie = CASES[case]
    path = tmp_path / "standing.rules"
    path.write_text(RULES.replace("WORD", word).replace("DOMAIN", domain).replace("BODY", body).replace("MANY", str(many)), encoding="utf-8")
    for engine in ("interp", "native"):
        match = ruledsl.load(path).start(seed=1, engine=engine)
        zones = {z.name: [card.text for card in z.cards] for z in match.view().zones}
        found = [zones["hand"], zones["deck"], zones["out"]]
        wanted = [part.split() for part in lie]
        if word == "heap":
            found[0], wanted[0] = sorted(found[0]), sorted(wanted[0])
        assert (match.position.block.get("x"), found) == (x, wanted)


FAR = {
    "of one place": ("deck", "other"),
    "of two": ("deck | box", "other"),
    "some of them": ("deck if other is Tile", "other"),
}


@pytest.mark.parametrize("case", FAR)
def test_what_a_loop_elsewhere_moves_lies_elsewhere(tmp_path: Path, case: str) -> None:
    """Cards that are gone through in another place come from there, and a loop over this one need not note which are still to come."""
    domain, what = FAR[case]
    body = f"for other in {domain}: move {what} to out"
    plain, aside = (_operations(tmp_path, text) for text in ("for other in out: move other to deck", body))
    noted = _operations(tmp_path, f"for other in hand | {domain}: move {what} to out")
    assert aside["znth"] == plain["znth"] == 0 < noted["znth"]


def test_what_a_loop_brings_it_may_take_away(tmp_path: Path) -> None:
    """A card of another place that comes here, and goes on from here."""
    assert _operations(tmp_path, "for other in deck:\n            move other to hand\n            move other to out")["znth"] > 0


def _operations(folder: Path, body: str) -> Counter[str]:
    """How often each stands in the program that goes through a heap."""
    (path := folder / "standing.rules").write_text(
        RULES.replace("WORD", "heap").replace("DOMAIN", "hand").replace("BODY", body).replace("MANY", "1"), encoding="utf-8"
    )
    main = ruledsl.load(path).program(1).functions["main"]
    return Counter(instr.op for block in main.blocks for instr in block.instrs)
