"""All numbers of a region written at once are those written one by one, in both engines."""

from __future__ import annotations

import pytest

import ruledsl
from ruledsl.engine.backend import ENGINES


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["gin-rummy", "twenty-four", "go", "gem-hens", "crazy-eights"])
def test_a_region_at_once(name: str, engine: str) -> None:
    game = ruledsl.load(name)
    here, there = (game.start(players=game.seat_range[1], seed=seed, engine=engine) for seed in (1, 2))
    values = there.position.values
    one, all_at_once = here.position.block.copy(), here.position.block.copy()
    for region in here.program.regions:
        all_at_once.write(region.name, values[region.name])
        for index, number in enumerate(values[region.name]):
            one.set(region.name, index, number)
    assert all_at_once.bytes() == one.bytes() == there.state_bytes() != here.state_bytes()


@pytest.mark.parametrize("engine", ENGINES)
def test_as_many_as_there_are(engine: str) -> None:
    block = ruledsl.load("hearts").start(seed=1, engine=engine).position.block.copy()
    before = block.bytes()
    with pytest.raises(ValueError, match=r"`card\.zone` has 52 places, and not 51"):
        block.write("card.zone", [1] * 51)
    assert block.bytes() == before


def test_machine_code_is_given_no_number_that_cannot_stand_there() -> None:
    match = ruledsl.load("hearts").start(seed=1, engine="native")
    block = match.position.block.copy()
    before = block.bytes()
    for region in match.program.regions:
        cells = list(match.position.values[region.name])
        for wrong in (region.low - 1, region.high + 1):
            with pytest.raises(ValueError, match="cannot be"):
                block.write(region.name, [*cells[:-1], wrong])
    hand = next(name for name in match.position.values if name.endswith(".bits"))
    with pytest.raises(ValueError, match="cannot be"):
        block.write(hand, [*match.position.values[hand][:-1], 1 << 60])
    assert block.bytes() == before
