"""What is forgotten of a state is what no step to come reads; equal cards are kept apart where anything names one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.ir.merging import OVER, Merging, merging
from ruledsl.pipeline import load, lower

GAME = """game "Merged":
    players 2

card Fox, Hen

components:
    deck: 3 of Fox, 2 of Hen

table:
    deck: pile, hidden
    out:  pile
    seen: 0..9
    last: player or none
    best: 0..9

each player:
    hand:  hand, own
    score: 0..9

play:
    shuffle deck
    for p in players: move top 1 of deck to p.hand
    repeat 2 times:
        for p in players: turn(p)

phase turn(p):
    best = 0
    p chooses lay or wait
    {after}

action lay(card in your.hand):
    "lay {{card}}"
    move card to out
    seen = count(out)
    best += 1
    {lay}

action wait():
    "wait"
    {wait}

winner: highest score
{more}
"""


def found(folder: Path, after: str = "pass", lay: str = "pass", wait: str = "pass", more: str = "") -> Merging:
    path = folder / "merged.rules"
    path.write_text(GAME.format(after=after, lay=lay, wait=wait, more=more))
    return merging(lower(load(str(path)), 2, {}))


def forgotten(merged: Merging, name: str) -> bool:
    """Is a variable forgotten wherever a seat is asked, and at the end?"""
    return name in merged.unread or all((name, 0) in places for places in merged.dead.values())


def test_all_that_nothing_reads_is_forgotten(tmp_path: Path) -> None:
    merged = found(tmp_path, wait="last = you")
    assert merged.unread >= {"known", "seen", "last"} and ("best", 0) in merged.dead[OVER]
    assert merged.alike == (0, 0, 0, 3, 3) and not merged.held
    assert all(piles == {"out": False} for piles in merged.piles.values())
    assert merged.draws and set(merged.draws.values()) == {"deck"} and merged.shows


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("seen", {"after": "p.score = seen"}),
        ("seen", {"more": 'invariant "few": seen < 9'}),
        ("seen", {"more": "def payoff(p) = seen"}),
        ("last", {"wait": "if last is none: last = you"}),
        ("best", {"after": "p.score = best"}),
    ],
)
def test_what_is_read_somewhere_is_kept_there(tmp_path: Path, name: str, parts: dict[str, str]) -> None:
    assert not forgotten(found(tmp_path, **parts), name)


def test_a_variable_is_forgotten_up_to_where_it_is_set_anew(tmp_path: Path) -> None:
    """`best` is 0 at each turn's begin, and asked for behind its choice alone."""
    merged = found(tmp_path, after="p chooses seen in 1..2\n    p.score = best")
    kept = [pc for pc, places in merged.dead.items() if pc != OVER and ("best", 0) not in places]
    assert len(kept) == 2


@pytest.mark.parametrize(
    ("parts", "piles"),
    [
        ({"after": "if out is not empty and top of out is Fox: p.score = 1"}, {"out": True}),
        ({"after": "if out is not empty and top of out is Fox: p.score = 1", "wait": "if out is not empty: move top of out to your.hand"}, {}),
        ({"wait": "if out is not empty: move bottom 1 of out to your.hand"}, {}),
        ({"wait": "for c in out: seen = 1 if c is Fox else 2\n    your.score = seen"}, {}),
        ({"wait": "move all of out to deck"}, {}),
        ({"wait": "move all of out to deck\n    shuffle deck"}, {"out": False}),
    ],
)
def test_the_order_of_a_pile_is_forgotten_where_nothing_looks_at_it(tmp_path: Path, parts: dict[str, str], piles: dict[str, bool]) -> None:
    merged = found(tmp_path, **parts)
    (asked,) = {str(found) for pc, found in merged.piles.items() if pc not in (OVER, 1)}
    assert asked == str(piles)


@pytest.mark.parametrize(
    "parts",
    [
        {"wait": "for c in all cards: seen = 1 if c in out else 2\n    your.score = seen"},
        {"wait": "your.score = count(c for c in your.hand if first(d for d in your.hand) == c)"},
    ],
)
def test_equal_cards_are_kept_apart_where_one_may_be_named(tmp_path: Path, parts: dict[str, str]) -> None:
    assert found(tmp_path, **parts).alike == ()


def test_equal_cards_are_kept_apart_while_a_choice_holds_one(tmp_path: Path) -> None:
    more = "action rest():\n    \"rest\"\n    seen = 3"
    merged = found(tmp_path, lay="you chooses rest or wait\n    if card is Fox: your.score = seen", more=more)
    assert merged.alike and len(merged.held) == 1 and merged.draws


@pytest.mark.parametrize(
    ("lay", "apart"),
    [
        ("for c in bin: move c to your.hand", False),
        ("move card to bin\n    for c in bin if c is Fox: move c to out", False),
        ("move card to bin\n    move first(c for c in bin) to out\n    move card to deck", True),
        ("move card to bin\n    move first(c for c in bin) to out\n    if card in out: seen = 2", True),
        ("move card to bin\n    you chooses draw\n    if card in out: seen = 2", True),
        ("move card to bin\n    for c in your.hand: move first(d for d in bin) to your.hand", True),
    ],
)
def test_equal_cards_are_kept_apart_where_one_that_is_held_may_be_taken_by_its_number(tmp_path: Path, lay: str, apart: bool) -> None:
    more = "action draw(card in bin):\n    \"draw\"\n    move card to out"
    path = tmp_path / "merged.rules"
    path.write_text(GAME.format(after="pass", lay=lay, wait="pass", more=more).replace("    out: ", "    bin: bag\n    out: "))
    assert (merging(lower(load(str(path)), 2, {})).alike == ()) == apart
