"""Cards that carry out each other: against Python that calls itself, in both engines, and whatever else must hold while they stand open."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.engine.match import Match
from ruledsl.engine.replay import replay
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.ir.verify import verify
from ruledsl.search.solve import BEST, Solver
from tests import few
from tests.lower.carried import Deep, World, drawn, ends, written

FILES = 8
GAMES = 10
MOST = 3000
"""Ways through a game that are all gone."""


def labels(match: Match) -> list[str]:
    """What can be chosen; nothing where the rules are stuck."""
    try:
        return sorted(option.label for option in match.legal()) if match.decision is not None else []
    except RulesFault as fault:
        assert fault.fault == Fault.NO_OPTION
        return []


def played(matches: list[Match], world: World, dice: random.Random) -> str:
    """How a game came to its end, all of them having been asked the same all the time."""
    play = world.play()
    try:
        options = next(play)
        while True:
            assert [labels(match) for match in matches] == [options] * len(matches)
            if not options:
                return "stuck"
            chosen = dice.choice(options)
            refused = [answered(match, chosen) for match in matches]
            if refused[0] is not None:
                assert refused == [Fault.DEPTH] * len(matches)
                with pytest.raises(Deep):
                    play.send(chosen)
                return "deep"
            options = play.send(chosen)
            assert len({match.state_bytes() for match in matches}) == 1
    except StopIteration:
        assert all(match.over and match.scores == [world.total] for match in matches)
        return "over"


def answered(match: Match, label: str) -> Fault | None:
    try:
        match.play(label)
    except RulesFault as fault:
        return fault.fault
    return None


STAYING = """
game "Staying":
    players 1..1
card Work
card K1 is Work:
    effect: pass
card K2 is Work:
    effect: pass
card K3 is Work:
    effect one(other: Work in your.hand if other != this or none):
        "with {other}"
        if other is not none: carry out other at most 2 deep
    effect two(n in 1..2):
        "so {n}"
        pass
components:
    p.hand: 1 of K1, 1 of K2, 2 of K3
each player:
    hand: hand
play:
    players.first chooses pick
action pick(card: K3 in your.hand):
    "{card}"
    carry out card
winner: highest points
def points(p) = 0
"""


def test_this_is_the_card_that_is_carried_out_wherever_it_lies(tmp_path: Path) -> None:
    (path := tmp_path / "staying.rules").write_text(STAYING, encoding="utf-8")
    game = load(path)
    verify(game.program(1))
    for engine in ("interp", "native"):
        match = game.start(seed=1, engine=engine)
        for other in ("none", "K1", "K2", "K3"):
            assert f"K3 with {other}" in labels(match)
        match.play("K3 with K3")
        assert labels(match) == ["K3 so 1", "K3 so 2", *(f"K3 with {other}" for other in ("K1", "K2", "K3", "none"))]


def test_random_cards_do_what_python_does(tmp_path: Path) -> None:
    ends: dict[str, int] = {}
    deepest = 0
    for number in range(FILES):
        dice = random.Random(number)
        effects = drawn(dice, safe=number % 2 == 1)
        (path := tmp_path / f"{number}.rules").write_text(written(effects), encoding="utf-8")
        games = [load(path)] * 2
        verify(games[0].program(1))
        for seed in range(GAMES):
            world = World(effects)
            matches = [game.start(seed=seed, engine=engine) for game, engine in zip(games, ("interp", "native"), strict=True)]
            end = played(matches, world, dice)
            ends[end] = ends.get(end, 0) + 1
            deepest = max(deepest, world.deepest)
    assert ends["over"] > 10 and ends["deep"] > 5 and deepest > 3


def test_the_best_end_is_the_best_of_all(tmp_path: Path) -> None:
    """What stands open is part of the key of a state: else ways that come together would be taken for one."""
    deep = solved = 0
    for number in range(60):
        effects = drawn(random.Random(number), safe=True)
        found = ends(effects, MOST)
        if found is None or len(found) < 200:
            continue
        (path := tmp_path / f"{number}.rules").write_text(written(effects, 1), encoding="utf-8")
        program = load(path).program(1, {})
        solver = Solver(program, best=True, tier=0)
        verdict = solver.solve(solver.deal(0))
        assert (verdict.verdict, verdict.marks) == (BEST, (max(found),))
        deep += any("carry_out" in action.name for action in program.actions)
        solved += 1
        if solved == few.of(4):
            break
    assert solved == few.of(4) and deep >= few.of(2)


RULES = """\
game "Open":
    players 2
card Work
card Sage is Work:
    effect:
        let before = your.score
        your.score += 1
        seen = before
card Thief is Work:
    effect(victim in others):
        "from {victim}"
        victim.score -= 1
card Twice is Work:
    effect(card: Work in your.hand if card != this or none):
        "for {card}"
        let first = your.score
        if card is not none:
            move card to laid
            for n in 1..2:
                carry out card at most 2 deep
                your.score += n * 10
        your.score += first
components:
    p.hand: 2 of Sage, 2 of Thief, 3 of Twice
table:
    laid: heap
    seen: -99..999
each player:
    hand: hand
    score: -999..999
play:
    for p in players: p chooses pick
action pick(card in your.hand):
    "{card}"
    move card to laid
    carry out card
winner: highest score
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_what_stands_open_is_kept(engine: str, tmp_path: Path) -> None:
    """Saved and played again, taken back, drawn anew: each time somebody is asked, and everything goes on as before."""
    (path := tmp_path / "open.rules").write_text(RULES, encoding="utf-8")
    game = load(path)
    match, dice, asked = game.start(2, engine=engine), random.Random(3), 0
    match.play("Twice for Twice")
    while match.decision is not None:
        before, options = match.state_bytes(), labels(match)
        asked += any(option.startswith(("Twice", "Thief")) for option in options)
        match.save(tmp_path / "game.json")
        assert replay(tmp_path / "game.json", game).state_bytes() == before
        seat = match.decision.waiting[0]
        assert labels(match.resample(seat, 1)) == options
        chosen = dice.choice(options)
        match.play(chosen)
        after = match.state_bytes()
        assert match.undo() and match.state_bytes() == before and labels(match) == options
        assert match.redo() and match.state_bytes() == after
    assert asked > 3


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_loops_and_values_outlast_what_is_carried_out(engine: str, tmp_path: Path) -> None:
    (path := tmp_path / "open.rules").write_text(RULES, encoding="utf-8")
    match = load(path).start(2, engine=engine)
    for answer in ("Twice for Twice", "Twice for Thief", "Thief from B", "Thief from B", "Twice for Sage"):
        match.play(answer)
    twice_a_thief = 10 + 20 + 0
    twice_a_sage = 1 + 10 + 1 + 20 + (twice_a_thief + 10)
    assert match.position.values["score"] == [twice_a_thief + 10 + twice_a_sage + 20 + 0, -2]
    assert match.position.values["seen"] == [twice_a_thief + 10 + 1 + 10]
