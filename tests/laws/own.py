"""A state of its own for the plain player: what variables hold, where cards lie, and what that is until. Nothing of it comes out of the program but how
things are called, how many there are, and what they hold first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruledsl.engine.cards import cards_in, loose_in
from ruledsl.engine.position import Position
from ruledsl.ir.program import BOX, INTERRUPT, Type, Variable, Zone
from ruledsl.record import record
from ruledsl.syntax import tree as t
from tests.laws.menus import MOST, Menus
from tests.laws.reading import Lying, Sort, Unread

TRIED, STEPS = 800, 1500
"""Of a menu that is compared, how many tuples are tried, and how many statements done for it."""
Thing = tuple[str, int]
"""A variable or zone, and the number of the instance."""


class Faulty(Exception):
    """The rules go wrong here, by the text."""


@record
class Lasting:
    """Until when something is so, and what comes back. `who`: what the phase must be given first, if anything.
    `stage`: "end" where it ends with the phase, "begin" before it, "wait" where that must begin first."""

    phase: str
    who: tuple[Any, ...]
    stage: str
    was: Any


class Own(Menus):
    """Reads and writes such a state. `showing`: a state of the engine in which everything stands as here, of which it is asked who knows which card."""

    showing: Position | None = None
    steps, most = 0, 20_000  # statements of a game

    def __init__(self, tree: t.Tree, position: Position):
        super(Menus, self).__init__(tree, position)
        self.seat, self.tried = Sort("player", 0), 0
        self.holds: dict[Thing, Any] = {}
        self.lies: dict[Thing, list[int]] = {(z.name, k): [] for z in self.program.zones for k in range(z.instances)}
        self.loose: dict[Thing, int] = {}
        self.lasting: dict[Thing, Lasting] = {}
        where = {z.base + k: (z.name, k) for z in self.program.zones for k in range(z.instances)}
        for card, home in enumerate(self.program.home):
            if home != BOX:
                self.lies[where[home]].append(card)
        for v in self.program.variables:
            if v.further:
                continue  # another word of a set, which stands whole beside the first one
            for k in range(self.program.region[v.name].count):
                self.holds[v.name, k] = self.first(v)

    def first(self, v: Variable) -> Any:
        return self.decoded(v.type, self.program.region[v.name].initial)

    # ---- reading ----

    def held(self, v: Variable, owner: int, keys: Any) -> Any:
        return self.holds[v.name, self.instance(v, owner, keys)]

    def cards(self, lying: Lying, order: bool = False) -> list[Sort]:
        if order and self.loose_cards(lying) > 1:
            raise Unread("an order that is not settled")
        cards = self.lies[lying.zone.name, lying.k]
        return [Sort("card", c) for c in (cards if lying.zone.ordered else sorted(cards))]

    def loose_cards(self, lying: Lying) -> int:
        return self.loose.get((lying.zone.name, lying.k), 0)

    def known(self, card: Sort) -> bool:
        """Does who chooses know it? Where play goes on between questions, by where it lies alone."""
        if self.showing is not None:
            return super().known(card)
        place = self.place_of(card.n)
        if place is None:
            return False
        zone, k = self.zones[place[0]], place[1]
        mine = zone.owner == "player" and k // zone.length == self.seat.n
        if zone.visibility == "open" or zone.visibility == "own" and mine or zone.visibility == "others" and not mine:
            return True
        raise Unread("who knows a card that lies there")

    def seen(self, card: Sort) -> Any:
        return card if self.showing is None else super().seen(card)

    def place_of(self, card: int) -> Thing | None:
        return next((place for place, cards in self.lies.items() if card in cards), None)

    # ---- beside the real one ----

    def differs(self, position: Position) -> str:
        """Where another state of the same game differs from this one; nothing if it does not."""
        values = position.values
        for (name, k), mine in self.holds.items():
            real = self.decoded(self.variables[name].type, self.program.held(values, name, k))
            if real != mine:
                return f"{name}[{k}] is {real}, by the text {mine}"
        for (name, k), cards in self.lies.items():
            zone, loose = self.zones[name], self.loose.get((name, k), 0)
            real, theirs = cards_in(self.program, values, zone, k), loose_in(values, zone, k)
            if loose < 2 and theirs < 2:
                loose = theirs = 0
            found = real if zone.ordered else sorted(real)
            wanted = cards if zone.ordered else sorted(cards)
            if (sorted(found[:theirs]), found[theirs:], theirs) != (sorted(wanted[:loose]), wanted[loose:], loose):
                return f"{name}[{k}] holds {found} ({theirs} loose), by the text {wanted} ({loose} loose)"
        return ""

    def menu_differs(self, position: Position, seat: int, menu: Callable[[Any], list[Any]]) -> str:
        """Where what a seat may choose is another than by the text."""
        kept = self.position, self.values, self.steps
        self.showing, self.position, self.values = position, position, position.values
        self.seat, self.tried, self.steps = Sort("player", seat), MOST - TRIED, self.most - STEPS
        try:
            expected = menu(seat)
            moves = [tuple(move) for move in position.engine.legal(position.block, position.site_number, seat)]
            found = [self.offered(move) for move in moves if move[0] > INTERRUPT]
        finally:
            self.showing, (self.position, self.values, self.steps) = None, kept
        missing, odd = set(expected) - set(found), set(found) - set(expected)
        if missing or odd:
            return f"a menu of {seat} lacks {missing}, has too many {odd}"
        return f"offered twice: {found}" if len({*found}) < len(found) else ""

    # ---- values ----

    def fits(self, type: Type, value: Any) -> bool:
        """Does a variable of a type hold a value?"""
        if value is None:
            return type.or_none
        return type.kind != "int" or type.low <= value <= type.high


Change = Callable[[str], Any]
__all__ = ["Change", "Faulty", "Lasting", "Own", "Thing", "Zone"]
