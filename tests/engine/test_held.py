"""What any hand holds of a combination: the numbers that are known of games, and what the game itself says of the same cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.held import Held
from ruledsl.lower import SettingsError
from ruledsl.lower.combinations import Combination, combination
from ruledsl.lower.layout import Layout
from ruledsl.lower.readings import BLANK, WILD
from ruledsl.pipeline import settings_of


def held(name: str, players: int | None = None, **options: object) -> list[Held]:
    return ruledsl.load(name).combinations(players, options)


KNOWN = {  # by level and rooster: of 1 to 4 cards, by the number of wild ones
    (1, "false"): [[1, 1], [5, 9, 1], [23, 37, 10], [0, 0, 0]],
    (1, "true"): [[1, 1], [5, 9, 1], [41, 55, 10], [182, 219, 55]],
    (2, "false"): [[1, 1], [6, 10, 1], [46, 45, 10], [0, 0, 0]],
    (2, "true"): [[1, 1], [7, 10, 1], [74, 55, 10], [456, 220, 55]],
    (3, "false"): [[1, 1], [6, 10, 1], [52, 45, 10], [182, 120, 45]],
    (3, "true"): [[1, 1], [7, 10, 1], [98, 55, 10], [598, 220, 55]],
}


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_tricks_of_cloud_nine(level: int):
    for asked in held("cloud-nine", 2, level=level):
        counts = asked.counts()
        assert [[c.made for c in counts if c.size == size] for size in range(1, 5)] == KNOWN[level, asked.given["rooster"]]


def test_ways_and_what_is_possible():
    plain, rooster = held("cloud-nine", 2, level=3)
    assert [(c.possible, c.ways) for c in plain.counts() if c.size == 4] == [(210, 182), (120, 728), (45, 1092)]
    assert [(c.possible, c.ways) for c in rooster.counts() if c.size == 4] == [(715, 598), (220, 1879), (55, 2602)]


@pytest.mark.parametrize(("reading", "made"), [({"shape": "flat"}, 87), ({"shape": "chain"}, 153), ({"unit_division": False}, 180)])
def test_readings_of_the_rules(reading: dict[str, object], made: int):
    counts = held("cloud-nine", 2, level=3, **reading)[0].counts()
    assert next(c.made for c in counts if (c.size, c.wilds) == (4, 0)) == made


def test_twenty_four():
    (answer,) = held("twenty-four")
    assert [(c.size, c.wilds, c.made, c.possible) for c in answer.counts()] == [(4, 0, 1362, 1820)]


def entry(table: Combination, asked: Held, values: tuple[int, ...]) -> str | None:
    """What the game itself would show of these values."""
    rule = asked.patterns.rule
    mask = lambda signs: sum(1 << sign for sign in signs)  # noqa: E731
    a = rule.arithmetic
    known = {
        "signs": mask(a.signs), "target": rule.target, "needs": mask(rule.needed(len(values))), "by_one": a.by_one, "shape": a.shape, "numbers": a.numbers,
        "negative": a.negative, "zero": a.zero,
    }  # fmt: skip
    row = sum(key.values.index(int(known[key.word])) * key.stride for key in table.keys) * table.sets
    ranks = [table.faces.index(value) for value in values]
    found = table.rows[row + Combination.number([*ranks, *[len(table.faces)] * (table.slots - len(ranks))])]
    return table.texts[found] if found >= 0 else None


@pytest.mark.parametrize(("name", "options"), [("cloud-nine", {"level": 2}), ("cloud-nine", {"level": 3, "shape": "flat"}), ("twenty-four", {})])
def test_the_game_says_the_same(name: str, options: dict[str, object]):
    every = held(name, **options)
    game = ruledsl.load(name)
    settings = settings_of(game.model, game.seats(options)[0], options)
    for asked in every:
        table = combination(Layout(settings), asked.name)
        plain = {p.values: asked.text(p) for p in asked.patterns.found if not p.wilds}
        for values in asked.patterns.rule.multisets(asked.patterns.faces):
            assert plain.get(values) == entry(table, asked, values), values


def test_a_hand_and_dealt_hands():
    asked = held("cloud-nine", 2)[0]
    hand = asked.hand([10, 9, 8, 2], 1)
    assert asked.hands.count(hand) == len(asked.hands.list(hand)) and asked.hands.any(hand)
    assert Counter(asked.cards)[WILD] == 2 and Counter(asked.cards)[BLANK] == 2 and len(asked.cards) == 34
    found = asked.deal(3, 300, seed=5)
    assert found == asked.deal(3, 300, seed=5) != asked.deal(3, 300, seed=6)
    assert asked.deal(34, 2).holding == 2
    with pytest.raises(ValueError, match="1 to 34 cards"):
        asked.deal(35, 1)


def test_of_small_hands_the_share_is_what_counting_says():
    asked = held("cloud-nine", 2, level=1)[0]
    wins = {(p.values, p.wilds) for p in asked.patterns.found}

    def holds(cards: tuple[int, ...]) -> bool:
        groups = (chosen for size in (1, 2) for chosen in combinations(cards, size))
        return any((tuple(sorted(c for c in chosen if c >= 0)), chosen.count(WILD)) in wins for chosen in groups if BLANK not in chosen)

    pairs = list(combinations(asked.cards, 2))
    share = sum(map(holds, pairs)) / len(pairs)
    found = asked.deal(2, 20_000, seed=1)
    assert abs(found.holding / found.hands - share) < 0.02


def test_what_hangs_on_play_is_refused():
    with pytest.raises(SettingsError, match="`answer` hangs on `p`, which is known in play only"):
        held("countdown")
    assert held("pig") == []


RULES = '''
game "Sums":
    players 1
card Number(value: 1..4) "{value}"
option most: 1..3 = 2
components:
    deck: 2 of Number(n) for n in 1..4
table:
    deck: heap
    x: 0..9 = 5
combination pair(cards):
    values: [c.value for c in cards]
    size: 1..most
    signs: {plus}
    target: TARGET
play:
    players.first may lay
action lay(cards: 1..3 Number in deck):
    "lay {pair(cards)}"
    require pair(cards)
    x = 1
winner: highest x_of
def x_of(p) = x
'''


def sums(tmp_path: Path, target: str) -> list[Held]:
    file = tmp_path / "sums.rules"
    file.write_text(RULES.replace("TARGET", target), encoding="utf-8")
    return ruledsl.load(str(file)).combinations()


def test_options_count_and_play_does_not(tmp_path: Path):
    (pair,) = sums(tmp_path, "3 + most")
    assert [p.values for p in pair.patterns.found] == [(1, 4), (2, 3)]
    with pytest.raises(SettingsError, match="`target:` hangs on more than options and the number of cards: `x`"):
        sums(tmp_path, "x")


def test_where_nothing_makes_it(tmp_path: Path):
    (pair,) = sums(tmp_path, "9")
    assert [c.made for c in pair.counts()] == [0, 0] and pair.deal(2, 10).holding == 0
