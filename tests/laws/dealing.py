"""Cards that are shuffled, settled and moved, as plainly as can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruledsl.syntax import tree as t
from tests.laws.asked import Asks, Going, Names
from tests.laws.own import Faulty, Lasting, Own, Thing
from tests.laws.reading import Lying, Row, Sort, Unread


class Dealing(Own):
    """Does so."""

    def changed(self, *what: str) -> Going:
        """Rules that wait for it."""
        raise NotImplementedError

    def until(self, u: t.Until | None, names: Names) -> tuple[str, tuple[Any, ...], str] | None:
        if u is None:
            return None
        who = () if u.who is None else (self.read(u.who, names),)
        return u.phase.text, who, "begin" if u.when == "before" else "wait" if u.next else "end"

    def do_shuffle(self, s: t.Shuffle, names: Names) -> Going:
        where = self.read(s.zone, names)
        if not where.zone.loose:
            raise Unread("a pile that is never loose")
        self.loose[where.zone.name, where.k] = len(self.lies[where.zone.name, where.k])
        yield from self.changed(where.zone.name)
        if where.zone.visibility != "hidden":
            yield from self.settle(where, None)

    def settle(self, where: Lying, deep: int | None) -> Going:
        """How a pile lies from the top down, so deep, or all of it; a last loose card lies as it lies."""
        thing = where.zone.name, where.k
        cards = self.lies[thing]
        while self.loose.get(thing, 0) > 0 and (deep is None or self.loose[thing] > len(cards) - deep):
            drawn = yield Asks("chance")
            last = self.loose[thing] - 1
            if not isinstance(drawn, Sort) or drawn.n not in cards[: last + 1]:
                raise Unread("what chance brought")
            at = cards.index(drawn.n)
            cards[at], cards[last] = cards[last], cards[at]
            self.loose[thing] = last

    def do_move(self, s: t.Move, names: Names) -> Going:
        until = self.until(s.until, names)
        to = self.read(s.to.zone if isinstance(s.to, t.Place) else s.to, names)
        under = isinstance(s.to, t.Place) and s.to.which == "bottom"
        if not isinstance(to, Lying):
            raise Unread("where to")
        if under:
            yield from self.settle(to, None)
        what = s.what
        if isinstance(what, t.Place) and what.which in ("top", "bottom", "random"):
            where = self.read(what.zone, names) if what.zone is not None else None
            for _ in range(1 if what.count is None else self.read(what.count, names)):
                card = yield from self.drawn(where, what.which)
                yield from self.lay(card, (to.zone.name, to.k), under, until)
            return
        if isinstance(what, t.Place):
            yield from self.all_to(what, to, under, until, names)
            return
        cards = self.read(what, names)
        if cards is None:
            raise Faulty("no such card")
        for card in cards if isinstance(cards, Row) else [cards]:
            yield from self.lay(card.n, (to.zone.name, to.k), under, until)

    def all_to(self, what: t.Place, to: Lying, under: bool, until: Any, names: Names) -> Going:
        goal = to.zone.name, to.k
        if what.which == "all" and what.zone is not None:
            where = self.read(what.zone, names)
            if (where.zone.name, where.k) != goal:
                yield from self.emptied((where.zone.name, where.k), goal, under, until)
            elif under or until or self.loose.get(goal):
                raise Unread("all of a zone to itself")
        elif what.zone is None:
            for card in sorted(card for cards in self.lies.values() for card in cards):
                yield from self.lay(card, goal, False, until)
        elif isinstance(what.zone, t.Ref) and what.zone.name not in self.zones:
            for place in [place for place in self.lies if place != goal]:
                for card in self.lying_in(place, goal)[:: -1 if under else 1]:
                    if self.is_kind(Sort("card", card), what.zone.name):
                        yield from self.lay(card, goal, under, until)
        else:
            for lying in list(self.every(what.zone, names)):
                if (lying.zone.name, lying.k) != goal:
                    yield from self.emptied((lying.zone.name, lying.k), goal, under, until)

    def lying_in(self, place: Thing, goal: Thing) -> list[int]:
        zone = self.zones[place[0]]
        if self.loose.get(place, 0) and self.zones[goal[0]].ordered:
            raise Unread("loose cards of a kind")
        return [c.n for c in self.cards(Lying(zone, place[1]))]

    def emptied(self, place: Thing, goal: Thing, under: bool, until: Any) -> Going:
        """All cards of a zone come to another: bottom up, or as chance has it where they lie in no order that all see."""
        zone, other = self.zones[place[0]], self.zones[goal[0]]
        if not zone.ordered and other.ordered and zone.visibility != "open":
            if other.loose:
                raise Unread("to a pile that may be shuffled next")
            while self.lies[place]:
                card = yield from self.drawn(Lying(zone, place[1]), "random")
                yield from self.lay(card, goal, under, until)
            return
        if self.loose.get(place, 0) and other.ordered:
            if other.visibility == "hidden" and not self.lies[goal] or under or until:
                raise Unread("a loose pile poured out")
            yield from self.settle(Lying(zone, place[1]), None)
        cards = list(self.cards(Lying(zone, place[1])))
        for card in cards[:: -1 if under else 1]:
            yield from self.lay(card.n, goal, under, until)

    def drawn(self, where: Any, which: str) -> Going:
        if not isinstance(where, Lying):
            raise Unread("a place")
        cards = self.lies[where.zone.name, where.k]
        if not cards:
            raise Faulty("too few cards")
        if which == "random":
            found = yield Asks("chance")
            if not isinstance(found, Sort) or found.n not in cards:
                raise Unread("what chance brought")
            return found.n
        if not where.zone.ordered:
            raise Unread("a top without order")
        yield from self.settle(where, 1 if which == "top" else None)
        return cards[-1 if which == "top" else 0]

    def holders(self, place: Thing | None) -> Iterator[int]:
        """The card on which a place lies, and those on which that one lies."""
        while place is not None and self.zones[place[0]].owner == "card":
            card = place[1] // self.zones[place[0]].length
            yield card
            place = self.place_of(card)

    def lay(self, card: int, to: Thing, under: bool = False, until: Any = None) -> Going:
        zone, come_from = self.zones[to[0]], self.place_of(card)
        if come_from is None:
            raise Faulty("a card in the box")
        if come_from != to and len(self.lies[to]) >= zone.capacity:
            raise Faulty("the zone is full")
        if card in self.holders(to):
            raise Faulty("a card on itself")
        if self.loose.get(to, 0) > 1 and under:
            raise Unread("under loose cards")
        loose = self.loose.get(come_from, 0)
        if loose and self.lies[come_from].index(card) < loose:
            self.loose[come_from] = loose - 1
        before = self.lasting.pop((" card", card), None)
        self.lies[come_from].remove(card)
        self.lies[to].insert(0 if under else len(self.lies[to]), card)
        if until is not None:
            self.lasting[" card", card] = Lasting(*until, before.was if before else come_from)
        yield from self.changed(come_from[0], to[0])
