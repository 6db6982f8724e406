"""The rules, run where it is not known which cards lie where: what hangs on that is reckoned with as it is (`symbols`), and where it must be said, each
possibility is gone through. An operation that is not named here has what it takes said first, or is not followed at all."""

from __future__ import annotations

from itertools import islice, permutations
from math import factorial
from typing import Any

from ruledsl.engine.cards import cards_in
from ruledsl.engine.knowledge import named_cards, noted_places, places
from ruledsl.interp import Interpreter
from ruledsl.interp.machine import Code, Run, Step
from ruledsl.interp.state import State
from ruledsl.ir.flow import answered, copied, loaded, sorted_use, stored
from ruledsl.ir.layout import Values, part_of
from ruledsl.ir.once import once
from ruledsl.ir.ops import OPS, Op
from ruledsl.ir.program import Instr, Program, Zone
from ruledsl.ir.rng import mix
from ruledsl.minds.hearing import happening, is_heard
from ruledsl.minds.symbols import Bits, Count, Handle, Looked, Lost, Lot, Symbol, Truth, Way
from ruledsl.minds.traced import RULES, WORD, signed

ORDERS = 8
"""In so many orders cards that are not known are gone through, to see whether it matters; of `PROVED` cards at most, in all that there are. Of more it is not
proved then, and not said to be exact."""
PROVED = 3
R = list[Any]


def orders(many: int) -> int:
    """In how many orders so many cards are gone through."""
    return factorial(many) if many <= PROVED else ORDERS


def arranged(some: list[int], order: int) -> list[int]:
    """Some places in one of the orders. Moved on by one, each has another turn."""
    if len(some) <= PROVED:
        return list(next(islice(permutations(some), order % factorial(len(some)), None)))
    if order < 5:
        return [some, some[::-1], some[1:] + some[:1], some[1::2] + some[::2], some[-2:] + some[:-2]][order]
    return sorted(some, key=lambda place: mix(place + len(some) * order))


