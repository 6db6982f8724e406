"""Metrics of small games of which every number is known by reckoning."""

from __future__ import annotations

from math import log10, sqrt
from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.backend import engine_for
from ruledsl.results.cards import standing_out
from ruledsl.results.gathering import Gathering, has_chance
from ruledsl.results.metrics import METRICS, reckoned
from ruledsl.results.profile import Profile, Unreadable, moved, profile, read, written
from ruledsl.results.traces import traces

NUMBERS = """game "Numbers":
    players 2
each player:
    score: 0..9
winner: highest score
play:
    for p in players: turn(p)
phase turn(p): p chooses number
action number(n in 1..3):
    "{n}"
    your.score = n
"""
"""Each says 1, 2 or 3; the higher wins. Closed forms below."""

PAID = NUMBERS + """def payoff(p) = 0 if any(q.score == 0 for q in players) else 1 if all(q.score <= p.score for q in players) else -1
"""
"""The same, but it pays only when both have said; who leads is the same."""

DICE = """game "Dice":
    players 2
each player:
    score: 0..9
winner: highest score
play:
    for p in players: p.score = roll 1..6
    for p in players: turn(p)
phase turn(p): p chooses nod or shrug
action nod(): "nod"
action shrug(): "shrug"
"""
"""All lies in the dice."""

DUEL = """game "Duel":
    players 3
each player:
    score: 0..9
winner: highest score if any(p.score > 0 for p in players)
play:
    turn(players.first)
    if quick: end game
    turn(players.last)
table:
    quick: bool
phase turn(p): p chooses stop, take or wait
action stop():
    "stop"
    quick = true
action take():
    "take"
    your.score += 1
action wait():
    "wait"
    require your.score > 0
"""
"""The first of three stops (nobody wins), or takes; then the last stops or takes."""

HANDS = """game "Hands":
    players 3
each player:
    score: 0..9
winner: highest score
play:
    repeat 2 times: contest()
    turn(players.first)
    contest()
phase contest(): each q in players chooses nod or shrug
phase turn(p): p chooses nod or shrug
action nod():
    "nod"
    your.score += 1
action shrug(): "shrug"
"""
"""Thrice all choose together, and before the last time one alone."""

KNOWN = {
    NUMBERS: {
        "completion": 1, "unwon": 0, "shared": 1 / 3, "all_win": 1 / 3, "asked_gap": 0, "first_asked": 2 / 3, "last_asked": 2 / 3,
        "length": 2, "length_5": 2, "length_50": 2, "length_95": 2, "longest": 2, "turns": 2, "in_a_row": 1,
        "score": 2, "score_sd": sqrt(2 / 3), "score_spread": 8 / 9, "choices": 1, "choices_a_game": 2, "branching": 3, "most_options": 3,
        "branching_slope": 0, "tree": 2 * log10(3), "actions": 1, "never_chosen": 0, "lead_changes": 1 / 3, "last_change": 5 / 9,
        "leader_wins": 2 / 3, "comeback": 1 / 3, "lead": 2, "lead_slope": 2, "luck": 0,
    },
    PAID: {"lead_changes": 1 / 3, "last_change": 5 / 9, "leader_wins": 2 / 3, "comeback": 1 / 3, "lead": 2, "lead_slope": 2},
    DICE: {
        "shared": 1 / 6, "length": 2, "score": 3.5, "score_sd": sqrt(35 / 12), "score_spread": 70 / 36, "branching": 2, "lead_changes": 0,
        "last_change": 0, "leader_wins": 1, "comeback": 0, "lead": 70 / 36, "lead_slope": 0, "luck": 1, "swing": 0, "drama": 0,
        "decided": 0,
    },
    DUEL: {
        "completion": 1, "unwon": 1 / 2, "shared": 1 / 4, "all_win": 0, "length": 3 / 2, "length_5": 1, "length_95": 2, "longest": 2,
        "asked_gap": 1, "turns": 3 / 2, "in_a_row": 1, "branching": 2, "actions": 5 / 4, "never_chosen": 0, "score": 1 / 4,
        "tree": 1.5 * log10(2), "score_spread": 1 / 2, "leader_wins": 1, "first_asked": 1, "last_asked": 1 / 2, "lead": 1 / 2,
    },
    HANDS: {"length": 10, "asked_gap": 1, "turns": 4, "in_a_row": 10 / 4, "branching": 2, "score": 5 / 3, "tree": 10 * log10(2), "luck": 0},
}  # fmt: skip


