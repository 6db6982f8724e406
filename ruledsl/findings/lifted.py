"""A game made small until all its states fit: what holds of them is BOUNDED by the small game, and what is refuted there must be shown in the whole one."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ruledsl.engine.backend import engine_for
from ruledsl.engine.check import broken
from ruledsl.engine.position import Position
from ruledsl.engine.words import Words
from ruledsl.findings.culprits import Shown, culprits
from ruledsl.findings.explored import Explored
from ruledsl.findings.machine import Answers, Stop
from ruledsl.findings.reference import again, answer, option_words
from ruledsl.findings.small import Small
from ruledsl.findings.verdicts import BOUNDED, REFUTED, Finding, Setting, Witness
from ruledsl.findings.verify import verify
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import ASKING, Program
from ruledsl.pipeline import lower
from ruledsl.record import record, replace

FITS = 20
"""The size of a game, in twofold choices, whose states are sure to fit."""
SMALLER = 0.75
"""What the next small game is of the last one, where that had no room or time."""
TRIES, LONGER = 20, 500
"""Games of the whole game in which it is tried to show a finding, and how many answers more than its way there are in each."""
HALF = 0.5
"""Of the time, which goes at most into making the game small where no place is lost."""
SEARCH = 1 / 3
"""Of the time that is left, which a search may take: most games that do not fit then need a smaller one, and time for it."""
BOUND = " (in the small game)"
TOO_LONG = " (what shows it is too long to be looked for in the whole game)"
UNTRIED = " (there was no more time to look for it in the whole game)"


@record
class Lifted:
    """All states of a small game: what holds there, what of that which is refuted could be shown in the whole game, and what could `only` be shown in the
    small one."""

    small: Small
    explored: Explored
    only: list[Finding]

    def record(self) -> dict[str, Any]:
        """As it stands in the one JSON document of a command: nothing of it is refuted."""
        only = [{"class": one.kind, "span": str(one.span), "message": one.message} for one in self.only]
        lost = sorted(map(str, self.small.lost))
        return {"made": list(self.small.made.values()), "left_out": list(self.small.aside), "lost": lost, "only": only}


def verify_small(
    small: Small, whole: Program, most: int, left: Callable[[], float], starts: list[tuple[int, str]]
) -> Lifted:  # fmt: skip
    """Make a table smaller until all its states fit, and go through them; `left` is how much of the time there still is, from 1 to 0."""
    going, small.going = small.going, lambda: left() > HALF
    small.begin()
    while left() > HALF and small.shrink(FITS):
        pass
    small.going = going
    best: Lifted | None = None
    while True:
        explored = _explored(small, most, left, starts)
        if explored.whole:
            found = _lifted(replace(small, made=dict(small.made)), whole, explored, lambda: left() > 0)
            if best is None or len(found.only) < len(best.only):
                best = found
            if left() <= 0 or found.explored.findings or not _taken_back(small, found.only):
                return best
        elif left() <= 0 or not small.shrink(SMALLER * small.played.size, losing=True):
            return best or _lifted(small, whole, explored, lambda: left() > 0)


def _taken_back(small: Small, only: list[Finding]) -> bool:
    """Is a change undone that alone made something wrong, as a bound that was reckoned for larger hands? That no end can be reached is shown by no game."""
    wrong = [one for one in only if one.kind != "endless"]
    return bool(wrong) and small.take_back(lambda other: lifted(other, wrong[0], small.going) is not None)


def _explored(small: Small, most: int, left: Callable[[], float], starts: list[tuple[int, str]]) -> Explored:
    """As far as there is room, and a share of the time that is left."""
    program = lower(small.rules, small.players, small.options, watched=True)
    until = left() * (1 - SEARCH)
    return verify(program, Setting(small.players, dict(small.options)), most, lambda: left() > until, starts)


def _lifted(small: Small, whole: Program, explored: Explored, going: Callable[[], bool]) -> Lifted:
    if not (small.made or small.aside):  # it is the whole game
        return Lifted(small, explored, [])
    shown: list[Finding] = []
    only: list[Finding] = []
    for finding in explored.findings:
        found = lifted(whole, finding, going)
        if found is not None:
            shown.append(found)
        else:
            untried = "" if finding.kind == "endless" else TOO_LONG if finding.witness is None else "" if going() else UNTRIED
            only.append(replace(finding, message=finding.message + untried))
    claims = [replace(claim, verdict=BOUNDED, message=claim.message + BOUND) for claim in explored.claims]
    return Lifted(small, replace(explored, findings=shown, claims=claims), only)


def lifted(program: Program, finding: Finding, going: Callable[[], bool]) -> Finding | None:
    """A finding of a small game, shown by a game of the whole one: of what can be answered, what was answered there, in its order, and else anything. None
    if no such game shows it, of those that there was time for."""
    if finding.kind == "endless" or finding.witness is None:  # that no end can be reached is shown by no game, and what is very long is not shown
        return None
    for seed in range(TRIES):
        answers = _alike(program, finding, random.Random(seed), going)
        seen = again(program, 0, answers, Stop(finding.kind, -1)) if answers is not None else None
        if seen is not None and (seen.kind, seen.span) == (finding.kind, finding.span):
            witness, place = Witness(0, seen.answers, len(seen.answers)), next((n for n, one in enumerate(program.places) if one.span == seen.span), -1)
            likely = culprits(program, Shown(0, answers or []), Stop(seen.kind, place), seen.span, going)
            return Finding(REFUTED, seen.kind, seen.message, seen.span, seen.tags, 0, witness=witness, culprits=likely)
    return None


def _alike(program: Program, finding: Finding, rng: random.Random, going: Callable[[], bool]) -> Answers | None:
    """The answers of a game like the witness of a finding, up to where something goes wrong; None if nothing does as long as it is `going`."""
    assert finding.witness is not None
    engine, words, out, told = engine_for(program, "interp"), Words(program), Answers(), list(finding.witness.answers)
    longest = len(told) + LONGER
    broken_there = [n for n, (_, _, place) in enumerate(program.invariants) if program.places[place].span == finding.span]
    try:
        state: Any = engine.start(0, 1)
        while state.get("status") == ASKING and len(out) < longest:
            if not going():
                return None
            position = Position(program, engine, words, state.copy())
            if position.waiting and any(flaw for n in broken_there for flaw in broken(position, n)):
                return out
            seat = rng.choice(position.waiting) if position.waiting else -1
            many = state.get("ask.count") or len(engine.legal(state, position.site_number, seat))
            labels = [option_words(position, n, seat) for n in range(many if told else 0)]
            same = ((m, n) for m, one in enumerate(told) for n, label in enumerate(labels) if (one.seat, one.label) == (label.seat, label.label))
            at, option = next(same, (-1, rng.randrange(many)))
            if at >= 0:
                del told[at]
            out.append((option, seat))
            answer(engine, state, option, seat)
        position = Position(program, engine, words, state)
        if position.over:
            position.call("winners")
            for seat in range(program.players):
                position.call("payoff", seat)
                position.call("score", seat)
    except RulesFault:
        return out
    return None
