"""Takes in declarations: everything that has a name, before any body is read."""

from __future__ import annotations

from math import prod
from typing import Iterable

from ruledsl.model import borders, held
from ruledsl.model.bodies import Bodies
from ruledsl.model.box import Box
from ruledsl.model.charts import chart_info
from ruledsl.model.combining import WORDS, enum_name, is_combination
from ruledsl.model.desk import Desk
from ruledsl.model.early import ask_early
from ruledsl.model.enums import take_enum
from ruledsl.model.expressions import Expressions
from ruledsl.model.keys import drawn, keys_of, lines_of
from ruledsl.model.lines import LINE
from ruledsl.model.melding import read_meld
from ruledsl.model.merge import Declared
from ruledsl.model.model import BoardInfo, EnumInfo, HistoryInfo, KindInfo, MeldInfo, Model, OptionInfo, StateInfo
from ruledsl.model.owners import meant_owner
from ruledsl.model.pictures import read_legend
from ruledsl.model.printing import print_card
from ruledsl.model.routes import columns, take_places
from ruledsl.model.standing import look_at_names
from ruledsl.model.types import BOOL, INT, PLAYER, UNKNOWN, Term, Type, card_of, fits, list_of, set_of
from ruledsl.model.ways import WAYS
from ruledsl.record import replace
from ruledsl.source import NOWHERE
from ruledsl.syntax import tree as t

ZONE_WORDS = {"pile": "open", "row": "open", "fan": "own", "hand": "own", "spot": "open", "heap": "open", "bag": "open"}
WHOLE = ("game", "play")
"""What is there for so long is there for the whole game."""
MOST_PLAYERS = 9
MOST_CELLS = 1024
SIGHT = ("open", "hidden", "own", "others", "top")
NAMED_TYPES = {"bool": BOOL, "player": PLAYER, "line": LINE, **borders.OWNERS}
TYPE_WORDS = (*NAMED_TYPES, "set", "list")


