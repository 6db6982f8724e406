"""Courses of play that are made forward, against every world that there is, and against what was observed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import load
from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.match import Match
from ruledsl.minds.mind import Mind
from ruledsl.minds.particles import Node, Particles
from ruledsl.minds.past import question, steps
from ruledsl.minds.worlds import Fitting, worlds
from ruledsl.record import replace
from tests import few
from tests.minds.games import GAMES, SECRET, secret, text
from tests.minds.judge import Judge, key


def mind(match: Match, seat: int) -> Mind:
    return Mind(match.program, steps(match), question(match, match.position), seat)


@pytest.mark.parametrize(("name", "way"), [*((name, 0) for name in GAMES if name != "clue"), *((name, 1) for name in SECRET)])
def test_each_is_a_world_that_there_is(name: str, way: int, tmp_path: Path) -> None:
    (path := tmp_path / f"{name}.rules").write_text(secret(name) if way else text(name), encoding="utf-8")
    game, met = load(path), 0
    match, random = game.start(2, 1, options={"way": way} if way else None), Random(1)
    while not match.over:
        for seat in range(2 if steps(match) else 0):
            found = {key(match.program, there.values) for there, _ in Particles(mind(match, seat)).worlds()}
            assert found and found <= Judge(match, seat).worlds().keys()
            met += len(found)
        match.play(random.choice(match.answers()))
    assert met


class Again(Judge):
    """Has a course of play observed again, by the operations alone."""

    def same(self, particles: Particles, nodes: list[Node]) -> bool:
        data = self.walk.first
        for number, ((truly, answer), node) in enumerate(zip(self.past, nodes[1:])):
            position = self.walk.stand(data)
            if answer.seat is not None and answer.seat - 1 == self.seat and self._menu(position) != self._menu(truly):
                return False
            data, notes, _ = self.walk.after(data, replace(answer, move=particles.move(number, position, node.answer)), self.seat)
            if notes != self.walk.after(truly.data, answer, self.seat)[1]:
                return False
        return True


def test_they_show_what_was_seen_where_worlds_that_are_drawn_do_not_fit() -> None:
    """Go Fish with three players: who has asked held such a card, who had none held none."""
    match, random = load("go-fish").start(3, 2, engine="native"), Random(2)
    for number in range(few.of(17)):
        if number % 4 == 0:
            seat = match.position.waiting[0]
            held = worlds(match, seat, match.position)
            assert isinstance(held, Fitting) and held.fit
            particles, judge = Particles(mind(match, seat)), Again(match, seat)
            assert all(judge.same(particles, node.path) for node in particles.courses())
        match.play(random.choice(match.answers()))


SHUFFLED = '''
game "Shown and Shuffled":
    players 2
card Duck(n: 1..14) "{n}"
components:
    deck: 1 of Duck(n) for n in 1..14
table:
    deck: pile, hidden
    told: 0..9
each player:
    hand: hand, own
winner: highest payoff
def payoff(p) = told
action rest(): "rest"
play:
    repeat 2 times:
        move all cards to deck
        shuffle deck
        repeat 3 times: move top of deck to players.first.hand
        repeat 3 times: move top of deck to players.last.hand
        players.first chooses rest
        for p in players: reveal p.hand
        told = count(c for c in players.last.hand if c.n < 6)
'''


def test_what_was_shown_and_went_out_of_sight_in_one_step_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands are laid open, and dealt anew. What lay before tells nothing of what lies now, so that all worlds are as likely, and need no trying: neither where
    the past is looked at, nor else."""
    (path := tmp_path / "shuffled.rules").write_text(SHUFFLED, encoding="utf-8")
    match = load(path).start(2, 0)
    match.play(match.answers()[0])
    assert all(type(worlds(match, seat)) is Worlds for seat in range(2))
    monkeypatch.setattr("ruledsl.minds.mind.begun", lambda steps, seat: 0)
    match = load(path).start(2, 0)
    match.play(match.answers()[0])
    for seat in range(2):
        particles, judge = Particles(mind(match, seat)), Again(match, seat)
        assert (courses := particles.courses()) and all(judge.same(particles, node.path) for node in courses)
        held = worlds(match, seat)
        assert isinstance(held, Fitting) and held.tried <= 32


def test_what_is_kept_of_one_engine_is_not_taken_up_in_the_other(tmp_path: Path) -> None:
    """A mind whose past has grown long goes over to machine code, and its courses with it."""
    (path := tmp_path / "secrets.rules").write_text(text(next(name for name in GAMES if name != "clue")), encoding="utf-8")
    match, random = load(path).start(2, 1, engine="interp"), Random(1)
    while len(steps(match)) < 3:
        match.play(random.choice(match.answers()))
    for one in (now := mind(match, 0), now.quick):
        nodes = Particles(one).courses()
        assert nodes and {type(node.block) for node in nodes} == {type(one.question.position.block)}
