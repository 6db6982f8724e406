"""Choosing among cards that one may not see: where that can be, and whether the rules ask then what is on them."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.model.desk import Desk
from ruledsl.model.graph import bodies
from ruledsl.model.inside import joined, put_in, subterms
from ruledsl.model.model import Callable, Model
from ruledsl.model.secrets import YOU, owner, same_seat
from ruledsl.model.terms import row
from ruledsl.model.types import Term, Type
from ruledsl.record import record
from ruledsl.source import Span
from ruledsl.syntax import tree as t


@record(frozen=True)
class Pick:
    """A card, or several, that somebody chooses: its name and local, from where, by which condition of its own, and all else that says which may be."""

    name: str
    key: str
    type: Type
    domain: Term
    chooser: Term
    own: Term | None
    others: tuple[Term, ...]
    span: Span
    narrowed: bool


def hides(model: Model, domain: Term | None, chooser: Term) -> bool:
    """Can cards lie there that who chooses does not see?"""
    if domain is None or domain.op == "seen" and same_seat(domain.args[0], chooser):
        return False
    zones = [sub for sub in subterms(domain) if row(sub).data == "zone"]
    if not zones or domain.op == "all_cards":
        return any(info.word and info.visibility != "open" for info in model.state.values())
    return any(_unseen(model, zone, chooser) for zone in zones)


def _unseen(model: Model, zone: Term, chooser: Term) -> bool:
    sight, whose = model.state[zone.data].visibility, owner(zone)
    if sight == "own":
        return whose is None or not same_seat(whose, chooser)
    if sight == "others":
        return whose is None or same_seat(whose, chooser)
    return sight == "hidden" or sight == "top" and zone.op != "tops"


def looks(model: Model, term: Term, key: str) -> bool:
    """Does a term look at what is on the card of a local? Where the card lies, and marks on it that all see, are no part of that."""
    return any(_looks(model, sub, key) for sub in subterms(term) if any(a.op == "local" and a.data == key for a in sub.args))


def _looks(model: Model, sub: Term, key: str) -> bool:
    if row(sub).equality:
        return any(a.type.kind != "card" for a in sub.args)
    if sub.op == "in" or row(sub).data == "zone" or row(sub).says == "none":
        return False
    if sub.op == "var":
        return model.state[sub.data].visibility != "open"
    if sub.op == "call":
        target = model.callables[sub.data]
        given = [p.key for p, a in zip(target.params, sub.args, strict=False) if a.op == "local" and a.data == key]
        value = model.terms.get(id(target.decl.value)) if isinstance(target.decl, t.Def) else None
        return value is None or any(looks(model, value, inner) for inner in given)
    return True


def look(desk: Desk) -> None:
    """Warn where somebody chooses among cards unseen, by what is on them, or several at once."""
    if desk.errors_only:
        return
    shown = {sub.data for c in desk.model.callables.values() for body in bodies(c) for what in t.within(body, t.Reveal) for sub in _told(desk.model, what)}
    for pick in (pick for target in desk.model.callables.values() for pick in _picks(desk.model, target)):
        if not hides(desk.model, pick.domain, pick.chooser) or shown and all(part.data in shown for part in joined(pick.domain)):
            continue
        if pick.domain.op == "all_cards" and pick.own is not None and not looks(desk.model, pick.own, pick.key):
            continue  # it says where the card lies
        if pick.type.kind == "subset" or pick.type.guises:
            desk.fail("W0610", pick.span, name=pick.name)
        elif pick.narrowed:
            desk.fail("W0609", pick.span, name=pick.name)
        for condition in (pick.own, *pick.others):
            if condition is not None and looks(desk.model, condition, pick.key):
                desk.fail("W0609", condition.span, name=pick.name)


def _told(model: Model, what: t.Reveal) -> Iterator[Term]:
    """The zones whose cards are shown to whoever may choose there: what `p.others` are shown, p is not."""
    term, to = (model.terms.get(id(e)) for e in (what.what, what.to))
    if term is not None and (to is None or to.op != "others"):
        yield from (sub for sub in subterms(term) if sub.op == "zone")


def _picks(model: Model, target: Callable) -> Iterator[Pick]:
    if target.kind in ("action", "effect"):
        yield from _arguments(model, target)
    for body in bodies(target):
        for s in t.within(body, t.ChooseValue):
            found = None if isinstance(s.who, t.Loop) else _value(model, s)
            if found is not None:
                yield found


def _arguments(model: Model, target: Callable) -> Iterator[Pick]:
    required = list(_required(model, target.decl.body))  # type: ignore[union-attr]
    for hook in target.before:
        names = {mine.key: Term("local", theirs.type, data=theirs.key) for mine, theirs in zip(hook.params, target.params, strict=False)}
        required += [put_in(term, names) for term in _required(model, hook.decl.body)]
    carried = {id(term): term for node in t.walk(target.decl) if isinstance(node, t.CarryOut) and (term := model.terms.get(id(node.card))) is not None}
    for p in target.params:
        if p.domain is None or p.type.kind not in ("card", "subset"):
            continue
        others = tuple(term for q in target.params if q is not p for term in (q.domain, q.condition) if term is not None)
        played = any(term.op == "local" and term.data == p.key for term in carried.values())
        narrowed = played or p.wanted is not None and not p.domain.type.kinds <= p.type.kinds
        yield Pick(p.name, p.key, p.type, p.domain, YOU, p.condition, (*others, *required), p.span, narrowed)


def _required(model: Model, body: t.Block) -> Iterator[Term]:
    """The requirements of an action, and the lets before them."""
    last = max((n for n, s in enumerate(body) if isinstance(s, t.Require)), default=-1)
    for s in body[: last + 1]:
        found = model.terms.get(id(s.condition if isinstance(s, t.Require) else s.value)) if isinstance(s, (t.Require, t.Let)) else None
        if found is not None:
            yield found


def _value(model: Model, s: t.ChooseValue) -> Pick | None:
    domain, who = model.terms.get(id(s.domain)), model.terms.get(id(s.who))
    wanted = model.wanted.get(id(s.wanted))
    if domain is None or who is None or domain.type.kind != "zone" and (domain.type.of is None or domain.type.of.kind != "card"):
        return None
    type = wanted.type if wanted is not None else Type("card", kinds=domain.type.kinds)
    condition = model.terms.get(id(s.condition))
    name = s.target.name if isinstance(s.target, (t.Ref, t.Attr)) else "a card"
    narrowed = wanted is not None and type.kind == "card" and not domain.type.kinds <= type.kinds
    return Pick(name, model.keys.get(id(s.target), ""), type, domain, who, condition, (), s.span, narrowed)
