"""Playing: decisions, options, chance, back and forth, the end."""

import pytest

from ruledsl.engine import IllegalMove, Match, RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Site, Type
from tests.engine.table import climbing, counting, played_out
from tests.ir.build import card_game, count_game, program


def test_a_decision():
    decision = counting().decision
    assert (decision.kind, decision.player, decision.waiting) == ("choice", 1, (1,))
    assert (decision.prompt, decision.site, decision.phases) == ("what do you say?", "turn", ("play", "turn"))
    option = decision.options[1]
    assert (option.label, option.action, option.args, option.rule) == ("say 2", "say", {"n": "2"}, ("@T-2",))
    assert (option.number, option.seat, option.move) == (2, 1, (0, 2))


def test_an_option_its_index_and_its_text_are_the_same_move():
    states = []
    for move in (counting().decision.options[1], 1, "say 2"):
        match = counting()
        match.play(move)
        states.append(match.state_bytes())
    assert len(set(states)) == 1


def test_play_to_the_end():
    match = played_out(counting())
    assert match.over and match.decision is None and match.legal() == []
    assert match.winners and match.scores[match.winners[0] - 1] == 1
    with pytest.raises(IllegalMove, match="the game is over"):
        match.play("say 1")


def test_nobody_has_won_before_the_end():
    assert counting().winners == []


@pytest.mark.parametrize(
    ("move", "message"), [("say 1", "1 was said just now"), (5, "no option 5"), (-1, "no option -1"), ("xyz", "no move here")]
)
def test_an_illegal_move_changes_nothing(move, message):
    match = counting()
    match.play("say 1")
    before = match.state_bytes(), match.history, match.log
    with pytest.raises(IllegalMove, match=message):
        match.play(move)
    assert (match.state_bytes(), match.history, match.log) == before


def test_an_old_option_is_no_option():
    match = counting()
    old = match.decision.options[0]
    match.play(old)
    with pytest.raises(IllegalMove, match="no option now"):
        match.play(old)


def test_a_text_that_could_be_several():
    with pytest.raises(IllegalMove, match="could be `say 1` or `say 2` or `say 3`"):
        counting().play("say")


def test_illegal_moves_hold_their_reasons():
    match = counting()
    match.play("say 1")
    with pytest.raises(IllegalMove) as caught:
        match.play("say 1")
    assert [r.message for r in caught.value.reasons] == ["1 was said just now"]


def test_other_seats_have_no_options():
    match = counting()
    assert match.legal(2) == [] and len(match.legal(1)) == 3
    with pytest.raises(ValueError, match="no seat 3"):
        match.legal(3)


# ---- chance ----------------------------------------------------------------------------------


def test_a_seed_repeats_a_game():
    assert played_out(climbing(5)).state_bytes() == played_out(climbing(5)).state_bytes()
    assert climbing(5).state_bytes() != climbing(6).state_bytes()


def test_chance_can_be_asked():
    match = climbing(chance="asked")
    decision = match.decision
    assert (decision.kind, decision.player, decision.waiting) == ("chance", None, ())
    assert [o.label for o in decision.options] == ["1", "1", "2", "2", "3", "3", "4", "4"]
    assert {o.action for o in decision.options} == {"draw"} and decision.options[0].seat is None
    match.play("Hen(two)")
    assert match.view().zones[1].cards[0].text == "2" and match.decision.kind == "chance"


def test_drawing_is_what_the_engine_would_draw():
    """A match asks chance and draws it itself; the engine left alone draws the same cards."""
    match = climbing(11)
    alone = match.engine.start(11, 0)
    for name in ("card.zone", "deck.cards", "rng", "hand.bits"):
        assert match.position.values[name] == alone.values[name]


def test_chance_of_no_outcome_is_a_fault():
    text = "function main main 0 3\n  resumes s, t\n  s:\n    ask 0, r1, r1, t\n  t:\n    finish\n"
    text += "function o value 1 1\n  s:\n    return r0\n"
    made = program(text, sites=(Site("chance", "c", 4, (), type=Type("int"), outcome="o", chance="roll"),))
    with pytest.raises(RulesFault) as caught:
        Match(made)
    assert caught.value.fault is Fault.NO_MEMBER and caught.value.place.tags == ("@T-5",)


def test_a_chance_of_another_word_is_refused():
    with pytest.raises(ValueError, match="chance is drawn or asked"):
        climbing(chance="loaded")


def test_an_engine_of_another_name_is_refused():
    with pytest.raises(ValueError, match="no engine `abacus`"):
        Match(count_game(), engine="abacus")


