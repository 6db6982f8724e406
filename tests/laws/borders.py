"""What is said of corners and edges, where the rules have any."""

from __future__ import annotations

from tests.laws.terms import Scope, Terms
from tests.laws.world import BORDER, CELL, CORNER, EDGE, WAY, Ty

LEADING = {
    ("corner", False): ("northeast", "southeast", "southwest", "northwest"),
    ("corner", True): ("north", "south", "northeast", "southeast", "southwest", "northwest"),
    ("edge", False): ("north", "east", "south", "west"),
    ("edge", True): ("northeast", "east", "southeast", "southwest", "west", "northwest"),
}
"""By what lies there, and whether cells are hexes, the ways from the middle of a cell."""
ALONG = {False: LEADING["edge", False], True: ("north", "south", *LEADING["corner", False])}
"""The ways of edges from a corner."""


class Borders(Terms):
    """Draws corners and edges, sets of them, and what is asked of them."""

    def place(self, s: Scope, kind: str = "cell") -> str:
        found = s.of(kind)
        if kind == "cell" or found and self.r.random() < 0.7:
            return super().place(s) if kind == "cell" else self.r.choice(found)
        boards = [LEADING[kind, hexes] for hexes in self.world.hexes.values()]
        return f"{super().place(s)}.{kind}({self.r.choice([way for way in boards[0] if all(way in ways for ways in boards)])})"

    def way(self, s: Scope, part: str, of: str) -> str:
        """One in which such a part may lie, on some board."""
        held = self.names_of(s, WAY)
        if held and self.r.random() < 0.5:
            return self.r.choice(held)
        boards = self.world.hexes.values()
        return self.r.choice([way for hexes in boards for way in (ALONG[hexes] if of == "corner" else LEADING[part, hexes])])

    def along(self, s: Scope, ty: Ty) -> str:
        """A corner or an edge, or none."""
        cell, corner, edge, end = self.place(s), self.place(s, "corner"), self.place(s, "edge"), self.fresh("x")
        to_corner, to_edge, on = self.way(s, "corner", "cell"), self.way(s, "edge", "cell"), self.way(s, "edge", "corner")
        ways = {
            "cell": [f"{cell}.step({to_edge})"],
            "corner": [f"{corner}.step({on})", f"{cell}.corner({to_corner})", f"first({end} for {end} in {edge}.ends)"],
            "edge": [f"{corner}.edge({on})", f"{cell}.edge({to_edge})", f"{cell}.edge({self.place(s)})", f"{corner}.edge({self.place(s, 'corner')})"],
        }
        return self.r.choice(ways[ty.kind])

    def beside(self, s: Scope, kind: str = "cell") -> str:
        """A set of what touches something."""
        if kind == "cell" and (not self.world.borders or self.r.random() < 0.6):
            return super().beside(s)
        cell, corner, edge, board = self.place(s), self.place(s, "corner"), self.place(s, "edge"), self.r.choice(list(self.world.boards))
        end = self.fresh("x")
        ways = {
            "cell": [f"{corner}.cells", f"{edge}.cells"],
            "corner": [
                f"{board}.corners", f"{cell}.corners", f"{edge}.ends", f"{corner}.neighbours", f"{corner}.ray({self.way(s, 'edge', 'corner')})",
                f"{{{edge}.other({end}) for {end} in {edge}.ends}}",
            ],
            "edge": [f"{board}.edges", f"{cell}.edges", f"{corner}.edges"],
        }  # fmt: skip
        return self.r.choice(ways[kind])

    def maybe(self, s: Scope, ty: Ty, deep: int) -> str | None:
        if ty.kind in BORDER and self.r.random() < 0.6:
            return self.along(s, ty)
        return super().maybe(s, ty, deep)

    def nothing(self, s: Scope) -> str | None:
        if self.world.borders and self.r.random() < 0.3:
            return f"{self.along(s, self.r.choice([CORNER, EDGE]))} is {self.r.choice(['', 'not '])}none"
        return super().nothing(s)

    def compared(self, s: Scope, deep: int) -> str:
        if self.world.borders and self.r.random() < 0.3:
            ty = self.r.choice([CORNER, EDGE, CELL])
            return f"{self.along(s, ty)} {self.r.choice(['==', '!='])} {self.r.choice([self.along(s, ty), self.term(s, ty, deep)])}"
        return super().compared(s, deep)

    def guarded(self, s: Scope, ty: Ty, deep: int) -> str | None:
        if ty.kind not in BORDER or self.r.random() < 0.4:
            return super().guarded(s, ty, deep)
        found = self.along(s, ty)
        return f"({found} if {found} is not none else {self.place(s, ty.kind)})"

    def size(self, s: Scope, deep: int) -> str:
        if self.world.borders and self.r.random() < 0.15:
            return self.longest(s, deep)
        if self.world.boards and self.r.random() < 0.08:
            return self.far(s)
        return super().size(s, deep)

    def longest(self, s: Scope, deep: int) -> str:
        """The longest way along edges."""
        e, x = self.fresh("e"), self.fresh("x")
        inner = s.plus(e, EDGE)
        test = f" if {self.truth(inner, deep)}" if self.r.random() < 0.7 else ""
        passing = f" if {self.truth(s.plus(x, CORNER), deep)}" if self.r.random() < 0.4 else ""
        return f"longest({self.r.choice(['1', '1', '2'])} for {e} in {self.members(s, EDGE, 0)}{test} for {x} in {e}.ends{passing})"

    def far(self, s: Scope) -> str:
        """How far it is from one to another: where no way may lead there, that is mostly asked first."""
        kind = self.r.choice([ty.kind for ty in self.world.places if ty.kind not in ("edge", "route")])
        one, other, d, e = self.place(s, kind), self.place(s, kind), self.fresh("d"), self.fresh("e")
        asked = f"{one}.distance({other})"
        return asked if self.r.random() < 0.2 else f"({asked} if {other} in {{{d} from {one} by {e} in {d}.neighbours}} else 7)"

    def near(self, s: Scope, name: str, ty: Ty, deep: int) -> str:
        """Where a reach goes on."""
        if ty.kind == "edge":
            end = self.fresh("x")
            return f"{{{(other := self.fresh('f'))} for {end} in {name}.ends for {other} in {end}.edges}}"
        if ty.kind == "corner":
            return self.r.choice([f"{name}.neighbours", f"{name}.neighbours", f"{name}.ray({self.way(s, 'edge', 'corner')})"])
        return super().near(s, name, ty, deep)

    def other_end(self, s: Scope) -> str:
        """What is a fault, mostly."""
        return f"{self.place(s, 'edge')}.other({self.place(s, 'corner')})"

    def cell(self, s: Scope, deep: int, ty: Ty = CELL) -> str:
        if ty.kind == "corner" and self.r.random() < 0.02:
            return self.other_end(s)
        return super().cell(s, deep, ty)
