"""Those who choose together: nobody learns what another has chosen before all have, and it does not matter who answers first."""

from __future__ import annotations

import random
from itertools import permutations
from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.engine.match import Match
from ruledsl.ir.regions import SEALED
from ruledsl.search.mcts import choose
from tests import few

GAME = """
game "Draft":
    players 3
card Die(n: 1..6) "{n}"
components:
    box: 3 of Die(n) for n in 1..6
table:
    box:   bag, hidden
    given: 0..99
each player:
    cup:   hand
    pool:  heap
    score: 0..99
    bet:   0..3
play:
    for p in players:
        repeat 4 times: move random of box to p.cup
    round()
phase round():
    MENU
    if given > 50: given = 0
action lock(dice: 1..2 Die in your.cup):
    "lock {dice}"
    given += count(dice)
    your.score += sum(d.n for d in dice)
    move dice to your.pool
action pay(q in others):
    "pay {q}"
    q.score += 1
action hold(): "hold"
winner: highest score
"""
MENUS = [
    "each p in players from players.last if p.cup is not empty chooses lock, pay or hold",
    "each p in players may lock or pay",
    "each p in players chooses p.bet in 0..3",
]


def begun(tmp_path: Path, menu: str, engine: str = "interp", seed: int = 5) -> Match:
    (path := tmp_path / "game.rules").write_text(GAME.replace("MENU", menu), encoding="utf-8")
    return load(path).start(seed=seed, engine=engine)


def known(match: Match, seat: int) -> tuple[object, ...]:
    """All that a seat can learn from a match."""
    options = [option.label for option in match.legal(seat)] if seat in match.decision.waiting else []  # type: ignore[union-attr]
    states = [match.resample(seat, n).position.block.bytes() for n in range(3)]
    return match.view(seat), match.events(seat), options, match.decision.waiting, [r.message for r in match.why_not("lock 9", seat)], states  # type: ignore[union-attr]


@pytest.mark.parametrize("menu", MENUS)
@pytest.mark.parametrize("engine", ["interp", "native"])
def test_nobody_can_tell_what_another_has_chosen(menu: str, engine: str, tmp_path: Path) -> None:
    seen = set()
    for number in range(4):
        match = begun(tmp_path, menu, engine)
        match.play(match.legal(1)[number], 1)
        assert match.position.block.get(SEALED) == 1
        seen.add(repr([known(match, seat) for seat in (2, 3)]))
    assert len(seen) == 1


@pytest.mark.parametrize("menu", MENUS)
@pytest.mark.parametrize("engine", ["interp", "native"])
def test_it_does_not_matter_who_answers_first(menu: str, engine: str, tmp_path: Path) -> None:
    for draw in range(6):
        ends = set()
        for order in permutations((1, 2, 3)):
            match, choices = begun(tmp_path, menu, engine), random.Random(draw)
            answers = {seat: choices.choice(match.legal(seat)).label for seat in (1, 2, 3)}
            for seat in order:
                match.play(answers[seat], seat)
            block = match.position.block
            assert match.over
            assert not any(block.regions()[SEALED])
            ends.add(repr({name: cells for name, cells in block.regions().items() if name not in ("move", "move.seat", "ask.seats", "frame")}))
        assert len(ends) == 1


def test_both_engines_play_alike(tmp_path: Path) -> None:
    for menu in (*MENUS, "each p in players may lock again", "each p in players chooses lock or hold again while count(p.cup) > 1 at most 3 times"):
        for seed in few.seeds(8):
            one, other = (begun(tmp_path, menu, engine, seed) for engine in ("interp", "native"))
            choices = random.Random(seed)
            while one.decision is not None:
                seat = choices.choice(one.decision.waiting)
                option = choices.choice(one.legal(seat)).label
                for match in (one, other):
                    match.play(option, seat)
                assert one.state_bytes() == other.state_bytes()


def test_all_is_done_when_all_have_answered(tmp_path: Path) -> None:
    match = begun(tmp_path, MENUS[0])
    for seat, answer in ((2, "pay C"), (3, "hold")):
        match.play(answer, seat)
        assert match.position.values["score"] == [0, 0, 0] and match.decision is not None
    assert [reason.message for reason in match.why_not("hold", 2)] == ["you have chosen"]
    match.play("pay C", 1)
    assert match.over and match.position.values["score"] == [0, 0, 2]


def test_a_state_that_is_drawn_anew_holds_an_answer_that_could_be_given(tmp_path: Path) -> None:
    match = begun(tmp_path, MENUS[0])
    match.play(match.legal(1)[0], 1)
    answers = set()
    for seed in few.seeds(60):
        twin = match.resample(2, seed)
        answers.add(tuple(twin.position.values[SEALED][1:4]))
        for seat in (2, 3):
            twin.play("hold", seat)
        assert twin.over
    assert len(answers) > 5


def test_a_bot_does_not_know_what_was_sealed(tmp_path: Path) -> None:
    chosen = set()
    for number in range(3):
        match = begun(tmp_path, MENUS[0])
        match.play(match.legal(1)[number], 1)
        for twin in (match, match.resample(2, 7)):
            chosen.add(repr(choose(twin, 60, 3, 2).label) if twin is match else "")
    assert len(chosen) == 2


