"""Of all images of a state one stands for them: that whose cells hold the least, one after the other."""

from __future__ import annotations

from ruledsl.ir.merging import Merging
from ruledsl.ir.program import Program
from ruledsl.ir.regions import where
from ruledsl.ir.rng import signed
from ruledsl.native.module import Module
from ruledsl.native.text import Body, constant, definition

WORD, PART = 64, 4
"""Bits of a set of cells, and how many of them are looked up together: so few that what they come to in all images stays at hand."""
LANES, BYTE = 8, 8
"""Images that are looked up at once, and bits of a byte, or bytes of a word."""
GATHER, DIAGONAL = 0x0102040810204080, 0x8040201008040201


def unpacking(module: Module, body: Body, merging: Merging) -> None:
    """A bare block is made whole, in which cells stand as a set."""
    if merging.images and _is_set(module.program, merging, cells := len(merging.images[0])):
        _write(module, body, merging.turned[0], cells, body.read(module.memory.pointer(body, merging.turned[0], "0")))


def imaging(module: Module, merging: Merging) -> str:
    """`imaged(state)`: the state becomes that image of its own. Where cells hold yes or no they stand as a set then, in the first word of their region: what
    differs from state to state is made a key of number by number."""
    body, cells = Body(), len(merging.images[0])
    if _is_set(module.program, merging, cells):
        _of_set(module, body, merging.turned[0], merging.images)
    else:
        _of_numbers(module, body, merging, cells)
    body.put("ret i64 0")
    return definition("internal i64 @imaged(ptr %s) #0", body)


# ---- cells that each hold yes or no --------------------------------------------------------------


