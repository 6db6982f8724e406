"""What happened, in words, as each seat is told of it."""

import ruledsl
from ruledsl.engine import Match
from ruledsl.ir.program import Site, Type
from tests import few
from tests.engine.table import climbing, counting, played_out
from tests.ir.build import program


def told(match, seat=None):
    return [e.text for e in match.events(seat)]


def test_choices_and_changes():
    match = counting()
    match.play("say 2")
    assert told(match) == ["A: say 2", "total: 0 → 2", "last: 0 → 2"]
    choice = match.log[0]
    assert (choice.kind, choice.seat, choice.tags) == ("choice", 1, ("@T-2",))


def test_cards_that_a_seat_does_not_see_are_counted():
    match = climbing()
    assert told(match) == ["2, 3 from deck to A's hand", "1, 2 from deck to B's hand"]
    assert told(match, 1) == ["2, 3 from deck to A's hand", "2 cards from deck to B's hand"]
    assert told(match, 2) == ["2 cards from deck to A's hand", "1, 2 from deck to B's hand"]


def test_a_card_that_comes_into_the_open_is_told_to_all():
    match = climbing()
    match.play("play 2")
    assert told(match, 1)[-3:] == told(match, 2)[-3:] == ["A: play 2", "2 from A's hand to discard", "A's score: 0 → 1"]


def test_no_seat_is_told_of_cards_it_cannot_know():
    for seed in few.seeds(10):
        match = played_out(climbing(seed), seed)
        for seat in (1, 2):
            other = "AB"[2 - seat]
            drawn = [text for text in told(match, seat) if text.endswith(f"from deck to {other}'s hand")]
            assert all(text.split(" from")[0] in ("a card", "2 cards") for text in drawn)


def test_undo_takes_events_back():
    match = climbing()
    before = told(match)
    match.play("draw")
    assert len(told(match)) > len(before)
    match.undo()
    assert told(match) == before


ROLL = """
function main main 0 3
  resumes s, t
  s:
    r0 = const 6
    ask 0, r1, r0, t @4
  t:
    finish
function pips value 1 2
  s:
    r1 = const 1
    r0 = add r0, r1
    return r0
"""


def test_dice_are_told():
    site = Site("chance", "play", 4, ("play",), type=Type("int"), outcome="pips", chance="roll")
    drawn = Match(program(ROLL, sites=(site,)), 3)
    (event,) = drawn.log
    assert event.text == f"roll: {drawn.history.drawn[0] + 1}" and event.kind == "chance" and event.tags == ("@T-5",)
    asked = Match(program(ROLL, sites=(site,)), 3, chance="asked")
    asked.play("5")
    assert told(asked) == ["roll: 5"] and asked.history.moves[0].seat is None


def test_an_answer_is_told_with_its_question():
    match = ruledsl.load("rainbow-hop").start(players=3)
    match.play("C")
    assert "A: who is to catch the Rainbow? C" in [event.text for event in match.log]


THROWN = """
game "Thrown":
    players 2
each player:
    place: 0..6
    score: 0..6
play:
    who_begins()
    turn(players.first)
phase who_begins():
    for p in players: p.place = roll d6
phase turn(p):
    p.score = roll d6
    p chooses wait
action wait(): "wait"
winner: highest score
"""


def test_a_throw_is_told_by_its_phase_where_nobody_is_asked_anything_there(tmp_path):
    (path := tmp_path / "thrown.rules").write_text(THROWN)
    fallen = [event.text for event in ruledsl.load(str(path)).start(seed=1).log if event.kind == "chance"]
    assert [text.partition(":")[0] for text in fallen] == ["who begins", "who begins", "roll (A)"]


SECRET = """
game "Secret":
    players 2
each player:
    pick: 0..3, own
    open_pick: 0..3
    score: 0..9
play:
    for p in players: ask(p)
    for p in players: openly(p)
phase ask(p):
    p chooses p.pick in 1..3 "Which?"
phase openly(p):
    p chooses p.open_pick in 1..3 "And now?"
winner: highest score
"""


def test_a_choice_that_is_kept_from_others_is_not_told_to_them(tmp_path):
    path = tmp_path / "secret.rules"
    path.write_text(SECRET)
    match = ruledsl.load(str(path)).start()
    match.play("2")
    assert told(match, 1) == ["A: Which? 2", "A's pick: 0 → 2"]
    assert told(match, 2) == ["A has chosen: Which?"]
    match.play("1")
    match.play("3")
    assert "A: And now? 3" in told(match, 2) and "B has chosen: Which?" in told(match, 1)


MIXED = """game "Mixed":
    players 2
card Red, Blue
components:
    reds:  2 of Red
    blues: 2 of Blue
table:
    reds:  bag, hidden
    blues: bag, hidden
    sack:  bag, hidden
each player:
    hand: hand
play:
    move all of reds to sack
    move all of blues to sack
    for p in players: move random 2 of sack to p.hand
    players.first chooses n in 1..2
    move all of players.first.hand to sack
    move random 2 of sack to players.first.hand
    players.first chooses n2 in 1..2
winner: highest size
def size(p) = count(p.hand)
"""


def test_of_cards_that_were_mixed_it_is_not_told_where_they_came_from(tmp_path):
    path = tmp_path / "mixed.rules"
    path.write_text(MIXED, encoding="utf-8")
    heard = set()
    for seed in few.seeds(12):
        match = ruledsl.load(path).start(players=2, seed=seed)
        match.play("1")
        heard.add(tuple(text for text in told(match, 2) if "B's hand" not in text))
    dealt = "2 cards from sack to A's hand"
    assert heard == {("2 cards from reds to sack", "2 cards from blues to sack", dealt, "A: 1", "2 cards from A's hand to sack", dealt)}


THROWS = """
game "Throws":
    players 2
table:
    far:  0..99
    luck: 0..6
play:
    first_step()
    for p in players: turn(p)
to first_step():
    let n = roll d6
    far += n
phase turn(p):
    let n = roll d6
    luck = roll d6
    far += n + luck
    p chooses jump
action jump():
    "jump"
    let n = roll d6
    far += n
winner: highest size
def size(p) = far
"""


def test_a_throw_is_told_with_what_it_is_for(tmp_path):
    """Its variable, else the deed that is there for it; not the phase, nor what somebody has just chosen."""
    (file := tmp_path / "throws.rules").write_text(THROWS)
    match = ruledsl.load(str(file)).start(players=2)
    match.play("jump")
    thrown = [event.text.partition(":")[0] for event in match.log if event.kind == "chance"]
    assert thrown == ["first step", "roll (A)", "luck (A)", "roll", "roll (B)", "luck (B)"]
