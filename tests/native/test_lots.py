"""Answers of a large program are compiled a lot at a time: they are the same, and what nobody asks is not compiled."""

from __future__ import annotations

import pytest

from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Program
from ruledsl.native import Native
from ruledsl.native import lots as parts
from ruledsl.native.parts import ANSWERS, STEPS
from ruledsl.native.state import State
from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.store import Store
from tests.bundled import bundled


@pytest.fixture(scope="module")
def program() -> Program:
    """One that is kept nowhere."""
    return replace(bundled("rainbow-hop").program(3), identity="", engines={}, codes={})


@pytest.fixture
def by_lots(program: Program, monkeypatch: pytest.MonkeyPatch) -> Native:
    monkeypatch.setattr(parts, "LARGE", 0)
    return Native(program, 0, Store(None))


def answer(engine: Native, state: State, name: str) -> int | tuple[Fault, Span]:
    try:
        return engine.call(state, name)
    except RulesFault as fault:
        return fault.fault, fault.place.span


def test_each_answer_is_that_of_all_at_once(program: Program, by_lots: Native) -> None:
    at_once = Native(program, 0, Store(None))
    names = [name for part in parts.lots(program, at_once=True).values() for name in part if program.functions[name].params == 0]
    assert len(names) > 10
    one, other = at_once.start(7), by_lots.start(7)
    assert [answer(at_once, one, name) for name in names] == [answer(by_lots, other, name) for name in names]
    assert at_once.each(one, "payoff", 3) == by_lots.each(other, "payoff", 3)


def test_what_nobody_asks_is_not_compiled(program: Program, by_lots: Native) -> None:
    by_lots.call(by_lots.start(7), "winners")
    made = [part for part in by_lots._codes if part != STEPS]
    assert len(made) == 1 and made[0].startswith(ANSWERS) and 0 < len(parts.members(program, made[0])) < 5


def test_each_answer_is_in_one_lot(program: Program, by_lots: Native) -> None:
    found = parts.lots(program, at_once=False)
    assert len(found) > 5 and all(parts.members(program, part) == names for part, names in found.items())
    assert sorted(name for names in found.values() for name in names) == sorted(parts.members(program, ANSWERS))


def test_what_is_kept_or_small_or_runs_long_is_compiled_at_once(program: Program, by_lots: Native, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(parts.lots(program, at_once=True)) == [ANSWERS]
    assert {part for part, _ in Native(program, 1, Store(None))._lots.values()} == {ANSWERS}
    monkeypatch.setattr(parts, "LARGE", 1 << 40)
    assert list(parts.lots(program, at_once=False)) == [ANSWERS]
