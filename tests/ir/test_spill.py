"""What lives across a decision is kept; what does not is not."""

from hypothesis import given
from hypothesis import strategies as st

from ruledsl.interp import Interpreter
from ruledsl.ir.flow import bits_for, defined, exposed, mask_of, touched, used, uses
from ruledsl.ir.program import Block, Function, Instr, Site
from ruledsl.ir.regions import Region
from ruledsl.ir.spill import spill
from ruledsl.ir.verify import verify
from tests.ir.build import WORD, program
from tests.work import lines_at_most

OUT = Region("out", 8, -WORD - 1, WORD, "variable")
SITE = Site("choice", "s", 0, (), legal="none")
LEGAL = "function none legal 1 1\n  s:\n    return r0\n"
ASK = """
function main main 0 6
  resumes start, back
  start:
    r1 = const 7
    r2 = const 8
    r3 = const 3
    ask 0, r3, r4, back
  back:
    r4 = const 0
    store out[r4], r1
    r4 = const 1
    store out[r4], r2
    finish
"""


def test_live_registers_are_kept():
    game = program(ASK + LEGAL, regions=(OUT,), sites=(SITE,))
    verify(game)
    engine = Interpreter(game)
    state = engine.start(0)
    engine.resume(state)
    assert state.values["out"][:2] == [7, 8]
    assert game.region["frame"].count == 2


@given(st.lists(st.tuples(st.sampled_from(("const", "copy", "add", "jump")), *[st.integers(0, 5)] * 3), max_size=8), st.sets(st.integers(0, 5)))
def test_what_a_block_reads_and_sets(lines, some):
    instrs = [Instr(op, ("b",) if op == "jump" else (a, b, c)[: {"const": 2, "copy": 2, "add": 3}[op]]) for op, a, b, c in lines]
    reads, sets = set(), set()
    for op, a, b, c in lines:
        read = {"copy": {b}, "add": {b, c}}.get(op, set())
        reads |= read - sets
        sets |= {a} - ({a} if op == "jump" else set())
    block = Block("b", instrs)
    assert exposed(block) == (reads, sets)
    masks = uses(block, bits_for(some))
    assert [mask for mask, _ in masks] == [mask_of(some & set(used(instr))) for instr in instrs]
    assert [mask for _, mask in masks] == [mask_of(some & {defined(instr)}) for instr in instrs]
    assert [set(touched(instr)) for instr in instrs] == [{*used(instr), defined(instr)} - {None} for instr in instrs]


def test_pinned_registers_come_first_and_are_always_stored():
    game = program(ASK + LEGAL, regions=(OUT,), sites=(SITE,), pinned=(3, 2))
    assert Interpreter(game).start(0).values["frame"] == [3, 8, 7]


def test_pinned_registers_are_loaded_even_if_nothing_reads_them_later():
    main = Function("main", "main", 0, 2, [Block("a", [Instr("ask", (0, 0, 0, "b"))]), Block("b", [Instr("finish", ())])], ("a", "b"))
    out = spill(main, (1,))
    loaded = next(block for block in out.main.blocks if block.label == "b.resume")
    assert [i.op for i in loaded.instrs] == ["const", "load", "jump"] and out.slots == {1: 0}


def test_a_resume_point_can_also_be_jumped_to():
    text = ASK.replace("r3 = const 3\n    ask 0, r3, r4, back", "jump back").replace("resumes start, back", "resumes start, back")
    game = program(text + LEGAL, regions=(OUT,), sites=(SITE,))
    assert Interpreter(game).start(0).values["out"][:2] == [7, 8]


def test_registers_that_are_not_kept_begin_as_nothing():
    text = ASK.replace("store out[r4], r2", "r2 = const 0\n    store out[r4], r2")
    game = program(text + LEGAL, regions=(OUT,), sites=(SITE,))
    assert game.region["frame"].count == 1


steps = st.tuples(st.sampled_from(["const", "add", "xor", "copy", "ask"]), *[st.integers(1, 5)] * 3)


@given(st.lists(steps, max_size=25), st.sets(st.integers(1, 5)))
def test_an_interrupted_run_ends_as_an_uninterrupted_one(run, pinned):
    straight = Interpreter(_run(run, asking=False, pinned=()))
    asked = Interpreter(_run(run, asking=True, pinned=tuple(pinned)))
    state = asked.start(0)
    while state.get("status") == 1:
        asked.resume(state)
    assert state.values["out"] == straight.start(0).values["out"]


def _run(run, asking, pinned):
    """A main of straight steps that begins with known registers and tells all of them at its end."""
    lines = [f"    r{r} = const {r * r}" for r in range(1, 6)]
    labels = ["start"]
    for op, d, a, b in run:
        if op != "ask":
            lines.append({"const": f"    r{d} = const {a}", "copy": f"    r{d} = copy r{a}"}.get(op, f"    r{d} = {op} r{a}, r{b}"))
        elif asking:
            labels.append(f"l{len(labels)}")
            lines += [f"    r6 = const 1\n    ask 0, r6, r0, {labels[-1]}", f"  {labels[-1]}:"]
    for r in range(1, 6):
        lines += [f"    r7 = const {r}", f"    store out[r7], r{r}"]
    text = f"function main main 0 8\n  resumes {', '.join(labels)}\n  start:\n" + "\n".join(lines) + "\n    finish\n"
    return program(text + LEGAL, regions=(OUT,), sites=(SITE,), pinned=pinned)


LINES = 1_500_000  # three times as many as now


def test_it_is_quick_on_a_long_game():
    number = 4000
    blocks = []
    for i in range(number):
        near = [i // 4 + n for n in range(4)]
        body = [Instr("const", (near[n], n)) for n in range(3)] + [Instr("add", (near[0], near[1], near[2]))]
        ahead = f"b{(i + 1) % number}"
        end = Instr("ask", (0, near[0], near[1], ahead)) if i % 20 == 0 else Instr("branch", (near[2], ahead, f"b{max(0, i - 7)}"))
        blocks.append(Block(f"b{i}", [*body, end]))
    main = Function("main", "main", 0, 1100, blocks, ("b0", *(f"b{i + 1}" for i in range(0, number, 20))))
    with lines_at_most(LINES):
        spill(main)
