"""Where equal cards are told apart without a name: one is taken by its number out of a place into which cards came, and may be one that is held.

Equal cards may change places where all else stays as it was. Whoever takes the least of some takes another one then, and nothing is different if these two
may change places in their turn: if neither is held. In a place into which nothing came each card keeps its rank, and nothing is to be asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ruledsl.ir.faulting import answers
from ruledsl.ir.flow import asking, asks_for_card, called, changed_zones, defined, used
from ruledsl.ir.live import Step, ahead, before, joined
from ruledsl.ir.ops import OPS, Fault, Op
from ruledsl.ir.origins import ANYWHERE, Origins
from ruledsl.ir.paths import Paths, Point
from ruledsl.ir.program import Block, Function, Instr, Program
from ruledsl.record import cached_property

UNPACKING = ("add", "sub", "shr")
"""How lowering uses these of sets of cards: it clears the least, which is always taken, too, unpacks what was chosen, and moves the number of one. All else
that reckons with a set hangs on the order of its members."""


class Mingled:
    """`steps` are those of each block of `main`, `cards` has a bit for each place of these that can hold cards, `homes` gives that of a register; `held` are
    the resume points where a card is held, `inside` gives by name what a function calls, itself with it."""

    def __init__(
        self, program: Program, paths: Paths, origins: Origins, steps: Mapping[str, list[Step]], inside: Mapping[str, Iterable[Function]], held: frozenset[int]
    ) -> None:
        self.program, self.paths, self.origins, self.steps, self.held = program, paths, origins, steps, held
        self.bits = {zone.name: 1 << n for n, zone in enumerate(program.zones)}
        self.resume = {label: pc for pc, label in enumerate(program.functions["main"].resumes)}
        self.inside = {name: joined(self._taken(f.name, i) for f in those for b in f.blocks for i in b.instrs) for name, those in inside.items()}

    def found(self, cards: int, first: int) -> bool:
        """Does some way lead to where a card is taken by its number that may be held? The bit of a register is `first`, moved by its number."""
        live = ahead(self.paths.after, {label: [effect for _, effect in steps] for label, steps in self.steps.items()})
        return any(
            self._mingled(self.paths.blocks[point[0]], came, joined(live[to] for to in self.paths.after[point]), cards, first)
            for point, came in self._came.items()
        )

    def _mingled(self, block: Block, came: int, live: int, cards: int, first: int) -> bool:
        taken = [(instr, came & self._taking(instr)) for instr, came in zip(block.instrs, self._into(block, came), strict=False)]
        if not any(mask for _, mask in taken):
            return False
        kin = [*_kin(block)]
        for n in reversed(range(len(block.instrs))):
            instr, mask = taken[n]
            own = joined(first << register for register in kin[n])
            if mask and live & cards & ~own:
                return True
            live = before(self.steps[block.label][n][1], live)
            if mask and called(instr) is not None and live & cards:
                return True
        return False

    @cached_property
    def _came(self) -> dict[Point, int]:
        """By point, into which places cards can have come since play stopped and none was held."""
        after = self.paths.after
        came, left = dict[Point, int](), [(point, 0) for point in after if point[0] == self.paths.main.resumes[0]]
        while left:
            point, more = left.pop()
            if point not in came or more & ~came[point]:
                came[point] = came.get(point, 0) | more
                *_, last = self._into(self.paths.blocks[point[0]], came[point])
                left += [(to, last) for to in after[point]]
        return came

    def _into(self, block: Block, came: int) -> Iterator[int]:
        """The same before each instruction of a block, and at its end."""
        for instr in block.instrs:
            yield came
            came |= joined(self.bits[name] for name in changed_zones(self.program, instr, "in"))
        ask = asking(block)
        yield came if ask is None or self.resume[ask.args[3]] in self.held else 0

    def _taking(self, instr: Instr) -> int:
        """The places out of which an instruction of `main`, what it calls, or a menu that it shows, takes a card by its number."""
        if (function := called(instr)) is not None:
            return self.inside[function]
        if OPS[instr.op].role == "asks" and self.resume[instr.args[3]] in self.held:
            return joined(self.inside[name] for name in answers(self.program, instr.args[0]))
        return self._taken("main", instr)

    def _taken(self, function: str, instr: Instr) -> int:
        op = OPS[instr.op]
        if _ranks(op):
            found = self.origins.places.get((function, used(instr)[0]), frozenset())
            return joined(self.bits[name] for name in (found or self.bits) if name != ANYWHERE)  # what a menu reads in the frame may lie anywhere
        if op.card is None and op.changes("in") and len(op.zones) == 1:
            return joined(self.bits.values())
        zones = [self.program.zone[instr.args[at]] for at in op.zones[:1]]
        by_number = op.learns(False) == "numbers" and not asks_for_card(instr)
        return joined(self.bits[zone.name] for zone in zones if by_number and (not zone.ordered or zone.loose and Fault.UNSETTLED not in op.stops))


def _ranks(op: Op) -> bool:
    """May it hang on the order of the members of the first set that it takes? What only compares two is looked at elsewhere."""
    return op.role == "value" and op.cards == "reckons" and op.gives != "b" and op.name not in UNPACKING


def _kin(block: Block) -> Iterator[set[int]]:
    """For each instruction of a block the registers of which it matters nothing that they are held: what it takes and sets, and what was taken of the same."""
    made: dict[int, set[int]] = {}
    for instr in block.instrs:
        to, ranked = defined(instr), _ranks(OPS[instr.op])
        yield {*used(instr), *([to] if to is not None else []), *(made.get(used(instr)[0], set()) if ranked else set())}
        if to is not None:
            made.pop(to, None)
            for taken in made.values():
                taken.discard(to)
            if ranked and used(instr)[0] != to:
                made.setdefault(used(instr)[0], set()).add(to)
