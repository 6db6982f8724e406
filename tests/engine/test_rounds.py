"""What a round brought is told before the next one begins, what a move did before something is thrown, and in whose turn it is thrown."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine import Match
from ruledsl.engine.rounds import rounds
from ruledsl.resources import bundled_games
from tests import few
from tests.bundled import bundled

GAME = """\
game "Hops":
    players 2
card Stone(value: 1..8) "{value}"
components:
    bag: 1 of Stone(v) for v in 1..8
table:
    bag: pile, hidden
    out: heap
each player:
    hand:  hand
    score: 0..99
    way:   0..99
play:
    for day in 1..3: round()
phase round():
    move all Stone to bag
    shuffle bag
    for p in players: move top 2 of bag to p.hand
    turns p in players at most 99 times: turn(p)
phase turn(p):
    p chooses lay or halt
    p.way += roll d6
action lay(card in your.hand):
    "lay {card}"
    your.score += card.value
    move card to out
    if your.hand is empty: end round
action halt(): "halt"
winner: highest score
"""

AGAIN = "the next round begins"
THROWN = ("backgammon", "dice-sheet", "four-home", "hearth-island", "pig")
IN_ROUNDS = ("bantam", "galleries", "orchard", "roses-and-thorns", "cloud-nine", "gem-hens", "surprise-egg", "ufo-chickens")


def hops(folder: Path, text: str = GAME) -> Match:
    (path := folder / "hops.rules").write_text(text, encoding="utf-8")
    return ruledsl.load(path).start(seed=5)


def at_random(match: Match, seed: int, most: int) -> Match:
    choose = random.Random(seed).choice
    while (decision := match.decision) is not None and len(match.history.moves) < most:
        match.play(choose(decision.options))
    return match


def test_what_a_round_brought_is_told_before_the_next_one_begins(tmp_path: Path) -> None:
    match = hops(tmp_path)
    while match.decision is not None:
        match.play(match.decision.options[0])
    kinds = [(event.kind, event.text) for event in match.log]
    begun = [n for n, (kind, _) in enumerate(kinds) if kind == "begin"]
    assert [kinds[n][1] for n in begun] == [AGAIN, AGAIN]
    for n in begun:
        assert kinds[n - 1][0] == "change" and kinds[n - 1][1].startswith("A's score: ")
        assert kinds[n + 1][0] == "move" and " to bag" in kinds[n + 1][1]
        assert any(kind == "choice" and text.startswith("A: lay") for kind, text in kinds[n - 3 : n])
    for seat in (1, 2):
        assert [event.text for event in match.events(seat)].count(AGAIN) == 2


def test_a_round_that_follows_on_none_is_not_the_next(tmp_path: Path) -> None:
    match = hops(tmp_path, GAME.replace("    for day", "    for p in players: p chooses halt\n    for day"))
    match.play("halt")
    match.play("halt")
    assert AGAIN not in [event.text for event in match.log]


def test_a_phase_of_a_player_or_without_phases_is_no_round(tmp_path: Path) -> None:
    turn = GAME.replace("    for day in 1..3: round()\nphase round():\n", "").replace("end round", "end game")
    assert not rounds(hops(tmp_path, turn).program)
    flat = GAME.replace("turn(p)\nphase turn(p):\n    p chooses", "p chooses").replace("    p.way += roll d6\n", "")
    assert not rounds(hops(tmp_path, flat).program)
    assert [*rounds(hops(tmp_path).program).values()] == ["round"]


def test_what_a_move_did_is_told_before_what_is_thrown_behind_it(tmp_path: Path) -> None:
    match = hops(tmp_path, GAME.replace("    p.way += roll d6", "    p.way += 1\n    let far = roll d6\n    p.way += far"))
    match.play(match.decision.options[0])
    told = [event.text.partition(":")[0] for event in match.log if event.kind in ("choice", "change", "chance")]
    assert told == ["A", "A's score", "roll (A)", "A's way"]


def test_what_a_seat_does_not_look_at_itself_it_is_told_last(tmp_path: Path) -> None:
    """Where it stands in the log would say when it was set."""
    text = GAME.replace("score: 0..99\n", "score: 0..99, own\n    luck: 0..99, hidden\n").replace("winner: highest score", "winner: highest way")
    match = hops(tmp_path, text.replace("    move card to out", "    your.luck = 7\n    show your.luck to you\n    move card to out"))
    match.play(match.decision.options[0])
    told = [[event.text.partition(":")[0] for event in match.events(seat)] for seat in (1, 2)]
    assert told[0][-4:] == ["A's score", "roll (A)", "A's luck", "A's way"]
    assert told[1][-2:] == ["roll (A)", "A's way"] and not {"A's score", "A's luck"} & {*told[1]}


def test_a_throw_says_in_whose_turn_it_came(tmp_path: Path) -> None:
    match = hops(tmp_path)
    match.play("halt")
    match.play("halt")
    assert [event.text.partition(":")[0] for event in match.log if event.kind == "chance"] == ["roll (A)", "roll (B)"]


PLACE_TAKEN = """\
game "Taken":
    players 2..3
