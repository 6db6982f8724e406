"""The simplest expression that makes a target, without writing all: the two parts of the last operation are met in the middle.

Of each small multiset of values all results are kept, each with its simplest expression. The last operation is turned round: `x + y = t`
looks for `t − x` among the results of the other part, or, where that part is large, asks whether it can make `t − x`. One `Reach` remembers
everything, so that many multisets share their parts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction

from ruledsl.combine.arithmetic import LEAF, Arithmetic, Level
from ruledsl.combine.expression import Expression, bare_one, joined_plainness, simplicity
from ruledsl.combine.numbers import Number, combine, divide, whole
from ruledsl.combine.plain import Values, one_order, splits
from ruledsl.combine.signs import RANKS, Sign

Kinds = dict[tuple[frozenset[Sign], int], Expression]
"""The simplest expressions of one result: by the signs they use, of those that are asked for, and how loosely the last sign binds."""

Results = dict[Number, Kinds]

TIGHTEST = -1
LARGE = 5
"""Multisets of so many values are asked for single results."""


class Reach:
    """What multisets of values can make under an arithmetic. `watched`: the signs that a target may ask to be used."""

    def __init__(self, arithmetic: Arithmetic, watched: frozenset[Sign] = frozenset()):
        self.arithmetic = arithmetic
        self.watched = watched
        self.top = len(arithmetic.levels) - 1
        self.results: dict[tuple[Values, int], Results] = {}
        self.operands: dict[tuple[Values, int], Results] = {}
        self.single: dict[tuple[Values, int, Number], Kinds] = {}

    def simplest(self, values: Values, target: Number, needs: frozenset[Sign] = frozenset()) -> Expression | None:
        """The simplest expression of the values (in any order) that makes the target and holds the signs it needs, which are watched."""
        assert needs <= self.watched
        kinds = self.making(tuple(sorted(values, reverse=True)), self.top, whole(target))
        fit = [found for (used, _), found in kinds.items() if needs <= used]
        return min(fit, key=simplicity, default=None)

    def nearest(self, values: Values, target: Number, needs: frozenset[Sign] = frozenset()) -> Expression | None:
        """The simplest expression whose result is nearest to the target; of two as near the smaller result. None if there is none."""
        found = self._results(tuple(sorted(values, reverse=True)), self.top)
        fit = [e for result, kinds in found.items() if self.arithmetic.counts(result) for (used, _), e in kinds.items() if needs <= used]
        best = min((abs(e.result - target), e.result) for e in fit) if fit else None
        return min((e for e in fit if (abs(e.result - target), e.result) == best), key=simplicity, default=None)

    def making(self, values: Values, top: int, target: Number) -> Kinds:
        """The simplest expressions of the values (falling) on a level, or a tighter one, that make one result."""
        known = self.single.get((values, top, target))
        if known is None:
            known = self.single[values, top, target] = {}
            for level in range(top + 1) if len(values) > 1 else (LEAF,):
                self._make(known, values, level, target)
        return known

    def _keep(self, kinds: Kinds, result: Number, sign: Sign, lefts: Kinds, rights: Kinds) -> None:
        """The simplest of each kind of what two parts make with a sign between them. Most are not: so they are made only where they may be."""
        loosely = RANKS[sign]
        own = self.watched & {sign}
        by_a_bare_one = own if self.arithmetic.by_one else own - {Sign.DIVIDED}
        for (before, _), left in lefts.items():
            for (behind, _), right in rights.items():
                key = before | behind | (by_a_bare_one if bare_one(right) else own), loosely
                old = kinds.get(key)
                if old is not None:
                    plain = joined_plainness(sign, left, right)
                    if plain > old.plainness:
                        continue
                    found = Expression(result, sign, left, right)
                    if plain < old.plainness or found.text < old.text:
                        kinds[key] = found
                else:
                    kinds[key] = Expression(result, sign, left, right)

    def _results(self, values: Values, level: int) -> Results:
        """All that the values can make on this level, or on a tighter one."""
        if len(values) == 1:
            return {values[0]: {(frozenset(), TIGHTEST): Expression(values[0])}}
        if level == LEAF:
            return {}
        known = self.results.get((values, level))
        if known is None:
            known = self.results[values, level] = {
                result: dict(kinds) for result, kinds in self._results(values, level - 1).items()
            }
            for sign, lefts, rights in self._parts(values, self.arithmetic.levels[level], all_of=True):
                for a, those in lefts.items():
                    for b, others in rights.items():
                        made = combine(sign, a, b)
                        if made is not None:
                            self._keep(known.setdefault(made, {}), made, sign, those, others)
        return known

    def _parts(self, values: Values, here: Level, all_of: bool) -> Iterator[tuple[Sign, Operands, Operands]]:
        """The ways to part some values, and what their parts can make: all of it at once, or asked for one by one."""
        for first, second in splits(values):
            lefts, rights = (
                Asked(self, part, level) if not all_of and len(part) >= LARGE and level != LEAF else self.operands_of(part, level)
                for part, level in ((first, here.left), (second, here.right))
            )
            if lefts and rights:
                for sign in here.signs:
                    if one_order(sign, first, second, self.arithmetic):
                        yield sign, lefts, rights

    def operands_of(self, values: Values, level: int) -> Results:
        """What may stand beside a sign."""
        if len(values) == 1 or level == LEAF:
            return self._results(values, level)
        known = self.operands.get((values, level))
        if known is None:
            found = self._results(values, level)
            known = self.operands[values, level] = {step: kinds for step, kinds in found.items() if self.arithmetic.allows(step)}
        return known

    def _make(self, kinds: Kinds, values: Values, level: int, target: Number) -> None:
        """Keeps what makes one result."""
        if level == LEAF:
            if values[0] == target:
                kinds[frozenset(), TIGHTEST] = Expression(values[0])
            return
        for sign, lefts, rights in self._parts(values, self.arithmetic.levels[level], all_of=False):
            for a, b in _meetings(sign, lefts, rights, target):
                self._keep(kinds, target, sign, lefts[a], rights[b])


class Asked(Mapping[Number, Kinds]):
    """What a large multiset can make as a step, found out for one result at a time."""

    def __init__(self, reach: Reach, values: Values, level: int):
        self.reach, self.parts, self.level = reach, values, level

    def __contains__(self, step: object) -> bool:
        return isinstance(step, (int, Fraction)) and bool(self[step])

    def __getitem__(self, step: Number) -> Kinds:
        return self.reach.making(self.parts, self.level, step) if self.reach.arithmetic.allows(step) else {}

    def __iter__(self) -> Iterator[Number]:
        return iter(self.reach.operands_of(self.parts, self.level))

    def __len__(self) -> int:
        return sys.maxsize


Operands = Mapping[Number, Kinds]


def _meetings(sign: Sign, lefts: Operands, rights: Operands, target: Number) -> Iterator[tuple[Number, Number]]:
    """The pairs of results that make the target with this sign."""
    if RANKS[sign] == 0 or target == 0:
        yield from ((a, b) for a in lefts for b in rights if combine(sign, a, b) == target)
    elif len(lefts) <= len(rights):
        seconds = ((a, _second(sign, a, target)) for a in lefts)
        yield from ((a, b) for a, b in seconds if b is not None and b in rights)
    else:
        firsts = ((_first(sign, b, target), b) for b in rights)
        yield from ((a, b) for a, b in firsts if a is not None and a in lefts)


def _second(sign: Sign, a: Number, target: Number) -> Number | None:
    """The b of `a SIGN b = target`, for a target that is not 0."""
    if sign == Sign.PLUS:
        return whole(target - a)
    if sign == Sign.MINUS:
        return whole(a - target)
    if a == 0:
        return None
    return divide(target, a) if sign == Sign.TIMES else divide(a, target)


def _first(sign: Sign, b: Number, target: Number) -> Number | None:
    """The a of `a SIGN b = target`, for a target that is not 0."""
    if sign == Sign.PLUS:
        return whole(target - b)
    if sign == Sign.MINUS:
        return whole(target + b)
    if b == 0:
        return None
    return divide(target, b) if sign == Sign.TIMES else whole(target * b)


