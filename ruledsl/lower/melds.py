"""Melds, worked out before play: every multiset of faces that lies together, the walk that knows them, and the rows that are laid.

A face is looked at as rank, suit and worth. Whether cards lie together is a walk along their faces, rising: a node is the beginning of some
melds, node 0 of all. Which melds leave least is asked of rows: sets of cards, without those melds that are two smaller ones together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import TYPE_CHECKING

from ruledsl.ir.rng import signed
from ruledsl.lower.planner import Planner
from ruledsl.lower.refusal import SettingsError
from ruledsl.model.melding import SHAPES
from ruledsl.model.model import MeldInfo
from ruledsl.model.types import INT, Term, Type, card_of
from ruledsl.record import cached_property, record

if TYPE_CHECKING:
    from ruledsl.lower.layout import Layout

MOST_MELDS = 20_000
MOST_ROWS = 50_000
MOST_STEPS = 2_000_000
MOST_WORTH = 1_000_000
MADE, LEADS = 1, 2
"""What a node is: a meld, the beginning of a longer one, or both."""

Faces = tuple[int, ...]


@record(frozen=True)
class Meld:
    """`all` are the melds as faces, rising, equal ones as often as they are needed; `short` those that are not two of them together.
    `worth` is by card, `rank` by face; `cards` are the cards of each face of its kinds."""

    name: str
    all: tuple[Faces, ...]
    short: tuple[Faces, ...]
    worth: tuple[int, ...]
    rank: dict[int, int]
    cards: dict[int, tuple[int, ...]]
    words: int

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """The fewest and the most cards of a meld; 0 and 0 if there is none."""
        return min(map(len, self.all), default=0), max(map(len, self.all), default=0)

    @cached_property
    def symbols(self) -> tuple[int, ...]:
        """The faces that occur in melds, rising."""
        return tuple(sorted({face for meld in self.all for face in meld}))

    @cached_property
    def nodes(self) -> dict[Faces, int]:
        """Every beginning of a meld, with its number."""
        return {faces: n for n, faces in enumerate(dict.fromkeys([(), *(meld[:size] for meld in self.all for size in range(1, len(meld) + 1))]))}

    def steps(self) -> list[int]:
        """By node and symbol the node that follows; -1 if no meld goes on so."""
        width, places = len(self.symbols), {symbol: n for n, symbol in enumerate(self.symbols)}
        found = [-1] * (len(self.nodes) * width)
        for faces, node in self.nodes.items():
            if faces:
                found[self.nodes[faces[:-1]] * width + places[faces[-1]]] = node
        return found

    def kinds(self) -> list[int]:
        """What each node is."""
        begun = {meld[:size] for meld in self.all for size in range(len(meld))}
        made = set(self.all)
        return [MADE * (faces in made) | LEADS * (faces in begun) for faces in self.nodes]

    @cached_property
    def rows(self) -> list[int]:
        """Every way to lay a short meld with cards, as words of 64 cards, each with the equal cards that are laid before these. They rise by rank,
        so that rows take few cards from rows that stand far behind; the greatest of a rank come first."""
        ways = {mask: min(self.rank[face] for face in meld) for meld in self.short for mask in self.laid(meld)}
        ordered = sorted(ways, key=lambda mask: (ways[mask], -mask.bit_count(), mask))
        return [signed(part >> 64 * w) for mask in ordered for part in (mask, self.before(mask)) for w in range(self.words)]

    @cached_property
    def lots(self) -> list[int]:
        """The masks of equal cards."""
        return [sum(1 << card for card in cards) for cards in self.cards.values()]

    def before(self, mask: int) -> int:
        """The cards that are equal to one of these, have a lower number, and are none of them."""
        return sum((1 << (mask & lot).bit_length() - 1) - 1 & lot & ~mask for lot in self.lots if mask & lot)

    def laid(self, meld: Faces) -> Iterator[int]:
        """The masks of the cards that can be this meld."""
        choices = [combinations(self.cards[face], many) for face, many in Counter(meld).items()]
        for chosen in product(*choices):
            yield sum(1 << card for cards in chosen for card in cards)


def meld(layout: Layout, name: str) -> Meld:
    """A meld, worked out once. SettingsError if what it rests on is not known before play, or if there are too many."""
    if name not in layout.melds:
        layout.melds[name] = _worked_out(layout, layout.model.melds[name])
    return layout.melds[name]


def _worked_out(layout: Layout, info: MeldInfo) -> Meld:
    deck = Deck(layout, info)
    every = _limited(deck.melds(long=True), info)
    short = _limited(deck.melds(long=False), info)
    cards = {face: tuple(card for card, other in enumerate(layout.census.cards) if other == face) for face in deck.faces}
    worth = tuple(deck.worth.get(face, 0) for face in layout.census.cards)
    made = Meld(info.name, every, short, worth, deck.rank, cards, layout.words)
    rows = sum(prod(comb(len(cards[face]), many) for face, many in Counter(faces).items()) for faces in short)
    if rows > MOST_ROWS or len(made.nodes) * len(made.symbols) > MOST_STEPS:
        raise SettingsError(f"there are too many ways to lay `{info.name}`: {rows:,}; {MOST_ROWS:,} are the most", info.span)
    return made


def _limited(melds: Iterable[Faces], info: MeldInfo) -> tuple[Faces, ...]:
    found: dict[Faces, None] = {}
    for faces in melds:
        found[faces] = None
        if len(found) > MOST_MELDS:
            raise SettingsError(f"`{info.name}` can be more than {MOST_MELDS:,} different melds", info.span)
    return tuple(found)


class Deck:
    """The faces of a meld's cards by rank and suit."""

    def __init__(self, layout: Layout, info: MeldInfo):
        self.l, self.info = layout, info
        self.faces = [n for n, face in enumerate(layout.census.faces) if face.kind in info.kinds]
        self.copies = Counter(layout.census.cards)
        self.rank, self.suit = self._values("rank"), self._values("suit")
        self.worth = self._values("worth")
        for face, worth in self.worth.items():
            if not 0 <= worth <= MOST_WORTH:
                self._refuse("worth", f"`{layout.census.faces[face].spoken}` would count {worth}; a card that is left over counts 0 to {MOST_WORTH:,}")

    def _refuse(self, word: str, why: str) -> None:
        line = self.info.lines.get(word)
        raise SettingsError(why, line.span if line is not None else self.info.span)

    def _values(self, word: str) -> dict[int, int]:
        """What a line says of each face; without the line every card counts 1, and all are of one suit."""
        line = self.info.lines.get(word, Term("const", INT, data=1))
        planner, out = Planner(self.l, self.info.key, card_of(self.info.kinds)), {}
        for face in self.faces:
            value = planner.worth(line, face)
            if not isinstance(value, int):
                self._refuse(word, f"the `{word}:` of `{self.info.name}` must be known of every card before play")
            else:
                out[face] = value
        return out

    def melds(self, long: bool) -> Iterator[Faces]:
        """All melds; if not `long`, without those that two melds of the same line make together."""
        for shape in SHAPES:
            if shape in self.info.lines:
                low, high = self._sizes(shape)
                sizes = range(low, min(high, len(self.faces) if shape == "run" else high, high if long else 2 * low - 1) + 1)
                for faces in getattr(self, f"_{shape}s")(sizes):
                    yield tuple(sorted(faces))

    def _sizes(self, shape: str) -> tuple[int, int]:
        line = self.info.lines[shape]
        low, high = (self.l.settings.number(end) for end in line.args)
        if not 1 <= low <= high:
            self._refuse(shape, f"`{shape}:` goes from {low} to {high}; a meld has at least one card")
        return low, high

    def _lots(self) -> dict[tuple[int, int], list[int]]:
        """The faces of each rank and suit. Where a card has no rank or no suit, it lies with none."""
        lots: dict[tuple[int, int], list[int]] = {}
        for face in self.faces:
            if not (self._without("rank", face) or self._without("suit", face)):
                lots.setdefault((self.rank[face], self.suit[face]), []).append(face)
        return lots

    def _without(self, word: str, face: int) -> bool:
        line = self.info.lines.get(word)
        values = self.rank if word == "rank" else self.suit
        return line is not None and values[face] == -1 and (line.type.or_none or line.type.kind != "int")

    def _alikes(self, sizes: range) -> Iterator[Faces]:
        """Cards of one rank and suit."""
        for faces in self._lots().values():
            yield from self._out_of(faces, sizes)

    def _sets(self, sizes: range) -> Iterator[Faces]:
        """Cards of one rank, each of another suit; any cards of one rank where nothing is said of suits."""
        ranks: dict[int, dict[int, list[int]]] = {}
        for (rank, suit), faces in self._lots().items():
            ranks.setdefault(rank, {})[suit] = faces
        for suits in ranks.values():
            if "suit" not in self.info.lines:
                yield from self._out_of([face for faces in suits.values() for face in faces], sizes)
                continue
            for size in sizes[: len(suits)]:
                for some in combinations(sorted(suits), size):
                    yield from product(*(suits[suit] for suit in some))

    def _out_of(self, faces: Sequence[int], sizes: range) -> Iterator[Faces]:
        """So many cards of these faces, as often as there are cards of each."""
        most = sum(self.copies[face] for face in faces)
        for size in sizes:
            for chosen in combinations_with_replacement(sorted(faces), size) if size <= most else ():
                if all(many <= self.copies[face] for face, many in Counter(chosen).items()):
                    yield chosen

    def _runs(self, sizes: range) -> Iterator[Faces]:
        """Cards of one suit whose ranks follow one another."""
        lots = self._lots()
        for suit in sorted({suit for _, suit in lots}):
            for ranks in self._windows(sizes):
                if all((rank, suit) in lots for rank in ranks):
                    yield from product(*(lots[rank, suit] for rank in ranks))

    def _windows(self, sizes: range) -> Iterator[tuple[int, ...]]:
        """Ranks that follow one another, none twice: in the order that is told; else as numbers or the values of an enum do, in its circle
        if it has one."""
        type, line = self.info.lines["rank"].type, self.info.lines.get("order")
        if line is not None:
            along, circle = list(self.l.constant_items(line)), False
        else:
            low, high = min(self.rank.values(), default=0), max(self.rank.values(), default=-1)
            circle = type.kind == "enum" and self.l.circle(type.name)
            along = list(range(self._size(type) if circle else high + 1))[0 if circle else max(low, 0):]
        for size in sizes:
            for start in range(len(along) if circle else len(along) - size + 1):
                ranks = tuple(along[(start + n) % len(along)] for n in range(size))
                if size <= len(along) and len(set(ranks)) == size:
                    yield ranks

    def _size(self, type: Type) -> int:
        return self.l.settings.size(type.bare)
