"""Games that are played in one go: the same question is asked at one place of the code."""

from __future__ import annotations

import pytest

from ruledsl import pipeline
from ruledsl.ir.flow import asking
from ruledsl.ir.program import Function
from ruledsl.native.starting import from_start
from tests.native.build import program


def sites(main: Function) -> list[int]:
    return [ask.args[0] for block in main.blocks if (ask := asking(block)) is not None]


def test_a_move_goes_on_where_it_begins() -> None:
    made = pipeline.lower(pipeline.load("checkers"), 2, {})
    assert len(sites(made.functions["main"])) == 2
    assert len(sites(from_start(made))) == 1


def test_other_menus_are_other_questions() -> None:
    made = pipeline.lower(pipeline.load("nine-mens-morris"), 2, {})
    assert sorted(sites(from_start(made))) == sorted(sites(made.functions["main"]))


TWO = """
function main main 0 9
  resumes start, back
  start:
    r0 = const 0
    r1 = random r2
    branch r1, one, two
  one:
    r3 = const {}
    store out[r0], r3
    r4 = const 1
    ask {}, r4, r0, back
  two:
    r5 = const 5
    store out[r0], r5
    r6 = const 1
    ask 0, r6, r0, back
  back:
    finish
"""


@pytest.mark.parametrize(("number", "site", "asks"), [(5, 0, 1), (6, 0, 2), (5, 1, 2)])
def test_what_is_done_before_tells_questions_apart(number: int, site: int, asks: int) -> None:
    """Registers are not what counts, but what they hold."""
    made = program(TWO.format(number, site))
    assert len(sites(from_start(made))) == asks
