"""The block: widths, offsets, bytes, first values, random numbers."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruledsl.interp import Interpreter, State
from ruledsl.ir import layout, rng
from ruledsl.ir.regions import Region
from tests.ir.build import WORD, card_game, program, zone


@pytest.mark.parametrize(
    ("low", "high", "width"),
    [(0, 255, 1), (0, 256, 2), (-1, 127, 1), (-1, 128, 2), (-129, 0, 2), (0, 65535, 2), (0, 65536, 4), (-1, 1 << 31, 8), (0, WORD, 8)],
)
def test_a_region_is_as_narrow_as_its_values(low, high, width):
    assert Region("x", 1, low, high, "variable").width == width


regions = st.lists(
    st.tuples(st.integers(0, 5), st.sampled_from([(0, 200), (-1, 3), (0, 40000), (-40000, 40000), (0, 1 << 31), (-WORD - 1, WORD)])),
    max_size=6,
)


@given(regions, st.data())
def test_bytes_hold_every_value(shapes, data):
    made = tuple(Region(f"v{n}", count, *limits, "variable", limits[0]) for n, (count, limits) in enumerate(shapes))
    game = program("", regions=made)
    state = Interpreter(game).start(0)
    for region in made:
        for index in range(region.count):
            state.set(region.name, index, data.draw(st.integers(region.low, region.high)))
    block = state.bytes()
    assert len(block) == game.size and game.size % 8 == 0
    assert State.from_bytes(game, block).values == state.values
    for region in made:
        at = game.offsets[region.name]
        assert at % region.width == 0
        cells = [block[at + i * region.width : at + (i + 1) * region.width] for i in range(region.count)]
        assert [int.from_bytes(c, "little", signed=region.low < 0) for c in cells] == state.values[region.name]


def test_a_block_of_another_size_is_refused():
    with pytest.raises(ValueError, match="bytes"):
        State.from_bytes(program(""), b"short")


def test_a_copy_goes_its_own_way():
    state = Interpreter(card_game()).start(1)
    twin = state.copy()
    twin.set("score", 0, 5)
    assert state.get("score", 0) == 0 and twin.get("score", 0) == 5


def test_cards_begin_at_home_and_known_to_who_sees_them():
    zones = (zone("row", 1, "row"), zone("hand", 2, "hand", "own", 2), zone("bag", 4, "bag", "hidden"))
    game = program("", zones=zones, cards=(0,) * 5, home=(3, 1, 0, 1, 4))
    values = layout.first_values(game)
    assert values["row.cards"][:2] == [1, 3] and values["row.count"] == [2]
    assert values["hand.bits"] == [0, 1] and values["bag.bits"] == [1 << 4]
    assert values["card.zone"] == [3, 1, 0, 1, 4]
    assert values["known"] == [0b10, 0b11, 0, 0b11, 0]


def test_the_generator_is_splitmix64():
    state, bits = rng.step(0)
    assert (bits, state) == (0xE220A8397B1DCDAF >> 32, rng.signed(0x9E3779B97F4A7C15))
    assert rng.step(state)[1] == 0x6E789E6AA1B965F4 >> 32


def test_numbers_below_a_bound_are_even():
    state, counts = 1, Counter()
    for _ in range(6000):
        state, number = rng.below(state, 6)
        counts[number] += 1
    assert set(counts) == set(range(6)) and all(900 < n < 1100 for n in counts.values())


@given(st.integers(-WORD - 1, WORD), st.integers(1, rng.MOST))
def test_numbers_stay_below_the_bound(state, bound):
    after, number = rng.below(state, bound)
    assert 0 <= number < bound and -WORD - 1 <= after <= WORD


def test_what_a_game_begins_with_is_worked_out_once_and_given_anew(monkeypatch):
    game = card_game()
    first, block = layout.first_values(game), layout.first_block(game)
    monkeypatch.setattr(layout, "_lay", None)
    again = layout.first_values(game)
    assert again == first and layout.first_block(game) == block == layout.pack(game, first)
    again["card.zone"][0] += 1
    assert layout.first_values(game) == first
