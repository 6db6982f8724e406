"""Where no position is found that fits what a seat has seen, nothing is said that would be of others."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from ruledsl.engine.game import load
from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.match import Match
from ruledsl.minds import worlds as drawing
from ruledsl.minds.every import possible
from ruledsl.minds.histories import Histories
from ruledsl.minds.mind import Mind
from ruledsl.minds.particles import MANY, Node, Particles
from ruledsl.minds.tries import Tries
from ruledsl.minds.worlds import Fitting, worlds
from ruledsl_tools.play.hint import hint
from ruledsl_tools.play.know import know
from ruledsl_tools.play.know import worlds as count
from ruledsl_tools.play.odds import NOWHERE, odds, whereabouts
from ruledsl_tools.simulate import unfit_line
from tests.minds.shown import shown


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Match:
    """Of which nothing is found but by courses of play."""
    monkeypatch.setattr(drawing, "everything", lambda worlds, mind, known: None)
    monkeypatch.setattr(drawing, "tables", lambda mind, places: (None, None))

    def fill(tries: Tries) -> None:
        tries.tried, tries.lacks = 1, True

    monkeypatch.setattr(Tries, "fill", fill)
    match, random = load("go-fish").start(2, 1, engine="native"), Random(1)
    for _ in range(3):
        match.play(random.choice(match.answers()))
    return match


def none(particles: Particles) -> Iterator[Node]:
    return iter(())


def test_more_courses_are_looked_for_where_there_is_none(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    few, asked = [], Particles.asked

    def wide_alone(particles: Particles) -> Iterator[Node]:
        few.append(particles.many <= MANY)
        return none(particles) if few[-1] else asked(particles)

    monkeypatch.setattr(Particles, "asked", wide_alone)
    held = worlds(match, match.position.waiting[0])
    assert isinstance(held, Fitting) and held.fit and len(held.found) > MANY
    assert few[-1:] == [False] and any(few)


def test_nothing_is_said_of_positions_that_cannot_be(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Particles, "asked", none)
    seat = match.position.waiting[0]
    held = worlds(match, seat)
    assert not held.fit and not match.resample(seat + 1, 1).fits
    assert not (found := whereabouts(match, seat + 1, 0)).fits and not found.shares
    assert all(one.value is None and not one.visits for one in match.at(seat + 1).hint(10))
    said = list[str]()
    session: Any = SimpleNamespace(match=match, viewer=seat + 1, seat=seat + 1, sitting=SimpleNamespace(table=False, seed=1), say=said.append)
    odds(session, "A")
    hint(session, "10")
    assert said == [f"A: {NOWHERE}", NOWHERE]


def test_what_fits_is_said_to(match: Match) -> None:
    seat = match.position.waiting[0]
    assert worlds(match, seat).fit and match.resample(seat + 1, 1).fits
    assert all(one.visits for one in match.at(seat + 1).hint(len(match.legal(seat + 1))))


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Match:
    """A small match, whose minds find no world in any way."""
    monkeypatch.setattr(Histories, "worlds", lambda histories: [])
    monkeypatch.setattr(drawing, "tables", lambda mind, places: (None, None))
    monkeypatch.setattr(Mind, "every", lambda mind, becomes, most: [])
    monkeypatch.setattr(Mind, "weight", lambda mind, becomes, pick: (Fraction(0), {}))
    monkeypatch.setattr(Particles, "asked", none)
    (path := tmp_path / "shown.rules").write_text(shown(("all_of", "draw")), encoding="utf-8")
    match = load(path).start(2, 1)
    for _ in range(2):
        match.play(match.answers()[0])  # each shows all of a face
    return match


@pytest.mark.parametrize("seat", [0, 1])
def test_none_are_not_all(blind: Match, seat: int) -> None:
    held, said = possible(blind.moments, seat), list[str]()
    assert not held.whole and not held.fits and not held.worlds and not worlds(blind, seat).fit
    session: Any = SimpleNamespace(match=blind, viewer=seat + 1, seat=seat + 1, sitting=SimpleNamespace(table=False, seed=1), say=said.append)
    know(session, "")
    count(session, "")
    odds(session, "1")
    assert said == [NOWHERE, NOWHERE, f"1: {NOWHERE}"]
    if seat in blind.position.waiting:
        hint(session, "10")
        assert said[-1] == NOWHERE


def test_results_of_bots_say_how_often_they_went_by_what_does_not_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing where they never did."""
    (path := tmp_path / "shown.rules").write_text(shown(("give", "show")), encoding="utf-8")
    sure = load(path).simulate(1, seed=1, bots=["mcts:4", "greedy"])
    monkeypatch.setattr(Worlds, "fit", property(lambda held: False))
    found = load(path).simulate(1, seed=1, bots=["mcts:4", "greedy"])
    assert sure.unfit == 0 < found.unfit <= found.decisions and found.wins == sure.wins
    assert {*found.record()} - {*sure.record()} == {"unfit"} and found.record()["unfit"] == found.unfit
    assert not unfit_line(sure) and unfit_line(found)[0].startswith(f"{found.unfit} of {found.decisions} decisions went by positions that do not fit")
