"""Checks expressions: what each name means, what each operation works on, and what comes out."""

from __future__ import annotations

from typing import Callable as Fn
from typing import ClassVar

from ruledsl.diagnostics import Edit
from ruledsl.model import facts
from ruledsl.model.combining import combined
from ruledsl.model.facts import kinds_named
from ruledsl.model.inside import without_none
from ruledsl.model.model import ORDERED, StateInfo
from ruledsl.model.naming import kind_type
from ruledsl.model.operations import Operations
from ruledsl.model.parts import Parts
from ruledsl.model.permitting import permitted
from ruledsl.model.pictures import misplaced
from ruledsl.model.reaching import reached
from ruledsl.model.trying import tried
from ruledsl.model.types import BOOL, HELD, INT, MEMBERS, NONE, UNKNOWN, Term, Type, card_of, join, list_of, maybe_none, say, set_of
from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t

MOVED = "only behind `move`, of one zone", "move it: `move {} Z to …`; of several zones say with `if` which one, as `if Z is not empty: …`"
"""What is said where cards are taken that do not go anywhere, and how it is written."""


class Expressions(Parts, Operations):
    """All kinds of expressions; here also those of several things, and places."""

    def items(self, e: t.ListLiteral | t.SetLiteral, want: Type | None) -> Term:
        inside = self.kinds_meant(e) or (want.of if want and want.kind in ("set", "list") else None)
        conditions = [self.condition(item.condition) if isinstance(item, t.Provided) else None for item in e.items]
        terms = tuple(self.among(item, inside) for item in e.items)
        allowed = MEMBERS if isinstance(e, t.SetLiteral) and not self.desk.in_test else HELD
        wrong = next((n for n, term in enumerate(terms) if term.type.kind not in allowed), None)
        if wrong is not None:
            self.no_member(e, e.items[wrong], terms[wrong])
            return Term("error", UNKNOWN, span=e.span)
        member: Type | None = terms[0].type if terms else (inside or UNKNOWN)
        for item, term in zip(e.items, terms):
            joined = join(member, term.type) if member else None
            if joined is None and member and self.desk.in_test and {member.kind, term.type.kind} <= {"card", "face"}:
                joined = member
            if joined is None and member:
                self.desk.fail("E0303", item.span, want=say(member), got=say(term.type), hint="all members are of one type")
                joined = UNKNOWN
            member = joined
        braces = isinstance(e, t.SetLiteral)
        if member is not None and maybe_none(member):
            terms = tuple(map(self.natural, e.items, terms))
        type = set_of(member or UNKNOWN) if braces else list_of(member or UNKNOWN)
        whole = Term("set" if braces else "list", type, tuple(term for term, only_if in zip(terms, conditions) if only_if is None), span=e.span)
        for term, only_if in zip(terms, conditions):
            if only_if is not None:
                one, nothing = (Term("set", type, members, span=e.span) for members in ((term,), ()))
                whole = Term("union", type, (whole, Term("if", type, (only_if, one, nothing), span=e.span)), span=e.span)
        return whole

    def kinds_meant(self, e: t.ListLiteral | t.SetLiteral) -> Type | None:
        """A set that is made of nothing but names of kinds of one family is a set of these kinds."""
        names = kinds_named(self.desk, e)
        meant = kind_type(self.desk, names) if names and not self.desk.in_test else None
        return meant if meant is not None and names <= self.model.leaves(meant.name) else None

    def no_member(self, e: t.ListLiteral | t.SetLiteral, item: t.Expr, term: Term) -> None:
        """Sets are of what has a number of its own; lists are of values."""
        kinds = "where kinds are meant, let them be of one family: `card Hen is Fowl`"
        if term.type.kind not in HELD and not (term.type.kind == "kind" and isinstance(e, t.SetLiteral)):
            self.held(item, term)
            return
        listed = "write a list: `[…]`"
        hints = {"card": listed, "face": f"{listed}; {kinds}", "kind": kinds, "none": "what may be none is asked for by itself: `… is none or … in {…}`"}
        hint = hints.get(term.type.kind, "")
        self.desk.fail("E0317", item.span, name="{…}", want="values, players and cells", got=say(term.type), hint=hint)

    def times(self, e: t.Times, want: Type | None) -> Term:
        """A number that is printed as so many of the value."""
        number, value = self.check(e.number), self.check(e.value) if e.value is not None else None
        if number.type.kind == "unknown":
            return number
        return replace(number, type=Type("times", str(value.data) if value else "", of=value.type if value else None))

    def among(self, item: t.Expr, want: Type | None) -> Term:
        """A member; one with a condition is read under what that says of the kinds of cards."""
        if not isinstance(item, t.Provided):
            return self.check(item, want)
        with self.desk.scope():
            facts.learn(self.desk, self.kinds_of, item.condition, True)
            return self.check(item.value, want)

    def provided(self, e: t.Provided, want: Type | None) -> Term:
        """Outside a set of values: in a test among cards."""
        self.desk.fail("E0303", e.span, want="a card", got="a member with a condition", hint="only members of a set of values have conditions")
        return Term("error", UNKNOWN, span=e.span)

    def comprehension(self, e: t.Comprehension, want: Type | None) -> Term:
        """A set. In square brackets it would be a list, which keeps what is equal: that has no meaning but where it is counted or reckoned with."""
        if e.braces == "[":
            with self.desk.hushed():
                self.gathered(e)
            at = e.span
            first, last = Span(at.file, at.line, at.column, at.line, at.column + 1), Span(at.file, at.end_line, at.end_column - 1, at.end_line, at.end_column)
            self.desk.fail("E0341", e.span, (Edit(first, "{"), Edit(last, "}")))
            return Term("error", UNKNOWN, span=e.span)
        term = self.gathered(e, want.of if want and want.kind in ("set", "list") else None)
        element = term.args[0]
        if e.braces and element.type.kind not in MEMBERS:
            hint = "a set has no cards: gather what is asked of them, as in `{card.n for card in Z}`" if element.type.kind == "card" else ""
            self.desk.fail("E0317", e.element.span, name="{… for …}", want="values, players and cells", got=say(element.type), hint=hint)
        if e.braces and element.type.or_none:
            term = self.model.terms[id(e)] = without_none(term)
        return term

    def place(self, e: t.Place, want: Type | None) -> Term:
        """`top of Z` and `tops of Z` as values. The other forms stand only in `move`."""
        if e.which in ("top", "bottom") and e.count is None and e.zone is not None:
            zone = self.zone(e.zone)
            self.in_order(e, zone)
            return Term(f"card_{e.which}", self.narrowed(e, replace(card_of(zone.type.kinds), or_none=True)), (zone,), span=e.span)
        if e.which == "tops" and e.zone is not None:
            return self.tops(e.zone, e.span)
        if e.which == "every" and e.zone is not None:
            return self.every(e.zone, e.span)
        if e.which == "all" and e.zone is None:
            return Term("all_cards", Type("zone", kinds=self.model.plain_kinds), span=e.span)
        if e.which == "all" and e.zone is not None:
            return self.zone(e.zone)
        return self.misplaced(e, want)

    def tops(self, e: t.Expr, span: Span) -> Term:
        """`tops of pack`: what lies on top of each of several piles or rows."""
        many = self.check(e)
        info = self.model.state.get(many.data) if many.op == "many" else None
        if info is not None and info.word in ORDERED and not _of_one_team(info, many):
            return Term("tops", Type("zone", kinds=info.type.kinds), many.args, info.name, span)
        if many.type.kind != "unknown":
            got = say(many.type) if info is None else _several(info, many)
            hint = "write `top of`" if many.op == "zone" and self.model.state[many.data].word in ORDERED else ""
            self.desk.fail("E0317", e.span, name="tops of", want="piles and rows of which there is one for each number", got=got, hint=hint)
        return Term("error", UNKNOWN, span=span)

    def every(self, e: t.Expr, span: Span) -> Term:
        """`all Duck`: the cards of a kind. `all p.shelf`, `all hand`: the cards of several zones, those of one player or of all."""
        if isinstance(e, t.Ref) and (e.name in self.model.kinds or e.name not in self.model.state):
            kinds = self.wanted_kind(t.Name(e.name, span=e.span))
            return Term("all_cards", Type("zone", kinds=kinds), data=e.name, span=span) if e.name in self.model.kinds else Term("error", UNKNOWN, span=span)
        if isinstance(e, t.Ref) and self.model.state[e.name].owner != "table":
            self.desk.used.add(e.name)
            many = self.model.terms[id(e)] = Term("many", Type("many", e.name), data=e.name, span=e.span)
        else:
            many = self.check(e)
        info = self.model.state.get(many.data) if many.op == "many" else None
        if info is not None and info.word and not _of_one_team(info, many):
            return Term("every", Type("zone", kinds=info.type.kinds), many.args, info.name, span)
        if many.type.kind != "unknown":
            got = _several(info, many) if info is not None else "one zone" if many.op == "zone" else say(many.type)
            whole = f"`all of {e.name if isinstance(e, t.Ref) else '…'}`"
            hint = f"where it is moved, write {whole}; elsewhere the zone alone is all that lies there" if many.op == "zone" else _one_by_one(info)
            self.desk.fail("E0317", span, name="all", want="kinds of cards, and on zones of which there are several", got=got, hint=hint)
        return Term("error", UNKNOWN, span=span)

    def misplaced(self, e: t.Expr, want: Type | None) -> Term:
        name = {t.Roll: "roll", t.Observe: "observe", t.As: "as", t.More: "more", t.Text: '"…"', t.Decimal: "0.1"}.get(type(e), "random of")
        only, hint = "only on the right of `=`", "write `let x = roll …` first, and use `x`"
        if isinstance(e, t.Place):
            name = f"{e.which} of" if e.count is None else f"{e.which} N of"
            only, hint = MOVED[0], MOVED[1].format(name)
            if isinstance(e.count, t.Ref) and e.count.name in ("card", "cards", "one"):
                hint = f"one card is `{e.which} of` and the zone, as in `{e.which} of deck`"
        self.desk.fail("E0315", e.span, name=name, only=only, hint=hint)
        return Term("error", UNKNOWN, span=e.span)

    def played_as(self, e: t.As, want: Type | None) -> Term:
        """In a test: a card under another kind, or by one of its effects."""
        if not self.desk.in_test:
            return self.misplaced(e, want)
        term = self.check(e.card, want)
        effects = {c.decl.name.text for c in self.model.callables.values() if isinstance(c.decl, t.Effect) and c.decl.name}
        if not isinstance(e.kind, t.Ref):
            self.check(e.kind)
        elif e.kind.name not in self.model.kinds and e.kind.name not in effects:
            self.desk.unknown("E0210", e.kind.span, e.kind.name, {*self.model.kinds, *effects})
        return term

    def gained(self, e: t.Gained, want: Type | None) -> Term:
        """What a deed gave lies where nobody else puts anything until it is named."""
        target = self.model.callables[e.function]
        return Term("local", self.call_def(target, []), data=target.given, span=e.span)

    def usual(self, e: t.Usual, want: Type | None) -> Term:
        inside = self.desk.inside
        if not self.desk.usual or inside is None or inside.kind != "def":
            self.desk.fail("E0405", e.span)
            return Term("error", UNKNOWN, span=e.span)
        return Term("usual", inside.result or want or UNKNOWN, span=e.span)

    CASES: ClassVar[dict[type, Fn[..., Term]]] = {
        t.Number: lambda self, e, w: Term("const", INT, data=e.value, span=e.span),
        t.Bool: lambda self, e, w: Term("const", BOOL, data=int(e.value), span=e.span),
        t.NoneLiteral: lambda self, e, w: Term("const", NONE, data=-1, span=e.span),
        t.Ref: Parts.ref, t.Attr: Parts.attr, t.Index: Parts.index, t.Call: Parts.call, t.Unary: Operations.unary, t.Binary: Operations.binary,
        t.Compare: Operations.compare, t.IfElse: Operations.if_else, t.Range: Operations.range, t.ListLiteral: items, t.SetLiteral: items,
        t.Comprehension: comprehension, t.Place: place, t.Roll: misplaced, t.More: misplaced,
        t.Usual: usual, t.Gained: gained, t.Combined: lambda self, e, w: combined(self, e), t.Permitted: lambda self, e, w: permitted(self, e),
        t.Text: misplaced, t.Decimal: misplaced, t.Observe: misplaced, t.As: played_as,
        t.Provided: provided, t.Reach: lambda self, e, w: reached(self, e),
        t.After: lambda self, e, w: tried(self, e, w), t.Picture: lambda self, e, w: misplaced(self, e), t.Times: times,
    }  # fmt: skip


def _of_one_team(info: StateInfo, many: Term) -> bool:
    return info.owner == "table" and bool(many.args)


def _one_by_one(info: StateInfo | None) -> str:
    """How a variable that each player has is asked for of all."""
    return f"go through them: `for p in players: … p.{info.name}`" if info is not None and info.owner == "player" and not info.word else ""


def _several(info: StateInfo, many: Term) -> str:
    """What a name with keys stands for, where none is said."""
    whose = " of one team" if _of_one_team(info, many) else ""
    return f"several {info.word}s{whose}" if info.word else f"several variables{whose}"