class Declarations(Bodies):
    def __init__(self, desk: Desk, expressions: Expressions, declared: Declared):
        super().__init__(desk, declared)
        self.x = expressions

    def names(self) -> None:
        """First what types are made of, then what has a type, then what has a body."""
        d = self.declared
        self.game()
        self.model.invariants, self.model.tests, self.model.chapters = d.invariants, d.tests, d.chapters
        self.model.demands = d.demands
        if any(isinstance(board, t.Board) and board.shape != "places" for board in d.all(t.Board)):
            self.model.enums["Way"] = WAYS
        combinations = [name for name, declared in d.named.items() if is_combination(declared)]
        for words in WORDS if combinations else ():
            self.model.enums[words.name] = words
        for name in combinations:
            self.model.enums[enum_name(name)] = EnumInfo(enum_name(name), (), (), False, NOWHERE)
        for enum in d.all(t.Enum):
            self.model.enums[enum.name.text] = take_enum(self.desk, enum)
        for ruling in d.all(t.Ruling):
            self.ruling(ruling)
        cards = d.all(t.Card)
        for card in cards:
            self.kind(card)
        for board in d.all(t.Board):
            self.model.boards[board.name.text] = take_places(self.desk, board)
        for option in d.all(t.Option):
            self.option(option)
        for name, (block, variable) in d.variables.items():
            self.variable(name, block, variable)
        self.callables()
        for card in cards:
            self.card(card)
            look_at_names(card, self.desk)
        for chart in d.all(t.Chart):
            self.model.charts[chart.name.text] = chart_info(self.desk, self.x, chart)
        self.model.along = columns(self.desk, self.x, d.all(t.Board))
        for meld in d.all(t.Meld):
            self.meld(meld)
        self.model.histories = {h.name.text: HistoryInfo(h.name.text, h) for h in d.all(t.History)}

    def names_beside(self, old: Declared, known: Model) -> list[str]:
        """The same where there are only other variables, bodies and hooks than in a model that is known; answers which variables are new."""
        m, d = self.model, self.declared
        self.game()
        m.invariants, m.demands = d.invariants, d.demands
        m.enums, m.kinds, m.boards, m.options, m.charts = known.enums, known.kinds, known.boards, known.options, known.charts
        m.histories, m.places, m.along = known.histories, known.places, known.along
        fresh = []
        for name, (block, variable) in d.variables.items():
            if name in known.state and old.variables[name][0] is block and old.variables[name][1] is variable:
                m.state[name] = known.state[name]
            else:
                self.variable(name, block, variable)
                fresh.append(name)
        self.callables()
        return fresh

    def values(self) -> None:
        """The expressions inside declarations, once every name is known."""
        for option in self.declared.all(t.Option):
            self.option_values(option)
        for card in self.declared.all(t.Card):
            self.constants(card)
        self.inherit()
        for meld in self.declared.all(t.Meld):
            if meld.name.text in self.model.melds:
                read_meld(self.x, self.model.melds[meld.name.text], meld, self.type(meld.params[0].type))  # type: ignore[arg-type]
        for board in self.declared.all(t.Board):
            self.board(board, self.model.boards[board.name.text])
        self.initial_values(self.declared.variables)
        Box(self.desk, self.x).fill([], self.declared.components)

    def values_beside(self, old: Declared, known: Model, fresh: Iterable[str]) -> None:
        """The same of variables that are `fresh`, and of what else is in the box than in a model that is known."""
        self.initial_values(fresh)
        Box(self.desk, self.x).fill(known.components, self.declared.components[len(old.components) :])

    def board(self, d: t.Board, info: BoardInfo) -> None:
        info.sizes = tuple(tuple(self.x.value(end, INT) for end in ends) for ends in d.sizes)
        written = [term for terms in info.sizes for term in terms]
        ask_early(self.desk, written)
        if written and info.shape != "hexes" and all(term.op == "const" for term in written):
            cells = prod(term.data for term in written)
            if not 1 <= cells <= MOST_CELLS:
                what, hint = f"{cells} cells of `{info.name}`", f"a board has 1 to {MOST_CELLS}"
                self.desk.fail("E0416", written[0].span.to(written[-1].span), what=what, hint=hint)
        info.below, info.legend = d.below, read_legend(self.x, d)

    def initial_values(self, variables: Iterable[str]) -> None:
        """What stands with variables in their declarations."""
        for name in variables:
            info = self.model.state.get(name)
            if info is None:
                continue
            if info.owner == "card" and any(self.model.kinds[kind].part(name) is not None for kind in info.kinds):
                self.desk.fail("E0202", info.span, name=name)  # else what is printed there could not be asked for any more
            self.variable_values(info, self.declared.variables[name][1])

    # ---- the game ----

    def game(self) -> None:
        game = self.declared.single.get(t.Game)
        if not isinstance(game, t.Game):
            self.model.high, self.desk.seats_lost = MOST_PLAYERS, True
            return
        m = self.model
        m.title, m.rulebook = self.declared.title or game.title, game.rulebook or ""
        m.seat_names = tuple(s.text for s in game.seats)
        if game.players is None:
            self.desk.fail("E0407", game.span, what="number of players", hint="write `players 2..4` under `game`")
            m.low, m.high, self.desk.seats_lost = 2, MOST_PLAYERS, True
            return
        low, high = game.players.low, game.players.high
        if isinstance(low, t.Number) and isinstance(high, t.Number) and 1 <= low.value <= high.value <= MOST_PLAYERS:
            m.low, m.high = low.value, high.value
            if m.seat_names and len(m.seat_names) != m.high:
                self.desk.fail("E0408", game.seats[-1].span, hint=f"{m.high} players need {m.high} names")
                self.desk.lost = True  # the names that are missing may be used anywhere
        else:
            self.desk.fail("E0408", game.players.span)
            m.low, m.high = 2, MOST_PLAYERS

    # ---- types ----

    def type(self, ref: t.TypeRef) -> Type:
        type = self.bare_type(ref)
        if type.kind in ("set", "list") and ref.or_none:
            self.desk.fail("E0205", ref.span, name=f"{type.kind} of … or none", near="leave out `or none`: where nothing is in it, it is empty")
            return type
        return replace(type, or_none=True) if ref.or_none else type

    def bare_type(self, ref: t.TypeRef) -> Type:
        self.single(ref)
        if ref.name == "range":
            return INT
        declared = ref.name in self.model.enums or ref.name in self.model.kinds
        if ref.name in NAMED_TYPES and not (declared and NAMED_TYPES[ref.name].name):
            if ref.of is not None and NAMED_TYPES[ref.name].name:
                self.desk.fail("E0205", ref.span, name=f"{ref.name} of …", near=f"write `{ref.name}`: it is one of any board")
            return NAMED_TYPES[ref.name]
        if ref.name in ("set", "list") and ref.of is not None:
            member = held.member(self.desk, self.type(ref.of), ref.of, ref.name)
            return set_of(member) if ref.name == "set" else list_of(member)
        if ref.name == "kind" and ref.of is not None:
            return self.kind_type(ref.of)
        if ref.name in self.model.enums:
            self.desk.used.add(ref.name)
            return Type("enum", ref.name)
        if ref.name in self.model.kinds:
            self.desk.used.add(ref.name)
            return card_of(self.model.leaves(ref.name))
        self.desk.unknown("E0205", ref.span, ref.name, [*TYPE_WORDS, *self.model.enums, *self.model.kinds, *ZONE_WORDS])
        return UNKNOWN

    def single(self, ref: t.TypeRef) -> None:
        """Zones alone are of several kinds."""
        if ref.others:
            name = " or ".join([ref.name, *(kind.text for kind in ref.others)])
            self.desk.fail("E0205", ref.others[0].span, name=name, near="zones alone are of several kinds; elsewhere name a family: `card Letter is Post`")

    def kind_type(self, of: t.TypeRef) -> Type:
        """`kind of Letter`: one of the kinds of a family."""
        self.single(of)
        if of.name not in self.model.kinds:
            self.desk.unknown("E0210", of.span, of.name, self.model.kinds)
            return UNKNOWN
        self.desk.used |= {of.name, *self.model.leaves(of.name)}
        return Type("kindvalue", of.name)

    def bounds(self, ref: t.TypeRef) -> tuple[Term, Term] | None:
        none, span = ref.or_none, ref.span
        while ref.of is not None:
            ref = ref.of
        if ref.range is None:
            return None
        range = self.x.check(ref.range)
        ask_early(self.desk, (range,))
        if range.op != "range":
            return None
        if none:
            self.x.from_zero(range.args[0], span)
        return range.args[0], range.args[1]

    # ---- named things ----

    def ruling(self, d: t.Ruling) -> None:
        name, values = d.name.text, tuple(v.text for v in d.values)
        type = BOOL if set(values) == {"true", "false"} else Type("enum", name)
        default = d.default.text if d.default else values[0]
        if default not in values and d.default:
            self.desk.unknown("E0201", d.default.span, default, values)
            default = values[0]
        data = int(default == "true") if type == BOOL else values.index(default)
        for patch in d.patches:
            if patch.value.text not in values:
                self.desk.unknown("E0201", patch.value.span, patch.value.text, values)
        self.model.options[name] = OptionInfo(
            name, type, Term("const", type, data=data), d.question or "", True, values, d.span, tags=self.model.tags(d.span)
        )
        if d.patches:
            self.desk.used.add(name)

    def option(self, d: t.Option) -> None:
        if d.type is None:
            return
        of = d.type.of
        if d.type.name == "set" and of is not None and of.name in self.model.kinds:
            self.single(of)
            type = set_of(Type("kindvalue", of.name))
        else:
            type = self.type(d.type)
        self.model.options[d.name.text] = OptionInfo(d.name.text, type, None, d.question or "", False, (), d.span, tags=self.model.tags(d.span))

    def option_values(self, d: t.Option) -> None:
        info = self.model.options.get(d.name.text)
        if info is None or d.type is None:
            return
        info.bounds = self.bounds(d.type)
        if d.default is None:
            self.desk.fail("E0407", d.span, what=f"value of `{info.name}` to begin with", hint="write `= …` behind its type")
            return
        term = self.x.value(d.default, info.type) if info.type.of is None else self.x.several(d.default, info.type)
        if term.type.of is not None and info.type.of is not None and not fits(term.type.of, info.type.of):
            self.x.mismatch(d.default, term, info.type)
        info.default = term
        ask_early(self.desk, (term,))
        self.within(term, info.bounds, info.name, d.default)

    def within(self, term: Term, bounds: tuple[Term, Term] | None, name: str, e: t.Expr) -> None:
        """A first value must lie inside its bounds, where both are plain numbers."""
        if bounds and term.op == "const" and all(b.op == "const" for b in bounds):
            low, high = bounds[0].data, bounds[1].data
            if low <= high and not low <= term.data <= high and term.type.kind == "int":
                self.desk.fail("E0310", e.span, value=term.data, name=name, low=low, high=high)
        for item in term.args if term.op == "list" else ():
            self.within(item, bounds, name, e)

    def kind(self, d: t.Card) -> None:
        name, family = d.name.text, d.family.text if d.family else None
        stands_for = d.stands_for.text if d.stands_for else None
        self.model.kinds[name] = KindInfo(name, {}, d.printed, family, d, stands_for=stands_for)

    def card(self, d: t.Card) -> None:
        info = self.model.kinds[d.name.text]
        if d.stands_for and d.stands_for.text not in self.model.kinds:
            self.desk.unknown("E0210", d.stands_for.span, d.stands_for.text, self.model.kinds)
        if d.family and d.family.text not in self.model.kinds:
            self.desk.unknown("E0210", d.family.span, d.family.text, self.model.kinds)
        if d.family and d.name.text in self.model.above(d.name.text):
            self.desk.fail("E0436", d.family.span, name=d.name.text, way=" is ".join([d.name.text, *self.model.above(d.name.text)]))
        for p in d.params:
            if p.name in info.params:
                self.desk.fail("E0202", p.span, name=p.name)
            info.params[p.name] = held.printed(self.desk, self.type(p.type), p.type) if p.type else UNKNOWN
            if p.type and (bounds := self.bounds(p.type)):
                info.bounds[p.name] = bounds
        print_card(self.desk, info)

    def constants(self, d: t.Card) -> None:
        """`eggs = value`, as a kind or a family says it itself."""
        info = self.model.kinds[d.name.text]
        with self.desk.scope():
            for p in d.params if d.constants else ():
                self.desk.bind(p.name, info.params[p.name], p, p.span)
            for n, constant in enumerate(d.constants):
                if constant.name.text in (*info.params, *(c.name.text for c in d.constants[:n])):
                    self.desk.fail("E0202", constant.name.span, name=constant.name.text)
                value = self.x.check(constant.value)
                info.constants[constant.name.text] = value if self.x.held(constant.value, value, told=True) else Term("error", UNKNOWN, span=value.span)
                ask_early(self.desk, (info.constants[constant.name.text],))

    def inherit(self) -> None:
        """What a family says holds for all its members that do not say it themselves, nor a family between."""
        own = {name: info.constants for name, info in self.model.kinds.items()}
        for name, info in self.model.kinds.items():
            for family in self.model.above(name):
                info.constants = {**{name: term for name, term in own[family].items() if name not in info.params}, **info.constants}

    def meld(self, d: t.Meld) -> None:
        """A meld is of cards of one kind or family."""
        type = self.type(d.params[0].type) if len(d.params) == 1 and d.params[0].type is not None else None
        if type is None or type.kind not in ("card", "unknown"):
            self.desk.fail("E0435", d.name.span, name=d.name.text)
            type = UNKNOWN
        if type.kind == "card":
            self.model.melds[d.name.text] = MeldInfo(d.name.text, type.kinds, d.span)

    # ---- state ----

    def variable(self, name: str, block: t.State, v: t.Variable) -> None:
        word = v.type.name if v.type.name in ZONE_WORDS else ""
        usual = ZONE_WORDS.get(word, "open")
        sight = v.visibility.text if v.visibility else usual if block.owner == "player" or usual != "own" else "open"
        if sight in ("own", "others") and block.owner != "player":
            self.desk.fail("E0422", v.visibility.span if v.visibility else v.span, name=name)
            sight = "open"
        if sight not in SIGHT or (sight == "top" and word not in ("pile", "row")):
            self.desk.fail("E0413", v.visibility.span if v.visibility else v.span, name=name, what=f"`{sight}`")
            sight = "open"
        owner, kinds = block.owner, frozenset[str]()
        if owner in self.model.kinds:
            owner, kinds = "card", self.model.leaves(owner)
        if owner not in ("table", "player", "line", "card", *borders.OWNERS) or owner == "line" and block.board is None:
            owner = meant_owner(self.desk, block)
            if not owner:
                return
        part = owner if owner in borders.OWNERS and owner != "cell" else ""
        owner = "cell" if part else owner
        type = self.zone_type(v.type) if word else held.kept(self.desk, self.type(v.type), v.type, name)
        scope = block.scope.text if block.scope and not (word and block.scope.text in WHOLE) else ""
        self.model.state[name] = StateInfo(name, owner, scope, type, word, sight, None, None, None, v, v.name.span, kinds, part=part)

    def zone_type(self, ref: t.TypeRef) -> Type:
        if ref.of is None:
            return Type("zone", kinds=self.model.plain_kinds)
        named = [(ref.of.name, ref.of.span), *((kind.text, kind.span) for kind in ref.of.others)]
        for name, span in named:
            if name not in self.model.kinds:
                self.desk.unknown("E0210", span, name, self.model.kinds)
            self.desk.used.add(name)
        return Type("zone", kinds=frozenset().union(*(self.model.leaves(name) for name, _ in named if name in self.model.kinds)))

    def variable_values(self, info: StateInfo, v: t.Variable) -> None:
        self.scope_exists(info)
        info.keys = (lines_of(self.desk, self.declared.variables[info.name][0]) if info.owner == "line" else ()) + keys_of(self.desk, self.x, v)
        info.bounds = self.bounds(v.type) if not info.word else None
        info.capacity = self.x.value(v.at_most, INT) if v.at_most else None
        ask_early(self.desk, (info.capacity,))
        if v.at_most and not info.word:
            self.desk.fail("E0306", v.at_most.span, got="a variable", hint="the bounds of a number are its type, as in `0..9`")
        drawn(self.desk, self.x, info, v)
        if info.word and v.initial is not None:
            self.desk.fail("E0320", v.initial.span, name=info.name)
        elif v.initial is not None:
            info.initial = self.x.value(v.initial, info.type)
            ask_early(self.desk, (info.initial,))
            if fits(info.initial.type, info.type):
                self.within(info.initial, info.bounds, info.name, v.initial)

    def scope_exists(self, info: StateInfo) -> None:
        block = self.declared.variables[info.name][0]
        phases = [n for n, c in self.model.callables.items() if c.kind in ("phase", "play")]
        if block.scope and block.scope.text not in phases and block.scope.text not in WHOLE:
            self.desk.unknown("E0207", block.scope.span, block.scope.text, phases)
            info.scope = ""
        elif block.scope and info.word and block.scope.text not in WHOLE:
            self.desk.fail("E0495", info.span, name=info.name, phase=block.scope.text)
