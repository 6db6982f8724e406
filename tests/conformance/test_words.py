"""Games whose moves are called over there by where a piece goes from and to: so moves are compared by their words."""

from __future__ import annotations

import os
from random import Random

import pytest

from tests.conformance.phrases import SPOKEN, Spoken
from tests.conformance.walk import Ours, Pair

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("CONFORMANCE_GAMES", "200"))


@pytest.mark.parametrize("spoken", SPOKEN, ids=str)
def test_walks(spoken: Spoken) -> None:
    game = pyspiel.load_game(spoken.theirs)
    pair = Pair(spoken.name, spoken.theirs, spoken.called, options=spoken.options)  # type: ignore[arg-type]
    ours, played = Ours(pair, "native"), 0
    for number in range(max(2, GAMES // 20)):
        random, position, state = Random(number), ours.begin(), game.new_initial_state()
        while not state.is_terminal():
            seat = state.current_player() ^ spoken.swapped
            phrases, moves = spoken.phrases(state), ours.options(position)
            assert position.waiting == (seat,) and set(moves) == set(phrases)
            assert all(len(same) == 1 for same in moves.values())
            word = random.choice(sorted(phrases))
            position = ours.after(position, seat, moves[word][0])  # type: ignore[index]
            for action in phrases[word]:
                state.apply_action(action)
            played += 1
        assert position.over
        assert spoken.payoffs(*(position.call("payoff", seat) for seat in range(2))) == tuple(state.returns())
    assert played > 50