def _is_set(program: Program, merging: Merging, cells: int) -> bool:
    """Is it yes or no alone that cells hold, and are these so few that they are a set of one word, which can be read and written as whole words?"""
    name = merging.turned[0]
    region = program.region[name]
    fits = BYTE <= cells <= WORD and len(merging.images) < LANES and program.offsets[name] + -(-cells // BYTE) * BYTE <= program.size
    return len(merging.turned) == 1 and (region.low, region.high) == (0, 1) and name not in program.indexes and fits


def _of_set(module: Module, body: Body, name: str, images: tuple[tuple[int, ...], ...]) -> None:
    """All images of the set of cells that hold yes are made at once, from tables of what some of its bits come to."""
    cells = len(images[0])
    parts = -(-cells // PART)
    rows = [_row(images, PART * part, bits) for part in range(parts) for bits in range(1 << PART)]
    numbers = ", ".join(f"<{LANES} x i64> <{', '.join(f'i64 {number}' for number in row)}>" for row in rows)
    module.add(f"@imaged.sets = internal constant [{len(rows)} x <{LANES} x i64>] [{numbers}]")
    module.add(f"declare i64 @llvm.vector.reduce.umin.v{LANES}i64(<{LANES} x i64>)")
    held, found = _read(module, body, name, cells), ""
    for part in range(parts):
        bits = body.do("and", body.do("lshr", held, str(PART * part)), str((1 << PART) - 1))
        at = body.let(f"getelementptr <{LANES} x i64>, ptr @imaged.sets, i64 {body.do('add', bits, str(part << PART))}")
        more = body.let(f"load <{LANES} x i64>, ptr {at}")
        found = body.let(f"or <{LANES} x i64> {found}, {more}") if found else more
    least = body.let(f"call i64 @llvm.vector.reduce.umin.v{LANES}i64(<{LANES} x i64> {found})")
    for first in range(0, cells, BYTE):
        at = module.memory.pointer(body, name, str(first))
        rest = body.do("and", body.read(at), str(signed(~(_ones(min(BYTE, cells - first)) * 255) & (1 << WORD) - 1)))
        body.write(at, body.do("or", rest, least) if first == 0 else rest)


def _read(module: Module, body: Body, name: str, cells: int) -> str:
    """The set of the cells that hold yes: of eight bytes that are 0 or 1 the product has their bits side by side, at its upper end."""
    held = "0"
    for first in range(0, cells, BYTE):
        word = body.do("and", body.read(module.memory.pointer(body, name, str(first))), str(_ones(min(BYTE, cells - first))))
        held = body.do("or", held, body.do("shl", body.do("lshr", body.do("mul", word, str(GATHER)), str(WORD - BYTE)), str(first)))
    return held


def _write(module: Module, body: Body, name: str, cells: int, held: str) -> None:
    """Cells hold yes if they are of a set, else no: of a byte that is there eight times one bit of each is left, and moved to its lower end."""
    for first in range(0, cells, BYTE):
        ours = _ones(min(BYTE, cells - first))
        eight = body.do("mul", body.do("and", body.do("lshr", held, str(first)), str((1 << BYTE) - 1)), str(_ones(BYTE)))
        one = body.do("add", body.do("and", eight, str(signed(DIAGONAL))), str(127 * _ones(BYTE)))
        bytes_ = body.do("and", body.do("lshr", one, str(BYTE - 1)), str(ours))
        at = module.memory.pointer(body, name, str(first))
        body.write(at, body.do("or", body.do("and", body.read(at), str(signed(~(ours * 255) & (1 << WORD) - 1))), bytes_))


def _ones(many: int) -> int:
    """So many bytes that are 1."""
    return sum(1 << BYTE * n for n in range(many))


def _row(images: tuple[tuple[int, ...], ...], first: int, bits: int) -> list[int]:
    """What some cells, from the first on, come to: in the state itself, and in each image; which is that of the state where there are too few."""
    every = [tuple(range(len(images[0]))), *images]
    every += every[:1] * (LANES - len(every))
    return [signed(sum(1 << to for to, cell in enumerate(image) if 0 <= cell - first < PART and bits >> cell - first & 1)) for image in every]


# ---- cells that hold any numbers -----------------------------------------------------------------


def _of_numbers(module: Module, body: Body, merging: Merging, cells: int) -> None:
    """The images are compared cell by cell, one after the other with the best so far."""
    module.add(constant("images", [n for image in ([*range(cells)], *merging.images) for n in image]))
    body.put("%best = alloca i64")
    body.put(f"%held = alloca [{cells} x i64]")
    body.write("%best", "0")
    with body.count("1", str(len(merging.images) + 1)) as image:
        _compared(module, body, merging, image, cells)
    best = body.read("%best")
    with body.unless(body.compare("eq", best, "0")):
        for name in merging.turned:
            _laid(module, body, name, body.do("mul", best, str(cells)), cells)


def _compared(module: Module, body: Body, merging: Merging, image: str, cells: int) -> None:
    """`best` becomes an image if it holds less where it first holds something else."""
    after, less = body.fresh("compared"), body.fresh("less")
    ours, theirs = body.do("mul", image, str(cells)), body.do("mul", body.read("%best"), str(cells))
    for name in merging.turned:
        with body.count("0", str(cells)) as cell:
            a, b = (module.memory.load(body, name, body.read(body.word("@images", body.do("add", first, cell)))) for first in (ours, theirs))
            differs, same = body.fresh("differs"), body.fresh("same")
            body.fork(body.compare("ne", a, b), differs, same)
            body.label(differs)
            body.fork(body.compare("slt", a, b), less, after)
            body.label(same)
    body.go(after)
    body.label(less)
    body.write("%best", image)
    body.go(after)
    body.label(after)


def _laid(module: Module, body: Body, name: str, first: str, cells: int) -> None:
    """What a region holds of each cell is laid where it is in the image, which begins there among the images; and sets of cells that hold
    the same are made anew."""
    with body.count("0", str(cells)) as cell:
        body.write(body.word("%held", cell), module.memory.load(body, name, cell))
    index = module.program.indexes.get(name)
    for n in range(index.count if index is not None else 0):
        module.memory.store(body, where(name), str(n), "0")
    words, low = -(-cells // WORD), module.program.region[name].low
    with body.count("0", str(cells)) as cell:
        value = body.read(body.word("%held", body.read(body.word("@images", body.do("add", first, cell)))))
        module.memory.store(body, name, cell, value)
        if index is not None:
            word = body.do("add", body.do("mul", body.do("sub", value, str(low)), str(words)), body.do("lshr", cell, "6"))
            bit = body.do("shl", "1", body.do("and", cell, "63"))
            module.memory.store(body, where(name), word, body.do("or", module.memory.load(body, where(name), word), bit))
