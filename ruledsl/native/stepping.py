"""`main` as single steps run it. What lives across every decision is loaded and stored at one place each: a large game has a hundred resume
points, and each of them would load the same two hundred registers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir.flow import asking, constant, frame_uses, loaded, stored, targets
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import RUNNING, Block, Function
from ruledsl.native.operations import Operations
from ruledsl.native.text import NOWHERE, Body, fault_code

if TYPE_CHECKING:
    from ruledsl.native.module import Module

FEW = 16
"""So many registers may as well be loaded and stored wherever they live."""

LOADING, STORING, ANSWER = "frame.load", "frame.store", "%frame.answer"


def always_kept(main: Function) -> dict[int, int]:
    """The slots of the frame that every resume point loads and every decision stores, each with its register; none where anything else looks
    at the frame, as `ir.spill` never makes it."""
    behind = frozenset(main.resumes[1:])
    kept = [_pairs(block, block.label in behind) for block in main.blocks if block.label in behind or asking(block)]
    jumped = {label for block in main.blocks if not asking(block) for label in targets(block)}
    if not kept or sum(map(frame_uses, main.blocks)) != sum(map(len, kept)) or jumped & behind:
        return {}
    return dict(sorted(set.intersection(*kept)))


def _pairs(block: Block, resumed: bool) -> set[tuple[int, int]]:
    """Slots and registers: of a block that does nothing but load them, or of what stands last before a decision."""
    found: set[tuple[int, int]] = set()
    indexes: set[int] = set()
    at = len(block.instrs) - 1
    while at >= 2:
        number, moved = block.instrs[at - 2 : at]
        slot = constant(number)
        if slot is None or (loaded(moved) if resumed else stored(moved)) != "frame":
            break
        register, index = (moved.args[0], moved.args[2]) if resumed else (moved.args[2], moved.args[1])
        if index != number.args[0]:
            break
        found.add((slot, register))
        indexes.add(index)
        at -= 2
    return set() if resumed and at or indexes & {register for _, register in found} else found


class Stepping(Operations):
    """Each decision leaves its answer in `ANSWER` and goes where the frame is stored."""

    def __init__(self, module: Module, main: Function) -> None:
        super().__init__(module, main)
        kept = always_kept(main)
        self.kept = kept if len(kept) > FEW else {}
        self.carried |= frozenset(self.kept.values())
        self.asks = False

    # the frame ---------------------------------------------------------------------------------------------------

    def op_load(self, d: int, region: str, a: int) -> None:
        if not (self.kept and region == "frame" and int(self.get(a)) in self.kept):
            super().op_load(d, region, a)

    def op_store(self, region: str, a: int, b: int) -> None:
        if not (self.kept and region == "frame" and int(self.get(a)) in self.kept):
            super().op_store(region, a, b)

    def _jump_to_resume(self, entry: Body) -> None:
        if not self.kept:
            super()._jump_to_resume(entry)
            return
        entry.put(f"{ANSWER} = alloca i64")
        lost = self.traps.setdefault((Fault.BOUNDS, NOWHERE), self.body.fresh("trap"))
        first, *others = (f"i64 {n}, label %{self.label(name)}" for n, name in enumerate(self.function.resumes))
        pc = self.memory.load(entry, "pc")
        self.memory.store(entry, "status", "0", str(RUNNING))
        entry.put(f"switch i64 {pc}, label %{LOADING} [{first}]")
        entry.label(LOADING)
        for slot, register in self.kept.items():
            entry.write(f"%r{register}", self.memory.load(entry, "frame", str(slot)))
        entry.put(f"switch i64 {pc}, label %{lost} [{' '.join(others)}]")

    def close(self) -> None:
        if self.kept:
            self.body.label(STORING)
            for slot, register in self.kept.items():
                self.memory.store(self.body, "frame", str(slot), self.body.read(f"%r{register}"))
            self.body.put(f"ret i64 {self.body.read(ANSWER)}")

    # decisions ---------------------------------------------------------------------------------------------------

    def op_ask(self, site: int, seats: int, count: int, then: str) -> None:
        self.asks = bool(self.kept)
        if self.asks:
            self.flush()
        super().op_ask(site, seats, count, then)
        self.asks = False

    def check(self, good: str, fault: Fault) -> None:
        """A decision that fails does so behind the frame, which stands stored by then."""
        if not self.asks:
            super().check(good, fault)
        elif good != "true":
            on, bad = self.body.fresh("on"), self.body.fresh("bad")
            self.body.fork(good, on, bad)
            self.body.label(bad)
            self._leave(fault_code(fault, self.place))
            self.body.label(on)

    def _stop(self, status: int) -> None:
        if not self.asks:
            super()._stop(status)
        else:
            self.memory.store(self.body, "status", "0", str(status))
            self._leave(status)

    def _leave(self, answer: int) -> None:
        self.body.write(ANSWER, str(answer))
        self.body.go(STORING)
