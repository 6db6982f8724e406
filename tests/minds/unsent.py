"""Is more observed than is sent? Two games in which a seat was sent the same all along must have the same observations, or a mind knows what nobody told it.
`--unsent`. Games with a fan are left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from ruledsl import RulesError, load
from ruledsl.engine import log
from ruledsl.findings.twins import Base, Exchanged, Parted
from ruledsl.findings.worlds import Watched
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import Program

TRIES = 12


def sent(match: Watched, seat: int) -> object:
    """What a seat (from 0) is sent at a decision: what happened, the table, its menu."""
    told = [seen.text for event in match._past[-1].events if (seen := log.as_seen(event, seat))]
    menu = [(option.full, option.id) for option in match.legal(seat + 1)] if seat in match.position.waiting else []
    return told, match.view(seat + 1), menu


def unsent(program: Program, seed: int, tries: int = TRIES) -> Iterator[str]:
    """Where that is not so, in a random game and such in which one thing is changed; nothing for each in which it is."""
    random = Random(seed)
    try:
        base = Base(program, seed, None)
    except RulesFault:
        return
    for _ in range(tries):
        seat = random.randrange(program.players)
        change = base.change(seat, random)
        if change is None:
            continue
        try:
            here, there = Watched(program, seed), Watched(program, seed, None, Exchanged(base.drawings, change, random))
            yield _parted(base, here, there, seat, change.answer, random)
        except (RulesFault, Parted):
            continue


def _parted(base: Base, here: Watched, there: Watched, seat: int, changed: int | None, random: Random) -> str:
    for step, answer in enumerate(base.answers):
        if sent(here, seat) != sent(there, seat):
            return ""
        if here.chain[seat] != there.chain[seat]:
            return f"seat {seat + 1} after {step} decisions was sent the same in two games, and has observed something else"
        options = there.answers(answer.seat)
        other = next((option for option in options if option.move == answer.move), None)
        if other is None or step == changed:
            if answer.seat == seat + 1 or not options:
                return ""
            other = random.choice([option for option in options if option.move[0] == answer.move[0] and option.move != answer.move] or options)
        here.play(answer)
        there.play(other)
    return ""


def of_text(text: str, seed: int, folder: Path) -> Iterator[str]:
    """The same of a game that was written at random; none of one that the language refuses, or with a fan."""
    if "fan" in text:
        return
    (path := folder / f"unsent-{seed}.rules").write_text(text, encoding="utf-8")
    try:
        yield from unsent(load(path).program(players=2), seed)
    except RulesError:
        return
