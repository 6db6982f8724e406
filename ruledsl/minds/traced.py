"""What operations make of numbers that are not known, for `tracing`; `...` where they make nothing of them by themselves."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq as equal
from operator import le as at_most
from operator import lt as less
from operator import ne as unequal
from typing import TYPE_CHECKING, Any

from ruledsl.engine.cards import cards_in
from ruledsl.interp.machine import Run
from ruledsl.minds.symbols import Bits, Count, Handle, Looked, Lost, Lot, Symbol, Truth

if TYPE_CHECKING:
    from ruledsl.minds.tracing import Tracing

WORD = (1 << 64) - 1
R = list[Any]
Traced = Callable[..., Any]


def signed(bits: int) -> int:
    return ((bits & WORD) ^ 1 << 63) - (1 << 63)


def _compare(how: Callable[[int, int], bool]) -> Traced:
    def compare(t: Tracing, run: Run, r: R, d: int, a: int, b: int) -> Any:
        one, other = r[a], r[b]
        if isinstance(one, Lot) != isinstance(other, Lot) and one != 0 and other != 0:
            raise Lost  # places and cards
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
        r[a] = t.lot(r[a], run.values)
    if not isinstance(r[a], Lot) or not r[a]:
        return ...
    r[d] = t.least(r[a], run.values)
    return None


def shl(t: Tracing, run: Run, r: R, d: int, a: int, b: int) -> Any:
    """The set of one card."""
    if not isinstance(r[b], Handle) or r[a] != 1 or t.program.words > 1:
        return ...
    r[d] = Lot(1 << r[b])
    return None


def xor(t: Tracing, run: Run, r: R, d: int, a: int, b: int) -> Any:
    """All but those of a set."""
    one, other = (r[a], r[b]) if isinstance(r[a], Lot) else (r[b], r[a])
    if not isinstance(one, Lot) or other != -1:
        return ...
    r[d] = Lot(~one)
    return None


def options(t: Tracing, run: Run, r: R, *given: int) -> Any:
    """The cards of a set that can be chosen."""
    if isinstance(r[given[-1]], Bits):
        r[given[-1]] = t.lot(r[given[-1]], run.values)
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
        r[d] = Lot(r[a] & ~(1 << t.least(r[a], run.values)))  # in the order in which they are gone through
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
    if isinstance(one, Bits) and isinstance(other, Looked):
        other = t.said(other)
    if isinstance(one, Lot) or isinstance(other, Lot):
        r[d] = t.both(one, other)
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
    "card_of": card_of, "lowbit": lowbit, "shl": shl, "xor": xor, "options": options, "zhas": zhas, "znth": znth, "zall": zall, "store": store,
}  # fmt: skip
"""By operation."""
