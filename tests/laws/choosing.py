"""What is chosen, of values and of actions, and what the answers of the engine mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ruledsl.engine.position import Position
from ruledsl.ir.program import INTERRUPT, PASS, VALUE, Type
from ruledsl.ir.subsets import members
from ruledsl.ir.unseen import place_of
from ruledsl.record import replace
from ruledsl.syntax import tree as t
from ruledsl.syntax.tree import within
from tests.laws.asked import Act, Asks, Declared, Going, Names, Unseen
from tests.laws.effects import Effects
from tests.laws.menus import Option
from tests.laws.own import Faulty
from tests.laws.reading import Lying, OfEach, Row, Sort, Unread


class Choosing(Effects):
    """Asks, and does what is chosen."""

    def hooked(self, name: str, args: list[Any], when: str, names: Names) -> Iterator[tuple[t.Hook, Names]]:
        """The hooks that count."""
        raise NotImplementedError

    def around(self, name: str, args: list[Any], names: Names, usual: Any) -> Going:
        """What is done with its `instead of`s."""
        raise NotImplementedError

    def members_of(self, loop: t.Loop, names: Names, turns: bool) -> Iterator[Names]:
        """Those whose turn comes."""
        raise NotImplementedError

    def gone_through(self, domain: t.Expr, names: Names) -> Going:
        """Who goes through a pile finds how it lies."""
        raise NotImplementedError

    def number(self, e: t.Expr | None, names: Names) -> int | None:
        return None if e is None else int(self.read(e, names))

    def do_chooseaction(self, s: t.ChooseAction, names: Names) -> Going:
        if isinstance(s.who, t.Loop):
            yield from self.acts_together(s, s.who, names)
            return
        who = self.you(names) if isinstance(s.who, t.Ref) and s.who.name == "you" else self.read(s.who, names)
        if who is None:
            raise Faulty("none chooses")
        done = 0
        while s.again is None or s.again.at_most is None or done < self.read(s.again.at_most, names):
            yield from self.looked_through(s, who)
            answer = None
            if s.optional and s.again is None and s.otherwise is None or self.possible(s, who, names):
                answer = yield from self.chosen_from(s, who, names)
            elif not (s.optional or s.otherwise is not None or s.one_move and done):
                raise Faulty("nobody can do anything")
            if answer is None:
                if s.otherwise is not None and not (s.one_move and done):
                    yield from self.block(s.otherwise, names)
                return
            yield from self.act(answer, who)
            if self.declared[t.Action][answer.action].any_time is not None:
                continue
            done += 1
            if s.again is None or s.again.condition is not None and not self.true(s.again.condition, names):
                return

    def chosen_from(self, s: t.ChooseAction, who: Sort, names: Names) -> Going:
        """The answer to a menu: the only one that there is, or what is chosen."""
        options = self.offers(s, who, names) if s.forced else []
        if len(options) == 1:
            return self.only(options[0], s, names)
        return (yield from self.turned_up((yield Asks("choice", frozenset({who.n}), s.span.line, lambda seat: self.offers(s, who, names)))))

    def only(self, option: Option, s: t.ChooseAction, names: Names) -> Act | None:
        """The answer that looks so, or none to pass."""
        if option == ("pass",):
            return None
        item = next(item for item in (*s.items, *self.joining()) if item.name == option[0])
        if self.carried(item.name):
            raise Unread("the effect of the only card")
        action, given = self.declared[t.Action][item.name], [self.read(e, names) for e in item.args]
        tuples = self.tuples(action.params, given, {"you": self.seat, " action": item.name})
        return next(Act(item.name, "", tuple(a.value for a in args)) for args, _ in tuples if (item.name, "", *(a.looks for a in args)) == option)

    def offers(self, s: t.ChooseAction, who: Sort, names: Names) -> list[Option]:
        """What can be chosen, as it looks; passing where one may."""
        self.seat, self.tried = who, 0
        joining = list(self.joining())
        out = [option for item in (*s.items, *joining) for option in self.acts(item, names)]
        may = s.optional or s.otherwise is not None and joining and not self.possible(s, who, names, alone=True)
        return list(dict.fromkeys(out)) + [("pass",)] * bool(may)

    def all_answers(self, seats: list[Sort], line: int, menu: Callable[[int], list[Option]]) -> Going:
        """What each of them chooses, when all have."""
        waiting, found = {seat.n for seat in seats}, {}
        while waiting:
            seat, answer = yield Asks("simultaneous", frozenset(waiting), line, menu)
            waiting.discard(seat)
            found[seat] = answer
        return found

    def acts_together(self, s: t.ChooseAction, loop: t.Loop, names: Names) -> Going:
        """All choose, and then all is done in the order of the loop."""
        seats = [inner[loop.name.text] for inner in self.members_of(loop, names, False)]
        seats = [seat for seat in seats if not s.optional or self.possible(s, seat, {**names, loop.name.text: seat})]
        if not s.optional and not all(self.possible(s, seat, {**names, loop.name.text: seat}) for seat in seats):
            raise Faulty("nobody can do anything")
        if s.again is not None:
            yield from self.at_own_pace(s, s.again, {seat.n: {**names, loop.name.text: seat} for seat in seats}, loop.name.text)
            return
        found = yield from self.all_answers(seats, s.span.line, lambda n: self.offers(s, Sort("player", n), {**names, loop.name.text: Sort("player", n)}))
        for seat in seats:
            if found[seat.n] is not None:
                yield from self.act((yield from self.turned_up(found[seat.n])), seat)

    def at_own_pace(self, s: t.ChooseAction, again: t.Again, waiting: dict[int, Names], name: str) -> Going:
        """What somebody chooses is done at once, and only he is asked anew; whoever has nothing left but to pass is asked no more."""
        done = dict.fromkeys(waiting, 0)
        while waiting and self.number(again.at_most, {}) != 0:
            answer = yield Asks("choice", frozenset(waiting), s.span.line, lambda n: self.offers(s, Sort("player", n), waiting[n]))
            n, answer = answer if len(waiting) > 1 else (*waiting, answer)
            names = waiting[n]
            if answer is not None:
                yield from self.act((yield from self.turned_up(answer)), names[name])
                done[n] += 1
                goes_on = (again.condition is None or self.true(again.condition, names)) and done[n] != self.number(again.at_most, {})
                if not goes_on:
                    del waiting[n]
                for other in [n for n, names in waiting.items() if s.optional and not self.possible(s, names[name], names)]:
                    del waiting[other]
            else:
                del waiting[n]

    def looked_through(self, s: t.ChooseAction, who: Sort) -> Going:
        """Who chooses from a shuffled pile looks through it."""
        for item in s.items:
            for p in self.declared[t.Action][item.name].params:
                zones = () if p.domain is None else [e for e in within(p.domain, t.Ref, t.Attr) if e.name in self.zones]
                if any(self.loose.get((e.name, k), 0) for e in zones for k in range(self.zones[e.name].instances)):
                    where = self.read(p.domain, {"you": who}) if p.domain is not None else None
                    if not isinstance(where, Lying):
                        raise Unread("piles that are looked through")
                    yield from self.settle(where, None)

    def joining(self) -> Iterator[t.MenuItem]:
        """What can be done at any time, now."""
        for a in self.all(t.Action):
            if a.any_time is not None and (a.any_time.phase is None or a.any_time.phase.text in self.going):
                yield t.MenuItem(a.name.text)

    def possible(self, s: t.ChooseAction, who: Sort, names: Names, alone: bool = False) -> bool:
        """Can something be chosen? `alone`: of what the menu names."""
        self.seat, self.tried = who, 0
        items = s.items if alone else (*s.items, *self.joining())
        found = any(True for item in items for _ in self.acts(item, names))
        self.steps += self.tried  # what is gone through in vain takes as long as what is done
        return found

    def bound(self, d: t.Action, answer: Act, who: Sort) -> tuple[list[Any], Names]:
        """The arguments of an answer, and what they are called in its action."""
        names: Names = {"you": who}
        args, rest = [], list(answer.args)
        for p in d.params:
            if p.keys:
                keys = self.listed(p.keys[0].among, names)
                args.append(OfEach(zip(keys, rest[: len(keys)], strict=True)))
                rest = rest[len(keys) :]
            else:
                args.append(rest.pop(0))
            names[p.name] = args[-1]
        names[" way"] = (answer.kind, answer.way), rest
        return args, names

    def says(self, answer: Act, who: Sort) -> None:
        """Reads what the label of an answer asks for."""
        d = self.declared[t.Action][answer.action]
        self.seat, (_, names) = who, self.bound(d, answer, who)
        for label in d.body[:1]:
            for part in label.text.parts if isinstance(label, t.Label) else ():
                if isinstance(part, t.Expr):
                    self.read(part, names)

    def act(self, answer: Act, who: Sort) -> Going:
        d = self.declared[t.Action][answer.action]
        args, names = self.bound(d, answer, who)
        for hook, inner in self.hooked(d.name.text, args, "before", {"you": who}):
            yield from self.block(hook.body, inner)
        yield from self.around(d.name.text, args, {"you": who}, lambda: self.block(d.body, names))
        for hook, inner in self.hooked(d.name.text, args, "after", {"you": who}):
            yield from self.block(hook.body, inner)

    def do_choosevalue(self, s: t.ChooseValue, names: Names) -> Going:
        if s.together:
            yield from self.chosen_together(s, names)
            return
        assert not isinstance(s.who, t.Loop)
        who = self.you(names) if isinstance(s.who, t.Ref) and s.who.name == "you" else self.read(s.who, names)
        if who is None:
            raise Faulty("none chooses")
        self.seat, self.tried = who, 0
        yield from self.gone_through(s.domain, names)
        own = isinstance(s.target, t.Ref) and s.target.name not in self.variables
        name = s.target.name if own and isinstance(s.target, t.Ref) else " "

        def offers(seat: int) -> list[Option]:
            return list(dict.fromkeys(("value", picked.looks) for picked in self.options(name, s.domain, s.condition, s.or_none, s.wanted, names)))

        if not offers(who.n):
            raise Faulty("nothing can be chosen")
        if s.forced and len(offers(who.n)) == 1:
            value = next(iter(self.options(name, s.domain, s.condition, s.or_none, s.wanted, names))).value
        else:
            value = yield from self.turned((yield Asks("choice", frozenset({who.n}), s.span.line, offers)))
        if own and isinstance(s.target, t.Ref):
            names[s.target.name] = value
        else:
            yield from self.put(*self.thing(s.target, names), value)

    def chosen_together(self, s: t.ChooseValue, names: Names) -> Going:
        assert isinstance(s.who, t.Loop)
        seats = [inner[s.who.name.text] for inner in self.members_of(s.who, names, False)]

        def offers(n: int) -> list[Option]:
            inner = {**names, s.who.name.text: Sort("player", n)}  # type: ignore[union-attr]
            return [("value", picked.looks) for picked in self.options(" ", s.domain, s.condition, s.or_none, s.wanted, inner)]

        found = yield from self.all_answers(seats, s.span.line, offers)
        for seat in seats:
            value = yield from self.turned(found[seat.n])
            yield from self.put(*self.thing(s.target, {**names, s.who.name.text: seat}), value)

    # ---- cards that are not seen ----

    def turned_up(self, answer: Act | None) -> Going:
        """An action where chance has picked each card of a place that its chooser does not see."""
        if answer is None or not any(isinstance(arg, Unseen) for arg in answer.args):
            return answer
        args = []
        for arg in answer.args:
            args.append((yield from self.turned(arg)))
        return replace(answer, args=tuple(args))

    def turned(self, value: Any) -> Going:
        if not isinstance(value, Unseen):
            return value
        drawn = yield Asks("chance")
        where = next((z.name, value.place - z.base) for z in self.program.zones if z.base <= value.place < z.base + z.instances)
        if not isinstance(drawn, Sort) or drawn.n not in self.lies[where]:
            raise Unread("what chance brought")
        return drawn

    # ---- answers of the engine ----

    def answered(self, position: Position, seat: int | None, move: tuple[int, ...]) -> Any:
        """What an answer of the engine means: to a menu an `Act`, or None for passing; else a value."""
        site = position.site
        if move[0] <= INTERRUPT:
            return self.chosen(position, move)
        if position.kind in ("chance", "world"):
            assert site.type is not None
            return self.meant(site.type, position.call(site.outcome, move[-1]))
        return (seat, self.chosen(position, move)) if position.kind == "simultaneous" or len(position.waiting) > 1 else self.chosen(position, move)

    def chosen(self, position: Position, move: tuple[int, ...]) -> Any:
        if move[0] == PASS:
            return None
        if move[0] == VALUE:
            assert position.site.type is not None
            return self.meant(position.site.type, move[1])
        if move[0] <= INTERRUPT:
            return Declared(position.place(self.program.interruptions[INTERRUPT - move[0]].place).span.line)
        action = self.program.actions[move[0]]
        return Act(action.name, action.way, tuple(self.meant(p.type, n) for p, n in zip(action.params, move[1:], strict=False)), action.played_as)

    def meant(self, type: Type, value: int) -> Any:
        if type.kind == "subset":
            return Row(self.decoded(Type("card"), c) for c in members(self.program, value))
        if type.or_none and value == -1:
            return None
        if type.kind == "card" and (place := place_of(value)) is not None:
            return Unseen(place)
        return self.decoded(type, value)
