"""Cards that come to lie on one another: who has seen which of them, where all see what lies there, or only the top."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.lockstep import lockstep
from ruledsl.engine.match import Match

GAME = """\
game "Piles":
    players 2

card Land(good: 1..9) "{good}"

components:
    lands: 1 of Land(n) for n in 1..9

table:
    lands: pile, hidden
    shown: pile
    up:    pile, top
    cellar: pile, hidden

each player:
    steps: 0..9

play:
    shuffle lands
    BEGIN
    repeat 2 times:
        for p in players: p chooses dig

action dig():
    "dig"
    DIG
    your.steps += 1

winner: highest steps
"""


def started(folder: Path, begin: str, dig: str, label: str = "dig") -> Match:
    file = folder / "piles.rules"
    file.write_text(GAME.replace("BEGIN", begin).replace("DIG", dig).replace('"dig"', f'"{label}"'), encoding="utf-8")
    game = ruledsl.load(file)
    assert lockstep(game.program(2), range(20)).difference is None
    return game.start(2, 7)


def known(match: Match, seat: int = 0) -> int:
    """How many cards of the cellar a seat knows."""
    position = match.position
    first = next(z.base for z in position.program.zones if z.name == "cellar")
    return sum(position.sees(seat, card) for card, where in enumerate(position.values["card.zone"]) if where == first)


@pytest.mark.parametrize(
    ("begin", "dig", "seen"),
    [
        ("move all of lands to up", "move bottom of up to cellar", [0, 0]),
        ("move all of lands to up", "move top of up to cellar", [1, 2]),
        ("move all Land to up", "move bottom of up to cellar", [1, 2]),
        ("repeat 9 times: move top of lands to up", "move bottom of up to cellar", [1, 2]),
        ("move top of lands to up\n    repeat 8 times: move top of lands to bottom of up", "move bottom of up to cellar", [0, 0]),
        ("move all of lands to up\n    shuffle up", "move bottom of up to cellar", [0, 0]),
        ("move all of lands to up\n    shuffle up", "move top of up to cellar", [1, 2]),
        ("move all of lands to shown\n    shuffle shown", "move bottom of shown to cellar", [1, 2]),
        ("move all of lands to up\n    move top of up to shown", "move bottom of up to cellar", [0, 0]),
        ("move all cards to up\n    shuffle up", "move bottom of up to cellar", [0, 0]),
    ],
)  # fmt: skip
def test_what_was_seen_is_known(tmp_path: Path, begin: str, dig: str, seen: list[int]) -> None:
    """Of a pile that is poured out, and of what comes under others, only the top is seen where only the top is; what comes one by one is seen one
    by one, and what lay in the open is known where it goes."""
    match = started(tmp_path, begin, dig)
    for n in seen:
        match.play("dig")
        assert known(match) == n


def test_the_log_names_no_card_that_lay_under_others(tmp_path: Path) -> None:
    match = started(tmp_path, "move all of lands to up", "move bottom of up to cellar")
    match.play("dig")
    assert [event.text for event in match.events(1)][-2:] == ["a card from up to cellar", "A's steps: 0 → 1"]


def test_a_pile_that_all_see_is_asked_for_its_order_anywhere(tmp_path: Path) -> None:
    """It lies in order at once, so a text may name its top."""
    match = started(tmp_path, "move all of lands to shown\n    shuffle shown", "move top of shown to cellar", label="dig {top of shown}")
    top = match.position.values["shown.cards"][8]
    assert [choice.label for choice in match.decision.options] == [f"dig {top + 1}"]
