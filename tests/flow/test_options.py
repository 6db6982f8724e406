"""Drawings of a game as its options make it."""

from __future__ import annotations

import pytest

from ruledsl.flow import build
from ruledsl.pipeline import load, settings_of
from tests.flow.rules import model_of

CHANCY = """
option fee: 0..3 = 0
option kind: bool = false
play:
    {condition}: players.first.score += 1
    else: players.last.score += 1
"""


def branches(text: str, **chosen: int) -> list[str]:
    return [node.lines[0] for node in build(model_of(text), chosen).nodes if node.kind == "branch"]


@pytest.mark.parametrize("condition", ["if fee > 1", "if fee == 2 and not kind", "if kind or fee != 0", "if fee <= 2"])
def test_what_options_decide_is_no_question(condition: str) -> None:
    assert branches(CHANCY.format(condition=condition), fee=2, kind=0) == []


@pytest.mark.parametrize("condition", ["if players.first.score > fee", "if kind and players.first.score > 1"])
def test_what_play_decides_is_a_question(condition: str) -> None:
    assert len(branches(CHANCY.format(condition=condition), fee=2, kind=1)) == 1


def test_a_mode_and_a_ruling_draw_their_own_rooms() -> None:
    rules = load("cloud-nine")
    rooms = {}
    for name, options in {"group": {}, "solo": {"mode": "solo"}, "dark": {"snake_play": "variation"}}.items():
        settings = settings_of(rules, rules.of(options).low, options)
        rooms[name] = {group.name for group in build(settings.model, settings.options).groups.values()}
    assert "announce" in rooms["dark"] and "announce" not in rooms["group"]
    assert "do_it" in rooms["solo"] and "do_it" not in rooms["group"]


def test_what_does_nothing_is_not_drawn() -> None:
    model = model_of("play:\n    rest()\n    players.first.score += 1\nto rest(): pass\n")
    assert not [node.lines for node in build(model).at("phases").nodes if node.kind == "to"]
