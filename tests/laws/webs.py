"""What is said of places and the routes between them, where the rules have any."""

from __future__ import annotations

from tests.laws.borders import Borders
from tests.laws.terms import Scope
from tests.laws.world import PLACE, ROUTE, WEB, Ty, Web


class Webs(Borders):
    """Draws places and routes, sets of them, and what is asked of them."""

    def web(self) -> tuple[str, Web]:
        return self.r.choice(list(self.world.webs.items()))

    def place(self, s: Scope, kind: str = "cell") -> str:
        if kind not in WEB:
            return super().place(s, kind)
        found = s.of(kind)
        if found and self.r.random() < 0.7:
            return self.r.choice(found)
        _, web = self.web()
        if kind == "place":
            return self.r.choice(web.places)
        n = self.r.randrange(len(web.routes))
        one, other = self.r.sample(web.routes[n], 2)
        return f"{one}.route({other}, {n})"

    def maybe(self, s: Scope, ty: Ty, deep: int) -> str | None:
        if ty.kind in WEB and self.r.random() < 0.6:
            return self.found(s, ty, deep)
        return super().maybe(s, ty, deep)

    def found(self, s: Scope, ty: Ty, deep: int) -> str:
        """A place or route, or none."""
        name = self.fresh("x")
        test = f" if {self.truth(s.plus(name, ty), deep)}" if self.r.random() < 0.5 else ""
        return f"{self.r.choice(['first', 'last'])}({name} for {name} in {self.beside(s, ty.kind)}{test})"

    def beside(self, s: Scope, kind: str = "cell") -> str:
        if kind not in WEB:
            return super().beside(s, kind)
        (name, _), place, route, end = self.web(), self.place(s, "place"), self.place(s, "route"), self.fresh("x")
        ways = {
            "place": [f"{place}.neighbours", f"{route}.ends", f"{{{route}.other({end}) for {end} in {route}.ends}}", f"{{{end} for {end} in {name}}}"],
            "route": [f"{place}.routes", f"{name}.routes", f"({place}.routes & {self.place(s, 'place')}.routes)"],
        }
        return self.r.choice(ways[kind])

    def nothing(self, s: Scope) -> str | None:
        if self.world.webs and self.r.random() < 0.2:
            return f"{self.found(s, self.r.choice([PLACE, ROUTE]), 0)} is {self.r.choice(['', 'not '])}none"
        return super().nothing(s)

    def compared(self, s: Scope, deep: int) -> str:
        if self.world.webs and self.r.random() < 0.2:
            route, place = self.place(s, "route"), self.place(s, "place")
            asked = f"{route}.hue {self.r.choice(['is', 'is not', '=='])} {self.r.choice(self.world.enums['Colour'])}"
            touching = [f"{place} in {route}.ends", f"{route} in {place}.routes", f"{route}.ends == {self.place(s, 'route')}.ends"]
            return self.r.choice([asked, asked, f"{route}.fast", f"{route}.fast", *touching])
        return super().compared(s, deep)

    def guarded(self, s: Scope, ty: Ty, deep: int) -> str | None:
        if ty.kind not in WEB or self.r.random() < 0.4:
            return super().guarded(s, ty, deep)
        found = self.found(s, ty, 0)
        return f"({found} if {found} is not none else {self.place(s, ty.kind)})"

    def charted(self, s: Scope, deep: int) -> str | None:
        if self.world.webs and self.r.random() < 0.5:
            return self.r.choice([f"{self.place(s, 'route')}.nth", f"town.worth[{self.place(s, 'place')}]"])
        return super().charted(s, deep)

    def size(self, s: Scope, deep: int) -> str:
        if self.world.webs and self.r.random() < 0.1:
            return self.longest_route(s, deep)
        return super().size(s, deep)

    def longest_route(self, s: Scope, deep: int) -> str:
        r, x = self.fresh("r"), self.fresh("x")
        test = f" if {self.truth(s.plus(r, ROUTE), deep)}" if self.r.random() < 0.7 else ""
        passing = f" if {self.truth(s.plus(x, PLACE), deep)}" if self.r.random() < 0.4 else ""
        return f"longest({self.r.choice(['1', f'{r}.nth'])} for {r} in {self.members(s, ROUTE, 0)}{test} for {x} in {r}.ends{passing})"

    def near(self, s: Scope, name: str, ty: Ty, deep: int) -> str:
        """Where a reach goes on."""
        if ty.kind not in WEB:
            return super().near(s, name, ty, deep)
        on, test = self.fresh("x"), f" if {self.truth(s.plus((r := self.fresh('r')), ROUTE), 0)}"
        if ty.kind == "route":
            return f"{{{on} for {r} in {name}.ends for {on} in {r}.routes}}"
        return self.r.choice([f"{name}.neighbours", f"{{{r}.other({name}) for {r} in {name}.routes{test}}}"])

    def cell(self, s: Scope, deep: int, ty: Ty = PLACE) -> str:
        if ty.kind == "place" and self.r.random() < 0.01:
            return f"{self.place(s, 'route')}.other({self.place(s, 'place')})"
        return super().cell(s, deep, ty)
