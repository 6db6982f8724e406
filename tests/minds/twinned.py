"""Two games that are the same to a seat: the same worlds must be drawn in both, in the same order. Nothing is asked but what was observed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from ruledsl import RulesError, load
from ruledsl.findings.twins import Base, Change, Exchanged, Parted, Twins, _unseen, compared
from ruledsl.findings.worlds import Watched, held
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import Program
from ruledsl.minds.worlds import worlds
from tests.minds.judge import key

DRAWN = 12
"""Worlds that are drawn in each."""


def twins(program: Program, seed: int, each: int = 1) -> Iterator[tuple[Watched, Watched, int, str]]:
    """A random game and the same with one thing changed, at one decision in `each` of those where they differ and a seat (from 0) cannot tell; and how it was
    changed. For each seat."""
    random = Random(seed)
    try:
        base = Base(program, seed, None)
    except RulesFault:
        return
    for seat in range(program.players):
        change = base.change(seat, random)
        if change is None:
            continue
        try:
            follow, here, there = Twins(program, seed), Watched(program, seed), Watched(program, seed, None, Exchanged(base.drawings, change, random))
            for step, answer in enumerate(base.answers):
                if here.chain[seat] != there.chain[seat] or compared(here, there, seat, ""):  # a menu may tell the worlds apart
                    break
                if held(here) != held(there) and random.randrange(each) == 0:
                    yield here, there, seat, f"seat {seat + 1} after {step} decisions, {change.how}"
                other = follow._same(here, there, seat, answer, step == change.answer)
                if other is None:
                    break
                here.play(answer)
                there.play(other)
        except (RulesFault, Parted):
            continue


def parted(program: Program, seed: int, seat: int) -> tuple[Watched, Watched]:
    """A game before its last answer, and the same with two cards exchanged that a seat has not seen by then."""
    base, random = Base(program, seed, None), Random(seed)
    step = len(base.stands) - 2
    change = Change("", base._swap(_unseen(base.stands[step], seat), {drawn.card for drawn in base.drawings} - {-1}, random))
    follow, here, there = Twins(program, seed), Watched(program, seed), Watched(program, seed, None, Exchanged(base.drawings, change, random))
    for answer in base.answers[:step]:
        other = follow._same(here, there, seat, answer, False)
        assert other is not None
        here.play(answer)
        there.play(other)
    assert here.chain[seat] == there.chain[seat]
    return here, there


def of_text(text: str, seed: int, folder: Path) -> Iterator[str]:
    """The same of two matches of a game, at each decision where that can be asked. Games that the language refuses have none."""
    (path := folder / f"twins-{seed}.rules").write_text(text, encoding="utf-8")
    try:
        program = load(path).program(players=2)
    except RulesError:
        return
    for number in range(2):
        for here, there, seat, how in twins(program, 2 * seed + number):
            found = drawn_apart(here, there, seat)
            yield f"{how}: {found}" if found else ""


def drawn_apart(here: Watched, there: Watched, seat: int) -> str:
    """What is drawn for a seat in one of two games that are the same to it, and not in the other; nothing if there is no such thing."""
    one, other = worlds(here, seat), worlds(there, seat)
    for n in range(DRAWN):
        mine, theirs = (key(here.program, block.regions()) for block in (one.draw(n), other.draw(n)))
        if mine != theirs:
            return f"world {n} is {mine} in one game, and {theirs} in the other"
    return ""
