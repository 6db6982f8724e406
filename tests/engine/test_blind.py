"""Choosing among cards that one cannot see: places are offered, and nothing that is sent hangs on what lies there."""

from __future__ import annotations

from collections import Counter

import pytest

import ruledsl
from ruledsl.engine.knowledge import resample
from ruledsl.engine.lockstep import lockstep
from ruledsl.search.mcts import choose, search
from tests import few

ENGINES = ("interp", "native")
STEAL = """game "Steal":
    players 2..3
card C(n: 1..9) "{n}"
table:
    d: pile, hidden
each player:
    hand: HAND
components:
    d: 1 of C(n) for n in 1..9
play:
    shuffle d
    for p in players: move top 3 of d to p.hand
    SHOWN
    for p in players: turn(p)
phase turn(p): p chooses steal
action steal(q in others, card in q.hand CONDITION):
    "steal {card} of {card.n} from {q}"
    move card to your.hand
winner: highest held
def held(p) = count(p.hand)
"""
SHOWN = "for p in players:\n        for q in p.others: show q.hand to p"


@pytest.fixture
def game(tmp_path):
    def load(hand="hand", condition="", shown="pass", text=STEAL):
        path = tmp_path / f"g{len(list(tmp_path.iterdir()))}.rules"
        path.write_text(text.replace("HAND", hand).replace(" CONDITION", f" {condition}" if condition else "").replace("SHOWN", shown), encoding="utf-8")
        return ruledsl.load(str(path))

    return load


def numbers(match, seat):
    values = match.position.values
    zone = match.program.zone["hand"].base + seat
    return [c + 1 for c, where in enumerate(values["card.zone"]) if where == zone]


@pytest.mark.parametrize("engine", ENGINES)
def test_cards_without_order_are_one_option(game, engine):
    match = game().start(players=3, seed=1, engine=engine)
    assert [o.label for o in match.legal()] == ["steal a card of B's hand of ? from B", "steal a card of C's hand of ? from C"]
    assert [o.id for o in match.legal()] == ["steal:B:hand:2", "steal:C:hand:3"]


@pytest.mark.parametrize("engine", ENGINES)
def test_chance_picks_the_card_once_and_each_is_as_likely(game, engine):
    steal = game()
    taken = Counter()
    for seed in range(300):
        match = steal.start(players=2, seed=seed, engine=engine)
        before = sorted(numbers(match, 1))
        match.play(0)
        (card,) = set(numbers(match, 0)) & set(before)
        taken[before.index(card)] += 1
    assert set(taken) == {0, 1, 2} and min(taken.values()) > 60
    match = steal.start(players=2, seed=3, engine=engine, chance="asked")
    while match.decision.player is None:
        match.play(0)
    match.play(0)
    assert match.position.site.chance == "draw"
    assert sorted(int(o.label) for o in match.legal()) == numbers(match, 1)
    match.play(1)
    assert match.decision.player == 2 and len(numbers(match, 0)) == 4


def test_places_of_a_row_are_options_each(game):
    match = game("row, own").start(players=2, seed=5)
    assert [o.label for o in match.legal()] == [f"steal card {n} of B's hand of ? from B" for n in (1, 2, 3)]
    assert [o.id for o in match.legal()] == [f"steal:B:hand:2#{n}" for n in (1, 2, 3)]
    zone = match.program.zone["hand"]
    second = match.position.values["hand.cards"][zone.capacity + 1]
    match.play(1)
    assert match.position.values["card.zone"][second] == zone.base


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_guard_refuses_chance_does_not_pick(game, engine):
    steal = game(condition="if card.n > 5")
    for seed in few.seeds(40):
        match = steal.start(players=2, seed=seed, engine=engine)
        high = [n for n in numbers(match, 1) if n > 5]
        if high:
            assert len(match.legal()) == 1
            match.play(0)
            assert len([n for n in numbers(match, 1) if n > 5]) == len(high) - 1


def test_cards_that_were_shown_are_chosen_by_face(game):
    match = game(shown=SHOWN).start(players=2, seed=1)
    assert [o.args["card"] for o in match.legal()] == [str(n) for n in numbers(match, 1)]


def test_several_at_once_are_taken_of_known_cards_alone(game):
    text = STEAL.replace("card in q.hand CONDITION", "cards: 1..2 in q.hand").replace("{card} of {card.n}", "{cards}").replace("move card", "move cards")
    text = text.replace("p chooses steal", "p chooses steal or wait")
    text += 'action wait(): "wait"\n'
    assert [o.label for o in game(text=text).start(players=2, seed=1).legal()] == ["wait"]
    shown = game(text=text, shown=SHOWN).start(players=2, seed=1)
    assert len(shown.legal()) == 3 + 3 + 1


