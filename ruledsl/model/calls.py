"""Checks calls: defs, the functions of the language, faces of cards."""

from __future__ import annotations

from ruledsl.model import borders
from ruledsl.model.asking import Asking
from ruledsl.model.builtins import FUNCTIONS
from ruledsl.model.enums import has_shapes
from ruledsl.model.lines import METHODS as LINES
from ruledsl.model.lines import line_along, no_columns, numbered_line
from ruledsl.model.melding import melded, question
from ruledsl.model.model import Callable
from ruledsl.model.types import CELL, EDGE, HELD, INT, NO_VALUE, PLACE, ROUTE, UNKNOWN, Term, Type, are_given, called, counted, fits, join, list_of, say, set_of
from ruledsl.model.ways import CELL_METHODS, HEX_STEPS, WAY, WAYS, cell_along, ray_of, steps
from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t

METHODS = {
    "board": ("lines", *LINES), "cell": (*CELL_METHODS, "line", "distance", *borders.ALONG[""]),
    "corner": (*CELL_METHODS, "distance", *borders.ALONG["corner"]), "edge": ("other",), "places": (), "place": ("route", "distance"), "route": ("other",),
}  # fmt: skip


def _of_list(e: t.Call) -> t.Call:
    """`count([… for …])` is `count(… for …)`: a list keeps what is equal."""
    only = e.args[0] if len(e.args) == 1 and e.generator is None else None
    return replace(e, args=(), generator=only) if isinstance(only, t.Comprehension) and only.braces == "[" else e