def found(tmp_path: Path, rules: str, games: int = 2000) -> Profile:
    file = tmp_path / "known.rules"
    file.write_text(rules, encoding="utf-8")
    game = ruledsl.load(str(file))
    return profile(game, game.program(game.seat_range[0]), 4, games)


@pytest.mark.parametrize("rules", KNOWN, ids=lambda rules: rules.split('"')[1])
def test_closed_forms(tmp_path: Path, rules: str) -> None:
    numbers = found(tmp_path, rules).metrics
    assert set(numbers) == {metric.name for metric in METRICS}
    for name, truth in KNOWN[rules].items():
        number = numbers[name]
        assert number.value is not None, name
        assert abs(number.value - truth) <= 1.7 * number.half + 1e-9, (name, number, truth)


def test_chances_are_those_of_the_game(tmp_path: Path) -> None:
    """Numbers: before the first word both win as often; after 1 the other never loses, after 3 it never wins alone."""
    numbers = found(tmp_path, NUMBERS, 6000).metrics
    assert abs(numbers["uncertainty"].value - (1 + 2 / 3 * 1 / 2 * 2 * 2 / 6 + 1 / 3) / 2) < 0.12
    assert 0.15 < numbers["swing"].value < 0.45


LATE = """game "Late":
    players 2
each player: score: 0..9
winner: highest score
play:
    repeat 4 times:
        for p in players: p chooses nod or shrug
    let face = roll 1..2
    for p in players if face == (1 if p == players.first else 2): p.score = 1
action nod(): "nod"
action shrug(): "shrug"
"""


def test_what_chance_will_bring_is_not_known_before(tmp_path: Path) -> None:
    """The last throw decides, so until then either wins as often, whatever playouts come to."""
    numbers = found(tmp_path, LATE, 8000).metrics
    for name, truth in {"decided": 1, "uncertainty": 1, "drama": 0, "swing": 0}.items():
        number = numbers[name]
        assert abs(number.value - truth) <= 1.7 * (number.high - number.low) + 1e-9, name
        assert number.high - number.low < 0.1, name


def test_seats(tmp_path: Path) -> None:
    seats = found(tmp_path, DUEL).seats
    assert [round(seat.value, 1) for seat in seats.values()] == [0.4, 0.0, 0.1]  # 1/4 alone and 1/4 shared; nobody in half of them
    assert abs(sum(seat.value for seat in seats.values()) - 0.5) < 0.05


def test_endings_and_actions(tmp_path: Path) -> None:
    told = found(tmp_path, DUEL)
    assert list(told.endings) == ["turn"] and set(told.actions) == {"stop", "take"}
    assert abs(told.actions["stop"].value - 3 / 4) < 0.1 and abs(told.actions["take"].value - 1 / 2) < 0.1


VALUES = """game "Values":
    players 1
table: n: 0..9
play:
    players.first may go
    players.first chooses n in 1..3
action go(): "go"
winner: highest worth
def worth(p) = n
"""
"""One may pass, and says a number."""


def test_to_say_a_number_is_neither_to_pass_nor_an_action(tmp_path: Path) -> None:
    told = found(tmp_path, VALUES)
    assert set(told.actions) == {"go", "pass"}
    for name, number in told.actions.items():
        assert abs(number.value - 1 / 2) <= 1.7 * number.half, name
    assert told.metrics["actions"].value == 1 and told.metrics["never_chosen"].value == 0


def test_seeds_that_are_near_have_other_games(tmp_path: Path) -> None:
    file = tmp_path / "known.rules"
    file.write_text(DICE, encoding="utf-8")
    engine = engine_for(ruledsl.load(file).program(2), "native")
    ends = [sorted(trace.standing for trace in traces(engine, seed, 64)) for seed in range(8)]
    assert len(set(map(str, ends))) == 8


def test_the_same_seed_makes_the_same_profile(tmp_path: Path) -> None:
    assert found(tmp_path, NUMBERS, 300) == found(tmp_path, NUMBERS, 300)


