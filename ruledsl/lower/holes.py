"""Texts with holes: a function for what stands in each, and one that says who may not know it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from typing import Callable as Fn

from ruledsl.ir.program import Hole, Template
from ruledsl.lower.values import Values
from ruledsl.model.inside import loops_of, put_in, subterms
from ruledsl.model.secrets import Answers, owner, secrets
from ruledsl.model.types import BOOL, PLAYER, LoopTerm, Term
from ruledsl.model.unseen import looks
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering
    from ruledsl.lower.procedures import Procedures


LOOKER = "who looks"


class Holes:
    def __init__(self, lowering: Lowering):
        self.l, self.model = lowering, lowering.model
        self.known: Answers = {}

    def template(
        self, name: str, text: t.Text | None, params: int, bind: Fn[[Values], None], main: Procedures | None = None,
        names: Mapping[str, Term] | None = None,
    ) -> Template:  # fmt: skip
        """A text with a function for each hole."""
        parts: list[str | Hole] = []
        for n, part in enumerate(text.parts if text else ()):
            if isinstance(part, str):
                parts.append(part)
            else:
                term = put_in(self.model.terms[id(part)], names or {})
                parts.append(self.hole(f"{name}.{n}", term, self.l.source(part.span), params, bind, main))
        return tuple(parts)

    def hole(
        self, name: str, term: Term, source: str, params: int, bind: Fn[[Values], None], main: Procedures | None = None
    ) -> Hole:
        return Hole(self.l.told(f"text.{name}", term, params, bind, main), self.l.type(term.type), source, self.hidden(name, term, params, bind, main))

    def hidden(self, name: str, term: Term, params: int, bind: Fn[[Values], None], main: Procedures | None) -> str:
        """A function (seat, …, looker): 1 if the one who looks may not know the value. "" if everybody may."""
        looked = list(secrets(self.model, term, None, known=self.known))
        cards = [Term("local", p.type, data=p.key) for p in self.l.blind.chosen if looks(self.model, term, p.key)]
        cards += self.named(term) if main is not None else []
        if not looked and not cards:
            return ""
        b, v = self.l.begin(f"hidden.{name}", "value", params + 1, main)
        bind(v)
        v.locals[LOOKER] = params
        for card in cards:
            unseen, good = b.label("unseen"), b.label("seen")
            b.emit("branch", self.l.blind.unknown(v, params, v.value(card)), unseen, good)
            b.start(unseen)
            b.emit("return", b.const(1))
            b.start(good)
        for sub, found, loops in looked:
            unseen, good = b.label("unseen"), b.label("seen")
            v.branch(self.unseen(sub, found, loops), unseen, good)
            b.start(unseen)
            b.emit("return", b.const(1))
            b.start(good)
        b.emit("return", b.const(0))
        return self.l.finish(b)

    def named(self, term: Term) -> list[Term]:
        """The cards that have a name where a question is asked, a `let` or what a phase is given, and that it calls by what is on them. Whoever does not know
        such a card is not told of it."""
        inside = {loop.key for sub in subterms(term) for loop in loops_of(sub)}
        cards = {sub.data: sub for sub in subterms(term) if sub.op == "local" and sub.type.kind == "card" and sub.data not in inside}
        return [card for key, card in cards.items() if term is card or looks(self.model, term, key)]

    def unseen(self, sub: Term, found: Term, loops: tuple[LoopTerm, ...]) -> Term:
        """May the seat not see what a term looks into, whichever way the loops go around it?"""
        sight = self.model.state[found.data].visibility
        whose = owner(found) if sight in ("own", "others") else None
        if whose is None:
            return Term("const", BOOL, data=1)
        other = Term("ne" if sight == "own" else "eq", BOOL, (Term("local", PLAYER, data=LOOKER), whose))
        around = (*loops, *loops_of(sub))
        about = {inner.data for inner in subterms(whose) if inner.op == "local"}
        return Term("aggregate", BOOL, (other,), ("any", around)) if any(loop.key in about for loop in around) else other
