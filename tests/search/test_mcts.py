"""Tree search: it plays well, says the same for the same seed in both engines, and never sees what its seat does not."""

from __future__ import annotations

import pytest

from ruledsl.engine import growing
from ruledsl.engine.game import Game, load
from ruledsl.engine.match import Match
from ruledsl.kernels.promise import logarithm
from ruledsl.native import Native
from ruledsl.search.mcts import MANNERS, Estimate, Manner, choose, hides, pays, search
from tests import few
from tests.work import threads_ended

COINS = '''
game "Coins":
    players 2

enum Side: heads, tails

each player:
    guess: Side or none, own
    score: 0..9

play:
    repeat 3 times: round()

winner: highest score

phase round():
    each p in players chooses p.guess in Side "your side?"
    if players.first.guess == players.last.guess: players.first.score += 1
    else: players.last.score += 1
'''

BALLS = '''
game "Balls":
    players 2

table:
    caught: bool

each player:
    score: 0..9

play:
    repeat 3 times:
        for p in players: turn(p)

winner: lowest score

phase turn(p):
    p chooses throw or wait
    caught = observe "Is it caught?" chance 2 of 3
    if caught: p.score += 1

action throw():
    "throw"
    your.score += 1

action wait():
    "wait"
'''
KINDS = '''
game "Farm":
    players 2

card Hen(n: 1..3)
card Fox

components:
    pen: 1 of Hen(n) for n in 1..3
    den: 2 of Fox
    bag: 1 of Hen(n) for n in 1..3, 2 of Fox

table:
    pen: pile of Hen, hidden
    den: pile of Fox, hidden
    bag: pile, hidden
    out: pile

each player:
    score: 0..99

play:
    shuffle bag
    repeat 3 times:
        for p in players: turn(p)

winner: highest score

phase turn(p):
    p chooses from_pen or from_bag

action from_pen():
    "from the pen"
    require pen is not empty else "it is empty"
    let card = top of pen
    your.score += card.n
    move card to out

action from_bag():
    "from the bag"
    require bag is not empty else "it is empty"
    let card = top of bag
    if card is Fox: your.score += 3
    move card to out
'''


@pytest.fixture
def coins(tmp_path) -> Game:
    path = tmp_path / "coins.rules"
    path.write_text(COINS, encoding="utf-8")
    return load(path)


def told(estimates: list[Estimate]) -> list[tuple[str, int, float | None]]:
    return [(e.choice.label, e.visits, e.value) for e in estimates]


def after(game: str, *moves: str, players: int = 2, seed: int = 3) -> Match:
    match = load(game).start(players, seed)
    for move in moves:
        match.play(move)
    return match


@pytest.mark.parametrize(("moves", "best"), [("1 7 2 7 3 6", {"4"}), ("1 7 2 7 3", {"4"}), ("3 7 4 7", {"2", "5"})])
def test_it_sees_what_comes(moves, best):
    """Three lie side by side, are to be stopped, or can be made open at both ends."""
    assert choose(after("connect-four", *moves.split()), 1000, seed=1).label in best


SMALL = [
    ("surprise-egg", 3), ("pig", 2), ("kuhn-poker", 2), ("leduc-poker", 2), ("hearts", 4), ("connect-four", 2), ("crazy-eights", 3),
    ("liars-dice", 3), ("ufo-chickens", 3),
]  # fmt: skip


SEARCHED = {"tree": Manner(), "flat": Manner(depth=1), "worlds": Manner(each=7), "near": Manner(near=True)}


@pytest.mark.parametrize(("table", "how"), few.spread(SMALL, [*SEARCHED]), ids=lambda value: value if isinstance(value, str) else value[0])
def test_machine_code_searches_as_it_is_meant(table, how):
    (name, players), manner = table, SEARCHED[how]
    match = load(name).start(players, 5)
    compiled = told(search(match, 40, seed=2, manner=manner))
    assert compiled == told(search(match, 40, seed=2, engine="interp", manner=manner))
    assert compiled == told(search(match, 40, seed=2, engine="native", manner=manner))


