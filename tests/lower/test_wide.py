"""Sets of more than 64 cells, kept, handed on, compared and told. The same rules on a board of 49 cells, whose sets are one word, are the measure: with a
board of 50 cells before it each of its sets stands in two words, and all else is as it was."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import ruledsl
from ruledsl import pipeline
from ruledsl.diagnostics import RulesError
from ruledsl.interp import Interpreter
from ruledsl.ir.program import Program, joined
from ruledsl.ir.text import parse, show
from ruledsl.lower.refusal import SettingsError
from ruledsl.native import Native
from ruledsl.testing import collect, run_test

PAD = 50
RULES = """\
game "Marks":
    players 2
PAD
board field: grid 7 by 7
table:
    marked: set of cell
    walls:  set of cell = {field[4, 4], field[7, 7]}
    n:      0..999
    flag:   bool
    seal:   set of cell, hidden
each player:
    mine: set of cell
    old[k in 1..3]: set of cell
    dim:  set of cell, own
each cell:
    near: set of cell
table this turn:
    here: set of cell = {field[1, 7], field[7, 1]}
history layout after turn at most 99 times: marked, players.mine

to paint(those):
    for c in those: n += 1
    marked = marked | those
before paint(those): n += count(those & field.row(6))

def shadow(s) = {d for c in s for d in c.around}
instead of shadow(s) if flag = usual & (usual - s) | field.row(1)
def big(s, k) = count(s) > k
instead of big(s, k) if n > 3 = usual and (usual or s == {field[1, 1]})

phase turn(p, those):
    p chooses place or sweep
    let before_it = marked
    paint({c for c in those if c.row > 1})
    here = here | (marked - before_it)
    if not big(marked, 30):
        for c in marked - before_it: c.near = shadow(marked & c.around | {c})
    if n % 3 == 0: walls = {field[1, 1], field[6, 6]} until after next turn(p.left)
    flag = not flag
    show p.dim to p.left
    for c in marked - here if c.column == 7: field[c.row, 1].near = c.near | seal

action place(c in field if c not in marked and c not in your.mine):
    "{c} beside {c.neighbours & marked}"
    require c not in walls else "there are walls: {walls}"
    marked = marked | {c}
    your.mine = your.mine | {c}
    your.old[1 + n % 3] = your.mine - walls
    your.dim = your.dim | c.neighbours
    seal = seal | {c}
action sweep(c in marked if {c} < marked):
    require big(marked, 3) else "only {marked}"
    require count((marked after paint(your.mine)) - field.row(2)) > 2 and times(layout) < 3 after this
    marked = marked - c.around - {c}

as soon as field.row(3) <= marked: marked = marked - field.row(3)
play:
    turns p in players while n < 300 and count(marked) < 40 at most 90 times: turn(p, p.mine)
winner: highest size
def size(p) = count(p.mine) + count(p.dim - walls) + count(p.old[2] | p.old[3]) - count(c for c in field if c.near >= p.mine)
"""
WIDE = RULES.replace("PAD", f"board pad: grid 1 by {PAD}")
TESTS = """
test "one turn":
    given turn(A, {field[1, 1], field[2, 2], field[6, 6]}):
        marked = {field[7, 7]}
        A.old = [{field[7, 7]}, {}, field.row(2)]
        field[7, 7].near = {field[1, 1]}
        walls = {field[3, 3]} until after next turn(A)
    then:
        A cannot place(field[3, 3]) because "there are walls: field c3"
        walls == {field[3, 3]}
        A.old[3] == field.row(2)
    when:
        A: place(field[7, 6])
    then:
        marked == {field[7, 6], field[7, 7], field[2, 2], field[6, 6]}
        n == 3
        A.old[1] == {field[7, 6]}
        A.old[3] == field.row(2)
        sees(B, A.dim)
