"""Where more may have happened than is played again, nothing is called exact that is not: it is said only of steps of which it is proved."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import load
from ruledsl.minds.mind import Mind
from ruledsl.minds.past import question, steps
from tests.minds.alone import all_of, said
from tests.minds.judge import Judge, believed
from tests.minds.strange import Strange
from tests.minds.wild import Wild

KNOWN = [(Wild, 31, 1, 1), (Wild, 319, 0, 3), (Strange, 154, 1, 1), (Strange, 4, 0, 1), (Wild, 30, 0, 3), (Wild, 3003, 1, 2)]
"""A card that goes through a place on one side of a condition; an answer that had to be there; which card was stowed, told by a count; a loop over a hand that
asks, in a table; a card that goes through a bag to another hand; one that was shown
in a hand and goes to a bag."""


@pytest.mark.parametrize(("writer", "seed", "number", "moves"), KNOWN)
def test_what_is_not_followed_is_not_called_exact(writer: type[Strange] | type[Wild], seed: int, number: int, moves: int, tmp_path: Path) -> None:
    (path := tmp_path / "known.rules").write_text(writer(seed).text, encoding="utf-8")
    match, random = load(path).start(2, number), Random(number)
    for _ in range(moves):
        match.play(random.choice(match.answers()))
    for seat in range(2):
        assert all(worlds == all_of(match, seat) for worlds in said(match, seat).values())


TWICE = '''
game "Twice":
    players 2
enum Colour: red, green
card Duck(colour: Colour) "{colour}"
components:
    deck: 2 of Duck(colour) for colour in Colour
table:
    deck: pile, hidden
    told: 0..9
    said: 0..9
each player:
    down: pile, hidden
    x: 0..3, own
winner: highest payoff
def payoff(p) = told
action rest(): "rest"
play:
    shuffle deck
    repeat 3 times: move top of deck to players.last.down
    players.first chooses rest
    told = 1 if (top of players.last.down).colour is red else 0
    players.first chooses rest
    players.last chooses players.last.x in 0..1
    players.first chooses rest
    said = 1 if ((top of players.last.down).colour is red) == (players.last.x == 1) else 0
    players.first chooses rest
    shuffle players.last.down
    players.first chooses rest
'''


def test_cards_that_were_mixed_lay_in_one_order_for_all_that_was_told(tmp_path: Path) -> None:
    """What was told of the top card, and what was answered, by what both say together."""
    (path := tmp_path / "twice.rules").write_text(TWICE, encoding="utf-8")
    match = load(path).start(2, 0)
    while not match.over and len(match.history.moves) < 5:
        match.play(match.answers()[0])
    mind = Mind(match.program, steps(match), question(match, match.position), 0)
    assert any(point.groups for point in mind.points if point.number >= mind.begin) and any(point.number < mind.begin for point in mind.points)
    assert believed(match, 0)[0] == Judge(match, 0).worlds()
