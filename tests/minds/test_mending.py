"""Courses of play that do not go on as play did, mended."""

from __future__ import annotations

from pathlib import Path
from random import Random

from ruledsl.engine.game import load
from ruledsl.engine.match import Match
from ruledsl.minds.mind import Mind
from ruledsl.minds.particles import Node, Particles
from ruledsl.minds.past import question, steps

AGAIN = """game "Round and Round":
    players 2
enum Colour: red, green, blue, black
card Duck(colour: Colour) "{colour}"
components:
    p.deck: 2 of Duck(colour) for colour in Colour
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
    repeat 3 times:
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


def test_decks_that_are_shuffled_again_and_facts_of_hands(tmp_path: Path) -> None:
    """What was seen of a deck before it was shuffled stays; which cards a question hangs on is found, where it brings none to light."""
    (path := tmp_path / "again.rules").write_text(AGAIN, encoding="utf-8")
    game = load(path)
    for seed in range(4):
        match, random = game.start(2, seed, engine="native"), Random(seed)
        while not match.over:
            match.play(random.choice(match.answers()))
        for seat in range(2):
            particles, found = courses(match, seat)
            assert found
            assert particles.ran < 3_000


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