class Tracing(Interpreter):
    """Plays a program in `way`; of the places in `unknown` it is not known which cards lie there."""

    def __init__(self, program: Program):
        self.way, self.unknown = Way({}), frozenset[int]()
        self.lay, self.moved = list[int](), frozenset[int]()  # where cards truly lie, and the places from which they truly go
        self.sure, self.unsure = frozenset[tuple[str, int]](), set[tuple[str, int]]()  # numbers that are what they truly are, or not, on every way
        self.touched = set[int]()  # the places that were come to by themselves
        self._by_variable = any(type.kind in ("card", "subset") for type in named_cards(program).values())
        self.heard: list[tuple[Any, ...]] = []  # what happened that leaves no trace
        self.order, self.longest = 0, 0  # in which order cards of a set are gone through, and of how many it could have been another
        self.line: dict[frozenset[int], int] = {}  # which of a set comes first, on this way
        self.cards, self.zones = len(program.cards), places(program)
        self._noted = {name for name, each in noted_places(program) if each == 1} | {"card.zone"}
        self._by_card = dict(noted_places(program)) | {"card.zone": 1} | {v.name: v.length for v in program.variables if v.owner == "card"}
        self.named = named_cards(program)
        super().__init__(program)

    def call(self, state: State, function: str, *arguments: int) -> int:
        return int(self.said(super().call(state, function, *arguments)))

    def handle(self, card: int) -> int:
        """A card that was come to by its place."""
        self.touched.add(card)
        return Handle(card) if card in self.unknown else card

    def said(self, value: Any) -> Any:
        """What a number is, on this way."""
        if isinstance(value, Truth):
            return int(self.way.holds(value.parts, value.counts))
        if isinstance(value, Count):
            return value.more + self.way.many(value.parts)
        if isinstance(value, Looked):
            return self._looked(value)
        if isinstance(value, Bits) and self.way.can(value.parts) == {0}:
            return signed(value.known)
        if isinstance(value, Symbol):
            raise Lost
        return value

    def _looked(self, value: Looked) -> int:
        might, masks = self.way.might[value.place], dict[int, int]()
        for card, number in enumerate(value.values):
            masks[number] = masks.get(number, 0) | (might >> card & 1) << card
        some, here = [number for number, mask in masks.items() if mask], frozenset((value.place,))
        found = next(number for number in some if number == some[-1] or self.way.holds(((here, masks[number]),), (1,)))
        if found == some[-1] != some[0]:
            self.way.facts.append((((here, masks[found]),), frozenset((1,))))  # it follows, and says it in one fact
        return found

    def face(self, card: int) -> int:
        """The face of a card, or of the one in a place that is not known, as far as it was supposed; else it is supposed now."""
        return self._looked(Looked(card, tuple(self.program.cards))) if card in self.unknown else self.program.cards[card]

    def is_not_none(self, value: Any) -> bool:
        """Is a number not 0?"""
        if isinstance(value, Bits):
            return bool(value.known) or not self.way.holds(value.parts, (0,))
        if isinstance(value, Looked):
            value = Looked(value.place, tuple(int(bool(n)) for n in value.values))
        return bool(self.said(value))

    def looked(self, value: Any) -> Any:
        """The card in a place as a number that hangs on it."""
        return Looked(int(value), tuple(range(self.cards))) if isinstance(value, Handle) else value

    def lot(self, value: Bits, values: Values) -> Lot:
        """The places of the cards in a set. Of places that are alike it only matters how many of their cards are in it."""
        if self.program.words > 1:
            raise Lost
        sure = frozenset(place for place in value.places if not self.way.might[place] & ~value.mask)
        open_ = frozenset(place for place in value.places - sure if self.way.might[place] & value.mask)
        if open_ and self._are_alike(open_, values):
            inside = self.way.chosen(open_, value.mask, self.way.many(value.parts) - len(sure), open_ & self.moved)
        else:
            inside = frozenset(place for place in sorted(open_) if self.way.holds(((frozenset((place,)), value.mask),), (1,)))
        return Lot(value.known | sum(1 << place for place in inside | sure))

    def _are_alike(self, some: frozenset[int], values: Values) -> bool:
        """Can nobody tell some places from each other, by anything that the rules look at and that was supposed?"""
        if self._by_variable or not self.touched.isdisjoint(some) or any(name != "known" for name, _ in noted_places(self.program)):
            return False
        zone = self.zones.get(values["card.zone"][min(some)])
        same = len({(values["card.zone"][place], self.way.might[place]) for place in some} | {(self.lay[place], self.way.might[place]) for place in some}) == 1
        counted = (places for parts, _ in self.way.facts for places, _ in parts)
        in_no_order = zone is not None and zone[0].held and not zone[0].ordered
        return same and in_no_order and all(some <= places or some.isdisjoint(places) for places in counted)

    def _are_equal(self, some: frozenset[int], values: Values) -> bool:
        """Are there equal cards in some places that nobody can tell from each other? Then it makes no difference which of them comes first."""
        faces = {face for place in some for card, face in enumerate(self.program.cards) if self.way.might.get(place, 1 << place) >> card & 1}
        marked = any(v.owner == "card" for v in self.program.variables)
        return len(faces) == 1 and some <= self.unknown and not marked and self._are_alike(some, values)

    def least(self, value: Lot, values: Values) -> int:
        """The card that comes first, if a set is gone through by the numbers of cards: any of those that are not known may."""
        some = frozenset(place for place in range(self.cards) if value >> place & 1)
        if some not in self.line:
            if len(some) > 1 and not self.unknown.isdisjoint(some) and not self._are_equal(some, values):
                self.longest = max(self.longest, len(some))
            row = arranged(sorted(some), self.order)
            for n, place in enumerate(row):
                self.line.setdefault(frozenset(row[n:]), place)
        return self.handle(self.line[some])

    def both(self, one: Any, other: Any) -> Lot:
        """The places that are in both of two sets; one that is not of places must have all that are not known."""
        if not all(isinstance(some, Lot) or isinstance(some, int) and all(some >> place & 1 for place in self.unknown) for some in (one, other)):
            raise Lost
        return Lot(one & other)

    # ---- steps ----

    def _fuse(self, chunk: Any) -> None:
        chunk.times = 0

    def _step(self, instr: Instr, code: Code) -> Step:
        step, operands, place = super()._step(instr, code)
        op, rule = OPS[instr.op], RULES.get(instr.op)
        if op.role in ("calls", "tries") or copied(instr) is not None or answered(instr) is not None:
            return step, operands, place
        uses, region, into = list(sorted_use(instr)), loaded(instr), stored(instr)
        named = region or into or ""
        plain = op.role == "value" and not op.zones and region is None
        hears = is_heard(self.program, instr)
        chance = any(aspect == "rng" for aspect, _ in op.writes)

        def run_it(run: Run, r: R, *given: Any) -> Any:
            if chance:
                raise Lost
            if hears:
                found = happening(self.program, instr, run.values, {n: self.said(r[n]) for n, _ in uses})
                self.heard.append(tuple(self.said(part) for part in found))
            if rule is not None and (out := rule(self, run, r, *given)) is not Ellipsis:
                return out
            for n, sort in uses:
                self._usable(r, n, sort, named, plain)
            if op.zones and rule is None:
                self._numbered(run, op, instr, r)
            out = step(run, r, *given)
            if region is not None:
                r[instr.args[0]] = self._loaded(run.values, region, r[uses[0][0]], r[instr.args[0]])
            elif op.gives == "c" and op.zones:
                r[instr.args[0]] = self.handle(r[instr.args[0]])
            return out

        return run_it, operands, place

    def _usable(self, r: R, n: int, sort: str, region: str, plain: bool) -> None:
        """A register is used as a number: what can be said is said; a card in a place is taken for the place where that is meant."""
        value = r[n]
        if isinstance(value, Handle):
            if plain and sort != "c":
                r[n] = self.said(self.looked(value))
            elif sort not in "cv" and not (sort == "x" and region in self._noted):
                raise Lost
        elif isinstance(value, Lot) and value and sort not in "sv":
            raise Lost
        elif isinstance(value, Symbol):
            if sort == "x" and region in self._by_card:
                raise Lost
            r[n] = self.said(value)
        elif sort == "c" and value in self.unknown or sort == "x" and region in self._by_card and value // self._by_card[region] in self.unknown:
            raise Lost  # a card that the rules name, wherever it lies

    def _numbered(self, run: Run, op: Op, instr: Instr, r: R) -> None:
        """An operation that asks which card of a place has the lower number is not followed where some are not known."""
        for at in op.zones:
            zone = self.program.zone[instr.args[at]]
            if op.learns(zone.ordered) == "numbers" and self.are_unknown(run, zone, r[instr.args[at + 1]]):
                raise Lost

    def are_unknown(self, run: Run, zone: Zone, k: int) -> bool:
        """Does one of several cards of a place lie there that is not known?"""
        cards = cards_in(self.program, run.values, zone, k) if 0 <= k < zone.instances else []
        return len(cards) > 1 and not self.unknown.isdisjoint(cards)

    def _loaded(self, values: Values, region: str, index: Any, value: Any) -> Any:
        """What was read from a region."""
        zone, part = part_of(self.program, region)
        if part == "bits":
            return self._set(values, zone, index, value)
        if part == "cards":
            return self.handle(value)
        if (region, index) in self.named:
            if self.named[region, index].kind == "card" or value < 0:
                return self.handle(value)
            raise Lost
        return value

    def _set(self, values: Values, zone: str, index: int, value: int) -> Any:
        words = self.program.words
        cards = cards_in(self.program, values, self.program.zone[zone], index // words)
        if not (those := self.unknown.intersection(cards)):
            return value
        word = 64 * (index % words)
        known = value & WORD & ~sum(1 << card - word for card in those if 0 <= card - word < 64)
        return Bits(known, those, WORD << word & (1 << self.cards) - 1, word)


tracing = once(Tracing)
"""What runs a program so."""
