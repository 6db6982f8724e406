"""Checks operations: reckoning, conditions, comparisons, `in` and `is`."""

from __future__ import annotations

from ruledsl.diagnostics import Edit
from ruledsl.model import facts
from ruledsl.model.asking import Asking
from ruledsl.model.contradictions import always, why_never
from ruledsl.model.early import known
from ruledsl.model.errors import HELD
from ruledsl.model.facts import kinds_named
from ruledsl.model.inside import handed_on, joined
from ruledsl.model.terms import row
from ruledsl.model.types import BOOL, INT, NONE, PLACE, UNKNOWN, Term, Type, agree, card_of, fits, join, maybe_none, say, set_of
from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t

SETS = ("set", "list", "zone", "board", "subset")
ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "//": "div", "%": "mod"}
SET_ALGEBRA = {"|": "union", "&": "intersection", "-": "difference"}
ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class Operations(Asking):
    """Each operation works on things of some kinds, and what comes out is of a kind."""

    def unary(self, e: t.Unary, want: Type | None) -> Term:
        if e.op == "not":
            return Term("not", BOOL, (self.condition(e.operand),), span=e.span)
        return Term("neg", INT, (self.value(e.operand, INT),), span=e.span)

    def binary(self, e: t.Binary, want: Type | None) -> Term:
        if e.joins:
            return self.logic(e)
        left = self.check(e.left, want)
        if self.is_dotted(e, left):
            return Term("error", UNKNOWN, span=e.span)
        if e.op in SET_ALGEBRA:
            left = self.as_set(e.left, left)
        if left.type.kind == "set" and e.op in SET_ALGEBRA:
            right = self.value(e.right, left.type)
            type = UNKNOWN if right.type.kind == "unknown" else left.type
            return Term(SET_ALGEBRA[e.op], type, (left, right), span=e.span)
        if left.type.kind == "zone" and e.op == "|":
            return self.joint(e, left, self.check(e.right))
        if e.op not in ARITHMETIC:
            return self.wrong_operand(e.op, left, e.left.span, "sets")
        for side, term in ((e.left, left), (e.right, self.check(e.right, want))):
            if term.type.kind == "zone":
                self.zone_as(term, "a number", side.span)
                return Term("error", UNKNOWN, span=e.span)
            if not fits(term.type, INT):
                return self.wrong_operand(e.op, term, side.span, "numbers")
        right = self.model.terms[id(e.right)]
        return Term(ARITHMETIC[e.op], INT, (self.number(e.left, left), self.number(e.right, right)), span=e.span)

    def is_dotted(self, e: t.Binary, left: Term) -> bool:
        """Does a sign stand where a dot belongs, between a thing and what it has? That is said, and nothing else."""
        if not isinstance(e.left, t.Ref) or not isinstance(e.right, t.Ref):
            return False
        name = e.right.name
        info = self.model.state.get(name)
        if info is None or info.owner == "table" or info.whose not in (left.type.kind, say(left.type).split()[-1]) or self.desk.local(name):
            return False
        a, b = e.left.span, e.right.span
        dot = Edit(Span(a.file, a.end_line, a.end_column, b.line, b.column), ".")
        self.desk.fail("E0201", b, (dot,), name=name, near=f"each {info.whose} has a `{name}`: write `{e.left.name}.{name}`")
        return True

    def joint(self, e: t.Binary, left: Term, right: Term) -> Term:
        """`p.hand | all p.shelf`: several places together. No card lies in two of them; of a zone that is handed on it is asked once it is known."""
        for side, term in ((e.left, left), (e.right, right)):
            if term.type.kind == "unknown":
                return term
            if row(term).data != "zone" and term.op != "joint" and not handed_on(term):
                got = "cards wherever they lie" if term.op == "all_cards" else say(term.type)
                self.desk.fail("E0317", side.span, name="|", want="sets, and on zones", got=got)
                return Term("error", UNKNOWN, span=e.span)
        parts = (*joined(left), *joined(right))
        twice = {part.data for part in joined(left) if not handed_on(part)} & {part.data for part in joined(right)}
        if twice:
            name = min(twice)
            hint = f"go through `all {name}`, with a condition"
            self.desk.fail("E0317", e.right.span, name="|", want="zones of different names", got=f"`{name}` again", hint=hint)
            return Term("error", UNKNOWN, span=e.span)
        kinds = left.type.kinds | right.type.kinds
        return Term("joint", Type("zone", kinds=kinds), parts, span=e.span)

    def wrong_operand(self, op: str, term: Term, span: Span, on: str) -> Term:
        number = on == "numbers" and term.op == "local" and self.desk.swapped(term.data, say(term.type), "a number", ("int",))
        empty = term.op == "list" and not term.args  # of what is no slip: there is nothing in it
        unknown = not empty and "unknown" in (term.type.kind, term.type.of.kind if term.type.of is not None else "")
        if not unknown and not number:
            self.desk.fail("E0301", span, op=op, got=say(term.type), hint=f"`{op}` works on {'two numbers, or two sets' if op == '-' else on}")
        return Term("error", UNKNOWN, span=span)

    def logic(self, e: t.Binary) -> Term:
        """`and`, `or`: the right side is read under what the left side says of the kinds of cards."""
        left = self.condition(e.left)
        with self.desk.scope():
            facts.learn(self.desk, self.kinds_of, e.left, e.op == "and")
            right = self.condition(e.right, again=e.left)
        return self.together(left, right, e.span) if e.op == "and" else Term("or", BOOL, (left, right), span=e.span)

    def answering_to(self, kinds: frozenset[str]) -> frozenset[str]:
        """The kinds of cards that are of some kinds, or may stand for one that is."""
        return kinds.union(*(self.model.standing(kind) for kind in kinds))

    def if_else(self, e: t.IfElse, want: Type | None) -> Term:
        condition = self.condition(e.condition)
        with self.desk.scope():
            facts.learn(self.desk, self.kinds_of, e.condition, True)
            then = self.check(e.then, want)
        with self.desk.scope():
            facts.learn(self.desk, self.kinds_of, e.condition, False)
            other = self.check(e.otherwise, want or then.type)
        sides = {then.type.kind, other.type.kind}
        if sides <= {"board", "line", "set"} and sides != {"line"}:
            then, other = self.as_set(e.then, then), self.as_set(e.otherwise, other)
        type = join(then.type, other.type)
        if type is not None and maybe_none(type):
            then, other = self.natural(e.then, then), self.natural(e.otherwise, other)
        if type is not None and not self.chosen_between(e, then, other):
            type = UNKNOWN
        if type is None:
            node, side, rest = (e.then, then, other) if then.type.kind == "none" else (e.otherwise, other, then)
            hint = "a set in which nothing is is `{}`" if side.type.kind == "none" else HELD.get(say(side.type), "both sides of `if … else` are of one type")
            self.desk.fail("E0303", node.span, want=say(rest.type), got=say(side.type), hint=hint)
        return Term("if", type or UNKNOWN, (condition, then, other), span=e.span)

    def chosen_between(self, e: t.IfElse, then: Term, other: Term) -> bool:
        """Are both sides values, or lists that are known before play?"""
        if then.type.kind == other.type.kind == "list" and all(known(side) for side in (self.model.terms[id(e.condition)], then, other)):
            return True
        if then.type.kind == other.type.kind == "zone":
            self.desk.fail("E0451", e.span)
            return False
        first = self.held(e.then, then)
        return self.held(e.otherwise, other) and first

    def range(self, e: t.Range, want: Type | None) -> Term:
        low, high = self.value(e.low, INT), self.value(e.high, INT)
        if low.op == high.op == "const":
            self.desk.upwards(e, low.data, high.data)
        return Term("range", set_of(INT), (low, high), span=e.span)

    def compare(self, e: t.Compare, want: Type | None) -> Term:
        """A chain `a < b <= c` is read as `a < b and b <= c`."""
        terms: list[Term] = []
        for op, left, right in zip(e.ops, e.operands, e.operands[1:]):
            terms.append(self.comparison(op, left, right, e.span))
            if (value := always(terms[-1])) is not None and not self.desk.one_of_several:
                self.desk.fail("W0605", left.span.to(right.span), value="true" if value else "false")
        whole = terms[0]
        for term in terms[1:]:
            whole = self.together(whole, term, e.span)
        return whole

    def together(self, left: Term, right: Term, span: Span) -> Term:
        """Both hold at once, if they can."""
        if why := why_never(self.model, left, right, self.answering_to):
            self.desk.fail("W0608", span, why=why)
        return Term("and", BOOL, (left, right), span=span)

    def comparison(self, op: str, left: t.Expr, right: t.Expr, span: Span) -> Term:
        if op in ("is", "is not"):
            term = self.is_what(left, right, span)
            return Term("not", BOOL, (term,), span=span) if op == "is not" else term
        if op in ("in", "not in"):
            term = self.member(left, right, span)
            return Term("not", BOOL, (term,), span=span) if op == "not in" else term
        if op in ORDER:
            return self.ordered(op, left, right, span)
        return self.equal(op, left, right, span)

    def ordered(self, op: str, left: t.Expr, right: t.Expr, span: Span) -> Term:
        a = self.as_set(left, self.check(left))
        if a.type.kind == "enum":
            b = self.value(right, a.type.bare)
            return Term(ORDER[op], BOOL, (self.number(left, a), self.number(right, b)), span=span)
        if a.type.kind == "set":
            return Term(f"set_{ORDER[op]}", BOOL, (a, self.value(right, a.type)), span=span)
        b = self.check(right, a.type)
        if b.type.kind == "enum" and isinstance(left, t.Ref):
            a = self.check(left, b.type)
        if a.type.kind == "unknown" and b.type.kind in ("enum", "set"):
            return Term("error", BOOL, span=span)
        for side, term in ((left, a), (right, b)):
            if term.type.kind == "zone":
                self.zone_as(term, "a number", side.span)
                return Term("error", BOOL, span=span)
            if not fits(term.type.bare, INT):
                return replace(self.wrong_operand(op, term, side.span, "numbers"), type=BOOL)
        return Term(ORDER[op], BOOL, (self.number(left, a), self.number(right, b)), span=span)

    def equal(self, op: str, left: t.Expr, right: t.Expr, span: Span) -> Term:
        a, b = self.both(left, right)
        if a.type.kind != b.type.kind:
            a, b = (self.as_set(e, term) if other.type.kind == "set" else term for e, term, other in ((left, a, b), (right, b, a)))
        if not agree(a.type, b.type):
            side, term = (left, a) if a.type.kind == "zone" and b.type.kind == "int" else (right, b)
            if term.type.kind == "zone":
                self.zone_as(term, "a number", side.span)
            else:
                self.desk.fail("E0302", right.span, left=say(a.type), right=say(b.type), hint=self.as_one(a, b, left, right))
            return Term("error", BOOL, span=span)
        if not self.compared(left, a, right, b):
            return Term("error", BOOL, span=span)
        self.out_of_range(a, b, right.span)
        a, b = self.beside_none(left, a, b), self.beside_none(right, b, a)
        return Term("eq" if op == "==" else "ne", BOOL, (a, b), span=span)

    def as_one(self, a: Term, b: Term, left: t.Expr, right: t.Expr) -> str:
        """How a set and one of what it holds are compared, and a kind and a card."""
        for whole, one, of, e in ((a, b, left, right), (b, a, right, left)):
            if whole.type.kind == "many":
                return f"ask it of each: `all({self.model.written(of.span) or 'x'}[k] == 0 for k in …)`, or one by one"
            if whole.type.kind == "kindvalue" and one.type.kind == "card":
                kind, card = self.model.written(of.span) or "…", self.model.written(e.span) or "card"
                return f"ask it of the card: `{card} is {kind}`, `{card} is not {kind}`"
            if whole.type.kind == "set" and whole.type.of is not None and agree(whole.type.of, one.type):
                member, among = self.model.written(e.span) or "…", self.model.written(of.span) or "…"
                return f"write `{{{member}}}` for the set of it alone; or ask `{member} in {among}`"
        return ""

    def compared(self, left: t.Expr, a: Term, right: t.Expr, b: Term) -> bool:
        """Values are compared; and what lies in a zone, with a list of faces."""
        if "unknown" in (a.type.kind, b.type.kind):
            return True
        if "zone" not in (a.type.kind, b.type.kind):
            return self.held(left, a) and self.held(right, b)
        e, cards = (right, b) if a.type.kind == "zone" else (left, a)
        faces = cards.op == "list" and all(item.type.kind in ("face", "unknown") for item in cards.args)
        told = cards.type.of.kind != "unknown" if cards.type.of is not None else cards.type.kind != "unknown"
        if not faces and told:
            hint = "write `all(c in Z for c in …)`, or compare numbers: `count(…)`"
            self.desk.fail("E0303", e.span, want="a list of faces such as `[Hen(four), Fox]`", got=say(cards.type), hint=hint)
        return faces

    def both(self, left: t.Expr, right: t.Expr) -> tuple[Term, Term]:
        """Both sides, each read in the light of the other: `climb == six`, `six == climb`."""
        if self.only_a_value(left) and not self.only_a_value(right):
            b = self.check(right)
            return self.check(left, b.type), b
        a = self.check(left)
        return a, self.beside(left, right, a.type)

    def beside(self, left: t.Expr, right: t.Expr, want: Type) -> Term:
        """The right side. Where the left one is a name that nothing has, it is not said what a name on the right is none of."""
        told = isinstance(left, t.Ref) and left.name in self.desk.said or any(slip.span == left.span for slip in self.desk.slips)
        if told and isinstance(right, t.Ref):
            with self.desk.hushed():
                return self.check(right, want)
        return self.check(right, want)

    def only_a_value(self, e: t.Expr) -> bool:
        """A name that means something only as the value of an enum or ruling."""
        if not isinstance(e, t.Ref) or self.desk.local(e.name) or e.name in (*self.model.state, *self.model.options):
            return False
        return any(e.name in self.values_of(enum) for enum in (*self.model.enums, *self.model.options))

    def beside_none(self, e: t.Expr, term: Term, other: Term) -> Term:
        """A number that is held against one that may be none: if it is below 0, they are not equal."""
        if term.type.kind != "int" or term.type.or_none or not maybe_none(other.type) or term.op == "const" and term.data >= 0:
            return term
        term = self.model.terms[id(e)] = Term("beside_none", term.type, (term,), span=term.span)
        return term

    def out_of_range(self, a: Term, b: Term, span: Span) -> None:
        """`score == 700` where score is 0..99."""
        if a.op == "var" and b.op == "const" and a.type.kind == b.type.kind == "int":
            bounds = self.model.state[a.data].bounds
            if bounds and all(x.op == "const" for x in bounds) and not bounds[0].data <= b.data <= bounds[1].data:
                self.desk.beyond(a.data, b.data, span, bounds[0].data, bounds[1].data)

    def is_what(self, left: t.Expr, right: t.Expr, span: Span) -> Term:
        """`x is none`, `Z is empty`, `card is Hen`, `climb is six`, `take_card is possible`."""
        if isinstance(right, t.Ref) and right.name == "possible":
            return self.is_possible(left, span)
        a = self.check(left)
        if isinstance(right, t.NoneLiteral):
            self.model.terms[id(right)] = Term("const", NONE, data=-1)
            if not self.held(left, a):
                return Term("error", BOOL, span=span)
            return Term("is_none", BOOL, (self.beside_none(left, a, self.model.terms[id(right)]),), span=span)
        if isinstance(right, t.Ref) and right.name == "empty":
            if a.type.kind not in (*SETS, "unknown"):
                self.desk.fail("E0317", left.span, name="is empty", want="zones and sets", got=say(a.type))
            return Term("is_empty", BOOL, (a,), span=span)
        if a.type.kind == "card":
            return self.is_kind(a, right, span)
        b = self.beside(left, right, a.type)
        if a.type.kind == "kindvalue" and isinstance(right, t.Ref) and right.name in self.model.kinds and b.type.kind != "kindvalue":
            return self.of_family(a, right, span)
        if not agree(a.type, b.type):
            self.desk.fail("E0302", right.span, left=say(a.type), right=say(b.type), hint=self.as_one(a, b, left, right))
        elif not self.compared(left, a, right, b):
            return Term("error", BOOL, span=span)
        return Term("eq", BOOL, (self.beside_none(left, a, b), self.beside_none(right, b, a)), span=span)

    def is_possible(self, left: t.Expr, span: Span) -> Term:
        """May the chooser do an action, with these values for its first parameters and any for the others?"""
        name, args = (left.function, left.args) if isinstance(left, t.Call) else (left.name if isinstance(left, t.Ref) else "", ())
        target = self.model.callables.get(name)
        terms = [self.check(arg) for arg in args]
        if name in self.model.absent:
            return Term("const", BOOL, data=0, span=span)
        if target is None or target.kind != "action":
            actions = [n for n, c in self.model.callables.items() if c.kind == "action"]
            self.desk.unknown("E0208", left.span, name or "this", actions)
            return Term("error", BOOL, span=span)
        if not self.desk.you:
            self.desk.fail("E0213", span, name="possible")
        self.desk.used.add(name)
        if len(terms) > len(target.params) or any(p.domain is None for p in target.params[len(terms) :]):
            self.desk.fail("E0307", left.span, name=name, want="values for its first parameters", got=f"{len(terms)} given")
        return Term("possible", BOOL, tuple(terms), name, span)

    def is_kind(self, card: Term, right: t.Expr, span: Span) -> Term:
        name = right.name if isinstance(right, t.Ref) else ""
        if name in self.model.kinds:
            self.desk.used.add(name)
            return Term("is_kind", BOOL, (card,), self.model.leaves(name), span)
        if isinstance(right, t.Ref) and not self.desk.local(name) and name not in self.model.state:
            self.desk.unknown("E0210", right.span, name, self.model.kinds)
        else:
            other = self.check(right, card.type)
            if other.type.kind == "kindvalue":
                return Term("eq", BOOL, (_kind_of(card, other.type), other), span=span)
            if other.type.kind == "card":
                kind = Type("kindvalue", min(card.type.kinds, default=""))
                return Term("eq", BOOL, (_kind_of(card, kind), _kind_of(other, kind)), span=span)
            if agree(card.type, other.type):
                return Term("eq", BOOL, (card, other), span=span)
            self.desk.fail("E0302", right.span, left=say(card.type), right=say(other.type))
        return Term("error", BOOL, span=span)

    def member(self, left: t.Expr, right: t.Expr, span: Span) -> Term:
        a = self.check(left)
        if isinstance(right, t.Ref) and right.name in self.model.kinds and a.type.kind == "card":
            return self.is_kind(a, right, span)
        if a.type.kind == "card" and (names := kinds_named(self.desk, right)):
            self.desk.used |= names
            return Term("is_kind", BOOL, (a,), frozenset().union(*map(self.model.leaves, names)), span)
        want = set_of(a.type) if a.type.kind != "unknown" else None
        b = self.as_cells(right, self.check(right, want))
        if a.type.kind == "kindvalue" and b.type.kind == "kind":
            return self.of_family(a, right, span)
        if b.type.kind not in (*SETS, "unknown"):
            self.desk.fail("E0311", right.span, got=say(b.type))
            return Term("error", BOOL, span=span)
        on_board = self.model.member(b.type.name) if b.type.kind == "board" else b.type.of or UNKNOWN
        inside = card_of(b.type.kinds) if b.type.kind in ("zone", "subset") else on_board
        if isinstance(left, t.Ref) and (inside.kind == "enum" or inside == PLACE):
            a = self.check(left, inside)
        if inside.kind == "kindvalue" and a.type.kind == "card":
            a = _kind_of(a, inside)
        if not agree(a.type.bare, inside):
            self.desk.fail("E0302", left.span, left=say(inside), right=say(a.type), hint=self.one_such(inside, a.type, left, right))
            return Term("error", BOOL, span=span)
        return self.among_numbers(left, right, a, b, span) if a.type.kind == "int" else Term("in", BOOL, (a, b), span=span)

    def one_such(self, inside: Type, what: Type, left: t.Expr, right: t.Expr) -> str:
        """What is asked where something printed on cards is looked for among cards, and a set among what it holds."""
        written, among = self.model.written(left.span) or "…", self.model.written(right.span) or "…"
        if what.kind == "set" and what.of is not None and agree(what.of, inside):
            return f"`{written} <= {among}` asks whether each of them is among those"
        parts = [part for kind in sorted(inside.kinds) for part, type in self.model.kinds[kind].params.items() if type.bare == what.bare]
        return f"ask for one of them: `any(c.{parts[0]} == {written} for c in …)`" if parts else ""

    def of_family(self, kind: Term, family: t.Expr, span: Span) -> Term:
        """Is a kind one of a family?"""
        name = family.name if isinstance(family, t.Ref) else ""
        if not self.model.leaves(kind.type.name) & self.model.leaves(name):
            self.desk.fail("E0302", family.span, left=f"a kind of `{kind.type.name}`", right=f"a kind of `{name}`")
            return Term("error", BOOL, span=span)
        return Term("in", BOOL, (kind, self.family(family, name)), span=span)

    def among_numbers(self, left: t.Expr, right: t.Expr, a: Term, b: Term, span: Span) -> Term:
        """None is among no numbers but where it is written in a list; a number below 0 is not taken for it."""
        if a.type.or_none and b.op == "range" and not (b.args[0].op == "const" and b.args[0].data >= 0):
            some = Term("not", BOOL, (Term("is_none", BOOL, (a,), span=span),), span=span)
            return Term("and", BOOL, (some, Term("in", BOOL, (self.number(left, a), b), span=span)), span=span)
        if isinstance(right, (t.ListLiteral, t.SetLiteral)) and row(b).has("listed"):
            items = tuple(self.beside_none(e, item, a) for e, item in zip(right.items, b.args, strict=True))
            b = self.model.terms[id(right)] = replace(b, args=items)
            a = next((other for item in items if (other := self.beside_none(left, a, item)) is not a), a)
        return Term("in", BOOL, (a, b), span=span)


def _kind_of(card: Term, type: Type) -> Term:
    """The kind of a card, none of none."""
    return Term("kind_of", replace(type, or_none=card.type.or_none), (card,), span=card.span)
