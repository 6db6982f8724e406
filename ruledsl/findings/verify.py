"""All states of a game, breadth first: what is proved, up to where, and the shortest way to what is refuted.

A claim is PROVED only if every state of exactly this setting was gone on from. The key is the whole block, so it holds all that a claim can hang on."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

from ruledsl.findings import coverage
from ruledsl.findings.machine import Answers, Stop
from ruledsl.findings.reference import PATIENCE, again, as_played
from ruledsl.findings.verdicts import BOUNDED, CLASS_OF, PROVED, REFUTED, Finding, Setting, Witness
from ruledsl.ir.program import Program
from ruledsl.native.checking import BROKEN, UNSOUND
from ruledsl.native.hunting import FIRST
from ruledsl.native.text import fault_of
from ruledsl.native.verifying import BEYOND, DRAWN, GOES_ON, NEWS, POORER, Verifying, compiled
from ruledsl.record import record
from ruledsl.search.exploring import CROWDED, ENDS, FAULT, FAULTY, FULL, NEXT, OPTION, PAUSED, STATES, STEPS, WHOLE, Room
from ruledsl.source import NOWHERE

BURST = 20_000
"""Options that are tried before the time is looked at."""
CLAIMS = {
    "stuck": "never stuck",
    "out-of-bounds": "no number out of bounds, no other fault",
    "beyond-bound": "no loop goes on beyond its bound",
    "census": "every card lies in one place",
    "invariant": "every invariant holds",
}
"""What is claimed if nothing of the class was found."""
ARRAYS = ("ends", "won", "chosen")


@record
class Explored:
    """What was gone through: is it whole, up to which number of answers, what was found, and what is claimed of the rest."""

    program: Program
    setting: Setting
    whole: bool
    depth: int
    states: int
    transitions: int
    ends: int
    why: str
    findings: list[Finding]
    claims: list[Finding]
    counts: coverage.Counts
    longest: int = -1
    """Answers of the longest game; -1 where that is not known, or games can go on for ever."""

    def record(self) -> dict[str, Any]:
        """As it stands in the one JSON document of a command."""
        out = {"players": self.setting.players, "options": dict(self.setting.options), "states": self.states, "transitions": self.transitions}
        return {**out, "ends": self.ends, "whole": self.whole, "depth": self.depth, **({"why": self.why} if self.why else {})}


def verify(
    program: Program, setting: Setting, most: int, going: Callable[[], bool], starts: list[tuple[int, str]], first: bytes = b"",
    code: Verifying | None = None,
) -> Explored:  # fmt: skip
    """Go through the states of a program, at most so many, as long as it is `going`; `starts` are the lines where declarations begin. Where there is the
    block of a `first` state, of those behind it alone."""
    return _Search(program, setting, most, going, first, code).run(starts)


class _Search:
    def __init__(self, program: Program, setting: Setting, most: int, going: Callable[[], bool], first: bytes, code: Verifying | None):
        self.program, self.setting, self.going, self.before = program, setting, going, first
        self.code: Verifying = code or compiled(program)
        ctypes.memset(self.code.counted, 0, 8 * len(self.code.counters))
        assert self.code.forget is not None
        self.code.forget()
        self.room = Room(most, max(1, program.size // 8), self.code.rows, self.code.width)
        sizes = {"ends": 2 * program.players + 1, "won": program.players, "chosen": len(program.actions) + FIRST}
        self.arrays = {name: (ctypes.c_int64 * sizes[name])() for name in ARRAYS}
        for name, array in self.arrays.items():
            setattr(self.code.plan, name, ctypes.addressof(array))
        self.code.plan.least, self.code.plan.greatest = (1 << 63) - 1, -(1 << 63)
        self.found: dict[object, Finding] = {}
        self.menu = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(self.code.menu)
        self.why = ""
        self.blind = False  # something that can happen was not looked at

    # ---- the search ------------------------------------------------------------------------------

    def run(self, starts: list[tuple[int, str]]) -> Explored:
        answer = WHOLE
        status = self._begin()
        if status < 0:
            self._fault(status, [])
        else:
            self.room.first(status)
            if status & NEWS:
                self._news(0, [])
            answer = self._explore()
        counts = self.room.counts
        whole, depth = answer == WHOLE and not self.blind, self._depth(int(counts[NEXT])) if answer != WHOLE and not self.blind else 0
        found = coverage.counts(self, True)  # type: ignore[arg-type]
        explored = Explored(
            self.program, self.setting, whole, depth, int(counts[STATES]), int(counts[STEPS]), int(counts[ENDS]), self.why,
            list(self.found.values()), [], found,
        )  # fmt: skip
        explored.claims = list(self._claims(explored, starts))
        return explored

    def _begin(self) -> int:
        """Write the first state, and see whether it is sound."""
        if not self.before:
            return int(self.code.begin(self.room.keys.ctypes.data, 0))
        ctypes.memmove(self.room.keys.ctypes.data, self.before, len(self.before))
        seen = again(self.program, 0, [], Stop("", -1), self.before)
        if seen.kind:
            witness = Witness(0, (), 0, shortest=True)
            self.found[seen.kind, seen.span] = Finding(REFUTED, seen.kind, seen.message, seen.span, seen.tags, 0, witness=witness)
        return GOES_ON

    def _explore(self) -> int:
        while True:
            answer = self.room.explore(self.code.menu, self.code.step, BURST)
            counts = self.room.counts
            if answer == FAULTY:
                here = int(counts[NEXT])
                if counts[FAULT] == 0:
                    self._news(int(counts[STATES]) - 1, [*self.answers(here), self._answer(here, int(counts[OPTION]) - 1)])
                    continue
                asked = counts[OPTION] < 0
                if asked:
                    counts[OPTION] = 0
                self._fault(int(counts[FAULT]), self.answers(here - 1) if asked else [*self.answers(here), self._answer(here, int(counts[OPTION]) - 1)])
            elif answer == CROWDED:
                self.room.grow_edges()
            elif answer == FULL:
                self.why = self.why or f"no room for more than {self.room.states:,} states"
                return answer
            elif answer == WHOLE:
                return answer
            if answer == PAUSED and not self.going():
                self.why = self.why or "there was no more time"
                return answer

    def _depth(self, state: int) -> int:
        """How many answers lead to a state."""
        depth = 0
        while self.room.parents[state] >= 0:
            state, depth = int(self.room.parents[state]), depth + 1
        return depth

    def answers(self, state: int) -> Answers:
        """The shortest way to a state."""
        out: Answers = []
        while self.room.parents[state] >= 0:
            before = int(self.room.parents[state])
            out.append(self._answer(before, int(self.room.options[state])))
            state = before
        return out[::-1]

    def _answer(self, state: int, option: int) -> tuple[int, int]:
        """An option in a state: its number among those of its seat, and the seat."""
        room = self.room
        self.menu(room.keys.ctypes.data + state * 8 * room.words, room.rows.ctypes.data)
        seats = room.rows[room.many * room.width :]
        seat = int(seats[option])
        return option - int((seats[:option] != seat).sum()), seat

    # ---- what is found ---------------------------------------------------------------------------

    def _news(self, state: int, answers: Answers) -> None:
        """Invariants that do not hold in a state from which play goes on."""
        assert self.code.news is not None
        plan, code = self.code.plan, self.code.plan.news
        while code:
            if code == BROKEN:
                self._refuted(Stop("invariant", self.program.invariants[plan.which][2], which=plan.which), answers)
            else:
                self._fault(code, answers)
            code = self.code.news(self.room.keys.ctypes.data + state * 8 * self.room.words, ctypes.addressof(plan))

    def _fault(self, code: int, answers: Answers) -> None:
        if code == BEYOND + DRAWN:
            self.why, self.blind = "chance falls where it cannot be asked", True
            return
        if code == BEYOND + UNSOUND:
            self.why, self.blind = "cards or numbers are out of place", True
            stop = Stop("census", -1)
        else:
            fault, place = fault_of(code)
            stop = Stop(CLASS_OF[fault], place, str(fault))
        self._refuted(stop, answers)

    def _refuted(self, stop: Stop, answers: Answers) -> None:
        if stop.same in self.found:
            return
        place = self.program.places[max(0, stop.place)]
        seen = again(self.program, 0, as_played(self.program, answers[:PATIENCE], self.before), stop, self.before)
        if stop.kind != "endless" and seen.kind != stop.kind and (seen.kind, stop.kind) != ("out-of-bounds", "census"):
            raise AssertionError(f"machine code says {stop.kind} and the reference {seen.kind or 'that all is well'} after {len(answers)} answers")
        message = seen.message if stop.kind != "endless" or stop.fault else "from here no end can be reached, whatever all do"
        span, tags = (seen.span, seen.tags) if seen.span != NOWHERE else (place.span, place.tags)
        witness = Witness(0, seen.answers, len(answers), shortest=True)
        self.found[stop.same] = Finding(REFUTED, seen.kind or stop.kind, message, span, tags, 0, witness=witness)

    # ---- what is claimed -------------------------------------------------------------------------

    def _claims(self, explored: Explored, starts: list[tuple[int, str]]) -> Iterator[Finding]:
        """What holds: of all states, or of the first answers of every game."""
        if self.room.counts[STATES] == 0 or (not explored.whole and not explored.depth):
            return
        free = not self.program.interruptions
        verdict = PROVED if explored.whole and free else BOUNDED
        bound = "" if verdict == PROVED else f" (in the first {explored.depth} answers of every game)" if not explored.whole else ""
        bound += "" if free else " (as long as nothing is declared in between)"
        refuted = {finding.kind for finding in self.found.values()}
        for kind, text in CLAIMS.items():
            if kind not in refuted and (kind != "invariant" or self.program.invariants):
                yield Finding(verdict, kind, text + bound, NOWHERE, setting=0)
        if explored.whole:
            yield from self._whole(explored, verdict, bound, starts)

    def _whole(self, explored: Explored, verdict: str, bound: str, starts: list[tuple[int, str]]) -> Iterator[Finding]:
        cut = any(finding.kind != "invariant" for finding in self.found.values())
        if not cut and not any(site.odds for site in self.program.sites):
            yield from self._ending(verdict, bound, explored)
        plan = self.code.plan
        if explored.ends and "endless" not in {f.kind for f in explored.findings}:
            fixed = plan.least == plan.greatest
            text = f"payoffs add up to {plan.least}" if fixed else f"payoffs add up to {plan.least} at least and {plan.greatest} at most"
            yield Finding(verdict, "payoff-sum", text + bound, NOWHERE, setting=0)
            yield from self._winning(verdict, bound)
        if any(site.odds for site in self.program.sites):
            return
        if not cut:
            yield from self._idle(verdict, bound)
        dead = list(coverage.missing({0: explored.counts}, {0: explored.transitions}, starts, verdict, "steps between all states"))
        yield from dead
        if not dead:
            yield Finding(verdict, "dead-branch", f"every action and line occurs, every `require` holds and fails{bound}", NOWHERE, setting=0)

    def _winning(self, verdict: str, bound: str) -> Iterator[Finding]:
        """Who never wins, or is never asked, and whether who wins has the best payoff."""
        program, won = self.program, self.numbers("won")
        if program.players > 1 and not any(won):
            yield Finding(verdict, "no-winner", f"nobody ever wins{bound}", NOWHERE, setting=0)
        asked = self.room.ever(program.offsets["ask.seats"], program.region["ask.seats"].width)
        for seat in range(program.players):
            if not asked >> seat & 1:
                yield Finding(verdict, "seat-never-asked", f"{program.seats[seat]} is never asked{bound}", NOWHERE, setting=0)
            elif any(won) and not won[seat]:
                yield Finding(verdict, "no-winner", f"{program.seats[seat]} never wins{bound}", NOWHERE, setting=0)
        if any(won):
            ends, poorer = int(self.room.counts[ENDS]), int((self.room.ended & POORER > 0).sum())
            text = f"who wins has not the best payoff at {poorer:,} of {ends:,} ends" if poorer else "who wins has the best payoff"
            yield Finding(verdict, "payoff-against-winner", text + bound, NOWHERE, setting=0)

    def _ending(self, verdict: str, bound: str, explored: Explored) -> Iterator[Finding]:
        lost = self.room.endless()
        if lost:
            answers = self.answers(min(lost))
            state = min(lost)
            place = self._place(state)
            self._refuted(Stop("endless", place), answers)
            explored.findings[:] = self.found.values()
            return
        circle, long = self.room.lengths()
        explored.longest = long
        if circle:
            yield Finding(verdict, "endless", f"can always end; {circle:,} states lie on a circle or before one{bound}", NOWHERE, setting=0)
        else:
            yield Finding(verdict, "endless", f"always ends, after {long:,} answers at most{bound}", NOWHERE, setting=0)

    def _idle(self, verdict: str, bound: str) -> Iterator[Finding]:
        """The actions that do nothing, however and whenever they are chosen: each time all is as it was, and the same is asked again."""
        idle, chosen = [0] * len(self.program.actions), self.numbers("chosen")[FIRST:]
        for state, option in self.room.idle():
            self.menu(self.room.keys.ctypes.data + state * 8 * self.room.words, self.room.rows.ctypes.data)
            number, seat = (int(self.room.rows[at]) for at in (option * self.room.width, self.room.many * self.room.width + option))
            if seat >= 0 and number >= 0:
                idle[number] += 1
        for action, times, never in zip(self.program.actions, chosen, idle, strict=True):
            if times and times == never:
                place = self.program.places[action.place]
                how = f" as {action.played_as}" if action.played_as else f" {action.way}" if action.way else ""
                text = f"the action `{action.name}`{how} changes nothing: all is as it was, each of {times:,} times{bound}"
                yield Finding(verdict, "vacuous-effect", text, place.span, place.tags, 0)

    def _place(self, state: int) -> int:
        """The place of the question in a state."""
        offset, width = self.program.offsets["ask.site"], self.program.region["ask.site"].width
        site = int.from_bytes(self.room.keys[state].tobytes()[offset : offset + width], "little")
        return self.program.sites[site].place

    # ---- as `coverage` reads a machine -----------------------------------------------------------

    def counts(self) -> list[int]:
        """How often the block of each counter ran."""
        return list((ctypes.c_int64 * len(self.code.counters)).from_address(self.code.counted))

    def numbers(self, name: str) -> list[int]:
        """An array of the plan."""
        return list(self.arrays[name])
