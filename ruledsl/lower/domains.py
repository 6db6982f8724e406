"""Whether a value is one of those that a parameter can be: asked when a move is given, and of each card of several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.lower.room import bounds
from ruledsl.lower.values import Values
from ruledsl.model.model import ParamInfo
from ruledsl.model.types import BOOL, Term

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering


def in_domain(lowering: Lowering, v: Values, p: ParamInfo, yes: str, no: str) -> None:
    """Is the value of a parameter one of those that can be chosen?"""
    b, value = v.b, Term("local", p.type, data=p.key)
    assert p.domain is not None
    if p.or_none:
        some = b.label("some")
        b.emit("branch", b.value("eq", v.locals[p.key], b.const(-1)), yes, some)
        b.start(some)
    more = b.label("more") if p.condition is not None else yes
    if p.type.kind == "subset":
        _all_in_domain(lowering, v, p, more, no)
    elif p.type.guises:
        fits(lowering, v, p, value, more, no)
    else:
        v.member(Term("in", p.type, (value, p.domain)), more, no)
    if p.condition is not None:
        b.start(more)
        v.branch(p.condition, yes, no)


def fits(lowering: Lowering, v: Values, p: ParamInfo, card: Term, yes: str, no: str) -> None:
    """Does a card lie in the domain, and is it of a kind that is wanted? Of those that go together with others the chooser knows each."""
    assert p.wanted is not None and p.domain is not None
    b = v.b
    if lowering.blind.hides(p):
        seen = b.label("known")
        b.emit("branch", lowering.blind.known(v, 0, v.card(card)), seen, no)
        b.start(seen)
    if p.wanted.kinds:
        lies = b.label("wanted")
        b.emit("branch", b.value("table", lowering.wanted_table(p.wanted), v.value(card)), lies, no)
        b.start(lies)
    v.member(Term("in", card.type, (card, p.domain)), yes, no)


def _all_in_domain(lowering: Lowering, v: Values, p: ParamInfo, yes: str, no: str) -> None:
    """As many cards as there may be, each once, each of the domain."""
    b, subset, last = v.b, v.locals[p.key], v.b.new()
    low, high = bounds(lowering, p)
    count = v.chosen_count(subset)
    enough, few, all_in = b.label("enough"), b.label("few"), b.label("all")
    b.emit("const", last, -1)
    b.emit("branch", b.value("le", b.const(low), count), enough, no)
    b.start(enough)
    b.emit("branch", b.value("le", count, b.const(high)), few, no)
    b.start(few)

    def each(member: int, next: str) -> None:
        rises, mine = b.label("rises"), v.itself(member)
        b.emit("branch", b.value("lt", last, mine), rises, no)
        b.start(rises)
        b.emit("copy", last, mine)
        v.locals["a member"] = member
        fits(lowering, v, p, Term("local", p.type.member, data="a member"), next, no)

    v.chosen(subset, each, all_in)
    if p.wanted is not None and p.wanted.meld:
        b.emit("branch", v.value(Term("meld_is", BOOL, (Term("local", p.type, data=p.key),), p.wanted.meld)), yes, no)
    b.emit("jump", yes)
