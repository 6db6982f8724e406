"""What expressions mean, read from the syntax tree and a state, as plainly as can be: one case a form, nothing worked out before.

It is written from the reference and knows nothing of types, terms or lowering. What it does not read raises `Unread`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise, product
from typing import Any

from ruledsl.syntax import tree as t
from tests.laws.charts import Charts
from tests.laws.places import PARTS
from tests.laws.values import Keyed, Looks, Lying, Names, OfEach, Played, Row, Sort, Unread

__all__ = ["Looks", "Lying", "Names", "OfEach", "Played", "Reader", "Row", "Sort", "Unread"]


class Reader(Charts):
    """Reads expressions of a file in one state."""

    def read(self, e: t.Expr, names: Names) -> Any:
        """The value of an expression. `names`: the locals, and `you`."""
        case = getattr(self, f"read_{type(e).__name__.lower()}", None)
        if case is None:
            raise Unread(type(e).__name__)
        return case(e, names)

    def read_number(self, e: t.Number, names: Names) -> int:
        return e.value

    def read_bool(self, e: t.Bool, names: Names) -> bool:
        return e.value

    def read_noneliteral(self, e: t.NoneLiteral, names: Names) -> None:
        return None

    def read_ref(self, e: t.Ref, names: Names) -> Any:
        name = e.name
        if name in names:
            return names[name]
        if name == "players":
            return frozenset(Sort("player", n) for n in range(self.program.players))
        if name == "others":
            return self.read_ref(t.Ref("players"), names) - {self.you(names)}
        if name in ("orthogonal", "diagonal"):
            return frozenset(Sort("Way", n) for n in range(name == "diagonal", 8, 2))
        if name in self.program.options and name not in self.variables:
            return self.option(name)
        if name in self.enums:
            return frozenset(Sort(name, n) for n in range(len(self.enums[name])))
        thing = self.variables.get(name) or self.zones.get(name)
        if thing is not None and thing.owner == "table" and not (thing.keys and self.symbol(name)):  # what each team has is no such name
            return self.owned(name, 0)
        if name in self.declared.get(t.Board, {}):
            return self.all_of(name, "place" if self.declared[t.Board][name].shape == "places" else "cell")
        if name in self.declared.get(t.Def, {}):
            return self.called(name, [])
        found = self.seated(name) or self.symbol(name) or self.lying("place", self.ground.towns.get(name))
        if found is None and name in self.declared.get(t.Card, {}):
            return Looks(name, ())
        if found is None:
            raise Unread(name)
        return found

    def option(self, name: str) -> Any:
        value: Any = self.program.options[name]
        if name in self.declared.get(t.Ruling, {}):
            return Sort(name, value)
        type = self.declared[t.Option][name].type
        if type.name == "list":
            return Row(value)
        if type.name == "set":
            return frozenset(self.part(type.of, n) for n in range(64) if value >> n & 1)
        return self.part(type, value)

    def read_attr(self, e: t.Attr, names: Names) -> Any:
        if isinstance(e.base, t.Ref):
            if e.base.name == "players" and e.name in ("first", "last"):
                return Sort("player", 0 if e.name == "first" else self.program.players - 1)
            if e.base.name in self.declared.get(t.Board, {}) and e.name in ("rows", "columns"):
                return self.rows_of(e.base.name, e.name == "columns")
            if e.base.name in self.declared.get(t.Board, {}) and e.name in ("lines", "diagonals"):
                return frozenset(Sort("line", n) for n in self.lined.of(e.base.name, e.name == "diagonals"))
            if e.base.name in self.declared.get(t.Board, {}) and e.name in ("corners", "edges", "routes"):
                return self.all_of(e.base.name, PARTS[e.name])
            if e.base.name in self.declared.get(t.Chart, {}):
                return self.chart(e.base.name, e.name)
        base = self.you(names) if isinstance(e.base, t.Ref) and e.base.name == "your" else self.read(e.base, names)
        if not isinstance(base, Sort):
            raise Unread(f"{e.name} of {base}")
        if base.kind == "player" and e.name in {**self.variables, **self.zones}:
            return self.owned(e.name, base.n)
        if base.kind == "player" and e.name in ("left", "right"):
            return Sort("player", (base.n + (1 if e.name == "left" else -1)) % self.program.players)
        if base.kind == "player" and e.name == "team" and self.teams:
            return self.team_of(base)
        if base.kind == "line" and e.name == "cells":
            return self.flat(base)
        if base.kind in ("Team", "line") and e.name in {**self.variables, **self.zones}:
            found = self.owned(e.name, 0)
            return found([base]) if len((self.variables.get(e.name) or self.zones[e.name]).keys) == 1 else lambda keys: found([base, *keys])
        if base.kind == "player" and e.name == "others":
            return self.read_ref(t.Ref("players"), names) - {base}
        if base.kind in ("cell", "corner", "edge", "place", "route"):
            return self.of_place(base, e.name)
        if base.kind in self.enums and e.name in ("turns", "mirrors"):
            return self.turnings(base, e.name)
        if base.kind in self.enums:
            return self.neighbour(base, e.name)
        if base.kind == "card" and e.name not in self.variables and e.name not in self.zones:
            return self.printed(base, e.name, names)
        return self.owned(e.name, base.n)

    def neighbour(self, value: Sort, name: str) -> Sort:
        size = len(self.enums[value.kind])
        if name == "opposite":
            return Sort("Way", (value.n + 4) % 8)
        n = value.n + {"next": 1, "previous": -1}[name]
        if not 0 <= n < size and value.kind not in self.circles:
            raise Unread("beyond the end")
        return Sort(value.kind, n % size)

    def printed(self, card: Sort, name: str, names: Names) -> Any:
        """What is printed on a card: first on itself, then on what it stands for."""
        for looks in (self.looks(card), *([card.stands] if isinstance(card, Played) else [])):
            if (found := self.on_face(looks, name)) is not None:
                return found[0]
        raise Unread(name)

    def on_face(self, looks: Looks, name: str) -> tuple[Any] | None:
        declared = self.declared[t.Card][looks.kind]
        for param, value in zip(declared.params, looks.args, strict=True):
            if param.name == name:
                return (value,)
        kind: str = looks.kind
        while kind:
            for constant in self.declared[t.Card][kind].constants:
                if constant.name.text == name:
                    return (self.read(constant.value, {}),)
            kind = self.family(kind)
        return None

    def read_index(self, e: t.Index, names: Names) -> Any:
        at = [self.read(item, names) for item in e.items]
        if isinstance(e.base, t.Ref) and e.base.name in self.declared.get(t.Board, {}):
            found = self.lying("cell", self.ground.cell(e.base.name, at[0], at[1]))
            if found is None:
                raise Unread("no such cell")
            return found
        if isinstance(e.base, t.Ref) and e.base.name in self.declared.get(t.Chart, {}):
            return self.charted(e.base.name, at)
        base = self.read(e.base, names)
        if isinstance(base, OfEach):
            return base[at[0]]
        if callable(base):
            return base(at)
        row = self.cards(base, order=True) if isinstance(base, Lying) else base
        if not isinstance(row, (list, Row)) or not 1 <= at[0] <= len(row):
            raise Unread("no such place")
        return row[at[0] - 1]

    def read_unary(self, e: t.Unary, names: Names) -> Any:
        value = self.read(e.operand, names)
        return not value if e.op == "not" else -value

    def read_binary(self, e: t.Binary, names: Names) -> Any:
        if e.op in ("and", "or"):
            left = self.read(e.left, names)
            return self.read(e.right, names) if left == (e.op == "and") else left
        left, right = self.read(e.left, names), self.read(e.right, names)
        if isinstance(left, Lying) or isinstance(right, Lying) or isinstance(left, Row) and any(isinstance(c, Sort) and c.kind == "card" for c in left):
            return Row(c for side in (left, right) for c in (self.cards(side) if isinstance(side, Lying) else side))
        if not isinstance(left, int):
            left, right = frozenset(self.flat(left)), frozenset(self.flat(right))
            return left | right if e.op == "|" else left & right if e.op == "&" else left - right
        if e.op in ("//", "%") and right == 0:
            raise Unread("division by zero")
        return {"+": left + right, "-": left - right, "*": left * right}[e.op] if e.op in "+-*" else left // right if e.op == "//" else left % right

    def read_ifelse(self, e: t.IfElse, names: Names) -> Any:
        return self.read(e.then if self.read(e.condition, names) else e.otherwise, names)

    def read_range(self, e: t.Range, names: Names) -> Row:
        return Row(range(self.read(e.low, names), self.read(e.high, names) + 1))

    def read_listliteral(self, e: t.ListLiteral, names: Names) -> Row:
        return Row(self.read(item, names) for item in e.items)

    def read_setliteral(self, e: t.SetLiteral, names: Names) -> frozenset[Any]:
        out = []
        for item in e.items:
            if not isinstance(item, t.Provided):
                out.append(self.read(item, names))
            elif self.read(item.condition, names):
                out.append(self.read(item.value, names))
        return self.small(out)

    def small(self, members: Iterable[Any]) -> frozenset[Any]:
        out = frozenset(members) - {None}
        if any(isinstance(n, int) and not 0 <= n <= 63 for n in out):
            raise Unread("no set holds this")
        return out

    def read_place(self, e: t.Place, names: Names) -> Any:
        if e.zone is None or isinstance(e.zone, t.Ref) and e.which == "every" and e.zone.name not in self.zones:
            every = [Sort("card", n) for n in range(len(self.program.cards))]
            return Row(c for c in every if e.zone is None or self.is_kind(c, e.zone.name))
        if e.which == "every":
            return Row(card for lying in self.every(e.zone, names) for card in self.cards(lying))
        if e.which == "tops":
            return Row(self.tops(e.zone, names))
        if e.count is not None or e.which not in ("top", "bottom"):
            raise Unread(e.which)
        if e.which == "top":
            return self.top(self.read(e.zone, names))
        cards = self.cards(self.read(e.zone, names), order=True)
        return cards[0] if cards else None

    def every(self, e: t.Expr, names: Names) -> Iterator[Lying]:
        """The zones of one name: of whose it is, or of all."""
        zone = self.zones[e.name if isinstance(e, (t.Ref, t.Attr)) else ""]
        if isinstance(e, t.Ref):
            yield from (Lying(zone, k) for k in range(zone.instances))
            return
        row = self.read(e, names)
        yield from (row(keys) for keys in product(*(key.members for key in zone.keys)))

    def tops(self, e: t.Expr, names: Names) -> Iterator[Sort]:
        row = self.read(e, names)
        name = e.name if isinstance(e, (t.Ref, t.Attr)) else ""
        zone = self.zones[name]
        for keys in product(*(key.members for key in zone.keys)):
            if (card := self.top(row(keys))) is not None:
                yield card

    # ---- comparisons ----

    def read_compare(self, e: t.Compare, names: Names) -> bool:
        return all(self.compared(op, a, b, names) for op, (a, b) in zip(e.ops, pairwise(e.operands), strict=True))

    def compared(self, op: str, a: t.Expr, b: t.Expr, names: Names) -> bool:
        if op in ("is", "is not"):
            return self.is_so(a, b, names) == (op == "is")
        left, right = self.read(a, names), self.read(b, names)
        if op in ("in", "not in"):
            return self.among(left, right) == (op == "in")
        if op in ("==", "!="):
            return self.same(left, right) == (op == "==")
        if isinstance(left, (frozenset, Row)) or isinstance(right, (frozenset, Row)):
            left, right = frozenset(self.flat(left)), frozenset(self.flat(right))
        return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[op]  # type: ignore[no-any-return]

    def is_so(self, a: t.Expr, b: t.Expr, names: Names) -> bool:
        if isinstance(b, t.Ref) and b.name == "empty" and "empty" not in names:
            value = self.read(a, names)
            if isinstance(value, Keyed):
                return not any(value.there().values())
            return not (self.cards(value) if isinstance(value, Lying) else self.flat(value))
        value = self.read(a, names)
        if isinstance(b, t.Ref) and b.name in self.declared.get(t.Card, {}) and b.name not in names:
            return self.is_kind(value, b.name)
        other = self.read(b, names)
        if isinstance(value, Sort) and value.kind == "card" and isinstance(other, Sort) and other.kind == "card":
            if isinstance(other, Played):
                raise Unread("of the kind of a card that stands for another")
            return self.is_kind(value, self.looks(other).kind)
        if isinstance(other, Looks) and not other.args and isinstance(value, Sort) and value.kind == "card":
            return self.is_kind(value, other.kind)
        return self.same(value, other)

    def among(self, value: Any, where: Any) -> bool:
        if isinstance(where, Keyed):
            return where.there()[value] > 0
        if isinstance(where, Lying):
            cards = self.cards(where)
            return value in cards if isinstance(value, Sort) else any(self.looks(c) == value for c in cards)
        if isinstance(value, Looks):
            return value in where or any(isinstance(c, Sort) and self.looks(c) == value for c in where)
        return value in self.flat(where)

    def same(self, a: Any, b: Any) -> bool:
        if isinstance(a, Played) and isinstance(b, Looks) or isinstance(a, Looks) and isinstance(b, Played):
            raise Unread("a face of a card that stands for another")
        if isinstance(a, Lying) and isinstance(b, Row):
            cards = [self.looks(c) for c in self.cards(a, order=a.zone.ordered and a.zone.word != "fan")]
            return cards == list(b) if a.zone.ordered and a.zone.word != "fan" else Counter(cards) == Counter(b)
        if isinstance(b, Looks) and isinstance(a, Sort):
            return self.looks(a) == b
        if isinstance(a, (Row, frozenset)) or isinstance(b, (Row, frozenset)):
            return frozenset(self.flat(a)) == frozenset(self.flat(b))
        if isinstance(a, Sort) and isinstance(b, Sort):
            return (a.kind, a.n) == (b.kind, b.n)  # in whatever guise it was chosen
        return bool(a == b)

    # ---- calls ----

    def read_call(self, e: t.Call, names: Names) -> Any:
        if e.generator is not None:
            return self.gathered(e.function, e.generator, names)
        if e.base is not None:
            return self.method(e, names)
        if e.function in self.declared.get(t.Card, {}):
            return Looks(e.function, tuple(self.read(a, names) for a in e.args))
        if e.function in self.declared.get(t.Def, {}):
            return self.called(e.function, [self.read(a, names) for a in e.args])
        args = [self.read(a, names) for a in e.args]
        args = [a.there() if isinstance(a, Keyed) else self.flat(a) for a in args]
        if e.function == "count" and isinstance(args[0], OfEach):
            return sum(args[0].values())
        if e.function == "count":
            return len(self.cards(args[0])) if isinstance(args[0], Lying) else len(args[0])
        if e.function == "abs":
            return abs(args[0])
        if e.function in ("sum", "min", "max"):
            return {"sum": sum, "min": min, "max": max}[e.function](args[0] if len(args) == 1 else args)
        raise Unread(e.function)

    def method(self, e: t.Call, names: Names) -> Any:
        args = [self.read(a, names) for a in e.args]
        if isinstance(e.base, t.Ref) and e.base.name in self.declared.get(t.Board, {}) and e.function in ("row", "column", "lines"):
            return self.lines_of_board(e.base.name, e.function, args)
        if e.function == "at" and len(args) == 2:
            return self.covered(self.read(e.base, names), *args)
        if e.function in ("step", "ray", "line", "corner", "edge", "other", "route", "distance") and len(args) in (1, 2):
            return self.of_place_by(self.read(e.base, names), e.function, *args)
        raise Unread(e.function)

    def called(self, name: str, args: list[Any]) -> Any:
        """A def, with what stands instead of it."""
        d = self.declared[t.Def][name]

        def usual() -> Any:
            names = {p.name: a for p, a in zip(d.params, args, strict=True)}
            return self.permitted(d.value.body, names) if isinstance(d.value, t.Permitted) else self.read(d.value, names)

        for hook in self.hooks:
            if isinstance(hook, t.Card):
                for rule in self.one_by_one(hook, name, "instead"):
                    usual = self.by_first_card(rule, name, args, usual)
            elif hook.name.text == name and hook.when == "instead":
                usual = self.replaced(hook, args, usual)
        return usual()

    def by_first_card(self, kind: t.Card, name: str, args: list[Any], before: Callable[[], Any]) -> Callable[[], Any]:
        """What the first card that can says in its place."""

        def answer() -> Any:
            found = next(self.on_cards(kind, name, args, "instead", {}), None)
            if found is None:
                return before()
            hook, names = found
            assert hook.value is not None
            return self.read(hook.value, {**names, "usual": before})

        return answer

    def replaced(self, hook: t.Hook, args: list[Any], before: Callable[[], Any]) -> Callable[[], Any]:
        names = {p.name: a for p, a in zip(hook.params, args, strict=False)}

        def answer() -> Any:
            if hook.condition is not None and not self.read(hook.condition, names):
                return before()
            assert hook.value is not None
            return self.read(hook.value, {**names, "usual": before})

        return answer

    def read_usual(self, e: t.Usual, names: Names) -> Any:
        return names["usual"]()

    def permitted(self, body: t.Block, names: Names) -> bool:
        for s in body:
            if isinstance(s, t.Let):
                names = {**names, s.name.text: self.read(s.value, names)}
            elif isinstance(s, t.Require) and not self.read(s.condition, names):
                return False
        return True