class Calls(Asking):
    """What is called has a name, and takes so many values."""

    def call(self, e: t.Call, want: Type | None) -> Term:
        if e.base is not None:
            return self.method(e)
        name = e.function
        if e.generator is None and name in self.model.callables:
            return self.call_named(e)
        if name in self.model.melds:
            return melded(self, e)
        if name in FUNCTIONS:
            return FUNCTIONS[name](self, _of_list(e))
        if name in self.model.kinds:
            return self.face(e)
        known = {*FUNCTIONS, *self.model.kinds, *self.model.melds, *(n for n, c in self.model.callables.items() if c.kind == "def")}
        self.desk.unknown("E0206", e.function_span, name, known)
        self.aside(e.args)
        return Term("error", UNKNOWN, span=e.span)

    def call_named(self, e: t.Call) -> Term:
        target = self.model.callables[e.function]
        if target.kind != "def":
            self.desk.fail("E0406", e.function_span, name=e.function, what=target.words, hint=valueless(target))
            return Term("error", UNKNOWN, span=e.span)
        return self.defined(target, e.args, e.span)

    def defined(self, target: Callable, args: tuple[t.Expr, ...], span: Span) -> Term:
        self.desk.used.add(target.name)
        terms = self.arguments(target, args, span)
        if terms is None:
            return Term("error", target.result or UNKNOWN, span=span)
        answer = self.call_def(target, terms)
        if answer.kind not in HELD:
            hint = NO_VALUE.get(answer.kind, "").format(name=answer.name)
            self.desk.fail("E0303", span, want="a value", got=say(answer), hint=hint)
            return Term("error", UNKNOWN, span=span)
        return Term("call", answer, tuple(terms), target.name, span)

    def asked_of(self, target: Callable, given: Term, span: Span) -> Term:
        """The answer of a def of one value that is known already."""
        self.desk.used.add(target.name)
        return Term("call", self.call_def(target, [given]), (given,), target.name, span)

    def arguments(self, target: Callable, args: tuple[t.Expr, ...], span: Span, by_face: bool = False) -> list[Term] | None:
        """The arguments of a def, deed or phase; None after a report. A test may name a card `by_face`."""
        if len(args) != len(target.params):
            names = ", ".join(p.name for p in target.params)
            self.aside(args)
            got, hint = f"here {are_given(len(args))}", f"write `{target.name}({names})`"
            if not self.desk.lost or target.name not in self.desk.said:  # else its head may have been lost
                self.desk.fail("E0307", span, name=target.name, want=counted(len(target.params)), got=got, hint=hint)
            return None
        return [self.argument(arg, p.type, by_face) for arg, p in zip(args, target.params)]

    def argument(self, arg: t.Expr, want: Type, by_face: bool = False) -> Term:
        term = self.as_wanted(arg, self.check(arg, want), want)
        if term.type.kind == "board":
            term = self.as_set(arg, term)
        if term.type.kind != "zone" and not self.held(arg, term):
            return Term("error", UNKNOWN, span=arg.span)
        if join(term.type, want) is None and not (by_face and term.type.kind == "face" and want.kind == "card"):
            self.mismatch(arg, term, want)
        return self.put(arg, term, want)

    def face(self, e: t.Call) -> Term:
        info = self.model.kinds[e.function]
        self.desk.used.add(e.function)
        names = ", ".join(info.params)
        if len(e.args) != len(info.params):
            self.aside(e.args)
            got, hint = f"here {are_given(len(e.args))}", f"write `{e.function}({names})`"
            self.desk.fail("E0307", e.span, name=e.function, want=counted(len(info.params)), got=got, hint=hint)
            return Term("error", UNKNOWN, span=e.span)
        args = tuple(self.value(arg, type) for arg, type in zip(e.args, info.params.values()))
        return Term("face", Type("face", e.function, kinds=frozenset({e.function})), args, e.function, e.span)

    def way(self, e: t.Expr, asked: tuple[str, str] = ("", "step")) -> Term:
        """A way across a board. Where all boards are of hexes, there are six; which these are hangs on what is asked, and of what."""
        way, boards = self.value(e, WAY), self.model.boards.values()
        name = WAYS.values[way.data] if way.op == "const" and way.type == WAY else ""
        if name and asked in borders.LEADING:
            borders.leads(self.desk, asked, name, e.span)
        elif name and name not in HEX_STEPS and all(board.hexes for board in boards):
            board = next(iter(boards)).name
            self.desk.fail("E0226", e.span, name=board, what=f"no way leads `{name}`", hint="their ways are `east`, `west` and the four of `diagonal`")
        return way

    def method(self, e: t.Call) -> Term:
        """`field.lines(3)`, `square.step(way)`."""
        assert e.base is not None
        base = self.check(e.base)
        if base.type.kind == "meld":
            return question(self, base.data, e)
        of_places = base.type.kind == "board" and self.model.member(base.type.name) == PLACE
        methods = METHODS.get("places" if of_places else called(base.type), ())
        if e.function == "at" and has_shapes(self.model, base.type):
            return self.shape_at(e, base)
        if base.type.kind == "board" and e.function in methods and e.function == "lines" and len(e.args) == 1:
            length = self.value(e.args[0], INT)
            return Term("lines", list_of(set_of(CELL)), (length,), base.data, e.span)
        if base.type.kind == "board" and e.function in methods and e.function in LINES and len(e.args) == 1:
            if e.function == "column" and no_columns(self.desk, base.data, e.function_span):
                self.aside(e.args)
                return Term("error", UNKNOWN, span=e.span)
            return numbered_line(base.data, e.function, self.value(e.args[0], INT), e.span)
        if base.type.kind == "cell" and e.function in methods and e.function in borders.GIVEN:
            return self.of_border(e, base)
        if base.type.kind == "cell" and e.function in methods and len(e.args) == 1:
            way = self.way(e.args[0], (base.type.name, "step"))
            return line_along(base, way, e.span) if e.function == "line" else cell_along(e.function, base, way, e.span)
        if base.type.kind == "cell" and e.function in CELL_METHODS and e.function in methods and len(e.args) == 2:
            so_many = steps if e.function == "step" else ray_of
            return so_many(base, self.way(e.args[0], (base.type.name, "step")), self.value(e.args[1], INT), e.span)
        if base.type.kind != "unknown":
            self.desk.unknown("E0204", e.function_span, e.function, methods, owner=say(base.type))
        return Term("error", UNKNOWN, span=e.span)

    def shape_at(self, e: t.Call, base: Term) -> Term:
        """`tile.at(c, turn)`: the cells that it covers there."""
        if len(e.args) != 2:
            self.aside(e.args)
            hint = "the cell under its first square, and how it is turned, as in `tile.at(c, turn)`"
            self.desk.fail("E0307", e.span, name="at", want=counted(2), got=f"here {are_given(len(e.args))}", hint=hint)
            return Term("error", UNKNOWN, span=e.span)
        cell, turn = self.value(e.args[0], CELL), self.value(e.args[1], INT)
        return Term("shape_at", set_of(CELL), (cell, base, turn), span=e.span)

    def of_border(self, e: t.Call, base: Term) -> Term:
        """`c.corner(way)`, `c.edge(way)`, `c.edge(d)`, `e.other(x)`, `a.route(b)`, `c.distance(d)`."""
        if len(e.args) != 1 and not (e.function == "route" and e.args):
            self.aside(e.args)
            self.desk.fail("E0307", e.span, name=e.function, want=counted(1), got=f"here {are_given(len(e.args))}", hint=borders.GIVEN[e.function])
            return Term("error", UNKNOWN, span=e.span)
        if e.function == "other":
            end = self.check(e.args[0], borders.TOUCHING[base.type.name]["ends"])
            if end.type.kind == "unknown" or borders.is_end(self, e.args[0], base.type, end):
                return borders.other_end(base, end, e.span)
            return Term("error", UNKNOWN, span=e.span)
        if e.function == "route":
            return self.route(e, base)
        if e.function == "distance":
            return Term("distance", INT, (base, self.value(e.args[0], base.type.bare, borders.GIVEN["distance"])), base.type.name, e.span)
        given = self.check(e.args[0], WAY)
        if e.function == "edge" and not fits(given.type, WAY) and not fits(given.type, base.type.bare):
            self.mismatch(e.args[0], given, WAY, borders.GIVEN["edge"])
            return Term("error", UNKNOWN, span=e.span)
        if e.function == "edge" and fits(given.type, base.type.bare):
            return borders.between(base, given, EDGE, e.span)
        return borders.part_at(self.model, base, e.function, self.way(e.args[0], (base.type.name, e.function)), e.span)

    def route(self, e: t.Call, base: Term) -> Term:
        """`a.route(b)`: the one between two places; of several the one of which a column says something, `a.route(b, red)`."""
        other = self.value(e.args[0], PLACE, borders.GIVEN["route"])
        said = [self.column_value(arg) for arg in e.args[1:]]
        if UNKNOWN in (base.type, other.type) or None in said:
            return Term("error", UNKNOWN, span=e.span)
        named = tuple(term.data for term in (base, other) if term.op == "place")
        board, fitting = borders.between_named(self.model, named, [value for value in said if value is not None])
        if len(named) == 2 and len(fitting) == 1:
            return Term("place", ROUTE, data=(f"{board}.routes", fitting[0]), span=e.span)
        if problem := borders.which_route(self.model, named, len(fitting), bool(said)):
            self.desk.fail("E0228", e.span, what=problem[0], hint=problem[1])
            return Term("error", UNKNOWN, span=e.span)
        return borders.between(base, other, ROUTE, e.span)

    def column_value(self, e: t.Expr) -> tuple[str, Term] | None:
        """A value that a column may say, with the column; of two of one type it is not clear which one it is."""
        wanted = [info.types[0] for info in self.model.along.values() if info.types[0].kind == "enum"]
        value = self.check(e, next((type for type in wanted if isinstance(e, t.Ref) and e.name in self.values_of(type.name)), None))
        fitting = [name for name, info in self.model.along.items() if fits(value.type, info.types[0])]
        if value.type.kind == "unknown" or len(fitting) == 1 and value.op == "const":
            return (fitting[0], value) if len(fitting) == 1 else None
        what = "no column of routes says this" if not fitting else f"{' and '.join(f'`{name}`' for name in fitting)} may say this"
        what = what if value.op == "const" else "which route it is must be said by a value that is written"
        self.desk.fail("E0228", e.span, what=what, hint="write `first(r for r in a.routes & b.routes if …)`")
        return None

def valueless(target: Callable) -> str:
    """What to write where something is asked for a value that is no def."""
    gives = isinstance(target.decl, t.To) and any(t.within(target.decl, t.Give))
    return f"name what it gives: `let x = {target.name}(…)`" if gives else "only a `def` has a value, and a deed that ends with `give`"
