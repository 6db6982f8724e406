"""Where a test tells dice and nobody is ever asked, no die falls that it does not tell."""

from __future__ import annotations

import pytest

from ruledsl.engine.backend import ENGINES
from ruledsl.engine.game import load
from ruledsl.testing import collect, run_test

RULES = """game "Throws":
    players 2: A, B
each player:
    sum: 0..99
    thrown: 0..9
play:
    throws()
    for p in players: p chooses more
phase throws():
    for p in players:
        repeat 3 times:
            let face = roll d6
            p.sum += face
            p.thrown += 1
action more():
    let face = roll d6
    your.sum += face
winner: highest sum
"""

STANDS = """
test "two of six are told":
    given throws
    when: roll 2, 3
    then:
        A.sum == 5
        A.thrown == 2
        B.thrown == 0
        waiting == {}
    when: roll 6, 1
    then:
        A.sum == 11
        B.sum == 1
        B.thrown == 1
"""

GOES_ON = """
test "all are told":
    given throws
    when: roll 1, 2, 3, 4, 5, 6
    then:
        A.sum == 6
        B.sum == 15
        waiting == {A}
test "somebody does something":
    given throws
    when:
        A: more
        roll 1, 2
    then:
        A.thrown == 3
        B.thrown == 3
        waiting == {B}
test "nothing is told":
    given throws
    then:
        B.thrown == 3
        waiting == {A}
test "some are told, and somebody is asked in the end":
    given throws
    when: roll 6, 6
    then:
        A.sum >= 13
        B.thrown == 3
        waiting == {A}
"""
UNASKED = RULES.replace("    for p in players: p chooses more\n", "")


def results(folder, text, engine="interp"):
    (folder / "g.rules").write_text(text, encoding="utf-8")
    return [run_test(case, engine) for case in collect(load(folder / "g.rules"))]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", [UNASKED + STANDS, RULES + GOES_ON], ids=["stands", "goes on"])
def test_no_die_falls_that_is_not_told(text, engine, tmp_path):
    found = results(tmp_path, text, engine)
    assert len(found) == text.count("test ") and [result.failures for result in found] == [[]] * len(found)


def test_too_many_are_said(tmp_path):
    (result,) = results(tmp_path, UNASKED + STANDS.replace("roll 6, 1", "roll 1, 1, 1, 1, 1"))
    assert "chance was never asked for this" in str(result.failures)
