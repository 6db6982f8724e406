"""What hangs on cards and values that a seat does not see: found while the rules run, by numbers that say it of themselves.

A card is a handle as long as it is moved, counted or asked where it lies: whichever card lies there, the same happens. Where its face is looked up, or a
set of cards is reckoned with, what comes of it hangs on the face. The columns of the table of operations say which of the two an operation does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from ruledsl.bits import bits_of
from ruledsl.engine.cards import instances, knowers
from ruledsl.interp import Interpreter
from ruledsl.interp.machine import Code, Run, Step
from ruledsl.interp.steps import worked_out
from ruledsl.ir.flow import asking, copied, loaded, sorted_use, stored, written
from ruledsl.ir.layout import Values, owners, part_of, seers
from ruledsl.ir.once import once
from ruledsl.ir.ops import OPS, Fault, Op
from ruledsl.ir.program import Block, Function, Instr, Program, Variable
from ruledsl.ir.regions import SEALED, seen
from ruledsl.minds.forks import Fork, Forks
from ruledsl.minds.passing import Passed, Passing


class Dim(int):
    """A number. `hangs`: the seats for which it hangs on what they do not see; `covers`: those for which it would if its face were looked at; `named`: a
    card that was chosen, and not one that the rules name. `source`: who knows the answer of this number knows the number, and the other way round; or 0.
    `numbered`: of a card that was come to by its number, the seats that do not know all that lay there."""

    hangs: int
    covers: int
    named: bool
    source: int
    numbered: int


def dim(value: int, hangs: int, covers: int, named: bool = False, source: int = 0, numbered: int = 0) -> int:
    """The number with what is known of it."""
    if not (hangs | covers or named):
        return int(value)
    out = Dim(value)
    out.hangs, out.covers, out.named, out.source, out.numbered = hangs, covers, named, source, numbered
    return out


def hangs(value: int) -> int:
    return value.hangs if isinstance(value, Dim) else 0


def covers(value: int) -> int:
    return value.covers if isinstance(value, Dim) else 0


def source(value: int) -> int:
    return value.source if isinstance(value, Dim) else 0


def numbered(value: int) -> int:
    return value.numbered if isinstance(value, Dim) else 0


def strange(value: int, unknown: int) -> int:
    """Of the seats that do not know a card: those for whom a number that names it says which it is."""
    return 0 if isinstance(value, Dim) and value.named else unknown & ~covers(value)


class Dimming(Interpreter):
    """Plays a program, and gathers in `seats` those that see something happen that hangs on what they do not see, and, further up, on cards."""

    def __init__(self, program: Program):
        self.seats = 0
        self.answers = count(1)  # numbers for them
        self.told: set[int] = set()  # the answers that somebody who does not see them can reckon from what was shown to all
        self.under = 0  # for whom it hangs on the unseen which way the functions went that answer now
        self.noises = 0  # for whom it hangs on the unseen that something happened, such as a shuffle
        self.passing, self.passed = Passing(program), Passed()  # which way cards went
        self.ways: list[tuple[Fork, int]] = []  # those on which play is, and what it hung on that it went there
        self.forks = Forks(program)
        self._label = ""
        self.everybody = self.asked = (1 << program.players) - 1
        sealed = any(site.kind == "simultaneous" for site in program.sites)
        self.nothing_hidden = not program.cards and not sealed and all(v.visibility == "open" for v in program.variables)
        self.thrown = 1 << program.players  # stands for those who do not see what a throw was put into
        self.faces = program.players + 1  # so far up stands the mask of those for whom it hangs on a card that they do not see
        self.meanwhile = 2 * self.faces  # and here of those who come to know the card by this very step, and did not yet
        self._looking = {zone.base + k: 0 if zone.visibility == "top" else seers(zone, k, program.players) for zone, k in instances(program)}
        self._variables = {v.name: v for v in program.variables}
        self._shown = {seen(v.name): v.name for v in program.variables}
        super().__init__(program)

    @contextmanager
    def asking(self, seat: int) -> Iterator[None]:
        """What is found meanwhile is found for one seat alone: fewer numbers hang on anything."""
        self.begin()
        self.asked = 1 << seat
        try:
            yield
        finally:
            self.asked = self.everybody

    def begin(self) -> None:
        """Nothing was seen yet."""
        self.seats, self.under, self.noises, self.told = 0, 0, 0, set()
        self.ways.clear()
        self.passing.begin()

    def tell_passed(self, values: Values) -> None:
        """Play stops: what hangs on the numbers of cards is seen."""
        self.passed = self.passing.ends(values)
        for _, seats, *_ in self.passed.numbered:
            self.tell(self.of_cards(seats))

    def unknown(self, values: Values, card: int) -> int:
        """The seats that do not know which card this is; what lies in no zone all know."""
        if not 0 <= card or not self.program.cards:
            return 0
        card %= len(self.program.cards)
        looking = self._looking.get(values["card.zone"][card])
        return 0 if looking is None else self.asked & ~(knowers(self.program, values, card) | looking)

    def of_asked(self, hang: int) -> int:
        """Of a mask, what is about seats that are asked."""
        return hang & self.of_cards(self.asked | self.thrown)

    def all_of(self, hang: int) -> int:
        """The seats of a mask; who does not see a throw may be anybody."""
        return self.everybody if hang & self.thrown else hang & self.everybody

    def of_cards(self, seats: int) -> int:
        """A mask of seats for whom it hangs on cards."""
        return seats | seats << self.faces

    def unseen_of(self, hang: int) -> int:
        """Of a mask, without those who come to know what it hangs on by this very step."""
        return hang & (1 << self.meanwhile) - 1

    def tell(self, hang: int, blind: int = 0) -> None:
        """All but some see something that hangs on what they do not see otherwise."""
        self.seats |= (self.all_of(hang) | hang >> self.faces << self.faces) & ~self.of_cards(blind)

    def strangers(self, variable: Variable, index: int, values: Values) -> int:
        """The seats that may not look at a variable."""
        if variable.visibility == "open":
            return 0
        own = owners(variable.visibility, index // variable.length, self.program.players) if variable.owner == "player" else 0
        shown = values.get(seen(variable.name))
        return self.asked & ~(own | (shown[index] if shown else 0))

    def unseen_by(self, name: str, index: int, values: Values) -> int:
        """The same, by the variable's name."""
        return self.strangers(self._variables[name], index, values)

    def _fuse(self, chunk: Any) -> None:
        """Every step is looked at by itself."""
        chunk.times = 0

    def _step(self, instr: Instr, code: Code) -> Step:
        step, operands, place = super()._step(instr, code)
        op = OPS[instr.op]
        if op.role in ("calls", "tries"):
            return self._called(step, instr), operands, place
        if not (uses := [register for register, _ in sorted_use(instr)]):
            return step, operands, place
        return (self._valued if op.sets else self._done)(step, op, instr, uses), operands, place

    # ---- values ----

    def _valued(self, step: Callable[..., Any], op: Op, instr: Instr, uses: list[int]) -> Callable[..., Any]:
        """An operation that gives a value: the value says what it hangs on."""
        region, target, looks = loaded(instr), instr.args[0], op.learns(ordered=True) == "looks" or op.reckons
        selects = op.takes == "svv"
        given_on = copied(instr) is not None or region is not None
        linear = op.takes == "nn" and op.stops == {Fault.OVERFLOW}
        compares, goes_through = op.takes == "vv" and op.gives == "b", op.takes in ("s", "ss")

        more = begins(op, instr)
        numbers = bool(self._label) and op.takes == "s" and op.gives == "i"

        def run_it(run: Run, r: list[int], *operands: Any) -> None:
            taken = [r[n] for n in uses]
            step(run, r, *operands)
            if not more and Dim not in map(type, taken):
                return
            hang, cover = 0, 0
            if selects and not self.unseen_of(hangs(taken[0])):
                hang, taken = hangs(taken[0]), [taken[1] if taken[0] else taken[2]]
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
                cover = self.of_cards(self.unknown(run.values, r[target]))
            elif op.zones and op.card is not None:
                hang |= self.of_cards(strange(taken[-1], self.unknown(run.values, taken[-1])))
            value = r[target]
            by = cover & self.everybody if numbers else numbered(value) or linear and sum(map(numbered, taken))
            begun = source(taken[0]) if selects and len(taken) == 1 else source(value) if given_on else self._begun(instr, uses, taken) if linear else 0
            r[target] = dim(value, hang, 0 if op.gives in ("b", "k") else cover, isinstance(value, Dim) and value.named, begun, by)

        return run_it

    def _begun(self, instr: Instr, uses: list[int], taken: list[int]) -> int:
        """The answer that a sum, a difference or a product tells, where all else in it is known: it changes if the answer does."""
        found = [n for n, value in enumerate(taken) if self.unseen_of(hangs(value))]
        if len(found) != 1 or not source(taken[found[0]]) or uses[0] == uses[1]:
            return 0
        values = dict(zip(uses, map(int, taken), strict=True))
        other = values | {uses[found[0]]: values[uses[found[0]]] + 1}
        return source(taken[found[0]]) if worked_out(self.program, instr, values) != worked_out(self.program, instr, other) else 0

    def _read(self, values: Values, region: str, index: int, value: int, hang: int) -> tuple[int, int]:
        """What a number hangs on that is read from a region."""
        _, part = part_of(self.program, region)
        if part == "bits":
            first = index % self.program.words * 64
            cards = (first + bit for bit in bits_of(value))
            cover = 0
            for card in cards:
                cover |= self.of_cards(self.unknown(values, card))
            return hang, cover
        if part == "cards":
            return hang, self.of_cards(self.unknown(values, value))
        variable = self._variables.get(region)
        if variable is not None:
            hang |= self.of_cards(self._named(values, variable, index))
            blind = self.strangers(variable, index, values)
            names = variable.type.kind in ("card", "subset") and value >= 0
            return hang | blind | hangs(value) & blind << self.faces, blind | (self.of_cards(self.unknown(values, value)) if names else 0)
        if region == "card.zone":
            hang |= self.of_cards(strange(index, self.unknown(values, index)))
        return hang | hangs(value), covers(value)

    def _named(self, values: Values, variable: Variable, index: int) -> int:
        """Of a variable of a card that the rules name: the seats that do not know where the card lies."""
        return strange(index, self.unknown(values, index // variable.length)) if variable.owner == "card" else 0

    # ---- deeds ----

    def _done(self, step: Callable[..., Any], op: Op, instr: Instr, uses: list[int]) -> Callable[..., Any]:
        """An operation that does something, or goes on somewhere: who can see it sees what it hangs on."""
        into, label = written(instr), self._label
        plain = stored(instr) is not None
        variable = self._variables.get(into or "")
        hidden = plain and variable is not None and variable.visibility != "open"
        answers = op.role == "ends" and op.form == "r"
        looks = op.reckons
        zone, shows = instr.args[op.zones[0]] if op.shows == "moves" else "", op.shows in ("moves", "tells")
        mask = next((instr.args[at] for at, sort in op.read if sort == "m"), 0) if op.shows == "tells" else 0

        def run_it(run: Run, r: list[int], *operands: Any) -> Any:
            hang = 0
            for n in uses:
                hang |= hangs(r[n]) | (covers(r[n]) if looks else 0)
            if hang and op.role in ("deed", "asks"):
                self._decides(hangs(r[uses[0]]) if plain else hang)
            if hang and op.last and not answers:
                self._forks(hang, label, r, uses[0])
            elif hang and not answers and into not in ("frame", SEALED):
                blind = self.strangers(variable, r[uses[0]], run.values) & ~hangs(r[uses[0]]) if hidden and variable is not None else 0
                self.tell(hang & ~self.thrown if blind else hang, blind)
            if into == "frame" and self.ways:
                self._kept(r, uses[-1])
            if plain and into in self._variables and not hidden:
                self._set_openly(r, uses[0], uses[-1])
            if into in self._shown:
                self._reveals(self._shown[into or ""], r[uses[0]], r[uses[-1]], run.values)
            if op.card is not None:
                card = r[instr.args[op.card]]
                self._taken_up(run.values, card, r[mask] if op.shows == "tells" else None, ("contents", "*") in op.reads)
                if zone:
                    self.passing.moves(run.values, card, self.program.zone[zone].base + r[uses[0]], numbered(card))
            if not shows:
                return step(run, r, *operands)
            step(run, r, *operands)
            self.passing.sees(run.values)
            return None

        return run_it

    def _set_openly(self, r: list[int], index: int, register: int) -> None:
        """All see what stands there, but where it is as it was, perhaps since nothing was set there."""
        if self.ways or hangs(r[index]):
            r[register] = self._also(r[register], 0)
        self.told.add(source(r[register]))

    def _taken_up(self, values: Values, card: int, mask: int | None, one_of_several: bool) -> None:
        """Something is done with a card; it is shown to the seats of a mask, if there is one, perhaps as one of several."""
        stranger = strange(card, self.unknown(values, card))
        self.tell(self.of_cards(stranger))
        self._decides(stranger)
        if mask is not None:
            self.noises |= stranger & mask
            self.passing.holds_up(card, mask)
            self.passing.one_of(card, mask * one_of_several)
            self.passing.told(values, card, numbered(card) & mask)

    def _decides(self, hang: int) -> None:
        """What is done, or with which card, hangs on this; also for those who come to know it by that."""
        self.passing.astray |= (self.all_of(hang) | hang >> self.faces | hang >> self.meanwhile) & self.everybody

    def _reveals(self, name: str, index: int, seats: int, values: Values) -> None:
        """Seats are shown a variable: what it hangs on, they see."""
        hang = hangs(values[name][index])
        self.noises |= self.all_of(hang) & seats
        self.seats |= (self.all_of(hang) | hang >> self.faces << self.faces) & self.of_cards(seats)

    # ---- ways ----

    def _decode(self, function: Function, block: Block, code: Code) -> None:
        self._label = block.label if function.role == "main" else ""
        super()._decode(function, block, code)
        if self._label:
            chunk = code.chunks[block.label]
            chunk.body.insert(0, (self._arrived, (block.label,), 0))
            if asking(block):
                chunk.body.append((self._stops, (), 0))

    def _called(self, step: Callable[..., Any], instr: Instr) -> Callable[..., Any]:
        """What a function gives hangs on the way that it went, too."""

        def run_it(run: Run, r: list[int], *operands: Any) -> Any:
            kept, self.under = self.under, 0
            out = step(run, r, *operands)
            value = r[instr.args[0]]
            r[instr.args[0]] = dim(value, hangs(value) | self.under, covers(value), isinstance(value, Dim) and value.named, source(value), numbered(value))
            self.under |= kept
            return out

        return run_it

    def _forks(self, hang: int, label: str, r: list[int], register: int) -> None:
        """Which way play goes hangs on the unseen. Seen is what happens there; here that is said at once."""
        self.tell(hang)
        if not label:
            self.under |= hang
            return
        fork = self.forks.at(label)
        self.noises |= self.all_of(hang) if fork.happens else 0
        if fork.loop and not r[register]:
            r[register] = int(r[register])  # whoever comes out of the loop, it is 0
        self._decides(hang if fork.acts else 0)
        if fork.registers or fork.regions:
            self.ways.append((fork, hang))

    def _arrived(self, run: Run, r: list[int], label: str) -> None:
        """All ways meet here: what was written on one of them hangs on what the fork hung on."""
        while any(fork.meet == label for fork, _ in self.ways):
            at = next(n for n, (fork, _) in enumerate(self.ways) if fork.meet == label)
            fork, hang = self.ways.pop(at)
            for n in fork.registers:
                r[n] = self._also(r[n], hang)
            self._written(run, fork, hang)

    def _stops(self, run: Run, r: list[int]) -> None:
        """Play stops before all ways have met; where it stops is seen."""
        for fork, hang in self.ways:
            self._written(run, fork, hang)
        self.ways.clear()

    def _written(self, run: Run, fork: Fork, hang: int) -> None:
        for name in fork.regions:
            if name in self._variables and self._variables[name].visibility != "open":
                run.values[name][:] = [self._also(value, hang) for value in run.values[name]]

    def _kept(self, r: list[int], register: int) -> None:
        """A register is kept while play stops on one of the ways."""
        for fork, hang in self.ways:
            if register in fork.registers:
                r[register] = self._also(r[register], hang)

    @staticmethod
    def _also(value: int, hang: int) -> Dim | int:
        return dim(value, hangs(value) | hang, covers(value), isinstance(value, Dim) and value.named, numbered=numbered(value))


def begins(op: Op, instr: Instr) -> bool:
    """May the value that an operation gives hang on what is not seen where nothing does that it takes?"""
    return loaded(instr) is not None or op.gives == "c" or bool(op.zones) and op.card is not None


def _is_rest(taken: list[int]) -> bool:
    """Is a set gone through card by card: is the least one asked for, or what is left without it?"""
    if len(taken) == 1:
        return True
    return int(taken[1]) == taken[0] - 1 and covers(taken[0]) == covers(taken[1]) != 0


dimming = once(Dimming)
"""What runs a program so."""
