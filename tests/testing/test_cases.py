"""Several tests that begin alike: `case` blocks below what they share."""

from __future__ import annotations

import pytest

from ruledsl.engine.game import load
from ruledsl.testing import collect, run_test

RULES = """
game "Steps":
    players 2..3

option stride: 1..3 = 1
table:
    x: 0..20
    y: 0..20

play:
    go(players.first)

phase go(p): p chooses step

action step(n in 1..stride): x += n

winner: highest luck

def luck(p) = 1

test "steps": @S-1
    option stride = 2
    given go(A):
        x = 3
        y = 9
    then: y == 9
    case "one": @S-2
        when: A: step(1)
        then: x == 4
    case "from elsewhere":
        given: x = 10
        case "two":
            when: A: step(2)
            then:
                x == 12
                y == 9
        case "three, by another option":
            option stride = 3
            when: A: step(3)
            then: x == 13
    case "wrong":
        then: x == 10
    case "begun at another place":
        players 3
        given go(C)
        then:
            x == 0
            waiting == {C}
test "alone":
    then: waiting == {A}
"""


@pytest.fixture
def cases(tmp_path):
    path = tmp_path / "steps.rules"
    path.write_text(RULES, encoding="utf-8")
    return {case.title: case for case in collect(load(str(path)))}


def test_a_case_is_a_test_with_all_that_stands_above_it(cases):
    assert list(cases) == [
        "steps: one", "steps: from elsewhere: two", "steps: from elsewhere: three, by another option", "steps: wrong", "steps: begun at another place", "alone"
    ]  # fmt: skip
    passed = {title: run_test(case).passed for title, case in cases.items()}
    # what is shared is asked in each: `y == 9` does not hold where a case begins at another place
    assert [title for title, good in passed.items() if not good] == ["steps: wrong", "steps: begun at another place"]


def test_a_case_has_the_tags_of_the_whole_and_its_own(cases):
    assert cases["steps: one"].tags == ("@S-1", "@S-2")
    assert cases["steps: wrong"].tags == ("@S-1",)
    assert cases["alone"].tags == ()


def test_a_failure_names_the_line_of_its_case(cases):
    (failure,) = run_test(cases["steps: wrong"]).failures
    assert RULES.splitlines()[failure.span.line - 1].strip() == "then: x == 10"
