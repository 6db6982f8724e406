"""`unless forced`: the only option is taken, and nobody is asked; in both engines, and in sets of tables that hold more than a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.engine.lockstep import lockstep
from ruledsl.engine.match import Match
from ruledsl.native import TIERS

GAME = """
game "Forced":
    players 2: A, B
enum Hue: red, blue, green
card Goose(n: 1..9) "G{n}"
board yard: grid 10 by 10
components:
    deck: 1 of Goose(n) for n in 1..9
table:
    deck:   heap
    out:    heap
    x:      0..20000
    y:      0..20000
    taken:  set of 1..6
each player:
    score: 0..99
    told:  -5..99
action pay(n in x..y, m in x..y if n == m, hue in {red, green} if y < 9000 or hue is green) "pay {n} {m} {hue}":
    x = n + 1
    your.told = n - m - 5
    your.score += 1
action pick(cards: 1..2 Goose in deck if sum(card.n for card in cards) == y) "pick {cards}":
    move cards to out
    your.score += 10
action step(c in yard if c.row == x, d in c.neighbours if d.column == y and c.column == y and d.row > c.row) "from {c} to {d}":
    x = c.row + 10 * d.row
action shut(taking in {n for n in 1..6 if n not in taken}) "shut {taking}": taken = taken | {taking}
action nod() at any time during nodding: y = 0
play: first()
phase first():
    MENU
phase nodding():
    x = 9
    y = 9
