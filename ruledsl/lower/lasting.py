"""Lowers lifetimes: what holds until a phase begins or ends is noted beside it, and comes back then."""

from __future__ import annotations

from typing import Callable as Fn

from ruledsl.ir.program import Zone
from ruledsl.ir.regions import until, word_of
from ruledsl.lower.procedures import Procedure, Procedures
from ruledsl.model.model import Callable
from ruledsl.syntax import tree as t


class Lasting(Procedures):
    """Regions `NAME.until`, `.who` and `.was`. Whatever else sets a variable or moves a card ends its lifetime at once."""

    def lasts(self, name: str, at: int, lifetime: t.Until, now: list[int], change: Fn[[], None]) -> None:
        """Make a change that lasts so long; `now` is what is noted to come back, word by word, unless something is noted already."""
        word = until(name)
        old = self.b.value("load", word, at)
        notes = [f"{until(word_of(name, n))}.was" for n in range(len(now))]
        was = [self.b.value("select", old, self.b.value("load", note, at), new) for note, new in zip(notes, now, strict=True)]
        who = self.v.value(self.term(lifetime.who)) if lifetime.who is not None else self.b.const(-1)
        change()
        ending = self.model.endings[id(lifetime)]
        waits = ending.next and ending.when == "after"
        self.b.emit("store", word, at, self.b.const(2 * self.l.life.endings.index(ending) + (2 if waits else 1)))
        self.b.emit("store", f"{word}.who", at, who)
        for note, value in zip(notes, was, strict=True):
            self.b.emit("store", note, at, value)

    def forget(self, name: str, at: int) -> None:
        """It lasts for ever. What else was noted stays and means nothing any more."""
        if until(name) in self.l.regions:
            self.b.emit("store", until(name), at, self.b.const(0))

    # ---- phases that begin and end ----

    def passes(self, target: Callable, procedure: Procedure, when: str) -> None:
        """A phase begins ("before") or ends ("after"): what waited for this is over."""
        for n in self.l.life.at(target.name):
            ending = self.l.life.endings[n]
            for name in [name for name, endings in self.l.life.variables.items() if n in endings]:
                self.each_instance(name, ending.type is not None, procedure, n, when, self.back)
            if n in self.l.life.cards:
                self.each_instance("card", ending.type is not None, procedure, n, when, self.home)

    def each_instance(
        self, name: str, asks_who: bool, procedure: Procedure, n: int, when: str, over: Fn[[str, int], None]
    ) -> None:
        ending = self.l.life.endings[n]
        arms = when == "before" and ending.next and ending.when == "after"
        if not arms and when != ending.when:
            return
        waiting = self.b.const(2 * n + (2 if arms else 1))
        last, done = self.b.const(self.l.regions[until(name)].count - 1), self.b.label("lasted")

        def one(at: int, next: str) -> None:
            self.found(self.b.value("eq", self.b.value("load", until(name), at), waiting), next)
            if asks_who:
                who = self.b.value("load", f"{until(name)}.who", at)
                self.found(self.b.value("eq", who, procedure.params[0]), next)
            if arms:
                self.b.emit("store", until(name), at, self.b.const(2 * n + 1))
            else:
                over(name, at)

        self.v.numbers(self.b.const(0), last, one, done)

    def found(self, condition: int, otherwise: str) -> None:
        yes = self.b.label("found")
        self.b.emit("branch", condition, yes, otherwise)
        self.b.start(yes)

    def back(self, name: str, at: int) -> None:
        """A variable is what it was."""
        self.store(name, at, *(self.b.value("load", f"{until(word)}.was", at) for word in self.l.kept_in(name)))

    def home(self, name: str, card: int) -> None:
        """A card goes back to where it was."""
        was, after = self.b.value("load", f"{until(name)}.was", card), self.b.label("home")
        for zone in self.l.zones.values():
            if self.takes(zone):
                here, other = self.b.label("here"), self.b.label("elsewhere")
                number = self.b.value("sub", was, self.b.const(zone.base))
                inside = self.b.value("lt", number, self.b.const(zone.instances))
                inside = self.b.value("and", inside, self.b.value("le", self.b.const(0), number))
                self.b.emit("branch", inside, here, other)
                self.b.start(here)
                self.b.emit("zput", zone.name, number, card)
                self.forget(name, card)
                self.changed({z.name for z in self.l.zones.values() if self.takes(z)})
                self.b.emit("jump", after)
                self.b.start(other)
        self.b.start(after)

    def takes(self, zone: Zone) -> bool:
        """May a card with a lifetime lie there?"""
        return not zone.kinds or bool(self.l.life.kinds & frozenset(zone.kinds))
