"""What hangs on cards and values that a seat does not see: found while the rules run, by numbers that say it of themselves.

A card is a handle as long as it is moved, counted or asked where it lies: whichever card lies there, the same happens. Where its face is looked up, or a
set of cards is reckoned with, what comes of it hangs on the face. The columns of the table of operations say which of the two an operation does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruledsl.engine.cards import instances
from ruledsl.interp import Interpreter
from ruledsl.interp.machine import Code, Run, Step
from ruledsl.ir.flow import loaded, sorted_use, stored, written
from ruledsl.ir.layout import Values, part_of, seers
from ruledsl.ir.ops import OPS, Op
from ruledsl.ir.program import Instr, Program, Variable
from ruledsl.ir.regions import seen

DIMMING = "what hangs on the unseen"


class Dim(int):
    """A number. `hangs`: the seats for which it hangs on what they do not see; `covers`: those for which it would if its face were looked at; `named`: a
    card that was chosen, and not one that the rules name."""

    hangs: int
    covers: int
    named: bool


def dim(value: int, hangs: int, covers: int, named: bool = False) -> int:
    """The number with what is known of it."""
    if not (hangs | covers or named):
        return int(value)
    out = Dim(value)
    out.hangs, out.covers, out.named = hangs, covers, named
    return out


def hangs(value: int) -> int:
    return value.hangs if isinstance(value, Dim) else 0


def covers(value: int) -> int:
    return value.covers if isinstance(value, Dim) else 0


def strange(value: int, unknown: int) -> int:
    """Of the seats that do not know a card: those for whom a number that names it says which it is."""
    return 0 if isinstance(value, Dim) and value.named else unknown & ~covers(value)


class Dimming(Interpreter):
    """Plays a program, and gathers in `seats` those that see something happen that hangs on what they do not see."""

    def __init__(self, program: Program):
        self.seats = 0
        self.everybody = (1 << program.players) - 1
        self._looking = {zone.base + k: 0 if zone.visibility == "top" else seers(zone, k, program.players) for zone, k in instances(program)}
        self._variables = {v.name: v for v in program.variables}
        self._shown = {seen(v.name): v.name for v in program.variables}
        super().__init__(program)

    def unknown(self, values: Values, card: int) -> int:
        """The seats that do not know which card this is; what lies in no zone all know."""
        if not 0 <= card or not self.program.cards:
            return 0
        card %= len(self.program.cards)
        looking = self._looking.get(values["card.zone"][card])
        return 0 if looking is None else self.everybody & ~(values["known"][card] | looking)

    def strangers(self, variable: Variable, index: int, values: Values) -> int:
        """The seats that may not look at a variable."""
        if variable.visibility == "open":
            return 0
        own = 1 << index // variable.length if variable.visibility == "own" and variable.owner == "player" else 0
        shown = values.get(seen(variable.name))
        return self.everybody & ~(own | (shown[index] if shown else 0))

    def _fuse(self, chunk: Any) -> None:
        """Every step is looked at by itself."""
        chunk.times = 0

    def _step(self, instr: Instr, code: Code) -> Step:
        step, operands, place = super()._step(instr, code)
        op = OPS[instr.op]
        if op.role in ("calls", "tries") or not (uses := [register for register, _ in sorted_use(instr)]):
            return step, operands, place
        return (self._valued if op.sets else self._done)(step, op, instr, uses), operands, place

    # ---- values ----

    def _valued(self, step: Callable[..., Any], op: Op, instr: Instr, uses: list[int]) -> Callable[..., Any]:
        """An operation that gives a value: the value says what it hangs on."""
        region, target, looks = loaded(instr), instr.args[0], op.learns(ordered=True) in ("looks", "reckons")
        compares, goes_through = op.takes == "vv" and op.gives == "b", op.takes in ("s", "ss")

        def run_it(run: Run, r: list[int], *operands: Any) -> Any:
            taken = [r[n] for n in uses]
            step(run, r, *operands)
            hang, cover = 0, 0
            for value in taken:
                hang |= hangs(value)
                cover |= covers(value)
            if goes_through and _is_rest(taken):
                hang = hangs(taken[0])
            elif looks:
                hang |= cover
            elif compares and -1 not in taken:
                hang |= covers(taken[0]) ^ covers(taken[1])
            if region is not None:
                hang, cover = self._read(run.values, region, taken[0], r[target], hangs(taken[0]))
            elif op.gives == "c":
                cover = self.unknown(run.values, r[target])
            elif op.zones and op.card is not None:
                hang |= strange(taken[-1], self.unknown(run.values, taken[-1]))
            value = r[target]
            r[target] = dim(value, hang, 0 if op.gives in ("b", "k") else cover, isinstance(value, Dim) and value.named)

        return run_it

    def _read(self, values: Values, region: str, index: int, value: int, hang: int) -> tuple[int, int]:
        """What a number hangs on that is read from a region."""
        _, part = part_of(self.program, region)
        if part == "bits":
            first = index % self.program.words * 64
            cards = (first + bit for bit in range(64) if value >> bit & 1)
            cover = 0
            for card in cards:
                cover |= self.unknown(values, card)
            return hang, cover
        if part == "cards":
            return hang, self.unknown(values, value)
        variable = self._variables.get(region)
        if variable is not None:
            hang |= self._named(values, variable, index)
            blind = self.strangers(variable, index, values)
            names = variable.type.kind in ("card", "subset") and value >= 0
            return hang | blind, blind | (self.unknown(values, value) if names else 0)
        if region == "card.zone":
            hang |= strange(index, self.unknown(values, index))
        return hang | hangs(value), covers(value)

    def _named(self, values: Values, variable: Variable, index: int) -> int:
        """Of a variable of a card that the rules name: the seats that do not know where the card lies."""
        return strange(index, self.unknown(values, index // variable.length)) if variable.owner == "card" else 0

    # ---- deeds ----

    def _done(self, step: Callable[..., Any], op: Op, instr: Instr, uses: list[int]) -> Callable[..., Any]:
        """An operation that does something, or goes on somewhere: who can see it sees what it hangs on."""
        into = written(instr)
        plain = stored(instr) is not None
        variable = self._variables.get(into or "")
        answers = op.role == "ends" and op.form == "r"
        looks = op.learns(ordered=True) == "reckons"

        def run_it(run: Run, r: list[int], *operands: Any) -> Any:
            hang = 0
            for n in uses:
                hang |= hangs(r[n]) | (covers(r[n]) if looks else 0)
            if hang and not answers and into != "frame":
                blind = self.strangers(variable, r[uses[0]], run.values) & ~hangs(r[uses[0]]) if variable is not None and plain else 0
                self.seats |= hang & ~blind
            if op.card is not None:
                card = r[instr.args[op.card]]
                self.seats |= strange(card, self.unknown(run.values, card))
            return step(run, r, *operands)

        return run_it


def _is_rest(taken: list[int]) -> bool:
    """Is a set gone through card by card: is the least one asked for, or what is left without it?"""
    if len(taken) == 1:
        return True
    return int(taken[1]) == taken[0] - 1 and covers(taken[0]) == covers(taken[1]) != 0


def dimming(program: Program) -> Dimming:
    """What runs a program so, made once."""
    if DIMMING not in program.engines:
        program.engines[DIMMING] = Dimming(program)
    found: Dimming = program.engines[DIMMING]
    return found
