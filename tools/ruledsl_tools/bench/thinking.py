"""Search: simulations a second beside OpenSpiel's bots, and steps towards an equilibrium beside its solver."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl_tools.bench import openspiel
from ruledsl_tools.bench.race import OURS, Measure, Race, Terms, repeated
from ruledsl_tools.library import load_game

SIMULATIONS = 1000
"""In one search, from the first decision of a game."""


def ismcts(terms: Terms) -> Iterator[Race]:
    """Hearts, where hands are hidden."""

    def measures() -> dict[str, Measure]:
        ours = {OURS: simulations("hearts", 4, terms.seconds)}
        return {**ours, "OpenSpiel ISMCTSBot": openspiel.ismcts("hearts", SIMULATIONS, terms.seconds)} if openspiel.installed() else ours

    note = "each with one random playout; a new hidden state every time"
    yield Race(f"hearts, searches of {SIMULATIONS:,} simulations", "simulations/s", measures, note=note)


def mcts(terms: Terms) -> Iterator[Race]:
    """Connect four, where nothing is hidden."""

    def measures() -> dict[str, Measure]:
        ours = {OURS: simulations("connect-four", 2, terms.seconds)}
        return {**ours, "OpenSpiel MCTSBot": openspiel.mcts("connect_four", SIMULATIONS, terms.seconds)} if openspiel.installed() else ours

    yield Race(f"connect-four, searches of {SIMULATIONS:,} simulations", "simulations/s", measures, note="each with one random playout")


def cfr(terms: Terms) -> Iterator[Race]:
    """Leduc poker."""

    def measures() -> dict[str, Measure]:
        ours = {OURS: _solving("leduc-poker", terms.seconds)}
        return {**ours, "OpenSpiel CFRSolver": openspiel.cfr("leduc_poker", terms.seconds)} if openspiel.installed() else ours

    yield Race("leduc-poker", "iterations/s", measures, note="an iteration updates both seats over the whole game")


def _solving(name: str, seconds: float) -> Measure:
    from ruledsl.search.enumerate import enumerate_game
    from ruledsl.search.equilibrium import Arrays, Solver

    solver = Solver(Arrays(enumerate_game(load_game(name).program(2))))

    def improve(count: int) -> None:
        for _ in range(count):
            solver.step()

    return repeated(improve, seconds)


def simulations(name: str, players: int, seconds: float) -> Measure:
    """Our simulations a second of processor time, with all that a search has to set up."""
    from ruledsl.engine.growing import compile_best
    from ruledsl.search.mcts import search

    match = load_game(name).start(players, 1, engine="native")
    while len(match.decision.options if match.decision else ()) == 1:
        match.play(0)
    compile_best(match.program)

    def think(count: int) -> None:
        for number in range(count):
            search(match, SIMULATIONS, number)

    measure = repeated(think, seconds)
    return lambda: SIMULATIONS * measure()
