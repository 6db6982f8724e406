"""Well-formed functions at random, for hypothesis: any graph of blocks, each of which ticks, so that fuel ends what goes round.

Registers 0..2 hold 0..2 for ever, so that most indices hit; the others hold whatever came about.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from ruledsl.ir.flow import operands
from ruledsl.ir.ops import OPS, Fault
from ruledsl.ir.program import Block, Function, Instr
from tests.native.build import SORTS

FIXED, REGISTERS, PARAMS = 3, 10, 3
NUMBERS = st.one_of(st.integers(-3, 14), st.sampled_from([-(1 << 63), (1 << 63) - 1, 1 << 32, 63, 64, -64, 100, 200]))
ENDS = ("jump", "branch", "switch")
PURE = [name for name, op in OPS.items() if op.role == "value" and "*" not in op.form]
WRITING = [name for name, op in OPS.items() if op.role == "deed"]
UNORDERED = [sort[0] for sort in SORTS if not sort[4]]
LOOSE = [sort[0] for sort in SORTS if sort[5]]
ANY = [sort[0] for sort in SORTS]

_registers = st.integers(0, REGISTERS - 1)
_indices = st.one_of(st.integers(0, FIXED - 1), st.just(0), _registers)
_targets = st.integers(FIXED, REGISTERS - 1)


ZONES = {"U": UNORDERED, "L": LOOSE, "Z": ANY}
"""By letter, the zones that an operand can be."""


@st.composite
def instruction(draw: st.DrawFn, names: list[str], labels: list[str], place: int) -> Instr:
    """One instruction with operands that fit its form."""
    op = draw(st.sampled_from(names))
    form = OPS[op].form.replace("*", "").replace("b", "bbb")
    args: list[Any] = []
    for letter in form:
        match letter:
            case "d":
                args.append(draw(_targets))
            case "r":
                args.append(draw(_registers))
            case "i":
                args.append(draw(NUMBERS) if op != "fill" else 0)
            case "R":
                args += [draw(st.sampled_from(["out", "small", "byte", "wide"])), draw(_indices)]
            case _ if letter in ZONES:
                args += [draw(st.sampled_from(ZONES[letter])), draw(_indices)]
            case "T":
                args.append(draw(st.sampled_from(["prime", "far"])))
            case "B" | "b":
                args.append(draw(st.sampled_from(labels)))
            case "X":
                args.append(draw(st.sampled_from(list(Fault))))
    instr = Instr(op, tuple(args), place)
    assert list(operands(op, instr.args))is not None
    return instr


def _first(params: int) -> list[Instr]:
    """Give every register a value: first the fixed ones; parameters come in the last registers but are stored in the first."""
    moved = [Instr("copy", (FIXED + n, n)) for n in range(params)]
    fixed = [Instr("const", (n, n)) for n in range(FIXED)]
    rest = [Instr("const", (n, 5 * n - 20)) for n in range(FIXED + params, REGISTERS)]
    return moved + fixed + rest


@st.composite
def function(draw: st.DrawFn, name: str = "f", role: str = "value", names: list[str] = PURE, most: int = 12) -> Function:
    """A function of any shape; `main` ends by storing its registers."""
    params = PARAMS if role == "value" else 0
    labels = [f"b{n}" for n in range(draw(st.integers(1, 4)))]
    everywhere = [*labels, "end"]
    blocks = [Block("start", [*_first(params), Instr("jump", (labels[0],))])]
    for number, label in enumerate(labels):
        place = 10 * number + 1
        body = [draw(instruction(names, everywhere, place + n)) for n in range(draw(st.integers(0, most)))]
        end = draw(instruction([*ENDS] * 5 + ["trap"], everywhere, place + most))
        blocks.append(Block(label, [Instr("tick", (), place), *body, end]))
    blocks.append(Block("end", _last(role)))
    return Function(name, role, params, REGISTERS + 1, blocks, ("start",) if role == "main" else ())


def _last(role: str) -> list[Instr]:
    if role == "value":
        sums = [Instr("xor", (FIXED, FIXED, n), 99) for n in range(FIXED + 1, REGISTERS)]
        return [*sums, Instr("return", (FIXED,))]
    kept = [i for n in range(REGISTERS) for i in (Instr("const", (REGISTERS, n)), Instr("store", ("out", REGISTERS, n)))]
    return [*kept, Instr("finish", ())]


CARD_OPS = [name for name, op in OPS.items() if op.zones or op.card is not None for _ in range(4 if op.changes("in") and op.card else 1)]
"""Cards move one at a time most often."""


@st.composite
def one_move(draw: st.DrawFn, number: int, cards: int) -> Block:
    """A block that does one thing with cards that there are, keeps what it found in `out`, and stops."""
    op = draw(st.sampled_from(CARD_OPS))
    instrs: list[Instr] = []
    args: list[Any] = []
    words = -(-cards // 64)

    def register(values: st.SearchStrategy[int]) -> int:
        instrs.append(Instr("const", (len(instrs) + 3, draw(values))))
        return len(instrs) + 2

    for letter in OPS[op].form:
        if letter == "d":
            args.append(1)
        elif letter == "i":
            args.append(draw(st.integers(0, words - 1)))
        elif letter == "*":  # a set of cards, or none
            args += [register(st.integers(-1, 1 << 62)) for _ in range(draw(st.sampled_from([0, words])))]
        elif letter in ZONES:
            name = draw(st.sampled_from(ZONES[letter]))
            owner = next(sort[1] for sort in SORTS if sort[0] == name)
            args += [name, register(st.integers(0, 2) if owner == "player" else st.just(0))]
        else:
            sort = dict(OPS[op].read)[len(args)]
            args.append(register(st.integers(0, {"m": 7, "n": 4}.get(sort, cards))))
    keep = [Instr("const", (2, 0)), Instr("store", ("out", 2, 1)), Instr("ask", (1, 2, 2, f"m{number + 1}"))]
    return Block(f"m{number}", [*instrs, Instr(op, tuple(args), number), *keep])


@st.composite
def moves(draw: st.DrawFn, cards: int, most: int = 40) -> Function:
    """`main` that does one thing with cards after another and stops between them."""
    count = draw(st.integers(1, most))
    blocks = [Block("start", [Instr("ask", (1, 0, 0, "m0"))])]
    blocks += [draw(one_move(number, cards)) for number in range(count)]
    blocks.append(Block(f"m{count}", [Instr("finish", ())]))
    return Function("main", "main", 0, 10, blocks, tuple(block.label for block in blocks))
