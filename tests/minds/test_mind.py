"""What a seat is held to know, against every world that there is."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import Game, load
from ruledsl.engine.match import Match
from ruledsl.findings.worlds import Watched
from ruledsl.minds.blind import blind
from ruledsl.minds.mind import Mind
from ruledsl.minds.past import question, steps
from ruledsl.minds.worlds import Fitting, worlds
from ruledsl.search.mcts import MANNERS, choose, search
from tests import few
from tests.minds.games import GAMES, HIDE, text
from tests.minds.judge import Judge, believed, key


def game(name: str, folder: Path) -> Game:
    path = folder / f"{name}.rules"
    path.write_text(text(name), encoding="utf-8")
    return load(path)


@pytest.mark.parametrize("name", GAMES)
def test_worlds_are_as_likely_as_they_are(name: str, tmp_path: Path) -> None:
    rules, told = game(name, tmp_path), 0
    for seed in (1,) if name == "clue" else (1, 3)[: few.of(2)]:
        match, random = rules.start(2, seed), Random(seed)
        while not match.over:
            for seat in range(2):
                true, (held, exact) = Judge(match, seat).worlds(), believed(match, seat)
                assert held == true and (exact or name in ("clue", "aloud", "back", "limited"))
                told += len(Mind(match.program, steps(match), question(match, match.position), seat).points)
            match.play(random.choice(match.answers()))
    assert told


@pytest.mark.parametrize(("name", "seed", "doubtful"), [("pass", 0, True), ("loose", 1, True), ("loose", 2, True)])
def test_what_is_not_exact_is_said(name: str, seed: int, doubtful: bool, tmp_path: Path) -> None:
    """Where cards were mixed all orders count; where equal ones may have changed places, the mind says that it is not exact."""
    rules, doubts = game(name, tmp_path), 0
    match, random = rules.start(2, seed), Random(seed)
    while not match.over and len(steps(match)) <= 9:
        for seat in range(2):
            true, (held, exact) = Judge(match, seat).worlds(), believed(match, seat)
            assert held.keys() <= true.keys() and (held == true or not exact)
            doubts += not exact
        match.play(random.choice(match.answers()))
    assert bool(doubts) == doubtful


def has_none(match: Match, seat: int, suit: str) -> bool:
    """Does a seat (from 0) hold no card of a suit?"""
    return not any(card.text.endswith(suit) for card in match.view().zones[zone_of(match, seat)].cards)


def zone_of(match: Match, seat: int) -> int:
    return next(n for n, zone in enumerate(match.view().zones) if zone.name == "hand" and zone.owner_index == seat)


def test_who_did_not_follow_has_none_of_that_suit() -> None:
    """At hearts, in every world that is drawn."""
    match, random, voids = load("hearts").start(4, 5, engine="native"), Random(3), set()
    while len(steps(match)) < 95:
        led, seat = match.position.values["led"][0], match.decision.player
        move = random.choice(match.decision.options)
        if match.decision.site == "trick" and led >= 0 and not move.label.endswith("CDHS"[led]):
            voids.add((seat - 1, "CDHS"[led]))
        match.play(move)
    assert len(voids) >= 3
    for seat in range(4):
        held = worlds(match, seat, match.position)
        assert isinstance(held, Fitting) and held.table is not None and held.exact == (seat in (0, 3))  # a pass told the others who leads
        for seed in few.seeds(10):
            world = match.resample(seat + 1, seed)
            assert all(has_none(world, other, suit) for other, suit in voids)


def test_all_of_a_hand_of_hearts_is_a_table() -> None:
    """Whatever was passed, led and thrown off; and each world that is drawn shows the seat what it has seen."""
    match, random = load("hearts").start(4, 8, engine="native"), Random(1)
    while len(steps(match)) < 112:
        match.play(random.choice(match.decision.options))
        held = worlds(match, 0, match.position)
        if len(steps(match)) % 8 == 0 and held.places and isinstance(held, Fitting):
            assert held.table is not None
            for seed in range(3):
                _, drawn = held.table.drawn(seed)
                assert held.mind.weight({card: other for card, other in zip(held.places, drawn, strict=True) if card != other}, lambda below: 0)


@pytest.mark.parametrize(("manner", "engine"), few.spread(["ismcts", "pimc", "greedy"], ["", "interp"]))
def test_bots_use_what_was_said(manner: str, engine: str, tmp_path: Path) -> None:
    """The colour of a hidden card was said aloud; in both engines it is guessed."""
    for seed in range(2):
        match = game("clue", tmp_path).start(2, seed)
        for _ in range(2):
            told = match.view(1).variables[0].text
            found = search(match, 60, 3, engine=engine, manner=MANNERS[manner])
            assert max(found, key=lambda estimate: estimate.value or 0).choice.label == told
            match.play(told)


def test_both_engines_draw_the_same(tmp_path: Path) -> None:
    match = game("follow", tmp_path).start(2, 1)
    while not match.over:
        found = [(e.choice.label, e.visits, e.value) for e in search(match, 40, 3)]
        assert found == [(e.choice.label, e.visits, e.value) for e in search(match, 40, 3, engine="interp")]
        match.play(0)


def test_nobody_finds_its_way_by_what_another_has_chosen(tmp_path: Path) -> None:
    """Neither in the tree nor where it is played on: the other cannot see where the coin is."""
    (path := tmp_path / "hide.rules").write_text(HIDE, encoding="utf-8")
    match = load(path).start(2, 1)
    assert [bool(mask) for mask in blind(match.program)] == [False, False, True]
    assert sum(choose(match, 2000, seed).label == "hide" for seed in range(100)) >= 99
    told = [[(e.choice.label, e.visits, e.value) for e in search(match, 150, 3, engine=engine)] for engine in ("", "interp")]
    assert told[0] == told[1]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_drawn_hangs_on_what_was_observed_alone(name: str, tmp_path: Path) -> None:
    """Two games in which a seat has observed the same give it the same worlds, whatever lies there in truth."""
    program = game(name, tmp_path).start(2, 0).program
    met: dict[tuple[int, bytes, tuple[object, ...]], object] = {}
    again = 0
    for seed in few.seeds(14):
        match, random = Watched(program, seed), Random(seed)
        menus: list[tuple[object, ...]] = [(), ()]
        while not match.over:
            for seat in range(2):
                if seat in match.position.waiting:
                    menus[seat] += (tuple(option.full for option in match.answers(seat + 1)),)
                observed = seat, match.chain[seat], menus[seat]
                held = worlds(match, seat, match.position)
                faces = [key(program, held.draw(number).regions()) for number in range(4)]
                again += observed in met
                assert met.setdefault(observed, faces) == faces
            match.play(random.choice(match.answers()))
    assert again
