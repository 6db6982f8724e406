"""Flaws of a state are found."""

import pytest

import ruledsl
from ruledsl.ir.fault import RulesFault
from tests import few
from tests.engine.table import climbing, counting, edited, played_out


def flaws(match):
    return [f.message for f in match.check()]


@pytest.mark.parametrize("seed", few.seeds(5))
def test_sound_states(seed):
    match = climbing(seed)
    assert flaws(match) == []
    assert flaws(played_out(match, seed)) == []


@pytest.mark.parametrize(
    ("region", "index", "value", "message"),
    [
        ("hand.bits", 0, 0, "should lie in A's hand, and lies nowhere"),
        ("hand.bits", 0, 0xFF, "and in"),
        ("card.zone", 2, 4, "should lie in discard"),
        ("card.zone", 2, 0, "should lie in the box"),
        ("card.zone", 2, 99, "nowhere"),
        ("deck.count", 0, 9, "holds more than it can"),
        ("deck.loose", 0, 9, "holds more than it can"),
        ("hand.bits", 0, 1 << 40, "does not exist"),
        ("score", 1, 77, "score 2 is 77, outside 0..9"),
    ],
)
def test_damage(region, index, value, message):
    match = edited(climbing(), (region, index, value))
    assert any(message in flaw for flaw in flaws(match)), flaws(match)


def test_a_card_in_two_places():
    match = climbing()
    held = match.engine.call(match.position.block, "loose_card", 0)
    match = edited(match, ("hand.bits", 0, match.position.values["hand.bits"][0] | 1 << held))
    assert any("lies in deck and in A's hand" in flaw for flaw in flaws(match))


def test_a_card_twice_in_one_pile():
    match = climbing()
    twice = edited(match, ("deck.cards", 1, match.position.values["deck.cards"][0]))
    assert any("2 times" in flaw for flaw in flaws(twice))


def test_invariants():
    match = edited(counting(), ("total", 0, 13))
    assert flaws(match) == ["total 1 is 13, outside 0..12", "the invariant `not beyond twelve` does not hold"]
    assert match.check()[1].tags == ("@T-8",)


def test_an_invariant_that_goes_wrong_has_a_place(tmp_path):
    (file := tmp_path / "wrong.rules").write_text('game "Wrong":\n    players 2\neach player:\n    score: 0..9\naction act():\n    your.score += 1\n'
        'invariant "never": 1 // players.first.score > 0\nplay:\n    players.first chooses act\nwinner: highest score\n')  # fmt: skip
    with pytest.raises(RulesFault, match=r"wrong\.rules:7:20: division by zero"):
        ruledsl.load(str(file)).start(players=2).check()


def test_invariants_are_held_to_where_a_seat_is_asked(tmp_path):
    """While chance is asked which of some mixed cards lies on top, nobody can say whether the invariant about it holds."""
    path = tmp_path / "top.rules"
    path.write_text(
        'game "Top":\n    players 2\ncard Duck, Hen\ncomponents:\n    deck: 1 of Duck, 1 of Hen\ntable:\n    deck: pile\n    n: 0..9\n'
        'invariant "a duck on top": top of deck is Duck\nplay:\n    shuffle deck\n    players.first chooses act\nwinner: together if n > 0\n'
        'action act():\n    "act"\n    n = 1\n', encoding="utf-8")  # fmt: skip
    told = set()
    for number in range(2):
        match = ruledsl.load(str(path)).start(2, 1, chance="asked")
        while match.decision.player is None:
            assert flaws(match) == []
            match.play(match.answers()[number % len(match.answers())])
        top = match.position.values["deck.cards"][match.position.values["deck.count"][0] - 1]
        told.add(match.position.words.cards([top]))
        assert flaws(match) == ([] if "Duck" in match.position.words.cards([top]) else ["the invariant `a duck on top` does not hold"])
    assert len(told) == 2
