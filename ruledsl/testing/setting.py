"""`given`: sets up a table by hand, with play standing where a phase or deed begins."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING, Any

from ruledsl.engine.cards import cards_in, loose_in
from ruledsl.ir.layout import seers
from ruledsl.ir.program import ASKING, BOX, KINDS, Entry, LoopSlot, Program, Zone, parted
from ruledsl.ir.regions import runs, until, whole
from ruledsl.ir.rng import signed
from ruledsl.lower.pictures import drawn
from ruledsl.lower.refusal import SettingsError
from ruledsl.record import field, record
from ruledsl.source import Span
from ruledsl.syntax import tree as t
from ruledsl.testing.around import Around

if TYPE_CHECKING:
    from ruledsl.testing.tables import Table

MASK = (1 << 64) - 1


class TestFault(Exception):
    """A test that cannot be carried out as it is written."""

    def __init__(self, span: Span, message: str):
        super().__init__(message)
        self.span, self.message = span, message


@record
class Layout:
    """Where the cards lie: by zone instance, bottom first. `more` are cards still to be picked from those that no line names."""

    placed: dict[int, list[int | None]] = field(default_factory=dict)
    free: list[int] = field(default_factory=list)


class Setting:
    def __init__(self, table: Table, given: t.Given, state: Any, rng: random.Random):
        self.table, self.given, self.state, self.rng = table, given, state, rng
        self.program: Program = table.program
        self.model = table.settings.model
        self.layout = Layout()

    def arrange(self, ends: bool) -> None:
        """Cards first, then variables, then where play stands. With `ends`, play stops where the phase ends."""
        if self.given.phase is not None or any(self.model.terms[id(line.place)].op == "zone" for line in self.given.lines):
            self.cards()
        entry = self.entry()
        for line in self.given.lines:
            self.variable(line)
        for known in self.given.known:
            self.known(known)
        if entry is not None:
            self.stand(entry, self.given.phase or "", ends)

    # ---- variables ----

    def variable(self, line: t.GivenLine) -> None:
        place = self.model.terms[id(line.place)]
        if isinstance(line.value, t.Picture):
            self.picture(place.data, line.value)
        if place.op == "many":
            self.each_key(line, place)
        if place.op != "var":
            return
        at = self.owner(self.layout, place, line.place.span)
        self.put(place.data, at, line.value, line.place.span)
        if line.until is not None:
            self.lasting(place.data, at, line.until)

    def picture(self, board: str, picture: t.Picture) -> None:
        try:
            found = drawn(self.table.settings, board, picture)
        except SettingsError as error:
            raise TestFault(error.span, str(error)) from None
        for name, by_value in found.items():
            regions = [self.program.region[word] for word in self.program.words_of(name)]
            for value, cells in by_value.items():
                words = [region.initial for region in regions] if value is None else parted(value, len(regions))
                for cell in (n for n in range(regions[0].count) if cells >> n & 1):
                    for region, word in zip(regions, words, strict=True):
                        self.state.set(region.name, cell, word)

    def put(self, name: str, at: int, e: t.Expr, place: Span) -> None:
        term, words = self.model.terms[id(e)], self.program.words_of(name)
        value = self.number(term, e.span)
        for word, given in zip(words, parted(value, len(words)) if term.type.kind in ("set", "board") else [value], strict=True):
            region = self.program.region[word]
            if not region.low <= given <= region.high:
                raise TestFault(e.span, f"{value} does not fit: `{name}` goes from {region.low} to {region.high}")
            self.state.set(word, self.instance(at, region.count, place), given)

    def each_key(self, line: t.GivenLine, place: Any) -> None:
        """A value for each key, in their order."""
        assert isinstance(line.value, t.ListLiteral)
        keys, owner = [*self.table.settings.keys(place.data)], self.owner(self.layout, place, line.place.span)
        if place.args and self.model.state[place.data].owner in ("table", "line"):  # the team, or the line, is the first of the keys
            owner, *keys = keys[0][owner], *keys[1:]
        items, length = line.value.items, prod(map(len, keys))
        if len(items) != length:
            raise TestFault(line.value.span, f"`{place.data}` is there {length} times, and {len(items)} values are given")
        for n, item in enumerate(items):
            self.put(place.data, length * owner + n, item, line.place.span)

    def lasting(self, name: str, at: int, lifetime: t.Until) -> None:
        """Note that a variable, or a card, lasts so long; of a variable its first value comes back then."""
        ending = self.model.endings[id(lifetime)]
        like = [n for n, life in enumerate(self.program.lives) if (life.when, life.next, life.phase) == (ending.when, ending.next, ending.phase)]
        if until(name) not in self.program.region or not like:
            raise TestFault(lifetime.span, "no rule of this game lets it last so long")
        waits = ending.next and ending.when == "after"
        who = self.number(self.model.terms[id(lifetime.who)], lifetime.span) if lifetime.who is not None else -1
        self.state.set(until(name), at, 2 * like[0] + (2 if waits else 1))
        self.state.set(f"{until(name)}.who", at, who)
        for word in self.program.words_of(name) if name in self.program.region else ():
            self.state.set(f"{until(word)}.was", at, self.program.region[word].initial)

    def instance(self, index: int, count: int, span: Span) -> int:
        if not 0 <= index < count:
            raise TestFault(span, "there is no such seat or cell at this table")
        return index

    def number(self, term: Any, span: Span) -> int:
        value = self.table.settings.fold(term)
        if not isinstance(value, int):
            raise TestFault(span, "a given value must be known before play")
        return value

    # ---- cards ----

    def cards(self) -> None:
        layout = Layout(free=list(range(len(self.program.cards))))
        lines = [(line, self.model.terms[id(line.place)]) for line in self.given.lines]
        zones = [(line, place) for line, place in lines if place.op == "zone"]
        for line, place in sorted(zones, key=lambda pair: self.on_card(pair[1])):
            self.named(layout, line, place)
        self.more(layout)
        self.rest(layout)
        self.layout = layout
        Laying(self.program, self.state).lay(layout)
        for line, place in zones:
            if line.until is not None:
                zone = self.program.zone[place.data]
                for card in layout.placed[zone.base + self.owner(layout, place, line.place.span)]:
                    assert card is not None
                    self.lasting("card", card, line.until)
                    self.state.set(f"{until('card')}.was", card, self.program.home[card])

    def on_card(self, place: Any) -> bool:
        """Does a zone lie on a card, which must be placed first?"""
        return bool(place.args) and place.args[0].op == "card_at"

    def owner(self, layout: Layout, place: Any, span: Span) -> int:
        """The seat, cell or card whose zone or variable this is; 0 for the table's."""
        if not place.args:
            return 0
        if not self.on_card(place):
            return self.number(place.args[0], span)
        row, at = place.args[0].args
        zone = self.program.zone[row.data]
        cards = layout.placed.get(zone.base + self.owner(layout, row, span), [])
        n = self.number(at, span)
        card = cards[n - 1] if 1 <= n <= len(cards) else None
        if card is None:
            raise TestFault(span, "there is no such card: give the cards of the zone by name, above this line")
        return card

    def named(self, layout: Layout, line: t.GivenLine, place: Any) -> None:
        """The cards that a line names; a place for each that it only counts."""
        zone = self.program.zone[place.data]
        index = self.owner(layout, place, line.place.span)
        at = zone.base + self.instance(index, zone.instances, line.place.span)
        items = line.value.items if isinstance(line.value, (t.ListLiteral, t.SetLiteral)) else (line.value,)
        cards: list[int | None] = []
        for item in items:
            if isinstance(item, t.More):
                cards += [None] * self.number(self.model.terms[id(item.count)], item.span)
            else:
                cards.append(self.take(layout, item))
        if len(cards) > zone.capacity:
            raise TestFault(line.value.span, f"`{zone.name}` holds at most {zone.capacity} cards")
        for card in cards:
            if card is not None and zone.kinds and self.program.faces[self.program.cards[card]].kind not in zone.kinds:
                raise TestFault(line.value.span, f"`{zone.name}` takes only {', '.join(zone.kinds)}")
        layout.placed[at] = cards[::-1] if line.from_top else cards

    def take(self, layout: Layout, item: t.Expr) -> int:
        face = self.face(item)
        for card in layout.free:
            if self.program.cards[card] == face:
                layout.free.remove(card)
                return card
        spoken = self.program.faces[face].spoken if face < len(self.program.faces) else "such a card"
        count = self.program.cards.count(face)
        players = f"{self.program.players} player{'s' * (self.program.players != 1)}"
        raise TestFault(item.span, f"there are not so many of {spoken}: with {players} the game has {count}")

    def face(self, item: t.Expr) -> int:
        term = self.model.terms[id(item)]
        args = tuple(self.number(a, item.span) for a in term.args)
        for n, face in enumerate(self.program.faces):
            if face.kind == term.data and face.args == args:
                return n
        raise TestFault(item.span, "there is no such card in this game")

    def more(self, layout: Layout) -> None:
        """`3 more`: cards that no line names, at random."""
        self.rng.shuffle(layout.free)
        kinds = {zone.base + i: zone.kinds for zone in self.program.zones for i in range(zone.instances)}
        for at, cards in layout.placed.items():
            for n, card in enumerate(cards):
                if card is None:
                    cards[n] = self.any_of(layout, kinds[at])

    def any_of(self, layout: Layout, kinds: tuple[str, ...]) -> int:
        """One of the free cards, of these kinds if there are any."""
        faces, cards = self.program.faces, self.program.cards
        for card in reversed(layout.free):
            if not kinds or faces[cards[card]].kind in kinds:
                layout.free.remove(card)
                return card
        raise TestFault(self.given.span, "there are not so many cards in the game")

    def rest(self, layout: Layout) -> None:
        """What no line names stays at home, unless its home is given: then it is out of play."""
        for card in sorted(layout.free):
            home = self.program.home[card]
            layout.placed.setdefault(BOX if home in self.given_zones(layout) else -home, []).append(card)

    def boxed(self) -> str:
        """Which cards are out of play because the zone where they begin was given without them; "" if none are."""
        cards = [card for card in self.layout.placed.get(BOX, []) if card is not None]
        homes = {self.program.home[card] for card in cards}
        names = [zone.name for zone in self.program.zones if any(zone.base <= home < zone.base + zone.instances for home in homes)]
        if not cards or not names:
            return ""
        many = "1 card is" if len(cards) == 1 else f"{len(cards)} cards are"
        return f"`given` names `{'`, `'.join(names)}`, so {many} out of play that no line names; `{len(cards)} more` would leave them there"

    def given_zones(self, layout: Layout) -> set[int]:
        return {at for at in layout.placed if at > 0}

    def known(self, known: t.GivenKnown) -> None:
        """A seat was shown a card, or the cards of a zone."""
        place, span = self.model.terms[id(known.what)], known.what.span
        row = place if place.op == "zone" else place.args[0]
        zone, k = self.program.zone[row.data], self.owner(self.layout, row, span)
        cards, values = cards_in(self.program, self.state.regions(), zone, self.instance(k, zone.instances, span)), self.state.regions()
        at = {"zone": 0, "card_top": len(cards) - 1, "card_bottom": 0}.get(place.op)
        at = self.number(place.args[1], span) - 1 if at is None else at
        if not 0 <= at < len(cards) and place.op != "zone":
            raise TestFault(span, "no card lies there")
        if at < loose_in(values, zone, k):
            raise TestFault(span, "these cards lie in no order yet: give those that are known by name")
        for card in cards if place.op == "zone" else [cards[at]]:
            self.state.set("known", card, values["known"][card] | 1 << self.seat(known.who))

    def seat(self, who: t.Name) -> int:
        if who.text not in self.program.seats:
            raise TestFault(who.span, f"nobody called `{who.text}` sits at this table")
        return self.program.seats.index(who.text)

    # ---- where play stands ----

    def entry(self) -> Entry | None:
        return self.program.entries.get(self.given.phase) if self.given.phase is not None else None

    def stand(self, entry: Entry, phase: str, ends: bool) -> None:
        self.state.set("status", 0, ASKING)
        self.state.set("ask.kind", 0, KINDS.index("chance"))
        self.state.set("pc", 0, entry.pc)
        values = {}
        for (name, slot, type), (arg, word) in zip(entry.params, self.told(entry)):
            values[name] = word
            if type.kind == "player" and values[name] >= self.program.players:
                raise TestFault(arg.span, "there is no such seat at this table")
            self.frame(slot, values[name])
        target = self.model.callables.get(phase)
        slots = tuple(slot for _, slot, _ in entry.params)
        self.called(entry, phase, ends or (target is not None and target.kind == "to"), values, slots)

    def told(self, entry: Entry) -> Iterator[tuple[t.Expr, int]]:
        """What a phase is given, word by word."""
        words = Counter(whole(name) for name, _, _ in entry.params)
        for arg, many in zip(self.given.args, words.values()):
            value = self.number(self.model.terms[id(arg)], arg.span)
            yield from ((arg, word) for word in (parted(value, many) if self.model.terms[id(arg)].type.kind in ("set", "board") else [value]))

    def called(self, entry: Entry, phase: str, ends: bool, values: dict[str, int], slots: tuple[int, ...]) -> None:
        """The phases around are those through which this one is reached; of them, what is not yet known of `values` becomes known. `slots` are
        those of what the phase was given."""
        if runs(phase) in self.program.region:
            self.state.set(runs(phase), 0, 1)
        if not entry.calls or ends:
            self.frame(entry.back, len(entry.calls))
            return
        around = self.around(entry, values)
        call = around.call
        self.frame(entry.back, call.number)
        above = self.program.entries.get(call.caller)
        if above is not None:
            self.called(above, call.caller, False, around.values, call.params)
        for loop in call.loops:
            self.loop(loop, around)
        for name, slot, value in call.lets:
            around.named(name, value)
            self.frame(slot, around.values.get(name, 0))
        for number in call.open:
            for region, function in self.program.interruptions[number].begins:
                self.state.set(region, 0, self.table.engine.call(self.state, function))
        for (name, _, _), slot, told in zip(entry.params, slots, around.arguments(), strict=True):
            if told is not None:
                self.frame(slot, values.setdefault(name, told))

    def around(self, entry: Entry, values: dict[str, int]) -> Around:
        """The first place from which a phase can have been called with these values; else the first at all."""
        given = tuple(values.get(name) for name, _, _ in entry.params)
        made = [Around(self, call, given) for call in entry.calls]
        return next((around for around in made if around.found()), made[0])

    def loop(self, loop: LoopSlot, around: Around) -> None:
        row = around.row(loop)
        value = around.values.get(loop.variable, row[0] if row else 0)
        if loop.variable:
            around.values[loop.variable] = value
        self.frame(loop.shown, value)
        self.frame(loop.slot, loop.listed.index(value) if value in loop.listed else value)
        if loop.left >= 0:
            seats, first = self.program.players, around.told(loop.start) or 0
            self.frame(loop.left, seats - (value - first) % seats)
        if loop.stop.function:
            self.frame(loop.last, around.told(loop.stop) or 0)
        elif loop.listed:
            self.frame(loop.last, len(loop.listed) - 1)
        if loop.until >= 0:
            last = around.told(loop.bound)
            self.frame(loop.until, -1 if last is None else last)
        if loop.rest >= 0:
            gone = 0 if loop.left >= 0 else value + 1
            rest = (around.told(loop.members) or 0) >> gone << gone & MASK
            self.frame(loop.rest, rest - (1 << 64) if rest >> 63 else rest)

    def frame(self, slot: int, value: int) -> None:
        if slot >= 0:
            self.state.set("frame", slot, value)


