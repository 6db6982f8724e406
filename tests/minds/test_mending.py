"""Courses of play that do not go on as play did, mended."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import load
from ruledsl.engine.knowledge import exchange
from ruledsl.engine.match import Match
from ruledsl.engine.position import Position
from ruledsl.minds.lying import Sight, labelled
from ruledsl.minds.mending import Mending
from ruledsl.minds.mind import Mind
from ruledsl.minds.particles import Node, Particles
from ruledsl.minds.past import question, steps

AGAIN = """game "Round and Round":
    players 2
enum Colour: red, green, blue, black, grey, pink, gold, plum
card Duck(colour: Colour) "{colour}"
components:
    p.deck: 1 of Duck(colour) for colour in Colour
table:
    open: row
    told: bool
each player:
    deck: pile, hidden
    hand: hand, own
    used: pile, top
winner: highest payoff
def payoff(p) = 1 if told == (p == players.first) else -1
action show(card in your.hand):
    "show {card}"
    move card to open
play:
    for p in players: shuffle p.deck
    repeat 4 times:
        for p in players:
            if count(p.deck) < 3:
                move all of p.used to bottom of p.deck
                shuffle p.deck
            repeat 3 times: move top of p.deck to p.hand
            told = any(c.colour is red for c in p.hand)
            p chooses show
            for c in open: move c to p.used
            for c in p.hand: move c to p.used
"""


def courses(match: Match, seat: int) -> tuple[Particles, list[Node]]:
    particles = Particles(Mind(match.program, steps(match), question(match, match.position), seat).quick)
    return particles, particles.courses()


def test_cards_change_places_as_lately_as_they_can(tmp_path: Path) -> None:
    """What was seen of a deck before it was shuffled for the last time stays as it is."""
    (path := tmp_path / "again.rules").write_text(AGAIN, encoding="utf-8")
    match, random = load(path).start(2, 0, engine="native"), Random(0)
    while not match.over:
        match.play(random.choice(match.answers()))
    particles, found = courses(match, 0)
    answers = [node.answer for node in found[0].path[1:]]
    last = max(n for n, step in enumerate(particles.steps) if step.choice.seat == 2)
    while particles.is_draw(last - 1):
        last -= 1
    mending, lying = Mending(particles, len(answers), 1, found[0]), found[0].block.regions()["card.zone"]
    taken = [answer[0] for n, answer in enumerate(answers) if n >= last and particles.is_draw(n)]
    left = [card for card, place in enumerate(lying) if place == match.program.zone["deck"].base + 1]
    others = [other for one, two in product(taken, left) if (other := mending.exchanged({one: two, two: one})) is not None]
    assert others
    for other in others:
        assert next((n for n, node in enumerate(other.path[1:]) if node.answer != answers[n]), last) >= last


def test_reasons_are_the_cards_of_the_hand_that_is_asked_about(tmp_path: Path) -> None:
    (path := tmp_path / "again.rules").write_text(AGAIN, encoding="utf-8")
    match = load(path).start(2, 1, engine="native")
    particles, _ = courses(match, 1)
    nodes, why = [Node(particles.steps[0].before.block)], None
    for number, step in enumerate(particles.steps):
        if step.choice.seat is None and step.after.kind == "choice":
            why = particles.reasons(number, nodes[-1])
            break
        after = particles.step(number, nodes[-1])[1]
        assert after is not None
        nodes.append(after)
    values = nodes[-1].block.regions()
    place = match.program.zone["hand"].base
    lying = {card for card, where in enumerate(values["card.zone"]) if where == place}
    assert why is not None
    assert lying < why.cards
    assert len(why.cards) == 3
    assert not why.more


CARRIED = """game "Covers":
    players 2
card Egg, Duck
components:
    deck: 4 of Egg, 2 of Duck
table:
    deck: pile, hidden
each player:
    nest: row
    hand: hand, own
each Egg:
    cover: spot
winner: highest held
def held(p) = count(p.hand)
action sit(card in your.hand if card is Duck, egg in your.nest if egg is Egg):
    "sit on it"
    move card to egg.cover
play:
    shuffle deck
    for p in players:
        repeat 2 times: move first(c for c in deck if c is Egg) to p.nest
        move first(c for c in deck if c is Duck) to p.hand
    for p in players: p chooses sit
"""


def test_what_lies_on_a_card_lies_on_the_one_in_its_place(tmp_path: Path) -> None:
    (path := tmp_path / "covers.rules").write_text(CARRIED, encoding="utf-8")
    match = load(path).start(2, 1, engine="native")
    while not match.over:
        match.play(match.answers()[0])
    truly, sight = match.position, Sight(match.program, 0)
    eggs = [card for card, place in enumerate(truly.values["card.zone"]) if place == match.program.zone["nest"].base]
    there = Position(truly.program, truly.engine, truly.words, exchange(truly, {eggs[0]: eggs[1], eggs[1]: eggs[0]}))
    far, label = labelled(sight.lying(truly, sight.faces(truly)), sight.lying(there, sight.faces(there)))
    assert far == 0
    assert (label[eggs[0]], label[eggs[1]]) == (eggs[1], eggs[0])


AT_ONCE = """game "At Once":
    players 2
card Duck(n: 1..40) "{n}"
components:
    deck: 1 of Duck(n) for n in 1..40
table:
    deck: pile, hidden
    sum: 0..999
each player:
    hand: %s
    row: fan, own
winner: highest held
def held(p) = count(p.hand)
action keep(): "keep"
play:
    shuffle deck
    repeat 8 times:
        for p in players: move top of deck to p.hand
    sum = sum(c.n for c in players.last.hand if c.n > 38)
    players.first chooses keep
    show players.last.hand to players.first
    players.first chooses keep
"""


@pytest.mark.parametrize("hand", ["hand, own", "fan, own"])
def test_a_hand_that_is_shown_at_once_has_come_there_before(tmp_path: Path, hand: str) -> None:
    """Of a fan it is seen in which order its cards came."""
    (path := tmp_path / "at-once.rules").write_text(AT_ONCE % hand, encoding="utf-8")
    match = load(path).start(2, 1, engine="native")
    while not match.over:
        match.play(match.answers()[0])
    particles, found = courses(match, 0)
    assert found
    assert particles.ran < 1_800
