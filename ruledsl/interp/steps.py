"""What each operation does: one function an operation, under its name.

`run` is the call that is going on, `r` its registers; then come the operands, decoded: a register is its number, a region, zone, table or
function the thing itself, a label the block. The functions of terminators return the block that comes next, or None to stop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from ruledsl.interp.melds import laid, left_over
from ruledsl.interp.zones import Holder, Trap
from ruledsl.ir import ops, rng
from ruledsl.ir.flow import operands
from ruledsl.ir.ops import OPS, Fault
from ruledsl.ir.program import ASKING, KINDS, OVER, Instr, Kept, Program, Variable, Zone
from ruledsl.ir.regions import Region
from ruledsl.kernels.lined import LARGE, LARGE_ROOM, QUICK, QUICK_ROOM, TANGLED
from ruledsl.kernels.trails import longest_way
from ruledsl.kernels.words import Words

if TYPE_CHECKING:
    from ruledsl.interp.machine import Chunk, Code, Run

LOW, HIGH, BITS = -(1 << 63), (1 << 63) - 1, (1 << 64) - 1
SIGN = 1 << 63

R = list[int]


def fail(fault: Fault) -> NoReturn:
    raise Trap(fault)


def word(value: int) -> int:
    """A number that fits 64 bits."""
    return value if LOW <= value <= HIGH else fail(Fault.OVERFLOW)


def wrapped(bits: int) -> int:
    """The low 64 bits read as a signed number."""
    return ((bits & BITS) ^ SIGN) - SIGN


def within(index: int, count: int) -> int:
    """An index that counts places."""
    return index if 0 <= index < count else fail(Fault.BOUNDS)


# ---- numbers ---------------------------------------------------------------------------------


def const(run: Run, r: R, d: int, number: int) -> None:
    r[d] = number


def copy(run: Run, r: R, d: int, a: int) -> None:
    r[d] = r[a]


def natural(run: Run, r: R, d: int, a: int, fault: Fault) -> None:
    r[d] = r[a] if r[a] >= 0 else fail(fault)


def add(run: Run, r: R, d: int, a: int, b: int) -> None:
    r[d] = word(r[a] + r[b])


def sub(run: Run, r: R, d: int, a: int, b: int) -> None:
    r[d] = word(r[a] - r[b])


def mul(run: Run, r: R, d: int, a: int, b: int) -> None:
    r[d] = word(r[a] * r[b])


def div(run: Run, r: R, d: int, a: int, b: int) -> None:
    if r[b] == 0:
        raise Trap(Fault.DIVISION)
    r[d] = word(r[a] // r[b])


def mod(run: Run, r: R, d: int, a: int, b: int) -> None:
    if r[b] == 0:
        raise Trap(Fault.DIVISION)
    r[d] = r[a] % r[b]


def eq(run: Run, r: R, d: int, a: int, b: int) -> None:
    r[d] = 1 if r[a] == r[b] else 0


def ne(run: Run, r: R, d: int, a: int, b: int) -> None:
    r[d] = 1 if r[a] != r[b] else 0


def lt(run: Run, r: R, d: int, a: int, b: int) -> None:
    r[d] = 1 if r[a] < r[b] else 0


def le(run: Run, r: R, d: int, a: int, b: int) -> None:
    r[d] = 1 if r[a] <= r[b] else 0


def and_(run: Run, r: R, d: int, a: int, b: int) -> None:
    r[d] = r[a] & r[b]


def or_(run: Run, r: R, d: int, a: int, b: int) -> None:
    r[d] = r[a] | r[b]


def xor(run: Run, r: R, d: int, a: int, b: int) -> None:
    r[d] = r[a] ^ r[b]


def not_(run: Run, r: R, d: int, a: int) -> None:
    r[d] = 0 if r[a] else 1


def shl(run: Run, r: R, d: int, a: int, b: int) -> None:
    r[d] = wrapped(r[a] << within(r[b], 64))


def shr(run: Run, r: R, d: int, a: int, b: int) -> None:
    r[d] = wrapped((r[a] & BITS) >> within(r[b], 64))


def popcount(run: Run, r: R, d: int, a: int) -> None:
    r[d] = (r[a] & BITS).bit_count()


def lowbit(run: Run, r: R, d: int, a: int) -> None:
    if r[a] == 0:
        raise Trap(Fault.NO_MEMBER)
    r[d] = (r[a] & -r[a]).bit_length() - 1


def highbit(run: Run, r: R, d: int, a: int) -> None:
    if r[a] == 0:
        raise Trap(Fault.NO_MEMBER)
    r[d] = (r[a] & BITS).bit_length() - 1


def select(run: Run, r: R, d: int, c: int, a: int, b: int) -> None:
    r[d] = r[a] if r[c] else r[b]


def mix(run: Run, r: R, d: int, a: int, b: int) -> None:
    r[d] = rng.stir(r[a], r[b])


# ---- memory, calls, chance -------------------------------------------------------------------


def table(run: Run, r: R, d: int, numbers: tuple[int, ...], i: int) -> None:
    r[d] = numbers[within(r[i], len(numbers))]


def unmatched(run: Run, r: R, d: int, word: int, rows: tuple[int, ...], worth: tuple[int, ...], *cards: int) -> None:
    hand = sum((r[c] & BITS) << 64 * n for n, c in enumerate(cards))
    r[d] = wrapped(left_over(laid(rows, len(cards)), worth, hand) >> 64 * word)


def longest(run: Run, r: R, d: int, words: int, rows: tuple[int, ...], *masks: int) -> None:
    given = Words(rows), Words(r[mask] for mask in masks[:words]), Words(r[mask] for mask in masks[words:])
    length = TANGLED
    for cap, room in ((QUICK, QUICK_ROOM), (LARGE, LARGE_ROOM)):
        if length == TANGLED:
            length = longest_way(given[0], given[1], words, given[2], Words([0] * room), cap)
    if length < 0:
        fail(Fault.TANGLED if length == TANGLED else Fault.NO_EDGE)
    r[d] = length


def card_of(run: Run, r: R, d: int, member: int) -> None:
    number = max(1, run.cards.number)
    r[d] = r[member] if r[member] < number else r[member] % number


def among(run: Run, r: R, d: int, word: int, cards: int, card: int) -> None:
    r[d] = wrapped(r[cards] | 1 << r[card] - 64 * word) if 0 <= r[card] - 64 * word < 64 else r[cards]


def instance(run: Run, region: Region, index: int) -> int:
    """Which of a region's values."""
    return index if 0 <= index < region.count else nowhere(index, next((v for v in run.program.variables if v.name == region.name), None))


