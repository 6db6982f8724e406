"""Which registers hold cards, and from which zones these come: found by following values through the program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from ruledsl.ir.flow import answered, called, changed_zones, constant, loaded, sorted_use, used, written
from ruledsl.ir.layout import part_of
from ruledsl.ir.ops import OPS, Op
from ruledsl.ir.program import Block, Instr, Program

ANYWHERE = ""
"""A number that is not taken from a zone: if it is a card, it may lie anywhere."""

Register = tuple[str, int]
Places = frozenset[str]

K = TypeVar("K")


class Origins:
    """Of some blocks of `main` and of all functions."""

    def __init__(self, program: Program, main: Sequence[Block]):
        self.program = program
        self.bodies: dict[str, Iterable[Block]] = {**{f.name: f.blocks for f in program.functions.values()}, "main": main}
        self.places: dict[Register, Places] = {}
        self.kept: dict[str, Places] = {}
        self.chosen: Places = frozenset()
        self.given: dict[str, Places] = {}
        self.cards: set[Register] = set()
        self._follow()
        self.left = self._left()
        self.filled = self._filled()

    def is_card(self, function: str, register: int) -> bool:
        """May a register hold a card?"""
        return (function, register) in self.cards or bool(self.places.get((function, register), frozenset()) - {ANYWHERE})

    def _instrs(self) -> Iterator[tuple[str, Instr]]:
        for name, blocks in self.bodies.items():
            for block in blocks:
                for instr in block.instrs:
                    yield name, instr

    def _follow(self) -> None:
        instrs = list(self._instrs())
        moving = [(name, instr) for name, instr in instrs if used(instr) or OPS[instr.op].sets]
        changed = True
        while changed:
            changed = False
            for name, instr in moving:
                changed |= self._step(name, instr)
        for name, instr in moving:
            of_cards = self._is_of_cards(instr)
            self.cards |= {(name, register) for register, sort in sorted_use(instr) if sort == "c" or sort == "x" and of_cards}

    def _is_of_cards(self, instr: Instr) -> bool:
        """Does an instruction read a region in which there is a place for each card?"""
        region = loaded(instr)
        return region is not None and self.program.region[region].role == "card"

    def _step(self, name: str, instr: Instr) -> bool:
        """Take in what an instruction hands on; was some of it new?"""

        def of(register: int) -> Places:
            return self.places.get((name, register), frozenset())

        op = OPS[instr.op]
        if (region := written(instr)) is not None:
            return _add(self.kept, region, of(instr.args[2])) if region != "frame" else False
        if op.role == "menu":
            found = frozenset[str]().union(*(of(r) for r in used(instr)))
            changed = not found <= self.chosen
            self.chosen |= found
            return changed
        if (register := answered(instr)) is not None:
            return _add(self.given, name, of(register))
        if (function := called(instr)) is not None:
            grown = [_add(self.places, (function, n), of(r)) for n, r in enumerate(instr.args[2:])]
            return any([*grown, _add(self.places, (name, instr.args[0]), self.given.get(function, frozenset()))])
        if op.sets:
            return _add(self.places, (name, instr.args[0]), self._value(op, instr, [(of(r), sort) for r, sort in sorted_use(instr)]))
        return False

    def _value(self, op: Op, instr: Instr, operands: list[tuple[Places, str]]) -> Places:
        """Where the value of an instruction comes from, if it is a card or a set of cards."""
        if (number := constant(instr)) is not None:
            return frozenset({ANYWHERE}) if number >= 0 else frozenset()
        if (region := loaded(instr)) is not None:
            return self._loaded(region)
        if op.zones and op.gives == "c":
            return frozenset(instr.args[at] for at in op.zones)
        if op.cards == "blind" and op.gives in "vc":
            return frozenset[str]().union(*(places for places, sort in operands if sort in "vg"))
        if op.reckons and op.gives in "nsi":
            return frozenset[str]().union(*(places for places, _ in operands)) - {ANYWHERE} or frozenset({ANYWHERE})
        return frozenset({ANYWHERE})

    def _loaded(self, region: str) -> Places:
        zone, part = part_of(self.program, region)
        if part in ("bits", "cards"):
            return frozenset({zone})
        if region == "move":
            return self.chosen
        return self.kept.get(region, frozenset()) if region != "frame" else frozenset()

    def _left(self) -> Places:
        """The zones that a card may leave in the blocks of `main`."""
        out: set[str] = set()
        for instr in (i for block in self.bodies["main"] for i in block.instrs):
            for aspect, zone in OPS[instr.op].writes:
                if aspect == "out":
                    out |= self._taken(instr) if zone == "*" else {instr.args[OPS[instr.op].zones[int(zone)]]}
        return frozenset(out)

    def _taken(self, instr: Instr) -> Places:
        """The zones that an instruction may take its card out of; all, if it names none."""
        at = OPS[instr.op].card
        found = self.places.get(("main", instr.args[at]), frozenset()) if at is not None else frozenset[str]()
        return found if found and ANYWHERE not in found else frozenset(self.program.zone)

    def _filled(self) -> Places:
        """The zones that a card may come into in the blocks of `main`."""
        instrs = [instr for block in self.bodies["main"] for instr in block.instrs]
        return frozenset(name for instr in instrs for name in changed_zones(self.program, instr, "in"))


def _add(known: dict[K, Places], key: K, more: Places) -> bool:
    """Take in more places; was one of them new?"""
    old = known.get(key, frozenset())
    known[key] = old | more
    return not more <= old
