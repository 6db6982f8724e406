"""Why not: the first thing that stands against a move, in the words of the rules."""

from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine import Match
from ruledsl.ir.program import MenuEntry, Site, Type
from ruledsl.ir.whence import Whence
from tests.engine.table import climbing, counting, played_out
from tests.ir.build import PLACES, card_game, count_game, program


def messages(match, text, seat=None):
    return [r.message for r in match.why_not(text, seat)]


def test_legal_moves_have_no_reasons():
    assert messages(counting(), "say 2") == messages(counting(), "2") == messages(climbing(), "draw") == []


def test_a_failed_requirement():
    match = counting()
    match.play("say 2")
    (reason,) = match.why_not("say 2")
    assert reason.message == "2 was said just now" and reason.reads == (("last", "2"),)
    assert (reason.span, reason.tags, reason.action) == (PLACES[2].span, PLACES[2].tags, "say")


def test_what_the_asker_may_not_know_is_not_told():
    match = counting(hidden="secret_to_b")
    match.play("say 1")
    assert match.decision.player == 2 and match.why_not("say 1")[0].reads == ()
    match.play("say 2")
    assert match.decision.player == 1 and match.why_not("say 2")[0].reads == (("last", "2"),)


UNREACHED = """game "Unreached":
    players 2

table: y: 0..9

play:
    for p in players: p chooses go or wait

action go():
    "go"
    require y > 0 and 9 // y > 2 else "no"
action wait(): "wait"

winner: highest size
def size(p) = 1
"""


def test_what_a_requirement_did_not_look_at_is_left_out(tmp_path):
    """It stopped before what cannot be reckoned; the rules are right, and no fault stops the table."""
    path = tmp_path / "unreached.rules"
    path.write_text(UNREACHED)
    (reason,) = ruledsl.load(str(path)).start(2, seed=1).why_not("go")
    assert (reason.message, reason.reads) == ("no", (("y", "0"),))


def test_what_is_not_offered_may_have_no_label(tmp_path):
    """Its label asks for what is not there; nobody is shown it, and a line that has its form is told why it cannot be done."""
    path = tmp_path / "unlabelled.rules"
    text = UNREACHED.replace("go():", "go(n in 0..2):").replace('"go"', '"go by {n}, a share of {9 // n}"').replace("y > 0 and 9 // y > 2", "n > 0")
    path.write_text(text)
    match = ruledsl.load(str(path)).start(2, seed=1)
    assert [option.label for option in match.legal()] == ["go by 1, a share of 9", "go by 2, a share of 4", "wait"]
    assert messages(match, "go by 0") == ["no"] and not messages(match, "go by 2, a share of 4")
    (told,) = match.why_not("go by 0, a share of 9")
    assert told.action == "go"


@pytest.mark.parametrize("text", ["play 4", "4", "play_hen(Hen(four))", "p 4", "hen four"])
def test_outside_the_domain(text):
    (reason,) = climbing().why_not(text)
    assert reason.message == "`4` is not in your hand" and reason.span == PLACES[4].span and reason.action == "play_hen"


def test_a_value_outside_the_domain():
    assert messages(counting(), "say 7") == ["`7` is not from 1 to 3"]


def test_of_several_cards_the_one_that_gets_furthest():
    """A 2 is in hand and too low; that another 2 is not in hand does not matter."""
    match = climbing()
    match.play("play 3")
    match.play("draw")
    assert messages(match, "play 2") == ["no lower than 3"]


def test_an_action_without_its_arguments():
    match = climbing()
    match.play("play 3")
    assert match.view(2).zones[2].cards[-1].text == "2"
    assert messages(match, "play_hen") == ["no lower than 3"]


def test_not_your_turn():
    assert messages(counting(), "say 1", seat=2) == ["it is A's turn"]


def test_the_game_is_over():
    assert messages(played_out(counting()), "say 1") == ["the game is over"]


