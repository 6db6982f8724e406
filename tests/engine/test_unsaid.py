"""The log tells all that others hear of an answer: what the label leaves out stands behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine import log
from ruledsl.engine.game import load
from ruledsl.engine.match import Match
from tests.minds.unsent import unsent

RULES = """
game "Unsaid":
    players 2
enum Colour: red, green
card Duck(colour: Colour) "{colour}"
components:
    deck: 4 of Duck(colour) for colour in Colour
table:
    deck: pile, hidden
    told: 0..9
each player:
    kept: row, SEEN
    hand: hand
    heap: heap, hidden
    x:    0..5
action bid(n in 0..3): "bid"
action wager(stake in 1..4, q in players): "a wager with {q}"
action both(a in 0..3, b in 0..3): "{a + b}"
action less(a in 0..3): "{9 - a}"
action sure(far in {false, true}): "sure"
action pick(card in your.kept):
    "pick"
    told = 1
action take(card in your.kept):
    "take {card}"
    move card to your.heap
action put(card in your.hand):
    "put {card}"
    move card to your.heap
action give(card in your.hand, q in players, n in 0..2 or none):
    "give {card} to {q}"
    move card to q.heap
action find():
    let card = first(c for c in your.kept if c.colour is red)
    if card is not none: move card to your.heap
play:
    shuffle deck
    for p in players:
        repeat 3 times: move top of deck to p.kept
        move top of deck to p.hand
    repeat 2 times:
        for p in players: p chooses bid, wager, both, less, sure, pick, take, put, give or find
winner: highest x
"""


def started(seen: str, folder: Path) -> Match:
    (path := folder / "unsaid.rules").write_text(RULES.replace("SEEN", seen), encoding="utf-8")
    return load(path).start(2, 1)


HEARD = {
    "bid 3": "A: bid (3)",
    "wager 2 B": "A: a wager with B (stake 2)",
    "both 1 2": "A: 3 (1, 2)",
    "less 2": "A: 7",
    "sure true": "A: sure (far: yes)",
    "put": "A: put",
    "give B none": "A: give (B, no n)",
}


@pytest.mark.parametrize(("typed", "heard"), HEARD.items())
def test_what_a_label_leaves_out_stands_behind_it(typed: str, heard: str, tmp_path: Path) -> None:
    """Only what nobody can tell by what is there: of two numbers their sum, of a secret card the action alone. That a card of the hand is one of the hand goes
    without saying."""
    match = started("hidden", tmp_path)
    action, *words = typed.split()
    option = next(o for o in match.decision.options if o.action == action and words == [text for name, text in o.given if name != "card"])
    match.play(option)
    assert log.as_seen(match.moments[-1].events[0], 1).text == heard  # type: ignore[union-attr]


@pytest.mark.parametrize(("seen", "typed"), [("hidden", "pick"), ("hidden", "take"), ("own", "take"), ("own", "pick")])
def test_a_card_picked_by_its_place_is_told_by_it(seen: str, typed: str, tmp_path: Path) -> None:
    told = set()
    for n in range(3):
        match = started(seen, tmp_path)
        match.play([o for o in match.decision.options if o.action == typed][n] if seen == "hidden" else _of_place(match, typed, n))
        told.add(log.as_seen(match.moments[-1].events[0], 1).text)  # type: ignore[union-attr]
    assert told == {f"A: {typed} (card {n} of A's kept)" for n in (1, 2, 3)} or told == {f"A: take card {n} of A's kept" for n in (1, 2, 3)}


def _of_place(match: Match, action: str, n: int) -> object:
    card = match.position.values["kept.cards"][n]
    return next(o for o in match.decision.options if o.action == action and o.move[1] == card)


@pytest.mark.parametrize("seen", ["hidden", "own"])
def test_what_a_seat_observes_it_is_told(seen: str, tmp_path: Path) -> None:
    """Which of the cards of a row the rules took, too."""
    program = started(seen, tmp_path).program
    found = [told for seed in range(6) for told in unsent(program, seed, 6)]
    assert found and not any(found)
