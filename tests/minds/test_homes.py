"""What all know from the components of where cards lay before anything happened, against every world that there is."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import load
from ruledsl.minds.worlds import worlds
from tests import few
from tests.minds.homes import HOMES
from tests.minds.judge import Judge, believed
from tests.minds.tabled import tabled


@pytest.mark.parametrize("name", HOMES)
def test_cards_came_from_where_the_components_say(name: str, tmp_path: Path) -> None:
    (path := tmp_path / f"{name}.rules").write_text(HOMES[name], encoding="utf-8")
    match, random = load(path).start(2, 1), Random(1)
    while not match.over:
        for seat in few.seats(2, len(match.history.moves)):
            true, (held, exact), (drawn, sure) = Judge(match, seat).worlds(), believed(match, seat), tabled(match, seat)
            assert held == true or not exact and held.keys() <= true.keys()
            assert drawn is None or (sure or name in ("envelope", "decks", "sets")) and drawn == true
        match.play(random.choice(match.answers()))


def test_one_of_each_lies_in_the_envelope() -> None:
    match, random = load("envelope").start(3, 1), Random(1)
    for _ in range(3):
        match.play(random.choice(match.answers()))
    kinds = [face.kind for face in match.program.faces]
    held = worlds(match, match.position.waiting[0])
    place = next(zone.base for zone in match.program.zones if zone.name == "envelope")
    for seed in few.seeds(40):
        lying = held.draw(seed).regions()["card.zone"]
        assert sorted(kinds[match.program.cards[card]] for card, where in enumerate(lying) if where == place) == ["How", "Where", "Who"]
