"""Which registers hold cards, and from which zones these come: found by following values through the program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from ruledsl.ir.flow import used
from ruledsl.ir.ops import OPS, OPTIONS
from ruledsl.ir.program import Block, Instr, Program

ANYWHERE = ""
"""A number that is not taken from a zone: if it is a card, it may lie anywhere."""

Register = tuple[str, int]
Places = frozenset[str]

ARITHMETIC = ("add", "sub", "mul", "div", "mod", "and", "or", "xor", "shl", "shr", "lowbit", "popcount")
_CARD = {"zput": 2, "zunder": 2, "zhas": 3, "znext": 3, "know": 0}
"""Where the operand stands that is a card."""
_KNOWN = ("store", "fill", "random", "zsettle", "zshuffle", "know", "zknow", *OPTIONS)
"""Operations that change the state and take no card out of its zone."""

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
        instrs = [(name, instr) for name, instr in self._instrs() if instr.op not in ("jump", "branch", "switch", "tick", "trap", "finish", "ask")]
        changed = True
        while changed:
            changed = False
            for name, instr in instrs:
                changed |= self._step(name, instr)
        for name, instr in instrs:
            at = _CARD.get(instr.op)
            if at is not None:
                self.cards.add((name, instr.args[at]))
            elif instr.op == "load" and instr.args[1] in ("card.zone", "known"):
                self.cards.add((name, instr.args[2]))

    def _step(self, name: str, instr: Instr) -> bool:
        def of(register: int) -> Places:
            return self.places.get((name, register), frozenset())

        if instr.op in ("store", "fill"):
            return _add(self.kept, instr.args[0], of(instr.args[2])) if instr.args[0] != "frame" else False
        if instr.op in OPTIONS:
            found = frozenset[str]().union(*(of(r) for r in used(instr)))
            changed = not found <= self.chosen
            self.chosen |= found
            return changed
        if instr.op == "return":
            return _add(self.given, name, of(instr.args[0]))
        if instr.op == "call":
            grown = [_add(self.places, (instr.args[1], n), of(r)) for n, r in enumerate(instr.args[2:])]
            return any([*grown, _add(self.places, (name, instr.args[0]), self.given.get(instr.args[1], frozenset()))])
        if OPS[instr.op].form.startswith("d"):
            return _add(self.places, (name, instr.args[0]), self._value(instr, [of(r) for r in used(instr)]))
        return False

    def _value(self, instr: Instr, operands: list[Places]) -> Places:
        """Where the value of an instruction comes from, if it is a card."""
        union = frozenset[str]().union(*operands)
        match instr.op:
            case "const":
                return frozenset({ANYWHERE}) if instr.args[1] >= 0 else frozenset()
            case "copy":
                return union
            case "select":
                return operands[1] | operands[2]
            case "zat" | "znext" | "ztop":
                return frozenset({instr.args[1]})
            case "load":
                return self._loaded(instr.args[1])
            case op if op in ARITHMETIC and op != "popcount":
                return union - {ANYWHERE} or frozenset({ANYWHERE})
        return frozenset({ANYWHERE})

    def _loaded(self, region: str) -> Places:
        zone, _, part = region.rpartition(".")
        if zone in self.program.zone and part in ("bits", "cards"):
            return frozenset({zone})
        if region == "move":
            return self.chosen
        return self.kept.get(region, frozenset()) if region != "frame" else frozenset()

    def _left(self) -> Places:
        """The zones that a card may leave in the blocks of `main`."""
        zones = frozenset(self.program.zone)
        out: set[str] = set()
        for block in self.bodies["main"]:
            for instr in block.instrs:
                if instr.op in ("zput", "zunder"):
                    found = self.places.get(("main", instr.args[2]), frozenset({ANYWHERE}))
                    out |= zones if ANYWHERE in found or not found else found
                elif instr.op == "zall":
                    out.add(instr.args[0])
                elif instr.op == "zgather" or OPS[instr.op].effect == "writes" and instr.op not in _KNOWN:
                    out |= zones
        return frozenset(out)

    def _filled(self) -> Places:
        """The zones that a card may come into in the blocks of `main`."""
        out: set[str] = set()
        for block in self.bodies["main"]:
            for instr in block.instrs:
                if instr.op in ("zput", "zunder", "zgather"):
                    out.add(instr.args[0])
                elif instr.op == "zall":
                    out.add(instr.args[2])
                elif OPS[instr.op].effect == "writes" and instr.op not in _KNOWN:
                    out |= frozenset(self.program.zone)
        return frozenset(out)


def _add(known: dict[K, Places], key: K, more: Places) -> bool:
    """Take in more places; was one of them new?"""
    old = known.get(key, frozenset())
    known[key] = old | more
    return not more <= old
