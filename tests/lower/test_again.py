"""Menus that come again: how often they come, and that nobody is asked where only passing is left; in both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load

GAME = """
game "Again":
    players 2
table:
    left:  0..9 = 4
    taken: 0..99
    after: 0..99
each player:
    score: 0..99
action take(n in 1..3 if n <= left):
    "take {n}"
    left -= n
    taken += 1
    your.score += n
action look(): "look"
action nod() at any time during round:
    require after == 0 else "once"
    after = 50
winner: highest score
play: round()
phase round():
    MENU
"""

BODY = "\n    "


def menus(tmp_path: Path, menu: str, answers: list[str], engine: str, joined: bool = False) -> tuple[list[list[str]], dict[str, int]]:
    """The options of each menu that came, by the answers that were given, and what stands at the end."""
    path = tmp_path / "game.rules"
    menu = menu.replace("A may", "players.first may").replace("A chooses", "players.first chooses").replace("B may", "players.last may")
    text = GAME.replace("MENU", menu.replace("\n", BODY))
    if not joined:
        text = text.replace("action nod() at any time during round:", "action nod():")
    path.write_text(text, encoding="utf-8")
    match, came = load(path).start(seed=1, engine=engine), []
    while match.decision is not None:
        came.append([option.label for option in match.decision.options])
        match.play(answers[len(came) - 1])
    block = match.position.block
    return came, {name: block.get(name) for name in ("left", "taken", "after")}


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_who_may_again_is_asked_until_only_passing_is_left(engine: str, tmp_path: Path) -> None:
    came, end = menus(tmp_path, "A may take again\nafter += 1", ["take 2", "take 1", "take 1"], engine)
    assert came == [["take 1", "take 2", "take 3", "pass"], ["take 1", "take 2", "pass"], ["take 1", "pass"]]
    assert end == {"left": 0, "taken": 3, "after": 1}


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_who_passes_is_not_asked_again(engine: str, tmp_path: Path) -> None:
    came, end = menus(tmp_path, "A may take or look again\nafter += 1", ["take 2", "look", "pass"], engine)
    assert len(came) == 3 and end == {"left": 2, "taken": 1, "after": 1}


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_nobody_is_asked_where_nothing_is_possible_at_first(engine: str, tmp_path: Path) -> None:
    came, end = menus(tmp_path, "left = 0\nA may take again\nB may take\nafter += 1", ["pass"], engine)
    assert came == [["pass"]] and end["after"] == 1
    came, end = menus(tmp_path, "left = 0\nA may take again\nelse: after = 7", [], engine)
    assert came == [] and end["after"] == 7


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("menu", "answers", "asked", "taken"), [
    ("A may take", ["pass"], 1, 0), ("A may take", ["take 1"], 1, 1), ("left = 0\nA may take", [], 0, 0), ("A may take again", ["pass"], 1, 0),
    ("A may take again", ["take 1", "pass"], 2, 1), ("A may take again", ["take 3", "take 1"], 2, 2), ("A may take again while left > 2", ["take 2"], 1, 1),
])  # fmt: skip
def test_what_is_done_otherwise_is_done_where_nothing_is_chosen(menu: str, answers: list[str], asked: int, taken: int, engine: str, tmp_path: Path) -> None:
    came, end = menus(tmp_path, f"{menu}\nelse: after = 7", answers, engine)
    chosen = answers == ["take 1"] or "while" in menu
    assert len(came) == asked and end["taken"] == taken and end["after"] == (0 if chosen else 7)


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_who_passes_at_any_time_or_within_a_move(engine: str, tmp_path: Path) -> None:
    _, end = menus(tmp_path, "A may take\nelse: after += 7", ["nod", "pass"], engine, joined=True)
    assert end["after"] == 57
    _, end = menus(tmp_path, "left = 0\nA may take\nelse: after += 7", ["nod"], engine, joined=True)
    assert end["after"] == 57
    for answers, after in ((["pass"], 7), (["take 1"], 0), (["take 3, take 1"], 0)):
        _, end = menus(tmp_path, "A may take again as one move\nelse: after = 7", answers, engine)
        assert end["after"] == after


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_menu_comes_while_a_condition_holds_behind_an_action(engine: str, tmp_path: Path) -> None:
    came, end = menus(tmp_path, "A chooses take again while left > 1\nafter += 1", ["take 1", "take 1", "take 1"], engine)
    assert len(came) == 3 and end == {"left": 1, "taken": 3, "after": 1}
    came, end = menus(tmp_path, "A chooses look again while after > 5\nafter += 1", ["look"], engine)
    assert len(came) == 1 and end["after"] == 1
    came, end = menus(tmp_path, "A chooses take again while true\nelse: after = 9", ["take 3", "take 1"], engine)
    assert len(came) == 2 and end["after"] == 9


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("times", [0, 1, 2, 3])
def test_a_menu_comes_so_many_times_at_most(engine: str, times: int, tmp_path: Path) -> None:
    for menu in (f"A chooses look again at most {times} times", f"A may look again while left > 0 at most {times} times"):
        came, end = menus(tmp_path, f"{menu}\nafter += 1", ["look"] * 9, engine)
        assert len(came) == times and end["after"] == 1


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_the_bound_is_that_of_each_menu_when_it_is_come_to_anew(engine: str, tmp_path: Path) -> None:
    came, _ = menus(tmp_path, "repeat 3 times:\n    A may look again at most 2 times", ["look"] * 9, engine)
    assert len(came) == 6


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_what_is_done_at_any_time_does_not_count(engine: str, tmp_path: Path) -> None:
    came, end = menus(tmp_path, "A may look again at most 2 times\nleft = 1", ["look", "nod", "look"], engine, joined=True)
    assert came == [["look", "nod", "pass"], ["look", "nod", "pass"], ["look", "pass"]]
    assert end["left"] == 1 and end["after"] == 50


SHARED = """
game "Shared":
    players 3
