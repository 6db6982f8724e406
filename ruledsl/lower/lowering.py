"""From the checked model to the program, for a number of players and a choice of options."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable as Fn
from typing import Sequence

from ruledsl.ir.program import (
    CallSite,
    Entry,
    Enum,
    Function,
    LoopSlot,
    Place,
    Program,
    Region,
    Type,
    Variable,
    Zone,
    header,
    seen,
)  # fmt: skip
from ruledsl.ir.spill import spill
from ruledsl.lower.builder import Builder, Places
from ruledsl.lower.cards import census, home_numbers
from ruledsl.lower.ending import Ending
from ruledsl.lower.forms import Form, forms
from ruledsl.lower.guards import Guards
from ruledsl.lower.procedures import OpenLoop, Procedure, Procedures
from ruledsl.lower.settings import Settings, SettingsError
from ruledsl.lower.sites import Sites
from ruledsl.lower.values import Values
from ruledsl.lower.verbs import Verbs
from ruledsl.model.declare import ORDERED
from ruledsl.model.flaws import calls, shown, subterms
from ruledsl.model.model import StateInfo
from ruledsl.model.types import LoopTerm, Term
from ruledsl.model.types import Type as ModelType
from ruledsl.source import NOWHERE, Span


@dataclass(frozen=True)
class Extra:
    """A function that somebody outside wants of the program: a condition or value of a test."""

    name: str
    term: Term


def lower(settings: Settings, rules_hash: str, extras: Sequence[Extra] = ()) -> Program:
    """The program of a game. SettingsError if these settings make no game."""
    return Lowering(settings).program(rules_hash, extras)


@dataclass
class Lowering:
    settings: Settings
    functions: dict[str, Function] = field(default_factory=dict)
    tables: dict[str, tuple[int, ...]] = field(default_factory=dict)
    pins: dict[int, int] = field(default_factory=dict)  # register of main -> frame slot

    def __post_init__(self) -> None:
        self.model = self.settings.model
        self.places = Places()
        self.places.of(NOWHERE)
        self.census = census(self.settings)
        self.words = max(1, -(-len(self.census.cards) // 64))
        self.zones = self._zones()
        self.variables = [s for s in self.model.state.values() if not s.word]
        self.shown = {s.name for s in shown(self.model)}
        self.regions = {r.name: r for s in self.variables for r in self._variable_regions(s)}
        graph = calls(self.model)
        self.ways = _ways(graph, {n for n, c in self.model.callables.items() if c.kind in ("phase", "play")})
        self.forms = forms(self.model)
        self.guards, self.sites = Guards(self), Sites(self)
        self.main: Procedures | None = None
        self.card_tables()

    # ---- the whole ----

    def program(self, rules_hash: str, extras: Sequence[Extra]) -> Program:
        actions = self.guards.actions()
        self.main = main = Verbs(self)
        main.lower()
        invariants = tuple((i.title, self.extra(f"invariant.{n}", self.model.terms[id(i.condition)]), self.places.of(i.span)) for n, i in enumerate(self.model.invariants))
        Ending(self).functions()
        for e in extras:
            self.extra(e.name, e.term)
        spilled = spill(main.b.done(tuple(main.resumes)), tuple(self.pins))
        self.functions["main"] = spilled.main
        settings, seats = self.settings, self.settings.seats()
        arguments = max([1, *(len(a.params) for a in actions)])
        regions = (
            *header(arguments, len(seats), len(self.sites.made), len(spilled.main.resumes)),
            *self.regions.values(), *self._zone_regions(), spilled.frame,
        )  # fmt: skip
        return Program(
            self.model.title, rules_hash, settings.players, seats, dict(settings.options), regions, self.tables, self._enums(),
            tuple(self.zones.values()), tuple(self._variable(s) for s in self.variables), self.census.faces, self.census.cards,
            home_numbers(self.model, self.zones, self.census.homes), self.functions, actions, tuple(self.sites.made),
            tuple(Place(span, self.model.tags(span)) for span in self.places.numbers), self._entries(main, spilled.slots), invariants,
            arguments, self._cells(), self._most_options(),
        )  # fmt: skip

    def extra(self, name: str, term: Term) -> str:
        b, v = self.begin(name, "value", 0)
        b.emit("return", v.value(term))
        return self.finish(b)

    def _most_options(self) -> int:
        """Room for the options of one decision: no more than all ways to fill the parameters, and no more than 4096."""
        return 4096

    # ---- functions ----

    def begin(self, name: str, role: str, params: int, main: Procedures | None = None) -> tuple[Builder, Values]:
        """A new function; inside it the locals of `main` are read in the frame."""
        b = Builder(name, role, params)
        if main is None:
            return b, Values(self, b)
        v = Values(self, b, lambda key: self.pinned_key(b, main, key))
        you = main.v.you
        if you is not None:
            v.outer_you = lambda: self.pinned(v, main, you)
        return b, v

    def finish(self, b: Builder) -> str:
        self.functions[b.name] = b.done()
        return b.name

    def function(self, name: str, params: int, main: Procedures, body: Fn[[Values], int]) -> str:
        b, v = self.begin(name, "value", params, main)
        b.emit("return", body(v))
        return self.finish(b)

    def pinned_key(self, b: Builder, main: Procedures, key: str) -> int:
        return self._frame(b, main.v.bind(key))

    def pinned(self, v: Values, main: Procedures, register: int) -> int:
        """A register of `main`, read from outside while play stands."""
        constant = self._constant(main, register)
        return v.b.const(constant) if constant is not None else self._frame(v.b, register)

    def _constant(self, main: Procedures, register: int) -> int | None:
        for value, known in main.b.known.items():
            if known == register:
                return value
        return None

    def _frame(self, b: Builder, register: int) -> int:
        slot = self.pins.setdefault(register, len(self.pins))
        return b.value("load", "frame", b.const(slot))

    def definition(self, name: str) -> str:
        """The function of a def: what stands instead of it, last first, then itself."""
        target = self.model.callables[name]
        if f"def.{name}" in self.functions or name in self._defining:
            return f"def.{name}"
        self._defining.add(name)
        for n in range(len(target.instead) + 1):
            top = n == len(target.instead)
            b, v = self.begin(f"def.{name}" if top else f"def.{name}~{n}", "value", len(target.params))
            for i, p in enumerate(target.params):
                v.locals[p.key] = i
            if n == 0:
                b.emit("return", v.value(self.model.terms[id(target.decl.value)]))  # type: ignore[union-attr]
            else:
                self._instead(b, v, name, n)
            self.finish(b)
        self._defining.discard(name)
        return f"def.{name}"

    _defining: set[str] = field(default_factory=set)

    def _instead(self, b: Builder, v: Values, name: str, n: int) -> None:
        target = self.model.callables[name]
        hook = target.instead[n - 1]
        params = list(range(len(target.params)))
        for i, p in enumerate(hook.params):
            v.locals[p.key] = i
        v.usual = lambda: b.value("call", f"def.{name}~{n - 1}", *params)
        if hook.decl.condition is not None:
            inside, outside = b.label("instead"), b.label("usual")
            v.branch(self.model.terms[id(hook.decl.condition)], inside, outside)
            b.start(outside)
            b.emit("return", v.usual())
            b.start(inside)
        assert hook.decl.value is not None
        b.emit("return", v.value(self.model.terms[id(hook.decl.value)]))

    # ---- tables ----

    def table(self, name: str, values: Sequence[int]) -> str:
        self.tables.setdefault(name, tuple(values))
        return name

    def card_tables(self) -> None:
        faces = [self.census.faces[f] for f in self.census.cards]
        self.table("face", self.census.cards or (0,))
        self.table("kind", [self.kind_number(f.kind) for f in faces] or (0,))
        for name in {p: None for info in self.model.kinds.values() for p in (*info.params, *info.constants)}:
            self.table(f"param.{name}", [self._param(f.kind, f.args, name) for f in faces] or (0,))

    def _param(self, kind: str, args: tuple[int, ...], name: str) -> int:
        info = self.model.kinds[kind]
        params = list(info.params)
        if name in info.constants:
            local = {self.model.keys[id(p)]: value for p, value in zip(info.decl.params, args) if id(p) in self.model.keys}
            return self.settings.number(info.constants[name], local)
        return args[params.index(name)] if name in params else -1

    def step_table(self, enum: str, by: int) -> str:
        n = len(self.settings.values_of(enum))
        values = [(i + by) % n for i in range(n)] if self.circle(enum) else [i + by for i in range(n)]
        return self.table(f"{'next' if by > 0 else 'previous'}.{enum}", [v if 0 <= v < n else -1 for v in values])

    def circle(self, enum: str) -> bool:
        """Does the first value follow the last one?"""
        return enum in self.model.enums and self.model.enums[enum].circle

    def seat_table(self, by: int) -> str:
        n = self.settings.players
        return self.table("left" if by > 0 else "right", [(i + by) % n for i in range(n)])

    def cell_table(self, word: str) -> str:
        out = []
        for board in self.model.boards:
            rows, columns = self.settings.board(board)
            out += [(r if word == "row" else c) + 1 for r in range(rows) for c in range(columns)]
        return self.table(f"cell.{word}", out)

    def chart_table(self, chart: str, column: str) -> str:
        rows = self.settings.chart(chart, column)
        return self.table(f"chart.{chart}.{column}", [rows.get(i, 0) for i in range(max(rows) + 1)])

    def constant_table(self, term: Term) -> str:
        items = self.constant_items(term)
        return self.table(f"list.{len(self.tables)}" if items not in self.tables.values() else _named(self.tables, items), items)

    def constant_items(self, term: Term) -> tuple[int, ...]:
        """The members of a list that is known before play."""
        if term.op in ("lines", "rows", "columns"):
            return self._lines(term)
        value = self.settings.fold(term)
        if isinstance(value, tuple):
            return tuple(v for v in value if isinstance(v, int))
        return tuple(self.settings.members(term, {}))

    def listed(self, term: Term) -> list[Term]:
        """The items of a list or a written set as terms."""
        if term.op in ("list", "set"):
            return list(term.args)
        member = term.type.of or term.type
        return [Term("const", member, data=v) for v in self.constant_items(term)]

    def _lines(self, term: Term) -> tuple[int, ...]:
        rows, columns = self.settings.board(term.data)
        if term.op == "lines":
            masks = _lines(rows, columns, self.settings.number(term.args[0]))
        elif term.op == "rows":
            masks = tuple(sum(1 << r * columns + c for c in range(columns)) for r in range(rows))
        else:
            masks = tuple(sum(1 << r * columns + c for r in range(rows)) for c in range(columns))
        first = self.settings.first_cell(term.data)
        return tuple(mask << first if mask << first < 1 << 63 else (mask << first) - (1 << 64) for mask in masks)

    # ---- cards ----

    def kind_number(self, kind: str) -> int:
        return list(self.model.kinds).index(kind)

    def face_number(self, face: Term) -> int | None:
        args = [self.settings.fold(a) for a in face.args]
        if any(not isinstance(a, int) for a in args):
            return None
        return self.census.number(face.data, tuple(a for a in args if isinstance(a, int)))

    def wanted_faces(self, cards: Term) -> list[tuple[Term, int]]:
        """A written list of cards as faces and how many of each."""
        out: dict[object, tuple[Term, int]] = {}
        for face in self.listed(cards):
            key = (face.data, tuple(self.settings.fold(a) for a in face.args))
            out[key] = (face, out[key][1] + 1 if key in out else 1)
        return list(out.values())

    def forms_of(self, action: str) -> list[Form]:
        return [form for form in self.forms if form.target.name == action]

    # ---- layout ----

    def region(self, name: str) -> Region:
        return self.regions[name]

    def instances(self, owner: str) -> int:
        if owner == "cell":
            return max(1, self.settings.size(ModelType("cell")))
        if owner == "card":
            return max(1, len(self.census.cards))
        return self.settings.players if owner == "player" else 1

    def _zones(self) -> dict[str, Zone]:
        out, base = {}, 1
        for s in self.model.state.values():
            if s.word:
                instances = self.instances(s.owner)
                out[s.name] = Zone(s.name, s.owner, s.word, instances, self._capacity(s), s.word in ORDERED, s.word == "pile", s.visibility, base, s.span, self._only(s))
                base += instances
        return out

    def _only(self, s: StateInfo) -> tuple[str, ...]:
        """The kinds of cards that a zone takes; nothing if it takes all."""
        return () if s.type.kinds >= self.model.plain_kinds else tuple(sorted(s.type.kinds))

    def _capacity(self, s: StateInfo) -> int:
        room = sum(self.census.faces[f].kind in s.type.kinds for f in self.census.cards) or 1
        if s.word == "spot":
            return 1
        return min(room, max(1, self.settings.number(s.capacity))) if s.capacity is not None else room

    def _zone_regions(self) -> list[Region]:
        cards, full = len(self.census.cards), (1 << 63) - 1
        out = []
        for z in self.zones.values():
            if z.ordered:
                out += [
                    Region(f"{z.name}.cards", z.instances * z.capacity, 0, max(cards - 1, 0), "zone"),
                    Region(f"{z.name}.count", z.instances, 0, z.capacity, "zone"),
                ]
                out += [Region(f"{z.name}.loose", z.instances, 0, z.capacity, "zone")] if z.loose else []
            else:
                out.append(Region(f"{z.name}.bits", z.instances * self.words, -full - 1, full, "zone"))
        last = max((z.base + z.instances for z in self.zones.values()), default=1)
        out.append(Region("card.zone", max(cards, 1), 0, last, "card"))
        out.append(Region("known", max(cards, 1), 0, (1 << self.settings.players) - 1, "card"))
        return out

    def _variable_regions(self, s: StateInfo) -> list[Region]:
        region = self._variable_region(s)
        seats = (1 << self.settings.players) - 1
        return [region, Region(seen(s.name), region.count, 0, seats, "variable")] if s.name in self.shown else [region]

    def _variable_region(self, s: StateInfo) -> Region:
        low, high = self.range(s.type, s.bounds, s.name)
        least = -1 if s.type.or_none and low >= 0 else low
        return Region(s.name, self.instances(s.owner), least, high, "variable", self._initial(s, low, high))

    def range(self, type: ModelType, bounds: tuple[Term, Term] | None, name: str) -> tuple[int, int]:
        if bounds is not None and type.kind == "int":
            low, high = (self.settings.number(b) for b in bounds)
            if low > high:
                raise SettingsError(f"`{name}` goes from {low} to {high}, which is nothing")
            return low, high
        if type.kind == "set":
            size = self.settings.size(type.of or type)
            if bounds is not None:
                size = self.settings.number(bounds[1]) + 1
                if not 1 <= size <= 64 or self.settings.number(bounds[0]) < 0:
                    raise SettingsError(f"`{name}` is a set of numbers that do not lie within 0..63")
            return (0, (1 << size) - 1) if size < 63 else (-(1 << 63), (1 << 63) - 1)
        return 0, self.settings.size(type) - 1

    def _initial(self, s: StateInfo, low: int, high: int) -> int:
        if s.initial is None:
            return -1 if s.type.or_none else 0 if low <= 0 <= high else low
        value = self.settings.number(s.initial)
        if not (low <= value <= high or (value == -1 and s.type.or_none)):
            raise SettingsError(f"`{s.name}` begins with {value}, and goes from {low} to {high}")
        return value

    # ---- what people read ----

    def type(self, type: ModelType, or_none: bool = False) -> Type:
        of = self.type(type.of) if type.of is not None else None
        return Type(type.kind, type.name, 0, max(0, self.settings.size(type) - 1), or_none or type.or_none, of)

    def source(self, span: Span) -> str:
        """An expression as it was written."""
        source = self.model.sources.get(span.file)
        if source is None or span.line != span.end_line:
            return ""
        return source.line(span.line)[span.column - 1 : span.end_column - 1]

    def _enums(self) -> dict[str, Enum]:
        out = {e.name: Enum(e.name, e.values, e.printed) for e in self.model.enums.values()}
        for o in self.model.options.values():
            if o.ruling:
                out[o.name] = Enum(o.name, o.values, o.values)
        return out

    def _variable(self, s: StateInfo) -> Variable:
        low, high = self.range(s.type, s.bounds, s.name)
        type = self.type(s.type)
        return Variable(s.name, s.owner, Type(type.kind, type.name, low, high, type.or_none, type.of), s.visibility, s.scope, s.span)

    def _cells(self) -> tuple[str, ...]:
        out: list[str] = []
        for board in self.model.boards:
            rows, columns = self.settings.board(board)
            out += [f"{chr(97 + c)}{r + 1}" for r in range(rows) for c in range(columns)]
        return tuple(out)

    # ---- where tests begin ----

    def _entries(self, main: Procedures, slots: dict[int, int]) -> dict[str, Entry]:
        out = {}
        for name, procedure in main.procedures.items():
            target = self.model.callables.get(name)
            if target is None or target.kind not in ("phase", "to", "play"):
                continue
            params = tuple((p.name, slots.get(r, -1), self.type(p.type)) for p, r in zip(target.params, procedure.params))
            pc = main.resumes.index(procedure.enter)
            out[name] = Entry(pc, params, slots.get(procedure.back, -1), self._calls(main, procedure, slots), self._scope(name))
        return out

    def _scope(self, name: str) -> tuple[tuple[str, int], ...]:
        return tuple((s.name, self.regions[s.name].initial) for s in self.variables if s.scope == name)

    def _calls(self, main: Procedures, procedure: Procedure, slots: dict[int, int]) -> tuple[CallSite, ...]:
        out = []
        for n, call in enumerate(procedure.calls):
            loops = tuple(self._loop(main, o, slots, f"{procedure.name}.{n}") for o in call.loops)
            out.append(CallSite(call.caller, n, call.args, loops))
        return tuple(out)

    def _loop(self, main: Procedures, o: OpenLoop, slots: dict[int, int], name: str) -> LoopSlot:
        shown = slots.get(main.v.locals[o.key], -1)
        counter = main.v.counters.get(o.key)
        if counter is None:
            return LoopSlot(o.name, shown, shown)
        left = slots.get(counter.left, -1) if counter.left is not None else -1
        last = slots.get(counter.last, -1) if counter.last is not None else -1
        first, stop = self._limits(o.loop)
        start = self._outside(main, f"start.{name}.{o.name}", first) if first is not None else ""
        end = self._outside(main, f"stop.{name}.{o.name}", stop) if stop is not None else ""
        return LoopSlot(o.name, shown, slots.get(counter.counter, -1), left, last, start, end)

    def _limits(self, loop: LoopTerm) -> tuple[Term | None, Term | None]:
        """Where a loop begins and ends, as far as a test can stand in it."""
        if loop.start is not None:
            return loop.start, None
        if loop.domain.op == "range":
            return loop.domain.args[0], loop.domain.args[1]
        if loop.domain.op in ("players", "enum_all"):
            size = self.settings.size(loop.type)
            return Term("const", loop.type, data=0), Term("const", loop.type, data=size - 1)
        return None, None

    def outside(self, main: Procedures, name: str, term: Term) -> str:
        """A value of `main` while play stands, as a function ()."""
        b, v = self.begin(name, "value", 0, main)
        b.emit("return", v.value(term))
        return self.finish(b)

    def _outside(self, main: Procedures, name: str, term: Term) -> str:
        """A value of `main` as a function, where it can be had from the state alone."""
        if any(sub.op in ("local", "you") for sub in subterms(term)):
            return ""
        return self.extra(name, term)


def _named(tables: dict[str, tuple[int, ...]], items: tuple[int, ...]) -> str:
    return next(name for name, values in tables.items() if values == items)


def _lines(rows: int, columns: int, n: int) -> tuple[int, ...]:
    """All straight runs of n cells: along rows, columns and diagonals, each as a mask."""
    out = []
    for r in range(rows):
        for c in range(columns):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(r + k * dr, c + k * dc) for k in range(n)]
                if all(0 <= x < rows and 0 <= y < columns for x, y in cells):
                    out.append(sum(1 << x * columns + y for x, y in cells))
    return tuple(dict.fromkeys(out))


def _ways(graph: dict[str, set[str]], phases: set[str]) -> dict[str, tuple[str, ...]]:
    """The phases through which each name is reached, as far up as there is only one way."""
    callers: dict[str, set[str]] = {}
    for name, others in graph.items():
        for other in others:
            callers.setdefault(other, set()).add(name)
    out = {}
    for name in graph:
        way: list[str] = []
        at, seen = name, {name}
        while True:
            if at in phases:
                way.insert(0, at)
            above = callers.get(at, set())
            if len(above) != 1 or above & seen:
                break
            at = next(iter(above))
            seen.add(at)
        out[name] = tuple(way)
    return out
