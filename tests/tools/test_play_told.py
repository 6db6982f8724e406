"""What a table says that a newcomer can take in: names, counts, what was shown, and how a move is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.words import side_by_side
from tests.tools.test_play_words import play

FORTS = """
game "Forts":
    players 2
board land: hexes 2 by 2
each corner: fort: player or none
each edge: road: bool
play:
    turns p in players at most 9 times: p chooses build or pave
winner: highest forts
def forts(p) = count(c for c in land.corners if c.fort == p)
action build(c in land.corners if c.fort is none):
    "fort on {c}"
    c.fort = you
action pave(e in land.edges if not e.road):
    "pave {e}"
    e.road = true
"""
FAIR = """
game "Fair":
    players 2
enum Colour: red, blue
card Card(colour: Colour) "{colour}"
card Joker "Joker"
components:
    pack: 2 of Card(c) for c in Colour, 1 of Joker
table:
    pack: pile, hidden
    out:  heap
each player:
    hand:          hand
    piles[n in 1..2]: row
    wins:          set of Colour
play:
    shuffle pack
    for p in players: move top 2 of pack to p.hand
    turns p in players at most 9 times: p chooses peep or lay
winner: highest got
def got(p) = count(p.wins)
action peep():
    "peep"
    for q in players if q != you: show q.hand to you
action lay(card in your.hand if card is Card):
    "lay {card}"
    your.wins = your.wins | {card.colour}
    move card to out
"""


def loaded(folder: Path, text: str) -> ruledsl.Game:
    (path := folder / "told.rules").write_text(text, encoding="utf-8")
    return ruledsl.load(path)


def test_a_corner_and_an_edge_can_be_called_by_each_cell_that_they_are_of(tmp_path: Path) -> None:
    match = loaded(tmp_path, FORTS).start()
    by_label = {choice.label: choice for choice in match.legal()}
    assert match.parse("fort on b1/sw") == match.parse("FORT ON B1/SW") == [by_label["fort on a1/se"]]
    assert match.parse("pave b1/a1") == match.parse("pave a1|e") == match.parse("b1|w") == [by_label["pave a1/b1"]]
    match.play("fort on b1/sw")
    assert match.why_not("fort on b1/sw")[0].message.startswith("`a1/se` ")
    assert match.why_not("fort on z9")[0].message == "`fort on` is said with one of land’s corners, such as `fort on a1/n`"


@pytest.mark.parametrize("board", ["grid 1 by 1", "grid 2 by 3", "hexes 1", "hexes 2 by 2", "hexes 1, 2"])
def test_cells_corners_and_edges_are_what_they_are_called(tmp_path: Path, board: str) -> None:
    text = FORTS.replace("hexes 2 by 2", board).replace("build or pave", "build, pave or stay") + 'action stay(c in land): "stay on {c}"\n'
    match = loaded(tmp_path, text).start()
    assert [match.parse(choice.label) for choice in match.legal()] == [[choice] for choice in match.legal()]


def test_two_boards_on_which_a_name_is_of_two_corners_have_it_for_none(tmp_path: Path) -> None:
    game = loaded(tmp_path, FORTS.replace("board land: hexes 2 by 2", "board land: hexes 2 by 2\nboard sea: grid 2 by 2"))
    names = game.start().program.other_names
    assert "a1|e" in names and "a2/ne" not in names


def test_what_is_shown_is_told_though_it_lies_there_still(tmp_path: Path) -> None:
    match = loaded(tmp_path, FAIR).start(seed=1)
    for _ in range(2):  # what was known before is shown again, and told again
        match.play("peep")
        there = [event.text for event in match.events(1)][-1]
        assert there.startswith("B's hand shows ") and there not in [event.text for event in match.events(2)]
        match.play("peep")


def test_of_what_is_wanted_the_kind_is_said(tmp_path: Path) -> None:
    match = loaded(tmp_path, FAIR).start(seed=1)
    assert [reason.message for reason in match.why_not("lay joker")] == ["`Joker` cannot be chosen: Card is wanted"]


def test_what_comes_off_a_card_that_goes_too_is_said_to_have_lain_on_it(tmp_path: Path) -> None:
    text = """
game "Hats":
    players 1
card Head
card Hat
components:
    heads: 1 of Head
    hats:  1 of Hat
table:
    heads: row of Head
    hats:  row of Hat
    deck:  pile, hidden
each Head: worn: row
play:
    move all of hats to heads[1].worn
    players.first chooses sweep
winner: highest got
def got(p) = count(heads)
action sweep():
    move all cards to deck
    shuffle deck
"""
    match = loaded(tmp_path, text).start()
    match.play("sweep")
    assert "Hat from worn of Head to deck" in [event.text for event in match.log]


def test_sets_piles_and_commands(ruledsl: object, tmp_path: Path) -> None:
    (path := tmp_path / "fair.rules").write_text(FAIR, encoding="utf-8")
    out = play(ruledsl, path, "lay red", "undo 5", "\x1b[31mlay", players="you,random")
    assert "wins none → red" in out and "{" not in out
    assert "empty: piles" in out and "piles 1" not in out
    assert "`undo` is said with nothing behind it: take the last move back" in out and "\x1b[31mlay` is" not in out


def test_counts_beside_single_ones_are_kept_apart() -> None:
    assert side_by_side([("1", 2), ("2", 4), ("3", 1)]) == ["1 ×2,", "2 ×4,", "3"]
    assert side_by_side([("1", 2), ("2", 3)]) == ["1", "1", "2", "2", "2"]
    assert side_by_side([("G", 23), ("E", 17)]) == ["G ×23", "E ×17"]


def test_what_is_counted_besides_whose_cell_it_is_says_nothing_while_it_is_none(ruledsl: object) -> None:
    out = play(ruledsl, "four-home", players="you,random")
    assert "   1  ·  ·  ·  ·  ·" in out


def test_of_what_is_none_as_it_began_nothing_is_told_in_passing(ruledsl: object) -> None:
    """The table leaves it out, and so does what came before the table."""
    out = play(ruledsl, "backgammon", "#1", "#1", "#1", "#1", "#1", players="random,you")
    assert "must use both dice" in out and "must use none" not in out


def test_before_there_is_a_bid_none_stands_on_the_table(ruledsl: object) -> None:
    before, bid, behind = play(ruledsl, "liars-dice", "1 of 4").partition("A> ")
    assert not re.search("number|face [0-9]", before) and bid and re.search(r"number 1 +face 4 +bidder A", behind)
