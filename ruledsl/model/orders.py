"""What hangs on the order of cards: which piles are shuffled, and which expressions ask how their cards lie.

A shuffled pile has no order until somebody looks. Where things happen, chance settles it then, as far as it is looked at. Conditions, defs and texts change
nothing, so nothing can be settled in them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.model.calm import restless
from ruledsl.model.desk import Desk
from ruledsl.model.graph import bodies
from ruledsl.model.inside import every, loops_of
from ruledsl.model.model import Callable, Model
from ruledsl.model.terms import row
from ruledsl.model.types import LoopTerm, Term
from ruledsl.source import Span
from ruledsl.syntax import tree as t


def shuffled(model: Model) -> frozenset[str]:
    """The piles that some rule shuffles, and those that are poured out over such a one as a whole."""
    written = [body for target in model.callables.values() for body in bodies(target)]
    found = {_zone(model, s.zone) for body in written for s in t.within(body, t.Shuffle)}
    poured = [(_zone(model, source), _zone(model, _goal(s))) for body in written for s in t.within(body, t.Move) if (source := _whole(s.what))]
    size = -1
    while size != (size := len(found)):
        found |= {goal for source, goal in poured if source in found}
    return frozenset(name for name in found if name in model.state and model.state[name].word == "pile")


def unsettled(model: Model) -> frozenset[str]:
    """Those of them whose order is found out as far as it is asked for: where somebody sees how the cards lie, they lie in order at once."""
    return frozenset(name for name in shuffled(model) if model.state[name].visibility == "hidden")


def _whole(what: t.Expr) -> t.Expr | None:
    """The zone Z of `all of Z`."""
    return what.zone if isinstance(what, t.Place) and what.which == "all" else None


def _goal(s: t.Move) -> t.Expr | None:
    return s.to.zone if isinstance(s.to, t.Place) and s.to.zone is not None else s.to


def _zone(model: Model, e: t.Expr | None) -> str:
    term = model.terms.get(id(e))
    return term.data if term is not None and term.op == "zone" else ""


def asked_order(term: Term) -> Iterator[str]:
    """The zones of whose order a term itself asks, but for what stands inside it."""
    looks = row(term).looks
    if looks == "loops":
        for loop in loops_of(term):
            yield from looped(loop)
    elif looks == "order" and row(term).gives == "z":
        yield term.data
    elif looks == "order" or looks == "written" and len(term.args) == 2:
        yield from (name for arg in term.args for name in _named(arg))


def _order_of(term: Term) -> tuple[str, ...]:
    """The same; what was found stays with the term."""
    known: tuple[str, ...] | None = vars(term).get("_order")
    if known is None:
        known = vars(term)["_order"] = tuple(asked_order(term))
    return known


def looped(loop: LoopTerm) -> Iterator[str]:
    """The zone that a loop goes through in its order."""
    if not loop.any_order:
        yield from _named(loop.domain)


def _named(term: Term) -> Iterator[str]:
    if row(term).data == "zone" and row(term).looks != "order":
        yield term.data
    elif term.op == "joint":
        yield from (name for part in term.args for name in _named(part))
    elif term.op == "seen":
        yield from _named(term.args[1])


def refuse_unsettled(desk: Desk) -> None:
    """Report what hangs on the order of a shuffled pile where nothing can be settled."""
    model = desk.model
    mixed = unsettled(model)
    if not mixed:
        return
    told = set[Span]()
    for e in _standing(desk, mixed):
        term = model.terms.get(id(e))
        name = next((name for name in _order_of(term) if name in mixed), None) if term is not None else None
        if name is not None:
            desk.reports += 1
            if e.span not in told:
                told.add(e.span)
                desk.fail("E0461", e.span, name=name)
    for asked in _possible(model):
        domains = [p.domain for p in model.callables[asked.data].params[len(asked.args) :] if p.domain is not None]
        name = next((name for domain in domains for name in _named(domain) if name in mixed), None)
        if name is not None and asked.span not in told:  # who is asked looks through the cards; where it is only asked whether there is a way, nobody does
            told.add(asked.span)
            desk.fail("E0461", asked.span, name=name)
    for target in model.callables.values():
        for hook in (h for h in (*target.before, *target.instead) if h.cards is not None and _asks(target, h.decl)):
            assert hook.cards is not None
            if any(name in mixed for name in looped(hook.cards)):
                desk.fail("E0461", hook.decl.span, name=hook.cards.domain.data)


def _possible(model: Model) -> Iterator[Term]:
    """Where it is asked whether an action is possible."""
    written = [body for target in model.callables.values() for body in bodies(target)]
    ends = [model.winner] if model.winner is not None else []
    asking = (e for root in (*written, *ends, *model.invariants, *model.tests) for e in _of_possible(root))
    return (term for term in every(model.terms[id(e)] for e in asking if id(e) in model.terms) if term.op == "possible")


def _of_possible(root: t.Node) -> tuple[t.Compare, ...]:
    """The comparisons in it with `possible`. They stay with it."""
    known: tuple[t.Compare, ...] | None = vars(root).get("_of_possible")
    if known is None:
        known = vars(root)["_of_possible"] = tuple(e for e in t.within(root, t.Compare) if t.Ref("possible") in e.operands)
    return known


def _asks(target: Callable, hook: t.Hook) -> bool:
    """Is a hook asked, and not done?"""
    return target.kind == "def" or target.kind in ("action", "effect") and any(isinstance(s, t.Require) for s in hook.body)


def _standing(desk: Desk, mixed: frozenset[str]) -> Iterator[t.Expr]:
    """The expressions that are asked while play stands still, where it is not known that none of them asks how `mixed` piles lie."""
    for target in restless(desk, "unsettled", mixed):
        for body in bodies(target):
            yield from _inside(body) if target.kind == "def" else _while_it_stands(body)
    for node in (desk.model.winner, *desk.model.invariants):
        yield from _inside(node)


def _inside(*nodes: t.Node | None) -> Iterator[t.Expr]:
    for node in nodes:
        yield from t.within(node, t.Expr) if node is not None else ()


def _while_it_stands(body: t.Node) -> tuple[t.Expr, ...]:
    """Those of a body that is done. They stay with it."""
    known: tuple[t.Expr, ...] | None = vars(body).get("_while_it_stands")
    if known is None:
        known = vars(body)["_while_it_stands"] = tuple(_in_statements(body))
    return known


def _in_statements(body: t.Node) -> Iterator[t.Expr]:
    """What is chosen from, requirements and what they rest on, labels, menus, questions, odds: all that is no deed."""
    for s in t.within(body, t.Label, t.Require, t.MenuItem, t.Observe):
        yield from _inside(s)
    for menu in t.within(body, t.ChooseAction):
        yield from _inside(menu.prompt)
    for choice in t.within(body, t.ChooseValue):
        yield from _inside(choice.condition, choice.prompt, *_within_domain(choice.domain))
    for block in t.within(body, t.Unless):
        yield from _inside(block.event, block.odds, block.out_of)
    if isinstance(body, (t.Action, t.Effect, t.Hook)):
        yield from _inside(*_heads(body))
    for p in body.params if isinstance(body, (t.Action, t.Effect)) else ():
        yield from _inside(p.condition, *_within_domain(p.domain))


def _heads(body: t.Action | t.Effect | t.Hook) -> Iterator[t.Node]:
    """The `let`s on which a requirement behind them may rest; and when a hook requires something."""
    requires = [n for n, s in enumerate(body.body) if isinstance(s, t.Require)]
    yield from (s for s in body.body[: requires[-1] if requires else 0] if isinstance(s, t.Let))
    if requires and isinstance(body, t.Hook) and body.condition is not None:
        yield body.condition


def _within_domain(domain: t.Expr | None) -> Iterator[t.Node]:
    """A pile that is chosen from is settled before anybody is asked; what stands inside its name is not."""
    if isinstance(domain, (t.Ref, t.Attr, t.Place, t.Index)):
        yield from t.children(domain)
    elif domain is not None:
        yield domain
