"""What is drawn hangs on what a seat has observed: where two games are the same to it, the same worlds are drawn in both, in the same order."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import ruledsl
from ruledsl.engine.backend import Block
from ruledsl.engine.cards import cards_in, instances
from ruledsl.engine.position import Position
from ruledsl.findings.twins import Base, Change, Exchanged
from ruledsl.findings.worlds import Watched, heard
from ruledsl.ir.program import Program
from ruledsl.minds.worlds import worlds

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


def twins(program: Program, seed: int, seat: int) -> tuple[Watched, Watched]:
    """A game, and the same with two cards exchanged that the seat has not seen."""
    base, random = Base(program, seed, None), Random(seed)
    step = base.length - 2
    change = Change("", base._swap(base.unseen[step][seat], {drawn.card for drawn in base.drawings} - {-1}, random))
    here, there = Watched(program, seed), Watched(program, seed, None, Exchanged(base.drawings, change, random))
    for answer in base.answers[:step]:
        said = heard(here.observer, seat, here.position, answer, set())
        same = [o for o in there.answers(answer.seat) if o.move == answer.move or heard(there.observer, seat, there.position, o, set()) == said]
        there.play(next((o for o in same if o.move == answer.move), same[0]))
        here.play(answer)
    assert here.chain[seat] == there.chain[seat]
    return here, there


def lying(match: Watched, block: Block) -> list[list[int]]:
    """The faces in each zone, in the order in which they stand there."""
    there = Position(match.program, match.position.engine, match.position.words, block)
    return [[match.program.cards[card] for card in cards_in(match.program, there.values, zone, k)] for zone, k in instances(match.program)]


@pytest.mark.parametrize("seed", [4, 10])
def test_cards_in_no_order_yet_are_drawn_in_an_order_that_owes_nothing_to_the_truth(tmp_path: Path, seed: int) -> None:
    (path := tmp_path / "lots.rules").write_text(GAME, encoding="utf-8")
    here, there = twins(ruledsl.load(str(path)).program(players=2), seed, 1)
    assert lying(here, here.position.block) != lying(there, there.position.block)
    one, other = worlds(here, 1), worlds(there, 1)
    for n in range(20):
        assert lying(here, one.draw(n)) == lying(there, other.draw(n))
