"""What few games have: letters of pictures, several variables that are set as one, how many of each in one choice, cards that carry out each other."""

from __future__ import annotations

from tests.laws.deeds import Deeds, Lines, Room, indented
from tests.laws.terms import Scope
from tests.laws.world import Kind, Ty, number

WIDEST = 9
"""Columns of a board that has pictures: an empty row is one digit."""


class Extras(Deeds):
    """Draws them, each where the world has what it needs."""

    # ---- pictures ----

    def legend(self, board: str) -> Lines:
        """The letters of a board, that set a variable of its cells or two."""
        r, w = self.r, self.world
        fits = [v for v in w.vars if v.owner == "cell" and not (v.scope or v.keys) and v.type.kind in ("int", "bool", "enum") and v.type.name != "Way"]
        if not fits or w.boards[board][1] > WIDEST or r.random() < 0.4:
            return []
        letters = r.sample("abcd", r.randint(1, 3))
        w.letters[board] = tuple(letters)
        out = []
        for letter in letters:
            values = ", ".join(self.first_value(v.name, v.type) for v in r.sample(fits, r.randint(1, min(2, len(fits)))))
            out.append(f'"{letter}": {values}' if r.random() < 0.7 else f'"{letter.upper()}" small: {values}')
        for letter in "|+" if r.random() < 0.3 else "":
            fits = [v for v in w.vars if v.owner in ("cell", "corner") and not (v.scope or v.keys) and v.type.kind in ("int", "bool")]
            v = r.choice(fits) if fits else None
            side = f" in {r.choice(['north', 'east', 'southwest'])}" if v is not None and v.owner == "cell" else ""
            out += [f'"{letter}"{side}: {self.first_value(v.name, v.type)}'] if v is not None else []
        return out + [f'" " for c in {board} if c.row {r.choice(["==", "<", "!="])} c.column'] * (r.random() < 0.1)

    def first_value(self, name: str, ty: Ty) -> str:
        return f"{name} = {self.r.randint(max(0, ty.low), ty.high) if ty.kind == 'int' else self.literal(ty)}"

    def picture(self) -> Lines | None:
        r, w = self.r, self.world
        if not w.letters:
            return None
        board = r.choice(list(w.letters))
        rows, columns = w.boards[board]
        found = "".join(r.choice([*w.letters[board], "."]) for _ in range(columns))
        return [f'{board} = "{"/".join(r.choice([str(columns), found]) for _ in range(rows))}"']

    # ---- several as one ----

    def assign(self, s: Scope, room: Room) -> Lines | None:
        if self.r.random() < 0.15:
            line = self.as_one(s) if self.r.random() < 0.6 else self.alike(s)
            if line:
                return [line]
        return super().assign(s, room)

    def as_one(self, s: Scope) -> str | None:
        """All that a variable with one key holds."""
        r = self.r
        found = [v for v in self.world.vars if len(v.keys) == 1]
        if not found:
            return None
        v = r.choice(found)
        (key,) = v.keys
        base = self.owned(s, v.name, v.owner)
        dice = {"int": f"{key.low}..{key.high}", "enum": key.name, "player": "players"}.get(key.kind)
        ways = [f"{base} = {self.fitting(s, v.type)}"]
        if v.type.kind == "int":
            ways += [f"{base} = {base}", f"{base} -= {base}", *[f"{base} = roll {r.randint(1, 3)} of {dice}"] * 3 * bool(dice and not self.world.sure)]
        return r.choice(ways)

    def alike(self, s: Scope) -> str | None:
        """Two variables that are set to the same, on one line."""
        found = [v for v in self.world.vars if v.name != "clock" and v.type.kind in ("int", "bool", "enum") and v.type.name != "Way"]
        one = self.r.choice(found)
        other = self.r.choice([v for v in found if (v.type.kind, v.type.name) == (one.type.kind, one.type.name)])
        targets = [self.held(s, v) for v in (one, other)]
        value = str(self.r.randint(0, min(one.type.high, other.type.high))) if one.type.kind == "int" else self.literal(one.type)
        return f"{targets[0]}, {targets[1]} = {value}" if all(targets) else None

    # ---- how many of each ----

    def counted_action(self, name: str) -> Lines:
        """An action that asks how many of each there are to be: of numbers or of an enum, behind another parameter or alone."""
        r, w = self.r, self.world
        key, keys = r.choice([("1..2", number(2, 1)), ("1..3", number(3, 1)), *((enum, Ty("enum", enum)) for enum in w.enums)])
        among = self.fresh("f")
        s = Scope({among: keys}, you=True)
        most = r.choice(["1", "2", f"({self.number(s, 1)}) % 3", f"({self.number(s, 0)}) % 3"])
        many = f": {r.choice(['1..2', '0..1', '2..2'])}" if r.random() < 0.5 else ""
        before = [f"{(other := self.fresh('n'))} in 1..2"] if r.random() < 0.2 else []
        inner = Scope({other: number(2, 1)} if before else {}, you=True)
        one = self.fresh("v")
        total = f"sum({one} * counts[{one}] for {one} in {key})" if keys.kind == "int" else f"count({one} for {one} in {key} if counts[{one}] > 0)"
        condition = f" if {r.choice([f'{total} < 3', f'{total} != 1 or {self.truth(inner, 1)}'])}" if r.random() < 0.4 else ""
        params = [*before, f"counts[{among} in {key}]{many} in 0..{most}{condition}"]
        lines = [f'"{name} {{counts}}"'] if r.random() < 0.6 else []
        lines += [f"require count(counts) < {r.randint(1, 4)} or {self.truth(inner, 1)}"] if r.random() < 0.4 else []
        lines += [f"x = ({total} + count(counts)) % 10", *self.block(inner, Room(), 2, 1)]
        self.actions[name] = ()
        self.unused.append(name)
        return [f"action {name}({', '.join(params)}):", *indented(lines)]

    # ---- cards that carry out each other ----

    def carrying(self, kind: Kind) -> Lines:
        """An effect that carries out another card, or this one again."""
        r, able = self.r, [k.name for k in self.world.kinds.values() if k.effect]
        wanted = r.sample(able, min(len(able), r.choice([1, 2])))
        other = self.fresh("card")
        deep = f"carry out {other} at most {r.randint(1, 3)} deep"
        kinds = tuple(wanted)
        inner = Scope({"this": Ty("card", kinds=(kind.name,)), other: Ty("card", kinds=kinds)}, you=True)
        moved = [f"move {other} to {self.goal(inner)}"] if r.random() < 0.7 else []
        again = r.choice([[deep], [deep], ["repeat 2 times:", *indented([deep])], [f"if {self.truth(inner, 1)}:", *indented([deep])]])
        head = f"effect again({other}: {' or '.join(wanted)} in your.held if {other} != this or none):"
        guard = [f"require {self.truth(Scope({'this': Ty('card', kinds=(kind.name,))}, you=True), 1)}"] if r.random() < 0.2 else []
        behind = self.block(Scope({"this": Ty("card", kinds=(kind.name,))}, you=True), Room(moves=False), 1, 0) if r.random() < 0.5 else []
        return [head, *indented([f'"again {{{other}}}"', *guard, f"if {other} is not none:", *indented([*moved, *again]), *behind])]