winner: highest score
"""

ENGINES = pytest.mark.parametrize("engine", ["interp", "native"])


def played(tmp_path: Path, menu: str, answers: str, engine: str) -> tuple[list[list[str]], Match]:
    """The options of each menu that came, by the answers that were given, and the match where they end."""
    path = tmp_path / "game.rules"
    path.write_text(GAME.replace("MENU", menu.replace("\n", "\n    ")), encoding="utf-8")
    match, came, rest = load(path).start(seed=1, engine=engine), list[list[str]](), answers.split(", ") if answers else []
    while match.decision is not None:
        came.append([option.label for option in match.decision.options])
        match.play(rest.pop(0))
    assert not rest
    return came, match


def value(match: Match, name: str) -> int:
    return int(match.position.block.get(name))


@ENGINES
@pytest.mark.parametrize(("menu", "answers", "came", "told", "x"), [
    # as many as there are
    ("x = 9000\ny = 9000\nA chooses pay unless forced", "", [], -5, 9001),
    ("x = 8000\ny = 8000\nA chooses pay unless forced", "pay 8000 8000 green", [["pay 8000 8000 red", "pay 8000 8000 green"]], -5, 8001),
    ("x = 9000\ny = 9001\nA chooses pay unless forced", "pay 9001 9001 green", [["pay 9000 9000 green", "pay 9001 9001 green"]], -5, 9002),
    # to pass is an option
    ("x = 9\ny = 8\nA may pay unless forced", "", [], 0, 9),
    ("x = 9000\ny = 9000\nA may pay unless forced", "pass", [["pay 9000 9000 green", "pass"]], 0, 9000),
    # nothing to choose is what it was
    ("x = 9\ny = 8\nA chooses pay unless forced\nelse: x = 7", "", [], 0, 7),
    ("x = 9000\ny = 9000\nA may pay unless forced\nelse: x = 7", "pass", [["pay 9000 9000 green", "pass"]], 0, 7),
    # it comes again
    ("x = 9000\ny = 9002\nA chooses pay again while x <= y unless forced", "pay 9000 9000 green, pay 9001 9001 green",
     [["pay 9000 9000 green", "pay 9001 9001 green", "pay 9002 9002 green"], ["pay 9001 9001 green", "pay 9002 9002 green"]], -5, 9003),
])  # fmt: skip
def test_actions(menu: str, answers: str, came: list[list[str]], told: int, x: int, engine: str, tmp_path: Path) -> None:
    menus, match = played(tmp_path, menu, answers, engine)
    assert (menus, match.position.block.get("told"), value(match, "x")) == (came, told, x)


@ENGINES
@pytest.mark.parametrize(("menu", "answers", "many", "x"), [
    ("A chooses n in {m for m in 1..6 if m > 5} unless forced\nx = n", "", 0, 6),
    ("A chooses n in {m for m in 1..6 if m > 4} unless forced \"which?\"\nx = n", "5", 1, 5),
    ("A chooses n in 4000..4000 unless forced\nx = n", "", 0, 4000),
    ("A chooses c in yard if c.row == 10 and c.column > 9 unless forced\nx = 100 * c.row + c.column", "", 0, 1010),
    ("A chooses c in yard if c.row == 7 and c.column == 5 unless forced\nx = 100 * c.row + c.column", "", 0, 705),
    ("A chooses c in yard if c.column == 5 and c.row in {1, 9} unless forced\nx = 100 * c.row + c.column", "e9", 1, 905),
    ("A chooses q in players if q != A or none unless forced\nif q is none: x = 1", "none", 1, 1),
    ("A chooses q in players if q.score > 5 or none unless forced\nif q is none: x = 1", "", 0, 1),
    ("A chooses card in deck if card.n == 7 unless forced\nx = card.n", "", 0, 7),
    ("A chooses hue in {green} unless forced\nx = 5 if hue is green else 6", "", 0, 5),
    ("A chooses A.told in {m for m in 1..6 if m == 2} unless forced\nx = A.told", "", 0, 2),
])  # fmt: skip
def test_values(menu: str, answers: str, many: int, x: int, engine: str, tmp_path: Path) -> None:
    menus, match = played(tmp_path, menu, answers, engine)
    assert (len(menus), value(match, "x")) == (many, x)


@ENGINES
def test_sets_and_pairs(engine: str, tmp_path: Path) -> None:
    """A set of cards has a word of its own; of pairs there is one, far behind in the second word of cells."""
    menus, match = played(tmp_path, "x = 18\ny = 17\nA chooses pick or pay unless forced", "", engine)
    assert not menus and [card.text for zone in match.view(1).zones if zone.name == "out" for card in zone.cards] == ["G8", "G9"]
    menus, match = played(tmp_path, "x = 9\ny = 10\nA chooses step unless forced", "", engine)
    assert not menus and value(match, "x") == 9 + 10 * 10
    menus, match = played(tmp_path, "taken = {1, 2, 3, 5, 6}\nA chooses shut again while count(taken) < 6 unless forced", "", engine)
    assert not menus and value(match, "taken") == 0b1111110


@ENGINES
def test_what_can_be_chosen_at_any_time_is_an_option(engine: str, tmp_path: Path) -> None:
    menu = "nodding()\nx = 9000\ny = 9000\nA chooses pay unless forced"
    assert played(tmp_path, menu, "", engine)[0] == []
    nod = 'action nod() at any time during first:\n    "nod"\n    require y > 8000\n    y = 0'
    joined = GAME.replace("action nod() at any time during nodding: y = 0", nod)
    path = tmp_path / "game.rules"
    path.write_text(joined.replace("MENU", menu.replace("nodding()\n", "").replace("\n", "\n    ")), encoding="utf-8")
    match = load(path).start(seed=1, engine=engine)
    assert [option.label for option in match.legal()] == ["pay 9000 9000 green", "nod"]


def test_both_engines_and_all_tiers_agree(tmp_path: Path) -> None:
    menu = "repeat 30 times:\n    for p in players:\n        p chooses n in {m for m in 1..6 if m not in taken} or none unless forced\n        "
    menu += "if n is not none: taken = taken | {n}\n        p may shut unless forced\n        p may shut again unless forced\n        "
    menu += "x = count(taken)\n        "
    menu += "if x > 4: taken = {1, 2, 3} & taken"
    path = tmp_path / "game.rules"
    path.write_text(GAME.replace("MENU", menu.replace("\n", "\n    ")), encoding="utf-8")
    program = load(path).program(2)
    for tier in TIERS:
        found = lockstep(program, range(20), tier)
        assert found.games == 20 and found.decisions > 500 and found.difference is None
