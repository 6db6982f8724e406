"""`winner: together if C`: all win, or nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine import load

SHARED = """
game "Shared":
    players 2..3

table:
    steps: 0..9

play:
    for p in players: p chooses go

action go(n in 0..3):
    "{n}"
    steps += n

winner: together if steps >= 4
"""


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    path = tmp_path / "shared.rules"
    path.write_text(SHARED, encoding="utf-8")
    return path


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("labels", "won"), [("31", True), ("30", False), ("112", True), ("111", False)])
def test_all_win_or_nobody(shared: Path, engine: str, labels: str, won: bool) -> None:
    match = load(shared).start(len(labels), 1, engine=engine)
    for label in labels:
        match.play(label)
    assert match.over
    assert match.winners == (list(range(1, len(labels) + 1)) if won else [])
    assert match.scores == match.payoffs == [int(won)] * len(labels)


@pytest.mark.parametrize("bot", ["greedy", "mcts:60", "flat:60"])
def test_those_who_think_play_for_all(shared: Path, bot: str) -> None:
    """At random 10 of 16 games are lost, as two draws of 0 to 3 make 4 or more in 6 of 16; who moves last and thinks loses none that can be won."""
    report = load(shared).simulate(30, seed=1, bots=["random", bot])
    rows = load(shared).simulate(30, seed=1, bots=["random", bot], rows=True).rows.array
    assert 0.5 < rows["winners"].astype(bool).mean() and report.unwon < 15  # 3 of 4 first moves leave a way


def test_a_payoff_says_how_far_they_came(shared: Path, tmp_path: Path) -> None:
    path = tmp_path / "far.rules"
    path.write_text(SHARED + "\ndef payoff(p) = steps\n", encoding="utf-8")
    match = load(path).start(2, 1)
    for label in "12":
        match.play(label)
    assert (match.winners, match.payoffs, match.scores) == ([], [3, 3], [0, 0])
