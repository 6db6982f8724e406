"""Worlds that are drawn show a seat what it has observed, of five games by hand; those that are only dealt anew do not."""

from __future__ import annotations

import pytest

from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.match import Match
from tests.minds import drawn

MATCHES = {"hearts": (4, 5), "go-fish": (2, 3), "fireflies": (2, 3), "envelope": (3, 7), "roses-and-thorns": (3, 11)}
"""At how many seats, and the seed of a match in which something was told when it is asked."""


@pytest.mark.parametrize("game", MATCHES)
def test_worlds_that_are_only_dealt_anew_are_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def anew(match: Match, seat: int) -> Worlds:
        return Worlds(match.position, seat, ())

    monkeypatch.setattr(drawn, "worlds", anew)
    assert any(found.wrong for found in drawn.looked_at(game, *MATCHES[game], 50))


@pytest.mark.parametrize("game", ["hearts", "fireflies", "roses-and-thorns"])
def test_worlds_show_a_seat_what_it_has_observed(game: str) -> None:
    """Of more matches, and of the others: `python -m tests.minds --worlds`."""
    found = list(drawn.looked_at(game, *MATCHES[game], 50))
    assert found and not any(one.wrong for one in found)


def test_every_game_is_met() -> None:
    assert MATCHES.keys() == drawn.pasts().keys()
