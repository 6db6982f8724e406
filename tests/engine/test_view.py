"""What a seat may see, and what it cannot tell apart."""

from collections import Counter

import pytest

import ruledsl
from ruledsl.engine import Match
from ruledsl.engine.view import UNKNOWN
from ruledsl.ir.program import Entry, Type, Variable
from ruledsl.ir.regions import Region
from ruledsl.source import NOWHERE
from tests import few
from tests.engine.table import climbing, edited, played_out
from tests.ir.build import card_game, program, zone


def zones(view):
    return {(z.name, z.owner_seat): z for z in view.zones}


def texts(zone):
    return [card.text for card in zone.cards]


def test_a_view():
    view = climbing().view(1)
    assert (view.seats, view.player, view.phases, view.waiting) == (("A", "B"), 1, ("play", "turn"), (1,))
    found = zones(view)
    mine, theirs, deck = found["hand", 1], found["hand", 2], found["deck", None]
    assert texts(mine) == ["2", "3"] and mine.visible and mine.owner == "player" and mine.word == "hand"
    assert theirs.cards == (UNKNOWN, UNKNOWN) and not theirs.visible and theirs.count == 2
    assert deck.count == 4 and deck.cards == (UNKNOWN,) * 4 and deck.owner == "table"
    assert found["discard", None].cards == () and found["discard", None].visible


def test_who_sees_all_sees_all():
    view = climbing().view()
    assert view.player is None and all(card.known for z in view.zones for card in z.cards)
    assert not any(v.hidden for v in view.variables)


def test_hidden_variables():
    match = edited(climbing(), ("wish", 1, 6))
    hidden = [(v.name, v.owner_index, v.text, v.hidden) for v in match.view(1).variables if v.name == "wish"]
    assert hidden == [("wish", 0, "none", False), ("wish", 1, "?", True)]
    assert [v.text for v in match.view(2).variables if v.name == "wish"] == ["?", "4"]


ZONES = (
    zone("pile", 1, visibility="hidden"),
    zone("bag", 2, "bag", "hidden"),
    zone("stack", 3, visibility="top"),
    zone("mine", 4, "hand", "own", 2),
)


def placed(known=None, loose=0, home=(1,) * 8, **fields):
    match = Match(program("", zones=ZONES, cards=tuple(range(8)), home=home, faces=faces(), sites=(), **fields))
    return edited(match, ("pile.loose", 0, loose), *(("known", card, mask) for card, mask in (known or {}).items()))


def faces():
    from ruledsl.ir.program import Face

    return tuple(Face("Card", (n,), str(n), f"Card({n})") for n in range(8))


def test_a_known_card_is_seen_where_it_lies():
    match = placed({2: 0b01, 5: 0b11})
    assert texts(zones(match.view(1))["pile", None]) == ["?", "?", "2", "?", "?", "5", "?", "?"]
    assert texts(zones(match.view(2))["pile", None]) == ["?", "?", "?", "?", "?", "5", "?", "?"]


def test_the_place_of_an_unknown_card_tells_nothing_where_there_is_no_order():
    match = placed({2: 0b01, 5: 0b01}, home=(2,) * 8)
    assert texts(zones(match.view(1))["bag", None]) == ["2", "5", "?", "?", "?", "?", "?", "?"]


def test_loose_cards_stand_in_no_order():
    match = edited(placed(loose=8), ("pile.cards", 0, 7), ("pile.cards", 7, 0))
    assert texts(zones(match.view())["pile", None]) == [str(n) for n in range(8)]


def test_of_a_covered_stack_only_the_top_is_seen():
    match = placed(dict.fromkeys(range(8), 0), home=(3,) * 8)
    assert texts(zones(match.view(1))["stack", None]) == ["?"] * 7 + ["7"]


# ---- resampling ------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("seed", few.seeds(8))
def test_a_resampled_match_looks_the_same(seat, seed):
    match = climbing(seed)
    match.play("draw")
    match.play("draw")
    twin = match.resample(seat, 100 + seed)
    assert twin.view(seat) == match.view(seat) and twin.check() == [] and twin.scores == match.scores
    assert twin.legal(seat) == match.legal(seat) and twin.position.values["deck.loose"] == match.position.values["deck.loose"]
    assert twin.position.values["rng"] != match.position.values["rng"]
    assert not twin.undo() and twin.imagined
    played_out(twin, seed)
    assert twin.check() == []


