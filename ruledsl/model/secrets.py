"""What a term looks into that somebody may not see, also by the defs that it asks."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from ruledsl.model.calm import restless
from ruledsl.model.desk import Desk
from ruledsl.model.graph import bodies
from ruledsl.model.inside import form, inside_loops, joined, loops_of, put_in
from ruledsl.model.model import Callable, Model
from ruledsl.model.terms import row
from ruledsl.model.types import BOOL, PLAYER, LoopTerm, Term
from ruledsl.source import Span
from ruledsl.syntax import tree as t

YOU = Term("you", PLAYER)
"""Who chooses an action."""

Loops = tuple[LoopTerm, ...]
Looking = list[tuple[Term, Loops]]
Answers = dict[Hashable, list[Looking]]

HIDING = ("own", "others", "hidden", "top")
"""Who sees a zone or variable, where not everybody does."""


def owner(part: Term) -> Term | None:
    """Whose a zone or variable is, also where each has several; None for those of the table."""
    if part.args and part.args[0].op == "instance":
        whose = part.args[0].args[0]
        return None if whose.type.kind == "int" else whose
    return part.args[0] if part.args else None


def same_seat(one: Term, other: Term) -> bool:
    """Are they the same seat, as far as it can be read?"""
    return form(one) == form(other)


def turned_up(model: Model) -> frozenset[str]:
    """The zones whose top cards some rule turns up for all: `reveal top of Z`."""
    shown = (t.within(body, t.Reveal) for c in model.callables.values() for body in bodies(c))
    tops = (what.what for found in shown for what in found if what.to is None and isinstance(what.what, t.Place) and what.what.which == "top")
    terms = (model.terms.get(id(place.zone)) for place in tops if place.zone is not None)
    return frozenset(term.data for term in terms if term is not None and term.op == "zone")


def secret(model: Model, term: Term, chooser: Term | None, up: frozenset[str] = frozenset()) -> Term | None:
    """The zone or variable that a chooser cannot see, if the term itself looks into it; without a chooser, that some seat cannot. The
    number of cards of a zone is always public, and so are top cards of those that are `up`."""
    counts, tops = row(term).looks == "count" or term.op == "joint", term.op == "card_top"  # places that come together are not looked into yet
    looked = [] if counts else [part for part in _places(term) if row(part).data == "zone"]
    for part in (*looked, term) if term.op == "var" else looked:
        sight, whose = "top" if part.data in up else model.state[part.data].visibility, owner(part)
        mine = chooser is not None and whose is not None and same_seat(whose, chooser)
        if sight == "others" and (mine or chooser is None or whose is None):
            return part
        if sight == "hidden" or sight == "own" and not mine or sight == "top" and part.op != "tops" and not tops:
            return part
    return None


def secrets(
    model: Model, term: Term, chooser: Term | None, up: frozenset[str] = frozenset(), known: Answers | None = None
) -> Iterator[tuple[Term, Term, Loops]]:
    """All that a term looks into and the chooser cannot see: what looks, at what, and the loops that it stands in. What calls look at is kept in `known`."""
    if not up and not any(info.visibility in HIDING for info in model.state.values()):
        return
    asked: set[Hashable] = set()
    known = known if known is not None else {}
    todo: list[tuple[Looking, Loops]] = [(_looking(term), ())]
    while todo:
        looking, around = todo.pop()
        for sub, inner in looking:
            found, loops = secret(model, sub, chooser, up), (*around, *inner)
            if found is not None:
                yield sub, found, loops
            if sub.op == "call" and (said := form(sub)) not in asked:
                asked.add(said)
                if said not in known:
                    known[said] = [_looking(body) for body in answers(model, sub)]
                todo += [(body, loops) for body in known[said]]


def _looking(term: Term) -> Looking:
    """A term and the terms inside it that may look into something, by a def or by themselves, with the loops that they stand in. What was found inside
    stays with it."""
    inside: Looking | None = vars(term).get("_looking")
    if inside is None:
        inside = vars(term)["_looking"] = [(sub, loops) for sub, loops in inside_loops(term) if sub is not term and _may_look(sub)]
    return [(term, ()), *inside] if _may_look(term) else inside


def _may_look(term: Term) -> bool:
    if term.op == "call":
        return True
    return term.op == "var" or any(map(_is_zone, term.args)) or any(_is_zone(loop.domain) for loop in loops_of(term))


def _is_zone(part: Term) -> bool:
    return part.op == "joint" or row(part).data == "zone"


def _places(term: Term) -> Iterator[Term]:
    """What a term is asked of."""
    for place in (*term.args, *(loop.domain for loop in loops_of(term))):
        yield from joined(place)


def answers(model: Model, call: Term) -> Iterator[Term]:
    """All that a call of a def may look at, with its arguments in their places: its answer, and what may stand instead of it, and when."""
    target = model.callables[call.data]
    for body in (target.decl, *(hook.decl for hook in target.instead)):
        params = target.params if body is target.decl else next(hook.params for hook in target.instead if hook.decl is body)
        given = {p.key: arg for p, arg in zip(params, call.args)}
        for part in (body.value, getattr(body, "condition", None)):  # type: ignore[union-attr]
            if part is not None and id(part) in model.terms:
                yield put_in(model.terms[id(part)], given)
    for hook in target.instead:
        if hook.cards is not None:
            there = Term("aggregate", BOOL, (Term("const", BOOL, data=1),), ("any", (hook.cards,)))
            yield put_in(there, {p.key: arg for p, arg in zip(hook.params, call.args)})


# ---- what may be chosen must not hang on it ----


def refuse_telling(desk: Desk) -> None:
    """Warn of menus from which their chooser learns what he cannot see."""
    up, known = turned_up(desk.model), Answers()
    for target in restless(desk, "telling", up):
        for term, chooser, span in _asked(desk.model, target):
            found = next((found for _, found, _ in secrets(desk.model, term, chooser, up, known)), None) or _own_back(desk.model, target, term, up)
            if found is not None:
                desk.fail("W0606", span, name=found.data)


def _own_back(model: Model, target: Callable, term: Term, up: frozenset[str]) -> Term | None:
    """What only the others see, of a player who may be the chooser: one that is taken out of all `players`, with no condition."""
    free = [p for p in target.params if p.domain is not None and p.domain.op == "players" and p.condition is None]
    looked = (found for p in free for _, found, _ in secrets(model, term, Term("local", PLAYER, data=p.key), up))
    return next((found for found in looked if model.state[found.data].visibility == "others"), None)


def _asked(model: Model, target: Callable) -> Iterator[tuple[Term, Term, Span]]:
    """What says which options there are, who chooses, and where it stands."""
    yield from offering(model, target)
    for written in bodies(target):
        for choice in t.within(written, t.ChooseValue):
            who = _chooser(model, choice.who)
            for e in (choice.domain, choice.condition):
                if who is not None and e is not None and (term := model.terms.get(id(e))) is not None:
                    yield term, who, e.span


def offering(model: Model, target: Callable) -> Iterator[tuple[Term, Term, Span]]:
    """The same of an action or effect, as a menu offers it."""
    if isinstance(target.decl, (t.Action, t.Effect)):
        yield from ((term, YOU, span) for term, span in _required(model, target.decl.body))
        for hook in target.before:
            required = [(term, YOU, span) for term, span in _required(model, hook.decl.body)]
            yield from required
            condition = model.terms.get(id(hook.decl.condition))
            if required and condition is not None:  # it is required there alone, so who is refused learns of it
                yield condition, YOU, condition.span
        for p in target.params:
            yield from ((term, YOU, term.span) for term in (p.domain, p.condition) if term is not None)


def _required(model: Model, body: t.Block) -> Iterator[tuple[Term, Span]]:
    """What an action requires, in the words of what stands before the `let`s."""
    named: dict[str, Term] = {}
    for s in body:
        e = s.value if isinstance(s, t.Let) else s.condition if isinstance(s, t.Require) else None
        term = model.terms.get(id(e))
        if term is not None and isinstance(s, t.Let):
            named[model.keys[id(s.name)]] = put_in(term, named)
        elif term is not None and isinstance(s, t.Require):
            yield put_in(term, named), s.condition.span


def _chooser(model: Model, who: t.Expr | t.Loop) -> Term | None:
    if not isinstance(who, t.Loop):
        return model.terms.get(id(who))
    loop = model.loops.get(id(who))
    return Term("local", PLAYER, data=loop.key) if loop is not None else None
