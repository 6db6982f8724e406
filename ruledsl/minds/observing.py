"""What each seat observes while a game is played: from what operations do, by the column `shows` of the table, and from who sees which zone and variable
as it is declared. What the engine holds a seat to know is asked nowhere here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any

from ruledsl.engine.cards import back_of, cards_in, instances
from ruledsl.engine.choice import Choice
from ruledsl.engine.position import Position
from ruledsl.engine.rolls import rolls
from ruledsl.engine.view import questions
from ruledsl.interp import Interpreter
from ruledsl.interp.machine import Code, Run, Step
from ruledsl.interp.state import State
from ruledsl.ir.layout import Values, seers
from ruledsl.ir.once import once
from ruledsl.ir.ops import OPS, Op
from ruledsl.ir.program import PASS, VALUE, Instr, Program, Type, Variable, Zone
from ruledsl.ir.regions import seen, until
from ruledsl.ir.subsets import members, split
from ruledsl.ir.unseen import place_of
from ruledsl.record import cached_property, record

Noted = tuple[Any, ...]
"""One observation: a word, and what was observed, as numbers and texts that can be compared and ordered."""
HIDDEN = -1
"""Stands for a face that is not seen, and for a position that there is none of."""


@record(frozen=True)
class Lies:
    """Where a card lies: the number of the place, and as how many; HIDDEN where there is no order, or none yet."""

    place: int
    at: int


Unseen = tuple[int, bool, bool]
"""What was stored where a seat may not look, whether it was made of what was answered or thrown, and whether it is just that."""


class Observer:
    """Takes down, seat by seat, what is observed since it was last asked; or of one seat (from 0) alone. Which cards it was of which the face was observed
    (`sighted`) is no observation: equal ones cannot be told apart."""

    def __init__(self, program: Program, seat: int | None = None):
        self.program, self.seats = program, range(program.players) if seat is None else (seat,)
        self.notes: list[list[Noted]] = [[] for _ in range(program.players)]
        self.unseen: list[set[Unseen]] = [set() for _ in range(program.players)]
        self.sighted: list[set[int]] = [set() for _ in range(program.players)]
        self._shown = {seen(v.name): v for v in program.variables}
        self._lasting = {until(name) for name in ("card", *(v.name for v in program.variables if not v.told))}
        self._variables = {v.name: v for v in program.variables if not v.told}

    def taken(self) -> tuple[list[tuple[Noted, ...]], list[set[Unseen]]]:
        """What every seat observed, and what was stored where it may not look; from here on anew."""
        out = [tuple(notes) for notes in self.notes], self.unseen
        self.notes, self.unseen = [[] for _ in self.notes], [set() for _ in self.notes]
        return out

    @cached_property
    def _places(self) -> dict[int, tuple[Zone, int]]:
        return {zone.base + k: (zone, k) for zone, k in instances(self.program)}

    # ---- who sees what, as it is declared ----

    def lying(self, values: Values) -> dict[int, Lies]:
        """Where each card lies."""
        out = {card: Lies(number, HIDDEN) for card, number in enumerate(values.get("card.zone", ()))}
        for zone, k in instances(self.program):
            if zone.ordered:
                loose = values[f"{zone.name}.loose"][k] if zone.loose else 0
                for at, card in enumerate(cards_in(self.program, values, zone, k)):
                    out[card] = Lies(zone.base + k, at if at >= loose else HIDDEN)
        return out

    def sees(self, seat: int, card: int, where: Lies, values: Values) -> bool:
        """Does a seat see the face of a card that lies there? In the box everybody does."""
        if where.place not in self._places:
            return True
        zone, k = self._places[where.place]
        if zone.visibility == "top" and cards_in(self.program, values, zone, k)[-1:] != [card]:
            return False
        return bool(seers(zone, k, self.program.players) >> seat & 1) and not (zone.visibility == "top" and where.at == HIDDEN)

    def at(self, seat: int, where: Lies) -> int:
        """As how many a card lies of which a seat is not told where: in a fan none but those who see its cards can tell which of them leaves."""
        zone, k = self._places.get(where.place, (None, 0))
        blind = zone is not None and zone.word == "fan" and not seers(zone, k, self.program.players) >> seat & 1
        return HIDDEN if blind else where.at

    def place(self, seat: int, number: int, lying: dict[int, Lies], values: Values) -> Noted:
        """Which place it is; one on a card that the seat does not see is known by where that card lies."""
        zone, k = self._places.get(number, (None, 0))
        if zone is None or zone.owner != "card" or self.sees(seat, k // zone.length, lying[k // zone.length], values):
            return (number,)
        carrier = lying[k // zone.length]
        return (*self.place(seat, carrier.place, lying, values), self.at(seat, carrier), zone.base, k % zone.length)

    def face(self, seat: int, card: int, where: Lies, values: Values) -> int:
        return self.program.cards[card] if self.sees(seat, card, where, values) else HIDDEN

    def knows(self, seat: int, variable: Variable, index: int) -> bool:
        """May a seat look at a variable, as it is declared?"""
        mine = index // variable.length == seat
        return variable.visibility == "open" or variable.owner == "player" and variable.visibility == ("own" if mine else "others")

    # ---- values as a seat reads them ----

    def value(self, seat: int, type: Type, value: int, lying: dict[int, Lies], values: Values) -> Noted:
        """A value; a card as its place, with its face if that is seen."""
        if type.kind == "subset":
            return tuple(sorted(self.value(seat, Type("card"), member, lying, values) for member in members(self.program, value)))
        if type.kind != "card" or value == -1:
            return (value,)
        place = place_of(value)
        if place is not None:
            return (place,)
        card, guise = split(self.program, value)
        where = lying[card]
        return self.place(seat, where.place, lying, values), self.at(seat, where), self.face(seat, card, where, values), guise

    def answer(self, seat: int, types: list[Type], move: tuple[int, ...], name: str, values: Values) -> Noted:
        """What a seat hears of the answer of another."""
        lying = self.lying(values)
        arguments = [self.value(seat, type, value, lying, values) for type, value in zip(types, move[1:], strict=False)]
        return ("answer", name, move[0] if move[0] in (PASS, VALUE) else 0, *arguments)

    # ---- operations ----

    def note(self, what: Callable[[int], Noted]) -> None:
        for seat in self.seats:
            self.notes[seat].append(what(seat))

    def moved(self, before: Values, after: Values) -> None:
        """Cards have moved: from where to where, with what is marked on them, and the face if either is seen; what comes to light on top. One that is put
        where it lay nobody hears of."""
        old, new = self.lying(before), self.lying(after)
        cards = [card for card in new if old[card].place != new[card].place]
        cards = cards or [card for card in new if old[card] != new[card]]
        if not cards:
            return

        def way(seat: int, card: int) -> Noted:
            face = max(self.face(seat, card, old[card], before), self.face(seat, card, new[card], after))
            if face != HIDDEN:
                self.sighted[seat].add(card)
            whence, whither = self.place(seat, old[card].place, old, before), self.place(seat, new[card].place, new, after)
            return whence, self.at(seat, old[card]), whither, new[card].at, back_of(self.program, after, card), face

        for seat in self.seats:
            self.notes[seat].append(("moved", *sorted(way(seat, card) for card in cards)))
        tops = [(zone.base + k, cards_in(self.program, after, zone, k)) for zone, k in instances(self.program) if zone.visibility == "top"]
        if tops:

            def top(seat: int, number: int, held: list[int]) -> Noted:
                return self.place(seat, number, new, after), self.face(seat, held[-1], new[held[-1]], after) if held else HIDDEN

            self.note(lambda seat: ("tops", *sorted(top(seat, *found) for found in tops)))

    def stored(self, region: str, before: list[int], values: Values, at: int | None) -> None:
        """A value is another one: what a seat may look at it notes. What is stored `at` a place who may not look there does not hear of, even if it stood
        there before."""
        if at is not None and (variable := self._variables.get(region)) is not None:
            for seat in self.seats:
                if not self.knows(seat, variable, at):
                    self.unseen[seat].add(_of_answer(values[region][at]))
        there = range(len(before)) if at is None else (at,)
        changed = [n for n in there if before[n] != values[region][n]]
        lying = self.lying(values) if changed else {}
        for n in changed:
            for seat in self.seats:
                found = self.change(seat, region, n, before[n], lying, values)
                if found is not None:
                    self.notes[seat].append(found)

    def may_hear(self, region: str) -> bool:
        """May any seat ever observe of what is stored there, or that it does not?"""
        return region in self._variables or region in self._shown or region.partition(".until")[0] + ".until" in self._lasting

    def change(self, seat: int, region: str, n: int, old: int, lying: dict[int, Lies], values: Values) -> Noted | None:
        new = values[region][n]
        variable = self._variables.get(region)
        if variable is not None:
            if self.knows(seat, variable, n):
                return ("stored", region, self.index(seat, variable, n, lying, values), self.value(seat, variable.type, new, lying, values))
            self.unseen[seat].add(_of_answer(new))
            return None
        shown = self._shown.get(region)
        if shown is not None:
            if shown.told:  # a text, whichever rule says it
                return ("aloud", *shown.said_as, self.value(seat, shown.type, values[shown.name][n], lying, values)) if new >> seat & 1 else None
            if (old & ~new) >> seat & 1 and not self.knows(seat, shown, n):
                return ("covered", region, self.index(seat, shown, n, lying, values))
            if not (new & ~old) >> seat & 1:
                return None
            return ("shown", region, self.index(seat, shown, n, lying, values), self.value(seat, shown.type, values[shown.name][n], lying, values))
        if not self.may_hear(region):
            return None
        of = self._variables.get(region.partition(".until")[0])
        return ("lasts", region, self.value(seat, Type("card"), n, lying, values) if of is None else self.index(seat, of, n, lying, values), new)

    def index(self, seat: int, variable: Variable, n: int, lying: dict[int, Lies], values: Values) -> Noted:
        """Which variable it is; of a card by where it lies."""
        if variable.owner != "card":
            return (n,)
        card, own = divmod(n, variable.length)
        return (*self.value(seat, Type("card"), card, lying, values), own)

    def told(self, cards: list[int], mask: int, values: Values) -> None:
        """Cards are shown to some seats, each with what is marked on it; the others are not told that it happens."""
        lying, program = self.lying(values), self.program

        def way(seat: int, card: int) -> Noted:
            return self.place(seat, lying[card].place, lying, values), lying[card].at, back_of(program, values, card), program.cards[card]

        for seat in self.seats:
            if mask >> seat & 1:
                self.notes[seat].append(("told", *sorted(way(seat, card) for card in cards)))
                self.sighted[seat].update(cards)


class Answer(int):
    """A number as it was answered, or, if it is not `straight`, a sum with it."""

    straight = True

    def __add__(self, other: int) -> Answer:
        out = Answer(int(self) + int(other))
        out.straight = False
        return out

    __radd__ = __add__


def _of_answer(value: int) -> Unseen:
    return int(value), isinstance(value, Answer), isinstance(value, Answer) and value.straight


class Watching(Interpreter):
    """Plays a program, and has an observer take down what operations show."""

    def __init__(self, program: Program):
        self.observer = Observer(program)
        super().__init__(program)

    def resume(self, state: State) -> None:
        """As always; what is answered now can be told from numbers that are equal to it."""
        for region in state.values.values():
            region[:] = map(int, region)
        state.values["move"][:] = map(Answer, state.values["move"])
        super().resume(state)

    def _fuse(self, chunk: Any) -> None:
        """Every step is watched by itself."""
        chunk.times = 0

    def _step(self, instr: Instr, code: Code) -> Step:
        step, operands, place = super()._step(instr, code)
        op = OPS[instr.op]
        unheard = op.shows == "nothing" or op.shows == "stores" and not self.observer.may_hear(instr.args[0])
        return (step if unheard else self._watched(step, op, instr)), operands, place

    def _watched(self, step: Callable[..., Any], op: Op, instr: Instr) -> Callable[..., Any]:
        args = instr.args

        def moves(run: Run, r: list[int], *operands: Any) -> Any:
            before = {name: cells.copy() for name, cells in run.values.items() if name in self._of_cards}
            result = step(run, r, *operands)
            self.observer.moved(before, run.values)
            return result

        def stores(run: Run, r: list[int], *operands: Any) -> Any:
            before = run.values[args[0]].copy()
            result = step(run, r, *operands)
            self.observer.stored(args[0], before, run.values, None if op.index is None else r[args[op.index]])
            return result

        def tells(run: Run, r: list[int], *operands: Any) -> Any:
            result = step(run, r, *operands)
            mask = next(r[args[at]] for at, sort in op.read if sort == "m")
            cards = [r[args[op.card]]] if op.card is not None else self._lying(run.values, args[op.zones[0]], r[args[op.zones[0] + 1]])
            loose = {c for c, where in self.observer.lying(run.values).items() if where.at == HIDDEN and self._is_ordered(where.place)}
            self.observer.told([c for c in cards if c not in loose], mask, run.values)
            return result

        def asks(run: Run, r: list[int], *operands: Any) -> Any:
            if self.program.sites[args[0]].chance != "draw":
                mask, heard = r[args[1]], questions(self.program)[args[0]]
                self.observer.note(lambda seat: ("asks", args[0] if mask >> seat & 1 else heard, mask))
            return step(run, r, *operands)

        def happens(run: Run, r: list[int], *operands: Any) -> Any:
            where = tuple((args[at], r[args[at + 1]]) for at in op.zones)
            self.observer.note(lambda seat: ("happens", op.name, *where))
            return step(run, r, *operands)

        return {"moves": moves, "stores": stores, "tells": tells, "asks": asks, "happens": happens}[op.shows]

    @cached_property
    def _of_cards(self) -> frozenset[str]:
        """The regions that say where cards lie."""
        zones = {f"{zone.name}.{part}" for zone in self.program.zones for part in ("cards", "count", "loose", "bits")}
        return frozenset({"card.zone", *zones})

    def _is_ordered(self, place: int) -> bool:
        return any(zone.ordered and zone.base <= place < zone.base + zone.instances for zone in self.program.zones)

    def _lying(self, values: Values, zone: str, k: int) -> list[int]:
        return cards_in(self.program, values, self.program.zone[zone], k)


watching = once(Watching)
"""What plays a program under observation; whoever plays says who takes it down."""


def heard(observer: Observer, seat: int, position: Position, choice: Choice, unseen: set[Unseen]) -> Noted:
    """What a seat hears of an answer. A value that was put straight where the seat may not look is not said aloud."""
    site, move = position.site, choice.move
    if choice.seat is None:
        if site.chance == "draw":
            return ("drawn",)
        value = position.call(site.outcome, move[0]) if site.outcome else move[0]
        kept = position.site_number in rolls(position.program).untold or any(value == other and thrown for other, thrown, _ in unseen)
        return ("chance", site.name, position.site_number, *(() if kept else (value,)))
    if choice.seat - 1 == seat:
        return ("own", choice.number)
    if position.kind == "simultaneous" or move[0] == VALUE and (move[1], True, True) in unseen:
        return ("answer", choice.seat)
    if move[0] >= 0:
        action = position.program.actions[move[0]]
        return observer.answer(seat, [p.type for p in action.params], move, action.name, position.values)
    return observer.answer(seat, [site.type or Type("int")], move, "", position.values)


def chained(before: bytes, notes: Iterator[Noted] | tuple[Noted, ...]) -> bytes:
    """The name of all that was observed up to here."""
    return blake2b(before + repr(tuple(notes)).encode(), digest_size=16).digest()
