"""A match with real cards: it follows any game, knows only what was told, and asks only for what matters."""

import random

import pytest

import ruledsl
from ruledsl.engine import moves
from ruledsl.engine.match import Match
from ruledsl.engine.told import TOLD, Answer, ToldMatch
from tests import few


class Truth(ToldMatch):
    """The same match where the cards of the state are the real ones."""

    def _unasked(self, now):
        answer = super()._unasked(now)
        return Answer(self._draw(now)) if answer is not None and answer.choice.action == "draw" else answer


def public(match):
    """What everybody sees; which of several equal cards carries what is nobody's business."""
    view = match.view()
    on_cards = sorted((z.name, z.cards) for z in view.zones if z.owner == "card")
    return [z for z in view.zones if z.owner != "card"], on_cards, [v for v in view.variables if v.owner != "card"]


def answer(match, rng):
    """What really happens: the true card, a move that the true cards allow, a throw."""
    decision, stand = match.decision, match.position
    if decision.kind == TOLD and stand.look.secret is None:
        printed = match.program.faces[match.program.cards[stand.look.card]].printed
        return next(o for o in decision.options if o.label == printed)
    if decision.player is None:
        return rng.choice(decision.options)
    seat = decision.player - 1
    allowed = [moves.described(stand, seat, 1, tuple(m)).label for m in match.witness.legal(stand.block, stand.site_number, seat)]
    label = rng.choice(allowed)
    return next(o for o in decision.options if o.label == label)


GAMES = [
    ("surprise-egg", 2, {"goal": 15}),
    ("surprise-egg", 4, {"goal": 12, "start_egg": "named"}),
    ("rainbow-hop", 3, {}),
    ("rainbow-hop", 5, {"bet_change": "until_throw"}),
    ("ufo-chickens", 2, {"round_cap": 1, "turn_cap": 8}),
    ("ufo-chickens", 3, {"round_cap": 1, "turn_cap": 10, "steal_pick": "position"}),
    ("pig", 2, {}),
    ("crazy-eights", 2, {"max_plays": 9}),
    ("leduc-poker", 2, {}),
]


@pytest.mark.parametrize(("name", "players", "options"), few.rows("what is asked hangs on what was told", GAMES))
def test_what_is_asked_and_offered_hangs_on_what_was_told_alone(name, players, options):
    game = ruledsl.load(name)
    program = game.program(players, options, watched=True)
    truth, other = Truth(program, 5, game=name), ToldMatch(program, 6, game=name)
    rng = random.Random(7)
    for _ in range(90):
        one, two = truth.decision, other.decision
        if one is None:
            break
        assert (one.kind, one.player, one.prompt) == (two.kind, two.player, two.prompt)
        assert [o.label for o in one.options] == [o.label for o in two.options]
        assert public(truth) == public(other)
        assert not truth.check() and not other.check()
        choice = answer(truth, rng)
        truth.play(choice)
        other.play(two.options[one.options.index(choice)])
    if truth.over:
        assert (truth.winners, truth.scores) == (other.winners, other.scores)
        assert public(truth) == public(other)


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_a_real_game_is_followed_card_by_card(name, players, options):
    """Where every answer is true, the state is that of the game which is played."""
    program = ruledsl.load(name).program(players, options, watched=True)
    truth, real = Truth(program, 11, game=name), Match(program, 11, game=name)
    rng = random.Random(12)
    for _ in range(80):
        decision = truth.decision
        if decision is None or not real.over and real.decision.kind == "simultaneous":
            break
        if decision.kind not in (TOLD, "chance"):
            assert truth.position.values["card.zone"] == real.position.values["card.zone"]
        if decision.kind == "chance":
            truth.play(truth._draw(truth.position))
            continue
        choice = answer(truth, rng)
        if decision.kind != TOLD:
            same = next(o for o in real.legal(real.decision.player) if o.move == choice.move)
            real.play(same)
        truth.play(choice)


def table(**how):
    return ruledsl.load("surprise-egg").start(players=3, seed=1, chance="told", **how)


def tell(match, *texts):
    for text in texts:
        match.play(text)
    return match


def test_what_lies_face_down_is_not_asked_for_and_what_is_turned_up_is():
    match = table()
    assert match.decision.kind == TOLD
    assert match.decision.prompt == "which card goes from stock to discard?"
    assert [o.label for o in match.decision.options] == ["1", "2", "3", "4", "5", "6", "K", "E"]
    hands = [z for z in match.view().zones if z.name == "hand"]
    assert all(card.text == "?" for hand in hands for card in hand.cards)