table:
    left: 0..9 = 2
    open: 0..1 = 1
each player:
    got:   0..9
    nods:  0..9
    score: 0..9
action take():
    "take"
    require left > 0
    left -= 1
    your.got += 1
action nod():
    "nod"
    require open > 0 and your.nods == 0
    your.nods += 1
action shut():
    "shut"
    require your.nods > 0 and open > 0
    open -= 1
winner: highest score
play:
    each p in players MENU
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(
    ("menu", "answers", "waiting"),
    [
        ("may take again", [(2, "take"), (3, "take")], [{1, 2, 3}, {1, 2, 3}]),
        ("may take again at most 1 times", [(2, "take"), (3, "take")], [{1, 2, 3}, {1, 3}]),
        ("may take again while p.got < 1", [(2, "take"), (1, "take")], [{1, 2, 3}, {1, 3}]),
        ("may take again", [(1, "pass"), (3, "take"), (3, "take")], [{1, 2, 3}, {2, 3}, {2, 3}]),
        ("may nod or shut again", [(1, "nod"), (1, "shut")], [{1, 2, 3}, {1, 2, 3}]),
        ("may take or nod again", [(2, "take"), (2, "nod"), (1, "take"), (3, "nod"), (1, "nod")], [{1, 2, 3}] * 3 + [{1, 3}, {1}]),
    ],
)
def test_of_several_nobody_is_asked_where_another_has_left_nothing_but_to_pass(
    menu: str, answers: list[tuple[int, str]], waiting: list[set[int]], engine: str, tmp_path: Path
) -> None:
    (path := tmp_path / "game.rules").write_text(SHARED.replace("MENU", menu), encoding="utf-8")
    match, came = load(path).start(seed=1, engine=engine), []
    for seat, answer in answers:
        assert match.decision is not None
        came.append(set(match.decision.waiting))
        match.play(answer, seat)
    assert match.decision is None and came == waiting


NESTED = """
game "Nested":
    players 2
table:
    left: 0..9 = 3
    log: 0..999999
each player:
    score: 0..99
action give(q in others):
    "give {q}"
    left -= 1
    log = 10 * log + 1
    q may refuse again at most 2 times
action refuse():
    "refuse"
    require left > 0
    log = 10 * log + 2
winner: highest score
play:
    players.first may give again while left > 0
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_menus_within_menus(engine: str, tmp_path: Path) -> None:
    (path := tmp_path / "game.rules").write_text(NESTED, encoding="utf-8")
    match = load(path).start(seed=1, engine=engine)
    for answer in ["give B", "refuse", "pass", "give B", "refuse", "refuse", "give B"]:
        assert match.decision is not None
        match.play(answer)
    assert match.decision is None and match.position.block.get("log") == 121221


ALONE = """game "Alone":
    players 2
table: nuts, lost, ends: 0..9
each player:
    keys:  0..3 = 1
    score: 0..9
winner: highest score
play:
    turn(players.first)
    ends += 1
phase turn(p):
    MENU
    ELSE
action crack() "crack":
    require nuts > 0
    nuts -= 1
    your.score += 1
action shake() at any time:
    require your.keys > 0
    your.keys -= 1
    nuts += 1
"""

@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(
    ("menu", "later"),
    [
        ("p chooses crack", 0), ("p may crack", 0), ("p may crack again", 1),
        ("p chooses crack again at most 1 times", 0), ("p chooses crack again at most 2 times", 1),
    ],
)
def test_what_can_be_chosen_at_any_time_need_not_be_chosen_where_nothing_else_can(engine: str, menu: str, later: int, tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_text(ALONE.replace("MENU", menu).replace("ELSE", "else: lost += 1"))
    for answers, lost in ((["pass"], 1), (["shake", "crack"], later)):
        match = load(path).start(seed=1, engine=engine)
        for answer in answers:
            assert match.decision is not None and answer in [option.label for option in match.decision.options]
            match.play(answer)
        assert match.decision is None and [match.position.block.get(name) for name in ("lost", "ends")] == [lost, 1]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_without_an_else_it_is_all_that_can_be_chosen(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_text(ALONE.replace("MENU", "p chooses crack").replace("    ELSE\n", ""))
    match = load(path).start(seed=1, engine=engine)
    assert match.decision is not None and [option.label for option in match.decision.options] == ["shake"]
    match.play("shake")
    assert match.decision is not None and [option.label for option in match.decision.options] == ["crack"]
