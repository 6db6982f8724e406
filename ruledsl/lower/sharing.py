"""Which registers of `main` each procedure has for itself, and which procedures each calls: noted while they are lowered."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.ir.flow import Used, exposed
from ruledsl.ir.overlay import Procedures
from ruledsl.ir.program import Block


class Sharing:
    """`under_way` is the procedure that is being lowered; "" between them, and where blocks are left from anywhere."""

    def __init__(self) -> None:
        self.under_way = ""
        self._blocks: dict[str, str] = {}
        self._touched: dict[str, set[int]] = {}  # by procedure: what it sets or reads
        self._handed: dict[str, set[int]] = {}  # by procedure: what is handed to it, whoever sets it
        self._backs: dict[str, int] = {}
        self._apart: set[int] = set()
        self._used: dict[str, Used] = {}

    def touch(self, blocks: Iterable[Block]) -> None:
        """What is under way has set and read registers; only where the blocks go on may change."""
        touched = self._touched.setdefault(self.under_way, set())
        for block in blocks:
            self._blocks[block.label] = self.under_way
            used = self._used[block.label] = exposed(block)
            touched.update(*used)

    def hand(self, name: str, back: int, params: Iterable[int]) -> None:
        self._handed[name], self._backs[name] = {back, *params}, back

    def set_apart(self, registers: Iterable[int]) -> None:
        """They share with none."""
        self._apart.update(registers)

    def found(self) -> Procedures:
        some, several = set[int](), set[int]()
        for touched in self._touched.values():
            several |= some & touched
            some |= touched
        homes = {register: name for name, touched in self._touched.items() if name for register in sorted(touched - several)}
        homes |= {register: name for name, registers in self._handed.items() for register in registers}
        homes = {register: name for register, name in homes.items() if register not in self._apart}
        return Procedures(homes, self._blocks, self._handed, self._backs, self._used)