def test_an_action_that_is_not_offered():
    (reason,) = counting().why_not("wait")
    assert reason.message == "`wait` is none of the moves here" and reason.tags == ("@T-7",)


def test_no_move_at_all():
    assert messages(counting(), "xyzzy") == ["`xyzzy` is no move here"]
    assert messages(climbing(), "drwa a hen") == ["`drwa a hen` is no move here; did you mean `draw a hen`?"]
    assert messages(counting(), "") == ["`` is no move here"]
    assert messages(counting(), "pass") == ["passing is not allowed here"]


@pytest.mark.parametrize("text", ["(", "say say say", "#99", "say 99999999999999999999", "-1", "say -1", "☃" * 50, "say 1 2 3", "play 1 2"])
def test_odd_texts_have_a_reason(text):
    assert messages(counting(), text)
    assert messages(climbing(), text)


VALUES = """
function main main 0 2
  resumes s, t
  s:
    r0 = const 1
    ask 0, r0, r1, t @3
  t:
    finish
function two legal 1 2
  start:
    r1 = const 1
    option -2, r1
    return r0
"""


def test_a_value_that_is_not_allowed():
    site = Site("choice", "seat", 3, (), legal="two", type=Type("player"), domain=Whence("everybody but you", "among everybody but you"))
    match = Match(program(VALUES, sites=(site,)))
    assert messages(match, "b") == []
    (reason,) = match.why_not("A")
    assert reason.message == "`A` is not among everybody but you" and reason.span == PLACES[3].span


def test_a_given_argument_is_not_typed():
    made = count_game()
    made.functions["two"] = program("function two value 1 1\n  s:\n    r0 = const 2\n    return r0\n").functions["two"]
    made.sites = (Site("choice", "turn", 3, ("play",), legal="menu", menu=(MenuEntry(0, ((0, "two"),)),)),)
    match = Match(made)
    match.play("say 2")
    assert messages(match, "wait") == ["`wait` is none of the moves here"]
    assert messages(match, "say 2") == ["2 was said just now"]


EMPTY = """
game "Shop":
    players 2
enum Face: sun, moon
board yard: grid 1 by 2
table: shop[f in Face] "{f}": 0..4
each cell: level: 0..3 = 1
play:
    players.first chooses take, dig or rest
action take(f in shop) "take {f}": shop[f] -= 1
action dig(c in yard if c.level == 0) "dig {c}": c.level = 2
action rest() "rest": pass
winner: highest luck
def luck(p) = count(c for c in yard if c.level == 2)
"""


def test_where_all_of_a_kind_could_be_chosen_it_is_said_what_stands_against_each(tmp_path):
    """Such a domain has everything in it, so that nothing lacks there."""
    (tmp_path / "shop.rules").write_text(EMPTY, encoding="utf-8")
    match = ruledsl.load(str(tmp_path / "shop.rules")).start(2, seed=1)
    assert messages(match, "take") == ["nothing can be chosen for f: there is no f among the shop"]
    assert messages(match, "dig") == ["nothing can be chosen for c: c’s level is not 0"]


def test_cards_of_the_whole_game_can_be_asked_for():
    match = Match(card_game(), 1)
    assert all(messages(match, f"play {n}") in ([], [f"`{n}` is not in your hand"]) for n in range(1, 5))


DIG = """game "Dig":
    players 2
board field: grid 3 by 3
each cell:
    hole: bool
play:
    turns p in players at most 9 times: turn(p)
phase turn(p): p chooses dig
action dig(c in field if not c.hole): c.hole = true
winner: highest holes
def holes(p) = count(c for c in field if c.hole)
"""


def test_a_value_that_is_there_and_does_not_fit(tmp_path):
    """What does not hold of it stands in the reason, in words."""
    (tmp_path / "dig.rules").write_text(DIG, encoding="utf-8")
    match = ruledsl.load(tmp_path / "dig.rules").start(2, 1)
    match.play("dig b2")
    assert messages(match, "dig b2") == ["`b2` cannot be chosen: b2 has a hole"]


