"""What a tree search tries first, how it plays on, and what it takes a result for."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from ruledsl.engine.backend import engine_for
from ruledsl.engine.game import load
from ruledsl.engine.match import Match
from ruledsl.kernels.playing import anywhere, played_on
from ruledsl.minds.worlds import worlds
from ruledsl.search.arms import LIMIT, TRIED, WIDE
from ruledsl.search.mcts import Estimate, Manner, Search, choose, search
from ruledsl.search.plain import PlainState, PlainTree, plan_for

WILD = '''
game "Wild":
    players 2

card Number(value: 1..6)
card Joker:
    stands for any Number

components:
    box: 3 of Number(n) for n in 1..2, 4 of Joker

table:
    box: pile, hidden
    out: pile
    last: 0..6

each player:
    hand: hand
    score: 0..99

play:
    shuffle box
    for p in players: move top 5 of box to p.hand
    repeat 2 times:
        for p in players: p chooses lay or wait

winner: highest score

action lay(cards: 1..2 Number in your.hand):
    "lay {cards}"
    your.score += count(cards)
    for c in cards:
        KEPT
        move c to out

action wait():
    "wait"
'''

STEPS = '''
game "Steps":
    players 2

each player:
    score: 0..999

play:
    repeat 3 times:
        for p in players: p chooses go or wait

winner: highest score

action go(n in 1..40):
    "go {n}"
    your.score += n

action wait():
    "wait"
'''

TURNS = '''
game "Turns":
    players 2

each player:
    score: 0..999

play:
    repeat 4 times:
        for p in players:
            p chooses turn_left or turn_right
            p chooses go

winner: highest score

action turn_left(n in 1..5): "left {n}"
action turn_right(n in 1..5): "right {n}"
action go(n in 1..9):
    "go {n}"
    your.score += n
'''

GIFTS = '''
game "Gifts":
    players 3

each player:
    score: 0..99

play:
    for p in players: p.score = 20
    repeat 2 times:
        for p in players: p chooses keep, spoil or share

winner: highest score

def payoff(p) = PAYOFF

action keep():
    "keep"
    your.score += 3

action spoil():
    "spoil"
    your.score += 2
    for q in others: q.score = max(0, q.score - 4)

action share():
    "share"
    for q in players: q.score += 2
'''


def start(tmp_path: Path, text: str, seed: int = 1) -> Match:
    path = tmp_path / "game.rules"
    path.write_text(text, encoding="utf-8")
    return load(path).start(seed=seed)


def told(estimates: list[Estimate]) -> list[tuple[str, int, float | None]]:
    return [(e.choice.label, e.visits, e.value) for e in estimates]


def wild(tmp_path: Path, kept: str) -> list[Estimate]:
    match = start(tmp_path, WILD.replace("KEPT", kept))
    found = search(match, 300, seed=2)
    assert told(found) == told(search(match, 300, seed=2, engine="interp"))
    return [e for e in found if e.visits]


def test_the_same_cards_as_something_else_come_into_the_tree_once(tmp_path):
    assert len(wild(tmp_path, "pass")) == 9  # three single cards, five pairs, and to wait


def test_what_a_card_is_taken_for_is_told_apart_where_it_matters(tmp_path):
    assert len(wild(tmp_path, "last = c.value")) > 9


def test_at_a_wide_place_the_only_move_of_its_action_comes_second(tmp_path):
    match = start(tmp_path, STEPS)
    assert len(match.decision.options) > WIDE
    assert [e.choice.label for e in search(match, 1, seed=4) if e.visits] == ["go 40"]
    tried = {e.choice.label for e in search(match, 4, seed=4) if e.visits}
    assert tried == {"go 40", "wait"}
    for manner in (Manner(), Manner(depth=1)):
        assert told(search(match, 150, seed=2, manner=manner)) == told(search(match, 150, seed=2, engine="interp", manner=manner))


@pytest.mark.parametrize(("payoff", "best"), [("2 * p.score", "spoil"), ("sum(q.score for q in players)", "share")])
def test_the_lead_counts_and_where_all_have_the_same_the_sum(tmp_path, payoff, best):
    match = start(tmp_path, GIFTS.replace("PAYOFF", payoff))
    assert choose(match, 300, seed=3).label == best
    assert told(search(match, 80, seed=3)) == told(search(match, 80, seed=3, engine="interp"))


def looks(match: Match) -> tuple[list[int], list[int], bool]:
    """By site, how often seats have looked, and seen something, in the tree of machine code and in the plain one; and whether they go on looking."""
    found = Search(worlds(match, match.position.waiting[0]), match.position.waiting[0], 60, 1, "", Manner())
    found.tree.grow(60)
    plain = PlainTree(found, engine_for(match.program, "native"), 1)
    plain.grow(60)
    plan, sites = found.tree.forest.plan, len(match.program.sites)
    looked, telling = (ctypes.cast(row, ctypes.POINTER(ctypes.c_int64))[:sites] for row in (plan.looked, plan.telling))
    assert (looked, telling) == tuple([row[n] for n in range(sites)] for row in (plain.plan.looked, plain.plan.telling))
    return looked, telling, bool(anywhere(plain.plan))


def test_seats_look_before_they_choose_as_long_as_points_tell_options_apart(tmp_path):
    (looked,), (telling,), somewhere = looks(start(tmp_path, STEPS))
    assert somewhere and 60 < telling <= looked
    (looked,), _, somewhere = looks(load("breakthrough").start(2, 3))
    assert not somewhere and TRIED <= looked < 3 * TRIED


def test_they_look_where_points_tell_options_apart_and_nowhere_else(tmp_path):
    (dull, bright), (nothing, telling), somewhere = looks(start(tmp_path, TURNS))
    assert somewhere and nothing == 0 and dull == TRIED < telling <= bright


def test_who_looks_goes_further(tmp_path):
    match = start(tmp_path, STEPS)
    engine, reached = engine_for(match.program, "interp"), []
    told = Search(worlds(match, 0), 0, 1, 1, "interp", Manner()).told
    for blind in (LIMIT, 0):
        plan, points = plan_for(engine, 1, told | {"looked": [blind] * len(match.program.sites)}), 0
        for seed in range(20):
            state = PlainState(match.program, match.position.block.copy())
            plan.turns[0] = seed
            played_on(plan, state)
            points += sum(engine.call(state.block, "payoff", seat) for seat in (0, 1))
        reached.append(points / 20)
    assert reached[1] > reached[0] + 50
