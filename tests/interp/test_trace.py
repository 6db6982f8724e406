"""A trace tells what changes the state, and nothing else."""

from ruledsl.interp import Interpreter
from ruledsl.interp.trace import Change
from tests.ir.build import card_game, count_game


def test_each_change_is_told_with_its_place():
    told = []
    engine = Interpreter(count_game(), lambda *what: told.append(what))
    state = engine.start(0)
    told.clear()
    state.set("move", 1, 2)
    engine.resume(state)
    stored = [(place, changes[0].region) for op, place, changes in told if op == "store"]
    assert stored == [(4, "last"), (5, "total"), (3, "frame")]
    assert told[-1][0] == "ask"
    assert ("store", 5, (Change("total", 0, 0, 2),)) in told


def test_cards_that_move_are_told():
    told = []
    Interpreter(card_game(), lambda *what: told.append(what)).start(3)
    moved = [changes for op, _, changes in told if op == "zput"]
    assert len(moved) == 4
    assert all(any(c.region == "card.zone" and c.new in (2, 3) for c in changes) for changes in moved)


def test_a_traced_game_is_the_same_game():
    told = []
    plain, traced = Interpreter(card_game()), Interpreter(card_game(), lambda *what: told.append(what))
    assert plain.start(5).bytes() == traced.start(5).bytes()
