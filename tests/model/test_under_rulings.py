"""What only a ruling declares: menus name it, and so do tests that choose the value."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.testing import collect, run_test

GAME = """game "Ways":
    players 2
ruling way: walk or ride "how?"
    walk:
        action walk(n in 1..2) "walk {n}": pay(you, n)
    ride:
        each player: rides: 0..9
        action ride(down[n in 1..2]: 1..1 in 0..1) "ride {down}":
            your.rides += 1
            add_to(your.bag, down[1])
        phase stable(p): p chooses ride
        before turn(p): p may ride
card Nut
components:
    nuts: 9 of Nut
table: nuts: heap
each player:
    score: -9..99
    bag: heap
play:
    for p in players: turn(p)
phase turn(p): p chooses walk, ride or rest
to pay(p, n):
    require p.score > -2 else "too poor"
    p.score -= n
to add_to(zone, n):
    repeat n times: move random of nuts to zone
action rest():
    require ride is not possible else "ride!"
    your.score += 1
    add_to(your.bag, 1)
winner: highest score

test "walking":
    then: A can only walk(1), walk(2), rest
    when:
        A: walk(2)
        B: rest
    then: A.score == -2
"""
RIDING = """
test "riding":
    option way = ride
    when:
        A: ride([1])
        A: ride([2])
    then:
        A.rides == 2
        count(A.bag) == 1
        B can only ride([1]), ride([2]), pass
test "in the stable":
    option way = ride
    given stable(A):
        A.rides = 3
    then: A cannot rest
"""


def _read(tmp_path: Path, text: str) -> pipeline.Rules:
    (tmp_path / "ways.rules").write_text(GAME, encoding="utf-8")
    (tests := tmp_path / "ways.test.rules").write_text(text.lstrip(), encoding="utf-8")
    return pipeline.read(str(tmp_path / "ways.rules"), [str(tests)])


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_tests_name_what_the_rulings_declare_that_they_choose(tmp_path: Path, engine: str) -> None:
    assert _read(tmp_path, RIDING).diagnostics == []
    cases = collect(str(tmp_path / "ways.rules"), [str(tmp_path / "ways.test.rules")])
    assert [(case.title, [f.message for f in run_test(case, engine).failures]) for case in cases] == [(t, []) for t in ("walking", "riding", "in the stable")]


def test_what_is_wrong_there_is_said_once_and_where_it_stands(tmp_path: Path) -> None:
    found = _read(tmp_path, RIDING.replace("A.rides == 2", "A.ridden == 2")).diagnostics
    assert [(d.code, d.span.line, d.span.file[-15:]) for d in found] == [("E0204", 7, "ways.test.rules")]


def test_a_test_that_does_not_choose_the_value_cannot_name_it(tmp_path: Path) -> None:
    found = _read(tmp_path, RIDING.replace("    option way = ride\n", "")).diagnostics
    assert {d.code for d in found} == {"E0204", "E0207", "E0208"}
    assert {d.help for d in found} == {"only `way = ride` declares it; write `option way = ride` in the test"}


def test_rules_that_name_it_are_told_which_value_declares_it(tmp_path: Path) -> None:
    (tmp_path / "ways.rules").write_text(GAME.replace("your.score += 1", "your.rides += 1"), encoding="utf-8")
    assert [(d.code, d.help) for d in pipeline.read(str(tmp_path / "ways.rules")).diagnostics] == [("E0204", "only `way = ride` declares it")]


def test_a_menu_of_nothing_else_is_found_fault_with() -> None:
    from ruledsl.source import Source
    from ruledsl.syntax import parse

    tree, _ = parse(Source("ways.rules", GAME.replace("chooses walk, ride or rest", "chooses ride").partition("\ntest")[0]))
    _, found = pipeline.judge([tree], (), [])
    assert "E0208" in {d.code for d in found}


@pytest.mark.parametrize("declared", ["enum Pace: slow, quick", "def far() = 3", "each player: bells: 0..9"])
def test_what_only_the_usual_value_declares_is_missed_under_the_other(tmp_path: Path, declared: str) -> None:
    (tmp_path / "ways.rules").write_text(LEAST.format(declared), encoding="utf-8")
    rules = pipeline.load(str(tmp_path / "ways.rules"))
    assert all(pipeline.lower(rules, 2, {"way": way}).options for way in ("walk", "ride"))


LEAST = """game "Least":
    players 2
ruling way: walk or ride = walk "how?"
    walk:
        {}
    ride:
        def near() = 2
each player: score: 0..9
play:
    for p in players: p chooses go
action go(): your.score += 1
winner: highest score
"""