def test_many_options_that_points_do_not_tell_apart_in_machine_code():
    match = load("hex").start(2, 5, {"size": 4})
    compiled = told(search(match, 80, seed=2))
    assert compiled == told(search(match, 80, seed=2, engine="interp")) and len({visits for _, visits, _ in compiled}) > 2


def test_choices_together_and_the_world_in_machine_code(coins, tmp_path):
    path = tmp_path / "balls.rules"
    path.write_text(BALLS, encoding="utf-8")
    for match in (coins.start(seed=1), load(path).start(seed=1)):
        for manner in (Manner(), Manner(each=10)):
            assert told(search(match, 200, seed=2, manner=manner)) == told(search(match, 200, seed=2, engine="interp", manner=manner))


def test_zones_that_take_some_kinds_in_machine_code(tmp_path):
    path = tmp_path / "kinds.rules"
    path.write_text(KINDS, encoding="utf-8")
    match = load(path).start(seed=1)
    match = match.standing(match.position.block)  # of the past a world that is drawn knows nothing
    found = told(search(match, 100, seed=2))
    assert found == told(search(match, 100, seed=2, engine="interp"))
    assert all(told(search(match.resample(1, seed), 100, seed=2)) == found for seed in range(5))


FIELD = '''
game "Field":
    players 2

table:
    luck: 0..9

each player:
    score: 0..999

play:
    repeat 3 times:
        for p in players: turn(p)

winner: highest score

phase turn(p):
    p chooses n in 1..40 "how far?"
    luck = roll 0..3
    p.score += n % 17 + luck
'''


@pytest.fixture
def field(tmp_path) -> Match:
    path = tmp_path / "field.rules"
    path.write_text(FIELD, encoding="utf-8")
    return load(path).start(seed=1)


def test_a_wide_place_in_machine_code(field):
    for manner in (Manner(), Manner(depth=1), Manner(each=30)):
        assert told(search(field, 300, seed=2, manner=manner)) == told(search(field, 300, seed=2, engine="interp", manner=manner))


def test_in_a_wide_place_what_brings_the_most_at_once_is_tried_first(field):
    tried = {e.choice.label: e.visits for e in search(field, 8, seed=2) if e.visits}
    assert tried.keys() <= {"16", "33"}
    tried = {e.choice.label: e.visits for e in search(field, 400, seed=2) if e.visits}
    assert {"16", "33", "15", "32"} < tried.keys() and len(tried) < 20
    assert choose(field, 400, seed=2).label in ("16", "33")


def test_the_tree_is_the_same_in_steps():
    match = after("connect-four")
    assert told(search(match, 300, seed=3)) == told(search(match, 300, seed=3, progress=lambda done: None))


@pytest.mark.parametrize("name", MANNERS)
def test_every_manner_sees_three_in_a_row(name):
    assert choose(after("connect-four", *"1 7 2 7 3 6".split()), 1000, seed=1, manner=MANNERS[name]).label == "4"


def test_the_logarithm():
    assert [logarithm(1 << n) for n in range(40)] == list(range(40))
    assert all(logarithm(n) <= logarithm(n + 1) for n in range(1, 500))


def test_all_tries_are_told(coins):
    match = coins.start(seed=1)
    estimates = search(match, 100, seed=1)
    assert sum(e.visits for e in estimates) == 100
    assert [e.visits for e in estimates] == sorted((e.visits for e in estimates), reverse=True)
    assert all(e.value is not None and 0 <= e.value <= 1 for e in estimates)
    assert search(match, 0)[0] == Estimate(match.decision.options[0], 0, None)


LOOKED = [("surprise-egg", 2), ("surprise-egg", 4), ("crazy-eights", 3), ("hearts", 4), ("kuhn-poker", 2), ("liars-dice", 3)]