LINES = """
game "Lines":
    players 2
enum Sort: red, green, blue
board field: grid 3 by 3
each player: likes: set of Sort = {red, green}
each cell: man: player or none
play:
    field[1, 1].man = players.first
    turns p in players at most 9 times: turn(p)
phase turn(p): p chooses ask or go
action ask(q in your.others, sort in Sort):
    "ask {q} for {sort}"
    require sort in your.likes else "you do not like {sort}"
action go(c in field if c.man == you, way in orthogonal):
    "{c}-{c.step(way)}"
    require c.step(way) is not none else "there is no cell"
    c.man = none
    c.step(way).man = you
winner: highest n
def n(p) = count(c for c in field if c.man == p)
"""


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("ask B for blue", ["you do not like blue"]),
        ("ask B for red", []),
        ("b2-b3", ["`b2` cannot be chosen: b2’s man is not yours"]),
        ("a1-b2", ["`a1-b2` is no move here; did you mean `a1-b1`?"]),
        ("a1-a2", []),
        ("ask A for red", ["`A` is not among everybody but you"]),
    ],
)
def test_a_line_that_has_the_form_of_a_label_is_read_so(tmp_path, typed, told):
    (tmp_path / "lines.rules").write_text(LINES, encoding="utf-8")
    assert messages(ruledsl.load(tmp_path / "lines.rules").start(2, 1), typed) == told


LEAPS = """game "Leaps":
    players 2
board field: grid 1 by 4
each cell:
    man: player or none
table: due: bool = true
play:
    field[1, 1].man = players.first
    field[1, 4].man = players.first
    turns p in players at most 2 times: p chooses leap, go or rest
action leap(c in field if c.man == you):
    "{c} leaps"
    require c.column > 3 else "there is nobody to leap over"
action go(c in field if c.man == you):
    "{c} goes"
    require not due else "who can leap must"
    due = false
action rest(c in field if c.man is none): "{c} rests"
winner: highest n
def n(p) = count(c for c in field if c.man == p)
"""


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("a1", ["leap: there is nobody to leap over", "go: who can leap must"]),
        ("d1", []),
        ("a1 goes", ["go: who can leap must"]),
        ("b1 leaps", ["leap: `b1` cannot be chosen: b1’s man is not yours"]),
    ],
)
def test_all_actions_that_could_be_meant_as_well_say_what_stands_against_them(tmp_path, typed, told):
    (tmp_path / "leaps.rules").write_text(LEAPS, encoding="utf-8")
    found = ruledsl.load(tmp_path / "leaps.rules").start(2, 1).why_not(typed, 1)
    assert [f"{reason.action}: {reason.message}" for reason in found] == told


TWO_BOARDS = """
game "Two":
    players 2
board yard: grid 3 by 3
board barn: grid 2 by 2
each player:
    n: 0..9
play:
    players.first chooses walk or stand
action walk(strip in yard.lines if strip != yard.row(3)):
    "walk {strip}"
    your.n = 1
action stand(c in yard if c.row != 3):
    "stand {c}"
    your.n = 2
winner: highest n
"""


@pytest.mark.parametrize("board", ["", "yard "])
def test_of_several_boards_a_line_or_a_cell_is_read_without_its_board_too(tmp_path: Path, board: str) -> None:
    (path := tmp_path / "two.rules").write_text(TWO_BOARDS)
    match = ruledsl.load(path).start()
    assert match.why_not(f"walk {board}row 2") == match.why_not(f"stand {board}b2") == []
    assert match.why_not(f"walk {board}row 3")[0].message.startswith("`yard row 3` ")
    assert match.why_not(f"stand {board}b3")[0].message == "`yard b3` is not on yard, or yard b3’s row is 3"
