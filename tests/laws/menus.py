"""What may be chosen, by plain enumeration: every tuple of the domains that passes the guards, options that look equal once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from ruledsl.engine.cards import instances, seers_of
from ruledsl.engine.position import Position
from ruledsl.ir.program import PASS, VALUE, Type
from ruledsl.ir.regions import until
from ruledsl.ir.subsets import members
from ruledsl.ir.unseen import place_of
from ruledsl.record import record
from ruledsl.syntax import tree as t
from tests.laws.melding import Melding
from tests.laws.reading import Looks, Lying, Names, OfEach, Played, Row, Sort, Unread
from tests.laws.shrink import walk

UNSEEN = "a card of"
MOST = 3000
"""Tuples that are tried."""
Option = tuple[Any, ...]


@record(frozen=True)
class Picked:
    """An argument: its value, and what can be seen of it. Equal cards of a zone without order look the same."""

    value: Any
    looks: Any


def way_of(kind: str, effect: str) -> str:
    """An effect by its name, and as which kind a card is carried out that stands for it."""
    return f"{kind} {effect}" if kind else effect


class Menus(Melding):
    """Enumerates what a seat may choose where play stands."""

    def __init__(self, tree: t.Tree, position: Position, seat: int):
        super().__init__(tree, position)
        self.seat = Sort("player", seat)
        self.tried = 0
        line = position.place(position.site.place).span.line
        found = [s for _, s in walk(tree.declarations) if isinstance(s, (t.ChooseAction, t.ChooseValue)) and s.span.line == line]
        if len(found) != 1 or any(True for _ in tree.tags):
            raise Unread("which choice")
        self.choice: t.ChooseAction | t.ChooseValue = found[0]

    # ---- by enumeration ----

    def expected(self) -> list[Option]:
        """What should be offered: the name of the action, and how its arguments look."""
        names = self.around()
        if isinstance(self.choice, t.ChooseValue):
            return self.distinct(("value", *looks) for looks in self.chosen_values(self.choice, names))
        if any(a.any_time for a in self.all(t.Action)):
            raise Unread("at any time")
        out = [option for item in self.choice.items for option in self.acts(item, names)]
        return self.distinct(out) + ([("pass",)] if self.choice.optional else [])

    def distinct(self, options: Any) -> list[Option]:
        return list(dict.fromkeys(options))

    def around(self) -> Names:
        """The parameters of the phase around, and who chooses."""
        mine = isinstance(self.choice.who, t.Ref) and self.choice.who.name == "you"  # else `you` is whoever has chosen the action around
        names: dict[str, Any] = {"you": self.seat} if mine else {}
        for name in self.position.site.phases[-1:]:
            for param, slot, type in self.program.entries[name].params:
                if slot >= 0 and type.kind not in ("card", "subset"):
                    names[param] = self.decoded(type, self.values["frame"][slot])
        return names

    def acts(self, item: t.MenuItem, names: Names) -> Iterator[Option]:
        action = self.declared[t.Action][item.name]
        carried = self.carried(item.name)
        given = [self.read(e, names) for e in item.args]
        inner: Names = {"you": self.seat, " action": item.name}
        for args, bound in self.tuples(action.params, given, inner):
            if not self.permitted(self.head(action.body), bound) or not self.paid(action.body, bound) or self.forbidden(item.name, [a.value for a in args]):
                continue
            looks = tuple(a.looks for a in args)
            if not carried:
                yield (item.name, "", *looks)
                continue
            for way, more in self.effects(bound[carried]):
                yield (item.name, self.way_of_unseen(bound[carried], way), *looks, *more)

    def way_of_unseen(self, card: Sort, way: str) -> str:
        """An effect of a card that its chooser does not see goes with the kind that has it: nothing else tells it from those of others that lie there."""
        looks, kind = self.seen(card), self.declared[t.Card][self.looks(card).kind]
        own = any(way == (effect.name.text if effect.name else "") for effect in kind.effects)
        return way_of(kind.name.text, way) if own and isinstance(looks, tuple) and looks[0] == UNSEEN else way

    def paid(self, body: t.Block, names: Names) -> bool:
        """Does all hold that the deeds require which are done at the margin?"""
        for s in body:
            if isinstance(s, t.Let) and not isinstance(s.value, (t.Roll, t.Observe)):
                names = {**names, s.name.text: self.read(s.value, names)}
            deed = self.declared[t.To].get(s.call.function) if isinstance(s, t.Do) else None
            if isinstance(s, t.Do) and deed is not None and self.head(deed.body):
                given = {p.name: self.read(e, names) for p, e in zip(deed.params, s.call.args, strict=True)}
                if not self.permitted(self.head(deed.body), given):
                    return False
        return True

    def forbidden(self, action: str, args: list[Any]) -> bool:
        """Does a hook before the action stand against it?"""
        for hook in self.hooks:
            if isinstance(hook, t.Card):
                on_cards = self.on_cards(hook, action, args, "before", {"you": self.seat})
                if any(self.head(rule.body) and not self.permitted(self.head(rule.body), names) for rule, names in on_cards):
                    return True
                continue
            if hook.name.text != action or hook.when != "before" or not self.head(hook.body):
                continue
            names = {"you": self.seat, **{p.name: a for p, a in zip(hook.params, args, strict=False)}}
            if (hook.condition is None or self.read(hook.condition, names)) and not self.permitted(self.head(hook.body), names):
                return True
        return False

    def is_so(self, a: t.Expr, b: t.Expr, names: Names) -> bool:
        if isinstance(b, t.Ref) and b.name == "possible":
            name = a.function if isinstance(a, t.Call) else a.name if isinstance(a, t.Ref) else ""
            return self.is_possible(self.declared[t.Action][name], a.args if isinstance(a, t.Call) else (), names)
        return super().is_so(a, b, names)

    def is_possible(self, action: t.Action, args: tuple[t.Expr, ...], names: Names) -> bool:
        """Could the chooser choose it, with these values for the first parameters and any for the others?"""
        given = [self.read(e, names) for e in args]
        for chosen, bound in self.tuples(action.params, [], {"you": self.you(names), " action": action.name.text}):
            values = [picked.value for picked in chosen]
            if values[: len(given)] == given and self.permitted(self.head(action.body), bound) and self.paid(action.body, bound):
                if not self.forbidden(action.name.text, values):
                    return True
        return False

    def effects(self, card: Sort) -> Iterator[tuple[str, Option]]:
        """The ways to carry out a card, with what each asks for."""
        if not self.known(card):
            raise Unread("the ways to carry out a card that is not seen")
        if self.declared[t.Card][self.looks(card).kind].stands_for:
            raise Unread("cards that stand for others")
        for effect in self.declared[t.Card][self.looks(card).kind].effects:
            for args, bound in self.tuples(effect.params, [], {"you": self.seat, "this": card}):
                if self.permitted(self.head(effect.body), bound):
                    yield effect.name.text if effect.name else "", tuple(a.looks for a in args)

    def head(self, body: t.Block) -> t.Block:
        """The lines that say when an action may be chosen."""
        out = []
        for s in body:
            if isinstance(s, t.Let) and isinstance(s.value, (t.Roll, t.Observe)):
                break
            if not isinstance(s, (t.Label, t.Let, t.Require)):
                break
            out.append(s)
        last = max((n for n, s in enumerate(out) if isinstance(s, t.Require)), default=-1)
        return tuple(out[: last + 1])

    def tuples(self, params: tuple[t.Param, ...], given: list[Any], names: Names) -> Iterator[tuple[list[Picked], Names]]:
        if not params:
            yield [], names
            return
        param = params[0]
        if param.keys:
            yield from self.of_each(params, given, names)
            return
        if param.domain is None:
            options, rest = [Picked(given[0], given[0])], given[1:]
        else:
            options, rest = list(self.options(param.name, param.domain, param.condition, param.or_none, param.wanted, names)), given
        for picked in options:
            self.tried += 1
            if self.tried > MOST:
                raise Unread("too many")
            for others, bound in self.tuples(params[1:], rest, {**names, param.name: picked.value}):
                yield [picked, *others], bound

    def of_each(self, params: tuple[t.Param, ...], given: list[Any], names: Names) -> Iterator[tuple[list[Picked], Names]]:
        """The same where first it is asked how many of each."""
        param = params[0]
        ((key, among),) = [(keyed.name.text, self.listed(keyed.among, names)) for keyed in param.keys]
        assert param.domain is not None
        ranges = [sorted(self.read(param.domain, {**names, key: one})) for one in among]
        for counts in product(*ranges):
            self.tried += 1
            if self.tried > MOST:
                raise Unread("too many")
            inner = {**names, param.name: OfEach(zip(among, counts, strict=True))}
            if param.together is not None:
                low, high = (self.read(e, names) if e is not None else None for e in (param.together.low, param.together.high))
                if low is not None and sum(counts) < low or high is not None and sum(counts) > high:
                    continue
            if param.condition is None or self.read(param.condition, inner):
                for others, bound in self.tuples(params[1:], given, inner):
                    yield [*(Picked(count, count) for count in counts), *others], bound

    def chosen_values(self, s: t.ChooseValue, names: Names) -> Iterator[Option]:
        if isinstance(s.who, t.Loop):
            names = {**names, s.who.name.text: self.seat}
        name = s.target.name if isinstance(s.target, t.Ref) else ""
        for picked in self.options(name, s.domain, s.condition, s.or_none, s.wanted, names):
            yield (picked.looks,)

    def options(self, name: str, domain: t.Expr, condition: t.Expr | None, or_none: bool, wanted: t.Wanted | None, names: Names) -> Iterator[Picked]:
        """The members of a domain that fit."""
        for picked in self.domain(domain, wanted, names):
            if condition is None or self.read(condition, {**names, name: picked.value}):
                yield picked
        if or_none:
            yield Picked(None, None)

    def domain(self, e: t.Expr, wanted: t.Wanted | None, names: Names) -> Iterator[Picked]:
        value = self.read(e, names)
        if isinstance(value, Lying) or isinstance(value, Row) and any(isinstance(v, Sort) and v.kind == "card" for v in value):
            yield from self.of_cards(value, wanted, names)
            return
        if wanted is not None:
            raise Unread("wanted")
        for member in dict.fromkeys(value) if isinstance(value, Row) else self.listed(e, names):
            yield Picked(member, member)

    def of_cards(self, where: Lying | Row, wanted: t.Wanted | None, names: Names) -> Iterator[Picked]:
        cards = self.cards(where, order=True) if isinstance(where, Lying) else list(where)
        if wanted is not None and self.of_known_alone(wanted):
            cards = [c for c in cards if self.known(c)]
        if wanted is None:
            yield from (Picked(c, self.seen(c)) for c in cards)
            return
        kinds = [k.text for k in wanted.kinds]
        if set(kinds) & self.declared.get(t.Meld, {}).keys():
            yield from self.in_melds(kinds[0], cards, wanted.range, names)
            return
        ways = [way for c in cards if (way := list(self.as_wanted(c, kinds)))]
        if wanted.range is None:
            yield from (Picked(c, self.seen(c)) for way in ways for c in way)
            return
        low, high = self.read(wanted.range.low, names), self.read(wanted.range.high, names)
        for size in range(low, high + 1):
            for several in combinations(ways, size):
                for some in product(*several):
                    yield self.together(some)

    def of_known_alone(self, wanted: t.Wanted) -> bool:
        """Several cards at once, melds, and cards where some may be chosen in a guise, are taken of those that are known."""
        kinds = {k.text for k in wanted.kinds}
        if wanted.range is not None or kinds & self.declared.get(t.Meld, {}).keys():
            return True
        shown = [k.stands_for.text for k in self.all(t.Card) if k.stands_for is not None]
        return any(self.descends(k.name.text, one) and any(self.descends(k.name.text, name) for name in kinds) for k in self.all(t.Card) for one in shown)

    def together(self, some: tuple[Sort, ...]) -> Picked:
        """Several cards as one argument."""
        self.tried += 1
        if self.tried > MOST:
            raise Unread("too many")
        return Picked(Row(some), tuple(sorted(map(repr, map(self.seen, some)))))

    def as_wanted(self, card: Sort, kinds: list[str]) -> Iterator[Sort]:
        """The card itself if it fits, and as each card that it may be for another that does: for each name that it is not of itself."""
        if not kinds or any(self.descends(self.looks(card).kind, k) for k in kinds):
            yield card
        stands = self.declared[t.Card][self.looks(card).kind].stands_for
        if stands is not None:
            strange = [k for k in kinds if not self.descends(self.looks(card).kind, k)]
            for kind in self.all(t.Card):
                name = kind.name.text
                if name not in self.families and self.descends(name, stands.text) and any(self.descends(name, k) for k in strange):
                    for args in product(*(self.any_of(p.type) for p in kind.params)):
                        yield Played.as_face(card.n, Looks(name, args))

    def any_of(self, type: t.TypeRef) -> list[Any]:
        """What a part of a card can be, whether or not there is such a card in the game."""
        if type.range is not None:
            return [*range(self.read(type.range.low, {}), self.read(type.range.high, {}) + 1)]
        return [False, True] if type.name == "bool" else [Sort(type.name, n) for n in range(len(self.enums[type.name]))]

    def in_melds(self, name: str, cards: list[Sort], sizes: t.Range | None, names: Names) -> Iterator[Picked]:
        meld: t.Meld = self.declared[t.Meld][name]
        many = range(1, len(cards) + 1) if sizes is None else range(self.read(sizes.low, names), self.read(sizes.high, names) + 1)
        for size in many:
            for some in combinations(cards, size):
                if self.is_meld(meld, some):
                    yield self.together(some)
                self.tried += 1

    # ---- what can be seen ----

    def known(self, card: Sort) -> bool:
        return any(seers_of(self.program, self.values, zone, k).get(card.n, 0) >> self.seat.n & 1 for zone, k in instances(self.program))

    def seen(self, card: Sort) -> Any:
        """A card as its chooser sees it, and what it is chosen as."""
        return (self.seen_itself(Sort("card", card.n)), card.stands) if isinstance(card, Played) else self.seen_itself(card)

    def seen_itself(self, card: Sort) -> Any:
        """A card as its chooser sees it: which one it is where cards have an order, else its face and what it has of its own; of one that is not
        seen, where it lies."""
        number = self.values["card.zone"][card.n]
        zone = next((z for z in self.program.zones if z.base <= number < z.base + z.instances), None)
        if zone is None or zone.ordered and (zone.word != "fan" or not self.known(card)):
            return card
        if not self.known(card):
            return (UNSEEN, number)
        own = [self.values[v.name][card.n * v.length + n] for v in self.program.variables if v.owner == "card" for n in range(v.length)]
        on = [self.values["card.zone"].count(z.base + card.n * z.length + n) for z in self.program.zones if z.owner == "card" for n in range(z.length)]
        if any(on):
            raise Unread("cards with cards on them")
        return (self.looks(card), tuple(own), self.stays(card), number)

    def stays(self, card: Sort) -> tuple[int, ...]:
        """Until when a card lies where it lies, and where it goes then."""
        word = until("card")
        lasts = word in self.values and self.values[word][card.n]
        return tuple(self.values[name][card.n] for name in (word, f"{word}.who", f"{word}.was")) if lasts else ()

    # ---- what is offered ----

    def offered(self, move: tuple[int, ...]) -> Option:
        """An option of the engine, as its arguments look."""
        if move[0] == PASS:
            return ("pass",)
        if move[0] == VALUE:
            type = self.position.site.type
            assert type is not None
            return ("value", self.shown(type, move[1]))
        action = self.program.actions[move[0]]
        way = way_of(action.played_as, action.way)
        unseen = (p.name for p, n in zip(action.params, move[1:], strict=False) if p.type.kind == "card" and place_of(n) is not None)
        if not action.played_as and self.carried(action.name) in unseen:
            way = way_of(action.carried.replace(" ", ""), way)
        return (action.name, way, *(self.shown(p.type, n) for p, n in zip(action.params, move[1:], strict=False)))

    def carried(self, action: str) -> str:
        """The parameter of an action that is carried out."""
        declared = self.declared[t.Action].get(action)
        return next((n.card.name for _, n in walk(declared.body) if isinstance(n, t.CarryOut)), "") if declared is not None else "card"

    def shown(self, type: Type, value: int) -> Any:
        if type.kind == "subset":
            return tuple(sorted(repr(self.seen(self.decoded(Type("card"), c))) for c in members(self.program, value)))
        if type.or_none and value == -1:
            return None
        if type.kind == "card" and place_of(value) is not None:
            return (UNSEEN, place_of(value))
        found = self.decoded(type, value)
        return self.seen(found) if isinstance(found, Sort) and found.kind == "card" else found


__all__ = ["Looks", "Menus"]