def test_the_rules_go_on_from_what_was_told():
    match = tell(table(), "E")
    assert match.decision.prompt == "which card goes from stock to discard?", "an egg goes back, and another card is turned up"
    assert "6 cards from stock to A's hand" in [event.text for event in match.log]
    tell(match, "4")
    assert match.decision.player == 1
    labels = [o.label for o in match.decision.options]
    assert labels == ["discard 4", "discard 5", "draw a card", "withdraw: I am out"], "the egg is in the stock"


def test_a_move_is_refused_for_its_rule_or_for_where_its_card_is_known_to_lie():
    match = tell(table(), "4")
    [reason] = match.why_not("discard 2")
    assert reason.message == "the next card is 4 again, or 5"
    tell(match, "discard E")
    [reason] = match.why_not("discard E")
    assert reason.message == "E cannot lie in B's hand; as far as is known, 1 lies in discard"
    with pytest.raises(ruledsl.IllegalMove):
        match.play("discard E")


def test_hands_are_asked_for_when_they_are_counted():
    match = tell(table(), "4", "withdraw", "withdraw", "withdraw")
    asked = []
    for hand in ("222555", "222666", "2KKKKK"):
        for card in hand:
            asked.append(match.decision.prompt)
            match.play(card)
    assert asked == [f"which card is shown in {seat}'s hand?" for seat in "ABC" for _ in range(6)]
    assert match.scores == [7, 8, 12]


def test_a_card_that_is_told_too_often_is_refused():
    match = tell(table(), "E", "E", "E")
    assert match.decision.prompt == "which card goes from stock to discard?"


def test_the_cards_of_a_seat_that_is_played_are_told():
    match = table(eyes=[2])
    prompts = []
    while match.decision.kind == TOLD:
        prompts.append(match.decision.prompt)
        match.play(match.decision.options[0])
    assert prompts == ["which card goes from stock to B's hand?"] * 6 + ["which card goes from stock to discard?"]
    assert sum(card.known for zone in match.view(2).zones if zone.owner_seat == 2 for card in zone.cards) == 6
    assert not any(card.known for zone in match.view().zones if zone.name == "hand" for card in zone.cards), "all do not see them"


def test_a_match_with_real_cards_is_kept_and_gone_back_in(tmp_path):
    match = tell(table(eyes=[3]), *["1", "2", "3", "4", "5", "6"], "4", "discard 4", "draw a card")
    path = tmp_path / "table.json"
    match.save(path)
    again = ruledsl.replay(path)
    assert again.view() == match.view() and again.log == match.log
    assert again.decision.options == match.decision.options
    match.undo()
    match.undo()
    assert match.decision.player == 1
    assert "discard 4" in [o.label for o in match.decision.options]


def test_bets_are_not_asked_for_before_they_are_shown():
    match = ruledsl.load("rainbow-hop").start(players=4, chance="told")
    for text in ("B", "plain dare", "yes", "yes", "yes"):
        match.play(text)
    assert [e.text for e in match.log if "chosen" in e.text] == ["C has chosen", "D has chosen"]
    assert not any(v.name == "bet" and v.text in ("Happy", "Unhappy") for v in match.view().variables)
    match.play("yes")
    assert match.decision.prompt == "what is C's bet?"
    match.play("Happy")
    match.play("Unhappy")
    assert [v.text for v in match.view().variables if v.name == "doves"] == ["0", "0", "1", "0"]
    assert [v.text for v in match.view().variables if v.name == "ravens"] == ["0", "0", "0", "1"]


def test_a_blind_theft_makes_a_known_card_one_of_several():
    match = ruledsl.load("ufo-chickens").start(players=3, chance="told")
    for text in ("Noodles", "Henny Penny", "Paxo McGinty", "throw Scramble away", "play Wings of Desire for Scramble"):
        match.play(text)
    [hand] = [z for z in match.view().zones if z.name == "hand" and z.owner_seat == 2]
    assert [c.text for c in hand.cards if c.known] == ["Scramble"], "all saw what was taken up"
    match.play("play Fowl Play on B")
    assert not any(c.known for z in match.view().zones if z.name == "hand" for c in z.cards)
    assert "play Scramble" in [o.label for o in match.legal(1)], "A may have drawn one of the others"
