"""A loop without a bound is reported with the choices that keep it going."""

from ruledsl import pipeline

GAME = """game "Round and round":
    players 2
card Hen(n: 1..9)
components:
    stock: 1 of Hen(n) for n in 1..9
table:
    stock: pile, hidden
    done:  bool
    pot:   0..99
each player:
    hand: hand
play:
    shuffle stock
    turns p in players while not done: turn(p)
phase turn(p): p chooses {menu}
action take():
    require stock is not empty
    move top of stock to your.hand
action drop(card in your.hand): move card to stock
action pay(): pot += 1
action wait(): "wait"
action stop(): done = true
winner: highest held
def held(p) = count(p.hand)
"""


def warned(tmp_path, menu):
    path = tmp_path / "round.rules"
    path.write_text(GAME.format(menu=menu), encoding="utf-8")
    return [d.message for d in pipeline.read(str(path)).diagnostics if d.code == "W0503"]


def test_a_choice_that_changes_nothing(tmp_path):
    [message] = warned(tmp_path, "take, wait or stop")
    assert message.endswith("each time round `turn` asks at line 15, and `wait` can be chosen for ever")


def test_choices_that_undo_each_other(tmp_path):
    [message] = warned(tmp_path, "take, drop, pay or stop")
    assert message.endswith("asks at line 15, and `take` and `drop` undo each other")


def test_choices_that_only_lead_on_are_no_cycle(tmp_path):
    [message] = warned(tmp_path, "take, pay or stop")
    assert message.endswith("each time round `turn` asks at line 15")
