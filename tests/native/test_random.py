"""Programs at random: every engine and tier gives the same values, the same blocks, the same faults at the same place."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruledsl.ir import ops
from ruledsl.ir.program import Function, Program
from tests.native.build import program
from tests.native.compare import engines, outcome, same_start
from tests.native.random_programs import MOVING, NUMBERS, PARAMS, PURE, WRITING, function

MAIN = "function main main 0 1\n  resumes start\n  start:\n    finish\n"
often = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(autouse=True, scope="module")
def little_fuel() -> object:
    """So that what goes round ends soon."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ops, "FUEL", 60)
        yield


def with_functions(*functions: Function, cards: int = 12) -> Program:
    made = program(MAIN, cards)
    made.functions.update({f.name: f for f in functions})
    return made


@often
@given(
    functions=st.tuples(*(function(f"f{n}", names=[*PURE, "znext", "tick"]) for n in range(3))),
    arguments=st.lists(st.tuples(*[NUMBERS] * PARAMS), min_size=1, max_size=8),
)
def test_value_functions(functions: tuple[Function, ...], arguments: list[tuple[int, ...]]) -> None:
    made = with_functions(*functions)
    judge, others = engines(made)
    state = judge.start(1)
    for f in functions:
        for given_arguments in arguments:
            expected = outcome(lambda: judge.call(state, f.name, *given_arguments))  # noqa: B023
            for other in others:
                there = other.start(1)
                assert outcome(lambda: other.call(there, f.name, *given_arguments)) == expected  # noqa: B023


@often
@given(main=function("main", "main", [*PURE, *WRITING, "znext", "zsettle", "zshuffle"]), cards=st.sampled_from([12, 70]))
def test_anything_that_writes(main: Function, cards: int) -> None:
    same_start(with_functions(main, cards=cards), (1, 2))


@often
@given(
    main=function("main", "main", [*MOVING, "zsettle", "zshuffle", "znext", "random"], most=25),
    cards=st.sampled_from([12, 70]),
    tier=st.sampled_from([0, 1, 2]),
)
def test_cards_that_move(main: Function, cards: int, tier: int) -> None:
    same_start(with_functions(main, cards=cards), (1, 2, 3), (tier,))
