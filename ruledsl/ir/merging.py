"""Which states of a game have the same future, so that a search of all states needs to go on from one of them alone.

Here is told what may be forgotten, at every stop of play: variables that no step to come reads before it writes them, places of the frame, who knows which
card, the order of piles below what is looked at, and which of equal cards is which. All is read off the program; what is not understood is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruledsl.ir.alike import Alike, Dead, Followed, draws, framed
from ruledsl.ir.counts import Count
from ruledsl.ir.faulting import answers
from ruledsl.ir.flow import asking, called, constant, constants, defined, loaded, stored, used
from ruledsl.ir.layout import part_of
from ruledsl.ir.live import NOTHING, Effect, Step, ahead, joined
from ruledsl.ir.mingled import Mingled
from ruledsl.ir.ops import OPS
from ruledsl.ir.origins import ANYWHERE, Origins
from ruledsl.ir.paths import Paths
from ruledsl.ir.program import Block, Function, Instr, Program
from ruledsl.record import field, record

GOALS = ("winners", "payoff", "score")
"""What is asked at the end of a game."""
OVER = -1
"""In place of a resume point: the game is over."""


@record(frozen=True)
class Merging:
    """`unread` are regions that nothing reads. `dead` are, by resume point (OVER: behind the last), places of regions that are written before they are read;
    `piles`, likewise, zones at whose order nothing looks any more, but for the top card where that is true. `alike` has for each card the first of those
    that are equal to it and stand beside it; `held` are the resume points where something names single cards, `draws` the sites where chance takes any of
    the cards that lie in no order in a zone: which of equal ones says nothing. `images` are permutations of the cells that change nothing but where all that
the regions `turned` hold of them lies. Of a `count` it is forgotten how far it has come, and of the rounds that follow it."""

    unread: frozenset[str] = frozenset()
    dead: Dead = field(default_factory=dict)
    piles: dict[int, dict[str, bool]] = field(default_factory=dict)
    alike: tuple[int, ...] = ()
    held: frozenset[int] = frozenset()
    draws: dict[int, str] = field(default_factory=dict)
    turned: tuple[str, ...] = ()
    images: tuple[tuple[int, ...], ...] = ()
    count: Count | None = None

    @property
    def shows(self) -> bool:
        """Is anything forgotten that people can see?"""
        named = any(name != "frame" for places in self.dead.values() for name, _ in places)
        return bool(self.unread or self.alike or self.images or self.count or named or any(self.piles.values()))


def merging(program: Program) -> Merging:
    """What may be forgotten of a program's states."""
    if program.interruptions:
        return Merging()
    found = _Reading(program)
    unread, dead = found.unread(), found.dead()
    alike, held = Alike(program, found.bodies, found.origins, unread, dead).told()
    if alike and found.mingles(held):
        alike, held = (), frozenset()
    return Merging(unread, dead, found.piles(), alike, held, dict(draws(program, held)) if alike else {})


def mingles(program: Program) -> bool:
    """Is one of equal cards taken by its number where that may be one that is held, though play stops nowhere between?"""
    return _Reading(program).mingles(frozenset())