card Swan
components:
    deck: 4 of Swan
each player:
    score: 0..99
table:
    x:    0..99
    deck: pile, hidden
    out:  pile
action tidy():
    for n in [2, 3]:
        move all Swan to out
play:
    repeat 2 times: round()
phase round():
    for p in players: turn(p)
phase turn(p):
    players.last chooses players.first.score in 0..4
    p may tidy
after turn(): x = roll [2]
before round(): players.last.score = 0
as soon as q.score > 5 for q in players: q.score = 0
winner: lowest score
"""


@pytest.mark.parametrize("players", [2, 3])
def test_a_throw_names_nobody_where_something_else_has_taken_the_place_of_the_player(tmp_path: Path, players: int) -> None:
    """Nothing asks for the player of the turn any more, and in its place in the frame stands what `tidy` has counted."""
    (path := tmp_path / "taken.rules").write_text(PLACE_TAKEN, encoding="utf-8")
    match = at_random(ruledsl.load(path).start(players, seed=1, chance="asked"), 1, 99)
    thrown = [event.text.partition(":")[0] for event in match.log if event.kind == "chance"]
    turns = [f"x ({name})" for name in match.program.seats] * 2
    assert len(thrown) == 2 * players and all(text in ("x", named) for text, named in zip(thrown, turns, strict=True))


def test_nobody_is_named_in_a_phase_of_two_players(tmp_path: Path) -> None:
    text = GAME.replace("phase turn(p)", "phase turn(p, q)").replace("times: turn(p)", "times: turn(p, p.left)").replace("p.way += roll", "q.way += roll")
    match = hops(tmp_path, text)
    match.play("halt")
    assert [event.text.partition(":")[0] for event in match.log if event.kind == "chance"] == ["roll"]


@pytest.mark.parametrize("name", THROWN)
def test_a_throw_names_whose_phase_it_is(name: str, tmp_path: Path) -> None:
    """The same games, in which the rules note it themselves."""
    text, many = re.subn(r"(?m)^(\s*)phase turn\((\w+)\):.*$", r"\g<0>\n\1    noted = \2", bundled_games()[name].read_text(encoding="utf-8"))
    (path := tmp_path / f"{name}.rules").write_text(f"{text}\ntable:\n    noted: player\n", encoding="utf-8")
    game, found, choose = ruledsl.load(path), Counter[str](), random.Random(3).choice
    match = game.start(min(4, game.seats()[-1]), seed=3, chance="asked")
    for _ in range(1500):
        if match.decision is None:
            break
        if match.position.site.turn >= 0:
            told = match.seats[match.position.values["noted"][0]]
            match.play(choose(match.decision.options))
            assert f" ({told}): " in next(event.text for event in match.log[::-1] if event.kind == "chance")
            found[told] += 1
        else:
            match.play(choose(match.decision.options))
    assert many == 1 and len(found) == len(match.seats)


@pytest.mark.parametrize("name", IN_ROUNDS)
def test_the_rounds_of_bundled_games_are_told_apart(name: str) -> None:
    for seed in few.seeds(3):
        match = at_random(bundled(name).start(seed=seed), seed, 600)
        begun = [event for event in match.log if event.kind == "begin"]
        assert {event.text for event in begun} == {f"the next {phase} begins" for phase in rounds(match.program).values()}
        assert match.log.index(begun[0]) > next(n for n, event in enumerate(match.log) if event.kind == "choice")
