"""What a search tries first: features of options, held to plain Python; and that whatever is learnt changes no verdict."""

from __future__ import annotations

import random
from ctypes import c_int64, c_void_p
from pathlib import Path

import numpy as np
import pytest

import ruledsl
from ruledsl.ir.features import BENEATH, HEIGHTS, NUMBERS, SIZES, Features, Form
from ruledsl.ir.layout import find_instance
from ruledsl.ir.program import Program
from ruledsl.ir.subsets import cards_of
from ruledsl.native import State
from ruledsl.search import learning
from ruledsl.search.learning import DEALS, NONE, learnt
from ruledsl.search.opened import STOPPED, Limits
from ruledsl.search.solve import LOST, UNSETTLED, WON, Solver, replayed
from tests import few
from tests.search.plain import is_won
from tests.search.test_outlines import game, offered

GAMES = [
    ("golf", {"highest": "five", "columns": 3, "deep": 4}), ("black-hole", {"highest": "five", "fans": 4}),
    ("peg-solitaire", {"rows": 4, "columns": 4, "corner": 0, "empty_row": 1, "empty_column": 2, "last": "anywhere"}),
    ("cloud-nine", {"mode": "solo", "with_gold": True}),
]  # fmt: skip


def plain(solver: Solver, features: Features, state: State, row: tuple[int, ...]) -> list[int]:
    """The features of an option by the words of `Features`, from the regions of the state."""
    values, site = state.regions(), state.get("ask.site")
    form: Form = features.actions[row[0]] if row[0] >= 0 else {-1: features.passing, -2: features.values.get(site)}[row[0]]  # type: ignore[assignment]
    out = [form.at]
    for part in form.parts:
        value = row[part.place]
        if part.kind == "number":
            out.append(part.at + value % NUMBERS)
            continue
        kind = solver.program.actions[row[0]].params[part.place - 1].type if row[0] >= 0 else solver.program.sites[site].type
        assert kind is not None
        chosen = cards_of(solver.program, kind, value)
        for card in chosen:
            out += [part.at + n for n in of_card(solver, features, values, card)]
        if part.kind == "subset":
            out.append(part.at + features.sizes + min(len(chosen), SIZES - 1))
    return out


def of_card(solver: Solver, features: Features, values: dict[str, list[int]], card: int) -> list[int]:
    program, same = solver.program, [n + 1 for n in solver.key.same]
    found, pile = find_instance(program, values["card.zone"][card]) if values["card.zone"][card] else None, list[int]()
    height = features.heights + len(program.zones) * HEIGHTS
    if found is not None:
        zone, k = found
        if zone.ordered:
            pile = values[f"{zone.name}.cards"][k * zone.capacity :][: values[f"{zone.name}.count"][k]]
        height = features.heights + program.zones.index(zone) * HEIGHTS + min(len(pile), HEIGHTS - 1)
    beneath = [same[other] for other in pile[-2::-1]] if pile and pile[-1] == card else []
    beneath = (beneath + [0] * BENEATH)[:BENEATH]
    return [same[card], height, *(features.beneath + n * features.faces + face for n, face in enumerate(beneath))]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_features_are_what_they_say(name: str, options: dict[str, object]) -> None:
    solver = Solver(ruledsl.load(name).program(1, options), tier=0)
    features, dice, seen = Features(solver.key), random.Random(1), set[int]()
    listing = solver.code.code.function("features", c_void_p, c_void_p, c_void_p)
    weigh = solver.code.code.function("weigh", c_void_p, c_void_p, c_int64, c_void_p, c_void_p)
    weights = np.array([dice.randrange(-1000, 1000) for _ in range(features.count)], np.int64)
    out, scores = np.zeros(1000, np.int64), np.zeros(solver.program.max_options + 1, np.int64)
    for seed in range(1 if name == "cloud-nine" else 3):
        state = solver.deal(seed)
        while state.get("status") == 1:
            found = offered(solver, state)
            rows = np.array(found, np.int64)
            assert weigh(state.block, rows.ctypes.data, len(found), weights.ctypes.data, scores.ctypes.data) == 0
            for n in range(len(found)) if len(found) < 20 else dice.sample(range(len(found)), 20):
                told = out[: listing(state.block, rows[n : n + 1].ctypes.data, out.ctypes.data)].tolist()
                assert sorted(told) == sorted(plain(solver, features, state, found[n]))
                assert scores[n] == sum(int(weights[feature]) for feature in told)
                seen |= set(told)
            for index, value in enumerate(dice.choice(found)):
                state.set("move", index, value)
            state.set("move.seat", 0, 0)
            solver.native.resume(state)
    assert len(seen) > (100 if name == "cloud-nine" else 3)
    assert max(seen) < features.count


@pytest.mark.parametrize("what", ["pass", "if big(cards): left = 2"])
def test_no_weights_change_a_verdict(tmp_path: Path, what: str) -> None:
    program, dice, found = game(tmp_path, what, boxes=2, deep=4), random.Random(2), set()
    solver = Solver(program)
    for seed in few.seeds(36):
        solver.weights = np.array([dice.randrange(-2000, 2000) for _ in range(Features(solver.key).count)], np.int64)
        verdict = solver.solve(solver.deal(seed))
        assert verdict.verdict == (WON if is_won(program, seed) else LOST)
        if verdict.moves:
            assert replayed(program, seed, verdict.moves)[-1].block.get("status") != 1
        found.add(verdict.verdict)
    assert found == {WON, LOST}


def test_what_is_learnt_is_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "WORK", 40_000)
    solver = Solver(nine())
    first, again = (learning.Learning(solver, None) for _ in range(2))
    assert len(first.weights()) == len(again.weights())
    assert np.array_equal(first.now, again.now)
    assert np.any(first.now)


def test_what_is_learnt_wins_more() -> None:
    solver = Solver(nine())
    weights, course = learnt(solver, None), learning.Learning(solver, None)
    assert len(weights) == Features(solver.key).count
    assert DEALS - course.examined(weights) <= (DEALS - course.examined(NONE)) / 2


def nine() -> Program:
    return ruledsl.load("cloud-nine").program(1, {"mode": "solo", "with_gold": False})


def small(**options: object) -> Program:
    return ruledsl.load("golf").program(1, options)


def test_where_nothing_can_be_learnt_nothing_is() -> None:
    """A deal in a few hundred can be won there: there is nothing to learn from."""
    assert len(learnt(Solver(small()), None)) == 0


def test_learning_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "standard_directory", lambda: None)
    solver = Solver(small())

    def stop(states: int, deep: int) -> None:
        raise KeyboardInterrupt

    verdict = solver.solve(solver.deal(0), Limits(progress=stop))
    assert (verdict.verdict, verdict.why) == (UNSETTLED, STOPPED)
