"""Which registers of the procedures in `main` are needed at once, told procedure by procedure: where one calls another it goes on behind the call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from ruledsl.bits import bits_of
from ruledsl.ir.alive import Flow, masked
from ruledsl.ir.flow import bits_for, constant, mask_of, switched, uses
from ruledsl.record import cached_property, record

if TYPE_CHECKING:
    from ruledsl.ir.overlay import Procedures


@record(frozen=True)
class Called:
    """A call that ends a block: what is called, the register and the number that say where it comes back, and the label there; "" if it never does."""

    name: str
    register: int
    number: int
    back: str


class Lifespans:
    """`against`: by register, of those that are asked for, the mask of the others that are needed while it is. `across`: by the register and the number
    that say where a call comes back, what the caller still needs there. `behind`: by the label where play goes on behind a question, what the procedure
    still needs there. `onward`: by procedure, what it needs when it begins and has not for itself: what
    is handed, through it, to one that it calls, as when an action carries out a card within its `usual`."""

    def __init__(self, flow: Flow, procedures: Procedures, asked: int):
        self.procedures, self.after = procedures, flow.after
        self.blocks = {block.label: block for block in flow.function.blocks}
        self._homes = {label: procedures.blocks.get(label, "") for label in self.blocks}
        self._bits = bits_for({*bits_of(asked), *procedures.backs.values()}.union(*procedures.handed.values()))
        self._effects = {label: (masked(reads, self._bits), masked(sets, self._bits)) for label, (reads, sets) in flow.used.items()}
        self.asked = asked & ~self._strays()
        self.against = dict.fromkeys(bits_of(self.asked), 0)
        self.across: dict[tuple[int, int], int] = {}
        self.onward: dict[str, int] = {}
        live: dict[str, int] = {}
        for name in self._below:  # whoever is called comes before those that call it
            labels = self._own.get(name, [])
            live |= (own := self._live(name, labels))
            homed = mask_of(self._registers.get(name, ()))
            self.onward[name] = self._joined(self._begins.get(name, ()), own, 0) & ~homed
        self.behind = {label: live[label] for label in flow.function.resumes[1:] if label in live}
        for name, labels in self._own.items():
            self._meet(name, labels, live)
        for register, others in list(self.against.items()):
            for other in bits_of(others):
                self.against[other] |= 1 << register
        for register in self.against:
            self.against[register] &= ~(1 << register)

    # ---- procedures ----

    @cached_property
    def _own(self) -> dict[str, list[str]]:
        """The labels of the blocks of each procedure."""
        out: dict[str, list[str]] = {}
        for label, home in self._homes.items():
            if home:
                out.setdefault(home, []).append(label)
        return out

    @cached_property
    def _returns(self) -> dict[int, tuple[str, ...]]:
        """By the register that says where a procedure goes back to: the labels that it may be; none where it never does, as it ends what is around it."""
        out: dict[int, tuple[str, ...]] = dict.fromkeys(self.procedures.backs.values(), ())
        for block in self.blocks.values():
            register = switched(block.instrs[-1])
            if register is not None and register == self.procedures.backs.get(self._homes[block.label]):
                out[register] = block.instrs[-1].args[1:]
        return out

    @cached_property
    def _called(self) -> dict[str, Called]:
        """By label: the call that ends the block."""
        out, names = {}, {register: name for name, register in self.procedures.backs.items()}
        backs = mask_of(names)
        for block in self.blocks.values():
            for instr in block.instrs if self._effects[block.label][1] & backs else ():
                number = constant(instr)
                if number is not None and (name := names.get(register := instr.args[0])) is not None:
                    labels = self._returns[register]
                    out[block.label] = Called(name, register, number, labels[number] if labels else "")
        return out

    @cached_property
    def _below(self) -> dict[str, frozenset[str]]:
        """All that may be under way when a procedure is, from it on."""
        calls: dict[str, set[str]] = {}
        for label, called in self._called.items():
            calls.setdefault(self._homes[label], set()).add(called.name)
        out: dict[str, frozenset[str]] = {}
        for name in {*calls, *self._own}:
            _all_below(name, (), calls, out)
        return out

    @cached_property
    def _elsewhere(self) -> dict[int, tuple[set[str], set[str]]]:
        """By register that is handed on: the other procedures that read it, and that set it."""
        handed = {register: name for name, registers in self.procedures.handed.items() for register in registers}
        out: dict[int, tuple[set[str], set[str]]] = {register: (set(), set()) for register in handed}
        all_handed = mask_of(handed)
        for label in [label for label, (reads, sets) in self._effects.items() if (reads | sets) & all_handed]:
            home, called = self._homes[label], self._called.get(label)
            for reads, sets in uses(self.blocks[label], self._bits):
                for register in bits_of(reads & all_handed):
                    if handed[register] != home:
                        out[register][0].add(home)
                for register in bits_of(sets & all_handed):
                    if handed[register] not in (home, called and called.name):
                        out[register][1].add(home)
        return out

    def _strays(self) -> int:
        """What is read where its procedure is not under way, or set where no procedure is: nobody knows how long it is needed."""
        out = 0
        for register, (readers, setters) in self._elsewhere.items():
            below = self._below.get(self.procedures.homes.get(register, ""), frozenset())
            if not readers <= below or "" in setters:
                out |= 1 << register
        return out

    def _throughout(self, name: str) -> int:
        """What is needed as long as a procedure is under way: what others under it read or set."""
        out = 0
        for register in self.procedures.handed.get(name, ()):
            readers, setters = self._elsewhere[register]
            if readers or not setters.isdisjoint(self._below[name]):
                out |= 1 << register
        return out & self.asked

    # ---- what is needed where ----

    @cached_property
    def _entered(self) -> dict[str, list[str]]:
        """By procedure: the labels to which others jump in its middle, as where a phase is ended from within; they may also be where a call comes back."""
        out: dict[str, list[str]] = {}
        for label, block in self.blocks.items():
            called = self._called.get(label)
            if called is None and switched(block.instrs[-1]) in self._returns:
                continue
            for to in self.after[label] if called is None else (called.back,) if called.back else ():
                home = self._homes[to]
                if home != self._homes[label]:
                    out.setdefault(home, []).append(to)
        return out

    def _live(self, name: str, labels: list[str]) -> dict[str, int]:
        """By label: what is needed where a block of a procedure begins."""
        live, always, changed = dict.fromkeys(labels, 0), self._throughout(name), True
        entered = set(self._entered.get(name, ()))
        lines = [(label, reads & self.asked, ~sets, *self._onward(label)) for label in reversed(labels) for reads, sets in [self._effects[label]]]
        while changed:
            changed = False
            for label, reads, unset, nexts, needed in lines:
                out = always | needed
                for to in nexts:
                    out |= live.get(to, 0)
                now = out & unset | reads
                if now != live[label]:
                    live[label], changed = now, True
                if label in entered:
                    always |= now
        return live

    def _onward(self, label: str) -> tuple[list[str], int]:
        """The labels where its procedure goes on behind a block, and what else is needed where that ends: by what is called there."""
        called = self._called.get(label)
        if called is None:
            return self.after[label], 0
        handed = mask_of(self.procedures.handed.get(called.name, ())) & self.asked
        return [called.back], handed | self.onward[called.name]

    @staticmethod
    def _joined(labels: Iterable[str], live: dict[str, int], out: int) -> int:
        for label in labels:
            out |= live.get(label, 0)
        return out

    # ---- what meets ----

    def _meet(self, name: str, labels: list[str], live: dict[str, int]) -> None:
        own = {label: live[label] for label in labels}
        always = self._throughout(name) | self._joined(self._entered.get(name, ()), own, 0)
        handed = mask_of(self.procedures.handed.get(name, ())) & self.asked
        self._all_meet(handed | always | self._joined(self._begins.get(name, ()), own, 0))
        for label in labels:
            nexts, more = self._onward(label)
            needed = self._joined(nexts, own, always | more)
            for reads, sets in reversed(uses(self.blocks[label], self._bits)) if self._effects[label][1] & self.asked else ():
                if sets & self.asked:
                    self.against[sets.bit_length() - 1] |= needed
                needed = needed & ~sets | reads & self.asked
            if (called := self._called.get(label)) is not None:
                across = self.across[called.register, called.number] = self._joined([called.back], own, always)
                for register in self._within(called.name):
                    self.against[register] |= across

    def _within(self, name: str) -> Iterator[int]:
        """The registers of all that may be under way when a procedure is."""
        return (register for other in self._below[name] for register in self._registers.get(other, ()))

    @cached_property
    def _registers(self) -> dict[str, list[int]]:
        out: dict[str, list[int]] = {}
        for register in self.against:
            out.setdefault(self.procedures.homes[register], []).append(register)
        return out

    @cached_property
    def _begins(self) -> dict[str, list[str]]:
        """By procedure: the labels where it begins."""
        out: dict[str, list[str]] = {}
        for label, called in self._called.items():
            out.setdefault(called.name, []).extend(self.after[label])
        return out

    def _all_meet(self, together: int) -> None:
        for register in bits_of(together):
            self.against[register] |= together


def _all_below(name: str, above: tuple[str, ...], calls: Mapping[str, set[str]], found: dict[str, frozenset[str]]) -> frozenset[str]:
    """A procedure and all that it calls, and so on; ValueError if one of them calls itself."""
    if name in above:
        raise ValueError(f"procedures that call themselves: {', '.join(sorted(above))}")
    if name not in found:
        found[name] = frozenset({name}.union(*(_all_below(other, (*above, name), calls, found) for other in calls.get(name, ()))))
    return found[name]
