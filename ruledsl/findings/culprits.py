"""Which lines a finding most likely comes from: those that what went wrong hangs on, the nearest first.

A game that shows the finding is played once more, and followed. From the step that went wrong it is gone back: to what its value was made of, to what
decided that it came, to what let the answers through; and to what could have been otherwise: where what was read is declared, and who writes it
elsewhere, but did not."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count

from ruledsl.engine.position import Position
from ruledsl.engine.why import refusals
from ruledsl.engine.words import Words
from ruledsl.findings.machine import Answers, Stop
from ruledsl.interp import Interpreter, State
from ruledsl.interp.followed import ANSWER, Event, Follower, TooLong
from ruledsl.ir.deciding import deciding
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.flow import changed_zones, names_options, written
from ruledsl.ir.ops import OPS
from ruledsl.ir.origins import ANYWHERE, Origins
from ruledsl.ir.program import ASKING, OVER, Action, Program
from ruledsl.record import field, record, replace
from ruledsl.source import Span

MOST, NEAR = 3, 3
"""Lines that are named, and how far each is from the others at least: who looks at a line sees those beside it."""
FOLLOWED = 60
"""Answers that are followed: the last ones."""
STEPS, A_WHILE = 300_000, 5_000
"""Steps that are followed: of more nothing is named. So many are gone back before the time is looked at."""
A_GAME = 100
"""Of a game that goes on for ever, so many answers are played."""
STEP, DECIDED, CALLED, LET = 1.0, 0.7, 0.4, 0.6
"""How far it is from a line to one that its value hangs on; to one that decided that it ran; into what it calls; from an answer to what let it through."""
FITS, DECLARED, ELSEWHERE = 0.6, 1.6, 1.5
"""From a line to where the variable is declared whose bounds it went beyond, or that it read; to a line that writes what it read, and did not run."""
ROUNDS = ("endless", "beyond-bound")
"""Where play goes round and round, all that could have ended it counts, and what was done again and again."""


@record(frozen=True)
class Shown:
    """The game that shows a finding, from its seed or from the block of a `first` state."""

    seed: int
    answers: Answers
    first: bytes = b""


def culprits(program: Program, shown: Shown, stop: Stop, there: Span, going: Callable[[], bool]) -> tuple[Span, ...]:
    """The lines, the likeliest first, but for those beside the place that the finding names; none where there was no time to look, or too much to follow."""
    if stop.kind == "endless":
        shown = replace(shown, answers=shown.answers[:A_GAME])
    followed, found = _Followed(program, shown, stop, going), Lines(program)
    if not followed.play() or not followed.gone_back(found):
        return ()
    return tuple(found.nearest(there))


@record
class _Line:
    """A line: how far it is from what went wrong, and how late it ran."""

    span: Span
    far: float
    when: int


@record
class Lines:
    """The lines that were come to."""

    program: Program
    lines: dict[tuple[str, int], _Line] = field(default_factory=dict)

    def add(self, place: int, far: float, when: int) -> None:
        """A place was come to, so far from what went wrong."""
        if 0 < place < len(self.program.places):
            self.span(self.program.places[place].span, far, when)

    def span(self, span: Span, far: float, when: int) -> None:
        """The same, of a line that need not be one of the program."""
        known = self.lines.get((span.file, span.line))
        if span.line and (known is None or (far, -when) < (known.far, -known.when)):
            self.lines[span.file, span.line] = _Line(span, far, when)

    def nearest(self, there: Span) -> list[Span]:
        """Those that are to be named, but for what stands beside `there`."""
        out: list[Span] = []
        for line in sorted(self.lines.values(), key=lambda one: (one.far, -one.when, one.span.line)):
            apart = (one.file != line.span.file or abs(one.line - line.span.line) > NEAR for one in (there, *out))
            if len(out) < MOST and all(apart):
                out.append(line.span)
        return out


class _Followed:
    """The game once more: the steps of its last answers, those where something went wrong, and what was let through how often."""

    def __init__(self, program: Program, shown: Shown, stop: Stop, going: Callable[[], bool]):
        self.program, self.shown, self.answers, self.stop, self.going = program, shown, shown.answers, stop, going
        self.follower = Follower(program, STEPS)
        self.events = self.follower.events
        self.starts: list[int] = []
        self.against: list[Span] = []
        self.done: Counter[int] = Counter()

    # ---- playing ---------------------------------------------------------------------------------

    def play(self) -> bool:
        """Was there time for it, and was it no more than can be followed?"""
        plain, begin = Interpreter(self.program), max(0, len(self.answers) - FOLLOWED)
        playing = plain if begin else self.follower
        try:
            state = playing.state(self.shown.first) if self.shown.first else playing.start(self.shown.seed, 1)
            for n, (option, seat) in enumerate(self.answers):
                if not self.going():
                    return False
                move = tuple(plain.legal(state, state.get("ask.site"), seat)[option]) if seat >= 0 else (option,)
                if n >= begin:
                    playing = self.follower
                    self._answered(state, move, seat)
                state = state.answered(move, seat)
                playing.resume(state)
            self.starts = [len(self.events) - 1, *self._last(state)]
        except RulesFault:
            self.starts = [len(self.events) - 1]
        except TooLong:
            return False
        self.starts = [n for n in self.starts if n >= 0]
        if self.stop.kind in ROUNDS:
            self.starts += [n for start in self.starts for n in self.events[start].others]
        return self.going()

    def _answered(self, state: State, move: tuple[int, ...], seat: int) -> None:
        let = _let(self.program.actions[move[0]]) if seat >= 0 and move[0] >= 0 else []
        self.follower.answered([self.program.sites[state.get("ask.site")].place, *let])
        self.done.update(let)

    def _last(self, state: State) -> Iterator[int]:
        """The steps where something is wrong behind the last answer."""
        since = len(self.events)
        if self.stop.kind == "invariant":
            for _, function, place in self.program.invariants:
                if place == self.stop.place:
                    self.follower.call(state, function)
            yield len(self.events) - 1
        elif state.get("status") == OVER:  # an end that cannot be judged raises
            self.follower.call(state, "winners")
            for seat in range(self.program.players):
                self.follower.call(state, "score", seat)
                self.follower.call(state, "payoff", seat)
        elif self.stop.kind == "stuck" and state.get("status") == ASKING:
            yield from self._stuck(state, since)

    def _stuck(self, state: State, since: int) -> Iterator[int]:
        """What stands against each action that is asked for, and what was not come to in the menu."""
        position = Position(self.program, self.follower, Words(self.program), state)
        for seat in position.waiting:
            with suppress(RulesFault):  # what cannot even be asked is no reason
                self.against += [reason.span for reason in refusals(position, seat)]
                self.follower.legal(state, position.site_number, seat)
        guards = {action.guard for action in self.program.actions}
        yield from (n for n in range(since, len(self.events)) if self.events[n].value and self.events[n].function in guards)
        if position.site.legal:
            yield from self._withheld(since, position.site.legal)

    def _withheld(self, since: int, menu: str) -> Iterator[int]:
        """The branches by which what a menu could have offered was not come to, and sets that it would have been taken from."""
        function = self.program.functions[menu]
        decides = deciding(function)
        ran = {event.label: n for n, event in enumerate(self.events) if n >= since and event.function == menu}
        yield from (n for n, event in enumerate(self.events) if n >= since and event.function == menu and OPS[event.op].role == "menu")
        ahead, seen = [block.label for block in function.blocks if any(names_options(one) for one in block.instrs)], set[str]()
        while ahead:
            if (label := ahead.pop()) not in seen and label not in ran:
                seen.add(label)
                ahead += decides.get(label, ())
                yield from (ran[one] for one in decides.get(label, ()) if one in ran)

    # ---- going back ------------------------------------------------------------------------------

    def gone_back(self, found: Lines) -> bool:
        """From the steps that went wrong to all that they hang on. Was there time for it?"""
        reached, ahead = dict.fromkeys(self.starts, 0.0), [(0.0, -n) for n in self.starts]
        heapq.heapify(ahead)
        read = {self.events[n].wrote: (0.0, n) for n in self.starts}
        for span in self.against:
            found.span(span, 0.0, len(self.events))
        for went in count():
            if not ahead or went % A_WHILE == 0 and not self.going():
                break
            far, n = heapq.heappop(ahead)
            if far > reached[-n]:
                continue
            event = self.events[-n]
            found.add(event.place, far, -n)
            for thing in event.read:
                read.setdefault(thing, (far, -n))
            for one, step in [*((one, STEP) for one in event.before), (event.decided, DECIDED)]:
                more = far + self._step(event, one, step)
                if one >= 0 and more < reached.get(one, more + 1):
                    reached[one] = more
                    heapq.heappush(ahead, (more, -one))
        self._elsewhere(read, found)
        if self.stop.kind in ROUNDS:
            for place, times in self.done.items():
                found.add(place, LET + 1 - times / max(1, min(FOLLOWED, len(self.answers))), 0)
        return self.going()

    def _step(self, event: Event, one: int, step: float) -> float:
        """How far it is from one step to another: nothing on one line."""
        other, lines = self.events[one], [self.program.places[n].span.line for n in (event.place, self.events[one].place)]
        if lines[0] == lines[1] or not lines[1]:
            return 0.0
        return LET if other.op == ANSWER else CALLED if other.function not in (event.function, "main") else step

    def _elsewhere(self, read: dict[str, tuple[float, int]], found: Lines) -> None:
        """Where what was read is declared, and who would have written it."""
        spans = {one.name: one.span for one in self.program.variables} | {one.name: one.span for one in self.program.zones}
        wrote, ran = {self.events[n].wrote for n in self.starts}, {event.place for event in self.events}
        for thing, (far, when) in read.items():
            if thing in spans:
                found.span(spans[thing], far + (FITS if thing in wrote else DECLARED), when)
        for thing, place in writers(self.program):
            if thing in read and thing in spans and place not in ran:
                found.add(place, read[thing][0] + ELSEWHERE, read[thing][1])


def _let(action: Action) -> list[int]:
    """What lets an action be chosen: what it asks for, and requires."""
    return [action.place, *(one.place for one in action.requirements), *(one.place for one in action.params)]


def writers(program: Program) -> Iterator[tuple[str, int]]:
    """What is written in `main`, and where: variables, zones that cards come into, and those that they may come from."""
    main = program.functions["main"]
    origins = Origins(program, main.blocks)
    for instr in (instr for block in main.blocks for instr in block.instrs):
        op, region = OPS[instr.op], written(instr)
        if region is not None:
            yield region, instr.place
        elif op.changes("where"):
            come = origins.places.get(("main", instr.args[op.card]), frozenset()) - {ANYWHERE} if op.card is not None else changed_zones(program, instr, "out")
            yield from ((zone, instr.place) for zone in changed_zones(program, instr, "in") | come)
