"""Every pair of readings stands together in some row."""

from __future__ import annotations

from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from ruledsl.findings.readings import covering, rows_of, settings
from tests.findings.games import load

NAMES = st.lists(st.integers(2, 4), min_size=0, max_size=6)


@given(NAMES, st.data())
def test_every_pair_stands_in_a_row_or_in_the_usual_one(sizes: list[int], data: st.DataObject) -> None:
    free = {f"o{n}": [f"v{k}" for k in range(size)] for n, size in enumerate(sizes)}
    usual = [{name: data.draw(st.sampled_from(values)) for name, values in free.items()} for _ in range(data.draw(st.integers(0, 3)))]
    rows = [*usual, *covering(free, usual)]
    for one, other in combinations(free, 2):
        assert {(row[one], row[other]) for row in rows} == set(product(free[one], free[other]))


@given(st.lists(st.integers(2, 3), min_size=1, max_size=6), st.data())
def test_what_is_dear_stands_in_few_ways_and_every_pair_still_in_a_row(sizes: list[int], data: st.DataObject) -> None:
    every = {f"o{n}": [f"v{k}" for k in range(size)] for n, size in enumerate(sizes)}
    usual = [{name: values[0] for name, values in every.items()}]
    cheap = data.draw(st.sets(st.sampled_from(list(every))))
    rows = [*usual, *rows_of(every, usual, cheap)]
    for one, other in combinations(every, 2):
        assert {(row[one], row[other]) for row in rows} == set(product(every[one], every[other]))
    dear = {name: values for name, values in every.items() if name not in cheap}
    ways = {tuple(row[name] for name in dear) for row in rows}
    alone = max(map(len, dear.values()), default=1)
    assert len(ways) <= max(alone, 1 + len(covering(dear, [{name: values[0] for name, values in dear.items()}])))


def test_each_value_of_a_reading_is_played_at_each_table() -> None:
    game = load("crazy-eights")
    rows = settings(game, {})
    model, seats = game.model.model, {row.players for row in rows}
    usual = {name: ("true" if info.default.data else "false") for name, info in model.options.items() if info.type.kind == "bool"}
    for name, value in usual.items():
        there = {(row.players, row.options.get(name, value)) for row in rows}
        assert there == {(count, word) for count in seats for word in ("true", "false")}


def test_the_usual_game_comes_first_at_each_table_and_what_is_fixed_stays() -> None:
    game = load("crazy-eights")
    rows = settings(game, {})
    assert [(row.players, dict(row.options)) for row in rows[:3]] == [(2, {}), (3, {}), (game.seats({})[1], {})]
    kept = settings(game, {"special_cards": "true"})
    assert all(row.options["special_cards"] == "true" for row in kept) and len(kept) < len(rows)


def test_modes_are_tables_of_their_own() -> None:
    game = load("cloud-nine")
    found = {row.options["mode"] for row in settings(game, {})}
    assert found == set(game.modes)
    for row in settings(game, {}):
        low, high = game.seats({"mode": row.options["mode"]})
        assert low <= row.players <= high
