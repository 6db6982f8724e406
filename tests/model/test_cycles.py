"""A loop without a bound is reported with the choices that keep it going."""

import pytest

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


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("name", "asks at line 15"),
        ("name or let_go", "`name` and `let_go` undo each other"),
        ("let_go or cut", "asks at line 15"),
        ("name or change", "`change` can be chosen for ever"),
        ("add", "asks at line 15"),
        ("add or lose", "`add` and `lose` undo each other"),
    ],
)
def test_a_set_to_which_more_comes_leads_on_as_a_number_does(tmp_path, more, said):
    actions = """
table: team: set of 1..9
action name(n in 1..9 if n not in team): team = {n} | team
action let_go(n in team): team = team - {n}
action cut(n in 1..9): team = team & {1, n}
action change(n in 1..9): team = {1, n}
action add(n in 1..9): pot = n + pot
action lose(n in 1..9): pot = pot - n
"""
    path = tmp_path / "round.rules"
    path.write_text(GAME.format(menu=f"{more} or stop".replace(" or ", ", ", more.count(" or "))) + actions, encoding="utf-8")
    [message] = [d.message for d in pipeline.read(str(path)).diagnostics if d.code == "W0503"]
    assert message.endswith(said)


COUNTED = """game "Counted":
    players 2
table:
    n: 0..20
    m: 0..20
play:
    turns p in players while n < 9: turn(p)
phase turn(p):
    {before}p chooses wait or stop
    {behind}
{more}
action wait(): "wait"
action stop() "stop":
    {stop}
winner: highest nothing
def nothing(p) = 0
"""


@pytest.mark.parametrize(
    ("before", "behind", "more", "stop", "ends"),
    [
        ("", "n += 1", "", "m += 1", True),
        ("n += 1\n    ", "m += 1", "", "end turn", False),  # what is left may have stood before: it is not followed so far
        ("", "m += 1", "after turn(): n += 1", "end turn", True),
        ("", "count()", "to count(): n += 1", "m += 1", True),
        ("", "n += 1", "", "end turn", False),
        ("", "n += 1", "", "n -= 1", False),
        ("", "n += 1", "", "n = 0", False),
        ("", "n += 1 until after next turn(p)", "", "m += 1", False),
        ("", "if m > 1: n += 1", "", "m += 1", False),
        ("", "m += 1", "after turn() if m > 3: n += 1", "m += 1", True),  # m goes one way, too
        ("", "n += m", "", "m += 1", False),
        ("", "n += 1", "instead of turn(p): p chooses wait", "m += 1", False),
        ("", "n += 1", "as soon as n == 5: n = 2", "m += 1", False),
        ("", "n += 1", "action back() at any time: n -= 1", "m += 1", False),
    ],
)
def test_a_loop_that_counts_its_rounds_ends(tmp_path, before, behind, more, stop, ends):
    path = tmp_path / "counted.rules"
    path.write_text(COUNTED.format(before=before, behind=behind, more=more, stop=stop), encoding="utf-8")
    found = pipeline.read(str(path)).diagnostics
    assert not [d.message for d in found if d.code.startswith("E")]
    assert bool([d for d in found if d.code == "W0503"]) is not ends
