"""A long game is not one without end: where a number that the course of play asks for has only risen all the while, or only fallen, it comes to where
it ends the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ruledsl.findings.machine import LONGEST, Answers, Machine, Stop
from ruledsl.findings.verdicts import SAMPLED, Finding
from ruledsl.interp import State
from ruledsl.ir.flow import called, constants, defined, loaded, stored, used
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Function, Program
from ruledsl.ir.rounds import promises

LOOKS = 10
"""Times that a long game is looked at on its way; a number that comes and goes does not rise each time but once in some millions of games."""


def only_long(machine: Machine, stop: Stop, seed: int, answers: Answers, setting: int) -> Finding | None:
    """What there is to say of a game that was given up and goes on towards an end; nothing of others."""
    if stop.kind != "endless" or stop.fault or not (name := _rising(machine, seed, answers)):
        return None
    place = machine.program.places[stop.place]
    text = f"a game did not end within {LONGEST:,} answers; {name}, which play asks for, rose or fell all the while"
    return Finding(SAMPLED, "endless", text, place.span, place.tags, setting, sample=LONGEST)


Cell = tuple[str, int]
"""A region and the number of a cell in it; of variables -1: any of them."""
FRAME = "frame"


def _rising(machine: Machine, seed: int, answers: Answers) -> str:
    """What rose, or fell, from each look at a game to the next: a variable, or how often a loop has gone round; nothing where there is none."""
    program = machine.program
    with machine.aside():
        states = [State.from_bytes(program, block) for block in machine.course(seed, answers, LOOKS)]
    names = [*(variable.name for variable in program.variables), *([FRAME] if FRAME in program.region else [])]
    risen = [cell for name in names for cell in _risen(states, name, program.region[name].count)] if len(states) == LOOKS else []
    asked = _asked_for(program) - _promised(program) if risen else set()
    found = next((name for name, number in risen if (name, number if name == FRAME else -1) in asked), "")
    return f"`{found}`" if found and found != FRAME else found and "the number of a loop"


def _risen(states: Sequence[State], name: str, count: int) -> Iterator[Cell]:
    """The cells of a region that rose, or fell, each time."""
    for index in range(count):
        values = [state.get(name, index) for state in states]
        if {(now > before) - (now < before) for before, now in pairwise(values)} in ({1}, {-1}):
            yield name, index


def _promised(program: Program) -> set[Cell]:
    """Where it stands how often loops went round that fault beyond their bounds: these end no game."""
    main = program.functions["main"]
    counts = {one.count for one in promises(main)}
    known = ((instr, values) for block in main.blocks for instr, values in constants(block) if stored(instr) == FRAME)
    return {(FRAME, values[instr.args[1]]) for instr, values in known if instr.args[1] in values and instr.args[2] in counts}


def _asked_for(program: Program) -> set[Cell]:
    """What the course of play asks for: what is made of it is compared there, and not stored alone."""
    main = program.functions["main"]
    names = {name for block in main.blocks for instr in block.instrs if (name := called(instr)) is not None}
    return set[Cell]().union(*map(_compared, (main, *(program.functions[name] for name in names))))


def _compared(function: Function) -> set[Cell]:
    """The cells whose numbers a function compares, as they are or with what was made of them."""
    out, made = set[Cell](), dict[int, set[Cell]]()
    for _ in range(2):  # what stands further up may be made of what stands below: a loop
        for instr, known in (pair for block in function.blocks for pair in constants(block)):
            here = set[Cell]().union(*(made.get(register, ()) for register in used(instr)))
            if (region := loaded(instr)) is not None:
                here |= {(region, known.get(instr.args[2], -1) if region == FRAME else -1)}
            if OPS[instr.op].gives == "b":
                out |= here
            elif (to := defined(instr)) is not None:
                made.setdefault(to, set()).update(here)
    return out
