"""Programs at random: every engine and tier gives the same values, the same blocks, the same faults at the same place."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruledsl.ir import ops
from ruledsl.ir.program import Function, Program
from ruledsl.record import replace
from tests import few
from tests.native.build import program, regions
from tests.native.compare import difference, engines, outcome, same_start
from tests.native.random_programs import NUMBERS, PARAMS, PURE, WRITING, function, moves

MAIN = "function main main 0 1\n  resumes start\n  start:\n    finish\n"
often = settings(max_examples=few.of(30), suppress_health_check=list(HealthCheck))


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
    functions=st.tuples(*(function(f"f{n}", names=[*PURE, "tick"]) for n in range(3))),
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
@given(main=function("main", "main", [*PURE, *WRITING]), cards=st.sampled_from([12, 70]))
def test_anything_that_writes(main: Function, cards: int) -> None:
    same_start(with_functions(main, cards=cards), (1, 2))


@settings(often, max_examples=few.of(25))
@given(data=st.data(), cards=st.sampled_from([12, 70]), tier=st.sampled_from([0, 1, 2]))
def test_cards_that_move(data: st.DataObject, cards: int, tier: int) -> None:
    """After every move the blocks are equal; where one is impossible, both say so, and the game goes on behind it."""
    made = program(MAIN, cards)
    made.functions["main"] = data.draw(moves(cards))
    made = replace(made, regions=regions(cards, len(made.sites), len(made.functions["main"].resumes), ()))
    judge, (other,) = engines(made, (tier,))
    a, b = judge.start(1), other.start(1)
    for pc in range(1, len(made.functions["main"].resumes)):
        for state in (a, b):
            state.set("pc", 0, pc)
        before = a.copy(), b.copy()
        faults = outcome(lambda: judge.resume(a)), outcome(lambda: other.resume(b))  # noqa: B023
        assert faults[0] == faults[1]
        if faults[0] is not None:
            a, b = before
        assert a.bytes() == b.bytes(), difference(made, a.bytes(), b.bytes())