def nowhere(index: int, thing: Variable | Zone | None) -> NoReturn:
    """Of what each seat, cell or card has, none has none."""
    if index == -1 and thing is not None and thing.owner != "table" and thing.length == 1:
        raise Trap(Fault.BOUNDS, f"`{thing.name}` of none was asked for")
    raise Trap(Fault.BOUNDS)


def load(run: Run, r: R, d: int, region: Region, i: int) -> None:
    r[d] = run.values[region.name][instance(run, region, r[i])]


def store(run: Run, r: R, region: Region, i: int, a: int) -> None:
    where = instance(run, region, r[i])
    run.values[region.name][where] = fitting(region, r[a])


def store_kept(run: Run, r: R, region: Region, i: int, a: int) -> None:
    """Where an index of the variable is kept, too."""
    put(run, region, instance(run, region, r[i]), r[a])


def fill(run: Run, r: R, region: Region, members: int, a: int, first: int) -> None:
    those = [first + bit for bit in range(64) if r[members] >> bit & 1]
    if those:
        within(those[-1], region.count)
    for at in those:
        put(run, region, at, r[a])


def put(run: Run, region: Region, at: int, value: int) -> None:
    """A new value of an instance of a variable; in an index its bit goes from the old value to the new one."""
    values = run.values[region.name]
    old, values[at] = values[at], fitting(region, value)
    index = run.program.indexes.get(region.name)
    if index is not None:
        where = run.values[index.name]
        words, bit = -(-region.count // 64), 1 << at % 64
        there, here = ((v - region.low) * words + at // 64 for v in (old, value))
        where[there] = wrapped(where[there] & ~bit)
        where[here] = wrapped(where[here] | bit)
    for kept in run.program.kept:
        if kept.variable == region.name:
            keep(run, kept, at, value - region.low)


def keep(run: Run, kept: Kept, at: int, place: int) -> None:
    """An instance of a variable comes into each set that hangs on it, or leaves it, by the place of its value."""
    for n, row in enumerate(kept.rows):
        bit, holds = (run.program.tables[name][at] for name in row)
        sets = run.values[kept.region]
        sets[n] = wrapped(sets[n] | bit if holds >> place & 1 else sets[n] & ~bit)


def fitting(region: Region, value: int) -> int:
    """A value that the region may hold."""
    return value if region.low <= value <= region.high else misfit(region, value)


def misfit(region: Region, value: int) -> NoReturn:
    raise Trap(Fault.RANGE, f"`{region.name}` would be {value}, and may be {region.low} to {region.high}")


def call(run: Run, r: R, d: int, code: Code, *arguments: int) -> None:
    r[d] = run.execute(code, [r[a] for a in arguments])


def trial(run: Run, r: R, d: int, code: Code, *arguments: int) -> None:
    r[d] = run.tried(code, [r[a] for a in arguments])


def random(run: Run, r: R, d: int, n: int) -> None:
    if r[n] < 1:
        raise Trap(Fault.NO_MEMBER)
    if r[n] > rng.MOST:
        raise Trap(Fault.OVERFLOW)
    state = run.values["rng"]
    state[0], r[d] = rng.below(state[0], r[n])


def tick(run: Run, r: R) -> None:
    run.ticks += 1
    if run.ticks > ops.FUEL:
        raise Trap(Fault.FUEL)


def option(run: Run, r: R, number: int, *arguments: int) -> None:
    if len(run.options) >= run.program.max_options:
        raise Trap(Fault.TOO_MANY)
    run.options.append((number, *[r[a] for a in arguments]))


def once(run: Run, r: R, number: int, *arguments: int) -> None:
    if (number, *[r[a] for a in arguments]) not in run.options:
        option(run, r, number, *arguments)


def options(run: Run, r: R, number: int, first: int, *arguments: int) -> None:
    *given, members = [r[a] for a in arguments]
    for bit in range(64):
        if members >> bit & 1:
            if len(run.options) >= run.program.max_options:
                raise Trap(Fault.TOO_MANY)
            run.options.append((number, *given, first + bit))


def pairs(run: Run, r: R, number: int, first: int, times: int, seconds: tuple[int, ...], *arguments: int) -> None:
    given = [r[a] for a in arguments[: len(arguments) - len(seconds)]]
    sets = [r[a] for a in arguments[len(given) :]]
    for bit in range(64):
        for second, members in zip(seconds, sets, strict=True):
            if members >> bit & 1:
                if len(run.options) >= run.program.max_options:
                    raise Trap(Fault.TOO_MANY)
                run.options.append((number, *given, first + bit, second + times * (first + bit)))


# ---- zones -----------------------------------------------------------------------------------


def at(holder: Holder, k: int) -> int:
    """An instance of a zone that there is."""
    return k if 0 <= k < holder.zone.instances else nowhere(k, holder.zone)


def zcount(run: Run, r: R, d: int, z: Holder, k: int) -> None:
    r[d] = z.count(run.values, at(z, r[k]))


def zheld(run: Run, r: R, d: int, z: Holder, k: int) -> None:
    first = at(z, r[k]) & -64
    last = min(first + 64, z.zone.instances)
    r[d] = wrapped(sum(1 << n for n, i in enumerate(range(first, last)) if z.count(run.values, i)))


def zhas(run: Run, r: R, d: int, z: Holder, k: int, c: int) -> None:
    number = z.zone.base + at(z, r[k])
    r[d] = 1 if 0 <= r[c] < run.cards.number and run.values["card.zone"][r[c]] == number else 0


def zat(run: Run, r: R, d: int, z: Holder, k: int, i: int) -> None:
    cards = z.cards(run.values, at(z, r[k]))
    if not 0 <= r[i] < len(cards):
        raise Trap(Fault.NO_CARD)
    if r[i] < z.loose(run.values, r[k]):
        raise Trap(Fault.UNSETTLED)
    r[d] = cards[r[i]]


def znth(run: Run, r: R, d: int, z: Holder, k: int, i: int) -> None:
    cards = z.cards(run.values, at(z, r[k]))
    if not 0 <= r[i] < len(cards):
        raise Trap(Fault.NO_CARD)
    r[d] = cards[r[i]]


def znext(run: Run, r: R, d: int, z: Holder, k: int, c: int) -> None:
    cards, before = z.cards(run.values, at(z, r[k])), r[c]
    r[d] = next((card for card in cards if card > before), -1)


def ztop(run: Run, r: R, d: int, z: Holder, k: int) -> None:
    r[d] = z.top(run.values, at(z, r[k]))


def zloose(run: Run, r: R, d: int, z: Holder, k: int) -> None:
    r[d] = z.loose(run.values, at(z, r[k]))


def zsettle(run: Run, r: R, z: Holder, k: int, i: int) -> None:
    z.settle(run.values, at(z, r[k]), r[i])


def zshuffle(run: Run, r: R, z: Holder, k: int) -> None:
    run.cards.shuffle(run.values, z, at(z, r[k]))


def zput(run: Run, r: R, z: Holder, k: int, c: int) -> None:
    run.cards.put(run.values, z, at(z, r[k]), r[c])


def zunder(run: Run, r: R, z: Holder, k: int, c: int) -> None:
    run.cards.put(run.values, z, at(z, r[k]), r[c], under=True)


def zall(run: Run, r: R, source: Holder, i: int, z: Holder, k: int) -> None:
    run.cards.put_all(run.values, source, at(source, r[i]), z, at(z, r[k]))


def zgather(run: Run, r: R, z: Holder, k: int) -> None:
    run.cards.gather(run.values, z, at(z, r[k]))


def know(run: Run, r: R, c: int, seats: int) -> None:
    run.cards.know(run.values, r[c], r[seats])


def glimpse(run: Run, r: R, c: int, seats: int, *others: int) -> None:
    run.cards.glimpse(run.values, r[c], r[seats], sum((r[word] & BITS) << 64 * n for n, word in enumerate(others)))


def zknow(run: Run, r: R, z: Holder, k: int, seats: int) -> None:
    for card in z.cards(run.values, at(z, r[k])):
        run.cards.know(run.values, card, r[seats])


# ---- where it goes on ------------------------------------------------------------------------


def jump(run: Run, r: R, chunk: Chunk) -> Chunk | None:
    return chunk


def branch(run: Run, r: R, a: int, yes: Chunk, no: Chunk) -> Chunk | None:
    return yes if r[a] else no


def switch(run: Run, r: R, a: int, *chunks: Chunk) -> Chunk | None:
    return chunks[within(r[a], len(chunks))]


def return_(run: Run, r: R, a: int) -> Chunk | None:
    run.result = r[a]
    return None


def ask(run: Run, r: R, site: int, seats: int, count: int, resume: Chunk) -> Chunk | None:
    region, v = run.program.region, run.values
    v["ask.seats"][0] = fitting(region["ask.seats"], r[seats])
    v["ask.count"][0] = fitting(region["ask.count"], r[count])
    v["ask.site"][0] = site
    v["ask.kind"][0] = KINDS.index(run.program.sites[site].kind)
    v["pc"][0] = resume.pc
    v["status"][0] = ASKING
    return None


def finish(run: Run, r: R) -> Chunk | None:
    run.values["status"][0] = OVER
    return None


def trap(run: Run, r: R, fault: Fault) -> Chunk | None:
    raise Trap(fault)


STEPS: dict[str, Callable[..., Any]] = {name: globals().get(name) or globals()[name + "_"] for name in OPS}
"""The function of each operation."""


def worked_out(program: Program, instr: Instr, known: dict[int, int]) -> int | None:
    """What an operation makes of registers that are known, if that hangs on nothing else; None if it does, or faults."""
    op = OPS[instr.op]
    if op.role != "value" or op.reads or "g" in op.takes:
        return None
    args = [program.tables[instr.args[at]] if letter == "T" else instr.args[at] for letter, at in operands(instr.op, instr.args)]
    registers: Any = dict(known)
    try:
        STEPS[instr.op](None, registers, *args)
    except Trap:
        return None
    return int(registers[instr.args[0]])


def step_of(instr: Instr, program: Program) -> Callable[..., Any]:
    """What an instruction does."""
    return store_kept if instr.op == "store" and instr.args[0] in program.beside else STEPS[instr.op]
