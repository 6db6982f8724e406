"""Small games with secrets, held by their text alone: what each seat is sent, and holds possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import few
from tests.minds.courses import Beside

GAMES = {name: rules for name, _, rules in (part.partition("\n") for part in Path(__file__).with_name("untold.txt").read_text().split("### ")[1:])}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_sent_and_held_possible_hangs_on_what_was_observed(name: str, tmp_path: Path) -> None:
    """Who has observed the same is sent the same; what is said to be exact are all worlds, each as likely as it is."""
    (path := tmp_path / f"{name}.rules").write_text(GAMES[name], encoding="utf-8")
    games = Beside(path, 3 if "players 3" in GAMES[name] else 2)
    for seed in few.seeds(10):
        games.play(seed)
    assert not games.wrong, games.wrong[0]
    assert games.met and games.exact