AGAIN = """
game "Pace":
    players 3
table:
    n: 0..99
each player:
    left:  0..9 = 3
    score: 0..99
play: round()
phase round():
    unless "time is up" after 9 seconds:
        each p in players if p != players.last MENU
    n += 50
action take(k in 1..2 if k <= your.left):
    "take {k}"
    your.left -= k
    n += 1
action rest(): "rest"
winner: highest score
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_each_goes_on_at_his_own_pace(engine: str, tmp_path: Path) -> None:
    (path := tmp_path / "game.rules").write_text(AGAIN.replace("MENU", "may take again"), encoding="utf-8")
    match = load(path).start(seed=1, engine=engine)
    for answer, seat, waiting, left in [
        ("take 1", 1, (1, 2), [2, 3, 3]), ("take 2", 2, (1, 2), [2, 1, 3]), ("take 1", 1, (1, 2), [1, 1, 3]), ("take 1", 1, (2,), [0, 1, 3]),
    ]:  # fmt: skip
        match.play(answer, seat)
        assert match.decision is not None and match.decision.waiting == waiting
        assert match.position.values["left"] == left
    match.play("pass", 2)
    assert match.over and match.position.values["n"] == [54]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_each_is_asked_so_often_at_most_and_the_clock_ends_it_for_all(engine: str, tmp_path: Path) -> None:
    (path := tmp_path / "game.rules").write_text(AGAIN.replace("MENU", "chooses rest or take again while p.left > 0 at most 2 times"), encoding="utf-8")
    match = load(path).start(seed=1, engine=engine)
    for answer, seat, waiting in [("rest", 1, (1, 2)), ("rest", 1, (2,)), ("take 1", 2, (2,))]:
        match.play(answer, seat)
        assert match.decision is not None and match.decision.waiting == waiting
    match.play("time is up")
    assert match.over and match.position.values["n"] == [1 + 50]


CUT_OFF = """
game "Cut":
    players 3
table: n: 0..9
each player: score: 0..9
play:
    unless "time is up" after 20 seconds: grabbing()
    players.first chooses stay
    n = count(p for p in players if p.score == 0)
phase grabbing():
    each p in players chooses grab
action grab(k in 1..2): your.score += k
action stay(): "stay"
winner: highest score
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_answers_to_a_menu_that_is_cut_off_wait_no_more(tmp_path: Path, engine: str) -> None:
    (path := tmp_path / "cut.rules").write_text(CUT_OFF, encoding="utf-8")
    match = load(str(path)).start(players=3, engine=engine)
    for seat in (1, 2):
        match.play("grab 2", seat)
    assert any(match.position.values[SEALED])
    match.play("time is up")
    assert not any(match.position.values[SEALED]) and match.decision.player == 1
    assert match.resample(3, 5).view(3) == match.view(3)


def test_the_rule_of_which_others_hear_does_not_tell_the_action(tmp_path: Path) -> None:
    heard = set()
    for action in ("hold", "pay", "lock"):
        match = begun(tmp_path, MENUS[0])
        match.play(next(option for option in match.legal(3) if option.action == action), 3)
        heard.add(match.events(1)[-1])
    assert {event.span.line for event in heard} == {GAME.splitlines().index("    MENU") + 1}
    assert len(heard) == 1


DOMAINS = """game "Domains":
    players 2
enum Hue: red, blue
card Fowl
card Hen, Duck is Fowl
components:
    box: 1 of Hen, 1 of Duck
board yard: grid 2 by 3
board map: places ash, elm
    ash - elm
table: box: heap
each player:
    pick: TYPE
play:
    ASKED chooses p.pick in DOMAIN
winner: highest nothing
def nothing(p) = 0
"""


@pytest.mark.parametrize(
    ("type", "domain"),
    [
        ("cell", "yard"), ("cell or none", "yard or none"), ("cell", "yard.row(1)"), ("cell", "yard - yard.row(1)"), ("corner or none", "yard.corners or none"),
        ("edge", "yard.edges"), ("place, own", "map"), ("route or none", "map.routes or none"), ("line", "yard.lines"), ("Hue or none", "Hue or none"),
        ("player", "players"), ("bool", "[true, false]"), ("2..5", "3..5"), ("0..9 or none", "{2, 7} or none"), ("kind of Fowl", "Fowl"),
    ],
)  # fmt: skip
def test_what_is_chosen_together_is_what_is_chosen_one_by_one(type: str, domain: str, tmp_path: Path) -> None:
    """Options are called alike, whether all are asked at once or each in turn."""

    def asked(who: str) -> list[str]:
        path = tmp_path / "domains.rules"
        path.write_text(DOMAINS.replace("ASKED", who).replace("TYPE", type).replace("DOMAIN", domain))
        match = load(str(path)).start(2, seed=1, engine="interp")
        return [option.full for option in match.answers()]

    together, in_turn = asked("each p in players"), asked("for p in players: p")
    assert together == in_turn and len(set(together)) == len(together) > 1
