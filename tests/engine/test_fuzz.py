"""The hunt for faults: it finds what is planted, and says what was never reached."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine import fuzz
from ruledsl.engine.fuzz import Hunt, Reached

GAME = """game "Trap":
    players 2

each player:
    score: 0..{high}

play:
    repeat 5 times:
        for p in players: turn(p)

phase turn(p):
    p chooses take or leave

phase never():
    players.first.score = 0

action take():
    require your.score < {limit} else "enough"
    your.score += 1

action leave():
    pass

winner: highest score
{more}
"""


def hunted(tmp_path: Path, games: int = 30, **words: object) -> tuple[list[str], list[str]]:
    """The faults and the gaps of a small game."""
    path = tmp_path / "trap.rules"
    path.write_text(GAME.format(**{"high": 9, "limit": 4, "more": "", **words}))
    game = ruledsl.load(str(path))
    reached = Reached()
    faults = [f.message for f in Hunt(game.program(2, watched=True), reached, looks=1).games(range(games)) if f is not None]
    return faults, reached.missing(game.program(2, watched=True))


def test_a_good_game_has_no_fault_and_gaps_are_named(tmp_path: Path) -> None:
    faults, missing = hunted(tmp_path)
    assert faults == []
    assert missing == ["`never` was never entered"]


def test_a_bound_that_is_overrun_is_found(tmp_path: Path) -> None:
    faults, _ = hunted(tmp_path, high=2)
    assert faults and all("does not fit" in f for f in faults)


def test_an_invariant_that_breaks_is_found(tmp_path: Path) -> None:
    faults, _ = hunted(tmp_path, more='invariant "low": all(p.score < 3 for p in players)')
    assert faults and all("low" in f for f in faults)


def test_points_that_cannot_be_worked_out_are_found(tmp_path: Path) -> None:
    faults, _ = hunted(tmp_path, more="def payoff(p) = 6 // (p.score - 4)")
    assert faults and all("division by zero" in f for f in faults)


def test_a_game_without_an_end_is_found_where_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "LONGEST", 9)
    path = tmp_path / "trap.rules"
    path.write_text(GAME.format(high=9, limit=4, more=""))
    found = Hunt(ruledsl.load(str(path)).program(2, watched=True), Reached()).game(1)
    assert found is not None and found.message == "the game does not end"
    assert found.span.line == 12 and len(found.moves) == 9


def test_a_requirement_that_never_fails_is_named(tmp_path: Path) -> None:
    _, missing = hunted(tmp_path, limit=9)
    assert any("never failed" in line for line in missing)


@pytest.mark.parametrize("name", ["tic-tac-toe", "surprise-egg"])
def test_bundled_games_have_no_fault(name: str) -> None:
    game = ruledsl.load(name)
    for players in range(game.seat_range[0], game.seat_range[1] + 1):
        faults = [f for f in Hunt(game.program(players, watched=True), Reached(), looks=4).games(range(10)) if f is not None]
        assert faults == []


def test_the_hunt_repeats(tmp_path: Path) -> None:
    assert hunted(tmp_path, high=2) == hunted(tmp_path, high=2)


def test_a_refusal_counts_once_for_all_the_cards_that_it_is_asked():
    """A wild card played as a Broody fails a line that a Broody itself always meets."""
    program = ruledsl.load("ufo-chickens").program(2, {"wild_as_broody": "false"}, watched=True)
    line = next(n for n, text in enumerate(Path("games/ufo-chickens.rules").read_text(encoding="utf-8").splitlines(), 1) if "require wild_as_broody" in text)
    forms = {action.guard: action for action in program.actions if any(program.places[r.place].span.line == line for r in action.requirements)}
    assert len(forms) == 2
    reached = Reached(answers={(guard, answer) for guard, action in forms.items() for answer in ((1,) if action.played_as else (0,))})
    assert not [text for text in reached.missing(program) if f":{line}:" in text]
