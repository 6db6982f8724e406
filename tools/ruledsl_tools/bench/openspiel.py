"""The same work done by OpenSpiel, where it is installed (`pip install ruledsl[openspiel]`), in its C++ core."""

from __future__ import annotations

import random
from importlib.util import find_spec
from typing import Any

from ruledsl_tools.bench.race import Measure, repeated


def installed() -> bool:
    """Is it there?"""
    return find_spec("pyspiel") is not None


def playouts(name: str, seconds: float) -> Measure:
    """Random games a second, from the first decision on, so without its deals: one step of its MCTS is an evaluation of the root by so many
    random playouts, all in C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = _first_decision(game)

    def play(count: int) -> None:
        _searcher(game, count, 1).mcts_search(state)

    return repeated(play, seconds)


def mcts(name: str, simulations: int, seconds: float) -> Measure:
    """Simulations a second of its MCTSBot, one random playout each, from the first decision on."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = _first_decision(game)

    def search(count: int) -> None:
        for _ in range(count):
            _searcher(game, 1, simulations).mcts_search(state)

    measure = repeated(search, seconds)
    return lambda: simulations * measure()


def ismcts(name: str, simulations: int, seconds: float) -> Measure:
    """The same of its ISMCTSBot."""
    import pyspiel

    state = _first_decision(pyspiel.load_game(name))
    while len(state.legal_actions()) == 1:
        state.apply_action(state.legal_actions()[0])
    final = pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT

    def search(count: int) -> None:
        for number in range(count):
            pyspiel.ISMCTSBot(number, pyspiel.RandomRolloutEvaluator(1, number), 2.0, simulations, -1, final, False, True).step(state)

    measure = repeated(search, seconds)
    return lambda: simulations * measure()


def cfr(name: str, seconds: float) -> Measure:
    """Iterations a second of its CFRSolver."""
    import pyspiel

    solver = pyspiel.CFRSolver(pyspiel.load_game(name))

    def improve(count: int) -> None:
        for _ in range(count):
            solver.evaluate_and_update_policy()

    return repeated(improve, seconds)


def _searcher(game: Any, playouts: int, simulations: int) -> Any:
    import pyspiel

    memory = 1000  # MB
    return pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(playouts, 1), 2.0, simulations, memory, False, 1, False)


def _first_decision(game: Any) -> Any:
    """The state after the deal of one seed."""
    chance, state = random.Random(1), game.new_initial_state()
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(outcomes, weights)[0])
    return state
