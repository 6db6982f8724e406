"""All states of a game, breadth first: what is proved, up to where, and the shortest way to what is refuted.

A claim is PROVED only if every state of exactly this setting was gone on from. The key tells whole blocks apart, so it holds all that a claim can hang on."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ruledsl.engine.spoken import Spoken, place_of
from ruledsl.findings import coverage
from ruledsl.findings.beyond import SELDOM, seldom, told_of, went_round
from ruledsl.findings.bursts import Bursts
from ruledsl.findings.culprits import Shown, culprits
from ruledsl.findings.explored import Explored
from ruledsl.findings.faster import Faster, worth_while
from ruledsl.findings.fewer import Fewer, all_of, fewer
from ruledsl.findings.judged import judged
from ruledsl.findings.machine import Answers, Stop
from ruledsl.findings.reference import PATIENCE, again
from ruledsl.findings.unchanging import silent, unchanging
from ruledsl.findings.unmerged import Unlike, as_reference
from ruledsl.findings.verdicts import BOUNDED, CLASS_OF, PROVED, REFUTED, Finding, Setting, Witness, opening
from ruledsl.findings.withheld import named
from ruledsl.ir.counts import Count
from ruledsl.ir.merging import Merging
from ruledsl.ir.program import Program, Site
from ruledsl.kernels.exploring import FAULTY, FULL, PAUSED, WHOLE
from ruledsl.native.checking import BROKEN, UNSOUND
from ruledsl.native.hunting import FIRST
from ruledsl.native.text import fault_of
from ruledsl.native.verifying import BEYOND, DRAWN, GOES_ON, NEWS, Verifying, compiled
from ruledsl.search.exploring import Room, Step
from ruledsl.source import NOWHERE

MANY = 3_000_000
"""Answers after which it is worth while to ask whether states are images of one another."""
LAST = 100
"""Answers that are played again of a way that is longer than the reference has patience for."""

BURST = 200
"""Options that are tried before the time is looked at first."""
CLAIMS = {
    "stuck": "never stuck",
    "out-of-bounds": "no number out of bounds, no other fault",
    "beyond-bound": "no loop goes on beyond its bound",
    "census": "every card lies in one place",
    "invariant": "every invariant holds, wherever a seat is asked",
}
"""What is claimed if nothing of the class was found."""
OCCURS = "every action and line occurs, every `require` holds and fails; what is settled before play apart"
ARRAYS = ("ends", "won", "chosen", "asked")
NO_TIME = "there was no more time"
ONCE = ", images of one another counted once"
MEMORY = 2 << 30
"""Bytes that the states of a game may take."""


def verify(
    program: Program, setting: Setting, most: int, going: Callable[[], bool], starts: list[tuple[int, str]], *, first: bytes = b"",
    code: Verifying | None = None, tell: Callable[[Finding], None] | None = None,
) -> Explored:  # fmt: skip
    """Go through the states of a program, at most so many, as long as it is `going`; `starts` are the lines where declarations begin. Where there is the
    block of a `first` state, of those behind it alone. What is refuted for good it may `tell` at once."""
    while True:
        try:
            return _Search(program, setting, most, going, first, code).run(starts, tell)
        except Fewer as found:
            code = compiled(program, merged=found.merged)
        except Unlike:
            code = compiled(program, merged=Merging())


class _Search:
    def __init__(self, program: Program, setting: Setting, most: int, going: Callable[[], bool], first: bytes, code: Verifying | None):
        self.program, self.setting, self.going, self.before = program, setting, going, first
        self.tell: Callable[[Finding], None] | None = None
        self.code: Verifying = code or compiled(program)
        self.room = Room(program, most, self.code)
        sizes = {"ends": 2 * program.players + 1, "won": program.players, "chosen": len(program.actions) + FIRST, "asked": program.players}
        self.arrays = {name: (ctypes.c_int64 * sizes[name])() for name in ARRAYS}
        self.counted, self.went = [0] * len(self.code.counters), [0] * len(self.code.rounds)  # by code that is used no more
        self._use(self.code)
        self.code.plan.least, self.code.plan.greatest = (1 << 63) - 1, -(1 << 63)
        self.found: dict[object, Finding] = {}
        self.beyond: dict[int, int] = {}  # the places of loops that went on beyond their bounds, by their faults
        self.why = ""
        self.unsaid = ""  # what is to be said of texts
        self.blind = False  # something that can happen was not looked at
        self.counting: Count | None = self.code.merged.count  # of which it is forgotten how far it has come
        self.fewer = code is not None or bool(first)  # it was seen to whether fewer states need to be told apart

    # ---- the search ------------------------------------------------------------------------------

    def _use(self, code: Verifying) -> None:
        """Go on with this code, which begins to count anew."""
        ctypes.memset(code.counted, 0, 8 * len(code.counters))
        ctypes.memset(code.rounded, 0, 8 * len(code.rounds))
        assert code.forget is not None
        code.forget()
        code.plan.arrays = self.arrays
        for name, array in self.arrays.items():
            setattr(code.plan, name, ctypes.addressof(array))
        self.code, self.menu = code, ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(code.menu)
        self.room.use(code)

    def run(self, starts: list[tuple[int, str]], tell: Callable[[Finding], None] | None = None) -> Explored:
        self.tell, answer = tell, WHOLE
        status = self._begin()
        if status < 0:
            self._fault(status, [])
        else:
            self.room.first(status)
            if status & NEWS:
                self._news(0, [])
            answer = self._explore()
            self._speak()
        get = self.room.get
        whole, depth = answer == WHOLE and not self.blind, self.room.depth(get("next")) if answer != WHOLE and not self.blind else 0
        images = 1 + len(self.code.merged.images)
        counts = coverage.counts(self, True)  # type: ignore[arg-type]
        found = coverage.unsettled(counts) if self.code.tier else counts
        odds = self._odds(whole)
        self.found = told_of(self.found, odds)
        explored = Explored(
            self.program, self.setting, whole, depth, get("states"), get("tried"), get("ends"), self.why, list(self.found.values()), [],
            found if images == 1 else {thing: count for thing, count in found.items() if count}, odds=odds, unsaid=self.unsaid, images=images,
            counted=self.counting is not None,
        )  # fmt: skip
        self.never = images > 1 and len(explored.counts) < len(found)
        explored.claims = list(self._claims(explored, starts))
        return explored

    def _begin(self) -> int:
        """Write the first state, and see whether it is sound."""
        there = self.room.arrays["there"].ctypes.data
        if not self.before:
            return int(self.code.begin(there, 0))
        ctypes.memmove(there, self.before, len(self.before))
        seen = again(self.program, 0, [], Stop("", -1), self.before)
        if seen.kind:
            witness = Witness(0, (), 0, shortest=True)
            self.found[seen.kind, seen.span] = Finding(REFUTED, seen.kind, seen.message, seen.span, seen.tags, 0, witness=witness, notes=seen.notes)
        return GOES_ON

    def _explore(self) -> int:
        """Go on until all states were seen, or there can be no more of them; why it ended."""
        coming: Faster | None = None
        bursts = Bursts(BURST)
        while (answer := bursts.of(self.room.explore)) != WHOLE:
            if answer == FULL:
                return self._cut(FULL, f"no room for more than {self.room.most:,} states")
            if answer == FAULTY:
                self._stopped()
            elif self.room.bytes() > MEMORY:
                return self._cut(FULL, f"no room for more than {MEMORY >> 30} GB of states")
            elif not self.going():
                return self._cut(PAUSED, NO_TIME)
            else:
                coming = self._faster(coming)
                self._fewer()
        return WHOLE

    def _fewer(self) -> None:
        """Once there are many states, begin again without what need not be told of them."""
        if not self.fewer and self.room.get("tried") > MANY:
            self.fewer = True
            fewer(self.program, self.room, self.code.merged, not self.found)

    def _cut(self, answer: int, why: str) -> int:
        """Why not all states were seen: what was told first."""
        self.why = self.why or why
        return answer

    def _faster(self, coming: Faster | None) -> Faster | None:
        """Code that runs faster, which is made once that is worth while, and taken as soon as it is there."""
        if coming is not None and coming.code is not None:
            self._change(coming.code)
            return None
        if coming is None and worth_while(self.code.tier, self.room.get("tried")):
            return Faster(self.program, self.code.tier + 1, self.code.merged, coverage.settled(self))  # type: ignore[arg-type]
        return coming

    def _change(self, code: Verifying) -> None:
        """Go on with other code of the same program."""
        self.counted, self.went = self.counts(), self.rounds()
        ctypes.memmove(ctypes.addressof(code.plan), ctypes.addressof(self.code.plan), ctypes.sizeof(code.plan))
        self._use(code)

    def _stopped(self) -> None:
        """Something is to be told of the state that was come to last, or went wrong."""
        get = self.room.get
        here, option = get("source"), get("answer")
        if option < 0:
            self._fault(get("fault"), self.room.course(here))
        elif get("fault") == 0:
            self._news(get("states") - 1, [*self.room.course(here), (here, option)])
        else:
            self._fault(get("fault"), [*self.room.course(here), (here, option)])

    def _offered(self, state: int, option: int) -> tuple[int, int, int]:
        """An option in a state: its number among those of its seat, the seat, and the action."""
        room = self.room
        rows, seats = room.asked, room.asked[room.many * room.width :]
        self.menu(room.block(state), rows.ctypes.data)
        seat = int(seats[option])
        return option - int((seats[:option] != seat).sum()), seat, int(rows[option * room.width])

    def answers(self, course: list[Step]) -> Answers:
        """What is answered on a way."""
        return [self._offered(state, option)[:2] for state, option in course]

    def _speak(self) -> None:
        """Look at the texts that may go wrong, in all states for which there is time."""
        spoken, states = Spoken(self.program), self.room.get("states")
        for state, fault in spoken.faults(states, self.room.block, self.going):
            self._refuted(Stop(CLASS_OF[fault.fault], place_of(self.program, fault), str(fault.fault)), self.room.course(state))
        self.unsaid = spoken.unsaid(states)

    # ---- what is found ---------------------------------------------------------------------------

    def _news(self, state: int, course: list[Step]) -> None:
        """Invariants that do not hold in a state from which play goes on."""
        assert self.code.news is not None
        plan, code = self.code.plan, self.code.plan.news
        while code:
            if code == BROKEN:
                self._refuted(Stop("invariant", self.program.invariants[plan.which][2], which=plan.which), course)
            else:
                self._fault(code, course)
            code = self.code.news(self.room.block(state), ctypes.addressof(plan))

    def _fault(self, code: int, course: list[Step]) -> None:
        if code == BEYOND + DRAWN:
            self.why, self.blind = "chance falls where it cannot be asked", True
            return
        if code == BEYOND + UNSOUND:
            self.why, self.blind = "cards or numbers are out of place", True
            stop = Stop("census", -1)
        else:
            fault, place = fault_of(code)
            stop = Stop(CLASS_OF[fault], place, str(fault))
            self.beyond |= {code: place} if stop.kind == "beyond-bound" else {}
        self._refuted(stop, course)

    def _refuted(self, stop: Stop, course: list[Step]) -> None:
        if self.counting is not None:
            raise all_of(self.code.merged)  # more is gone through than can come
        if stop.same in self.found:
            return
        place = self.program.places[max(0, stop.place)]
        with self._aside():
            start, shown = self._shown(course)
            way = as_reference(self.program, self.code, self.answers(shown), start)
            seen = again(self.program, 0, way, stop, start)
        if stop.kind != "endless" and seen.kind != stop.kind and (seen.kind, stop.kind) != ("out-of-bounds", "census"):
            raise AssertionError(f"machine code says {stop.kind} and the reference {seen.kind or 'that all is well'} after {len(course)} answers")
        message = seen.message if stop.kind != "endless" or stop.fault else "from here no end can be reached, whatever all do"
        span, tags = (seen.span, seen.tags) if seen.span != NOWHERE else (place.span, place.tags)
        likely = culprits(self.program, Shown(0, way, start), stop, span, self.going)
        whole, notes = len(shown) == len(course), seen.notes
        if not whole:
            notes = (*notes, f"after {len(course):,} answers, and none fewer: too many to show; the last {len(shown)} were played again")
        witness = Witness(0, seen.answers, len(course), shortest=True) if whole else None
        found = self.found[stop.same] = Finding(REFUTED, seen.kind or stop.kind, message, span, tags, 0, witness=witness, notes=notes, culprits=likely)
        if self.tell is not None and not (stop.kind == "beyond-bound" and any(site.chance for site in self.program.sites)):  # chance may hardly ever bring it
            self.tell(found)

    def _shown(self, course: list[Step]) -> tuple[bytes, list[Step]]:
        """What is played again of a way, and from which block on: all of it, or only its end if it is long."""
        if len(course) <= PATIENCE:
            return self.before, course
        end = course[-LAST:]
        return ctypes.string_at(self.room.block(end[0][0]), self.program.size), end

    @contextmanager
    def _aside(self) -> Iterator[None]:
        """What is played inside is not counted."""
        kept = [self.code.plan, *self.arrays.values()]
        counted = ctypes.string_at(self.code.counted, 8 * len(self.code.counters))
        before = [bytes(one) for one in kept]
        yield
        ctypes.memmove(self.code.counted, counted, len(counted))
        for one, data in zip(kept, before, strict=True):
            ctypes.memmove(ctypes.addressof(one), data, len(data))

    # ---- what is claimed -------------------------------------------------------------------------

    def _claims(self, explored: Explored, starts: list[tuple[int, str]]) -> Iterator[Finding]:
        """What holds: of all states, or of the first answers of every game."""
        if explored.states == 0 or (not explored.whole and not explored.depth):
            return
        free = not self.program.interruptions
        verdict = PROVED if explored.whole and free else BOUNDED
        bound = "" if explored.whole else f" (in the {opening(explored.depth)} of every game)"
        bound += "" if free else " (as long as nothing is declared in between)"
        refuted = {finding.kind for finding in self.found.values()}
        but = seldom(self.program, explored.odds)
        for kind, text in CLAIMS.items():
            if kind not in refuted and (kind != "invariant" or self.program.invariants):
                yield Finding(verdict, kind, text + but * (kind == "beyond-bound") + self.unsaid * (kind == "out-of-bounds") + bound, NOWHERE, setting=0)
        if explored.whole:
            yield from self._whole(explored, verdict, bound, starts, but)

    def _odds(self, whole: bool) -> dict[int, float]:
        """How likely each loop goes on beyond its bound, of those that do; 1 where that is not known."""
        if not self.beyond or not whole or not self.room.get("states"):
            return dict.fromkeys(self.beyond.values(), 1.0)
        with self._aside():
            return dict(zip(self.beyond.values(), self.room.dooms([*self.beyond], SELDOM, MEMORY, self.going), strict=True))

    def _whole(self, explored: Explored, verdict: str, bound: str, starts: list[tuple[int, str]], but: str) -> Iterator[Finding]:
        cut = any(finding.kind != "invariant" for finding in self.found.values())
        if not cut and not any(site.odds for site in self.program.sites):
            yield from self._ending(verdict, but + bound, explored)
        plan, get = self.code.plan, self.room.get
        if explored.ends and "endless" not in {f.kind for f in explored.findings}:
            once = ONCE * (explored.images > 1 and get("poorer") > 0)
            ends = (get("ends"), get("poorer")) if not self.counting or get("poorer") == 0 else None
            sums = plan.least, plan.greatest
            yield from judged(self.program, sums, self.numbers("won"), self.numbers("asked"), ends, (verdict, bound, once))
        if any(site.odds for site in self.program.sites):
            return
        if self.counting:
            yield from named(self._never(explored, verdict, starts), lambda _: self.program, self.going)
            return
        if not cut:
            yield from self._idle(verdict, bound)
        yield from went_round(self.program, self.code.rounds, self.rounds(), verdict, bound, self.beyond.values())
        if self.never:
            return  # it may come in an image of a state
        dead = self._never(explored, verdict, starts)
        yield from named([*dead, *coverage.idle({0: explored.counts}, dead, verdict)], lambda _: self.program, self.going)
        if not dead:
            yield Finding(verdict, "dead-branch", OCCURS + bound, NOWHERE, setting=0)

    def _never(self, explored: Explored, verdict: str, starts: list[tuple[int, str]]) -> list[Finding]:
        """What never comes."""
        return coverage.missing({0: explored.counts}, {0: explored.transitions}, starts, verdict, "steps between all states")

    def _ending(self, verdict: str, bound: str, explored: Explored) -> Iterator[Finding]:
        if self.counting is not None:
            line = self.program.places[self.counting.line].span.line
            yield Finding(verdict, "endless", f"always ends, since no way leads round on which line {line} does not count on{bound}", NOWHERE, setting=0)
            return
        lost = self.room.endless()
        if lost:
            state = min(lost)
            place = self._site(state).place
            self._refuted(Stop("endless", place), self.room.course(state))
            explored.findings[:] = self.found.values()
            return
        circle, long = self.room.lengths()
        explored.longest = long
        if circle:
            text = f"can always end; {circle:,} states lie on a circle or before one{ONCE * (explored.images > 1)}{bound}"
            yield Finding(verdict, "endless", text, NOWHERE, setting=0)
        else:
            yield Finding(verdict, "endless", f"always ends, after {long:,} answers at most{bound}", NOWHERE, setting=0)

    def _idle(self, verdict: str, bound: str) -> Iterator[Finding]:
        """The actions that do nothing, however and whenever they are chosen. Where something that people see is forgotten of a state, this is asked of a search
        that forgets nothing."""
        chosen = self.numbers("chosen")[FIRST:]
        found = unchanging(self.program, self.room, chosen, self._offered)
        if not found:
            return
        if self.code.merged.shows:
            other = _Search(self.program, self.setting, self.room.most, self.going, self.before, compiled(self.program, merged=Merging())).run([])
            yield from (claim for claim in other.claims if claim.kind == "vacuous-effect")
            return
        for number in found:
            if silent(self.program, self.room, number, self._offered):
                action = self.program.actions[number]
                place = self.program.places[action.place]
                text = f"the action `{action.name}`{action.how} changes nothing: all is as it was, each of {chosen[number]:,} times{bound}"
                yield Finding(verdict, "vacuous-effect", text, place.span, place.tags, 0)

    def _site(self, state: int) -> Site:
        """Where play stands in a state."""
        at = self.room.block(state) + self.program.offsets["ask.site"]
        return self.program.sites[int.from_bytes(ctypes.string_at(at, self.program.region["ask.site"].width), "little")]

    # ---- as `coverage` reads a machine -----------------------------------------------------------

    def counts(self) -> list[int]:
        """How often the block of each counter ran."""
        now = (ctypes.c_int64 * len(self.code.counters)).from_address(self.code.counted)
        return [before + more for before, more in zip(self.counted, now, strict=True)]

    def rounds(self) -> list[int]:
        """How often each loop that promises a bound went round at most."""
        now = (ctypes.c_int64 * len(self.code.rounds)).from_address(self.code.rounded)
        return [max(before, times) for before, times in zip(self.went, now, strict=True)]

    def numbers(self, name: str) -> list[int]:
        """An array of the plan."""
        return list(self.arrays[name])