# ---- back and forth --------------------------------------------------------------------------


def test_undo_and_redo():
    match, states = climbing(), []
    for _ in range(4):
        states.append((match.state_bytes(), match.history, match.log))
        match.play(0)
    end = match.state_bytes()
    for state in reversed(states):
        assert match.undo()
        assert (match.state_bytes(), match.history, match.log) == state
    assert not match.undo()
    while match.redo():
        pass
    assert match.state_bytes() == end and not match.redo()


def test_undo_does_not_go_behind_what_chance_dealt():
    match = climbing()
    dealt = match.state_bytes()
    assert not match.undo() and match.state_bytes() == dealt


def test_another_move_forgets_what_was_taken_back():
    match = counting()
    match.play(0)
    match.undo()
    match.play(1)
    assert not match.redo() and [m.label for m in match.history.moves] == ["say 2"]


def test_decisions_follow_undo():
    match = counting()
    match.play("say 1")
    assert [o.label for o in match.decision.options] == ["say 2", "say 3"]
    match.undo()
    assert [o.label for o in match.decision.options] == ["say 1", "say 2", "say 3"]


def test_a_clone_goes_its_own_way():
    match = counting()
    match.play(0)
    twin = match.clone()
    twin.play(0)
    assert len(match.history.moves) == 1 and len(twin.history.moves) == 2
    match.undo()
    assert twin.decision.player == 1 and match.decision.player == 1


def test_history():
    match = climbing()
    match.play("draw")
    history = match.history
    assert [(m.seat, m.label) for m in history.moves] == [(1, "draw a hen")]
    assert len(history.drawn) == 5 and (history.players, history.seed, history.chance) == (2, 7, "drawn")


def test_a_fault_leaves_the_match_where_it_was():
    match = Match(card_game(tables={"numbers": (1,) * 8}, zones=tight()), 3)
    while len(match.history.moves) < 2:
        match.play(0)
    before = match.state_bytes()
    with pytest.raises(RulesFault) as caught:
        match.play(0)
    assert caught.value.fault is Fault.FULL and match.state_bytes() == before and match.decision is not None


def tight():
    from ruledsl.record import replace

    deck, hand, discard = card_game().zones
    return deck, hand, replace(discard, capacity=2)


# ---- other kinds of decisions ----------------------------------------------------------------

TOGETHER = """
function main main 0 4
  resumes start, one
  start:
    r0 = const 3
    jump ask
  ask:
    r1 = const 0
    ask 0, r0, r1, one
  one:
    r1 = const 0
    r2 = load move.seat[r1]
    r3 = const 1
    r3 = shl r3, r2
    r0 = xor r0, r3
    branch r0, ask, end
  end:
    finish
function two legal 1 2
  start:
    r1 = const 4
    option -2, r1
    option -2, r0
    option -1
    return r0
"""


@pytest.mark.parametrize("first", [1, 2])
def test_several_seats_choose_together(first):
    site = Site("simultaneous", "number", 0, ("play",), legal="two", type=Type("int", high=9))
    match = Match(program(TOGETHER, sites=(site,)))
    assert (match.decision.kind, match.decision.player, match.decision.waiting) == ("simultaneous", 1, (1, 2))
    assert [o.label for o in match.legal(2)] == ["4", "1", "pass"] and [o.label for o in match.legal(1)] == ["4", "0", "pass"]
    match.play(0, seat=first)
    assert match.decision.waiting == (3 - first,) and match.legal(first) == []
    match.play("4")
    assert match.over and [e.text for e in match.events(1)] != [e.text for e in match.events(2)]


def test_values_and_passing_are_options():
    site = Site("choice", "number", 0, (), legal="two", type=Type("int", high=9))
    option, _, last = Match(program(TOGETHER, sites=(site,))).decision.options
    assert (option.action, option.args, option.move) == ("value", {"value": "4"}, (-2, 4))
    assert (last.action, last.args, last.move) == ("pass", {}, (-1,))


def test_the_world_decides():
    legal = TOGETHER[TOGETHER.index("function two") :]
    text = "function main main 0 1\n  resumes s, t\n  s:\n    ask 0, r0, r0, t\n  t:\n    finish\n" + legal
    site = Site("world", "weather", 0, (), legal="two", type=Type("int", high=9))
    match = Match(program(text, sites=(site,)))
    decision = match.decision
    assert (decision.kind, decision.player, decision.waiting) == ("world", None, ())
    assert [o.label for o in decision.options] == ["4", "-1", "pass"] and decision.options[0].seat is None
    match.play(0)
    assert match.over and match.position.block.get("move.seat") == -1
