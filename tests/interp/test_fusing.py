"""Blocks that have become functions do what their steps do, and fail where their steps fail."""

import inspect
from random import Random

import pytest

import ruledsl
from ruledsl.interp import Interpreter, fusing, machine
from ruledsl.interp.steps import STEPS
from ruledsl.interp.templates import template
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import ASKING
from tests.ir.build import PLACES, program

NEVER = 10**9


@pytest.fixture(autouse=True, scope="module")
def often():
    """Here each engine has its own."""


@pytest.fixture(params=[(0, 0), (0, 10), (5, 2)], ids=["at once", "each alone", "by and by"])
def soon(request, monkeypatch):
    """How soon blocks become functions, with more or fewer of those behind them."""
    monkeypatch.setattr(fusing, "BESIDE", request.param[1])
    return request.param[0]


@pytest.fixture
def both(soon, monkeypatch):
    """Does the same in both engines of a program, by steps and by functions, and holds what they answer against each other."""
    engines = {}

    def act(game, what):
        out = []
        for n, (engine, often) in enumerate(zip(engines.setdefault(id(game), (Interpreter(game), Interpreter(game))), (NEVER, soon), strict=True)):
            monkeypatch.setattr(machine, "OFTEN", often)
            out.append(what(engine, n))
        assert out[0] == out[1]
        return out[0]

    return act


def fault_of(engine, *call):
    with pytest.raises(RulesFault) as caught:
        engine.call(engine.blank(0), *call)
    return caught.value.fault, caught.value.place


def test_every_step_is_written():
    for name, step in STEPS.items():
        found = template(step, len(inspect.signature(step).parameters))
        assert found is not None and (found.lines or found.ways), name
    assert template(test_every_step_is_written, 0) is None


@pytest.mark.parametrize(("name", "players"), [("surprise-egg", 3), ("othello", 2), ("gin-rummy", 2), ("countdown", 1), ("go-fish", 3)])
def test_games_are_the_same(name, players, both):
    game = ruledsl.load(name).program(players)
    for seed in range(2):
        states, random = [None, None], Random(seed)

        def begin(engine, n, states=states, seed=seed):
            states[n] = engine.start(seed, seed % 2)
            return states[n].bytes()

        def go_on(engine, n, states=states):
            engine.resume(states[n])
            return states[n].bytes()

        both(game, begin)
        for _ in range(60):
            here = states[0]
            if here.get("status") != ASKING:
                break
            seats = [seat for seat in range(players) if here.get("ask.seats") >> seat & 1]
            if here.get("ask.count"):
                seat, move = -1, (random.randrange(here.get("ask.count")),)
            else:
                seat = random.choice(seats)
                move = random.choice(both(game, lambda engine, n, states=states, seat=seat: engine.legal(states[n], states[n].get("ask.site"), seat)))
            for state in states:
                for n in range(game.arguments + 1):
                    state.set("move", n, move[n] if n < len(move) else 0)
                state.set("move.seat", 0, seat)
            both(game, go_on)


LOOP = """
function f value 1 9
  start:
    r1 = const 1
    r2 = const 0
    jump again
  again:
    r3 = le r2, r0
    branch r3, more, done
  more:
    r4 = sub r0, r2 @1
    r5 = div r1, r4 @2
    r2 = add r2, r1 @3
    jump again
  done:
    return r2 @4
"""


def test_a_fault_in_a_loop_has_its_place(both):
    game = program(LOOP)
    for times in (0, 1, 7, 60):
        assert both(game, lambda engine, _, times=times: fault_of(engine, "f", times)) == (Fault.DIVISION, PLACES[2])


def test_a_loop_becomes_one_function(monkeypatch):
    engine = Interpreter(program(LOOP))
    for _ in range(3):
        fault_of(engine, "f", 50)
    chunks = engine._codes["f"].chunks
    assert chunks["again"].fused and chunks["again"].times == machine.OFTEN + 1
    assert not chunks["done"].fused and chunks["more"].times <= machine.OFTEN