@pytest.mark.parametrize("hand", ["hand", "row, own", "fan", "bag, hidden", "pile, own"])
def test_nothing_that_is_sent_hangs_on_what_lies_there(game, hand):
    match = game(hand).start(players=3, seed=2)
    seat = match.decision.player - 1
    typed = ["steal 5 from B", "5", "steal B", "steal C(5)", "steal 5", "card 2", "a card of B's hand", "steal"]

    def sent(m):
        return [(o.full, o.id, o.args, o.spoken) for o in m.legal()], [[r.message for r in m.why_not(text)] for text in typed], m.view(seat + 1)

    worlds = [sent(match.standing(resample(match.position, seat, n))) for n in range(12)]
    assert all(world == sent(match) for world in worlds)


MARKED = """game "Marked":
    players 2
card Duck(n: 1..5) "D{n}"
components:
    deck: 2 of Duck(n) for n in 1..5
table:
    deck: pile, hidden
    out:  heap
each player:
    hand: row, hidden
each Duck:
    marked: bool
play:
    shuffle deck
    for p in players:
        repeat 2 times:
            move top of deck to p.hand
            show top of p.hand to p.others
    players.last chooses mark
    players.first chooses lay
action mark(q in others, card in q.hand):
    "mark {card}"
    card.marked = true
action lay(card in your.hand):
    "lay {card}"
    move card to out
winner: highest n
def n(p) = count(c for c in out if c.marked)
"""


def test_marks_on_cards_that_a_seat_does_not_see_are_told_of_the_place(game):
    match = game(text=MARKED).start(players=2, seed=4)
    match.play(1)
    face = next(e.text for e in match.events(2) if "marked" in e.text)
    assert face.startswith("marked of D")
    assert [e.text for e in match.events(1)][-1] == "marked of card 2 of A's hand: false → true"
    hand = next(z for z in match.view(1).zones if z.name == "hand" and z.owner_seat == 1)
    assert [card.notes for card in hand.cards] == [(), ("marked true",)] and not any(card.known for card in hand.cards)
    assert not any(v.owner == "card" and not v.idle for v in match.view(1).variables)
    for seed in few.seeds(10):
        world = match.standing(resample(match.position, 0, seed))
        assert world.view(1) == match.view(1)


def test_a_match_chosen_by_place_is_kept_and_played_again(game, tmp_path):
    steal = game()
    match = steal.start(players=2, seed=8)
    while not match.over:
        match.play(0)
    match.save(tmp_path / "kept.json")
    assert ruledsl.replay(tmp_path / "kept.json", steal).state_bytes() == match.state_bytes()


def test_bots_take_one_option_for_one(game):
    match = game().start(players=2, seed=1)
    assert choose(match, 50, 1) in match.legal()


@pytest.mark.parametrize("text", [STEAL, MARKED])
def test_both_engines_search_the_same_worlds(game, text):
    """Marks go with their places in worlds that are drawn in machine code, too."""
    match = game(text=text).start(players=2, seed=4)
    if text == MARKED:
        match.play(1)
    found = [[(e.choice.id, e.visits, e.value) for e in search(match, 120, 3, engine=engine)] for engine in ("", "interp")]
    assert found[0] == found[1] and len(found[0]) == len(match.legal())


NONE = """game "None":
    players 2
card C(n: 1..3) "{n}"
table:
    d: pile, hidden
    e: hand, hidden
components:
    d: 3 of C(n) for n in 1..3
play:
    shuffle d
    for p in players: turn(p)
    repeat 3 times:
        for p in players:
            p chooses c in d or none
            if c is not none: move c to e
            p chooses back in e or none
            if back is not none: move back to d
    move all of d to e
    for p in players: turn(p)
phase turn(p): p chooses take
action take(card in d or none, other in e or none):
    "take {card} and {other}"
    if other is not none: move other to d
    if card is not none: move card to e
winner: highest held
def held(p) = count(d)
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_none_is_an_option_beside_cards_that_nobody_sees(game, engine):
    match = game(text=NONE).start(players=2, seed=1, engine=engine)
    assert [o.label for o in match.legal()][:3] == ["take none and none", "take card 1 of d and none", "take card 2 of d and none"]
    match.play(match.legal()[1])
    labels = [o.label for o in match.legal()]
    assert labels[0] == "take none and none" and labels[1] == "take none and a card of e" and len(labels) == 2 * (1 + 8)
    match.play(match.legal()[1])
    assert [o.label for o in match.legal()] == ["none", *(f"card {n} of d" for n in range(1, 10))]
    match.play(match.legal()[0])
    assert [o.label for o in match.legal()] == ["none"]


def test_none_and_unseen_cards_in_both_engines(game):
    report = lockstep(game(text=NONE).program(2), range(20))
    assert report.difference is None and not report.faults and report.decisions > 200
