"""Profiles of games that bots play."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from ruledsl.engine import load
from ruledsl.results import cards
from ruledsl.results.profile import Unreadable, profile, read, written
from ruledsl.results.traces import Trace
from ruledsl.search.bots import UnknownBot

MORE = """game "More":
    players 2
each player:
    score: 0..99
winner: highest score
play:
    repeat 2 times:
        for p in players: p chooses take
action take(n in 1..9):
    "{n}"
    your.score += n
"""


@pytest.fixture
def more(tmp_path: Path) -> Path:
    file = tmp_path / "more.rules"
    file.write_text(MORE, encoding="utf-8")
    return file


def test_who_sits_where_plays_there(more: Path) -> None:
    game = load(more)
    found = profile(game, game.program(2), 1, 30, bots=("greedy", "random"))
    assert found.seats["A"].value == 1 - found.metrics["shared"].value / 2 > 0.9  # 18 of 18 against what comes, which may be 18, too
    assert found.metrics["score"].value == pytest.approx((18 + 10) / 2, abs=1.5)
    assert found.bots == ("greedy", "random")
    both = profile(game, game.program(2), 1, 30, bots=("greedy", "greedy"))
    assert both.metrics["score"].value == 18.0 and both.metrics["length"].value == 4.0


def test_the_same_seed_is_the_same_profile_and_it_is_kept(more: Path) -> None:
    game = load(more)
    first, again = (profile(game, game.program(2), 7, 30, bots=("mcts:20", "random")) for _ in range(2))
    assert first == again == read(written(first))
    with pytest.raises(Unreadable):
        read({**written(first), "bots": ["mcts:20"]})


def test_nobody_called_so_can_sit_down(more: Path) -> None:
    game = load(more)
    with pytest.raises(UnknownBot, match="gredy"):
        profile(game, game.program(2), 1, 30, bots=("gredy", "random"))


def test_a_card_that_everybody_plays_in_every_game_is_compared_with_nothing() -> None:
    """Sums of thirds are not quite what they are: the interval of such a card was 1e-17 wide, and it stood out."""
    table = SimpleNamespace(players=2, faces=[SimpleNamespace(spoken="one"), SimpleNamespace(spoken="two")])
    winners = [(0,), (1,), (0,)] * 12 + [(0, 1)]
    games = [Trace(finished=True, winners=who, played=({0, 1} if n % 2 else {0}, {0})) for n, who in enumerate(winners)]
    assert set(cards.played(table, games)) == {"two"}
