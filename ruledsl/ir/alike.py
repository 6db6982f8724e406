"""Equal cards that may change places, and nothing is different: where nothing names one of them by its number, notes anything of it alone, or goes through
several zones at once by number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ruledsl.ir.flow import answered, asking, constants, defined, loaded, sorted_use, stored, table_of, used
from ruledsl.ir.ops import OPS, Op
from ruledsl.ir.origins import ANYWHERE, Origins, Places
from ruledsl.ir.program import Block, Function, Instr, Program

COMPARED = ("eq", "ne", "lt", "le")
MASKED = ("and", "or", "xor", "shl", "shr", "lowbit", "highbit", "sub", "add")
"""What is done with sets of cards of one zone, and comes to sets or cards of it again."""
Dead = dict[int, tuple[tuple[str, int], ...]]


class Followed(Origins):
    """Which registers hold cards, where the first number of an answer is known to be none: it says which action, or what chance brings."""

    def __init__(self, program: Program, main: Sequence[Block]):
        found = ((instr, known.get(instr.args[2])) for block in main for instr, known in constants(block) if loaded(instr) == "move")
        self.numbers = {id(instr) for instr, index in found if index == 0}
        super().__init__(program, main)

    def _value(self, op: Op, instr: Instr, operands: list[tuple[Places, str]]) -> Places:
        return frozenset({ANYWHERE}) if id(instr) in self.numbers else super()._value(op, instr, operands)


class Alike:
    """May equal cards change places, and nothing is different?"""

    def __init__(self, program: Program, bodies: Sequence[Function], origins: Origins, unread: frozenset[str], dead: Dead) -> None:
        self.program, self.bodies, self.origins, self.unread, self.dead = program, bodies, origins, unread, dead
        cards = program.cards
        self.first = [0] * len(cards)
        for n in range(1, len(cards)):
            self.first[n] = self.first[n - 1] if cards[n] == cards[n - 1] and n % 64 else n

    def told(self) -> tuple[tuple[int, ...], frozenset[int]]:
        """For each card the first equal one beside it, and the resume points where single cards are named; nothing where they always may be."""
        first, cards = self.first, self.program.cards
        if first == [*range(len(cards))] or self._kept() or any(self._names(*each) for each in self._instrs()):
            return (), frozenset()
        held = frozenset(self._held())
        return (tuple(first), held) if len(held) < len(self.dead) - 1 else ((), frozenset())

    def _instrs(self) -> Iterator[tuple[str, Instr, bool, dict[int, int]]]:
        """All instructions, and whether each takes more than one set out of zones together, and the constants before it."""
        for function in self.bodies:
            for block in function.blocks:
                for (instr, joins), (_, known) in zip(_joining(block), constants(block), strict=True):
                    yield function.name, instr, joins, known

    def _kept(self) -> bool:
        """Is anything noted of single cards, beside where they lie?"""
        program = self.program
        noted = any(r.role == "card" and r.name not in {"card.zone", *self.unread} for r in program.regions)
        named = [v for v in program.variables if v.owner == "card" or v.type.kind in ("card", "subset", "set") and _of_cards(v.type.of or v.type)]
        own = any(zone.owner == "card" for zone in program.zones)
        return noted or own or any(v.name not in self.unread for v in named) or bool({"sealed", "card.until"} & program.region.keys())

    def _names(self, name: str, instr: Instr, joins: bool, known: dict[int, int]) -> bool:
        """Does an instruction name a card by its number, hold two against one another, or go through several zones at once by number?"""
        op = OPS[instr.op]
        if op.role in ("menu", "asks", "ends"):
            return False
        of_cards = loaded(instr) is not None and self.program.region[loaded(instr) or ""].role == "card"
        for register, sort in sorted_use(instr):
            if (sort in "cg" or sort == "x" and of_cards) and ANYWHERE in self._from(name, register):
                return True
        drawn = [r for r in used(instr) if self._from(name, r) - {ANYWHERE}]
        if drawn and (op.name in COMPARED or op.cards == "looks"):
            return joins and len(drawn) > 1 or not self._same_of_all(instr, [known.get(r) for r in used(instr) if r not in drawn])
        return bool(drawn) and op.reckons and (op.name not in MASKED or joins and len(drawn) > 1 and op.name == "or")

    def _same_of_all(self, instr: Instr, others: list[int | None]) -> bool:
        """Is what comes of it the same for equal cards? Of a table, if it says so; where cards are compared, if it is with none, or with one that has no
        equal."""
        table = table_of(instr)
        if table is not None:
            values = self.program.tables[table]
            return all(first >= len(values) or values[first : n + 1] == values[first : first + 1] * (n + 1 - first) for n, first in enumerate(self.first))
        alone = {n for n, first in enumerate(self.first) if self.first.count(first) == 1}
        return all(other is not None and (other in (0, -1) or other in alone) for other in others)

    def _from(self, name: str, register: int) -> frozenset[str]:
        return self.origins.places.get((name, register), frozenset())

    def _held(self) -> Iterator[int]:
        """The resume points where a place of the frame that is not dead holds a card, or some."""
        main, kept = self.program.functions["main"], dict[int, set[int]]()
        resume = {label: pc for pc, label in enumerate(main.resumes)}
        for block in main.blocks:
            for slot, register in framed(block):
                kept.setdefault(slot, set()).add(register)
        for block in main.blocks:
            if (ask := asking(block)) is not None:
                pc, here = resume[ask.args[3]], dict(framed(block))
                gone = {slot for name, slot in self.dead[pc] if name == "frame"}
                registers = set[int]().union(*({here[slot]} if slot in here else homes for slot, homes in kept.items() if slot not in gone))
                if any(self._from("main", register) - {ANYWHERE} for register in registers):
                    yield pc


def framed(block: Block) -> Iterator[tuple[int, int]]:
    """The places of the frame that a block writes, and the register that each keeps."""
    for instr, known in constants(block):
        if stored(instr) == "frame" and instr.args[1] in known:
            yield known[instr.args[1]], instr.args[2]


def _joining(block: Block) -> Iterator[tuple[Instr, bool]]:
    """The instructions of a block, and whether what each takes was not all made in this block of one number that was read."""
    sources: dict[int, frozenset[int] | None] = {}
    for n, instr in enumerate(block.instrs):
        taken = [sources.get(register) for register in used(instr)]
        known = [one for one in taken if one is not None]
        joined = frozenset[int]().union(*known)
        yield instr, len(known) < len(taken) or len(joined) > 1
        if (to := defined(instr)) is not None:
            made = loaded(instr) is not None or OPS[instr.op].reads or OPS[instr.op].role != "value"
            sources[to] = frozenset({n}) if made else joined if len(known) == len(taken) else None


def draws(program: Program, held: frozenset[int]) -> Iterator[tuple[int, str]]:
    """The sites where one of the cards of a zone is drawn that lie there in no order, and nothing names single cards; and the zone."""
    main = program.functions["main"]
    resume = {label: pc for pc, label in enumerate(main.resumes)}
    asked: dict[int, set[int]] = {}
    for ask in filter(None, map(asking, main.blocks)):
        asked.setdefault(ask.args[0], set()).add(resume[ask.args[3]])
    for number, site in enumerate(program.sites):
        if site.kind == "chance" and site.outcome and not asked.get(number, set()) & held:
            (*rest, last) = [i for block in program.functions[site.outcome].blocks for i in block.instrs]
            looked = [i for i in rest if OPS[i.op].reads and loaded(i) != "frame"]
            zone = program.zone.get(looked[0].args[1]) if len(looked) == 1 and OPS[looked[0].op].zones else None
            if zone is not None and looked[0].op == "znth" and answered(last) == looked[0].args[0] and (zone.loose or not zone.ordered):
                yield number, zone.name


def _of_cards(type: object) -> bool:
    return getattr(type, "kind", "") in ("card", "subset")


def numbers_cards(program: Program, origins: Origins, instrs: Iterable[tuple[str, Instr]]) -> bool:
    """Is a card named by a number that was made without looking into a zone, as where all cards are gone through wherever they lie? Then it counts which of
    equal ones comes first."""
    for name, instr in instrs:
        region = loaded(instr)
        of_cards = region is not None and program.region[region].role == "card"
        for register, sort in sorted_use(instr):
            if (sort in "cg" or sort == "x" and of_cards) and origins.places.get((name, register)) == frozenset({ANYWHERE}):
                return True
    return False
