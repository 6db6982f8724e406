"""Which slots of the frame only carry registers over decisions: whoever plays a game in one go needs none of them."""

from __future__ import annotations

from collections import defaultdict

from ruledsl.ir.flow import asking, constant, constants, defined, frame_uses, loaded, stored, targets
from ruledsl.ir.program import Block, Function

Held = dict[int, int]
"""Registers by slot."""


def handed_over(main: Function) -> dict[int, set[int]]:
    """The slots, each with its registers, in which every `ask` stores a register, unchanged until it asks, that the block behind it loads back
    before it does anything. Nothing if some slot is not known by number."""
    kept: dict[str, list[Held]] = defaultdict(list)
    jumped = {main.blocks[0].label, main.resumes[0]}
    heads: dict[str, Held] = {}
    found: dict[int, set[int]] = defaultdict(set)
    bad: set[int] = set()
    for block in main.blocks:
        accesses = _Accesses(block)
        if accesses.unknown:
            return {}
        heads[block.label] = accesses.head
        for slot, register in accesses.head.items():
            found[slot].add(register)
        bad |= accesses.bad
        if asking(block):
            kept[block.instrs[-1].args[-1]].append(accesses.held)
        else:
            jumped.update(targets(block))
            bad |= accesses.held.keys()
    for label, head in heads.items():
        bad |= {slot for slot, register in head.items() if label in jumped or any(held.get(slot) != register for held in kept[label])}
    return {slot: registers for slot, registers in found.items() if slot not in bad}


class _Accesses:
    """What a block does with the frame: `head` is loaded before anything else is done, `held` is stored and still so at its end."""

    def __init__(self, block: Block):
        self.head: Held = {}
        self.held: Held = {}
        self.bad: set[int] = set()
        self.registers: set[int] = set()  # in any slot
        self.unknown = False
        begins = True
        for instr, numbers in constants(block) if frame_uses(block) else ():
            load, store = loaded(instr) == "frame", stored(instr) == "frame"
            slot = numbers.get(instr.args[-1 if load else 1]) if load or store else None
            self.unknown = self.unknown or slot is None and (load or store)
            if slot is not None:
                if store:
                    self.held[slot] = instr.args[2]
                elif begins and slot not in self.head:
                    self.head[slot] = instr.args[0]
                else:
                    self.bad.add(slot)
                self.registers.add(instr.args[0 if load else 2])
            begins = begins and (load or constant(instr) is not None)
            target = defined(instr)
            if target is not None:
                self._set(target, slot)

    def _set(self, register: int, slot: int | None) -> None:
        """A register gets another value, or that of a slot; what was loaded into it at the head is lost, what holds it no longer does."""
        if register not in self.registers:
            return
        self.bad |= {s for held in (self.head, self.held) for s, r in held.items() if r == register and s != slot}
