"""What is set of a card that not all see: the log says it of where the card lay then, and not of where it lies in the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.findings.twins import Twins

GAME = """game "Marked":
    players 2
enum Colour: red, blue
card Tile(colour: Colour, n: 1..2) "{{colour}} {{n}}"
components:
    deck: 1 of Tile(colour, n) for colour in Colour for n in 1..2
table:
    deck: pile, hidden
each player:
    hand:  row, others
    score: 0..9
each Tile:
    hint: Colour or none, open
play:
    shuffle deck
    for p in players:
        move top of deck to p.hand
        move top of deck to p.hand
    for p in players: p chooses clue
    repeat 2 times:
        for p in players: p chooses put_back
    players.first chooses end_of
action clue(tile in your.left.hand):
    "a clue on {{tile}}"
    tile.hint = tile.colour
action put_back(tile in your.hand):
    "put {{tile}} back"
    {body}
action end_of(): "end"
winner: highest score
"""
MIXED = "tile.hint = none\n    move tile to deck\n    shuffle deck"
ANEW = "move tile to deck\n    for t in deck: t.hint = red\n    shuffle deck\n    move top of deck to your.hand\n    for t in your.hand: t.hint = none"


def logged(text: str, folder: Path, reader: int) -> list[str]:
    (path := folder / "marked.rules").write_text(text, encoding="utf-8")
    match = load(path).start(2, 3)
    for _ in range(3):
        match.play(match.answers()[0])
    return [seen for event in match.moments[-1].events if (seen := event.text if event.seers >> reader & 1 else event.outside) and "hint" in seen]


@pytest.mark.parametrize("body", [ANEW])
def test_nothing_is_told_of_where_it_lies_in_the_end(body: str, tmp_path: Path) -> None:
    (path := tmp_path / "marked.rules").write_text(GAME.format(body=body), encoding="utf-8")
    twins, left, found = Twins(load(path).start(2, 1).program, 7), iter(range(5)), []
    twins.hunt(lambda: next(left, None) is not None, found.append)
    assert not found and twins.steps


def test_it_is_told_of_where_it_lay(tmp_path: Path) -> None:
    told = logged(GAME.format(body=MIXED), tmp_path, 0)
    assert len(told) == 1 and "A's hand" in told[0] and "deck" not in told[0]


SHOWN = """game "Shown":
    players 2
card Trick(rank: 1..6) "R{rank}"
components:
    deck: 1 of Trick(n) for n in 1..6
table:
    deck: pile, hidden
each player:
    hand: WORD of Trick
each Trick:
    lift: 0..3
play:
    shuffle deck
    for p in players:
        repeat 2 times: move top of deck to p.hand
    players.last chooses lifts
    players.last chooses shows
action lifts(c in your.hand): c.lift += 1
action shows(c in your.hand): reveal c
winner: highest nothing
def nothing(p) = 0
"""


@pytest.mark.parametrize("word", ["hand", "fan, own", "row, own"])
def test_of_a_hand_in_which_one_is_marked_it_is_told_what_is_shown(word: str, tmp_path: Path) -> None:
    """Both the marked one and the other one."""
    (path := tmp_path / "shown.rules").write_text(SHOWN.replace("WORD of Trick", word.replace(",", " of Trick,") if "," in word else f"{word} of Trick"))
    for number in range(2):
        match = load(path).start(2, 5)
        match.play(0)
        assert match.decision is not None
        option = match.decision.options[number]
        match.play(option)
        told = [event.text for event in match.moments[-1].events if event.seers & 1]
        assert f"B's hand shows {option.label.removeprefix('shows ')}" in told
