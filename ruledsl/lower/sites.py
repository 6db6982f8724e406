"""Decisions: the places where `main` stops to ask seats, and the functions that say what can be answered there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence
from typing import Callable as Fn

from ruledsl.ir.program import PASS, VALUE, MenuEntry, Site, Template
from ruledsl.lower.candidates import Candidates
from ruledsl.lower.forms import Form, of_kinds
from ruledsl.lower.hands import Hands
from ruledsl.lower.lone import Taken, Unasked, packing, unasked
from ruledsl.lower.offers import Answer, Found, Offer
from ruledsl.lower.parameter import Parameter
from ruledsl.lower.values import Values
from ruledsl.model.inside import joined
from ruledsl.model.model import ParamInfo
from ruledsl.model.terms import row
from ruledsl.model.types import LoopTerm, Term, Type
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.lower.builder import Builder
    from ruledsl.lower.lowering import Lowering
    from ruledsl.lower.procedures import Procedures


class Sites:
    def __init__(self, lowering: Lowering):
        self.l = lowering
        self.made: list[Site] = []
        self.values: list[ParamInfo] = []
        self.moves: list[tuple[t.ChooseAction, int]] = []  # menus from which all that is chosen is one move, with their sites
        self.once_more: dict[int, int] = {}
        self.unasked: dict[int, Taken] = {}  # by menu of which the only option is taken: where, and what it is
        self.named: dict[int, str] = {}  # by menu that must be answered and more joins: a function (seat) that says if one need not do its `else:`

    def phases(self, here: str) -> tuple[str, ...]:
        return self.l.ways.get(here, (here,))

    # ---- actions ----

    def menu(self, main: Procedures, s: t.ChooseAction, seat: int, otherwise: str, answered: str, goes_on: int | None = None) -> int:
        """Ask, or go to `otherwise` if the menu is empty. The number of the site; where a move `goes_on` another one asks the same."""
        items = (*(item.name for item in s.items), *self.l.model.joined.get(id(s), ()))
        self.settle(main, [p.domain for name in items for form in self.l.offered(name) for p in form.params])
        n = len(self.made)
        entries = [self.entry(main, n, item, form) for item in s.items for form in self.l.offered(item.name)]
        joining = [MenuEntry(form.number) for name in self.l.model.joined.get(id(s), ()) for form in self.l.forms_of(name)]
        if joining and s.otherwise is not None and not s.optional:
            self.named[n] = self.any_legal(main, f"named.{n}", entries)
        entries += joining
        legal = self.legal_menu(main, n, s, entries)
        lone = self.lone(main, s, entries) if s.forced else None
        self.made.append(
            Site(
                "choice", main.here, self.l.places.of(s.span), self.phases(main.here), legal, tuple(entries), s.optional,
                prompt=self.prompt(main, n, s), early=self.early_menu(main, n, s, entries),
            )
        )  # fmt: skip
        if s.otherwise is not None or s.optional and s.again is not None:
            self.unless_empty(main, seat, otherwise, self.any_legal(main, n, entries))
        if lone is not None:
            self.unasked[n] = lone.taken(main, seat)
        if goes_on is None:
            main.ask(n, main.v.bit(seat), answered)
        else:
            self.ask_within(main, n, seat, answered, goes_on)
        return n

    def ask_within(self, main: Procedures, first: int, seat: int, answered: str, goes_on: int) -> None:
        """Ask at a site, or where a move that began there goes on, at another one with the same menu."""
        n = self.once_more[first] = len(self.made)
        self.made.append(self.made[first])
        mask, more, begins = main.v.bit(seat), main.b.label("more"), main.b.label("begins")
        main.b.emit("branch", goes_on, more, begins)
        for site, label in ((n, more), (first, begins)):
            main.b.start(label)
            main.ask(site, mask, answered)

    def menu_of_several(self, main: Procedures, s: t.ChooseAction, loop: LoopTerm) -> int:
        """The number of a site where several seats are asked for actions at once, and are themselves the loop's member in it. What they may pass has a
        function that says who has something to choose."""
        self.settle(main, [p.domain for item in s.items for form in self.l.forms_of(item.name) for p in form.params])
        n = len(self.made)
        entries = [self.entry(main, n, item, form, loop.key) for item in s.items for form in self.l.forms_of(item.name)]
        legal = self.legal_menu(main, n, s, entries)
        kind = "simultaneous" if s.again is None else "choice"
        prompt = self.prompt(main, n, s, loop.key)
        early = self.early_menu(main, n, s, entries)
        self.made.append(
            Site(kind, main.here, self.l.places.of(s.span), self.phases(main.here), legal, tuple(entries), s.optional, prompt=prompt, early=early)
        )
        if s.optional:
            self.any_legal(main, n, entries)
        return n

    def settle(self, main: Procedures, domains: Sequence[Term | None]) -> None:
        """Who chooses from shuffled piles looks through them."""
        lying = (part for d in domains if d is not None for part in joined(d) if row(part).data == "zone")
        for zone, whole in dict.fromkeys((part.data, row(part).looks != "order") for part in lying):

            def settled(at: int, next: str, zone: str = zone, settle: Fn[[str, int], None] = main.settle_all if whole else main.settle_top) -> None:
                settle(zone, at)

            if self.l.zones[zone].loose:
                last = main.b.const(self.l.zones[zone].instances - 1)
                main.v.numbers(main.b.const(0), last, settled, main.b.label("settled"))

    def unless_empty(self, main: Procedures, seat: int, otherwise: str, any_legal: str) -> None:
        """A menu that something is done without is looked through, by a function, before anybody is asked."""
        asks = main.b.label("asks")
        main.b.emit("branch", main.b.value("call", any_legal, seat), asks, otherwise)
        main.b.start(asks)

    def entry(self, main: Procedures, n: int, item: t.MenuItem, form: Form, asked: str = "") -> MenuEntry:
        """An action with what the menu gives it; where several are `asked`, that local is whoever chooses."""
        positions = [i for i, p in enumerate(form.target.params) if p.domain is None]

        def value(v: Values, arg: t.Expr) -> int:
            if asked:
                v.locals[asked] = 0
            return v.value(main.term(arg))

        given = tuple(
            (i, self.l.function(f"given.{n}.{form.key}.{i}", 1, main, lambda v, a=arg: value(v, a)))  # type: ignore[misc]
            for i, arg in zip(positions, item.args)
        )
        return MenuEntry(form.number, given)

    def legal_menu(self, main: Procedures, n: int, s: t.ChooseAction, entries: list[MenuEntry]) -> str:
        legal = self.offered(main, f"legal.{n}", s, entries)
        if self.l.settings.players == 1 and any(p.type.kind == "subset" and p.type.guises for e in entries for p in self.l.forms[e.action].params):
            self.outline(main, n, s, entries)
        return legal

    def early_menu(self, main: Procedures, n: int, s: t.ChooseAction, entries: list[MenuEntry]) -> str:
        """What random play draws from, where something is asked late; else ""."""
        if not any(self.l.guards.late(self.l.forms[entry.action]) for entry in entries):
            return ""
        return self.offered(main, f"early.{n}", s, entries, early=True)

    def offered(self, main: Procedures, name: str, s: t.ChooseAction, entries: list[MenuEntry], early: bool = False) -> str:
        """A function that emits the options of a menu."""
        b, v = self.l.begin(name, "legal", 1, main)
        self.l.blind.all_up(v, [p for entry in entries for p in self.l.forms[entry.action].params], 0)
        hands = self.hands(v, entries)
        for entry in entries:
            Candidates(self, v, entry, self.offer(v, entry), hands=hands, early=early).go_through()
        self.passing(b, s, Offer(v, PASS))
        return self.l.finish(b)

    def passing(self, b: Builder, s: t.ChooseAction, found: Found) -> None:
        """To pass, where one may; and past what can be chosen at any time, where nothing else can be done and an `else:` is."""
        if s.optional:
            found.one([])
        elif len(self.made) in self.named:
            only, more = b.label("only"), b.label("more")
            b.emit("branch", b.value("call", self.named[len(self.made)], 0), more, only)
            b.start(only)
            found.one([])
            b.emit("jump", more)
            b.start(more)

    def lone(self, main: Procedures, s: t.ChooseAction, entries: Sequence[MenuEntry]) -> Unasked:
        """What takes the only option of a menu."""

        def search(v: Values, told: Fn[[int], Found]) -> None:
            hands = self.hands(v, entries)
            for entry in entries:
                Candidates(self, v, entry, told(entry.action), hands=hands).go_through()
            self.passing(v.b, s, told(PASS))

        pack = packing(self.l, [entry.action for entry in entries], [self.l.forms[entry.action].params for entry in entries])
        return unasked(self.l, main, len(self.made), pack, search)

    def offer(self, v: Values, entry: MenuEntry) -> Offer:
        return Offer(v, entry.action, once=bool(self.l.blind.placed(self.l.forms[entry.action].params)))

    def outline(self, main: Procedures, n: int, s: t.ChooseAction, entries: list[MenuEntry]) -> None:
        """The menu for a search: of options that differ in guises alone, one; a sketch, if that may leave out more."""
        b, v = self.l.begin(f"outline.{n}", "legal", 1, main)
        hands = self.hands(v, entries)
        found = [Candidates(self, v, entry, self.offer(v, entry), hands=hands, outline=True) for entry in entries]
        for candidates in found:
            candidates.go_through()
        self.passing(b, s, Offer(v, PASS))
        if not all(candidates.complete for candidates in found):
            b.name = f"sketch.{n}"
        self.l.finish(b)

    def hands(self, v: Values, entries: Sequence[MenuEntry]) -> Hands:
        """The zones from which several entries choose."""
        v.you = 0
        return Hands(v, [self.l.forms[entry.action] for entry in entries])

    def any_legal(self, main: Procedures, n: int | str, entries: Sequence[MenuEntry]) -> str:
        """A function (seat): 1 if the menu has a legal option."""
        b, v = self.l.begin(f"any.{n}", "value", 1, main)
        hands = self.hands(v, entries)
        for entry in entries:
            Candidates(self, v, entry, Answer(v), hands=hands).go_through()
        b.emit("return", b.const(0))
        return self.l.finish(b)

    def possible(self, form: Form, fixed: int) -> str:
        """A function (seat, the first arguments): 1 if the action has a legal option that begins with these."""
        name = f"possible.{form.key}.{fixed}"
        if name not in self.l.functions:
            b, v = self.l.begin(name, "value", 1 + fixed)
            Candidates(self, v, MenuEntry(form.number), Answer(v), range(1, 1 + fixed)).go_through()
            b.emit("return", b.const(0))
            self.l.finish(b)
        return name

    # ---- values ----

    def value(self, main: Procedures, s: t.ChooseValue, seat: int, answered: str) -> None:
        """`p chooses x in S`."""
        domain = main.term(s.domain)
        self.settle(main, [domain])
        n = len(self.made)
        type = self.of_domain(domain)
        wanted = self.l.model.wanted.get(id(s.wanted))
        type = wanted.type if wanted else type
        key = self.l.model.keys.get(id(s.target), f"choice.{n}")
        condition = main.term(s.condition) if s.condition is not None else None
        p = of_kinds(ParamInfo("choice", key, type, domain, condition, s.or_none, s.span, wanted))
        self.l.one_word(p)
        assert isinstance(s.who, t.Expr)
        self.l.blind.choosers[key] = main.term(s.who)
        self.values.append(p)
        b, v = self.l.begin(f"legal.{n}", "legal", 1, main)
        v.locals.pop(key, None)
        self.l.blind.all_up(v, [p], 0)
        self.offer_values(v, p, Offer(v, VALUE, once=bool(self.l.blind.placed([p]))))
        legal = self.l.finish(b)
        prompt = self.prompt(main, n, s)
        lone = unasked(self.l, main, n, packing(self.l, [VALUE], [[p]]), lambda v, told: self.offer_values(v, p, told(VALUE))) if s.forced else None
        self.made.append(
            Site(
                "choice", main.here, self.l.places.of(s.span), self.phases(main.here), legal, (), False,
                self.l.type(type, s.or_none), prompt or self.default_prompt(s), domain=self.l.spoken.chosen(s),
            )
        )  # fmt: skip
        if lone is not None:
            self.unasked[n] = lone.taken(main, seat)
        main.ask(n, main.v.bit(seat), answered)

    def of_domain(self, domain: Term) -> Type:
        """The type of what is chosen from it."""
        if domain.type.kind == "zone":
            return Type("card", kinds=domain.type.kinds)
        return self.l.model.member(domain.type.name) if domain.type.kind == "board" else domain.type.of or domain.type

    def offer_values(self, v: Values, p: ParamInfo, found: Found) -> None:
        """Each value is told of."""
        values = Parameter(v, p)
        if values.plan is not None:
            found.many([], values.members())
            return

        def option(value: int, next: str) -> None:
            found.one([self.l.blind.place(v, 0, value, p) if placed else value])
            v.b.emit("jump", next)

        placed = bool(self.l.blind.placed([p]))

        values.each(option, v.b.label("done"))

    def together(self, main: Procedures, s: t.ChooseValue, loop: LoopTerm) -> int:
        """`each p in S chooses p.bet in T`: the number of a site where several seats are asked at once."""
        n = len(self.made)
        domain = main.term(s.domain)
        type = self.of_domain(domain)
        p = ParamInfo("choice", f"choice.{n}", type, domain, main.term(s.condition) if s.condition is not None else None, s.or_none)
        b, v = self.l.begin(f"legal.{n}", "legal", 1, main)
        v.locals[loop.key] = 0
        self.offer_values(v, p, Offer(v, VALUE, once=bool(self.l.blind.placed([p]))))
        legal = self.l.finish(b)
        prompt = self.prompt(main, n, s, loop.key) or self.default_prompt(s)
        self.made.append(
            Site(
                "simultaneous", main.here, self.l.places.of(s.span), self.phases(main.here), legal, (), False,
                self.l.type(type, s.or_none), prompt, domain=self.l.spoken.chosen(s), into=main.term(s.target).data,
            )
        )  # fmt: skip
        return n

    def prompt(self, main: Procedures, n: int, s: t.ChooseAction | t.ChooseValue, asked: str = "") -> Template:
        """The question that the rules ask; where several are asked, the local `asked` is whoever is."""
        if not s.prompt:
            return ()
        return self.l.holes.template(f"prompt.{n}", s.prompt, 1, lambda v: v.locals.update({asked: 0} if asked else {}), main)

    def default_prompt(self, s: t.ChooseValue) -> Template:
        name = s.target.name if isinstance(s.target, (t.Ref, t.Attr)) else "a value"
        return (f"choose {name.replace('_', ' ')}",)
