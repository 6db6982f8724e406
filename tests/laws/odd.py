"""Expressions that nobody would write there, of every form and kind: most are refused by `check`, and what it accepts must do."""

from __future__ import annotations

from collections.abc import Callable

from tests.laws.shapes import Shapes
from tests.laws.terms import Scope

ODD = 0.012
"""How often an odd expression stands in the place of another, in a file that has any."""

ASKED = ["left", "others", "next", "row", "around", "n", "colour", "held", "score", "kind", "rows", "opposite"]
"""What can be asked of one thing or another."""
PARTS = ["corners", "edges", "ends", "cells", "neighbours", "routes", "hue"]
"""What can be asked of cells, corners and edges, places and routes."""


class Odd(Shapes):
    """Puts an odd expression in the place of others now and then, in some files."""

    odd = 0.0

    def strange(self, s: Scope) -> bool:
        return self.r.random() < self.odd and not s.early

    def number(self, s: Scope, deep: int) -> str:
        return self.any_form(s, 1) if self.strange(s) else super().number(s, deep)

    def truth(self, s: Scope, deep: int) -> str:
        return self.any_form(s, 1) if self.strange(s) else super().truth(s, deep)

    def value(self, s: Scope, enum: str, deep: int, sure: bool = False) -> str:
        return self.any_form(s, 1) if self.strange(s) else super().value(s, enum, deep, sure)

    def player(self, s: Scope, deep: int) -> str:
        return self.any_form(s, 1) if self.strange(s) else super().player(s, deep)

    def members(self, s: Scope, ty: object, deep: int) -> str:
        return self.any_form(s, 1) if self.strange(s) else super().members(s, ty, deep)  # type: ignore[arg-type]

    def any_form(self, s: Scope, deep: int) -> str:
        """Something, of any kind."""
        r, w = self.r, self.world
        if deep <= 0:
            return self.anything(s)
        a: Callable[[], str] = lambda: self.any_form(s, deep - 1)  # noqa: E731
        x = self.fresh("x")
        ways = [
            lambda: self.anything(s), lambda: self.anything(s), lambda: self.anything(s),
            lambda: f"({a()} if {self.truth(s, 0)} else {a()})",
            lambda: f"({a()} {r.choice(['==', '!=', 'in', 'not in', 'is', 'is not', '<', '<='])} {a()})",
            lambda: f"({a()} {r.choice(['+', '-', '*', '|', '&', 'and', 'or', '..'])} {a()})",
            lambda: f"{r.choice(['count', 'sum', 'min', 'max', 'abs', 'distinct'])}({a()})",
            lambda: f"{r.choice(['max', 'min', 'sees', 'seen'])}({a()}, {a()})",
            lambda: f"{r.choice(['count', 'sum', 'min', 'any', 'all', 'distinct', 'first', 'last'])}({x} for {x} in {a()})",
            lambda: f"{r.choice(['sum', 'max', 'first', 'last', 'distinct'])}({self.anything(s.plus(x, self.member_type()))} for {x} in {a()})",
            lambda: f"{{{a()}, {a()}}}", lambda: f"[{a()}, {a()}]", lambda: f"{{{x} for {x} in {a()}}}", lambda: f"[{x} for {x} in {a()}]",
            lambda: f"({r.choice(['top', 'bottom', 'tops', 'all', 'random'])} of ({a()}))",
            lambda: f"({a()})[{r.randint(1, 2)}]",
            lambda: f"({a()}).{r.choice([*ASKED, *PARTS * bool(w.borders or w.webs)])}",
            lambda: f"{r.choice([*w.defs, *w.permissions, *w.melds, *w.combinations] or ['count'])}({a()})",
            lambda: f"(not {a()})", lambda: f"(-{a()})",
        ]  # fmt: skip
        return r.choice(ways)()

    def anything(self, s: Scope) -> str:
        """Something short, of any kind."""
        r, w = self.r, self.world
        zone, z = self.zone(s)
        ways = [
            zone, zone, self.face(s, w.kinds_of(z)), self.face(s, w.kinds_of(z)), r.choice(list(w.kinds)), "none", "true", "7", "players", "over", "waiting",
            "winners", f"seen({self.seat(s)}, {zone})", f"sees({self.seat(s)}, {zone})", f"sees({self.seat(s)}, {self.seat(s)}.score)", "all cards",
            self.everything(), r.choice(list(w.enums)), r.choice(list(w.boards) or ["deck"]), self.seat(s), f"top of {zone}", f"bottom of {zone}",
            *s.names, *w.options, *w.rulings, *w.charts, *w.lists, *w.defs, *w.permissions, f"{zone}[1]", "{}", "[]", "(1..3)", "usual",
        ]  # fmt: skip
        if w.boards:
            board = r.choice(list(w.boards))
            ways += [f"{board}.rows", f"{board}.lines(2)", f"{board}.columns", self.place(s), "north", "orthogonal", f"{self.place(s)}.step(north)"]
        if w.borders:
            corner, edge = self.place(s, "corner"), self.place(s, "edge")
            ways += [corner, edge, f"{edge}.other({corner})", f"{corner}.{r.choice(PARTS)}", f"{edge}.{r.choice(PARTS)}", f"{self.place(s)}.edge({corner})"]
        if w.webs:
            place, route = self.place(s, "place"), self.place(s, "route")
            ways += [place, route, *w.webs, f"{route}.other({place})", f"{place}.{r.choice(PARTS)}", f"{route}.{r.choice(PARTS)}", f"{place}.route({place})"]
        ways += [text for v in w.vars if (text := self.held(s, v))]
        return r.choice(ways)
