"""All that may have happened: where it is little, worlds are exact whatever goes on within a step, and each is listed once."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.cards import cards_in
from ruledsl.engine.game import load
from ruledsl.engine.match import Match
from ruledsl.engine.sealed import answered
from ruledsl.ir.fault import RulesFault
from ruledsl.minds import histories
from ruledsl.minds.deals import Deals
from ruledsl.minds.every import possible
from ruledsl.minds.histories import Histories
from ruledsl.minds.mind import Mind
from ruledsl.minds.past import question, steps
from tests import few
from tests.minds.asked import EQUAL, HEAD
from tests.minds.judge import Judge, drawn, key

DEALT = '''
play:
    repeat 2 times: move random of deck to players.first.hand
    repeat 2 times: move random of deck to players.last.hand
    players.last chooses act
    players.first chooses end_of
'''
THROUGH = HEAD.format(players=2, deck=EQUAL) + '''
action act(a in your.hand, b in your.hand):
    "act"
    if any(c.colour is green for c in you.left.hand): move a to your.down
    move b to your.heap
''' + DEALT
COUNTED = HEAD.format(players=2, deck=EQUAL) + '''
action act(card in your.hand):
    "act"
    move card to your.down
    told = count(c for c in your.down if c.colour is red)
''' + DEALT
TOGETHER = HEAD.format(players=2, deck=EQUAL) + '''
action act(a in your.hand if a.colour is not red, b in your.hand if b.colour is not red):
    "act"
    move b to your.down
''' + DEALT.replace("players.last chooses act", "each p in players chooses act or end_of")
SHOWN_AMONG = HEAD.format(players=2, deck=EQUAL) + '''
action act(card in your.hand):
    "act"
    show card to you.left
    move random of deck to your.hand
    for c in your.hand if c.colour is red: show c to you.left
''' + DEALT
ODD = {"through": THROUGH, "counted": COUNTED, "together": TOGETHER, "shown among": SHOWN_AMONG}


def begun(text: str, folder: Path, seed: int) -> Match:
    (path := folder / "odd.rules").write_text(text, encoding="utf-8")
    return load(path).start(2, seed)


@pytest.mark.parametrize("name", ODD)
def test_what_goes_on_within_a_step_makes_nothing_less_exact(name: str, tmp_path: Path) -> None:
    match, random = begun(ODD[name], tmp_path, 0), Random(0)
    while not match.over:
        for seat in range(2):
            true, held = Judge(match, seat).worlds(), possible(match.moments, seat)
            found, total = Counter[object](), sum((weight for weight, _ in held.worlds), Fraction(0))
            for weight, block in held.worlds:
                found[key(match.program, block.regions())] += weight / total
            assert held.whole and found == true
            assert len(found) == len(held.worlds) or answered(match.position, seat)  # what is sealed tells worlds apart
            assert drawn(match, seat) in ((true, True), ({}, False))
        match.play(random.choice(match.answers()))


def all_(match: Match, seat: int = 0) -> Histories:
    return Histories(Mind(match.program, steps(match), question(match, match.position), seat))


def test_one_more_step_is_one_more_step(tmp_path: Path) -> None:
    """What was gone through is kept."""
    match = begun(COUNTED, tmp_path, 1)
    (first := all_(match)).worlds()
    match.play(match.answers()[0])
    (second := all_(match)).worlds()
    (again := all_(match)).worlds()
    assert 0 < first.ran < second.ran < 2 * first.ran and again.ran == second.ran


def test_a_step_that_was_gone_through_in_one_match_is_not_run_again_in_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes of it, and how much is gone through, is the same where there is no room to keep any."""
    (path := tmp_path / "odd.rules").write_text(COUNTED, encoding="utf-8")
    kept, run, ran = load(path), Histories._behind, list[int]()
    monkeypatch.setattr(Histories, "_behind", lambda *asked: (ran.append(1), run(*asked))[1])
    told, counts, gone = [], [], []
    for game, room in ((kept, histories.KNOWN), (kept, histories.KNOWN), (load(path), 0)):
        monkeypatch.setattr(histories, "KNOWN", room)
        match, before = game.start(2, 1), len(ran)
        match.play(match.answers()[0])
        found = [(one := all_(match, seat), one.worlds()) for seat in range(2)]
        told.append([[(weight, block.bytes()) for weight, block in worlds or ()] for _, worlds in found])
        counts.append(len(ran) - before)
        gone.append([one.ran for one, _ in found])
    assert told[0] == told[1] == told[2] and all(told[0]) and gone[0] == gone[1] == gone[2]
    assert counts[1] == 0 < counts[0] <= counts[2]


