"""`know` and `worlds` at the table."""

from __future__ import annotations

from pathlib import Path

from tests.tools.test_play_lines import play
from tests.tools.test_play_table import table

ROW = """game "Row":
    players 2
card C(n: 1..4) "{n}"
components:
    deck: 1 of C(n) for n in 1..4
table:
    deck: pile, hidden
each player:
    row: row, hidden
play:
    shuffle deck
    move top of deck to players.last.row
    for p in players: move top of deck to p.row
    turns p in players at most 4 times:
        p chooses peek
action peek(card in your.row):
    "peek at {card}"
    show card to you
winner: highest n
def n(p) = 1
"""


def test_what_is_known_is_told_place_by_place(ruledsl: object, tmp_path: Path) -> None:
    (path := tmp_path / "row.rules").write_text(ROW, encoding="utf-8")
    out = play(ruledsl, path, "worlds", "know", "#1", "know", players="you,random")
    assert "there are 24 ways for what you do not see" in out and "A's row: 1 or 2 or 3 or 4" in out
    assert "B's row, 2 of 2: 1 or 2 or 3 or 4" in out and "deck: perhaps 1, 2, 3, 4" in out
    behind = out[out.rindex("\nthere are 6 ways") :]
    assert "A's row:" not in behind and "B's row, 2 of 2: 2 or 3 or 4" in behind


def test_what_must_lie_somewhere_is_sure(ruledsl: object) -> None:
    """Where all but one card are seen, the last is known; before that nothing is."""
    out = play(ruledsl, "kuhn-poker", "know", "odds 1", "worlds", players="you,random")
    assert "there are 2 ways for what you do not see" in out and "deck: perhaps 0, 2" in out
    assert "\n1: A's card surely (of all 2 worlds" in out


def test_of_too_many_it_is_not_said(ruledsl: object) -> None:
    out = play(ruledsl, "hearts", "know", players="you,random,random,random")
    assert "what you do not see may be in many ways" in out and "at least" not in out and "perhaps" not in out


def test_real_cards_are_not_known(ruledsl: object) -> None:
    assert "the cards of this table I do not see" in table(ruledsl, "know")


LURK = """game "Lurk":
    players 2: thief, guard
board town: places gate, mill, well, inn
    gate - mill - well - inn
each player: hide: place or none, own
table:
    coin: 0..9, hidden
    near: bool
play:
    thief.hide = gate
    coin = roll 1..2
    repeat 3 times:
        thief chooses thief.hide in thief.hide.neighbours
        guard chooses look
action look():
    "look"
    near = your.left.hide == mill
winner: highest n
def n(p) = 1
"""


def test_what_variables_hold_is_told_as_far_as_it_follows(ruledsl: object, tmp_path: Path) -> None:
    (path := tmp_path / "lurk.rules").write_text(LURK, encoding="utf-8")
    out = play(ruledsl, path, "know", "look", "know", "look", "know", players="random,you")
    first, second, third = out.split("for what you do not see")[1:]
    assert "thief's hide: mill\n" in first and "coin: 1 or 2" in first
    assert "thief's hide: gate or well" in second and "thief's hide: " in third
    assert play(ruledsl, "tic-tac-toe", "know", players="you,random").count("you see all there is") == 1
