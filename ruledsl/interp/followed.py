"""Following a program: of each step it is kept which steps before it its value, and that it ran at all, hang on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ruledsl.interp.machine import Chunk, Code, Interpreter, Run, Step
from ruledsl.interp.state import State
from ruledsl.ir.deciding import deciding
from ruledsl.ir.flow import answered, called, defined, loaded, stored, switched, used, written
from ruledsl.ir.ops import OPS, Op
from ruledsl.ir.paths import return_registers
from ruledsl.ir.program import Block, Function, Instr, Program
from ruledsl.record import field, record

MOVE = "move"
NEVER = -(1 << 60)
ANSWER = "answer"
"""What stands where an answer was given, for an operation."""
LOOKS = ("contents", "order", "top", "count")
"""What is looked at of a zone where who moved cards there, or away, matters."""


@record
class Going:
    """A function that is being run: by register the step that set it, by block the branch at its end that ran last, the step that decided where it is,
    and the step that called it."""

    name: str
    sets: dict[int, int] = field(default_factory=dict)
    forks: dict[str, int] = field(default_factory=dict)
    decided: int = -1
    caller: int = -1


@record
class Event:
    """A step that was made: its place in the rules, the steps before it that its value hangs on, what it read and wrote of the state, the branch that
    decided that it is come to, of a branch and a fault all that decide that, and of what ends a function its value."""

    place: int
    op: str
    before: list[int]
    read: tuple[str, ...] = ()
    function: str = ""
    label: str = ""
    others: tuple[int, ...] = ()
    wrote: str = ""
    decided: int = -1
    value: int = 0


class TooLong(Exception):
    """There are more steps than are to be kept."""


class Follower(Interpreter):
    """Plays as the interpreter does, much slower, and keeps all steps as `events`, `most` of them; then TooLong."""

    def __init__(self, program: Program, most: int):
        super().__init__(program)
        self.most = most
        self.events: list[Event] = []
        self.wrote: dict[str, dict[tuple[int, int], int]] = {}  # by what was written, instance and place: the last step that did
        self._main = Going("main")
        self._stack: list[Going] = []
        self._returns = return_registers(program.functions["main"])
        self._at: tuple[Function, Block] | None = None
        self._decides: dict[str, dict[str, frozenset[str]]] = {}
        self._thing = {region: name for name, regions in program.beside.items() for region in regions}
        self._zones = {zone.base + k: (zone.name, k) for zone in program.zones for k in range(zone.instances)}

    # ---- what is run -----------------------------------------------------------------------------

    def call(self, state: State, function: str, *arguments: int) -> int:
        """The value of a function, followed."""
        with self._apart(function):
            return super().call(state, function, *arguments)

    def _options(self, state: State, function: str, seat: int) -> list[tuple[int, ...]]:
        with self._apart(function):
            return super()._options(state, function, seat)

    def _go_on(self, state: State) -> None:
        self._stack = [self._main]
        super()._go_on(state)

    @contextmanager
    def _apart(self, name: str) -> Iterator[None]:
        kept, self._stack = self._stack, [Going(name)]
        try:
            yield
        finally:
            self._stack = kept

    def answered(self, places: Iterable[int]) -> None:
        """An answer is given, which these places let through."""
        before = [len(self.events) - 1] if self.events else []
        self.wrote[MOVE] = {}
        for n, place in enumerate(places):
            self.wrote[MOVE][n, place] = self._happened(Event(place, ANSWER, before))

    def _happened(self, event: Event) -> int:
        if len(self.events) >= self.most:
            raise TooLong
        self.events.append(event)
        return len(self.events) - 1

    # ---- how it is followed ----------------------------------------------------------------------

    def _fuse(self, chunk: Chunk) -> None:
        """Each step is made by itself, however often."""
        self._ready(chunk)
        chunk.times = NEVER

    def _decode(self, function: Function, block: Block, code: Code) -> None:
        self._at = function, block
        super()._decode(function, block, code)
        self._at = None

    def _step(self, instr: Instr, code: Code) -> Step:
        step, operands, place = super()._step(instr, code)
        assert self._at is not None
        function, block = self._at
        fresh = next(one for one in block.instrs if not self._known(one, code)) is instr
        return self._followed(step, instr, function, block.label if fresh else "", block.label), operands, place

    def _followed(self, step: Callable[..., Any], instr: Instr, function: Function, fresh: str, label: str) -> Callable[..., Any]:
        op, reads, sets, callee, answers = OPS[instr.op], used(instr), defined(instr), called(instr), answered(instr)
        place = 0 if switched(instr) in self._returns and function.name == "main" else instr.place  # where a call goes on is no line's decision
        forks, moves = op.role == "ends" and len(op.form) > 1, op.changes("where")

        def follow(run: Run, r: list[int], *operands: Any) -> Any:
            going = self._stack[-1]
            if fresh:
                self._come_to(going, function, fresh)
            before = [going.sets[one] for one in reads if one in going.sets]
            event = Event(place, instr.op, before, function=function.name, label=label, decided=going.decided, value=r[answers] if answers is not None else 0)
            number = self._happened(event)
            self._read(event, instr, op, r)
            if forks:
                event.others = tuple(going.forks[one] for one in self._deciding(function).get(label, ()) if one in going.forks)
                going.forks[label] = number
            elif op.role == "ends" and "X" in op.form:  # the rules go wrong here
                event.others = tuple(self._last_fork(going))
            homes = [*run.values["card.zone"]] if moves else []
            if callee is not None:
                sources = instr.args[2:]
                self._stack.append(Going(callee, {n: going.sets[one] for n, one in enumerate(sources) if one in going.sets}, caller=number))
            result = step(run, r, *operands)
            if callee is not None:
                self._stack.pop()
                number = len(self.events) - 1  # what ended the function gave the value
            if sets is not None:
                going.sets[sets] = number
            if homes:
                self._moved(homes, run.values["card.zone"], number, instr.place)
            self._written(instr, r, number)
            return result

        return follow

    def _come_to(self, going: Going, function: Function, label: str) -> None:
        """Which branch decided that this block is run: the last one of those that do, else what called the function."""
        found = [going.forks[one] for one in self._deciding(function).get(label, ()) if one in going.forks]
        going.decided = max(found, default=going.caller)

    def _deciding(self, function: Function) -> dict[str, frozenset[str]]:
        if function.name not in self._decides:
            self._decides[function.name] = deciding(function)
        return self._decides[function.name]

    def _last_fork(self, going: Going) -> Iterator[int]:
        """What decides whether the branch that ran last is come to."""
        last = max(going.forks.values(), default=-1)
        if last >= 0:
            yield from self.events[last].others

    def _read(self, event: Event, instr: Instr, op: Op, r: list[int]) -> None:
        if (region := written(instr)) is not None and region != "frame":
            event.wrote = self.thing(region)
        region = loaded(instr)
        if region is not None:
            thing = self.thing(region)
            event.read += (thing,)
            event.before += self._last(thing, r[instr.args[2]] if thing == region and region != MOVE else None)
        for aspect, which in op.reads:
            if aspect in LOOKS and which.isdigit():
                at = op.zones[int(which)]
                event.read += (instr.args[at],)
                event.before += self._last(instr.args[at], r[instr.args[at + 1]])

    def thing(self, region: str) -> str:
        """The variable or zone that a region tells of."""
        if region in self._thing:
            return self._thing[region]
        head = region.split(".")[0]
        return head if head in self.program.zone and region not in {v.name for v in self.program.variables} else region

    def _last(self, thing: str, index: int | None) -> list[int]:
        """The last steps that wrote something, one a place."""
        return [n for (k, _), n in self.wrote.get(thing, {}).items() if index is None or k in (index, -1)]

    def _written(self, instr: Instr, r: list[int], number: int) -> None:
        region = written(instr)
        if region is not None:
            index = r[instr.args[1]] if stored(instr) else -1
            there = self.wrote.setdefault(region, {})
            for key in [key for key in there if key[0] == index or index == -1]:
                del there[key]
            there[index, instr.place] = number

    def _moved(self, old: list[int], new: list[int], number: int, place: int) -> None:
        for zone in {zone for was, now in zip(old, new, strict=True) if was != now for zone in (was, now)}:
            if zone in self._zones:
                name, k = self._zones[zone]
                self.wrote.setdefault(name, {})[k, place] = number
