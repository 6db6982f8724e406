"""Secret choices in tests: who may see them, when they are shown, and how a test speaks of values."""

from __future__ import annotations

import pytest

from ruledsl.engine.game import Game, load
from ruledsl.testing import collect, run_test

RULES = '''
game "Coins":
    players 2..3

enum Side: heads, tails

card Gold
card Mouse

components:
    purse: 3 of Gold
    hole:  3 of Mouse

table:
    purse: pile of Gold, hidden
    hole:  bag of Mouse

each player:
    guess: Side or none, own
    score: 0..9

play:
    repeat 2 times: round()

winner: highest score

phase round():
    each p in players chooses p.guess in Side or none "your guess?"
    reveal players.first.guess
    players.first chooses toss in Side "how did it fall?"
    for p in players if p.guess == toss: p.score += 1
'''

TEST = '''
test "shown to all, and as it was until all have chosen anew":
    players 2
    when:
        A: heads
    then:
        not sees(B, A.guess)
    when:
        B: none
    then:
        sees(B, A.guess)
        sees(A, A.guess)
        not sees(A, B.guess)
        B cannot heads because "it is A's turn"
        A cannot none because "`none` is not among Side"
    when:
        A: tails
    then:
        sees(B, A.guess)
        A can only heads, tails, none
    when:
        A: tails
    then:
        sees(B, A.guess)
        A.guess == heads
        A.score == 0
    when:
        B: none
    then: A.guess == tails

test "unnamed cards lie only where they may":
    players 2
    given round():
        purse = [2 more]
        hole = [2 more]
    then:
        all(card is Gold for card in purse)
        all(card is Mouse for card in hole)
'''


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("rules") / "coins.rules"
    file.write_text(RULES + TEST)
    return str(file)


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_the_tests_pass(path: str, engine: str) -> None:
    for case in collect(path):
        result = run_test(case, engine)
        assert result.passed, result.failures


def guesses(game: Game, moves: list[tuple[str, int]], viewer: int) -> list[str]:
    match = game.start(2)
    for text, seat in moves:
        match.play(text, seat)
    return [v.text for v in match.view(viewer).variables if v.name == "guess"]


def test_views_show_what_was_revealed(path: str) -> None:
    game = load(path)
    assert guesses(game, [("heads", 1)], 2) == ["?", "none"]
    assert guesses(game, [("heads", 1), ("tails", 2)], 2) == ["heads", "tails"]
    assert guesses(game, [("heads", 1), ("tails", 2)], 1) == ["heads", "?"]


def test_the_log_tells_what_was_revealed_and_no_more(path: str) -> None:
    match = load(path).start(2)
    match.play("heads", 1)
    match.play("tails", 2)
    told = [event.text for event in match.events(2) if event.kind == "change"]
    assert told == ["A's guess: heads", "B's guess: none → tails"]
    assert not any("tails" in event.text for event in match.events(1))


def test_secret_choices_are_drawn_anew(path: str) -> None:
    match = load(path).start(2)
    match.play("heads", 1)
    guessed = {match.resample(2, seed).position.values["sealed"][2] for seed in range(20)}
    assert guessed == {-1, 0, 1}  # that somebody chose none is not told, either
    assert {match.resample(1, seed).position.values["sealed"][2] for seed in range(20)} == {0}
    assert all(match.resample(2, seed).position.waiting == (1,) for seed in range(5))
    match.play("tails", 2)
    assert {match.resample(2, seed).position.values["guess"][0] for seed in range(20)} == {0}
