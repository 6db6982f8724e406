"""Checks the worked examples of a rules file."""

from __future__ import annotations

from typing import Callable as Fn

from ruledsl.model.desk import Desk
from ruledsl.model.expressions import Expressions
from ruledsl.model.graph import bodies
from ruledsl.model.model import Callable, StateInfo
from ruledsl.model.names import written
from ruledsl.model.pictures import pictured
from ruledsl.model.terms import row
from ruledsl.model.types import BOOL, INT, PLACE, Term, Type, agree, are_given, counted, fits, list_of, say
from ruledsl.source import Span
from ruledsl.syntax import tree as t

KNOWING = ("knows", "knows not", "possible", "worlds", "apart")
"""The checks of what a seat knows."""


class Tests:
    def __init__(self, desk: Desk, expressions: Expressions, until: Fn[[t.Until | None], None]):
        self.desk, self.model, self.x, self.until = desk, desk.model, expressions, until
        self.seated = 0

    def check_all(self, elsewhere: Fn[[t.Test], object] = lambda test: False) -> list[t.Test]:
        """Answers the tests that cannot be read in this model, and for which there is another: of them nothing is said."""
        self.desk.in_test = True
        others: list[t.Test] = []
        titles: set[str] = set()
        for test in self.model.tests:
            if test.title in titles:
                self.desk.fail("E0202", test.span, name=test.title)
            titles.add(test.title)
            found, slips = len(self.desk.found), len(self.desk.slips)
            with self.desk.room(None, False):
                self.test(test)
            if (len(self.desk.found) > found or len(self.desk.slips) > slips) and elsewhere(test):
                del self.desk.found[found:], self.desk.slips[slips:]
                others.append(test)
        return others

    def test(self, test: t.Test) -> None:
        for e in (test.players, test.seed):
            if e is not None:
                self.x.value(e, INT)
        m, self.seated = self.model, self.model.high
        if isinstance(test.players, t.Number):
            if m.low <= test.players.value <= m.high:
                self.seated = test.players.value
            elif not self.desk.lost:
                most = f"{m.low}" if m.low == m.high else f"{m.low} to {m.high}"
                self.desk.fail("E0415", test.players.span, what=f"{test.players.value} players", hint=f"the game is for {most}")
        for name, value in test.options:
            self.option(name, value)
        if test.given:
            self.given(test.given)
        for step in test.steps:
            if isinstance(step, t.When):
                self.when(step)
            else:
                for check in step.checks:
                    self.then(check)
                    self.apart(check, test.given)

    def option(self, name: t.Name, value: t.Expr) -> None:
        info = self.model.options.get(name.text)
        if info is None:
            self.desk.unknown("E0212", name.span, name.text, self.model.options)
            return
        if info.type.of is None:
            self.x.value(value, info.type)
            return
        term = self.x.several(value, info.type)
        if not fits(term.type, info.type):
            self.x.mismatch(value, term, info.type)

    # ---- given ----

    def given(self, given: t.Given) -> None:
        if given.phase is not None:
            self.entered(given)
        for known in given.known:
            self.shown(known)
        places: dict[t.Expr, Span] = {}
        for line in given.lines:
            self.laid(line, places)

    def laid(self, line: t.GivenLine, places: dict[t.Expr, Span]) -> None:
        """What is given of one of the `places`, each once."""
        first = places.setdefault(line.place, line.place.span)
        if first is not line.place.span:
            self.desk.fail("E0428", line.place.span, related=((first, "given here before"),), what="a place")
        place = self.x.check(line.place)
        self.until(line.until)
        if isinstance(line.value, t.Picture):
            pictured(self.x, place, line.value)
        elif place.op == "zone":
            self.cards(line.value)
        elif place.op == "var":
            term = self.x.value(line.value, place.type)
            self.x.out_of_range(place, term, line.value.span)
        elif place.type.kind != "unknown" and not (place.op == "many" and self.in_order(line, self.model.state[place.data])):
            several = place.op == "many" and not self.model.state[place.data].word
            hint = "write one of them, with its key in brackets, or a list with a value for each key" if several else "write a variable or a zone"
            self.desk.fail("E0312", line.place.span, hint=hint)

    def apart(self, check: t.Check, given: t.Given | None) -> None:
        """Each line is given at a table of its own, besides what is given at all of them."""
        if check.kind == "apart" and len(check.worlds) < 2:
            self.desk.fail("E0416", check.span, what="only one table", hint="write two lines or more below it, one for each table")
        for line in check.worlds:
            if isinstance(line, t.GivenKnown):
                self.shown(line)
            else:
                self.laid(line, {line.place: line.place.span for line in given.lines} if given is not None else {})

    def shown(self, known: t.GivenKnown) -> None:
        self.seat(known.who.text, known.who.span)
        term = self.x.check(known.what)
        if term.op != "zone" and not row(term).has("placed") and term.type.kind != "unknown":
            self.desk.fail("E0312", known.what.span, hint="what is known is a zone or a card by its place: `B.hand`, `B.hand[1]`, `top of deck`")

    def in_order(self, line: t.GivenLine, info: StateInfo) -> bool:
        """`A.owes = [0, 2, 1]`: a value for each key, in their order."""
        if info.word or line.until is not None or not isinstance(line.value, t.ListLiteral):
            return False
        for item in line.value.items:
            self.x.out_of_range(Term("var", info.type, (), info.name, line.place.span), self.x.value(item, info.type), item.span)
        return True

    def entered(self, given: t.Given) -> None:
        target = self.model.callables.get(given.phase or "")
        places = [n for n, c in self.model.callables.items() if c.kind in ("phase", "to", "play")]
        if target is None or target.kind not in ("phase", "to", "play"):
            self.desk.unknown("E0207", given.span, given.phase or "", places)
            return
        self.x.arguments(target, given.args, given.span, by_face=True)

    def cards(self, e: t.Expr) -> None:
        """`[Hen(six), 3 more]`."""
        items = e.items if isinstance(e, (t.ListLiteral, t.SetLiteral)) else (e,)
        for item in items:
            if isinstance(item, t.More):
                self.x.value(item.count, INT)
                continue
            term = self.x.check(item)
            if term.type.kind not in ("face", "unknown"):
                self.desk.fail("E0303", item.span, want="a card such as `Hen(four)`", got=say(term.type))

    # ---- when ----

    def when(self, when: t.When) -> None:
        if when.times is not None:
            self.x.value(when.times, INT)
        for line in when.lines:
            if line.kind == "comes":
                self.comes(line.who, line.span)
            for value in line.values:
                if line.kind == "seat":
                    self.seat(line.who, line.span)
                    self.move(value)
                else:
                    self.x.check(value)

    def comes(self, event: str, where: Span) -> None:
        """What a clock or the table declares is said by some `unless`; one with holes may say anything."""
        texts = [node.event for c in self.model.callables.values() for body in bodies(c) for node in t.within(body, t.Unless)]
        known = [written(self.model, text) for text in texts]
        if event not in known and not any(isinstance(part, t.Expr) for text in texts for part in text.parts):
            self.desk.unknown("E0220", where, event, known)

    def seat(self, name: str, where: Span) -> None:
        seats = self.model.seats
        if name not in seats:
            self.desk.unknown("E0201", where, name, seats)
        elif seats.index(name) >= self.seated:
            last = seats[self.seated - 1]
            self.desk.fail("E0415", where, what=f"the player {name}", hint=f"with {self.seated} players the last one is {last}")

    def move(self, e: t.Expr) -> None:
        """An action with its arguments, or a value; or several for one move."""
        if isinstance(e, t.Hops):
            for item in e.items:
                self.move(item)
            return
        if isinstance(e, t.Ref) and e.name in ("pass", "none"):
            return
        if isinstance(e, t.Call) and e.base is not None:
            self.x.check(e)
            return
        target = self.model.callables.get(e.function if isinstance(e, t.Call) else e.name if isinstance(e, t.Ref) else "")
        if target is not None and target.kind == "action":
            self.pattern(target, e.args if isinstance(e, t.Call) else (), e)
        elif isinstance(e, t.Ref) and e.name in self.model.places:
            self.x.check(e, PLACE)
        elif isinstance(e, t.Ref) and self.is_value(e.name):
            return
        elif isinstance(e, t.ListLiteral):
            self.chosen(e)
        elif isinstance(e, t.Call) and e.function not in self.model.kinds:
            actions = [n for n, c in self.model.callables.items() if c.kind == "action"]
            self.desk.unknown("E0208", e.function_span, e.function, actions)
        elif isinstance(e, t.Ref) and e.name not in self.model.kinds and not self.x.plain(e):
            actions = [n for n, c in self.model.callables.items() if c.kind == "action"]
            self.desk.unknown("E0208", e.span, e.name, actions)
        else:
            self.x.check(e)

    def is_value(self, name: str) -> bool:
        return any(name in info.values for info in self.model.enums.values()) or any(name in o.values for o in self.model.options.values())

    def pattern(self, target: Callable, args: tuple[t.Expr, ...], e: t.Expr) -> None:
        if len(args) > len(target.params) and not t.within(target.decl, t.CarryOut):
            most = f"at most {counted(len(target.params))}" if target.params else counted(0)
            self.desk.fail("E0307", e.span, name=target.name, want=most, got=f"here {are_given(len(args))}")
        for arg, p in zip(args, target.params):
            if p.type.kind == "subset" or p.wanted is not None:
                self.chosen(arg, p.type.kind == "subset")
                continue
            term = self.x.check(arg, p.type)
            if not agree(term.type, p.type):
                self.x.mismatch(arg, term, p.type)
        for arg in args[len(target.params) :]:  # chosen for the effect of the card
            self.x.check(arg)

    def chosen(self, e: t.Expr, several: bool = True) -> None:
        """Cards to choose: `[Number(9), MysteryBox as Number(4)]`, or where their only number is enough `[9, MysteryBox as 4]`."""
        if several and not isinstance(e, t.ListLiteral):
            self.desk.fail("E0303", e.span, want="a list of cards such as `[Hen(four), Hen(six)]`", got=say(self.x.check(e).type))
            return
        for item in e.items if several and isinstance(e, t.ListLiteral) else (e,):
            type = self.x.check(item).type
            if type.kind not in ("face", "card", "int", "none", "unknown"):
                self.desk.fail("E0303", item.span, want="a card such as `Hen(four)`", got=say(type))

    # ---- then ----

    def then(self, check: t.Check) -> None:
        for e in (check.expected, check.tolerance):
            if e is not None and not isinstance(e, t.Decimal):
                self.x.value(e, INT)
        if check.kind in ("can", "cannot", "only", *KNOWING):
            self.seat(check.who, check.span)
        if check.kind in ("can", "cannot", "only"):
            for item in check.items:
                self.move(item)
        elif check.kind in ("comes", "stays away"):
            self.comes(check.who, check.span)
        elif check.kind == "phase":
            phases = [n for n, c in self.model.callables.items() if c.kind in ("phase", "play")]
            if check.who not in phases:
                self.desk.unknown("E0207", check.span, check.who, phases)
        elif check.condition is not None and check.kind == "average":
            self.measured(check.condition)
        elif check.condition is not None:
            self.holds(check.condition)

    def measured(self, e: t.Expr) -> None:
        term = self.x.check(e)
        if term.type.kind not in ("int", "bool", "unknown"):
            self.x.mismatch(e, term, INT)

    def holds(self, e: t.Expr) -> None:
        """A condition; one side of `==` may be a list of cards."""
        if isinstance(e, t.Compare) and len(e.ops) == 1 and e.ops[0] in ("==", "!="):
            left = self.x.check(e.operands[0])
            if left.type.kind == "zone" and isinstance(e.operands[1], (t.ListLiteral, t.SetLiteral)):
                self.model.terms[id(e)] = self.contents(left, e.operands[1], e)
                return
        self.x.condition(e)

    def contents(self, zone: Term, cards: t.ListLiteral | t.SetLiteral, e: t.Compare) -> Term:
        """`A.hand == [Hen(one), 2 more]`: the cards that are named, and how many there are that are not."""
        self.cards(cards)
        faces = tuple(self.x.check(item) for item in cards.items if not isinstance(item, t.More))
        more = tuple(self.model.terms[id(item.count)] for item in cards.items if isinstance(item, t.More))
        named = Term("list", list_of(Type("face")), faces, span=cards.span)
        return Term("holds_cards", BOOL, (zone, named, *more), e.ops[0], e.span)
