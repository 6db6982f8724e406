"""What operations make of terms, where more can be said than that they make something of them: a function for each, under its name. None is answered where
it cannot be said, or where the operation may fault."""

from __future__ import annotations

from collections.abc import Callable

from ruledsl.interp.symbols import LEAST, MOST, Symbols, Term, high, low
from ruledsl.ir.ops import OPS


def add(symbols: Symbols, a: Term, b: Term) -> Term | None:
    return fitting(symbols.sum([(a, 1), (b, 1)]))


def sub(symbols: Symbols, a: Term, b: Term) -> Term | None:
    return fitting(symbols.sum([(a, 1), (b, -1)]))


def mul(symbols: Symbols, a: Term, b: Term) -> Term | None:
    for number, term in ((a, b), (b, a)):
        if isinstance(number, int):
            return fitting(symbols.sum([(term, number)]))
    return None


def eq(symbols: Symbols, a: Term, b: Term) -> Term:
    return symbols.equal(a, b)


def ne(symbols: Symbols, a: Term, b: Term) -> Term:
    return symbols.negated(symbols.equal(a, b))


def lt(symbols: Symbols, a: Term, b: Term) -> Term:
    return symbols.less(a, b)


def le(symbols: Symbols, a: Term, b: Term) -> Term:
    return symbols.negated(symbols.less(b, a))


def and_(symbols: Symbols, a: Term, b: Term) -> Term | None:
    return symbols.both(a, b) if truths(a, b) else None


def or_(symbols: Symbols, a: Term, b: Term) -> Term | None:
    return symbols.either([a, b]) if truths(a, b) else None


def xor(symbols: Symbols, a: Term, b: Term) -> Term | None:
    return symbols.chosen(symbols.truth(a), symbols.negated(b), b) if truths(a, b) else None


def not_(symbols: Symbols, a: Term) -> Term:
    return symbols.negated(symbols.truth(a))


def select(symbols: Symbols, on: Term, a: Term, b: Term) -> Term:
    return symbols.chosen(symbols.truth(on), a, b)


def natural(symbols: Symbols, a: Term) -> Term | None:
    return a if low(a) >= 0 else None


def fitting(sum: Term) -> Term | None:
    """A number that fits 64 bits, whatever is held."""
    return sum if LEAST < low(sum) and high(sum) < MOST else None


def truths(*terms: Term) -> bool:
    """Are all of them 0 or 1?"""
    return all(low(term) >= 0 and high(term) <= 1 for term in terms)


MEANT: dict[str, Callable[..., Term | None]] = {name: found for name in OPS if (found := globals().get(name) or globals().get(name + "_")) is not None}
"""The function of each of these operations."""