class _Reading:
    """What is read, where, by all that runs while states are gone through."""

    def __init__(self, program: Program) -> None:
        self.program, self.main = program, program.functions["main"]
        self.origins, self.paths = Followed(program, self.main.blocks), Paths(self.main)
        self.ends = tuple(name for name in GOALS if name in program.functions)
        self.always = tuple(function for _, function, _ in program.invariants)
        menus = [name for site in range(len(program.sites)) for name in answers(program, site)]
        self.others = closure(program, [*self.ends, *self.always, *menus, *_calls(self.main.blocks)])
        self.bodies: list[Function] = [self.main, *self.others.values()]
        self.bits = {place: 1 << n for n, place in enumerate(self._places())}
        self.first = 1 << len(self.bits)  # of the registers
        self.read = {name: self._of(closure(program, [name]).values()) for name in self.others}

    # ---- variables ---------------------------------------------------------------------------

    def _plain(self) -> Iterator[str]:
        """Variables on which nothing is kept beside them."""
        yield from (r.name for r in self.program.regions if r.role == "variable" and r.name not in self.program.beside)

    def unread(self) -> frozenset[str]:
        """The regions that nothing reads."""
        read = {loaded(instr) for function in self.bodies for block in function.blocks for instr in block.instrs}
        return frozenset({*self._plain(), "known"} - read) & frozenset(self.program.region)

    def _places(self) -> Iterator[tuple[str, int]]:
        """What can be dead: places of the frame, and variables of one place."""
        region = self.program.region
        yield from (("frame", n) for n in range(region["frame"].count if "frame" in region else 0))
        yield from ((name, 0) for name in self._plain() if region[name].count == 1)

    def _at(self, region: str | None, index: int | None) -> int:
        """The places that an access to a region may be to."""
        if region == "frame" and index is None:
            return sum(bit for (name, _), bit in self.bits.items() if name == "frame")
        return self.bits.get((region or "", (index or 0) if region == "frame" else 0), 0)

    def _of(self, functions: Iterable[Function]) -> int:
        """All that some functions read."""
        out = 0
        for function in functions:
            for block in function.blocks:
                for instr, known in constants(block):
                    if (region := loaded(instr)) is not None:
                        out |= self._at(region, known.get(instr.args[2]))
        return out

    def _asked(self, names: Iterable[str]) -> int:
        out = 0
        for name in names:
            out |= self.read[name]
        return out

    def steps(self, block: Block) -> Iterator[Step]:
        """What each instruction of a block of `main` does; registers count, too. A place of the frame is read for a register, and a register kept in one,
        only if that is read in its turn."""
        for instr, known in constants(block):
            registers, sets = _bits(self.first, used(instr)), _bits(self.first, [to] if (to := defined(instr)) is not None else [])
            if loaded(instr) == "frame" and instr.args[2] in known:
                yield instr, (self._at("frame", known[instr.args[2]]), sets, sets)
            elif stored(instr) == "frame" and instr.args[1] in known:
                slot = self._at("frame", known[instr.args[1]])
                yield instr, (_bits(self.first, [instr.args[2]]), slot, slot)
            else:
                more, less = self._effect(instr, known)
                yield instr, (more | registers, less | sets, 0)

    def _effects(self, block: Block) -> list[Effect]:
        """The same, taken together as far as can be."""
        out = [NOTHING]
        for _, (more, less, needed) in self.steps(block):
            if needed:
                out += [(more, less, needed), NOTHING]
            else:
                reads, writes, _ = out[-1]
                out[-1] = reads | more & ~writes, writes | less, 0
        return out

    def _effect(self, instr: Instr, known: dict[int, int]) -> tuple[int, int]:
        """What an instruction reads of what can be dead, and what it surely writes."""
        if (region := loaded(instr)) is not None:
            return self._at(region, known.get(instr.args[2])), 0
        if (function := called(instr)) is not None:
            return self.read[function], 0
        if (region := stored(instr)) is not None and region != "frame":
            return 0, self._at(region, known.get(instr.args[1]))
        if OPS[instr.op].role == "asks":
            return self._asked([*answers(self.program, instr.args[0]), *self.always]), 0
        return (self._asked(self.ends), 0) if OPS[instr.op].changes("stand") else (0, 0)

    def dead(self) -> Dead:
        """By resume point: what is written before it is read, whatever comes."""
        return self._forgotten(_flowing(self.paths, {block.label: self._effects(block) for block in self.main.blocks}))

    def _forgotten(self, live: dict[str, int]) -> Dead:
        needed = {OVER: self._asked(self.ends)}
        resume = {label: pc for pc, label in enumerate(self.main.resumes)}
        for block in self.main.blocks:
            if (ask := asking(block)) is not None:
                names = [*answers(self.program, ask.args[0]), *self.always]
                pc = resume[ask.args[3]]
                needed[pc] = needed.get(pc, 0) | live.get(ask.args[3], 0) | self._asked(names)
        return {pc: tuple(place for place, bit in self.bits.items() if not bit & mask) for pc, mask in needed.items()}

    def mingles(self, held: frozenset[int]) -> bool:
        """Is one of equal cards taken by its number where that may be one that is held?"""
        cards = 0
        for register in range(self.main.registers):
            if self.origins.places.get(("main", register), frozenset()) - {ANYWHERE}:
                cards |= self.first << register
        for block in self.main.blocks:
            cards |= joined(self._at("frame", slot) for slot, register in framed(block) if cards & self.first << register)
        inside = {name: [*closure(self.program, [name]).values()] for name in self.others}
        steps = {block.label: [*self.steps(block)] for block in self.main.blocks}
        return Mingled(self.program, self.paths, self.origins, steps, inside, held).found(cards, self.first)

    # ---- piles -------------------------------------------------------------------------------

    def piles(self) -> dict[int, dict[str, bool]]:
        """By resume point: zones at whose order nothing looks any more; true where the card on top is looked at, which then never gives way to one below."""
        orders = {zone.name: 1 << n for n, zone in enumerate(z for z in self.program.zones if z.ordered and not z.loose)}
        many = len(orders)
        masks = {f.name: self._looks(f, orders) for f in self.bodies}
        inside = {name: joined(masks[f] for f in closure(self.program, [name])) for name in self.others}
        at = {b.label: self._looks(Function("main", "main", 0, 0, [b]), orders) | joined(inside[n] for n in self._behind(b)) for b in self.main.blocks}
        ahead = _flowing(self.paths, {label: [(mask, 0, 0)] for label, mask in at.items()})
        resume = {label: pc for pc, label in enumerate(self.main.resumes)}
        seen = {OVER: joined(inside[name] for name in self.ends)}
        for block in self.main.blocks:
            if (ask := asking(block)) is not None:
                pc = resume[ask.args[3]]
                seen[pc] = seen.get(pc, 0) | ahead.get(block.label, 0)
        out = {}
        for pc, mask in seen.items():
            looked = {name: [bool(mask >> part * many & bit) for part in range(3)] for name, bit in orders.items()}
            out[pc] = {name: top for name, (order, top, taken) in looked.items() if not order and not (top and taken)}
        return out

    def _behind(self, block: Block) -> Iterator[str]:
        """What a block calls, and what is asked where it stops."""
        yield from _calls([block])
        last = block.instrs[-1]
        if (ask := asking(block)) is not None:
            yield from (*answers(self.program, ask.args[0]), *self.always)
        elif OPS[last.op].changes("stand"):
            yield from self.ends

    def _looks(self, function: Function, orders: dict[str, int]) -> int:
        """In three parts: of which zones a function itself looks at the order, at the top, and takes single cards out."""
        order, tops, taken = set[str](), set[str](), set[str]()
        for block in function.blocks:
            for n, instr in enumerate(block.instrs):
                order |= self._in_order(instr) | self._poured(block.instrs, n)
                tops |= self._looked(instr, "top")
                taken |= _taken_singly(self.program, self.origins, function.name, instr)
        return joined(bit << part * len(orders) for part, names in enumerate((order, tops, taken)) for name, bit in orders.items() if name in names)

    def _looked(self, instr: Instr, aspect: str) -> set[str]:
        op = OPS[instr.op]
        return {name for a, zone in op.reads if a == aspect for name in (self.program.zone if zone == "*" else [instr.args[op.zones[int(zone)]]])}

    def _in_order(self, instr: Instr) -> set[str]:
        """The zones whose order an instruction looks at."""
        region = loaded(instr)
        zone, part = part_of(self.program, region) if region is not None else ("", "")
        return self._looked(instr, "order") | ({zone} if part == "cards" else set())

    def _poured(self, instrs: list[Instr], n: int) -> set[str]:
        """The zone whose cards an instruction pours out in their order, unless that is lost at once."""
        op = OPS[instrs[n].op]
        if op.card is not None or not op.changes("in", "out") or len(op.zones) != 2:
            return set()
        source, into = (instrs[n].args[at] for at in op.zones)
        return set() if not self.program.zone[into].ordered or _mixed(instrs, n) else {source}