@pytest.mark.parametrize(("name", "players"), LOOKED)
@pytest.mark.parametrize("later", [0, 7])
def test_it_does_not_look_at_hidden_cards(name, players, later):
    match = load(name).start(players, 11)
    for _ in range(later):
        if match.decision is not None:
            match.play(match.decision.options[-1])
    if match.decision is None:
        return
    seat = match.decision.player
    found = told(search(match.standing(match.position.block), 60, seed=4))  # of the past a world that is drawn knows nothing
    worlds = [match.resample(seat, seed) for seed in range(4)]
    if name != "kuhn-poker":
        assert len({world.position.block.bytes()[8:] for world in worlds}) > 1
    assert all(told(search(world, 60, seed=4)) == found for world in worlds)


def test_it_does_not_look_at_the_next_throw():
    one, other = (after("pig", "roll", seed=seed) for seed in (1, 1))
    other.position.block.set("rng", 0, 12345)
    assert told(search(one, 50, seed=1)) == told(search(other, 50, seed=1))


def test_seats_that_are_asked_together_do_not_see_each_other(coins):
    found = []
    for side in ("heads", "tails"):
        match = coins.start(seed=1)
        match.play(side, seat=1)
        found.append(told(search(match, 300, seed=3, seat=2)))
    assert found[0] == found[1]
    assert all(0.25 < value < 0.75 for _, _, value in found[0])


def test_a_move_that_is_the_only_one_is_not_searched():
    match = after("hearts", players=4)
    assert len(match.decision.options) == 1 and choose(match, 10**9) == match.decision.options[0]


def test_a_seat_that_is_not_asked():
    match = after("connect-four")
    with pytest.raises(ValueError, match="not asked"):
        search(match, 10, seat=2)


def test_what_is_hidden_and_what_pays():
    def program(name, players=2):
        return load(name).program(players)

    assert [hides(program(name)) for name in ("connect-four", "pig", "surprise-egg", "kuhn-poker")] == [False, False, True, True]
    assert [pays(program(name)) for name in ("connect-four", "surprise-egg", "kuhn-poker")] == [False, False, True]


def test_progress():
    seen: list[int] = []
    search(after("connect-four"), 200, progress=seen.append)
    assert seen == [64, 128, 192, 200]


def test_equal_cards_are_one_move():
    match = after("surprise-egg")
    labels = [e.choice.label for e in search(match, 40)]
    assert len(labels) == len(set(labels))


@pytest.mark.parametrize("first", [1, 2])
def test_it_beats_chance_at_lines(first):
    """A few games with fixed seeds: the direction, not the distance."""
    assert sum(_game("connect-four", first, seed, 60) for seed in range(3)) >= 2.5


def test_it_beats_chance_at_cards():
    won = sum(_game("surprise-egg", 1 + seed % 2, seed, 60) for seed in range(4))
    assert won >= 3


def _game(name: str, mine: int, seed: int, simulations: int) -> float:
    """The share of the victory of a seat that searches against one that plays anything."""
    import random

    match, chance = load(name).start(2, seed, engine="native"), random.Random(seed)
    while match.decision is not None:
        options = match.decision.options
        match.play(choose(match, simulations, seed) if match.decision.player == mine else options[chance.randrange(len(options))])
    return (mine in match.winners) / max(1, len(match.winners))


def test_better_code_takes_over_while_it_is_searched_and_says_the_same(monkeypatch):
    monkeypatch.setattr(growing, "WORTH", 300)
    match = load("tic-tac-toe").start(2, 5)
    match.program.engines.pop(growing.GROWN, None)
    match.program.engines[growing.CODE] = Native(match.program, 0)
    found = told(search(match, 200, seed=2))
    search(match, 200, seed=3)
    threads_ended()
    assert growing.search_engine(match.program).tier == 2
    assert told(search(match, 200, seed=2)) == found
