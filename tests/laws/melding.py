"""Cards that lie together, by plain trial: what a meld is, and what the best melds leave over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from ruledsl.syntax import tree as t
from tests.laws.reading import Lying, Names, Reader, Row, Sort, Unread

MOST = 14
"""Cards of which all melds are tried."""


class Melding(Reader):
    """Reads what is asked of melds."""

    def read_call(self, e: t.Call, names: Names) -> Any:
        melds = self.declared.get(t.Meld, {})
        if e.base is None and e.function in melds:
            return self.is_meld(melds[e.function], self.laid(e.args, names))
        if isinstance(e.base, t.Ref) and e.base.name in melds and e.base.name not in names:
            meld, cards = melds[e.base.name], self.laid(e.args, names)
            if e.function == "deadwood":
                return min(self.worth_of(meld, left) for left in self.left_over(meld, cards))
            return self.unmatched(meld, cards)
        return super().read_call(e, names)

    def laid(self, args: Sequence[t.Expr], names: Names) -> list[Sort]:
        """All the cards that are asked for, each once."""
        out: list[Sort] = []
        for e in args:
            several = isinstance(e, t.Comprehension) and [self.read(e.element, inner) for inner in self.ways(e.loops, names)]
            value = several if isinstance(e, t.Comprehension) else self.read(e, names)
            if value is None:
                raise Unread("a meld with none")
            out += self.cards(value) if isinstance(value, Lying) else [value] if isinstance(value, Sort) else list(value)
        return list(dict.fromkeys(out))

    def is_meld(self, meld: t.Meld, cards: Sequence[Sort]) -> bool:
        """Do they all make one?"""
        (param,) = meld.params
        said = {f.name.text: f.value for f in meld.fields}
        if not cards or not all(self.descends(self.looks(c).kind, param.type.name) for c in cards):
            return False
        own = [Sort("card", c.n) for c in cards]
        ranks = [self.read(said["rank"], {param.name: c}) for c in own]
        suits = [self.read(said["suit"], {param.name: c}) if "suit" in said else 0 for c in own]
        if None in ranks or None in suits:
            return False
        ways = {
            "alike": len({*ranks}) == len({*suits}) == 1,
            "set": len({*ranks}) == 1 and ("suit" not in said or len({*suits}) == len(cards)),
            "run": len({*suits}) == 1 and self.follow(said.get("order"), ranks),
        }
        return any(way in said and len(cards) in self.read(said[way], {}) and ways[way] for way in ways)

    def follow(self, order: t.Expr | None, ranks: Sequence[Any]) -> bool:
        """Do they follow one another, in some order?"""
        if order is None and all(type(r) is int for r in ranks):
            return sorted(ranks) == list(range(min(ranks), min(ranks) + len(ranks)))
        if order is not None:
            row = list(self.read(order, {}))
        elif isinstance(ranks[0], Sort):
            row = [Sort(ranks[0].kind, n) for n in range(len(self.enums[ranks[0].kind]))]
            row += row[: len(ranks) - 1] if ranks[0].kind in self.circles else []
        else:
            raise Unread("ranks that follow")
        return any(sorted(row[n : n + len(ranks)]) == sorted(ranks) for n in range(len(row) - len(ranks) + 1))

    def worth_of(self, meld: t.Meld, cards: Sequence[Sort]) -> int:
        (param,) = meld.params
        said = {f.name.text: f.value for f in meld.fields}
        return sum(int(self.read(said["worth"], {param.name: Sort("card", c.n)})) if "worth" in said else 1 for c in cards)

    def left_over(self, meld: t.Meld, cards: Sequence[Sort]) -> Iterator[tuple[Sort, ...]]:
        """Every way to lay melds that have no card in common, by what it leaves."""
        (param,) = meld.params
        fit = [c for c in cards if self.descends(self.looks(c).kind, param.type.name)]
        if len(fit) > MOST:
            raise Unread("too many cards for melds")
        said = {f.name.text: f.value for f in meld.fields}
        sizes = sorted({n for way in ("alike", "set", "run") if way in said for n in self.read(said[way], {})})
        melds = [frozenset(some) for size in sizes for some in combinations(fit, size) if self.is_meld(meld, some)]

        def laid(left: tuple[Sort, ...], rest: tuple[Sort, ...]) -> Iterator[tuple[Sort, ...]]:
            if not rest:
                yield left
                return
            yield from laid((*left, rest[0]), rest[1:])
            for one in melds:
                if rest[0] in one and one <= {*rest}:
                    yield from laid(left, tuple(c for c in rest if c not in one))

        yield from laid((), tuple(fit))

    def unmatched(self, meld: t.Meld, cards: Sequence[Sort]) -> Row:
        """What is left over, where there is one best way."""
        ways = {frozenset(left) for left in self.left_over(meld, cards)}
        least = min(self.worth_of(meld, [*left]) for left in ways)
        best = [left for left in ways if self.worth_of(meld, [*left]) == least]
        if len(best) > 1:
            raise Unread("several best melds")
        return Row(sorted(best[0]))
