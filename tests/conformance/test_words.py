"""Games whose moves are called over there by where a piece goes from and to: so moves are compared by their words."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

import pytest

from ruledsl.engine.moves import Choice
from tests.conformance.walk import Ours, Pair

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("CONFORMANCE_GAMES", "200"))


def fence(choice: Choice) -> str:
    """`e8`; a fence by the square in the northwest of its middle, `a1v` or `a1h`."""
    if choice.action == "go":
        return str(choice.args["d"])
    return f"{choice.args['c']}{'v' if choice.args['lies'] == 'east' else 'h'}"


def man(choice: Choice) -> str:
    """`a3b4`; over there the first row is the lowest."""
    column, row = "abcdefgh".index(choice.args["c"][0]), 9 - int(choice.args["c"][1:])
    far, way = 2 if choice.action == "jump" else 1, str(choice.args["way"])
    up, right = 1 if way.startswith("north") else -1, 1 if way.endswith("east") else -1
    return f"{'abcdefgh'[column]}{row}{'abcdefgh'[column + far * right]}{row + far * up}"


WORDS: list[tuple[str, str, dict[str, int], Callable[[Choice], str]]] = [
    ("fences", "quoridor(board_size=9)", {"size": 9, "all_fences": 10}, fence),
    ("fences", "quoridor(board_size=5,wall_count=3)", {"size": 5, "all_fences": 3}, fence),
    ("checkers", "checkers", {}, man),
]


@pytest.mark.parametrize(("name", "theirs", "options", "called"), WORDS, ids=[theirs for _, theirs, _, _ in WORDS])
def test_walks(name: str, theirs: str, options: dict[str, int], called: Callable[[Choice], str]) -> None:
    game = pyspiel.load_game(theirs)
    ours, played = Ours(Pair(name, theirs, called, options=options), "native"), 0  # type: ignore[arg-type]
    for number in range(max(2, GAMES // 20)):
        random, position, state = Random(number), ours.begin(), game.new_initial_state()
        while not state.is_terminal():
            seat = state.current_player()
            names = {state.action_to_string(seat, action): action for action in state.legal_actions()}
            moves = ours.options(position)
            assert position.waiting == (seat,) and set(moves) == set(names)
            word = random.choice(sorted(names))
            position = ours.after(position, seat, moves[word][0])  # type: ignore[index]
            state.apply_action(names[word])
            played += 1
        assert position.over
        assert [position.call("payoff", seat) for seat in range(2)] == list(state.returns())
    assert played > 50
