"""How many sets of cards of a hand are a combination: a polynomial in the numbers of cards, with as few products as can be had easily.

Of a pattern there are `binomial(cards, needed)` multiplied over the places. Patterns that begin alike share the products of their beginning.
Where more multisets of a size win than lose, the losers are taken from all, and of all there are known sums: `e_n` of the numbers of
cards if values must differ, else `binomial(cards, n)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement

from ruledsl.combine.patterns import Patterns
from ruledsl.record import record

Factor = tuple[int, int]
"""A place, and how many cards of it are chosen."""


@record(frozen=True)
class Sum:
    """`constant` and products: the ways to choose cards of a place, times a sum over later places."""

    constant: int
    terms: tuple[tuple[Factor, Sum], ...]

    @property
    def products(self) -> set[tuple[Factor, Sum]]:
        """The multiplications that it takes."""
        return {term for term in self.terms if term[1].terms}.union(*(rest.products for _, rest in self.terms))


@record(frozen=True)
class Class:
    """The patterns of `size` printed cards and `wilds` wild ones; with `lost`, `sum` counts those that do not win."""

    size: int
    wilds: int
    lost: bool
    sum: Sum


def classes(patterns: Patterns) -> tuple[Class, ...]:
    """A sum for each number of printed and wild cards that some pattern has."""
    faces = sorted(patterns.faces)
    several = combinations if patterns.rule.distinct else combinations_with_replacement
    out = []
    for size, wilds in sorted({(len(p.values), p.wilds) for p in patterns.found}):
        won = {p.values for p in patterns.found if (len(p.values), p.wilds) == (size, wilds)}
        lost = set(several(faces, size)) - won
        gained, missed = (factored(_factors(faces, values) for values in sets) for sets in (won, lost))
        fewer = len(missed.products) < len(gained.products)
        out.append(Class(size, wilds, fewer, missed if fewer else gained))
    return tuple(out)


def _factors(faces: list[int], values: Iterable[int]) -> tuple[Factor, ...]:
    chosen = list(values)
    return tuple((place, chosen.count(face)) for place, face in enumerate(faces) if face in chosen)


def factored(monomials: Iterable[tuple[Factor, ...]]) -> Sum:
    """The sum of products of factors, beginnings taken out."""
    constant = 0
    rests: dict[Factor, list[tuple[Factor, ...]]] = {}
    for factors in monomials:
        if factors:
            rests.setdefault(factors[0], []).append(factors[1:])
        else:
            constant += 1
    return Sum(constant, tuple((factor, factored(rest)) for factor, rest in sorted(rests.items())))
