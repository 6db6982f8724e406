"""Cards dealt into slots, each way as likely as what is told of them says: counted backward by rows of cards of which the same was told, and walked forward
(`ruledsl/kernels/fitting.py`, run as it stands or as machine code)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import factorial, lcm, prod
from types import SimpleNamespace
from typing import Any

from ruledsl.ir.rng import signed
from ruledsl.kernels.fitting import ARC, BEGIN, BITS, COLUMNS, FILLS, FIRST, HEAD, KINDS, LAID, LOTS, LYING, MIXED, NEXT, PLACES, ROWS, STARTS, TABLE, fitted
from ruledsl.kernels.words import Words
from ruledsl.minds.facts import Told
from ruledsl.minds.simpler import alone
from ruledsl.minds.symbols import Fact, Lost, Parts
from ruledsl.record import cached_property, record

ARCS = 10_000
"""Ways to go on, at most, that a table has."""
TRIED = 60_000
"""And numbers that are tried for a column, until it is looked through; tables that are not too large take up to 53,000 at Go Fish."""

Room = tuple[int, ...]
Node = tuple[int, Room, tuple[int, ...]]
"""A row, the room that is left in each column, and what was counted so far."""


@record(frozen=True)
class Lot:
    """Where cards lie in the end: the places, by number; all that lay in the slots lie there, but for some, and `come` besides, by their kinds. `mixed`: it
    matters which of them lies where."""

    places: tuple[int, ...]
    slots: frozenset[int]
    gone: tuple[int, ...] = ()
    come: tuple[int, ...] = ()
    mixed: bool = True


@record(frozen=True)
class Kinds:
    """Cards that are told by their kinds alone: by card, its kind; and the cards that may lie in the places."""

    of: Sequence[int]
    there: Sequence[int]

    @cached_property
    def count(self) -> int:
        return max(self.of, default=-1) + 1


class Fit:
    """`takes`: for each card, the slots where it can lie; `told`: what else is told of which cards lie in which slots. There are as many slots as cards.
    Without `kinds` each card is one of its own."""

    def __init__(self, takes: Mapping[int, frozenset[int]], lots: Sequence[Lot], told: Sequence[Told] = (), kinds: Kinds | None = None):
        self.lots, self.told, self.kinds = lots, _shares(told), kinds
        self.counted = tuple(dict.fromkeys(parts for one in self.told for parts in one.parts))
        self._cells(takes)
        self._lasting()
        self._known: dict[Node, int] = {}
        self._arcs = self._tried = 0

    def _cells(self, takes: Mapping[int, frozenset[int]]) -> None:
        """Slots of which the same is told are a column, cards of which the same is told a row; what is counted is counted in cells."""
        home = {slot: n for n, lot in enumerate(self.lots) for slot in lot.slots}
        kinds = {some: n for n, some in enumerate(dict.fromkeys(takes.values()))}
        columns: dict[tuple[Any, ...], list[int]] = {}
        for slot in sorted(home):
            inside = tuple(slot in places for parts in self.counted for places, _ in parts)
            columns.setdefault((home[slot], inside, tuple(slot in some for some in kinds)), []).append(slot)
        keys = sorted(columns)
        self.columns = [columns[key] for key in keys]
        self.homes = [key[0] for key in keys]
        rows: dict[tuple[Any, ...], list[int]] = {}
        for card in takes:
            inside = tuple(bool(mask >> card & 1) for parts in self.counted for _, mask in parts)
            rows.setdefault((kinds[takes[card]], inside), []).append(card)
        some = list(rows.values())
        self.rows = [(tuple(k for k, column in enumerate(self.columns) if column[0] in takes[cards[0]]), cards) for cards in self._ordered(some)]
        self.cells = [[self._inside(parts, cards) for parts in self.counted] for _, cards in self.rows]

    def _ordered(self, rows: list[list[int]]) -> list[list[int]]:
        """Those first that have to do with what was begun to be counted, so that few counts last long; and last those of which nothing was told: nothing is
        left to choose for the last row."""
        touched = {id(row): {n for n, parts in enumerate(self.counted) if any(mask >> row[0] & 1 for _, mask in parts)} for row in rows}
        if self.kinds is not None:
            return sorted(rows, key=lambda row: (not touched[id(row)], -len(touched[id(row)]), len(row)))
        out, left, begun = list[list[int]](), rows.copy(), set[int]()
        while left:
            ahead = begun & {n for row in left for n in touched[id(row)]}
            row = min(left, key=lambda row: (len(touched[id(row)] - begun) - len(touched[id(row)] & ahead), -len(row)))
            left.remove(row)
            begun |= touched[id(row)]
            out.append(row)
        return out

    def _inside(self, parts: Parts, cards: list[int]) -> frozenset[int]:
        """The columns where a card of a row counts."""
        some = [places for places, mask in parts if mask >> cards[0] & 1]
        return frozenset(k for k, column in enumerate(self.columns) if any(column[0] in places for places in some))

    def _lasting(self) -> None:
        """By row: what is counted from there on, and what is settled behind it."""
        number, last = {parts: n for n, parts in enumerate(self.counted)}, len(self.rows) - 1
        touches = [[n for n, cells in enumerate(self.cells) if cells[c]] for c in range(len(self.counted))]
        ends = [max((touches[number[parts]][-1] for parts in one.parts if touches[number[parts]]), default=-1) for one in self.told]
        self.settled = [[one for one, end in zip(self.told, ends, strict=True) if end == n] for n in range(last + 1)]
        self.always = [one for one, end in zip(self.told, ends, strict=True) if end < 0]
        until = [max((end for one, end in zip(self.told, ends, strict=True) if parts in one.parts), default=-1) for parts in self.counted]
        self.live = [[until[c] > n and touches[c][0] <= n if touches[c] else False for c in range(len(self.counted))] for n in range(last + 1)]
        self.counts = [[[c for c, cells in enumerate(self.cells[n]) if k in cells] for k in columns] for n, (columns, _) in enumerate(self.rows)]
        self.needs = [list(self._needs(some)) for some in self.settled]
        self.caps, self.most = [self._cap(parts) for parts in self.counted], [self._most(parts) for parts in self.counted]

    def _needs(self, settled: Sequence[Told]) -> Iterator[tuple[int, int]]:
        """What is settled behind a row, and so many there must be at least."""
        for one in settled:
            if (fact := alone(one)) is not None and min(fact[1], default=0):
                yield self.counted.index(fact[0]), min(fact[1])

    def _cap(self, parts: Parts) -> int:
        """From so many on it makes no difference how many there are."""
        most = sum(min(len(places), mask.bit_count()) for places, mask in parts)
        asked = [some for one in self.told for facts, _ in one.ways for known, some in facts if known == parts]
        return max((n + 1 for some in asked for n in range(most) if (n in some) != (n + 1 in some)), default=0)

    def _most(self, parts: Parts) -> int:
        """There are never more than so many."""
        needed = [some for one in self.told if not one.otherwise and len(one.ways) == 1 for known, some in one.ways[0][0] if known == parts]
        return min((max(some, default=-1) for some in needed), default=len(self.homes) + sum(map(len, self.columns)))

    @cached_property
    def room(self) -> Room:
        return tuple(len(column) for column in self.columns)

    @property
    def ways(self) -> int:
        """How likely all ways are together, but for the order in columns."""
        none = (0,) * len(self.counted)
        return self._ways((0, self.room, none)) * self._weight(self.always, none)

    def _ways(self, node: Node) -> int:
        if node[0] == len(self.rows):
            return int(not any(node[1]))
        if node not in self._known:
            self._known[node] = sum(ways for _, _, ways in self.splits(node))
        return self._known[node]

    def splits(self, node: Node) -> Iterator[tuple[Room, Node, int]]:
        """How many cards of a row go into each column, where that leads, and how likely it is."""
        row, room, counts = node
        columns, cards = self.rows[row]
        fresh = node not in self._known  # what is written out was reckoned before
        for split, now in self._shared(row, room, counts, fresh):
            self._arcs += fresh
            if self._arcs > ARCS:
                raise Lost
            if not (ways := self._weight(self.settled[row], now)):
                continue
            left = list(room)
            for k, many in zip(columns, split, strict=True):
                left[k] -= many
            after = row + 1, tuple(left), tuple(n if lives else 0 for n, lives in zip(now, self.live[row], strict=True))
            if ways := ways * self._ways(after):
                yield split, after, ways * factorial(len(cards)) // prod(map(factorial, split))

    def _shared(self, row: int, room: Room, counts: Sequence[int], fresh: bool) -> list[tuple[Room, list[int]]]:
        """The ways to share the cards of a row among its columns, and what is counted then; without those where something is too many, or never enough."""
        columns, cards = self.rows[row]
        open_ = [n for n, k in enumerate(columns) if room[k]]
        columns = tuple(columns[n] for n in open_)
        rooms = [room[k] for k in columns]
        behind = [sum(rooms[n:]) for n in range(len(rooms) + 1)]
        counted, needed = [self.counts[row][n] for n in open_], self.needs[row]
        inside = ([many if k in self.cells[row][c] else 0 for k, many in zip(columns, rooms, strict=True)] for c, _ in needed)
        late = [[sum(some[n:]) for n in range(len(rooms) + 1)] for some in inside]
        now, split, out, caps, most = list(counts), [0] * len(self.rows[row][0]), list[tuple[Room, list[int]]](), self.caps, self.most

        def share(n: int, left: int) -> None:
            self._tried += fresh
            if self._tried > TRIED:
                raise Lost
            for (c, least), behind_here in zip(needed, late, strict=True):
                if now[c] + (left if left < behind_here[n] else behind_here[n]) < least:
                    return
            if n == len(rooms):
                out.append((tuple(split), [min(caps[c], many) for c, many in enumerate(now)]))
                return
            here = counted[n]
            low, high = max(0, left - behind[n + 1]), left if left < rooms[n] else rooms[n]
            for c in here:
                high = min(high, most[c] - now[c])
            for many in range(low, high + 1):
                split[open_[n]] = many
                for c in here:
                    now[c] += many
                share(n + 1, left - many)
                for c in here:
                    now[c] -= many

        share(0, len(cards))
        return out

    def _weight(self, settled: Iterable[Told], counts: Sequence[int]) -> int:
        out = 1
        for one in settled:
            out *= int(next((share for facts, share in one.ways if all(self._holds(fact, counts) for fact in facts)), one.otherwise))
        return out

    def _holds(self, fact: Fact, counts: Sequence[int]) -> bool:
        return counts[self.counted.index(fact[0])] in fact[1]

    # ---- for kernels ----

    @cached_property
    def words(self) -> list[int]:
        """The table as kernels read it."""
        return _Written(self).words

    def drawn(self, state: int) -> tuple[int, list[int]]:
        """The card in each place, and the random state after. There must be a way."""
        stream, drawn = Words([signed(state)]), Words([0] * sum(len(lot.places) for lot in self.lots))
        plan: Any = SimpleNamespace(fit=Words(self.words), drawn=drawn)
        fitted(plan, stream)
        return stream[0], drawn.numbers


def _shares(told: Sequence[Told]) -> list[Told]:
    """The same with whole numbers, without parts where nothing can lie."""
    out = []
    for one in told:
        scale = lcm(one.otherwise.denominator, *(share.denominator for _, share in one.ways))
        ways = tuple((facts, share * scale) for facts, share in one.ways)
        out.append(Told(ways, one.otherwise * scale))
    return out


def shared(count: int, rooms: list[int]) -> Iterator[Room]:
    """The ways to share so many among some rooms."""
    if not rooms:
        if not count:
            yield ()
        return
    for here in range(max(0, count - sum(rooms[1:])), min(count, rooms[0]) + 1):
        for rest in shared(count - here, rooms[1:]):
            yield here, *rest


def choosy(cards: Iterable[int], takes: Sequence[frozenset[int]]) -> Fit:
    """Where nothing is told but which cards each place takes."""
    some = {card: frozenset(n for n, those in enumerate(takes) if card in those) for card in cards}
    alike = [tuple(n for n, those in enumerate(takes) if those == kind) for kind in dict.fromkeys(takes)]
    return Fit(some, [Lot(places, frozenset(places)) for places in alike])


class _Written:
    """A table as words."""

    def __init__(self, fit: Fit):
        self.fit, self.words, self.at = fit, [0] * HEAD, dict[Node, int]()
        self._heads()
        self.words[FIRST] = self._nodes((0, fit.room, (0,) * len(fit.counted)))

    def _heads(self) -> None:
        fit, words = self.fit, self.words
        starts = [sum(map(len, fit.columns[:k])) for k in range(len(fit.columns))]
        full, most = sum(map(len, fit.columns)), max((len(cards) for _, cards in fit.rows), default=0)
        words[ROWS], words[COLUMNS], words[LOTS] = len(fit.rows), len(fit.columns), len(fit.lots)
        words[TABLE] = self._row([n for _, cards in fit.rows for n in (len(cards), self._row(self._cards(cards)))])
        words[LAID] = self._row([n for number, lot in enumerate(fit.lots) for n in self._lot(lot, number, starts)])
        words[STARTS], words[FILLS], words[LYING] = self._row(starts), self._row([0] * len(starts)), self._row([0] * full)
        words[MIXED] = self._row([0] * max([most, *(len(lot.slots) + len(lot.come) for lot in fit.lots)], default=0))

        if fit.kinds is not None:
            self._names(fit.kinds)

    def _names(self, kinds: Kinds) -> None:
        words, begin = self.words, [0] * kinds.count
        for kind in range(kinds.count):
            begin[kind] = self._row(card for card in sorted(kinds.there) if kinds.of[card] == kind)
        words[KINDS], words[PLACES], words[BEGIN], words[NEXT] = kinds.count, len(kinds.there), self._row(begin), self._row(begin)

    def _cards(self, cards: list[int]) -> list[int]:
        """The cards of a row as they are dealt."""
        if (kinds := self.fit.kinds) is not None:
            return [kinds.of[card] for card in cards]
        gone = {card for lot in self.fit.lots for card in lot.gone}
        return [-1 - card if card in gone else card for card in cards]

    def _lot(self, lot: Lot, number: int, starts: list[int]) -> list[int]:
        mine = [k for k, home in enumerate(self.fit.homes) if home == number]
        begin, end = (starts[mine[0]], starts[mine[-1]] + len(self.fit.columns[mine[-1]])) if mine else (0, 0)
        gone = lot.gone if self.fit.kinds else ()  # a card of its own that has gone stands so in its row
        return [begin, end, len(lot.come), self._row(lot.come), self._row(lot.places), int(lot.mixed), len(gone), self._row(gone)]

    def _row(self, numbers: Iterable[int]) -> int:
        """Where these stand, one behind the other."""
        row = list(numbers)
        self.words += row
        return len(self.words) - len(row)

    def _nodes(self, first: Node) -> int:
        """Where the first node stands; all that can be come to from it stand behind each other."""
        if not self.fit.ways:
            raise ValueError("there is no way to deal these cards")
        ahead = {first: None}
        arcs: dict[Node, list[tuple[Room, Node, int]]] = {}
        while ahead:
            node = next(iter(ahead))
            del ahead[node]
            arcs[node] = list(self.fit.splits(node)) if node[0] < len(self.fit.rows) else []
            ahead.update((after, None) for _, after, _ in arcs[node] if after not in arcs)
        for node, some in arcs.items():
            self.at[node] = self._row([0] * (1 + ARC * len(some)))
        for node, some in arcs.items():
            self._arcs(node, some)
        return self.at[first]

    def _arcs(self, node: Node, some: list[tuple[Room, Node, int]]) -> None:
        at, total, reached = self.at[node], sum(ways for _, _, ways in some), 0
        self.words[at] = len(some)
        for n, (split, after, ways) in enumerate(some):
            reached += ways
            pairs = [n for k, many in zip(self.fit.rows[node[0]][0], split, strict=True) if many for n in (k, many)]
            self.words[at + 1 + ARC * n : at + 1 + ARC * (n + 1)] = [-(-(reached << BITS) // total), self.at[after], self._row(pairs), len(pairs) // 2]
