"""Worlds of a table that is too large to be written out: cards change places one pair after another, each world as likely in the long run as what is told of it
says (N. Metropolis and others, 1953). All of them fit; how often each comes is not exact."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice
from math import ceil
from typing import TYPE_CHECKING

from ruledsl.ir import rng

if TYPE_CHECKING:
    from ruledsl.minds.fit import Fit, Lot
    from ruledsl.minds.symbols import Parts

SEARCH = 300
"""So many pairs for each slot are looked at, at most, until all that was told is fulfilled."""
SWEEPS = 12
"""And for each slot, from one world to the next."""
LOOSE = 2000
"""Until then one of so many steps that make less of it fulfilled is taken."""
WIDTH = 1 << 32


CHAINS, BEGUN = 8, 40
"""So many that fit are looked for, among so many beginnings."""


def chained(fit: Fit, many: int) -> list[list[int]]:
    """The card in each place, of so many worlds; none if none is found."""
    begun = (Chain(fit, seed) for seed in range(BEGUN))
    fitting = list(islice((one for one in begun if one.fits), CHAINS))
    return [world for one in fitting for world in one.worlds(ceil(many / len(fitting)))]


class Chain:
    """The slots of a table, filled. `fits`: as all that was told says."""

    def __init__(self, fit: Fit, seed: int):
        self.fit, self.state = fit, rng.signed(seed)
        self.column = [k for k, column in enumerate(fit.columns) for _ in column]
        dealt = [(n, card) for n, (_, cards) in enumerate(fit.rows) for card in cards]
        self.row, self.card = [n for n, _ in dealt], [card for _, card in dealt]
        self.goes = [frozenset(columns) for columns, _ in fit.rows]
        self.counted = [[tuple(c for c, inside in enumerate(cells) if k in inside) for k in range(len(fit.columns))] for cells in fit.cells]
        number = {parts: c for c, parts in enumerate(fit.counted)}
        self.hangs = [tuple(t for t, one in enumerate(fit.told) if parts in one.parts) for parts in fit.counted]
        self.says = [[([(number[parts], counts) for parts, counts in facts], int(share)) for facts, share in one.ways] for one in fit.told]
        self.counts = [0] * len(fit.counted)
        self.alone = [self._by_count(t, *{c for facts, _ in ways for c, _ in facts}) for t, ways in enumerate(self.says)]
        for p in reversed(range(1, len(self.row))):
            self._exchange(p, self._below(p + 1))
        for n, k in zip(self.row, self.column, strict=True):
            for c in self.counted[n][k]:
                self.counts[c] += 1
        self.weight = [self._weighs(t) for t in range(len(fit.told))]
        self.bears = [self._bearing(one.parts) for one in fit.told]
        self.fits = self._found()

    def worlds(self, many: int) -> list[list[int]]:
        """The card in each place, of so many worlds."""
        out = []
        for _ in range(many if self.fits else 0):
            for _ in range(SWEEPS * len(self.row)):
                self._step(0, self._below(len(self.row)))
            out.append(self._laid())
        return out

    def _below(self, bound: int) -> int:
        self.state, number = rng.below(self.state, bound)
        return number

    def _bearing(self, some: Iterable[Parts]) -> list[int]:
        """The slots on which it hangs what is counted there."""
        columns = {k for parts in some for cells in self.fit.cells for k in cells[self.fit.counted.index(parts)]}
        return [p for p, k in enumerate(self.column) if k in columns]

    def _found(self) -> bool:
        """Where something is not fulfilled, a card of those on which it hangs changes places with any other (B. Selman, H. Kautz and B. Cohen, 1994)."""
        for _ in range(SEARCH * len(self.row)):
            wrong = [self.bears[t] for t, weight in enumerate(self.weight) if not weight]
            if not wrong and not (wrong := [[p] for p, (n, k) in enumerate(zip(self.row, self.column, strict=True)) if k not in self.goes[n]]):
                return True
            slots = wrong[self._below(len(wrong))]
            if not slots:
                return False
            self._step(LOOSE, slots[self._below(len(slots))])
        return False

    def _exchange(self, p: int, q: int) -> None:
        self.row[p], self.row[q], self.card[p], self.card[q] = self.row[q], self.row[p], self.card[q], self.card[p]

    def _step(self, loose: int, p: int) -> None:
        """A card changes places with any other, or stays: as likely as the world that comes of it is against this one. `loose`: one that does not fit is taken
        at times."""
        q = self._below(len(self.row))
        n, m, here, there = self.row[p], self.row[q], self.column[p], self.column[q]
        if n == m or here == there:
            self._exchange(p, q)
            return
        better = (here not in self.goes[n]) + (there not in self.goes[m]) - (there not in self.goes[n]) - (here not in self.goes[m])
        if better < 0 and not loose:
            return
        gone, come = (*self.counted[n][here], *self.counted[m][there]), (*self.counted[n][there], *self.counted[m][here])
        self._count(gone, come)
        now = {t: self._weighs(t) for t in dict.fromkeys(chain.from_iterable(self.hangs[c] for c in (*gone, *come)))}
        if self._is_taken(now, better, loose):
            self._exchange(p, q)
            for t, weight in now.items():
                self.weight[t] = weight
        else:
            self._count(come, gone)

    def _count(self, gone: tuple[int, ...], come: tuple[int, ...]) -> None:
        for c in gone:
            self.counts[c] -= 1
        for c in come:
            self.counts[c] += 1

    def _is_taken(self, now: dict[int, int], better: int, loose: int) -> bool:
        before, after, wrong = 1, 1, -better
        for t, weight in now.items():
            was = self.weight[t]
            wrong += (not weight) - (not was)
            before, after = before * (was or 1), after * (weight or 1)
        if loose:
            return wrong <= 0 or not self._below(loose)
        return not wrong and (after >= before or self._below(WIDTH) < ceil(WIDTH * after / before))

    def _by_count(self, told: int, *counted: int) -> tuple[int, list[int]] | None:
        """Where it hangs on one count alone: which, and how likely each number makes a world."""
        if len(counted) != 1:
            return None
        (c,), weights = counted, list[int]()
        for many in range(len(self.row) + 1):
            self.counts[c] = many
            weights.append(self._said(told))
        self.counts[c] = 0
        return c, weights

    def _weighs(self, told: int) -> int:
        if (alone := self.alone[told]) is not None:
            return alone[1][self.counts[alone[0]]]
        return self._said(told)

    def _said(self, told: int) -> int:
        for facts, share in self.says[told]:
            if all(self.counts[c] in counts for c, counts in facts):
                return share
        return int(self.fit.told[told].otherwise)

    # ---- laid out ----

    def _laid(self) -> list[int]:
        out = [0] * sum(len(lot.places) for lot in self.fit.lots)
        for number, lot in enumerate(self.fit.lots):
            cards = self._in(number, lot)
            for place in lot.places:
                out[place] = cards.pop(self._below(len(cards)) if lot.mixed else -1)
        return self._named(out)

    def _in(self, number: int, lot: Lot) -> list[int]:
        """What lies in a lot: cards, or their kinds where they are told by these."""
        here, kinds = [card for card, k in zip(self.card, self.column, strict=True) if self.fit.homes[k] == number], self.fit.kinds
        if kinds is None:
            gone = {card for other in self.fit.lots for card in other.gone}
            return [*(card for card in here if card not in gone), *lot.come]
        some = [kinds.of[card] for card in here]
        for kind in lot.gone:
            some.remove(kind)
        return [*some, *lot.come]

    def _named(self, drawn: list[int]) -> list[int]:
        """In each place, a card of the kind that lies there."""
        if (kinds := self.fit.kinds) is None:
            return drawn
        left = {kind: iter(sorted(card for card in kinds.there if kinds.of[card] == kind)) for kind in {*drawn}}
        return [next(left[kind]) for kind in drawn]