def _bits(first: int, registers: Iterable[int]) -> int:
    return joined(first << register for register in registers)


def _flowing(paths: Paths, effects: dict[str, list[Effect]]) -> dict[str, int]:
    """Of each block what it and all that can follow reads before it is written."""
    out: dict[str, int] = {}
    for (label, _), mask in ahead(paths.after, effects).items():
        out[label] = out.get(label, 0) | mask
    return out


def _mixed(instrs: list[Instr], n: int) -> bool:
    """Is the zone that is poured into mixed, before anything else happens?"""
    at = OPS[instrs[n].op].zones[1]
    name, index = instrs[n].args[at], instrs[n].args[at + 1]
    for instr in instrs[n + 1 :]:
        op = OPS[instr.op]
        if op.changes("loose") and op.changes("known") and not op.changes("in", "out"):
            return bool(instr.args[op.zones[0]] == name and instr.args[op.zones[0] + 1] == index)
        if constant(instr) is None or defined(instr) == index:
            return False
    return False


def _taken_singly(program: Program, origins: Origins, function: str, instr: Instr) -> frozenset[str]:
    """The zones that an instruction may take one card out of, so that another one may be on top."""
    op = OPS[instr.op]
    if op.card is None or not op.changes("out"):
        return frozenset()
    found = origins.places.get((function, instr.args[op.card]), frozenset())
    return found if found and ANYWHERE not in found else frozenset(program.zone)


def closure(program: Program, names: Iterable[str]) -> dict[str, Function]:
    """Some functions, and all that these call."""
    out: dict[str, Function] = {}
    ahead = list(names)
    while ahead:
        name = ahead.pop()
        if name and name not in out:
            out[name] = program.functions[name]
            ahead += _calls(out[name].blocks)
    return out


def _calls(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        yield from (name for instr in block.instrs if (name := called(instr)) is not None)
