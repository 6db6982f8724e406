"""What there is at a table: what variables hold, where cards lie, what is printed on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ruledsl.engine.cards import cards_in, loose_in
from ruledsl.engine.position import Position
from ruledsl.ir.program import Face, Type, Variable, Zone
from ruledsl.syntax import tree as t
from tests.laws.ground import WAYS
from tests.laws.values import Keyed, Looks, Lying, Names, Played, Sort, Unread


class Things:
    """Reads what there is in one state."""


    def __init__(self, tree: t.Tree, position: Position):
        self.position, self.program, self.values = position, position.program, position.values
        self.declared: dict[type, dict[str, Any]] = {}
        self.hooks: list[t.Hook | t.Card] = []  # and kinds of cards that have some, in the order of the text
        self.states = [d for d in tree.declarations if isinstance(d, t.State)]
        for d in tree.declarations:
            if isinstance(d, t.Hook):
                self.hooks.append(d)
            for one in d.cards if isinstance(d, t.Cards) else (d,):
                if isinstance(one, t.Card) and one.hooks:
                    self.hooks.append(one)
                name = getattr(one, "name", None)
                if name is not None and not isinstance(d, t.Hook):
                    self.declared.setdefault(type(one), {})[name.text] = one
        self.enums = {"Way": WAYS} | {e.name.text: tuple(v.name for v in e.values) for e in self.all(t.Enum)}
        self.enums |= {r.name.text: tuple(v.text for v in r.values) for r in self.all(t.Ruling)}
        self.circles = {e.name.text for e in self.all(t.Enum) if e.circle} | ({"Way"} - self.declared.get(t.Enum, {}).keys())
        self.games = [d for d in tree.declarations if isinstance(d, t.Game)]
        self.teams = {team.name.text: frozenset(seat.text for seat in team.seats) for game in self.games for team in game.teams}
        self.enums |= {"Team": tuple(self.teams)} if self.teams else {}
        self.zones = {z.name: z for z in self.program.zones}
        self.variables = {v.name: v for v in self.program.variables}
        self.families = {c.family.text for c in self.all(t.Card) if c.family}

    def read(self, e: t.Expr, names: Names) -> Any:
        """The value of an expression. `names`: the locals, and `you`."""
        raise NotImplementedError

    def you(self, names: Names) -> Sort:
        """Who chooses the action around."""
        if "you" not in names:
            raise Unread("who chooses")
        found: Sort = names["you"]
        return found

    def all(self, kind: type) -> Iterable[Any]:
        return self.declared.get(kind, {}).values()

    # ---- what there is ----

    def decoded(self, type: Type, value: int) -> Any:
        """A number of the state as what it means."""
        if type.or_none and value == -1 and type.kind != "set":
            return None
        if type.kind == "set":
            assert type.of is not None
            return frozenset(self.decoded(type.of, n) for n in range(max(64, value.bit_length())) if value >> n & 1)
        if type.kind == "bool":
            return bool(value)
        if type.kind == "int":
            return value
        if type.kind == "card" and value >= len(self.program.cards):
            return self.played(value)
        if type.name.startswith("kind of "):
            return Looks(self.program.enums[type.name].values[value], ())
        return Sort(type.name if type.kind == "enum" else type.name or type.kind if type.kind == "cell" else type.kind, value)

    def held(self, v: Variable, owner: int, keys: Sequence[Any]) -> Any:
        return self.decoded(v.type, self.program.held(self.values, v.name, self.instance(v, owner, keys)))

    def instance(self, thing: Variable | Zone, owner: int, keys: Sequence[Any]) -> int:
        """The number of an instance: the last key counts fastest."""
        for key, value in zip(thing.keys, keys, strict=True):
            number = value.n if isinstance(value, Sort) else -1 if value is None else int(value)
            if number not in key.members:
                raise Unread("no such key")
            owner = owner * len(key.members) + key.members.index(number)
        return owner

    def owned(self, name: str, owner: int) -> Any:
        """A variable or zone of somebody; one that has keys waits for them."""
        thing = self.variables.get(name) or self.zones.get(name)
        if thing is None:
            raise Unread(name)
        return Keyed(self, thing, owner) if thing.keys else self.keyed(thing, owner, ())

    def keyed(self, thing: Variable | Zone, owner: int, keys: Sequence[Any]) -> Any:
        if isinstance(thing, Variable):
            return self.held(thing, owner, keys)
        return Lying(thing, self.instance(thing, owner, keys))

    def cards(self, lying: Lying, order: bool = False) -> list[Sort]:
        """Bottom up, or by number. `order`: it counts in which they lie."""
        if order and self.loose_cards(lying) > 1:
            raise Unread("an order that is not settled")
        return [Sort("card", c) for c in cards_in(self.program, self.values, lying.zone, lying.k)]

    def loose_cards(self, lying: Lying) -> int:
        """How many lie in no order yet, below all others."""
        return loose_in(self.values, lying.zone, lying.k)

    def top(self, lying: Lying) -> Sort | None:
        cards, loose = self.cards(lying), self.loose_cards(lying)
        if loose > 1 and loose == len(cards):
            raise Unread("an order that is not settled")
        return cards[-1] if cards else None

    def played(self, value: int) -> Played:
        """A card and what it stands for, from the number of both."""
        guise, card = divmod(value, len(self.program.cards))
        return Played.as_face(card, self.face(self.program.guises[guise - 1]))

    def looks(self, card: Sort) -> Looks:
        return self.face(self.program.faces[self.program.cards[card.n]])

    def face(self, face: Face) -> Looks:
        declared = self.declared[t.Card][face.kind]
        return Looks(face.kind, tuple(self.part(p.type, value) for p, value in zip(declared.params, face.args, strict=True)))

    def part(self, type: t.TypeRef, value: int) -> Any:
        kind = type.name
        if kind == "set":
            assert type.of is not None
            return frozenset(self.part(type.of, n) for n in range(value.bit_length()) if value >> n & 1)
        return value if type.range is not None else bool(value) if kind == "bool" else Sort(kind, value)

    def is_kind(self, card: Any, name: str) -> bool:
        if card is None:
            return False
        return self.descends(self.looks(card).kind, name) or isinstance(card, Played) and self.descends(card.stands.kind, name)

    def descends(self, kind: str, name: str) -> bool:
        """Is a kind that kind, or one of that family, or of a family in it?"""
        while kind and kind != name:
            kind = self.family(kind)
        return bool(kind)

    def family(self, kind: str) -> str:
        found = self.declared[t.Card][kind].family
        return found.text if found else ""

    def symbol(self, name: str) -> Sort | None:
        return next((Sort(enum, values.index(name)) for enum, values in self.enums.items() if name in values), None)

    def seated(self, name: str) -> Sort | None:
        """The player of a name."""
        names = [seat.text for game in self.games for seat in game.seats]
        return Sort("player", names.index(name)) if name in names else None

    def team_of(self, player: Sort) -> Sort:
        names = [seat.text for game in self.games for seat in game.seats]
        return Sort("Team", next(n for n, seats in enumerate(self.teams.values()) if names[player.n] in seats))
