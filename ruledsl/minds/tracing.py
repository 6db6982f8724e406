"""The rules, run where it is not known which cards lie where: what hangs on that is reckoned with as it is (`symbols`), and where it must be said, each
possibility is gone through. An operation that is not named here has what it takes said first, or is not followed at all."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq as equal
from operator import le as at_most
from operator import lt as less
from operator import ne as unequal
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
from ruledsl.minds.symbols import Bits, Count, Handle, Looked, Lost, Lot, Symbol, Truth, Way

WORD = (1 << 64) - 1
ORDERS: tuple[Callable[[int], int], ...] = (lambda place: place, lambda place: -place, lambda place: mix(place))
"""Orders in which cards that are not known are gone through, to see whether it matters."""
R = list[Any]


class Tracing(Interpreter):
    """Plays a program in `way`; of the places in `unknown` it is not known which cards lie there."""

    def __init__(self, program: Program):
        self.way, self.unknown = Way({}), frozenset[int]()
        self.heard: list[tuple[Any, ...]] = []  # what happened that leaves no trace
        self.order, self.ordered = 0, False  # in which order cards of a set are gone through, and whether it could have been another
        self.cards, self.zones = len(program.cards), places(program)
        self._noted = {name for name, each in noted_places(program) if each == 1} | {"card.zone"}
        self._by_card = dict(noted_places(program)) | {"card.zone": 1} | {v.name: v.length for v in program.variables if v.owner == "card"}
        self.named = named_cards(program)
        super().__init__(program)

    def call(self, state: State, function: str, *arguments: int) -> int:
        return int(self.said(super().call(state, function, *arguments)))

    def handle(self, card: int) -> int:
        """A card that was come to by its place."""
        return Handle(card) if card in self.unknown else card

    def said(self, value: Any) -> Any:
        """What a number is, on this way."""
        if isinstance(value, Truth):
            return int(self.way.holds(value.parts, value.counts))
        if isinstance(value, Count):
            can = sorted(self.way.can(value.parts))
            return value.more + next(n for n in can if n == can[-1] or self.way.holds(value.parts, (n,)))
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
        return next(number for number in some if number == some[-1] or self.way.holds(((here, masks[number]),), (1,)))

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

    def lot(self, value: Bits) -> Lot:
        """The places of the cards in a set: each may be in it or not."""
        if self.program.words > 1:
            raise Lost
        inside = [place for place in sorted(value.places) if self.way.holds(((frozenset((place,)), value.mask),), (1,))]
        return Lot(value.known | sum(1 << place for place in inside))

    def least(self, value: Lot) -> int:
        """The card that comes first, if a set is gone through by the numbers of cards: any of those that are not known may."""
        some = [place for place in range(self.cards) if value >> place & 1]
        self.ordered |= len(some) > 1 and not self.unknown.isdisjoint(some)
        return self.handle(min(some, key=lambda place: ORDERS[self.order](place)))

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
        chance = any(aspect == "rng" for aspect, _ in op.writes)

        def run_it(run: Run, r: R, *given: Any) -> Any:
            if chance:
                raise Lost
            if op.shows == "happens":
                self.heard.append((op.name, *((instr.args[at], self.said(r[instr.args[at + 1]])) for at in op.zones)))
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


def signed(bits: int) -> int:
    return ((bits & WORD) ^ 1 << 63) - (1 << 63)


# ---- operations: what they make of numbers that are not known; `...` where they make nothing of them by themselves ----

Traced = Callable[..., Any]


def _compare(how: Callable[[int, int], bool]) -> Traced:
    def compare(t: Tracing, run: Run, r: R, d: int, a: int, b: int) -> Any:
        one, other = r[a], r[b]
        if isinstance(other, Count) and isinstance(one, int):
            counts = (n for n in t.way.can(other.parts) if how(one, other.more + n))
            r[d] = Truth(other.parts, frozenset(counts))
        elif isinstance(one, Count) and isinstance(other, int):
            counts = (n for n in t.way.can(one.parts) if how(one.more + n, other))
            r[d] = Truth(one.parts, frozenset(counts))
        elif isinstance(one, Handle) and isinstance(other, Handle):
            if how not in (equal, unequal):
                return ...
            r[d] = int(how(int(one), int(other)))
        else:
            return _reckon(lambda x, y: int(how(x, y)))(t, run, r, d, a, b)
        return None

    return compare


def _reckon(how: Callable[[int, int], int]) -> Traced:
    """A number made of two of which one hangs on the card in a place, or both on the same."""

    def reckon(t: Tracing, run: Run, r: R, d: int, a: int, b: int) -> Any:
        one, other = t.looked(r[a]), t.looked(r[b])
        if isinstance(one, Looked) and isinstance(other, Looked) and one.place == other.place:
            r[d] = Looked(one.place, tuple(map(how, one.values, other.values)))
        elif isinstance(one, Looked) and isinstance(other, int):
            r[d] = Looked(one.place, tuple(how(value, other) for value in one.values))
        elif isinstance(other, Looked) and isinstance(one, int):
            r[d] = Looked(other.place, tuple(how(one, value) for value in other.values))
        else:
            return ...
        return None

    return reckon


def lowbit(t: Tracing, run: Run, r: R, d: int, a: int) -> Any:
    """A set that is gone through: by its places, from now on."""
    if isinstance(r[a], Bits):
        r[a] = t.lot(r[a])
    if not isinstance(r[a], Lot) or not r[a]:
        return ...
    r[d] = t.least(r[a])
    return None


def options(t: Tracing, run: Run, r: R, *given: int) -> Any:
    """The cards of a set that can be chosen."""
    if isinstance(r[given[-1]], Bits):
        r[given[-1]] = t.lot(r[given[-1]])
    return ...


def add(t: Tracing, run: Run, r: R, d: int, a: int, b: int) -> Any:
    one, other = r[a], r[b]
    if isinstance(one, Count) and isinstance(other, Count) and _apart(one, other):
        r[d] = Count(one.more + other.more, (*one.parts, *other.parts))
    elif isinstance(one, Count) and isinstance(other, int):
        r[d] = Count(one.more + other, one.parts)
    elif isinstance(other, Count) and isinstance(one, int):
        r[d] = Count(other.more + one, other.parts)
    else:
        return _reckon(lambda x, y: x + y)(t, run, r, d, a, b)
    return None


def _apart(one: Count, other: Count) -> bool:
    return all(places.isdisjoint(those) or not mask & more for places, mask in one.parts for those, more in other.parts)


def sub(t: Tracing, run: Run, r: R, d: int, a: int, b: int) -> Any:
    if isinstance(r[a], Count) and isinstance(r[b], int):
        r[d] = Count(r[a].more - r[b], r[a].parts)
        return None
    if isinstance(r[a], Lot) and r[a]:
        if r[b] != 1:
            raise Lost
        r[d] = Lot(r[a] & ~(1 << t.least(r[a])))  # in the order in which they are gone through
        return None
    return _reckon(lambda x, y: x - y)(t, run, r, d, a, b)


def table(t: Tracing, run: Run, r: R, d: int, row: list[int], a: int) -> Any:
    value = t.looked(r[a])
    if not isinstance(value, Looked):
        return ...
    might = t.way.might[value.place]
    those = [n if might >> card & 1 else 0 for card, n in enumerate(value.values)]
    if any(not 0 <= n < len(row) for n in those):
        return ...
    r[d] = Looked(value.place, tuple(row[n] for n in those))
    return None


def and_(t: Tracing, run: Run, r: R, d: int, a: int, b: int) -> Any:
    one, other = (r[a], r[b]) if isinstance(r[a], (Bits, Truth)) else (r[b], r[a])
    if isinstance(one, Lot) and isinstance(other, Lot):
        r[d] = Lot(one & other)
    elif isinstance(one, Lot) or isinstance(other, Lot):
        raise Lost
    elif isinstance(one, Bits) and isinstance(other, int):
        mask = (other & WORD) << one.word & one.mask
        r[d] = Bits(one.known & other & WORD, one.places, mask, one.word) if mask else signed(one.known & other)
    elif isinstance(one, Truth) and other in (0, 1):
        r[d] = one if other else 0
    else:
        return _reckon(lambda x, y: x & y)(t, run, r, d, a, b)
    return None


def or_(t: Tracing, run: Run, r: R, d: int, a: int, b: int) -> Any:
    one, other = (r[a], r[b]) if isinstance(r[a], (Bits, Truth)) else (r[b], r[a])
    if isinstance(one, Bits) and isinstance(other, int):
        r[d] = Bits(one.known | other & WORD, one.places, one.mask & ~((other & WORD) << one.word), one.word)
    elif isinstance(one, Bits) and isinstance(other, Bits) and one.mask == other.mask and one.word == other.word and one.places.isdisjoint(other.places):
        r[d] = Bits(one.known | other.known, one.places | other.places, one.mask, one.word)
    elif isinstance(one, Truth) and other in (0, 1):
        r[d] = 1 if other else one
    else:
        return _reckon(lambda x, y: x | y)(t, run, r, d, a, b)
    return None


def not_(t: Tracing, run: Run, r: R, d: int, a: int) -> Any:
    value = r[a]
    if isinstance(value, Truth):
        r[d] = Truth(value.parts, t.way.can(value.parts) - value.counts)
    elif isinstance(value, Bits):
        r[d] = 0 if value.known else Truth(value.parts, frozenset((0,)))
    elif isinstance(value, Looked):
        r[d] = Looked(value.place, tuple(int(not n) for n in value.values))
    else:
        return ...
    return None


def popcount(t: Tracing, run: Run, r: R, d: int, a: int) -> Any:
    if not isinstance(r[a], Bits):
        return ...
    r[d] = Count(r[a].known.bit_count(), r[a].parts)
    return None


def select(t: Tracing, run: Run, r: R, *given: int) -> Any:
    d, a, yes, no = given
    r[d] = r[yes] if t.is_not_none(r[a]) else r[no]


def branch(t: Tracing, run: Run, r: R, a: int, yes: Any, no: Any) -> Any:
    return yes if t.is_not_none(r[a]) else no


def card_of(t: Tracing, run: Run, r: R, d: int, a: int) -> Any:
    if not isinstance(r[a], Handle):
        return ...
    r[d] = r[a]
    return None


def zhas(t: Tracing, run: Run, r: R, *given: Any) -> Any:
    d, holder, k, a = given
    if isinstance(r[a], (Handle, Symbol)) or r[a] not in t.unknown or isinstance(r[k], (Handle, Symbol)):
        return ...
    zone = holder.zone
    those = t.unknown.intersection(cards_in(t.program, run.values, zone, r[k])) if 0 <= r[k] < zone.instances else frozenset()
    r[d] = Truth(((those, 1 << r[a]),), frozenset((1,))) if those else 0
    return None


def znth(t: Tracing, run: Run, r: R, *given: Any) -> Any:
    """As chance has brought it: by its place."""
    return ...


def zall(t: Tracing, run: Run, r: R, *given: Any) -> Any:
    """By their numbers, where they come to have an order."""
    source, a, target, _ = given
    r[a] = t.said(r[a])
    if target.zone.ordered and not source.zone.ordered and t.are_unknown(run, source.zone, r[a]):
        raise Lost
    return ...


def store(t: Tracing, run: Run, r: R, region: Any, i: int, a: int) -> Any:
    """The frame keeps registers as they are."""
    if region.name != "frame" or not isinstance(r[a], Symbol):
        return ...
    run.values["frame"][r[i]] = r[a]
    return None


RULES: dict[str, Traced] = {
    "add": add, "sub": sub, "mul": _reckon(lambda x, y: x * y), "eq": _compare(equal), "ne": _compare(unequal), "lt": _compare(less),
    "le": _compare(at_most), "and": and_, "or": or_, "not": not_, "popcount": popcount, "select": select, "table": table, "branch": branch,
    "card_of": card_of, "lowbit": lowbit, "options": options, "zhas": zhas, "znth": znth, "zall": zall, "store": store,
}  # fmt: skip
"""By operation."""

tracing = once(Tracing)
"""What runs a program so."""
