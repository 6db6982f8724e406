"""What every part of the checker asks of an expression: its term, a value of a type, a condition, a zone, something to go through."""

from __future__ import annotations

from typing import Callable as Fn
from typing import ClassVar, Iterable

from ruledsl.diagnostics import Edit
from ruledsl.model import facts
from ruledsl.model.combining import is_expression, there_is
from ruledsl.model.desk import Desk
from ruledsl.model.early import ask_early
from ruledsl.model.limits import constant
from ruledsl.model.lines import cells_of
from ruledsl.model.model import ORDERED, Callable, MeldInfo
from ruledsl.model.terms import row
from ruledsl.model.types import (
    BOOL,
    CELL,
    HELD,
    INT,
    NO_VALUE,
    PLACE,
    PLAYER,
    UNKNOWN,
    LoopTerm,
    Term,
    Type,
    card_of,
    fits,
    maybe_none,
    say,
    set_of,
    subset_of,
    surely,
)
from ruledsl.model.wanted import Wanted, in_guise
from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t


class Asking:
    """`check` answers the term of an expression and files it under the node. `call_def` is given by whoever knows the defs."""

    CASES: ClassVar[dict[type, Fn[..., Term]]]
    """By the kind of an expression who answers for it."""

    def __init__(self, desk: Desk, call_def: Fn[[Callable, list[Term]], Type]):
        self.desk = desk
        self.model = desk.model
        self.call_def = call_def

    def check(self, e: t.Expr, want: Type | None = None) -> Term:
        term = self.CASES[type(e)](self, e, want)
        self.model.terms[id(e)] = term
        return term

    def gathered(self, e: t.Comprehension, want: Type | None = None) -> Term:
        """`e for x in S …`, whatever is done with it."""
        with self.desk.scope():
            loops = tuple(self.loop(loop, any_order=True) for loop in e.loops)
            element = self.check(e.element, want)
        term = self.model.terms[id(e)] = Term("set_for", set_of(element.type), (element,), loops, e.span)
        return term

    def aside(self, parts: Iterable[t.Expr]) -> None:
        """Parts of something that is at fault itself: they count as used, and what is wrong with them comes later."""
        with self.desk.hushed():
            for part in parts:
                self.check(part)

    def held(self, e: t.Expr, term: Term, told: bool = False) -> bool:
        """Is it a value, which has a name or goes anywhere else that values go? What is told in words is no face of cards either."""
        if term.type.kind in HELD and not (told and term.type.kind == "face"):
            return True
        if term.type.kind == "nothing":
            self.desk.fail("E0303", e.span, want="a value", got=say(term.type))
            return False
        hint = NO_VALUE.get(term.type.kind, "name a card that has it: `first(c for c in … if c == …)`").format(name=term.type.name)
        self.desk.fail("E0303", e.span, want="a value", got=say(term.type), hint=hint)
        return False

    def value(self, e: t.Expr, want: Type, hint: str = "") -> Term:
        """An expression that must be of a type."""
        term = self.as_wanted(e, self.check(e, want), want)
        if not fits(term.type, want):
            self.mismatch(e, term, want, hint)
            return Term("error", UNKNOWN, span=e.span)
        return self.put(e, term, want)

    def put(self, e: t.Expr, term: Term, want: Type) -> Term:
        """A number where one is wanted: it is none only where there may be none, and no number below 0 counts as none there."""
        if want.kind not in ("int", "bool") or want.or_none == term.type.or_none:
            return term
        return self.number(e, term) if term.type.or_none else self.natural(e, term)

    def number(self, e: t.Expr, term: Term) -> Term:
        """What is reckoned with, or asked which is less, or whether it holds."""
        term = self.model.terms[id(e)] = surely(term)
        return term

    def natural(self, e: t.Expr, term: Term) -> Term:
        """A number that stands where there may be none instead."""
        if term.type.kind != "int" or maybe_none(term.type) or term.op == "const":
            return term
        term = self.model.terms[id(e)] = Term("natural", term.type, (term,), span=term.span)
        return term

    def as_cells(self, e: t.Expr, term: Term) -> Term:
        """Where cells are wanted, a line means its cells."""
        if term.type.kind == "line":
            term = self.model.terms[id(e)] = cells_of(term)
        return term

    def as_set(self, e: t.Expr, term: Term) -> Term:
        """Where a set is wanted, a line or a board means its cells, or its places."""
        if term.type.kind == "board":
            term = self.model.terms[id(e)] = replace(term, type=set_of(self.model.member(term.data)))
        return self.as_cells(e, term)

    def as_wanted(self, e: t.Expr, term: Term, want: Type) -> Term:
        """Where a set of cells is wanted, a line or a board means its cells; where a kind is, a card means its kind."""
        return self.kind_of(e, self.as_set(e, term) if want in (set_of(CELL), set_of(PLACE)) else term, want)

    def kind_of(self, e: t.Expr, term: Term, want: Type) -> Term:
        """Where a kind is wanted, a card means its kind."""
        if want.kind == "kindvalue" and term.type.kind == "card" and term.type.kinds <= self.model.leaves(want.name):
            term = Term("kind_of", replace(want, or_none=term.type.or_none), (term,), span=e.span)
            self.model.terms[id(e)] = term
        return term

    def mismatch(self, e: t.Expr, term: Term, want: Type, hint: str = "", fix: tuple[Edit, ...] = ()) -> None:
        if term.type.kind == "zone" and want.kind in ("int", "bool"):
            self.zone_as(term, say(want), e.span)
        elif want == BOOL:
            self.desk.fail("E0304", e.span, fix, got=say(term.type), hint=hint or _condition_hint(term))
        elif want.kind == "kindvalue" and term.type.kind in ("kind", "face") and isinstance(term.data, str):
            self.other_kind(e.span, term, want)
        else:
            self.desk.fail("E0303", e.span, want=say(want), got=say(term.type), hint=hint)

    def other_kind(self, span: Span, term: Term, want: Type) -> None:
        """A kind is named that is none of those that are wanted, a family or a card with its values."""
        kinds = sorted(self.model.leaves(want.name))
        is_family = self.model.leaves(term.data) != {term.data}
        got = f"the family `{term.data}`" if is_family else f"`{term.data}` with its values" if term.data in kinds else f"`{term.data}`"
        self.desk.fail("E0303", span, want=f"a kind of `{want.name}`", got=got, hint="write " + " or ".join(f"`{kind}`" for kind in kinds[:4]))

    def compared_again(self, e: t.Expr, term: Term, before: t.Expr | None) -> tuple[str, tuple[Edit, ...]]:
        """What is written in place of `x is 1 or 2`, in words and as an edit."""
        while isinstance(before, t.Binary) and before.joins:
            before = before.right
        if not isinstance(before, t.Compare) or len(before.ops) != 1 or before.ops[0] not in ("==", "!=", "is", "is not"):
            return "", ()
        first = self.model.terms.get(id(before.operands[0]))
        asked = self.model.written(before.operands[0].span)
        if first is None or first.type.kind != term.type.kind or not asked:
            return "", ()
        start = Span(e.span.file, e.span.line, e.span.column, e.span.line, e.span.column)
        told = f"{asked} {before.ops[0]}"
        return f"each side is a condition of its own: write `{told} {self.model.written(e.span) or '…'}`", (Edit(start, f"{told} "),)

    def zone_as(self, term: Term, want: str, span: Span) -> None:
        name = term.data if term.op == "zone" else "…"
        if want == "true or false":
            want = "a condition"
        fix = (Edit(Span(span.file, span.line, span.column, span.line, span.column), "count("), Edit(_end(span), ")")) if want == "a number" else ()
        self.desk.fail("E0305", span, fix, want=want, name=name)

    def condition(self, e: t.Expr, learn: bool = False, again: t.Expr | None = None) -> Term:
        """A condition; with `learn`, what it says of kinds of cards holds from here on. `again` stands before an `and` or `or`: what is compared there may
        be meant to be compared here too."""
        term = self.check(e, BOOL)
        if is_expression(term.type):
            term = self.model.terms[id(e)] = there_is(term)
        if not fits(term.type, BOOL):
            self.mismatch(e, term, BOOL, *self.compared_again(e, term, again))
            term = Term("error", UNKNOWN, span=e.span)
        term = self.number(e, term)
        if learn:
            facts.learn(self.desk, self.kinds_of, e, True)
        return term

    def zone(self, e: t.Expr) -> Term:
        term = self.check(e)
        if term.type.kind not in ("zone", "unknown"):
            self.desk.fail("E0306", e.span, got=say(term.type))
        elif row(term).gives == "z" and term.op != "zone":
            self.desk.fail("E0306", e.span, got={"seen": "a part of a zone", "unmatched": "several cards"}.get(term.op, "several zones"))
        return term

    def domain(self, e: t.Expr) -> tuple[Term, Type]:
        """Something to go through, and the type of its members."""
        term = self.as_cells(e, self.check(e))
        kind = term.type.kind
        if kind == "zone":
            return term, card_of(term.type.kinds)
        if kind == "subset":
            return term, term.type.member
        if kind in ("set", "list"):
            return term, term.type.of or UNKNOWN
        if kind == "board":
            return term, self.model.member(term.data)
        if kind == "kind":
            family = self.family(e, term.data)
            return family, family.type.of or UNKNOWN
        if kind != "unknown":
            self.desk.fail("E0311", e.span, got=say(term.type))
        return term, UNKNOWN

    def family(self, e: t.Expr, name: str) -> Term:
        """A family where its kinds are wanted."""
        term = self.model.terms[id(e)] = Term("family", set_of(Type("kindvalue", name)), data=name, span=e.span)
        return term

    def in_order(self, e: t.Place, zone: Term) -> None:
        """Report the top of cards that lie in no order: there is none, and it would always be the same one that is taken."""
        info = self.model.state.get(zone.data) if zone.op == "zone" and e.which in ("top", "bottom") else None
        if info is not None and info.word not in (*ORDERED, "spot"):
            self.desk.without_order(e.which, e.span, info)

    def wanted(self, wanted: t.Wanted | None, domain: t.Expr, member: Type, carried: bool = False) -> Type:
        """What is chosen from a domain: a member, or a card of the kinds that are wanted, or so many of them.

        A card that stands for one of these kinds is chosen together with what it stands for, unless its effect is carried out:
        then that is told by the action. As what it is itself it is chosen where that is named, too."""
        if wanted is None or member.kind == "unknown":
            return member
        if member.kind != "card":
            self.desk.fail("E0303", domain.span, want="a place with cards", got=say(member), hint="kinds and numbers of cards are asked of cards")
            return UNKNOWN
        meld = self.wanted_meld(wanted)
        named = (meld.kinds,) if meld is not None else tuple(map(self.wanted_kind, wanted.kinds))
        kinds = frozenset[str]().union(*named)
        ways = in_guise(self.model, named) if meld is None else frozenset[tuple[str, str]]()
        standing = frozenset(kind for kind, _ in ways)
        fitting = (kinds | standing) & member.kinds if wanted.kinds else member.kinds
        if wanted.kinds and kinds and not fitting:
            names = " or ".join(f"a `{k}`" for k in sorted(member.kinds))
            self.desk.fail("E0303", wanted.span, want=f"a card that can lie there: {names}", got=" or ".join(f"a `{k.text}`" for k in wanted.kinds))
        card = replace(card_of(fitting), guises=frozenset() if carried or not standing & fitting else kinds)
        self.model.guises |= {guise for kind, guise in ways if card.guises and kind in fitting}
        bounds = self.check(wanted.range).args if wanted.range else ()
        ask_early(self.desk, bounds)
        chosen = subset_of(card) if bounds or meld is not None else card
        where = self.model.terms.get(id(domain))
        if chosen.kind == "subset" and where is not None and row(where).has("apart"):
            self.desk.fail("E0317", domain.span, name="several cards at once", want="one zone", got="several zones", hint="choose one after the other")
            return UNKNOWN
        low, high = bounds or (None, None)
        self.model.wanted[id(wanted)] = Wanted(named, chosen, low, high, meld.name if meld is not None else "")
        return chosen

    def wanted_meld(self, wanted: t.Wanted) -> MeldInfo | None:
        """The meld that is wanted, if one is: it stands alone."""
        named = next((name for name in wanted.kinds if name.text in self.model.melds), None)
        if named is None:
            return None
        self.desk.used.add(named.text)
        if len(wanted.kinds) > 1:
            self.desk.fail("E0303", named.span, want="a kind of card", got="a meld", hint=f"a meld stands alone: `cards: {named.text} in …`")
        return self.model.melds[named.text]

    def or_none(self, member: Type, node: t.Param | t.ChooseValue) -> Type:
        """The type of what is chosen; nobody chooses none of several cards but by taking no card."""
        if node.or_none and member.kind == "subset":
            self.desk.fail("E0425", node.span)
            return member
        if node.or_none and isinstance(node.domain, t.Range) and (low := self.model.terms.get(id(node.domain.low))) is not None:
            self.from_zero(low, node.domain.span)
        return replace(member, or_none=member.or_none or node.or_none)

    def from_zero(self, low: Term, span: Span) -> None:
        """Numbers of which there may be none begin at 0: none is kept as -1."""
        number = constant(low)
        if number is not None and number < 0:
            self.desk.fail("E0498", span, low=number)

    def wanted_kind(self, name: t.Name) -> frozenset[str]:
        if name.text not in self.model.kinds:
            self.desk.unknown("E0210", name.span, name.text, self.model.kinds)
            return frozenset()
        self.desk.used.add(name.text)
        return self.model.leaves(name.text)

    def several(self, e: t.Expr, want: Type) -> Term:
        """A set or list of an option: written out, or the name of an enum or a family of cards."""
        if isinstance(e, (t.SetLiteral, t.ListLiteral)):
            return self.check(e, want)
        return self.domain(e)[0]

    def loop(self, loop: t.Loop, ordered: bool = False, any_order: bool = False, places: bool = False) -> LoopTerm:
        """Binds the names of a loop in the current scope. Only where it is `ordered` may its members be put in an order, and have `places` in it."""
        domain, member = self.domain(loop.domain)
        start = self.value(loop.start, PLAYER) if loop.start else None
        if start and member.kind not in ("player", "unknown") and loop.start:
            self.desk.fail("E0303", loop.start.span, want="a range of players before `from`", got=say(member))
        key = self.desk.bind(loop.name.text, member, loop.name, loop.name.span)
        self.desk.later = loop.ranked.text if loop.ranked is not None else ""
        limit = self.condition(loop.limit) if loop.limit else None
        condition = self.condition(loop.condition, learn=True) if loop.condition else None
        self.desk.later = ""
        keys = tuple((key.highest, self.key(key.value)) for key in loop.order)
        if keys and not ordered:
            self.desk.fail("E0323", loop.order[0].span)
        elif loop.ranked is not None and not places:
            self.desk.fail("E0324", loop.ranked.span)
        place = self.desk.bind(loop.ranked.text, INT, loop.ranked, loop.ranked.span) if loop.ranked is not None else ""
        term = LoopTerm(key, member, domain, start, condition, limit, keys, any_order and limit is None, place)
        self.model.loops[id(loop)] = term
        return term

    def key(self, e: t.Expr) -> Term:
        """What members are put in order by."""
        term = self.check(e)
        if term.type.kind not in ("int", "bool", "enum", "player", "cell", "line", "unknown"):
            self.desk.fail("E0303", e.span, want="a number, or a value that has an order", got=say(term.type))
        return self.number(e, term)

    def kinds_of(self, e: t.Expr) -> Type:
        """What card it may be here, for what conditions teach; of no kind what is no card."""
        term = self.model.terms.get(id(e))
        return term.type.bare if term and term.type.kind == "card" else card_of(frozenset())

    def values_of(self, enum: str) -> tuple[str, ...]:
        if enum in self.model.enums:
            return self.model.enums[enum].values
        ruling = self.model.options.get(enum)
        return ruling.values if ruling else ()


def _end(span: Span) -> Span:
    return Span(span.file, span.end_line, span.end_column, span.end_line, span.end_column)


def _condition_hint(term: Term) -> str:
    if term.type.or_none or term.type.kind in ("card", "player"):
        return "write `… is not none`"
    if term.type.kind == "int":
        return "compare it, as in `… > 0`"
    return ""