class Laying:
    """Writes a layout into a state. Cards of a zone that was not given (noted under minus its number) lie in no order."""

    def __init__(self, program: Program, state: Any):
        self.program, self.state = program, state

    def lay(self, layout: Layout) -> None:
        if not self.program.cards:
            return
        lying, known = [BOX] * len(self.program.cards), [0] * len(self.program.cards)
        for zone in self.program.zones:
            rows = [[c for c in layout.placed.get(at, layout.placed.get(-at, [])) if c is not None] for at in range(zone.base, zone.base + zone.instances)]
            for i, cards in enumerate(rows):
                for card in cards:
                    lying[card], known[card] = zone.base + i, self.known(zone, i, card == cards[-1])
            if zone.ordered:
                self.ordered(zone, rows, [zone.base + i not in layout.placed for i in range(zone.instances)])
            else:
                self.unordered(zone, rows)
        self.state.write("card.zone", lying)
        self.state.write("known", known)

    def ordered(self, zone: Zone, rows: list[list[int]], loose: list[bool]) -> None:
        self.state.write(f"{zone.name}.cards", [card for cards in rows for card in (cards + [0] * zone.capacity)[: zone.capacity]])
        self.state.write(f"{zone.name}.count", [len(cards) for cards in rows])
        if zone.loose:
            hidden = zone.visibility == "hidden"
            self.state.write(f"{zone.name}.loose", [len(cards) if free and hidden else 0 for cards, free in zip(rows, loose, strict=True)])

    def unordered(self, zone: Zone, rows: list[list[int]]) -> None:
        words = self.program.words
        bits = [sum(1 << card % 64 for card in cards if card // 64 == word) for cards in rows for word in range(words)]
        self.state.write(f"{zone.name}.bits", [signed(mask) for mask in bits])

    def known(self, zone: Zone, i: int, on_top: bool) -> int:
        """Who sees a card that lies there. What lay below an open top before the test began, nobody has seen."""
        return seers(zone, i, self.program.players) if zone.visibility != "top" or on_top else 0
