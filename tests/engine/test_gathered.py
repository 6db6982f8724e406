"""All cards of a kind or family, wherever they lie: moved, gone through and counted, the same in both engines and with real cards."""

from __future__ import annotations

import random

import pytest

import ruledsl
from tests import few
from tests.engine.test_told import Truth, answer

RULES = """
game "Gathering":
    players 2..3
card Fowl
card Duck(n: 1..5) "D{n}" is Fowl
card Goose "G" is Fowl
card Stone "S"
components:
    deck: 2 of Duck(n) for n in 1..5, 3 of Goose, 5 of Stone
table:
    deck: pile, hidden
    yard: row of Fowl
    heap: pile, hidden
    ducks: 0..99
    geese: 0..99
each player:
    hand: hand
    nest: pile of Fowl, hidden
    shelf[n in 1..2]: row
each Goose:
    under: heap
play:
    for n in 1..4: round()
phase round():
    deal_out()
    for p in players: turn(p)
to deal_out():
    move all Stone to deck
    move all Fowl to deck
    shuffle deck
    for p in players:
        move top 3 of deck to p.hand
        move top of deck to p.shelf[2]
    for c in all Goose:
        let card = top of deck
        if card is not none and card is not Goose: move card to c.under
    move top of deck to heap
    ducks = count(all Duck)
    geese = count(c for c in all Fowl if c is Goose)
phase turn(p):
    p chooses put, call or call_in
action put(c in your.hand, n in 1..2):
    "put {c} on {n}"
    move c to your.shelf[n]
action call(): "call"; SEVERAL
action call_in(p in players):
    "call into {p}"
    require any(c is Duck for c in your.hand) else "no duck of yours is there"
    move all Fowl to p.nest
winner: highest score
def score(p) = sum(c.n for c in all Duck if c in p.hand or c in p.shelf[1]) + count(p.nest)
invariant "no card is lost": count(all Fowl) == 13 and count(all Stone) + 13 == count(all cards)
invariant "all are there": all(c in all Fowl for c in yard) and ducks in {0, 10}
""".replace('"call"; SEVERAL', '\n    "call"\n    move all Fowl to yard\n    move all Stone to bottom of heap')


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "gathering.rules"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


def order(match):
    """Where all cards lie: by zone and instance, from the bottom up or by number."""
    program, values = match.program, match.position.values
    out = {}
    for zone in program.zones:
        for k in range(zone.instances):
            cards = [card for card, at in enumerate(values["card.zone"]) if at == zone.base + k]
            if zone.ordered:
                first = k * zone.capacity
                cards = list(values[f"{zone.name}.cards"][first : first + values[f"{zone.name}.count"][k]])
            out[zone.name, k] = cards
    return out


def in_loose_order(cards, wanted, loose):
    """As they are wanted; but loose ones, which come one behind the other, in any order."""
    mixed = {c for c in cards if c in loose}
    plain = [c if c not in mixed else None for c in cards], [c if c not in mixed else None for c in wanted]
    return plain[0] == plain[1]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_they_come_zone_by_zone_and_what_lies_there_stays(path, engine):
    game, called = ruledsl.load(path), 0
    for seed in few.seeds(12):
        match, rng = game.start(players=3, seed=seed, engine=engine), random.Random(seed)
        while match.decision is not None:
            choice = rng.choice(match.decision.options)
            before, program = order(match), match.program
            loose = set(before["deck", 0][: match.position.values["deck.loose"][0]])
            fowl = {c for c, face in enumerate(program.cards) if program.faces[face].kind != "Stone"}
            last = match.decision.player == 3
            match.play(choice)
            if choice.label.startswith("call into ") and not last:
                target = "nest", "ABC".index(choice.label[-1])
                wanted = before[target] + [c for at, cards in before.items() if at != target for c in cards if c in fowl]
                assert sorted(order(match)[target]) == sorted(wanted) == sorted(fowl)
                assert in_loose_order(order(match)[target], wanted, loose)
                assert all(fowl.isdisjoint(cards) for at, cards in order(match).items() if at != target)
                called += 1
    assert called > 5


def test_engines_agree(path):
    game = ruledsl.load(path)
    for seed in few.seeds(8):
        one, other = (game.start(players=2, seed=seed, engine=engine) for engine in ("interp", "native"))
        rng = random.Random(seed)
        while one.decision is not None:
            assert [o.label for o in one.decision.options] == [o.label for o in other.decision.options]
            choice = rng.randrange(len(one.decision.options))
            one.play(choice)
            other.play(choice)
            assert one.position.block.bytes() == other.position.block.bytes()
            assert not one.check()


def test_nobody_learns_what_was_taken_up_face_down(path):
    match = ruledsl.load(path).start(players=2, seed=3)
    while not any(o.label == "call into B" for o in match.decision.options):
        match.play(next(o for o in match.decision.options if o.action == "put").label)
    mine = {card for (zone, k), cards in order(match).items() if (zone, k) == ("hand", match.decision.player - 1) for card in cards}
    known = match.position.values["known"][:]
    match.play("call into B")
    gathered = order(match)["nest", 1]
    assert gathered and all(match.position.values["known"][card] == known[card] for card in gathered)
    assert mine & set(gathered)


@pytest.mark.parametrize("seed", few.seeds(4))
def test_with_real_cards_it_is_asked_where_it_cannot_be_told(path, seed):
    """A hand of other kinds, too: which of its cards leave is asked; then the state is that of the game which is played."""
    program = ruledsl.load(path).program(2, {}, watched=True)
    truth, real = Truth(program, seed, game=path), ruledsl.engine.match.Match(program, seed, game=path)
    rng, calls = random.Random(seed), 0
    for _ in range(120):
        decision = truth.decision
        if decision is None:
            break
        if decision.kind == "chance":
            truth.play(truth._draw(truth.position))
            continue
        choice = answer(truth, rng)
        if decision.kind != "told":
            calls += choice.label.startswith("call")
            real.play(next(o for o in real.legal(real.decision.player) if (o.label, o.move) == (choice.label, choice.move)))  # two may be called the same
        truth.play(choice)
        if truth.decision is not None and truth.decision.kind not in ("told", "chance"):
            assert truth.position.values["card.zone"] == real.position.values["card.zone"]
    assert calls