"""


def program(text: str, path: Path) -> Program:
    path.write_text(text, encoding="utf-8")
    return pipeline.lower(pipeline.load(str(path)), 2, {})


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Program, Program]:
    there = tmp_path_factory.mktemp("wide")
    narrow = program(RULES.replace("PAD\n", ""), there / "narrow.rules")
    return narrow, program(WIDE, there / "wide.rules")


def test_it_plays_as_where_a_set_is_one_word(programs: tuple[Program, Program]) -> None:
    narrow, wide = programs
    engines = Interpreter(narrow), Interpreter(wide), Native(narrow), Native(wide)
    for seed in range(2):
        states, random = [engine.start(seed) for engine in engines], Random(seed)
        while states[0].get("status") == 1:
            seat = states[0].get("ask.seats").bit_length() - 1
            menus = [engine.legal(state, state.get("ask.site"), seat) for engine, state in zip(engines, states, strict=True)]
            far = [(action, *(cell - PAD for cell in args)) for action, *args in menus[1]]
            assert menus[0] == menus[2] == far and menus[1] == menus[3]
            chosen = random.randrange(len(far))
            for engine, state, menu in zip(engines, states, menus, strict=True):
                for place, value in enumerate(menu[chosen]):
                    state.set("move", place, value)
                state.set("move.seat", 0, seat)
                engine.resume(state)  # type: ignore[attr-defined]
            assert states[0].bytes() == states[2].bytes() and states[1].bytes() == states[3].bytes()
            same(narrow, wide, states[0].regions(), states[1].regions())


def same(narrow: Program, wide: Program, one: dict[str, list[int]], other: dict[str, list[int]]) -> None:
    for variable in narrow.variables:
        moved = PAD * variable.length if variable.owner == "cell" else 0
        sets = variable.type.kind == "set" and variable.type.of is not None and variable.type.of.kind == "cell"
        for n, value in enumerate(one[variable.name]):
            held = wide.held(other, variable.name, n + moved)
            assert value == (held >> PAD if sets else held), (variable.name, n)
            assert not sets or held >> PAD << PAD == held


def test_its_text_form_is_read_again(programs: tuple[Program, Program]) -> None:
    wide = programs[1]
    again = parse(show(wide))
    assert again.variables == wide.variables and again.regions == wide.regions and again.entries == wide.entries
    assert wide.words_of("marked") == ("marked", "marked#1") and wide.words_of("n") == ("n",)
    assert [v.name for v in wide.declared if v.name.startswith("m")] == ["marked", "mine"]
    assert joined([-1, 5]) == (5 << 64) + (1 << 64) - 1


def test_a_test_begins_with_them_and_asks_for_them(tmp_path: Path) -> None:
    file = tmp_path / "marks.rules"
    wrong = TESTS.replace("n == 3", "marked == {}").replace("one", "no")
    file.write_text(WIDE + TESTS + wrong, encoding="utf-8")
    game = ruledsl.load(file)
    for engine in ("interp", "native"):
        good, bad = (run_test(case, engine) for case in collect(game))
        assert not good.failures and "`marked` is {field b2, field f6, field f7, field g7}" in bad.failures[0].message


def test_seats_see_what_they_may(tmp_path: Path) -> None:
    file = tmp_path / "marks.rules"
    file.write_text(WIDE, encoding="utf-8")
    match = ruledsl.load(file).start(2, 1, engine="interp")
    match.play(next(c for c in match.decision.options if c.label.startswith("field g6 ")))
    held = {(v.name, v.owner_index, v.hidden): v.text for v in match.view(2).variables if v.owner != "cell"}
    assert held["marked", 0, False] == "{field g6}" and held["seal", 0, True] == "?" and held["dim", 0, False] == "{field g5, field f6, field g7}"
    assert any("marked: {} → {field g6}" in event.text for event in match.log)
    assert not any("#" in name for name, _, _ in held)


def test_one_of_several_sets_is_no_choice(tmp_path: Path) -> None:
    file = tmp_path / "rows.rules"
    rules = WIDE.replace("sweep(c in marked if {c} < marked)", "sweep(c in field.rows if c < marked)")
    file.write_text(rules.replace("marked - c.around - {c}", "marked - c"), encoding="utf-8")
    with pytest.raises((RulesError, SettingsError), match="of sets of more than 64 none is chosen"):
        pipeline.lower(pipeline.load(str(file)), 2, {})


def test_the_last_of_64_cells_may_be_in_a_set_from_the_beginning(tmp_path: Path) -> None:
    file = tmp_path / "last.rules"
    file.write_text(RULES.replace("PAD\n", "").replace("7 by 7", "8 by 8").replace("field[7, 7]}\n    n:", "field[8, 8]}\n    n:"), encoding="utf-8")
    made = pipeline.lower(pipeline.load(str(file)), 2, {})
    for engine in (Interpreter(made), Native(made)):
        assert engine.start(1).get("walls", 0) == -(1 << 63) | 1 << 27
