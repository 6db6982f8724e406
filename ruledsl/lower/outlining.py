"""Every set of cards that makes a combination, once, in whatever guises will do: what a search for a win tries where guises mean little.

In the walk a card that stands for others has a value of its own, the wild one. What a multiset with wild values can become is known before
play, and so are guises that make it.
"""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.lower.picking import Level, Picking
from ruledsl.lower.pruning import Node, Pruning, Walk
from ruledsl.lower.values import Values
from ruledsl.model.model import ParamInfo

GUISE_BITS = 8
"""Bits of one guise among those that a node is answered with."""


def wild_cards(v: Values, p: ParamInfo) -> tuple[frozenset[int], tuple[int, ...]]:
    """The cards that are chosen in guises alone, and these guises; none where cards have different ones."""
    if p.wanted is None or not p.type.guises:
        return frozenset(), ()
    table, cards = v.l.tables[v.l.wanted_table(p.wanted)], len(v.l.census.cards)
    ways = {card: tuple(guise for guise in range(len(table) // cards) if table[guise * cards + card]) for card in range(cards)}
    found = {card: way for card, way in ways.items() if way and way[0]}
    plain = len(set(found.values())) == 1 and max(next(iter(found.values()))) < 1 << GUISE_BITS
    return (frozenset(found), next(iter(found.values()))) if plain else (frozenset(), ())


def outlined(v: Values, p: ParamInfo, pruned: Pruning | None) -> bool:
    """Is it known before play what cards that stand for others can make?"""
    return pruned is not None and pruned.exact and bool(wild_cards(v, p)[0])


class WildWalk(Walk):
    """A walk on which the last value is the wild one."""

    def __init__(self, v: Values, pruned: Pruning, p: ParamInfo):
        self.cards, self.guises = wild_cards(v, p)
        self.pruned, self.v = pruned, v
        ranks, cards = super().by_card(), len(v.l.census.cards)
        self.symbol_of = [self.values - 1 if card in self.cards else rank for card, rank in enumerate(ranks[:cards])]
        self.guise_of = {ranks[guise * cards + min(self.cards)]: guise for guise in reversed(self.guises)}
        self.found: dict[tuple[int, bool], dict[Node, Node | None]] = {}
        super().__init__(v, pruned)

    @property
    def name(self) -> str:
        return f"{super().name} in the guises {' '.join(map(str, self.guises))}"

    @property
    def values(self) -> int:
        return len(self.pruned.made.faces) + 1

    def by_card(self) -> list[int]:
        return self.symbol_of

    def making(self, row: int, distinct: bool) -> dict[Node, Node | None]:
        """By node: guises of its wild values, rising, that make it a combination; None where none do."""
        found = self.found.get((row, distinct))
        if found is None:
            found, numbers = self.found.setdefault((row, distinct), {}), dict(zip(self.nodes, self.numbers))
            for node in sorted(self.nodes, key=lambda node: node.count(self.values - 1)):
                found[node] = self.in_guises(node, row * self.pruned.made.sets + numbers[node], distinct, found)
        return found

    def in_guises(self, node: Node, place: int, distinct: bool, found: dict[Node, Node | None]) -> Node | None:
        if not node or node[-1] < self.values - 1:
            wrong = distinct and len(set(node)) < len(node)
            return () if not wrong and self.pruned.made.rows[place] >= 0 else None
        ways = ((guise, found[tuple(sorted((*node[:-1], rank)))]) for rank, guise in self.guise_of.items())
        return next((tuple(sorted((guise, *others))) for guise, others in ways if others is not None), None)

    def makes(self, row: int, distinct: bool) -> list[bool]:
        found = self.making(row, distinct)
        return [found[node] is not None for node in self.nodes]

    def all_answers(self) -> list[int]:
        """For each choice of all keys, without and with distinct values, guises that make each node: the first lowest, behind a bit that is
        set; 0 where none do."""
        ways = [self.making(row, distinct) for row in self.rows(self.keys) for distinct in (False, True)]
        answers = (found[node] for found in ways for node in self.nodes)
        return [0 if guises is None else 1 | _packed(guises) << 1 for guises in answers]

    def answering(self, size: int) -> int:
        b, place = self.b, super().answering(size)
        distinct = b.value("ne", self.v.value(self.pruned.of_size("distinct", size)), b.const(0))
        return b.value("add", b.value("add", place, place), b.value("mul", distinct, b.const(len(self.nodes))))


def _packed(guises: Iterable[int]) -> int:
    return sum(guise << n * GUISE_BITS for n, guise in enumerate(guises))


class Outlining(Picking):
    """The loops over the cards of a combination; the guises come from the walk."""

    def begun(self, pruned: Pruning) -> Walk:
        return WildWalk(self.v, pruned, self.p)

    def guises(self, n: int, head: str) -> None:
        self.take(n, self.levels[n].card)

    def made(self, n: int, here: Level) -> None:
        assert self.walk is not None
        b, good, bad = self.b, self.b.label("made"), self.b.label("not")
        answer = b.value("table", self.walk.answers, b.value("add", self.answers[n], here.node))
        b.emit("branch", answer, good, bad)
        b.start(good)
        self.offer(self.disguised(n, here.subset, b.value("shr", answer, b.const(1))))
        b.start(bad)

    def disguised(self, n: int, subset: int, guises: int) -> int:
        """The cards, of which the wild ones take these guises in turn."""
        b, cards = self.b, len(self.l.census.cards)
        wild = self.l.table("wild", [(1 << GUISE_BITS) - 1 if card in self.walk.cards else 0 for card in range(cards)])  # type: ignore[union-attr]
        for place, level in enumerate(self.levels[: n + 1]):
            taken = b.value("table", wild, level.card)
            guise = b.value("and", guises, taken)
            subset = b.value("add", subset, b.value("shl", b.value("mul", guise, b.const(cards)), b.const(place * self.l.bits)))
            guises = b.value("shr", guises, b.value("and", taken, b.const(GUISE_BITS)))
        return subset
