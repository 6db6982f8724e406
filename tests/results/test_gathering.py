"""Games that are gathered until somebody stops: what there is can be reckoned with, and is called what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.results.effects import Changes, sweep
from ruledsl.results.gathering import LEAST, Gathering
from ruledsl.results.profile import profile, profiled


def gathered(stop: str, bots: tuple[str, ...] = ()) -> Gathering:
    """Games of pig, stopped where the first of a kind would be played."""
    game = ruledsl.load("pig")

    def progress(now: str) -> None:
        if now == stop:
            raise KeyboardInterrupt

    found = Gathering(game, game.program(2), bots, progress=progress)
    with pytest.raises(KeyboardInterrupt):
        found.play(40, 1)
    return found


def test_what_was_not_played_is_not_known() -> None:
    found = gathered("deals that are played again")
    told = profiled(found, 1).metrics
    assert dict(found.left_out()) == {"deals that are played again": (0, 80)} and told["luck"].value is None and told["turns"].value is not None
    found = gathered("games that are looked at")
    told = profiled(found, 1).metrics
    assert found.left_out().keys() == {"games that are looked at", "games that are searched", "deals that are played again"}
    assert told["length"].n == 40 and told["turns"].value is None and told["drama"].value is None


def test_with_no_time_the_least_is_played_of_each() -> None:
    game = ruledsl.load("tic-tac-toe")
    found = Gathering(game, game.program(2), over=lambda _: True)
    found.play(10_000, 1)
    assert {kind: there for kind, (there, _) in found.left_out().items()}.items() <= {**LEAST, "games": len(found.rows)}.items()
    assert LEAST["games"] <= len(found.rows) < 10_000 and profiled(found, 1).metrics["luck"].value == 0  # nothing is dealt
    assert profile(game, game.program(2), 1, 60).metrics["length"].n == 60


def test_bots_are_stopped_within_a_game() -> None:
    game, asked = ruledsl.load("pig"), []

    def progress(now: str) -> None:
        asked.append(now)
        if len(asked) > 3:
            raise KeyboardInterrupt

    found = Gathering(game, game.program(2), ("random", "greedy"), progress=progress)
    with pytest.raises(KeyboardInterrupt):
        found.play(40, 1)
    assert len(found.looked) == 0 and profiled(found, 1).games == 0


STEPS = """game "Steps":
    players 2
option swift: bool = false
option polite: bool = false
each player:
    score: 0..9
winner: highest score
play:
    for p in players: turn(p)
    if swift: end game
    for p in players: turn(p)
phase turn(p): p chooses go
action go(n in 1..3):
    "{n}"
    your.score = n
"""


def test_readings_that_are_left_are_named(tmp_path: Path) -> None:
    path = tmp_path / "steps.rules"
    path.write_text(STEPS, encoding="utf-8")
    game = ruledsl.load(str(path))
    changes = Changes(game, {})
    every = list(changes.left)

    def progress(now: str) -> None:
        if now == f"{every[1][0]} = {every[1][1]}":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep(changes, 2, 100, 1, progress)
    assert [(e.name, e.value) for e in changes.marked] == every[:1] and changes.left == every[1:]


def test_a_part_of_the_games_is_said_to_be_one() -> None:
    """The first of each kind, no fewer than numbers need; what is left out is told by how many there are in the part."""
    game = ruledsl.load("tic-tac-toe")
    found = Gathering(game, game.program(2))
    found.play(800, 1)
    whole, part = found.games(), found.games(0.6)
    assert part.rows.array.tobytes() == whole.rows.array[:480].tobytes() and part.looked == whole.looked[:48] and len(whole.looked) == 80
    assert found.left_out(0.6)["games"] == (480, 800) and found.left_out(0.6)["games that are looked at"] == (48, 80) and not found.left_out()
    assert found.there(0.1)["games"] == LEAST["games"] == 400 and whole.rows is found.rows