def test_a_profile_is_kept_and_read(tmp_path: Path) -> None:
    import json

    told = found(tmp_path, NUMBERS, 300)
    assert read(json.loads(json.dumps(written(told)))) == told and not moved(told, told)


@pytest.mark.parametrize("spoil", [
    lambda d: d.pop("seed"), lambda d: d.update(more=1), lambda d: d.update(seed="1"), lambda d: d.update(games=-1), lambda d: d.update(metrics=[]),
    lambda d: d["metrics"].update(length=3), lambda d: d["metrics"]["length"].update(value="x"), lambda d: d["metrics"]["length"].update(low=float("nan")),
    lambda d: d["metrics"]["length"].pop("n"), lambda d: d.update(options=3), lambda d: d.update(players=True),
])  # fmt: skip
def test_what_is_no_profile_is_refused(tmp_path: Path, spoil: object) -> None:
    document = written(found(tmp_path, NUMBERS, 100))
    spoil(document)  # type: ignore[operator]
    with pytest.raises(Unreadable):
        read(document)


def test_rules_that_have_not_changed_have_not_moved_and_others_have(tmp_path: Path) -> None:
    file = tmp_path / "other.rules"
    old = found(tmp_path, NUMBERS, 1000)
    for seed in range(5, 15):
        game = ruledsl.load(str(tmp_path / "known.rules"))
        assert not moved(old, profile(game, game.program(2), seed, 1000))
    file.write_text(NUMBERS.replace("1..3", "1..4"), encoding="utf-8")
    game = ruledsl.load(str(file))
    names = {m.name for m in moved(old, profile(game, game.program(2), 4, 1000))}
    assert {"score", "branching", "shared", "tree"} <= names


TRICK = """game "Trick":
    players 2
enum Worth: low, middle, high
card Card(worth: Worth)
table:
    deck: pile, hidden
each player:
    hand: hand
    laid: row
    score: 0..9
components:
    deck: 2 of Card(w) for w in Worth
winner: highest score
play:
    shuffle deck
    for p in players: move top 2 of deck to p.hand
    for p in players: turn(p)
phase turn(p): p chooses lay
action lay(card in your.hand):
    "{card}"
    move card to your.laid
    if card.worth == high: your.score = 2
    elif card.worth == middle: your.score = 1
"""


def by_hand() -> dict[str, float]:
    """All deals of two and two out of two low, two middle, two high, all choices as likely: what who holds a card wins more than half."""
    from fractions import Fraction
    from itertools import permutations

    wins: dict[int, list[Fraction]] = {0: [], 1: [], 2: []}
    for deal in permutations((0, 0, 1, 1, 2, 2)):
        mine, other = deal[:2], deal[2:4]
        results = [Fraction(1) if a > b else Fraction(1, 2) if a == b else Fraction(0) for a in mine for b in other]
        for card in set(mine):
            wins[card].append(sum(results) / len(results))
    return {name: float(sum(found) / len(found)) - 0.5 for name, found in zip(("low", "middle", "high"), wins.values())}


def test_what_a_card_is_worth(tmp_path: Path) -> None:
    told = found(tmp_path, TRICK, 20_000)
    for name, truth in by_hand().items():
        number = told.dealt[f"Card({name})"]
        assert abs(number.value - truth) <= 1.7 * number.half, (name, number, truth)
    assert set(standing_out(told.dealt)) == {"Card(low)", "Card(high)"} and next(iter(standing_out(told.dealt))) == "Card(high)"
    assert told.played["Card(high)"].value > 0.2 > -0.2 > told.played["Card(low)"].value


@pytest.mark.parametrize(("name", "chance"), [("oware", False), ("pig", True), ("kuhn-poker", True), ("checkers", False)])
def test_luck_is_where_there_is_chance(name: str, chance: bool) -> None:
    game = ruledsl.load(name)
    program = game.program(2)
    assert has_chance(program) == chance
    if name == "checkers":
        gathering = Gathering(game, program)
        gathering.play(40, 1)
        found = reckoned(gathering.games())["luck"]
        assert (found.value, found.low, found.high) == (0, 0, 0)
