"""A follower plays as the interpreter does, and tells of each step what it hangs on: steps before it."""

import random

import pytest

import ruledsl
from ruledsl.interp import Interpreter
from ruledsl.interp.followed import ANSWER, Follower, TooLong
from ruledsl.ir.program import ASKING
from tests.ir.build import ENDS, PLACES, program

MANY = 100_000
ADDING = """
function sum value 2 3
  start:
    r2 = add r0, r1 @2
    return r2 @3
function main main 0 4
  resumes start
  start:
    r0 = const 1 @1
    r1 = call sum, r0, r0 @4
    r2 = copy r1 @5
    branch r2, yes, no @6
  yes:
    r3 = add r2, r2 @7
    finish
  no:
    finish
"""


def test_a_match_is_the_same_step_by_step():
    game = ruledsl.load("crazy-eights").program(2, {})
    plain, follower, rng = Interpreter(game), Follower(game, MANY), random.Random(3)
    one, other = plain.start(5, 1), follower.start(5, 1)
    for _ in range(30):
        assert one.bytes() == other.bytes()
        if one.get("status") != ASKING:
            break
        seats, site = one.get("ask.seats"), one.get("ask.site")
        seat = (seats & -seats).bit_length() - 1
        options = plain.legal(one, site, seat) if seats else [(n,) for n in range(one.get("ask.count"))]
        assert not seats or follower.legal(other, site, seat) == options
        move = rng.choice(options)
        for engine, state in ((plain, one), (follower, other)):
            for n in range(game.region["move"].count):
                state.set("move", n, move[n] if n < len(move) else 0)
            state.set("move.seat", 0, seat)
            engine.resume(state)
    assert all(before < n for n, event in enumerate(follower.events) for before in (*event.before, event.decided, *event.others))


def test_a_value_hangs_on_what_it_is_made_of_and_on_the_branch_that_led_to_it():
    follower = Follower(program(ADDING + ENDS, places=PLACES), MANY)
    follower.start(1)
    by_place = {event.place: event for event in follower.events}
    at = {event.place: n for n, event in enumerate(follower.events)}
    assert by_place[2].before == [] and by_place[2].function == "sum"
    assert by_place[3].before == [at[2]]
    assert by_place[5].before == [at[3]]
    assert by_place[7].before == [at[5], at[5]] and by_place[7].decided == at[6]


def test_what_was_moved_hangs_on_what_let_the_answer_through():
    game = ruledsl.load("pig").program(2, {})
    follower = Follower(game, MANY)
    state = follower.start(1, 1)
    places = [action.place for action in game.actions[:1]]
    follower.answered(places)
    assert [(event.op, event.place) for event in follower.events[-1:]] == [(ANSWER, places[0])]
    row = Interpreter(game).legal(state, state.get("ask.site"), 0)[0]
    for n in range(game.region["move"].count):
        state.set("move", n, row[n] if n < len(row) else 0)
    before = len(follower.events) - 1
    follower.resume(state)
    assert any(before in event.before for event in follower.events[before + 1 :])


def test_no_more_steps_are_kept_than_there_is_room_for():
    follower = Follower(program(ADDING + ENDS, places=PLACES), 4)
    with pytest.raises(TooLong):
        follower.start(1)
    assert len(follower.events) == 4
