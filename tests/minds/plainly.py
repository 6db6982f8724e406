"""What each seat can know, by a player that reads the text of the rules (`tests.laws`) and takes down what the reference says a seat sees and hears. It knows
nothing of programs, operations or minds; `courses` goes through every course of a small game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.engine.position import Position
from ruledsl.ir.layout import Values
from ruledsl.ir.program import Variable, Zone
from ruledsl.syntax import tree as t
from tests.laws.asked import Act, Asks, Going, Names, Unseen
from tests.laws.own import Thing
from tests.laws.playing import Player
from tests.laws.reading import Lying, Row, Sort, Unread

Seen = tuple[Any, ...]
World = tuple[Any, ...]


class Hearing(Player):
    """Plays by the text, and takes down for each seat what it observes."""

    def __init__(self, tree: t.Tree, position: Position):
        super().__init__(tree, position)
        self.seats = range(self.program.players)
        self.heard: list[list[Seen]] = [[] for _ in self.seats]
        self.sighted: list[set[int]] = [set() for _ in self.seats]  # the cards that were seen since the last answer
        self.menus: dict[int, tuple[Any, Names]] = {}
        self.brought: list[Any] = []
        self.moving: Any = None

    def note(self, seat: int, *what: Any) -> None:
        self.heard[seat].append(what)

    # ---- who sees what ----

    def sees(self, seat: int, thing: Zone | Variable, k: int) -> bool:
        """Does a seat see what lies there, by its declaration?"""
        if thing.visibility in ("own", "others"):
            mine = k // thing.length == seat
            return mine == (thing.visibility == "own")
        return thing.visibility in ("open", "top")

    def sees_card(self, seat: int, card: int) -> bool:
        place = self.place_of(card)
        if place is None:
            return True
        zone, k = self.zones[place[0]], place[1]
        cards = self.lies[place]
        if zone.visibility == "top" and (cards[-1] != card or self.loose.get(place)):
            return False
        return self.sees(seat, zone, k)

    def face_to(self, seat: int, card: int) -> Any:
        return f"FACE{self.program.cards[card]}!" if self.sees_card(seat, card) else None

    def lies_at(self, seat: int, card: int, told: bool = False) -> Seen:
        """Where a card lies, as a seat can tell: in a hand nobody tells one place from another; in a fan only where a card comes, or is shown (`told`)."""
        place = self.place_of(card)
        assert place is not None
        zone, cards = self.zones[place[0]], self.lies[place]
        at = cards.index(card)
        told = zone.ordered and (told or zone.word != "fan") and at >= self.loose.get(place, 0)
        return (*place, at if told else None)

    def value(self, seat: int, value: Any) -> Any:
        if isinstance(value, Sort) and value.kind == "card":
            return self.lies_at(seat, value.n), self.face_to(seat, value.n)
        if isinstance(value, Row):
            return tuple(sorted(repr(self.value(seat, v)) for v in value))
        return value

    # ---- what happens ----

    def lay(self, card: int, to: Thing, under: bool = False, until: Any = None) -> Going:
        come = self.place_of(card)
        assert come is not None
        before = [(self.lies_at(s, card), self.face_to(s, card)) for s in self.seats]
        self.moving = card, before, come
        yield from super().lay(card, to, under, until)

    def changed(self, *what: str) -> Going:
        """What has moved is seen before rules that wait for it."""
        moving, self.moving = self.moving, None
        if moving is not None:
            self._laid(*moving)
        yield from super().changed(*what)

    def _laid(self, card: int, before: list[Any], come: Thing) -> None:
        for s in self.seats:
            (where, face), there = before[s], self.lies_at(s, card, told=True)
            if where != there:
                face = face if face is not None else self.face_to(s, card)
                self.sighted[s] |= {card} if face is not None else set()
                self.note(s, "moved", where, there, face, self._marks(card), self._top(s, come))

    def _top(self, seat: int, place: Thing) -> Any:
        zone, cards = self.zones[place[0]], self.lies[place]
        return self.face_to(seat, cards[-1]) if zone.visibility == "top" and cards else None

    def do_shuffle(self, s: t.Shuffle, names: Names) -> Going:
        where = self.read(s.zone, names)
        for seat in self.seats:
            self.note(seat, "shuffled", where.zone.name, where.k)
        yield from super().do_shuffle(s, names)

    def do_reveal(self, s: t.Reveal, names: Names) -> Going:
        yield from super().do_reveal(s, names)
        to = set(self.seats)
        if s.to is not None:
            who = self.read(s.to, names)
            to = {p.n for p in who} if isinstance(who, (frozenset, Row, list)) else {who.n}
        thing = self._variable(s.what, names)
        if thing is not None:
            for seat in sorted(to):
                if not self.sees(seat, self.variables[thing[0]], thing[1]):
                    self.note(seat, "shown", thing, self.value(seat, self.holds[thing]))
            return
        value = self.text(s.what, names) if isinstance(s.what, t.Text) else self.read(s.what, names)
        if isinstance(value, Lying):
            value = Row(self.cards(value))
        if isinstance(value, Sort) and value.kind == "card":
            value = Row([value])
        for seat in sorted(to):
            if isinstance(value, Row) and all(isinstance(v, Sort) and v.kind == "card" for v in value):
                self.sighted[seat] |= {v.n for v in value}
                self.note(seat, "told", *sorted((repr(self.lies_at(seat, v.n, told=True)), f"FACE{self.program.cards[v.n]}!", self._marks(v.n)) for v in value))
            else:
                self.note(seat, "said", value)

    def text(self, e: Any, names: Names) -> str:
        return "".join(p if isinstance(p, str) else repr(self.read(p, names)) for p in e.parts)

    def _variable(self, e: t.Expr, names: Names) -> Thing | None:
        try:
            thing = self.thing(e, names)
        except Unread:
            return None
        return thing

    # ---- what is asked ----

    def settle(self, where: Lying, deep: int | None) -> Going:
        thing = where.zone.name, where.k
        going, answer = super().settle(where, deep), None
        while True:
            try:
                asked = going.send(answer)
            except StopIteration:
                return
            self.brought = [Sort("card", c) for c in self.lies[thing][: self.loose[thing]]]
            answer = yield asked

    def drawn(self, where: Any, which: str) -> Going:
        if which == "random":
            self.brought = [Sort("card", c) for c in self.lies[where.zone.name, where.k]]
        return (yield from super().drawn(where, which))

    def worth(self, e: t.Expr, names: Names) -> Going:
        if isinstance(e, t.Roll):
            self.brought = self.listed(e.domain, names)
        return (yield from super().worth(e, names))

    def do_assign(self, s: t.Assign, names: Names) -> Going:
        yield from super().do_assign(s, names)
        if isinstance(s.value, t.Roll):
            self._of_value(s.target, names, "thrown")

    def do_let(self, s: t.Let, names: Names) -> Going:
        yield from super().do_let(s, names)
        if isinstance(s.value, t.Roll):
            for seat in self.seats:
                self.note(seat, "thrown", s.name.text, names[s.name.text])

    def _of_value(self, target: t.Expr, names: Names, what: str) -> None:
        thing = self.thing(target, names)
        for seat in self.seats:
            hears = self.sees(seat, self.variables[thing[0]], thing[1])
            self.note(seat, what, thing[0], self.holds[thing] if hears else None)

    def do_chooseaction(self, s: t.ChooseAction, names: Names) -> Going:
        self.menus[s.span.line] = s, names
        yield from super().do_chooseaction(s, names)

    def do_choosevalue(self, s: t.ChooseValue, names: Names) -> Going:
        self.menus[s.span.line] = s, names
        yield from super().do_choosevalue(s, names)

    def answers(self, asked: Asks, seat: int) -> list[Any]:
        """What a seat may answer, every card by itself."""
        s, names = self.menus[asked.line]
        self.seat, self.tried = Sort("player", seat), 0
        if isinstance(s, t.ChooseValue):
            if isinstance(s.who, t.Loop):
                names = {**names, s.who.name.text: self.seat}
            name = s.target.name if isinstance(s.target, t.Ref) else " "
            return [p.value for p in self.options(name, s.domain, s.condition, s.or_none, s.wanted, names)]
        out: list[Any] = []
        inner_names = {**names, s.who.name.text: self.seat} if isinstance(s.who, t.Loop) else names
        for item in s.items:
            action = self.declared[t.Action][item.name]
            given = [self.read(e, inner_names) for e in item.args]
            for args, bound in self.tuples(action.params, given, {"you": self.seat, " action": item.name}):
                if self.permitted(self.head(action.body), bound) and not self.forbidden(item.name, [a.value for a in args]):
                    out.append(Act(item.name, "", tuple(self.by_place(seat, a.value) for a in args)))
        if s.optional:
            out.append(None)
        return out

    def by_place(self, seat: int, value: Any) -> Any:
        """What a seat chooses; where no order tells cards apart that it does not see, it is any of them."""
        if not isinstance(value, Sort) or value.kind != "card" or (place := self.place_of(value.n)) is None:
            return value
        zone = self.zones[place[0]]
        return value if zone.ordered or self.sees(seat, zone, place[1]) else Unseen(zone.base + place[1])

    def turned(self, value: Any) -> Going:
        if isinstance(value, Unseen):
            place = next((z.name, value.place - z.base) for z in self.zones.values() if z.base <= value.place < z.base + z.instances)
            self.brought = [Sort("card", c) for c in self.lies[place]]
        return (yield from super().turned(value))

    def hear(self, asked: Asks, by: int, answer: Any, seat: int) -> Any:
        """What another seat hears of an answer, when it is given."""
        s, names = self.menus[asked.line]
        if asked.kind == "simultaneous":
            return "sealed"
        if isinstance(s, t.ChooseValue):
            if isinstance(s.target, t.Ref) and s.target.name not in self.variables:
                return self.value(seat, answer)
            thing = self.thing(s.target, names)
            return self.value(seat, answer) if self.sees(seat, self.variables[thing[0]], thing[1]) else "in secret"
        return None if answer is None else (answer.action, *(self.value(seat, a) for a in answer.args))

    def alike(self, by: int, answer: Any) -> Any:
        """The same for cards of which any stands for the others: equal ones that lie together where no order counts, or in a fan that their chooser sees."""
        if isinstance(answer, Act):
            return repr((answer.action, answer.way, *(self.alike(by, a) for a in answer.args)))
        if not isinstance(answer, Sort) or answer.kind != "card":
            return repr(answer)
        place = self.place_of(answer.n)
        assert place is not None
        zone, at = self.zones[place[0]], self.lies[place].index(answer.n)
        lined_up = zone.ordered and not (zone.word == "fan" and self.sees(by, zone, place[1]))
        at = at if lined_up and at >= self.loose.get(place, 0) else -1
        return repr((place, at, self.program.cards[answer.n], self._marks(answer.n)))

    def own(self, by: int, answer: Any) -> Any:
        """An answer as who gave it knows it."""
        if isinstance(answer, Act):
            return (answer.action, *(self.own(by, a) for a in answer.args))
        if isinstance(answer, Sort) and answer.kind == "card" and not self.sees_card(by, answer.n):
            return self.lies_at(by, answer.n, told=True)  # it is its place that was chosen
        return self.value(by, answer)

    # ---- where it stands ----

    def view(self, seat: int) -> Seen:
        out: list[Any] = []
        for (name, k), cards in self.lies.items():
            zone = self.zones[name]
            faces = [self.face_to(seat, c) for c in cards]
            marks = [self._marks(c) for c in cards]
            if not zone.ordered:
                pairs = sorted(zip(faces, marks, strict=True), key=repr)
            else:
                pairs = list(zip(faces, marks, strict=True))
                if self.loose.get((name, k)):
                    pairs[: self.loose[name, k]] = sorted(pairs[: self.loose[name, k]], key=repr)
                if zone.word == "fan" and not self.sees(seat, zone, k):
                    pairs = sorted(pairs, key=repr)
            out.append((name, k, tuple(pairs)))
        for (name, k), value in self.holds.items():
            variable = self.variables[name]
            if variable.owner != "card" and not variable.told and self.sees(seat, variable, k):
                out.append((name, k, value))
        return tuple(out)

    def _marks(self, card: int) -> Seen:
        return tuple(self.holds[v.name, card * v.length + n] for v in self._on_cards() for n in range(v.length))

    def world(self) -> World:
        """All that lies hidden or open, by faces."""
        zones = [(self.zones[name], cards, self.loose.get((name, k), 0)) for (name, k), cards in self.lies.items()]
        return (*(lot(self.program.cards, *zone, self._marks) for zone in zones), *self._secrets(lambda name, k: self.holds[name, k]))

    def world_of(self, values: Values) -> World:
        """The same of a state of the engine."""

        def marks(card: int) -> Seen:
            return tuple(self.decoded(v.type, self.program.held(values, v.name, card * v.length + n)) for v in self._on_cards() for n in range(v.length))

        zones = [(zone, cards_in(self.program, values, zone, k), loose_in(values, zone, k)) for zone, k in instances(self.program)]
        held = self._secrets(lambda name, k: self.decoded(self.variables[name].type, self.program.held(values, name, k)))
        return (*(lot(self.program.cards, *zone, marks) for zone in zones), *held)

    def _secrets(self, held: Callable[[str, int], Any]) -> Seen:
        return tuple((name, k, held(name, k)) for name, k in self.holds if self.variables[name].visibility != "open" and not self.variables[name].told)

    def _on_cards(self) -> list[Variable]:
        return [v for v in self.program.variables if v.owner == "card" and v.visibility == "open"]


def lot(faces: Sequence[int], zone: Zone, cards: Sequence[int], loose: int, marks: Callable[[int], Seen]) -> Seen:
    """What lies in a place: in no order where there is none, or where only who sees the cards can tell it."""
    found = [(faces[card], marks(card)) for card in cards]
    free = len(cards) if zone.held else loose
    free = 0 if free < 2 else free
    return (*sorted(found[:free], key=repr), "|", *found[free:])
