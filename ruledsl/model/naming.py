"""Checks names in expressions: what each of them means where it stands."""

from __future__ import annotations

from ruledsl.diagnostics import Edit
from ruledsl.model.builtins import VIEWS
from ruledsl.model.calls import Calls
from ruledsl.model.desk import Desk
from ruledsl.model.model import StateInfo
from ruledsl.model.slips import AS_CELL, CALLED, cell_called
from ruledsl.model.types import INT, PLACE, PLAYER, UNKNOWN, Term, Type, set_of
from ruledsl.model.ways import SETS, way_set
from ruledsl.record import replace
from ruledsl.source import NOWHERE, Span
from ruledsl.spell import nearest
from ruledsl.syntax import tree as t


def kind_type(desk: Desk, kinds: set[str]) -> Type:
    """The family that is nearest above kinds; a kind that has none stands for itself."""
    first = min(kinds)
    meant = {leaf for kind in kinds for leaf in desk.model.leaves(kind)}
    families = [family for family in (first, *desk.model.above(first)) if meant <= desk.model.leaves(family)]
    return Type("kindvalue", families[0] if families else first)


class Naming(Calls):
    """A name is looked for among the locals, the values that are wanted here, variables, and all that stands for itself."""

    def ref(self, e: t.Ref, want: Type | None) -> Term:
        name, m = e.name, self.model
        local = self.desk.local(name)
        if local:
            return Term("local", self.narrowed(e, local.type), data=local.key, span=e.span)
        wanted = self.wanted_value(e, want)
        if wanted:
            return wanted
        if name in ("you", "your", "others"):
            return self.chooser(e)
        if name in m.state and m.state[name].owner == "table":
            return self.state(m.state[name], (), e.span, e)
        simple = self.plain(e)
        if simple:
            return simple
        values = [info for info in m.enums.values() if name in info.values]
        values = [info for info in values if info.span != NOWHERE] or values  # what the game itself names comes first
        boards = [m.places[name][0]] if name in m.places else []
        if self.desk.seats_lost and not boards and values and all(info.span == NOWHERE for info in values):
            return Term("error", UNKNOWN, span=e.span)  # a player may be called so
        if len(values) + len(boards) == 1:
            return self.enum_value(values[0].name, name, e.span) if values else self.named_place(name, e.span)
        if values:
            self.desk.fail("E0214", e.span, name=name, which=" and of ".join(f"`{v}`" for v in (*(v.name for v in values), *boards)))
            return Term("error", UNKNOWN, span=e.span)
        return self.unknown_name(e)

    def wanted_value(self, e: t.Ref, want: Type | None) -> Term | None:
        """The name of a value of the enum, or of a kind of the family, that is wanted here."""
        member = want.of if want and want.kind in ("set", "list") and want.of else want
        if member and member.kind == "enum" and e.name in self.values_of(member.name):
            return self.enum_value(member.name, e.name, e.span)
        if member and member.kind == "kindvalue" and e.name in self.model.leaves(member.name):
            self.desk.used.add(e.name)
            return Term("const", member, data=list(self.model.kinds).index(e.name), span=e.span)
        return self.named_place(e.name, e.span) if member and member.bare == PLACE and e.name in self.model.places else None

    def named_place(self, name: str, span: Span) -> Term:
        board, _ = self.model.places[name]
        self.desk.used |= {name, board}
        return Term("place", PLACE, data=self.model.places[name], span=span)

    def enum_value(self, enum: str, name: str, span: Span) -> Term:
        self.desk.used.add(name)
        return Term("const", Type("enum", enum), data=self.values_of(enum).index(name), span=span)

    def chooser(self, e: t.Ref) -> Term:
        if not self.desk.you:
            self.desk.fail("E0213", e.span, name=e.name)
            return Term("error", UNKNOWN, span=e.span)
        you = Term("you", PLAYER, span=e.span)
        return Term("others", set_of(PLAYER), (you,), span=e.span) if e.name == "others" else you

    def plain(self, e: t.Ref) -> Term | None:
        """Names that stand for themselves wherever they are written."""
        name, m, span = e.name, self.model, e.span
        if name in m.options:
            self.desk.used.add(name)
            return Term("setting", m.options[name].type, data=name, span=span)
        if name == "players":
            return Term("players", set_of(PLAYER), span=span)
        if name in m.enums:
            self.desk.used.add(name)
            return Term("enum_all", set_of(Type("enum", name)), data=name, span=span)
        if name in m.boards:
            self.desk.used.add(name)
            return Term("board", Type("board", name), data=name, span=span)
        if name in m.kinds:
            self.desk.used.add(name)
            return self.kind_ref(name, span)
        if name in m.charts:
            self.desk.used.add(name)
            return Term("chart", Type("chart", name), data=name, span=span)
        if name in m.melds:
            self.desk.used.add(name)
            return Term("meld", Type("meld", name), data=name, span=span)
        if name in m.seat_names or (self.desk.in_test and not m.seat_names and name in m.seats):
            self.desk.used.add(name)
            return Term("const", PLAYER, data=m.seats.index(name), span=span)
        if name in m.callables and m.callables[name].kind == "def":
            return self.defined(m.callables[name], (), span)
        if name in VIEWS:
            return Term(name, VIEWS[name], span=span)
        return way_set(name, span) if m.boards and name in SETS else None

    def kind_ref(self, name: str, span: Span) -> Term:
        info = self.model.kinds[name]
        if info.params or self.model.leaves(name) != {name}:
            return Term("kind", Type("kind", name), data=name, span=span)
        return Term("face", Type("face", name, kinds=frozenset({name})), data=name, span=span)

    def unknown_name(self, e: t.Ref) -> Term:
        m = self.model
        if e.name == "this" and self.desk.card:
            self.desk.fail("E0424", e.span)
        elif e.name in m.state:
            owner = {"player": "p", "cell": "c", "edge": "e", "place": "t", "route": "r"}.get(m.state[e.name].whose, "x")
            whose = "your" if self.desk.you and owner == "p" else owner
            self.desk.fail("E0201", e.span, name=e.name, near=f"each {m.state[e.name].whose} has a `{e.name}`: write `{whose}.{e.name}`")
        elif let := self.let_of(e):
            self.desk.fail("E0201", e.span, name=e.name, near=self.of_let(e, let))
        elif e.name == self.desk.later:
            self.desk.fail("E0201", e.span, name=e.name, near=f"members are picked before they have a place: ask for `{e.name}` inside the loop")
        elif self.desk.you and e.name in ("p", "player", "me", "self", "actor"):
            self.desk.fail("E0201", e.span, name=e.name, near="whoever acts is `you`, and has what is `your`: `your.score`")
        elif e.name in ("True", "False", "None"):
            self.desk.unknown("E0201", e.span, e.name, [e.name.lower()])
        elif not m.seat_names and e.name in m.seats and (named := self.seats_named()):
            near = f"only tests call seats so; in rules they have the names that the game gives them: `players {named[0].text}`"
            self.desk.fail("E0201", e.span, named, name=e.name, near=near)
        elif (cell := cell_called(m.boards, e.name)) and not any(CALLED.fullmatch(name) for name in self.desk.all_names()):
            self.desk.fail("E0201", e.span, (Edit(e.span, cell),), name=e.name, near=AS_CELL.format(cell=cell))
        else:
            self.desk.unknown("E0201", e.span, e.name, (), None if self.desk.quiet else self.meant(e.name))
        return Term("error", UNKNOWN, span=e.span)

    def seats_named(self) -> tuple[Edit, ...]:
        """What gives seats the names that tests call them by."""
        games = (d for tree in self.model.trees for d in tree.declarations if isinstance(d, t.Game))
        players = next((game.players.span for game in games if game.players is not None), None)
        return () if players is None else (Edit(players, f"{self.model.written(players)}: {', '.join(self.model.seats)}"),)

    def let_of(self, e: t.Ref) -> t.Let | None:
        """What gives the name a meaning elsewhere in the same rule: below, or in a block that does not go on to here."""
        inside = self.desk.inside
        named = [let for let in t.within(inside.decl, t.Let) if let.name.text == e.name] if inside is not None else []
        return next((let for let in named if all(node is not e for node in t.walk(let))), None)

    def of_let(self, e: t.Ref, let: t.Let) -> str:
        """Why the name means nothing yet, or any more, and what to write."""
        label = next((s for s in t.within(self.desk.inside.decl, t.Label) if any(node is e for node in t.walk(s))), None) if self.desk.inside else None
        if label is not None and isinstance(let.value, (t.Roll, t.Observe)):
            return f"a label is read before its action is done: `{e.name}` has not fallen yet"
        if label is not None:
            return f"a label is read before its action is done, and knows what the action is given: write `{self.model.written(let.value.span)}` in it"
        if (let.span.line, let.span.column) > (e.span.line, e.span.column):
            return f"`let {e.name}` stands further down: write it before this"
        return f"`let {e.name}` holds in its own block only: write it before that block"

    def meant(self, name: str) -> str | None:
        """What may stand by itself here and is nearly written so; a part of somebody or something stands behind whose it is."""
        parts = self.desk.parts()
        apart = {n for n, info in self.model.state.items() if info.owner != "table"}
        known = [*(self.desk.all_names() - apart), *(way for ways in parts.values() for way in ways), "true", "false", "none", "empty"]
        return nearest(name, known) or parts.get(nearest(name, parts) or "", [None])[0]

    def state(self, info: StateInfo, index: tuple[Term, ...], span: Span, e: t.Expr) -> Term:
        self.desk.used.add(info.name)
        if info.owner == "line" and not info.decl.keys:
            index = (Term("instance", INT, (Term("const", INT, data=0, span=span), *index), info.name, span),)
        if info.decl.keys:
            return Term("many", Type("many", info.name), index, info.name, span)
        if info.word:
            return Term("zone", info.type, index, info.name, span)
        return Term("var", self.narrowed(e, info.type), index, info.name, span)

    def narrowed(self, e: t.Expr, type: Type) -> Type:
        known = self.desk.facts.get(e)
        if known is None or type.kind != "card":
            return type
        return replace(type, kinds=type.kinds & known.kinds, guises=type.guises & known.guises or type.guises)
