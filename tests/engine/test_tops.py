"""What lies on top of several piles: gone through, asked and chosen from, the same in both engines."""

from __future__ import annotations

from itertools import combinations

import pytest

import ruledsl
from tests import few

RULES = """
game "Packs":
    players 2
card Number(value: 1..6) "{value}"
components:
    deck: 3 of Number(n) for n in 1..6
table:
    deck: pile, hidden
    pack[n in 2..5]: pile, hidden
    out: heap
each player:
    shelf[n in 1..2]: row
play:
    shuffle deck
    for n in 2..5: move top 4 of deck to pack[n]
    for n in 1..6:
        for p in players: turn(p)
phase turn(p):
    for n in 2..5 if pack[n] is not empty: reveal top of pack[n]
    p chooses pair, take, sweep or rest
action pair(cards: 2..3 Number in tops of pack):
    "lay {cards}"
    require distinct(c.value for c in cards) else "the same value twice"
    move cards to out
action take(c in tops of pack if c.value < 4, n in 1..2):
    "{c} on {n}"
    move c to your.shelf[n]
action sweep(p in players):
    "sweep {p}"
    require any(c.value > 2 for c in tops of p.shelf) else "nothing to sweep"
    for c in tops of p.shelf: move c to out
action rest(): "rest"
winner: highest score
def score(p) = count(tops of p.shelf) + sum(c.value for c in tops of p.shelf)
"""


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "packs.rules"
    path.write_text(RULES, encoding="utf-8")
    return ruledsl.load(str(path))


def lying(match, zone, instances):
    """The values of the cards on top, by instance; 0 where nothing lies."""
    program, values = match.program, match.position.values
    held = [(values[f"{zone}.cards"][k * program.zone[zone].capacity :], values[f"{zone}.count"][k]) for k in instances]
    return [program.faces[program.cards[cards[count - 1]]].args[0] if count else 0 for cards, count in held]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_moves_are_those_of_plain_python(game, engine):
    pairs = 0
    for seed in few.seeds(8):
        match = game.start(seed=seed, engine=engine)
        while match.decision is not None:
            tops = [value for value in lying(match, "pack", range(4)) if value]
            options = match.decision.options
            wanted = sorted(sorted(c) for size in (2, 3) for c in combinations(tops, size) if len(set(c)) == size)
            found = sorted(sorted(map(int, o.label.removeprefix("lay ").split(", "))) for o in options if o.action == "pair")
            assert found == wanted
            assert sorted(int(o.label[0]) for o in options if o.action == "take") == sorted(2 * [value for value in tops if value < 4])
            swept = [p for p in range(2) if max(lying(match, "shelf", (2 * p, 2 * p + 1))) > 2]
            assert len([o for o in options if o.action == "sweep"]) == len(swept)
            pairs += len(found)
            match.play(seed * 5 % len(options))
    assert pairs > 50


def test_engines_agree(game):
    for seed in range(5):
        one, other = (game.start(seed=seed, engine=engine) for engine in ("interp", "native"))
        while one.decision is not None:
            assert [o.label for o in one.decision.options] == [o.label for o in other.decision.options]
            choice = (seed * 7 + 3) % len(one.decision.options)
            one.play(choice)
            other.play(choice)
            assert one.position.block.bytes() == other.position.block.bytes()


def test_why_not(game):
    match = game.start(seed=1)
    tops = lying(match, "pack", range(4))
    buried = next(value for value in range(1, 7) if value not in tops)
    assert match.why_not(f"take {buried} 1")
    assert [reason.message for reason in match.why_not(f"pair {buried} {tops[0]}")] == [f"`{buried}` is not in tops of pack"]
    assert match.why_not(f"pair {tops[0]} {next(value for value in tops if value != tops[0])}") == []
