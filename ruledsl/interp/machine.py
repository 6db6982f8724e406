"""Runs a program: decodes a block when it is run for the first time, then takes one step an instruction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ruledsl.interp.hopping import Behind
from ruledsl.interp.state import State
from ruledsl.interp.steps import step_of
from ruledsl.interp.trace import Trace, watched
from ruledsl.interp.zones import Cards, Trap
from ruledsl.ir import layout
from ruledsl.ir.fault import NO_PLACE, RulesFault
from ruledsl.ir.flow import constant, defined, operands, stored, stores
from ruledsl.ir.once import once
from ruledsl.ir.ops import IN_ZONES, NAMED, OPS, Fault
from ruledsl.ir.program import ASKING, KINDS, RUNNING, Block, Function, Instr, Program
from ruledsl.ir.rng import signed

if TYPE_CHECKING:
    from ruledsl.interp.fusing import Fuser

OFTEN = 100
"""Times that a block is run step by step."""

Step = tuple[Callable[..., Any], tuple[Any, ...], int]
"""What to do, with which operands, and the place in the rules."""


class Chunk:
    """A block, decoded once it is run: its steps, and the last one, which says where to go on. `pc` is its number as a resume point,
    `constants` are the registers of the function that are only ever one number.

    `times` counts how often it was run step by step. Then it is `fused`: one function, each line of which has its place in the rules."""

    __slots__ = ("body", "constants", "end", "fused", "pc", "places", "times")

    def __init__(self, pc: int, constants: dict[int, int]):
        self.pc = pc
        self.constants = constants
        self.body: list[Step] = []
        self.end: Step
        self.times = 0
        self.fused: FunctionType | None = None
        self.places: list[int] = []

    def place(self, trap: Trap, last: int) -> int:
        """Where in the rules the block has failed; `last` is the place of the last step that was made by itself."""
        inside = trap.__traceback__.tb_next if trap.__traceback__ else None
        if self.fused is None or inside is None or inside.tb_frame.f_code is not self.fused.__code__:
            return last
        return self.places[inside.tb_lineno - 1]


class Code:
    """A decoded function."""

    __slots__ = ("blank", "chunks", "constants", "entry", "resumes", "writes")

    def __init__(self, function: Function, constants: dict[int, int]):
        numbers = {label: pc for pc, label in enumerate(function.resumes)}
        self.constants = constants
        self.chunks = {block.label: Chunk(numbers.get(block.label, -1), self.constants) for block in function.blocks}
        self.entry = self.chunks[function.blocks[0].label]
        self.blank = [self.constants.get(r, 0) for r in range(function.params, function.registers)]
        self.resumes = [self.chunks[label] for label in function.resumes]
        self.writes: tuple[str, ...] = ()  # of a function that is only tried: the regions that it may write


@once
def _found(program: Program) -> dict[str, dict[int, int]]:
    """By function what `constants` has found: several machines run one program."""
    return {}


def constants(program: Program, name: str) -> dict[int, int]:
    """The registers of a function that are only ever one constant, and are not kept in the frame: these hold it from the beginning."""
    found = _found(program)
    if name not in found:
        found[name] = _constants(program.functions[name])
    return found[name]


def _constants(function: Function) -> dict[int, int]:
    values: dict[int, set[int | None]] = {}
    for block in function.blocks:
        for instr in block.instrs:
            to = defined(instr)
            if to is not None:
                values.setdefault(to, set()).add(constant(instr))
            if stored(instr) == "frame":
                values.setdefault(instr.args[2], set()).add(None)
    single = {r: next(iter(v)) for r, v in values.items() if len(v) == 1 and r >= function.params}
    return {r: value for r, value in single.items() if value is not None}


class Run:
    """One call into a program: the state it works on, its fuel, the options that it names."""

    __slots__ = ("cards", "fuse", "options", "program", "result", "ticks", "values")

    def __init__(self, program: Program, cards: Cards, fuse: Callable[[Chunk], None], values: layout.Values):
        self.program = program
        self.fuse = fuse
        self.cards = cards
        self.values = values
        self.ticks = 0
        self.options: list[tuple[int, ...]] = []
        self.result = 0

    def execute(self, code: Code, arguments: list[int], start: Chunk | None = None) -> int:
        """Run a function to its end, or `main` until it stops; all registers but the arguments begin as 0."""
        registers = arguments + code.blank
        chunk: Chunk | None = start or code.entry
        place = 0
        try:
            while chunk is not None:
                if chunk.fused is not None:
                    chunk = chunk.fused(self, registers)
                    continue
                chunk.times += 1
                if chunk.times > OFTEN:
                    self.fuse(chunk)
                    continue
                for step, args, place in chunk.body:  # noqa: B007
                    step(self, registers, *args)
                step, args, place = chunk.end
                chunk = step(self, registers, *args)
        except Trap as trap:
            places, at = self.program.places, chunk.place(trap, place) if chunk is not None else place
            raise RulesFault(trap.fault, places[at] if at < len(places) else NO_PLACE, trap.detail) from None
        return self.result


    def tried(self, code: Code, arguments: list[int]) -> int:
        """The value of a function that writes into copies."""
        kept = {name: self.values[name] for name in code.writes}
        self.values.update((name, values.copy()) for name, values in kept.items())
        try:
            return self.execute(code, arguments)
        finally:
            self.values.update(kept)


class Interpreter:
    """Plays a program. With `trace`, every step that changes the state is told to it."""

    def __init__(self, program: Program, trace: Trace | None = None):
        self.program = program
        self._trace = trace
        self._cards = Cards(program)
        self._fuser: Fuser | None = None
        self._codes: dict[str, Code] = {}

    def beside(self, program: Program) -> Interpreter:
        """One that plays the same program with other readings: what is decoded, and made one function, serves both."""
        other = Interpreter(program)
        other._cards, other._codes = self._cards, self._codes
        return other

    @property
    def at_hand(self) -> bool:
        """Nothing has to be made."""
        return True

    def start(self, seed: int, chance: int = 0) -> State:
        """A new game, played up to its first decision. With `chance` 1, chance is asked and not drawn."""
        state = self.blank(seed, chance)
        self._go_on(state)
        return state

    def state(self, data: bytes) -> State:
        """The state of a block; ValueError if it has the wrong size."""
        return State.from_bytes(self.program, data)

    def blank(self, seed: int, chance: int = 0) -> State:
        """A state before the first step: everything as it is declared, all cards at home."""
        state = State(self.program, layout.first_values(self.program))
        state.set("rng", 0, signed(seed))
        state.set("chance", 0, chance)
        return state

    def resume(self, state: State) -> None:
        """Go on from a decision, with the answer in `move` and its seat in `move.seat`."""
        if state.get("status") != ASKING:
            raise RulesFault(Fault.BAD_MOVE)
        if KINDS[state.get("ask.kind")] != "chance":
            state.set("decisions", 0, state.get("decisions") + 1)
        self._go_on(state)

    def call(self, state: State, function: str, *arguments: int) -> int:
        """The value of a function in a state."""
        return self._run(state).execute(self._code(function), list(arguments))

    def each(self, state: State, function: str, count: int) -> tuple[int, ...]:
        """The values of a function of one number, for all numbers below `count`."""
        return tuple(self.call(state, function, n) for n in range(count))

    def legal(self, state: State, site: int, seat: int) -> list[tuple[int, ...]]:
        """The moves that a seat may make at a site: the action's number and its arguments. A seat that is asked has one, or the
        rules are at fault."""
        options = self._options(state, self.program.sites[site].legal, seat)
        if not options and state.get("ask.site") == site and state.get("ask.seats") >> max(seat, 0) & 1:
            raise RulesFault(Fault.NO_OPTION, self.program.places[self.program.sites[site].place])
        return options

    def menu(self, state: State, site: int, seat: int) -> list[tuple[int, ...]]:
        """The same: here they are there at once."""
        return self.legal(state, site, seat)

    def many(self, state: State, site: int, seat: int) -> int:
        """How many moves a seat may make at a site."""
        return len(self.legal(state, site, seat))

    def behind(self, state: State, moves: Sequence[tuple[int, ...]], seat: int) -> Behind:
        """Where play goes on behind each of some options of a seat."""
        return Behind(self, state, moves, seat)

    def early(self, state: State, site: int, seat: int) -> list[tuple[int, ...]]:
        """The moves of a site with requirements that random play asks late, as if all of these held."""
        return self._options(state, self.program.sites[site].early, seat)

    def _options(self, state: State, function: str, seat: int) -> list[tuple[int, ...]]:
        run = self._run(state)
        run.execute(self._code(function), [seat])
        return run.options

    def _run(self, state: State) -> Run:
        return Run(self.program, self._cards, self._fuse, state.values)

    def _ready(self, chunk: Chunk) -> None:
        """See to it that a block is decoded."""
        step, operands, _ = chunk.end
        if step is _decoded:
            machine, *what = operands
            machine._decode(*what)

    def _fuse(self, chunk: Chunk) -> None:
        if self._fuser is None:
            from ruledsl.interp.fusing import Fuser

            self._fuser = Fuser(self._ready)
        self._fuser.fuse(chunk)

    def _go_on(self, state: State) -> None:
        main, pc = self._code("main"), state.get("pc")
        if not 0 <= pc < len(main.resumes):
            raise RulesFault(Fault.BOUNDS)
        state.set("status", 0, RUNNING)
        self._run(state).execute(main, [], main.resumes[pc])

    def _code(self, name: str) -> Code:
        """A function, made ready when it is asked for the first time, as most never are."""
        code = self._codes.get(name)
        if code is None:
            function = self.program.functions[name]
            code = self._codes[name] = Code(function, constants(self.program, name))
            code.writes = stores(self.program, function) if function.role == "trial" else ()
            for block in function.blocks:
                code.chunks[block.label].end = _decoded, (self, function, block, code), 0
        return code

    def _decode(self, function: Function, block: Block, code: Code) -> None:
        steps = [self._step(instr, code) for instr in block.instrs if not self._known(instr, code)]
        chunk = code.chunks[block.label]
        chunk.body, chunk.end = steps[:-1], steps[-1]

    def _known(self, instr: Instr, code: Code) -> bool:
        """Does the register hold this constant from the beginning?"""
        return constant(instr) is not None and instr.args[0] in code.constants

    def _step(self, instr: Instr, code: Code) -> Step:
        step = step_of(instr, self.program)
        if self._trace is not None and not code.writes and (OPS[instr.op].acts or OPS[instr.op].last):
            step = watched(step, instr, self._trace)
        return step, tuple(self._operands(instr, code)), instr.place

    def _operands(self, instr: Instr, code: Code) -> list[Any]:
        out: list[Any] = []
        for letter, at in operands(instr.op, instr.args):
            out.append(self._operand(letter, instr.args[at], code))
            if letter in NAMED:
                out.append(instr.args[at + 1])
        return out

    def _operand(self, letter: str, value: Any, code: Code) -> Any:
        match letter:
            case "R":
                return self.program.region[value]
            case _ if letter in IN_ZONES:
                return self._cards.holders[value]
            case "T":
                return self.program.tables[value]
            case "F":
                return self._code(value)
            case "B" | "b":
                return code.chunks[value]
            case _:
                return value


def _decoded(run: Run, registers: list[int], machine: Interpreter, function: Function, block: Block, code: Code) -> Chunk:
    """The only step of a block that was never run: decode it, and run it."""
    chunk = code.chunks[block.label]
    chunk.times -= 1
    machine._decode(function, block, code)
    return chunk
