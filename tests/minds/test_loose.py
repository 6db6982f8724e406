"""As which of them the engine keeps a card that lies in no order tells no worlds apart."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from ruledsl import load
from ruledsl.engine.match import Match
from ruledsl.minds import histories
from ruledsl.minds.every import possible
from ruledsl.minds.loose import lined_up, orderless
from ruledsl.minds.mind import Mind
from ruledsl.minds.past import question, steps
from tests.minds.judge import Judge, Key, key
from tests.minds.share import asked, copied

RULES = """
game "Back":
    players 2
enum Colour: red, green
card Duck(colour: Colour) "{colour}"
components:
    deck: 2 of Duck(red), 2 of Duck(green), 1 of Duck(red)
table:
    deck: pile, hidden
    told: bool
each player:
    hand: hand
    x:    0..5
play:
    shuffle deck
    for p in players: move top of deck to p.hand
    repeat 2 times:
        for p in players: p chooses back or wait
action back(card in your.hand):
    "back {card}"
    move card to bottom of deck
    shuffle deck
    MORE
    move top of deck to your.hand
action wait(): "wait"
winner: highest x
"""
LOOKS = ("told = first(c for c in deck).colour is red", "for c in deck: told = c.colour is red")


def started(more: str, folder: Path, seed: int) -> Match:
    (path := folder / "back.rules").write_text(RULES.replace("MORE", more), encoding="utf-8")
    return load(path).start(2, seed)


def held(match: Match, seat: int) -> tuple[dict[Key, Fraction], bool]:
    found, out = possible(match.moments, seat), dict[Key, Fraction]()
    for weight, block in found.worlds:
        out[key(match.program, block.regions())] = out.get(key(match.program, block.regions()), Fraction(0)) + weight
    return out, found.whole


def test_the_same_worlds_are_as_likely_where_each_way_to_keep_them_is_a_state_of_its_own(tmp_path: Path) -> None:
    found: list[list[tuple[dict[Key, Fraction], bool]]] = []
    for apart in (False, True):
        match, random = started("", tmp_path, 1), Random(1)
        assert orderless(match.program)
        with patch.object(histories, "lined_up", (lambda program, state: None) if apart else lined_up), patch.object(histories, "MORE", 100_000):
            found.append([])
            while not match.over:
                found[-1] += [held(match, seat) for seat in range(2)]
                match.play(random.choice(match.answers()))
    assert found[0] == found[1] and all(whole for _, whole in found[0])


@pytest.mark.parametrize("looks", LOOKS)
def test_where_rules_go_through_them_each_is_a_state_of_its_own(looks: str, tmp_path: Path) -> None:
    assert not orderless(started(looks, tmp_path, 1).program)


@pytest.mark.parametrize("name", ["go-fish", "orchard"])
def test_what_a_seat_knows_of_nine_cards_is_exact(name: str, tmp_path: Path) -> None:
    assert all(asked(copied(name, tmp_path), 1, 2))


SEEN = """
game "Seen":
    players 2
card Mask(n: 1..4) "{n}"
components:
    court: 1 of Mask(n) for n in 1..4
table:
    court: bag, hidden
    told:  bool
each player:
    hand:  hand
    score: 0..9
play:
    repeat 2 times: move random of court to players.last.hand
    players.last chooses card in players.last.hand "which goes back?"
    move card to court
    ASKED
    players.first chooses n in 0..1 "?"
    players.first.score = n
winner: highest score
"""


@pytest.mark.parametrize(("looks", "states"), [("told = count(court) > 4", 4), ("told = sees(players.last, court)", 12)])
def test_what_another_knows_of_a_card_tells_no_states_apart_unless_a_rule_asks(looks: str, states: int, tmp_path: Path) -> None:
    """One of three cards is left in a hand, and which of those in the bag lay there as well only its owner knows."""
    (path := tmp_path / "seen.rules").write_text(SEEN.replace("ASKED", looks), encoding="utf-8")
    match = load(path).start(2, 1)
    match.play(match.answers()[0])
    mind = Mind(match.program, steps(match), question(match, match.position), 0)
    found = histories.Histories(mind).worlds() or []
    true = Judge(match, 0).worlds()
    assert len(found) == states
    assert {world: sum(weight for weight, block in found if key(match.program, block.regions()) == world) for world in true} == true
