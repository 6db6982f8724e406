"""The object to hand out: what a seat, a spectator and the referee are told."""

from __future__ import annotations

import json

import pytest

import ruledsl
from ruledsl.engine.knowledge import resample
from tests import few


def dealt(seat, seed, game="kuhn-poker"):
    match = ruledsl.load(game).start(seed=seed)
    return match, json.dumps(match.at(seat).document())


def test_a_seat_is_told_the_same_wherever_it_holds_the_same():
    told = {}
    for seed in few.seeds(60):
        match, document = dealt(1, seed)
        own = next(c.text for z in match.view(1).zones if z.owner_seat == 1 for c in z.cards)
        told.setdefault(own, set()).add(document)
    assert len(told) == 3 and all(len(documents) == 1 for documents in told.values())


def test_a_spectator_is_told_the_same_in_all_deals_and_the_referee_is_not():
    assert len({dealt("spectator", seed)[1] for seed in range(30)}) == 1
    assert len({dealt("referee", seed)[1] for seed in range(30)}) == 6


@pytest.mark.parametrize("game", ["go-fish", "hearts", "surprise-egg"])
def test_worlds_that_a_seat_holds_possible_are_one_to_it(game):
    match = ruledsl.load(game).start(seed=4)
    for _ in range(6):
        match.play(len(match.legal()) // 2)
    seat = match.decision.player
    here = match.at(seat)
    for seed in range(3):
        there = match.standing(resample(match.position, seat - 1, seed)).at(seat)
        assert (there.view, there.menu, there.prompt) == (here.view, here.menu, here.prompt)
        assert [r.message for r in there.refuse("nonsense")] == [r.message for r in here.refuse("nonsense")]


def test_it_goes_on_with_the_match_and_is_played_by_ids():
    match = ruledsl.load("kuhn-poker").start(seed=2)
    first, second = match.at(1), match.at(2)
    assert first.asked and not second.asked and second.menu == [] and second.prompt == ""
    assert [option.id for option in first.menu] == [c.id for c in match.legal()]
    with pytest.raises(ruledsl.IllegalMove):
        second.play(first.menu[0].id)
    before = len(first.log)
    first.play(first.menu[0].id)
    assert second.asked and not first.asked and len(first.log) > before


def test_hints_are_of_its_own_options():
    seat = ruledsl.load("kuhn-poker").start(seed=2).at(1)
    assert {hint.id for hint in seat.hint(50)} == {option.id for option in seat.menu}


def test_what_is_handed_out_has_no_seed_and_no_state():
    seat = ruledsl.load("kuhn-poker").start(seed=2).at(1)
    assert not [name for name in dir(seat) if name in ("seed", "history", "state_bytes", "position", "resample")]
    assert all(not hasattr(option, "move") for option in seat.menu)


def test_nobody_else_looks_at_a_match():
    match = ruledsl.load("kuhn-poker").start(seed=2)
    for who in (0, 3, "guest"):
        with pytest.raises(ValueError):
            match.at(who)
    for who in ("spectator", "referee"):
        with pytest.raises(ValueError):
            match.at(who).refuse("bet")
        assert match.at(who).menu == []