def test_the_same_seed_draws_the_same():
    match = climbing()
    assert match.resample(1, 5).state_bytes() == match.resample(1, 5).state_bytes()


def test_the_true_match_does_not_change():
    match = climbing()
    before = match.state_bytes()
    match.resample(1, 5)
    assert match.state_bytes() == before


def test_every_possible_deal_is_as_likely_as_another():
    """Six cards are unknown; two of them are B's: each of the 15 pairs comes as often."""
    match = climbing(7)
    pairs = Counter(match.resample(1, seed).position.values["hand.bits"][1] for seed in range(3000))
    assert len(pairs) == 15 and all(140 < n < 270 for n in pairs.values())


def test_the_order_of_a_hidden_pile_is_drawn_anew():
    match = placed({3: 0b01})
    orders = Counter(tuple(match.resample(1, seed).position.values["pile.cards"]) for seed in range(200))
    assert len(orders) > 190 and {order[3] for order in orders} == {3}
    assert all({order[place] for order in orders} == {0, 1, 2, 4, 5, 6, 7} for place in (0, 7))


def test_what_others_know_goes_with_the_place():
    match = placed({3: 0b10})
    for seed in few.seeds(20):
        values = match.resample(1, seed).position.values
        assert [values["known"][card] for card in values["pile.cards"]] == [0, 0, 0, 2, 0, 0, 0, 0]


def test_what_names_a_card_goes_with_it():
    wish = Variable("wish", "player", Type("card"), "own", "", NOWHERE)
    region = Region("wish", 2, -1, 7, "variable", -1)
    entry = Entry(0, (("c", 0, Type("card")),), -1, ())
    match = placed(regions=(region,), variables=(wish,), entries={"turn": entry})
    match = edited(match, ("wish", 1, 4), ("frame", 0, 6))
    for seed in few.seeds(10):
        values = match.resample(1, seed).position.values
        assert values["pile.cards"].index(values["wish"][1]) == 4 and values["pile.cards"].index(values["frame"][0]) == 6
    values = match.resample(2, 1).position.values
    assert values["wish"] == [-1, 4] and values["pile.cards"][4] == 4, "seat 2 knows its own wish"


def test_a_zone_that_takes_one_kind_gets_no_other():
    from ruledsl.ir.program import Face
    from ruledsl.record import replace

    made = card_game(zones=tuple(replace(z, kinds=("Hen",)) if z.name == "hand" else z for z in card_game().zones))
    made.faces = (*made.faces[:3], Face("Egg", (), "egg", "Egg"))
    match = Match(made, 1)
    theirs = Counter()
    for seed in few.seeds(300):
        values = match.resample(1, seed).position.values
        bits = values["hand.bits"][1]
        cards = [c for c in range(8) if bits >> c & 1]
        assert len(cards) == 2
        if all(made.faces[made.cards[c]].kind == "Hen" for c in [c for c in range(8) if match.position.values["hand.bits"][1] >> c & 1]):
            assert not any(made.cards[c] == 3 for c in cards)
        theirs[bits] += 1
    assert len(theirs) > 2


def test_a_card_shows_what_lies_on_it_and_what_is_noted_of_it():
    match = ruledsl.load("ufo-chickens").start(players=2, chance="told")
    for text in ("Noodles", "Henny Penny", "lay Alien", "lay Alien", "play Broody on Alien", "lay Alien", "play Pecking Order on Alien of B"):
        match.play(text)
    rows = {zone.owner_seat: zone.cards for zone in match.view(2).zones if zone.name == "aliens"}
    assert [(card.text, card.on, card.notes) for card in rows[1]] == [("Alien", ("Broody",), ()), ("Alien", (), ("owner B",))]
    assert "Broody from A's hand to cover of Alien" in [event.text for event in match.log]
