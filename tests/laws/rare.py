"""What few games have: lines and kinds as values, charts with two keys, zones that come to be full, rules that wait for each of several."""

from __future__ import annotations

from ruledsl.record import replace
from tests.laws.deeds import Lines, Room, indented
from tests.laws.extras import Extras
from tests.laws.terms import Scope
from tests.laws.world import PLACES, Ty, Zone

RARE = ("line", "kind")


class Rare(Extras):
    """Draws them, each where the world has what it needs."""

    # ---- lines and kinds ----

    def term(self, s: Scope, ty: Ty, deep: int = 2) -> str:
        if ty.kind not in RARE:
            return super().term(s, ty, deep)
        if deep > 0 and self.r.random() < 0.1:
            return f"({self.term(s, ty, deep - 1)} if {self.truth(s, deep - 1)} else {self.term(s, ty, deep - 1)})"
        if deep > 0 and self.r.random() < 0.2 and (guarded := self.guarded(s, ty, deep - 1)):
            return guarded
        found = self.names_of(s, ty)
        return self.r.choice(found) if found and self.r.random() < 0.6 else self.kind_of(s, ty) if ty.kind == "kind" else self.line(s)

    def kind_of(self, s: Scope, ty: Ty) -> str:
        """A kind of a family: its name, or a card of it."""
        kinds = self.world.families[ty.name]
        return self.r.choice(kinds)

    def line(self, s: Scope) -> str:
        r, board = self.r, self.r.choice(list(self.world.boards))
        rows, columns = self.world.boards[board]
        if self.world.hexes[board] or r.random() < 0.5:
            return f"{board}.row({r.randint(1, rows)})"
        return f"{board}.column({r.randint(1, columns)})"

    def maybe(self, s: Scope, ty: Ty, deep: int) -> str | None:
        if ty.kind == "line" and self.r.random() < 0.5:
            return f"{self.place(s)}.line({self.value(s, 'Way', 0)})"
        return super().maybe(s, ty, deep)

    def compared(self, s: Scope, deep: int) -> str:
        if self.world.rare and self.r.random() < 0.2 and not s.early:
            return self.rarely(s, self.r.choice(self.world.rare))
        return super().compared(s, deep)

    def member(self, s: Scope, deep: int) -> str:
        found = super().member(s, deep)
        kinds = [kind for family in self.world.families.values() for kind in family]
        return self.compared(s, deep) if found.startswith(tuple(kinds)) else found

    def named_key(self, s: Scope, key: Ty) -> str:
        if key.kind not in RARE:
            return super().named_key(s, key)
        held = [name for name, ty in s.names.items() if ty == replace(key, or_none=False)]  # what has keys of its own would ask for them again
        return self.r.choice(held) if held else self.kind_of(s, key) if key.kind == "kind" else self.line(s)

    def values_of(self, ty: Ty) -> str:
        if ty.kind == "kind":
            return ty.name
        return f"{self.r.choice(list(self.world.boards))}.lines" if ty.kind == "line" else super().values_of(ty)

    def member_type(self, numbers: bool = True) -> Ty:
        rare = [ty for ty in self.world.rare if numbers or ty.kind == "line"]
        return self.r.choice(rare) if rare and self.r.random() < 0.25 else super().member_type(numbers)

    def members(self, s: Scope, ty: object, deep: int) -> str:
        if not isinstance(ty, Ty) or ty.kind not in RARE:
            return super().members(s, ty, deep)
        r, held, k = self.r, self.names_of(s, Ty("set", of=ty)), self.fresh("k")
        if deep > 0 and r.random() < 0.4:
            return f"({self.members(s, ty, deep - 1)} {r.choice('|&-')} {self.members(s, ty, deep - 1)})"
        test = f" if {self.truth(s.plus(k, ty), deep)}" if deep > 0 and r.random() < 0.5 else ""
        ways = [*held, *held, f"{{{k} for {k} in {self.values_of(ty)}{test}}}"]
        if ty.kind == "line":
            ways.append(f"{{{self.provided(s, ty, deep)}, {self.term(s, ty, 0)}}}")
            ways += [f"{r.choice([*self.world.boards, self.place(s)])}.{r.choice(['lines', 'diagonals'])}"] * 2
        if deep > 0 and not s.early:
            ways += [self.reach(s, ty, deep - 1)] * (ty.kind == "line") + [x for x in [self.selected(s, ty, deep - 1)] if x and ty.kind == "line"]
        return r.choice(ways)

    def truth(self, s: Scope, deep: int) -> str:
        if self.world.rare and not s.early and self.r.random() < 0.06:
            return self.rarely(s, self.r.choice(self.world.rare))
        return super().truth(s, deep)

    def rarely(self, s: Scope, ty: Ty) -> str:
        """What is asked of a line or a kind."""
        r, one, other = self.r, self.term(s, ty, 1), self.term(s, ty, 1)
        if ty.kind == "kind":
            k, held = self.fresh("k"), self.names_of(s, ty)
            family = {*self.world.families[ty.name]}
            cards = [n for n in s.of("card") if {*s.names[n].kinds} <= family]
            if not held:
                return f"any({self.truth(s.plus(k, ty), 0)} for {k} in {ty.name} if {k} == {other})"
            mine = r.choice(held)
            asked = [f"{mine} {r.choice(['==', '!='])} {other}", f"{mine} in {self.members(s, ty, 0)}"]
            return r.choice([*asked, *(f"{card} is {mine}" for card in cards)])
        cell, way = self.place(s), self.value(s, "Way", 0)
        return r.choice([
            f"{one} {r.choice(['==', '!='])} {other}", f"{cell} in {one}", f"{cell}.line({way}) {r.choice(['==', '!='])} {one}",
            f"count({one}) > {r.randint(0, 3)}", f"({one} & {cell}.neighbours) is empty", f"{one}.cells {r.choice(['<=', '=='])} {other}.cells",
            f"{cell}.line({way}) is none",
        ])  # fmt: skip

    # ---- charts ----

    def charts(self) -> Lines:
        out, w, r = super().charts(), self.world, self.r
        for name, kind in (("duo", "int"), ("facts", "bool")):
            if r.random() > 0.2:
                continue
            rows = r.choice([*w.enums, *w.families])
            among = [e for e in w.enums if e != rows] + [""]
            columns = r.choice(among)
            heads = list(w.enums[columns]) if columns else [str(n) for n in range(1, r.randint(3, 4))]
            self.two[name] = (rows, columns, len(heads))
            values = lambda: str(r.randint(-2, 9)) if kind == "int" else r.choice(["true", "false"])  # noqa: B023, E731
            out += [f"chart {name}:", f"    {rows.lower()}  {'  '.join(heads)}"]
            out += [f"    {row}  {'  '.join(values() for _ in heads)}" for row in (w.enums.get(rows) or w.families[rows])]
        return out

    def two_keyed(self, s: Scope, name: str, deep: int) -> str:
        rows, columns, many = self.two[name]
        first = self.value(s, rows, deep) if rows in self.world.enums else self.kind_of(s, Ty("kind", rows))
        if columns:
            second = self.value(s, columns, deep)
        else:
            second = f"({self.number(s, deep)}) % {many} + 1" if self.r.random() < 0.6 else str(self.r.randint(1, many))
        return f"{name}[{first}, {second}]"

    def charted(self, s: Scope, deep: int) -> str | None:
        if "duo" in self.two and self.r.random() < 0.5:
            return self.two_keyed(s, "duo", deep)
        return super().charted(s, deep)

    def ruled(self) -> str | None:
        if "facts" in self.two and self.r.random() < 0.5:
            return self.two_keyed(Scope(), "facts", 0)
        return super().ruled()

    # ---- zones that may be full ----

    def goal(self, s: Scope) -> str:
        if self.r.random() < 0.1:
            return self.zone(s, lambda z: not z.of)[0]
        return super().goal(s)

    # ---- rules that wait ----

    def watch(self) -> Lines:
        out = super().watch()
        if self.r.random() > 0.15:
            return out
        fits = [v for v in self.world.vars if v.type.kind in ("int", "bool") and not v.type.or_none and not v.scope and v.name != "clock" and self.goes(v)]
        if not fits:
            return out
        v, loops, names = self.r.choice(fits), [], Scope()
        if v.owner != "table":
            name = self.fresh("w")
            ty = next(ty for ty in (*self.world.places, Ty("player")) if ty.kind == v.owner)
            loops, names = [f"{name} in {self.values_of(ty)}"], names.plus(name, ty)
        for key in v.keys:
            name = self.fresh("w")
            among = f"{key.low}..{key.high}" if key.kind == "int" else "[true, false]" if key.kind == "bool" else self.values_of(key)
            loops, names = [*loops, f"{name} in {among}"], names.plus(name, key)
        if len(loops) != 1:
            return out
        held = f"{name}.{v.name}" if v.owner != "table" else f"{v.name}[{name}]"
        holds, back = (f"{held} > {max(v.type.low, 0) + 2}", f"{held} = {max(v.type.low, 0)}") if v.type.kind == "int" else (held, f"{held} = false")
        guard = f" if {self.truth(names, 1)}" if self.r.random() < 0.3 else ""
        return [*out, f"as soon as {holds} for {loops[0]}{guard}{self.r.choice(['', ' during turn'])}:", *indented([back])]

    def goes(self, v: object) -> bool:
        return v.owner in ("table", "player", *PLACES)  # type: ignore[attr-defined]


__all__ = ["Rare", "Room", "Zone"]
