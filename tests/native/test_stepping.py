"""What lives across every decision is loaded and stored at one place of `main`: the bytes are those of the reference engine, after faults too."""

from __future__ import annotations

import pytest

from ruledsl.interp import Interpreter
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Function, Instr, Program
from ruledsl.ir.spill import spill
from ruledsl.ir.verify import verify
from ruledsl.native import Native
from ruledsl.native.stepping import FEW, always_kept
from ruledsl.record import replace
from ruledsl.store import Store
from tests.native.build import functions, program
from tests.native.compare import same_game

FIRST = 20


def game(kept: int, seats: int = 4) -> tuple[Program, dict[int, int]]:
    """Two questions by turns, and numbers in registers that grow with every answer; which slot of the frame has which register."""
    many = range(FIRST, FIRST + kept)
    lines = ["function main main 0 80", "  resumes start, one, two", "  start:", "    r0 = const 0", "    r1 = const 1", "    r2 = const 4"]
    lines += [f"    r{r} = const {r * r}" for r in many]
    lines += ["    r10 = const 77", "    ask 0, r2, r0, one", "  one:", "    r0 = const 0", "    r1 = const 1", "    r3 = load move[r1]"]
    lines += [f"    r{r} = add r{r}, r3" for r in many]
    lines += ["    r11 = const 8", "    r5 = load decisions[r0]", "    r6 = lt r5, r11", f"    r7 = const {seats}", "    branch r6, more, end"]
    lines += ["  more:", "    ask 0, r7, r0, two", "  two:", "    r0 = const 0", "    r2 = const 2"]
    lines += [f"    r{r} = add r{r}, r{r + 1}" for r in many[:-1]]
    lines += ["    ask 0, r2, r0, one", "  end:", "    r12 = const 0"]
    lines += [f"    r12 = xor r12, r{r}" for r in (10, *many)]
    lines += ["    store out[r0], r12", "    finish"]
    spilled = spill(functions("\n".join(lines) + "\n")["main"], (FIRST + 2, FIRST))
    made = program("function main main 0 1\n  resumes a\n  a:\n    finish\n", extra=(spilled.frame,))
    head = tuple(replace(r, high=max(r.high, 3)) if r.name == "pc" else r for r in made.regions)
    made = replace(made, functions={**made.functions, "main": spilled.main}, regions=head)
    verify(made)
    return made, {slot: register for register, slot in spilled.slots.items()}


@pytest.mark.parametrize("tier", [0, 1, 2])
@pytest.mark.parametrize("kept", [3, FEW, 40])
def test_a_game_goes_on_as_it_does_there(kept: int, tier: int) -> None:
    made, slots = game(kept)
    shared = always_kept(made.functions["main"])
    assert len(shared) == kept + 1 and shared.items() <= slots.items()
    assert same_game(made, 1, tier) == 9


@pytest.mark.parametrize("tier", [0, 1, 2])
def test_a_question_that_faults_leaves_the_same_state(tier: int) -> None:
    made, _ = game(40, seats=1 << 20)
    states = []
    for engine in (Interpreter(made), Native(made, tier, Store(None))):
        state = engine.start(1)
        state.set("move", 1, 5)
        with pytest.raises(RulesFault) as fault:
            engine.resume(state)
        assert fault.value.fault == Fault.RANGE
        states.append(state.bytes())
    assert states[0] == states[1]


def test_of_a_frame_that_something_else_looks_at_nothing_is_shared() -> None:
    main = game(40)[0].functions["main"]
    load, jump = Instr("load", (30, "frame", 0)), Instr("jump", ("one.resume",))

    def with_change(label: str, *instrs: Instr) -> Function:
        blocks = [replace(b, instrs=[*instrs, *b.instrs]) if b.label == label else b for b in main.blocks]
        return replace(main, blocks=blocks)

    assert always_kept(main) and not always_kept(with_change("two", load)) and not always_kept(with_change("one.resume", Instr("copy", (30, 31))))
    into = [replace(b, instrs=[*b.instrs[:-1], jump]) if b.label == "end" else b for b in main.blocks]
    assert not always_kept(replace(main, blocks=into))
