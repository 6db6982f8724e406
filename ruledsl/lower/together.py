"""Lowers decisions of several seats at once: sealed until all have answered, or each at his own pace."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Callable as Fn

from ruledsl.ir.layout import WORD_HIGH, WORD_LOW
from ruledsl.ir.program import VALUE
from ruledsl.ir.regions import SEALED, Region
from ruledsl.lower.forms import Form
from ruledsl.lower.layout import Layout
from ruledsl.lower.ranges import joined
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.showing import Showing
from ruledsl.lower.spans import answered, held
from ruledsl.model.graph import bodies
from ruledsl.model.types import LoopTerm, Term
from ruledsl.record import replace
from ruledsl.syntax import tree as t

ANSWERED = (0, 1)
COUNTED = 7
"""Bits for how often a menu has come to a seat: those of 9 seats are a word."""


def sealed(layout: Layout, forms: Fn[[str], Iterable[Form]]) -> Region | None:
    """The region that keeps the answers of those who are asked together, until all are in: of each seat whether it has answered, what it chose, and its
    arguments; None where nobody is asked so."""
    model = layout.model
    written = [body for c in model.callables.values() for body in bodies(c)]
    variables = [model.terms[id(s.target)].data for body in written for s in t.within(body, t.ChooseValue) if isinstance(s.who, t.Loop)]
    menus = [s for body in written for s in t.within(body, t.ChooseAction) if isinstance(s.who, t.Loop) and s.again is None]
    chosen = [form for s in menus for item in s.items for form in forms(item.name)]
    if not variables and not menus:
        return None
    width = 2 + max([*(1 for _ in variables), *(len(form.params) for form in chosen)], default=0)
    spans = [ANSWERED, (VALUE, max((form.number for form in chosen), default=0)), *(held(layout, name) for name in variables)]
    low, high = joined([*spans, *(answered(layout, p) for form in chosen for p in form.params)]) or (WORD_LOW, WORD_HIGH)
    return Region(SEALED, layout.settings.players * width, low, high, "variable")


class Together(Showing):
    """`each p in S chooses …`."""

    @abstractmethod
    def dispatch(self, s: t.ChooseAction, chooser: int, read: Fn[[int], int], done: Fn[[str], str], passed: str) -> None:
        """Do what was chosen."""

    @abstractmethod
    def most(self, number: Term) -> int | None:
        """The greatest value that a number can have."""

    @property
    def width(self) -> int:
        return self.l.region(SEALED).count // self.l.settings.players

    def seats_of(self, loop: LoopTerm, n: int | None = None, s: t.ChooseAction | None = None) -> int:
        """A register with those who are asked; of a menu that may be passed, only who has something to choose."""
        pending = self.b.new()
        self.b.emit("const", pending, 0)

        def one(next: str) -> None:
            bit = self.v.bit(self.v.locals[loop.key])
            if n is not None and s is not None and s.optional:
                some = self.b.value("call", f"any.{n}", self.v.locals[loop.key])
                bit = self.b.value("select", some, bit, self.b.const(0))
            self.b.emit("or", pending, pending, bit)

        self.v.each(loop, one, self.b.label("asked"))
        return pending

    def without(self, pending: int, seat: int) -> None:
        self.b.emit("and", pending, pending, self.b.value("xor", self.v.bit(seat), self.b.const(-1)))

    # ---- values ----

    def values_together(self, s: t.ChooseValue, loop: LoopTerm) -> None:
        """Each answer goes into its seat's variable when all have answered."""
        target = self.term(s.target).data
        pending = self.seats_of(loop)
        asked = self.b.value("copy", pending)
        head, ask, answered, done = (self.b.label(w) for w in ("together", "ask", "answered", "done"))
        self.b.start(head)
        self.b.emit("branch", pending, ask, done)
        self.b.start(ask)
        self.ask(self.l.sites.together(self, s, loop), pending, answered)
        self.b.start(answered)
        seat = self.b.value("load", "move.seat", self.b.const(0))
        self.seal(seat)
        self.without(pending, seat)
        self.b.emit("jump", head)
        self.b.start(done)
        self.opened_up(asked, loop, lambda seat, next: self.store(target, seat, self.kept(seat, 2)))

    # ---- actions ----

    def menu_together(self, s: t.ChooseAction, loop: LoopTerm) -> None:
        n = self.l.sites.menu_of_several(self, s, loop)
        if s.again is not None:
            self.at_own_pace(s, s.again, loop, n)
            return
        pending = self.seats_of(loop, n, s)
        asked = self.b.value("copy", pending)
        head, ask, answered, done = (self.b.label(w) for w in ("together", "ask", "answered", "done"))
        self.b.start(head)
        self.b.emit("branch", pending, ask, done)
        self.b.start(ask)
        self.ask(n, pending, answered)
        self.b.start(answered)
        seat = self.b.value("load", "move.seat", self.b.const(0))
        self.seal(seat)
        self.without(pending, seat)
        self.b.emit("jump", head)
        self.b.start(done)
        self.opened_up(asked, loop, lambda seat, next: self.dispatch(s, seat, lambda i: self.kept(seat, 1 + i), lambda action: next, next))

    def seal(self, seat: int) -> None:
        first = self.b.value("mul", seat, self.b.const(self.width))
        self.b.emit("store", SEALED, first, self.b.const(1))
        for i in range(self.width - 1):
            at = self.b.value("add", first, self.b.const(i + 1))
            self.b.emit("store", SEALED, at, self.b.value("load", "move", self.b.const(i)))

    def kept(self, seat: int, i: int) -> int:
        return self.b.value("load", SEALED, self.b.value("add", self.b.value("mul", seat, self.b.const(self.width)), self.b.const(i)))

    def opened_up(self, asked: int, loop: LoopTerm, body: Fn[[int, str], None]) -> None:
        """What each of them chose, in the order of the loop; then nothing of it is kept."""
        done = self.b.label("opened")
        chooser = self.b.new()

        def one(next: str) -> None:
            mine, on = self.b.label("mine"), self.b.label("on")
            self.b.emit("copy", chooser, self.v.locals[loop.key])
            self.v.in_mask(chooser, asked, mine, next)
            self.b.start(mine)
            body(chooser, on)
            self.b.start(on)
            first = self.b.value("mul", chooser, self.b.const(self.width))
            for i in range(self.width):
                self.b.emit("store", SEALED, self.b.value("add", first, self.b.const(i)), self.b.const(0))
            self.b.emit("jump", next)

        self.v.each(replace(loop, domain=self.l.all_seats, condition=None, limit=None), one, done)

    # ---- again ----

    def at_own_pace(self, s: t.ChooseAction, again: t.Again, loop: LoopTerm, n: int) -> None:
        """What somebody chose is done at once, and only he is asked anew."""
        counts = self.b.new()
        if again.at_most is not None:
            self.b.emit("const", counts, 0)
            bound = self.most(self.term(again.at_most))
            if bound is None or bound >> COUNTED:
                raise SettingsError(f"a menu that comes again to each comes to nobody more than {(1 << COUNTED) - 1} times", s.span)
        pending = self.seats_of(loop, n, s)
        head, ask, answered, back, out, look, done = (self.b.label(w) for w in ("together", "ask", "answered", "back", "out", "look", "done"))
        seat = self.v.bind(loop.key)
        if again.at_most is not None:
            limit = self.v.value(self.term(again.at_most))
            self.b.emit("select", pending, self.b.value("lt", self.b.const(0), limit), pending, self.b.const(0))
        self.b.start(head)
        self.b.emit("branch", pending, ask, done)
        self.b.start(ask)
        self.ask(n, pending, answered)
        self.b.start(answered)
        self.b.emit("load", seat, "move.seat", self.b.const(0))
        self.dispatch(s, seat, lambda i: self.b.value("load", "move", self.b.const(i)), lambda action: back, out)
        self.b.start(back)
        self.comes_anew(again, seat, counts, out)
        self.b.emit("jump", look)
        self.b.start(out)
        self.without(pending, seat)
        self.b.emit("jump", look)
        self.b.start(look)
        if s.optional:
            self.who_still_can(pending, n)
        self.b.emit("jump", head)
        self.b.start(done)

    def who_still_can(self, pending: int, n: int) -> None:
        """Of those who are asked, whoever has something left to choose: what one does may leave others nothing but to pass."""

        def one(seat: int, next: str) -> None:
            asked, nothing = self.b.label("asked"), self.b.label("nothing")
            self.v.in_mask(seat, pending, asked, next)
            self.b.start(asked)
            self.b.emit("branch", self.b.value("call", f"any.{n}", seat), next, nothing)
            self.b.start(nothing)
            self.without(pending, seat)
            self.b.emit("jump", next)

        self.v.numbers(self.b.const(0), self.b.const(self.l.settings.players - 1), one, self.b.label("looked"))

    def comes_anew(self, again: t.Again, seat: int, counts: int, out: str) -> None:
        """On if a seat is asked again, or out of those who are."""
        if again.condition is not None:
            holds = self.b.label("holds")
            self.v.branch(self.term(again.condition), holds, out)
            self.b.start(holds)
        if again.at_most is not None:
            more, place = self.b.label("more"), self.b.value("mul", seat, self.b.const(COUNTED))
            self.b.emit("add", counts, counts, self.b.value("shl", self.b.const(1), place))
            times = self.b.value("and", self.b.value("shr", counts, place), self.b.const((1 << COUNTED) - 1))
            self.b.emit("branch", self.b.value("lt", times, self.v.value(self.term(again.at_most))), more, out)
            self.b.start(more)
