"""The greedy player: takes what brings the most before its next turn, and knows no more than its seat."""

from __future__ import annotations

from random import Random

import pytest

from ruledsl.engine.game import Game, load
from ruledsl.engine.match import Match
from ruledsl.search.at_once import at_once
from ruledsl.search.greedy import greedy
from ruledsl.search.mcts import MANNERS, search
from tests import few

MARKET = '''
game "Market":
    players 2

card Egg(n: 1..9)

components:
    nest: 1 of Egg(n) for n in 1..9

table:
    nest: pile of Egg, hidden

each player:
    hand: hand of Egg
    stall: row of Egg
    coins: 0..99

play:
    shuffle nest
    for p in players: move top 3 of nest to p.hand
    repeat 3 times:
        for p in players: p chooses sell, throw or wait

winner: WHICH coins

action sell(egg in your.hand):
    "sell {egg}"
    your.coins += egg.n
    move egg to your.stall

action throw():
    "throw a die"
    your.coins += roll 1..6

action wait():
    "wait"
'''


def market(tmp_path, which: str) -> Game:
    path = tmp_path / "market.rules"
    path.write_text(MARKET.replace("WHICH", which), encoding="utf-8")
    return load(path)


@pytest.mark.parametrize(("seed", "engine"), few.spread(range(6), ["", "interp"]))
def test_it_takes_the_most_and_reckons_with_chance(tmp_path, seed, engine):
    """A throw of a die brings three and a half on average."""
    match = market(tmp_path, "highest").start(2, seed)
    best = max(int(option.args["egg"][-1]) for option in match.decision.options if option.action == "sell")
    chosen = greedy(match, seed, engine=engine)
    assert chosen.args["egg"].endswith(str(best)) if best > 4 else chosen.action in ("sell", "throw")


def test_where_the_least_wins_it_takes_the_least(tmp_path):
    match = market(tmp_path, "lowest").start(2, 1)
    assert {greedy(match, seed).label for seed in range(5)} == {"wait"}


def test_of_moves_as_good_it_takes_any():
    match = load("connect-four").start(2, 1)
    assert len({greedy(match, seed).label for seed in range(20)}) > 3


def test_it_wins_where_it_can():
    match = load("connect-four").start(2, 1)
    for move in "1 7 2 7 3 6".split():
        match.play(move)
    assert {greedy(match, seed).label for seed in range(5)} == {"4"}


def told(match: Match) -> list[tuple[str, int, float | None]]:
    return [(e.choice.label, e.visits, e.value) for e in search(match, 20, seed=4, manner=MANNERS["greedy"])]


HIDDEN = [("surprise-egg", 3), ("crazy-eights", 3), ("hearts", 4), ("cloud-nine", 2), ("ufo-chickens", 3)]


@pytest.mark.parametrize(("table", "later"), few.spread(HIDDEN, [1, 5]), ids=lambda value: str(value) if isinstance(value, int) else value[0])
def test_it_does_not_look_at_hidden_cards(table, later):
    name, players = table
    match = load(name).start(players, 11, engine="native")
    for _ in range(later):
        match.play(match.decision.options[-1])
    seat = match.decision.player
    match = match.standing(match.position.block)  # of the past a world that is drawn knows nothing
    worlds = [match.resample(seat, seed) for seed in few.seeds(8)]
    assert len({world.position.block.bytes()[8:] for world in worlds}) > 1
    assert all(told(world) == told(match) for world in worlds)
    assert all(greedy(world, 5).label == greedy(match, 5).label for world in worlds)


def test_every_option_is_tried_as_often():
    match = load("surprise-egg").start(3, 2)
    assert {visits for _, visits, _ in told(match)} == {20}


def test_it_beats_chance_at_cards():
    """A few games with fixed seeds: the direction, not the distance."""
    game, won = load("surprise-egg"), 0.0
    for seed in range(4):
        match, mine, chance = game.start(2, seed, engine="native"), 1 + seed % 2, Random(seed)
        while match.decision is not None:
            options = match.decision.options
            match.play(greedy(match, seed) if match.decision.player == mine else options[chance.randrange(len(options))])
        won += (mine in match.winners) / max(1, len(match.winners))
    assert won >= 3


def test_what_a_move_brings_at_once(tmp_path, monkeypatch):
    match = market(tmp_path, "highest").start(2, 3)
    options = match.decision.options
    brings = {option.label: one for option, one in zip(options, at_once(match, 0, list(options)), strict=True)}
    monkeypatch.setattr("ruledsl.search.at_once.SOON", 0)
    assert list(brings.values()) == at_once(match, 0, list(options)) and "native" in match.program.engines
    sold = {label: one for label, one in brings.items() if label.startswith("sell")}
    assert sold and all(one.certain == one.seems == int(label[-1]) for label, one in sold.items())
    assert brings["wait"].certain == brings["throw a die"].certain == 0  # the die has not fallen yet
    monkeypatch.setattr("ruledsl.search.at_once.LOOKED_AT", 1)
    one, *others = at_once(match, 0, list(options))
    assert one.certain is not None and {other.seems for other in others} == {float("-inf")}
