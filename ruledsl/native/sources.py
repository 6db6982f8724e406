"""Where a card that is moved probably lies: its register is followed back to the zone that it was taken from. A guess, looked at before it is trusted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from ruledsl.ir.flow import asks_for_card, constant, constants, copied, defined, loaded, names_options, stored, table_of, targets, used
from ruledsl.ir.layout import part_of
from ruledsl.ir.once import once
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Block, Function, Instr, Program
from ruledsl.record import record


@record(frozen=True)
class Source:
    """An instance of a zone: the one that a register counts, or, without a register, the first."""

    zone: str
    register: int | None


Sources = frozenset[Source] | None
"""All that a register may come from; None where one of its values comes from no zone."""

Follow = Callable[[Block, Instr, frozenset[int]], Sources]
"""What an instruction says of the register that it makes, but for the registers that are being followed."""


class Values:
    """What the registers of a function are made from, whatever the way through its blocks."""

    def __init__(self, program: Program, function: Function):
        self.program, self.function = program, function
        self.made: dict[int, list[tuple[Block, Instr]]] = defaultdict(list)
        self.before: dict[str, list[Block]] = defaultdict(list)
        self.kept: dict[int | None, set[int]] = defaultdict(set)
        self._numbers: dict[str, dict[int, int | None]] = {}
        for block in function.blocks:
            for label in targets(block):
                self.before[label].append(block)
            self._follow(block)

    def _follow(self, block: Block) -> None:
        """What a block makes and keeps."""
        for instr in block.instrs:
            register = defined(instr)
            if register is not None:
                self.made[register].append((block, instr))
            elif stored(instr) == "frame":
                self.kept[self.number_at(block, instr)].add(instr.args[2])

    def number_at(self, block: Block, instr: Instr) -> int | None:
        """The number that an instruction is done with, if it was given in the same block: the index in a region, or its last register."""
        if block.label not in self._numbers:
            read = ((op, instr, known) for instr, known in constants(block) if (op := OPS[instr.op]).read)
            self._numbers[block.label] = {id(instr): known.get(instr.args[op.index or op.read[-1][0]]) for op, instr, known in read}
        return self._numbers[block.label][id(instr)]

    def card(self, register: int) -> Sources:
        """Where a card comes from."""
        return self._all(register, self._card, frozenset())

    def _all(self, register: int, one: Follow, seen: frozenset[int]) -> Sources:
        """The union over all that the register is made from; a register that is made from itself adds nothing by that."""
        if register in seen:
            return frozenset()
        if not self.made[register]:
            return None
        return _union(self._made(block, instr, one, seen | {register}) for block, instr in self.made[register])

    def _made(self, block: Block, instr: Instr, one: Follow, seen: frozenset[int]) -> Sources:
        if (register := copied(instr)) is not None:
            return self._all(register, one, seen)
        if loaded(instr) == "frame":
            return _union(self._all(register, one, seen) for register in self.kept[self.number_at(block, instr)])
        return one(block, instr, seen)

    def _card(self, block: Block, instr: Instr, seen: frozenset[int]) -> Sources:
        op = OPS[instr.op]
        if op.gives == "c" and op.zones:
            return frozenset({Source(instr.args[op.zones[0]], instr.args[op.zones[0] + 1])})
        if op.gives == "i" and self.program.words == 1:
            return self._all(instr.args[1], self._set, frozenset())
        return self._argument(block, instr) if loaded(instr) == "move" else None

    def set(self, register: int) -> Sources:
        """Where the cards of a set lie."""
        return self._all(register, self._set, frozenset())

    def _set(self, block: Block, instr: Instr, seen: frozenset[int]) -> Sources:
        zone, part = part_of(self.program, loaded(instr) or "")
        if part == "bits":
            return frozenset({Source(zone, instr.args[2])})
        if instr.op == "and":
            first = self._all(instr.args[1], self._set, seen)
            return first if first is not None else self._all(instr.args[2], self._set, seen)
        return None

    def _argument(self, block: Block, instr: Instr) -> Sources:
        """An argument comes from where the options have it from; functions other than `main` see no move."""
        return None

    def number(self, register: int) -> int | None:
        """The number that a register always is."""
        made = {constant(instr) for _, instr in self.made[register]}
        return made.pop() if len(made) == 1 else None


@record(frozen=True)
class Offer:
    """Options as a menu names them: the registers of the arguments, and whether the last one is a set."""

    values: Values
    arguments: tuple[int, ...]
    several: bool


def offers(program: Program) -> dict[int, list[Offer]]:
    """By action, the options of all menus."""
    found: dict[int, list[Offer]] = defaultdict(list)
    for name in {name for site in program.sites for name in site.menus}:
        values = Values(program, program.functions[name])
        for block in values.function.blocks:
            for instr in block.instrs:
                if names_options(instr) and not table_of(instr):
                    arguments = tuple(used(instr))
                    found[instr.args[0]].append(Offer(values, arguments, len(arguments) < len(instr.args) - 1))
    return found


class Moved(Values):
    """Of `main`."""

    def __init__(self, program: Program, main: Function):
        super().__init__(program, main)
        self.offers = offers(program)
        self._found: dict[int, Source | None] = {}

    def source(self, register: int) -> Source | None:
        """The one place that a card comes from, whichever way."""
        if register not in self._found:
            self._found[register] = _only(self.card(register))
        return self._found[register]

    def moved(self) -> list[Source | None]:
        """Of every card that is put somewhere."""
        return [self.source(i.args[2]) for block in self.function.blocks for i in block.instrs if is_put(i)]

    def place(self, register: int, zone: str) -> int | None:
        """The register that counts the place in a zone with order where a card was found."""
        source = _only(self._all(register, self._place, frozenset()))
        return source.register if source and source.zone == zone else None

    @staticmethod
    def _place(block: Block, instr: Instr, seen: frozenset[int]) -> Sources:
        return frozenset({Source(instr.args[1], instr.args[3])}) if ("order", "0") in OPS[instr.op].reads and OPS[instr.op].gives == "c" else None

    def looked_at(self) -> frozenset[int]:
        """The registers that say where cards lie."""
        zones = {source.register for source in self.moved() if source}
        places = {self.place(i.args[3], i.args[1]) for block in self.function.blocks for i in block.instrs if asks_for_card(i)}
        return frozenset(register for register in zones | places if register is not None)

    def found(self, instr: Instr) -> bool:
        """Whether a zone tells quickly if a card lies there: it has no order, or the place where the card was found can be looked at first."""
        return not self.program.zone[instr.args[1]].ordered or self.place(instr.args[3], instr.args[1]) is not None

    def _argument(self, block: Block, instr: Instr) -> Sources:
        place, action = self.number_at(block, instr), self._action(block)
        if not place or action is None or not self.offers[action]:
            return None
        return _union(self._offered(block, offer, place) for offer in self.offers[action])

    def _offered(self, block: Block, offer: Offer, place: int) -> Sources:
        """Where one menu has an argument from."""
        several = offer.several and place == len(offer.arguments)
        source = _only((offer.values.set if several else offer.values.card)(offer.arguments[place - 1]))
        here = self._here(block, offer, source) if source else None
        return frozenset({here}) if here else None

    def _here(self, block: Block, offer: Offer, source: Source) -> Source | None:
        """The instance that a menu names, by the register of `main` that holds the seat or the argument."""
        if source.register is None or offer.values.number(source.register) == 0:
            return Source(source.zone, None)
        if source.register == 0 and not offer.values.made[0]:
            return self._loaded(self._ways(block), "move.seat", 0, source.zone)
        if source.register in offer.arguments:
            return self._loaded([block], "move", offer.arguments.index(source.register) + 1, source.zone)
        return None

    def _ways(self, block: Block) -> list[Block]:
        """The block, and those before it that alone lead here."""
        found = [block]
        while len(self.before[found[-1].label]) == 1 and len(found) < len(self.function.blocks):
            found.append(self.before[found[-1].label][0])
        return found

    def _loaded(self, blocks: Iterable[Block], region: str, at: int, zone: str) -> Source | None:
        """The register that a number of the move is loaded into, or better, its copy in the first of the blocks."""
        first = None
        for block in blocks:
            first = first or block
            for instr in block.instrs:
                if loaded(instr) == region and self.number_at(block, instr) == at:
                    copies = [i.args[0] for i in first.instrs if copied(i) == instr.args[0]]
                    return Source(zone, copies[0] if copies else instr.args[0])
        return None

    def _action(self, block: Block) -> int | None:
        """The action whose move leads to a block: who comes here has compared the first number of the move."""
        for way in self.before[block.label]:
            last = way.instrs[-1]
            if len(last.args) == 3 and last.args[1] == block.label and OPS[last.op].takes == "s":
                for instr in way.instrs:
                    if instr.op == "eq" and instr.args[0] == last.args[0] and self._is_action(instr.args[1]):
                        return self.number_at(way, instr)
        return None

    def _is_action(self, register: int) -> bool:
        return all(loaded(i) == "move" and self.number_at(b, i) == 0 for b, i in self.made[register])


@once
def _followed(program: Program) -> list[Moved]:
    """What was followed last; nothing at first."""
    return []


def moved(program: Program, main: Function) -> Moved:
    """What is known of the cards that `main` moves. What was found stays with the program, for one `main` at a time."""
    last = _followed(program)
    if not last or last[0].function is not main:
        last[:] = [Moved(program, main)]
    return last[0]


def is_put(instr: Instr) -> bool:
    """Is it a card that is put where the machine code looks first in the zone that it probably comes from?"""
    return instr.op == "zput"


def _union(parts: Iterable[Sources]) -> Sources:
    """All of them, unless one is unknown."""
    found: set[Source] = set()
    for part in parts:
        if part is None:
            return None
        found |= part
    return frozenset(found)


def _only(sources: Sources) -> Source | None:
    return next(iter(sources)) if sources and len(sources) == 1 else None
