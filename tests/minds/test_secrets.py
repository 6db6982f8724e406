"""What was chosen or thrown in secret, and what was made of it: in every world it follows, and nobody sees through it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import load
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.minds.dim import dimming
from ruledsl.minds.every import possible
from tests import few
from tests.minds.games import SECRET, secret
from tests.minds.judge import Judge, believed
from tests.minds.strange import Strange, compared
from tests.minds.wild import Wild

GAMES = {"copied": 5, "again": 3, "thrown": 4, "together": 3, "named": 3, "going": 2, "laid": 3}
WAYS = [(name, way) for name, ways in GAMES.items() for way in range(1, ways + 1)]


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_worlds_are_as_likely_as_they_are(name: str, way: int, tmp_path: Path) -> None:
    (path := tmp_path / f"{name}.rules").write_text(secret(name), encoding="utf-8")
    game, sure = load(path), 0
    for seed in few.seeds(4):
        match, random = game.start(2, seed, options={"way": way}), Random(seed)
        while not match.over:
            for seat in few.seats(2, len(match.history.moves)):
                true, (held, exact) = Judge(match, seat).worlds(), believed(match, seat)
                assert held.keys() <= true.keys() and (held == true or not exact)
                sure += exact
            match.play(random.choice(match.answers()))
    assert sure


def test_every_game_is_met() -> None:
    assert GAMES.keys() == SECRET.keys()


def test_random_games_of_secrets(tmp_path: Path) -> None:
    """More of them: `python -m tests.minds`."""
    met = [(seed, told, exact) for seed in few.seeds(2, 20) for told, exact in compared(Strange(seed).text, seed, tmp_path)]
    assert not [(seed, told) for seed, told, _ in met if told]
    assert sum(exact for _, _, exact in met) > few.of(100)


def test_random_games_in_which_more_goes_on_within_one_step(tmp_path: Path) -> None:
    """More of them: `python -m tests.minds --writer wild`."""
    assert not [told for told, _ in compared(Wild(7).text, 7, tmp_path, wide=True) if told]


def test_where_it_cannot_be_found_out_what_hangs_on_the_unseen_everything_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then a copy of a secret is played again all the same, and not taken as it truly is."""
    (path := tmp_path / "copied.rules").write_text(secret("copied"), encoding="utf-8")
    match = load(path).start(2, 1, options={"way": 2})
    engine = dimming(match.program)

    def fails(state: object) -> None:
        raise RulesFault(Fault.FUEL)

    monkeypatch.setattr(engine, "resume", fails)
    match.play("3")
    found = {tuple(match.resample(2, seed).position.values[name][0] for name in ("place", "other")) for seed in range(40)}
    assert found == {(n, n) for n in range(5)}


COUNTED = """\
game "Cups":
    players 2
each player:
    cup[n in 1..6]: 0..5, own
    mole:           bool, own
    x:              0..6
play:
    for p in players: p.cup = roll 2 of d6
    let who = roll players
    who.mole = true
    for p in players: p chooses p.x in 0..2
winner: highest x
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_throw_that_says_which_one_of_several_is_set_is_told_to_nobody(engine: str, tmp_path: Path) -> None:
    """Dice that are counted by their faces, and which player it hits."""
    (path := tmp_path / "cups.rules").write_text(COUNTED, encoding="utf-8")
    match = load(path).start(2, 3, engine=engine)
    for seat in range(2):
        held = possible(match.moments, seat)
        assert held.whole and len(held.worlds) == 21
        assert not [event for event in match.events(seat + 1) if event.kind == "chance"]


def test_ways_that_come_to_the_same_are_gone_through_as_one(tmp_path: Path) -> None:
    """Five dice fall in 7,776 ways, of which 252 lie differently under a cup."""
    (path := tmp_path / "cups.rules").write_text(COUNTED.replace("roll 2", "roll 5"), encoding="utf-8")
    held = possible(load(path).start(2, 3).moments, 0)
    assert held.whole and len(held.worlds) == 252
    assert sum(weight for weight, _ in held.worlds) == 1 and max(weight for weight, _ in held.worlds) == Fraction(120, 6**5)
