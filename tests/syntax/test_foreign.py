"""What people write who think of a sentence, or of another language, is told what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.pipeline import read

GAME = """game "Base":
    players 2..4
enum Colour: red, blue
card Card(colour: Colour, value: 1..5) "{colour} {value}"
components:
    deck: 2 of Card(c, v) for c in Colour for v in 1..5
table:
    deck: pile, hidden
    pile: pile
each player:
    hand:  hand
    score: 0..99
play:
    shuffle deck
    for p in players: move top 5 of deck to p.hand
    turns p in players at most 40 times: turn(p)
phase turn(p):
    p chooses lay or draw
action lay(card in your.hand):
    "lay {card}"
    move card to pile
    your.score += card.value
action draw():
    "draw"
    move top of deck to your.hand
winner: highest score
"""
DEED = "    your.score += card.value"
SLIPS = {
    ("shuffle deck", "shuffle the deck"): ("the", "leave it out: names have no article"),
    ("end game", "end the game"): ("the", "leave it out"),
    (DEED, "    draw a card from deck"): ("draw", "move top of deck"),
    (DEED, "    add 5 to your.score"): ("add 5 to your.score", "your.score += 5"),
    (DEED, "    next player"): ("next", "turns p in players"),
    (DEED, "    for each player: pass"): ("for each player", "for p in players"),
    (DEED, "    each player: pass"): ("each", "for p in players"),
    (DEED, "    your.hand |= {card}"): ("|=", "x = x | y"),
    (DEED, "    if card is red: your.score += 1"): ("red", "`card.colour == red`"),
    (DEED, "    p.score += 1"): ("p", "whoever acts is `you`"),
    (DEED, "    your.score += d6"): ("d6", "`roll d6`"),
    (DEED, "    your.score += random(1, 6)"): ("random", "`roll d6`"),
    (DEED, "    your.score += your.hand.count"): ("count", "`count(...)`"),
    ("move card to pile", "move card from your.hand to pile"): ("from", "`move card to pile`"),
    ("p chooses lay", "p must choose lay"): ("must", "`p chooses a or b`"),
    ("    p chooses lay", "    choose lay"): ("choose", "`p chooses lay or draw`"),
    ("(card in your.hand)", "(card from your.hand)"): ("from", "write `in`"),
    ("lay(card in your.hand):", "lay card in your.hand:"): ("card", "`action lay(card in ...):`"),
    ("players 2..4", "players: 2 to 4"): (":", "write `players 2..4`"),
    ("score: 0..99", "score = 0"): ("=", "`score: 0..99 = 0`"),
    ("score: 0..99", "score: int"): ("int", "as in `0..99`"),
    ("hand:  hand", "hand:  cards"): ("cards", "`pile`"),
    ("enum Colour: red", "enum Colour = red"): ("=", "`enum Colour: one, two`"),
    ("enum Colour: red, blue", "enum Colour { red, blue }"): ("{", "write `:`"),
    ('card Card(colour: Colour, value: 1..5) "{colour} {value}"', "card Card:\n    colour: Colour"): (":", "`card Fox(colour: 1..5)`"),
}


@pytest.mark.parametrize(("slip", "said"), SLIPS.items())
def test_it_is_said_what_stands_here_instead(slip: tuple[str, str], said: tuple[str, str], tmp_path: Path) -> None:
    text = GAME if slip[0] in GAME else GAME.replace(DEED, "    end game")
    (path := tmp_path / "slip.rules").write_text(text.replace(*slip, 1), encoding="utf-8")
    first = read(str(path)).diagnostics[0]
    assert f"`{said[0]}" in first.message and said[1] in first.help, (first.message, first.help)


@pytest.mark.parametrize("slip", [slip for slip, said in SLIPS.items() if said[0] == "the" or said[1] == "write `in`"])
def test_what_is_only_too_much_is_mended(slip: tuple[str, str], tmp_path: Path) -> None:
    text = GAME if slip[0] in GAME else GAME.replace(DEED, "    end game")
    (path := tmp_path / "slip.rules").write_text(text.replace(*slip, 1), encoding="utf-8")
    edit = read(str(path)).diagnostics[0].fix[0]
    lines = text.replace(*slip, 1).split("\n")
    line = lines[edit.span.line - 1]
    lines[edit.span.line - 1] = line[: edit.span.column - 1] + edit.text + line[edit.span.end_column - 1 :]
    assert "\n".join(lines) == text