def test_too_much_is_seen_before_anything_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = load("hearts").start(4, 1, engine="native")
    assert (found := all_(match)).worlds() is None and found.ran == 0
    monkeypatch.setattr(histories, "RUNS", 5)
    assert (found := all_(begun(COUNTED, tmp_path, 1))).worlds() is None and found.ran == 0


def test_where_a_beginning_was_set_by_hand_all_that_is_not_seen_may_lie_anywhere(tmp_path: Path) -> None:
    match = begun(COUNTED, tmp_path, 1)
    there = match.standing(match.position.block)
    found = Histories(Mind(there.program, [], question(there, there.position), 0)).worlds()
    assert found is not None and sum(weight for weight, _ in found) == 1
    assert len(found) == sum(1 for _ in Deals(there.position, 0))


LAY = '''
game "Lay":
    players 2
enum Colour: red, blue
card Tile(colour: Colour) "{colour}"
components:
    deck: 3 of Tile(red)
    deck: 3 of Tile(blue)
table:
    deck: bag, hidden
each player:
    hand:  hand
    down:  heap, hidden
    score: 0..9
play:
    for p in players:
        repeat 2 times: move random of deck to p.hand
    each p in players chooses lay
    each p in players chooses lay
action lay(card in your.hand):
    "lay {card}"
    move card to your.down
winner: highest score
'''


@pytest.mark.parametrize("seed", few.seeds(4))
def test_a_card_that_was_sealed_is_named_as_it_lies(seed: int, tmp_path: Path) -> None:
    """By whomever: it lies in the hand of its seat, and which of equal ones it is makes no other world."""
    match, random, met = begun(LAY, tmp_path, seed), Random(seed), 0
    hand = next(zone for zone in load(tmp_path / "odd.rules").program(2).zones if zone.name == "hand")
    while not match.over:
        for seat in range(2) if answered(match.position) else ():
            worlds = [(weight, block.regions()) for weight, block in possible(match.moments, seat).worlds]
            (who,) = answered(match.position)
            width, met = len(match.position.values["sealed"]) // 2, met + 1
            cards = [values["sealed"][who * width + 2] for _, values in worlds]
            assert all(values["card.zone"][card] == hand.base + who for card, (_, values) in zip(cards, worlds, strict=True))
            seen = Counter((key(match.program, values), match.program.cards[card]) for card, (_, values) in zip(cards, worlds, strict=True))
            assert set(seen.values()) == {1}
        match.play(random.choice(match.answers()))
    assert met == 4


STUCK = HEAD.format(players=2, deck=EQUAL) + '''
action act(a in you.left.hand if a.colour is not red):
    "act {a}"
''' + DEALT.replace("    players.last", "    players.first chooses end_of\n    players.last")


def test_where_nobody_could_do_anything_play_does_not_stand(tmp_path: Path) -> None:
    """The seat that is asked could do nothing if the other had red cards alone: so it has others."""
    met = 0
    for seed in few.seeds(6):
        match = begun(STUCK, tmp_path, seed)
        try:
            match.play(match.answers()[0])
            assert match.answers()
        except RulesFault:
            continue
        found, program = possible(match.moments, 1), match.program
        hands = [[program.cards[card] for card in cards_in(program, block.regions(), program.zone["hand"], 0)] for _, block in found.worlds]
        assert found.whole and hands and not any(set(hand) == {0} for hand in hands)
        met += 1
    assert met
