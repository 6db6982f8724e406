"""What is drawn hangs on what a seat has observed: where two games are the same to it, the same worlds are drawn in both, in the same order."""

from __future__ import annotations

from pathlib import Path
from random import Random

import ruledsl
from ruledsl.engine.backend import Block
from ruledsl.engine.cards import cards_in, instances
from ruledsl.engine.match import Match
from ruledsl.findings.twins import Base, Change, Twins
from ruledsl.findings.worlds import held
from ruledsl.ir.program import Program
from ruledsl.minds.alike import grouped
from ruledsl.minds.worlds import worlds
from tests import few
from tests.minds.twinned import DRAWN, drawn_apart, parted, twins

GAME = """game "Lots":
    players 2
card C(n: 1..8) "{n}"
components:
    deck: 3 of C(n) for n in 1..8
table:
    deck: pile, hidden
    out:  pile
each player:
    hand: hand
    bid:  0..3, own
play:
    shuffle deck
    for p in players:
        repeat 4 times: move top of deck to p.hand
    repeat 3 times:
        for p in players: p chooses p.bid in {k for k in 0..3 if k <= count(c for c in p.hand if c.n > 2)}
        reveal players.first.bid + 5 * sum(c.n for c in players.first.hand)
        for p in players:
            p chooses lay
            move top of deck to p.hand
action lay(card in your.hand):
    "lay {card}"
    move card to out
winner: highest w
def w(p) = 1
"""


ONE_BY_ONE = GAME.replace("1..8", "1..6").replace("3 of", "2 of").replace("repeat 4", "repeat 3").replace("5 * ", "count(players.first.hand) + ")
"""Here hardly any worlds fit, and which of the cards left came when hangs on which were laid."""


def program(folder: Path, text: str) -> Program:
    (path := folder / "lots.rules").write_text(text, encoding="utf-8")
    return ruledsl.load(str(path)).program(players=2)


def test_cards_in_no_order_yet_are_drawn_in_an_order_that_owes_nothing_to_the_truth(tmp_path: Path) -> None:
    here, there = parted(program(tmp_path, GAME), 4, 1)
    assert held(here) != held(there)
    assert not drawn_apart(here, there, 1)


def test_cards_that_came_at_different_times_are_mixed_in_an_order_that_owes_nothing_to_the_truth(tmp_path: Path) -> None:
    """Cards went openly, and which of those that are left came when is another in each of the two games."""
    here, there = parted(program(tmp_path, ONE_BY_ONE), 24, 1)
    assert held(here) != held(there)
    assert not drawn_apart(here, there, 1)


LISTED = """game "Listed":
    players 2
card C(n: 1..3) "{n}"
components:
    deck: 1 of C(n) for n in 1..3, 1 of C(n) for n in 1..3
table:
    deck: pile, hidden
each player:
    hand: hand, hidden
play:
    shuffle deck
    repeat 2 times: move top of deck to players.first.hand
    move top of deck to players.last.hand
    for p in players:
        p chooses n in 0..1
        reveal any(c.n > 1 for c in p.hand)
winner: highest w
def w(p) = 1
"""
"""Few enough cards that all worlds are listed; equal ones have numbers that are not neighbours."""


def test_worlds_that_are_listed_stand_in_an_order_that_owes_nothing_to_the_truth(tmp_path: Path) -> None:
    made = program(tmp_path, LISTED)
    found = [drawn_apart(here, there, seat) for seed in (0, 5) for here, there, seat, _ in twins(made, seed)]
    assert len(found) > 2 and not any(found)


NAMED = GAME.replace("action lay", """    for c in out: counted(c)
phase counted(c: C):
    players.first chooses n in 0..1
    if n == 1: move c to deck
action lay""")  # fmt: skip
"""At the end a card is kept while somebody is asked; before, where it will stand is 0, as is the number of a card."""


def test_no_card_is_told_from_its_neighbours_by_where_another_will_be_kept(tmp_path: Path) -> None:
    made, hands = program(tmp_path, NAMED), 0
    for seed in range(12):
        match = Match(made, seed)
        places = {card: zone for zone, k in instances(made) for card in cards_in(made, match.position.values, zone, k)}
        groups = [group for group in grouped(match.position, places) if 0 in group]
        hands += places[0].name == "hand"
        assert [len(group) for group in groups] == [4 if places[0].name == "hand" else 16]
    assert hands > 2


PEEKED = """game "Peeked":
    players 3
card C(n: 1..3) "{n}"
components:
    deck: 2 of C(n) for n in 1..3
table:
    deck: pile, hidden
each player:
    hand: hand
play:
    shuffle deck
    for p in players:
        repeat 2 times: move top of deck to p.hand
    for p in players: p chooses peek or hold_up
    for p in players: p chooses take
action peek(q in others):
    "peek at {q}"
    let x = first(c for c in q.hand)
    if x is not none: show x to you
action hold_up(c in your.hand):
    "hold up {c}"
    reveal c
action take(c in your.left.hand):
    "take one"
    move c to your.hand
winner: highest w
def w(p) = 1
"""
"""Which card one is shown the third does not see; and who takes one that he knows chooses it by its face."""


def test_who_else_knows_a_card_is_drawn_as_it_may_be(tmp_path: Path) -> None:
    (path := tmp_path / "peeked.rules").write_text(PEEKED, encoding="utf-8")
    peeked, met = ruledsl.load(str(path)).program(players=3), 0
    for seed in few.seeds(40):
        for here, there, seat, how in twins(peeked, seed):
            one, other = (worlds(match, seat) for match in (here, there))
            for n in range(DRAWN):
                assert known(peeked, one.draw(n)) == known(peeked, other.draw(n)), how
            met += 1
    assert met


def known(program: Program, block: Block) -> list[tuple[int, int, int]]:
    """Where cards lie, by their faces, each with who knows it."""
    values = block.regions()
    return sorted(zip(values["card.zone"], program.cards, values["known"], strict=True))


def test_a_known_card_of_a_shuffled_pile_is_laid_where_nothing_tells_it() -> None:
    """Crazy eights: one card of the pile has been seen; at which place of those in no order it stands hangs on which cards were dealt."""
    eights = ruledsl.load("crazy-eights").program(players=2)
    base, random, step = Base(eights, 540764781, None), Random(1), 26
    follow, (begin, there) = Twins(eights, 1), base.other(Change("", {5: 15, 15: 5}), random)
    for here, answer in zip(base.stands[begin:step], base.answers[begin:step], strict=True):
        other = follow._same(here, there, 1, answer, False)
        assert other is not None
        there.go(other)
    here = base.stands[step]
    assert here.chain[1] == there.chain[1]
    assert worlds(here, 1).draw(0).regions()["stock.cards"] == worlds(there, 1).draw(0).regions()["stock.cards"]
