"""Chance and the world: the places where `main` draws, or stops to be told what has come."""

from __future__ import annotations

from typing import TYPE_CHECKING
from typing import Callable as Fn

from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Site, Template
from ruledsl.ir.program import Type as Kind
from ruledsl.ir.regions import chance_of
from ruledsl.lower.unless import Open
from ruledsl.lower.values import Values
from ruledsl.model.model import ParamInfo
from ruledsl.model.types import BOOL, Term, Type
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering
    from ruledsl.lower.procedures import Procedures


class Chance:
    def __init__(self, lowering: Lowering):
        self.l = lowering

    @property
    def number(self) -> int:
        """That of the site which is made next."""
        return len(self.l.sites.made)

    # ---- the world ----

    def observe(self, main: Procedures, e: t.Observe) -> int:
        """1 or 0: what the world answers, or chance for it where chance is drawn."""
        n, term = self.number, main.term(e)
        names = (f"odds.{n}", f"out_of.{n}")
        for name, rate in zip(names, term.args, strict=True):
            self.l.outside(main, name, rate)
        question = self.l.holes.template(f"prompt.{n}", e.question, 1, lambda v: None, main)
        likely, of = (main.v.value(a) for a in term.args)
        least = self.l.known.of(term.args[1]).span
        self.some(main, of, least[0] if least is not None else None)
        return self.world(main, "observe", question, names, (likely, of))

    def some(self, main: Procedures, of: int, least: int | None) -> None:
        """One of none at all is no chance: that is a fault whoever is asked, as it is where chance is drawn."""
        if least is None or least < 1:
            b = main.b
            good, bad = b.label("good"), b.label("bad")
            b.emit("branch", b.value("lt", of, b.const(1)), bad, good)
            b.start(bad)
            b.emit("trap", Fault.NO_MEMBER)
            b.start(good)

    def comes(self, main: Procedures, block: Open) -> int:
        """1 or 0: is an interruption declared by chance, where nobody looks?"""
        names = (f"odds.{self.number}", f"out_of.{self.number}")
        for part, (name, known) in enumerate(zip(names, block.odds or (), strict=True)):
            b, v = self.l.begin(name, "value", 0)
            b.emit("return", self.rate(v, block, part, known))
            self.l.finish(b)
        likely, of = (self.rate(main.v, block, part, known) for part, known in enumerate(block.odds or ()))
        self.some(main, of, block.odds[1] if block.odds else None)
        return self.world(main, "comes", (), names, (likely, of), block.number)

    def rate(self, v: Values, block: Open, part: int, known: int | None) -> int:
        return v.b.const(known) if known is not None else v.b.value("load", chance_of(block.number, part), v.b.const(0))

    def world(self, main: Procedures, chance: str, question: Template, names: tuple[str, str], odds: tuple[int, int], comes: int | None = None) -> int:
        """1 or 0: asked, or drawn. How likely 1 is, and of how many, say functions of these names, and the registers `odds`."""
        n, b, (likely, of) = self.number, main.b, odds
        same, _ = self.l.begin(f"outcome.{n}", "value", 1)
        same.emit("return", 0)
        self.l.sites.made.append(
            Site(
                "world", main.here, b.place, self.l.sites.phases(main.here), type=self.l.type(BOOL), prompt=question,
                outcome=self.l.finish(same), chance=chance, odds=names[0], out_of=names[1], comes=comes,
            )
        )  # fmt: skip
        return self.told_or_drawn(main, n, lambda: b.const(2), lambda to: b.emit("lt", to, b.value("random", of), likely))

    # ---- chance ----

    def draw(self, main: Procedures, zone: str, at: int, count: int) -> int:
        """Which of the loose cards, or of the cards without order?"""
        b, _ = self.l.begin(f"outcome.{self.number}", "value", 1, main)
        b.emit("return", b.value("znth", zone, self.l.pinned(b, main, at), 0))
        kinds = self.l.model.state[zone].type.kinds
        return self.falls(main, count, "draw", self.l.type(Type("card", kinds=kinds)), self.l.finish(b))

    def picked(self, main: Procedures, count: int, card: Fn[[Values, int], int], p: ParamInfo) -> int:
        """Which of the unseen cards that could be meant? `card` gives the register of the card of a number, outside `main`."""
        b, v = self.l.begin(f"outcome.{self.number}", "value", 1, main)
        b.emit("return", card(v, 0))
        return self.falls(main, count, "draw", self.l.type(p.type.bare), self.l.finish(b))

    def roll(self, main: Procedures, term: Term, asked: str = "") -> int:
        """One of the values of a range, a list or an enum, each as likely; `asked` is what it is rolled for."""
        domain, name = term.args[0], f"outcome.{self.number}"
        if domain.op == "range":
            low, high = (main.v.value(a) for a in domain.args)
            count = main.b.value("add", main.b.value("sub", high, low), main.b.const(1))
            b, v = self.l.begin(name, "value", 1, main)
            b.emit("return", b.value("add", 0, v.value(domain.args[0])))
            number = self.falls(main, count, "roll", self.l.type(term.type), self.l.finish(b), asked)
            return main.b.value("add", number, main.v.value(domain.args[0]))
        items = self.l.constant_items(domain)
        table = self.l.table(f"roll.{self.number}", items)
        b, _ = self.l.begin(name, "value", 1, main)
        b.emit("return", b.value("table", table, 0))
        outcome = self.l.finish(b)
        number = self.falls(main, main.b.const(len(items)), "roll", self.l.type(term.type), outcome, asked)
        return main.b.value("table", table, number)

    def falls(self, main: Procedures, count: int, word: str, type: Kind, outcome: str, asked: str = "") -> int:
        """0..count-1, drawn at once, or asked where chance is asked."""
        n, b = self.number, main.b
        prompt = (asked,) if asked else ()
        site = Site("chance", main.here, b.place, self.l.sites.phases(main.here), type=type, outcome=outcome, chance=word, prompt=prompt)
        self.l.sites.made.append(site)
        return self.told_or_drawn(main, n, lambda: count, lambda to: b.emit("random", to, count))

    def told_or_drawn(self, main: Procedures, n: int, count: Fn[[], int], draw: Fn[[int], None]) -> int:
        """The number of an outcome: asked where chance is asked, else drawn into a register."""
        b = main.b
        number = b.new()
        asked, drawn, answered, after = (b.label(w) for w in ("asked", "drawn", "answered", "after"))
        b.emit("branch", b.value("load", "chance", b.const(0)), asked, drawn)
        b.start(asked)
        b.emit("ask", n, b.const(0), count(), answered)
        main.resumes.append(answered)
        b.start(answered)
        b.emit("load", number, "move", b.const(0))
        b.emit("jump", after)
        b.start(drawn)
        draw(number)
        b.emit("jump", after)
        b.start(after)
        return number
