"""What is written and makes no difference: steps of nothing, the same on both sides, loops over nothing to do, conditions that do not look at what they choose
among, and comparisons that the ranges of numbers have settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ruledsl.model.calm import restless
from ruledsl.model.changes import Look
from ruledsl.model.contradictions import always, settled
from ruledsl.model.counted import of_a_key
from ruledsl.model.desk import Desk, copied
from ruledsl.model.early import known
from ruledsl.model.graph import bodies
from ruledsl.model.model import Callable, Model
from ruledsl.model.watching import watches
from ruledsl.source import Span
from ruledsl.syntax import tree as t

LOOKED_AT = (t.Assign, t.Binary, t.Unary, t.For, t.Turns, t.If, t.Compare, t.Comprehension)

TWICE = ("-", "//", "%", "and", "or", "&", "|")
"""Nobody means these of one thing and the same."""


def look_for_idle(desk: Desk) -> None:
    """Warn of all of it, each place once; of what was written out several times, of what holds each time."""
    often, words = Counter[tuple[str, Span]](), dict[tuple[str, Span], tuple[Callable, dict[str, Any]]]()
    for target in restless(desk, "idle"):
        several = copied(target)
        found = {key: said for body in bodies(target) for key, said in _said(desk.model, body, several).items()}
        desk.reports += len(found)
        often.update(found.keys() - _of_some_keys(desk.model, target))
        words |= {key: (target, said) for key, said in found.items()}
    copies = Counter(_written(target) for target in desk.model.callables.values())
    for key, (target, said) in words.items():
        if often[key] == (copies[_written(target)] if copied(target) else 1):
            desk.fail(*key, **said)


def _written(target: Callable) -> tuple[str, Span]:
    """The declaration that a copy is one of."""
    return target.kind, target.decl.span


def _said(model: Model, body: t.Node, several: bool) -> dict[tuple[str, Span], dict[str, Any]]:
    """What is to be said of a body. What is the same on both sides in one copy was not told where it was read."""
    out = {}
    for node, said in _in_words(body):
        for code, span, words in (*said, *_in_terms(model, node, several)):
            out[code, span] = words
    return out


def _of_some_keys(model: Model, target: Callable) -> set[tuple[str, Span]]:
    """What is so of some keys of a parameter, but not of all: its domain is written out for each."""
    params = target.decl.params if isinstance(target.decl, (t.Action, t.Effect)) else ()
    by_place: dict[Span, list[set[tuple[str, Span]]]] = {}
    for p in params:
        if p.domain is not None and of_a_key(p.name):
            by_place.setdefault(p.domain.span, []).append(set(_said(model, p.domain, True)))
    return {key for several in by_place.values() for key in set[tuple[str, Span]].union(*several) if not all(key in each for each in several)}


def look_for_unread(desk: Desk) -> None:
    """Warn of what is chosen with an action, or for an effect, and read under no value of any ruling. What a hook asks to be given it reads."""
    hooks = [hook for tree in desk.model.trees for d in tree.declarations for hook in t.within(d, t.Hook)]
    given = {name: max(len(hook.params) for hook in hooks if hook.name.text == name) for name in {hook.name.text for hook in hooks}}
    for target in desk.model.callables.values():
        if isinstance(target.decl, (t.Action, t.Effect)):
            for p, node in list(zip(target.params, target.decl.params))[given.get(target.name, 0) :]:
                if node.domain is not None and p.key not in desk.used and p.name.isidentifier():
                    desk.fail("W0621", node.span, name=p.name)


Idle = tuple[str, Span, dict[str, Any]]
"""Code, place and words."""


def _in_words(body: t.Node) -> tuple[tuple[t.Node, tuple[Idle, ...]], ...]:
    """What is to be said of the nodes of a body by their words alone, and of which more may be. It stays with the body."""
    known: tuple[tuple[t.Node, tuple[Idle, ...]], ...] | None = vars(body).get("_idle")
    if known is None:
        every = ((node, tuple(_idle(node))) for node in t.within(body, *LOOKED_AT))
        known = vars(body)["_idle"] = tuple((node, said) for node, said in every if said or isinstance(node, t.Compare) or _going_through(node))
    return known


def _idle(node: t.Node) -> Iterator[Idle]:
    """What is to be said of one node by its words."""
    if isinstance(node, t.Assign) and node.op != "=" and _is_zero(node.value):
        yield "W0612", node.span, {"why": f"`{node.op} 0` leaves a number as it is"}
    elif isinstance(node, t.Assign) and node.op == "=" and node.target == node.value:
        yield "W0612", node.span, {"why": "it is set to what it is"}
    elif isinstance(node, t.Binary) and node.op in TWICE and node.left == node.right:
        yield "W0612", node.span, {"why": f"the same stands on both sides of `{node.op}`"}
    elif isinstance(node, t.Unary) and node.op == "-" and _is_zero(node.operand):
        yield "W0612", node.span, {"why": "`-0` is 0"}
    elif isinstance(node, (t.For, t.Turns)) and all(isinstance(s, t.Pass) for s in node.body):
        yield "W0612", node.span, {"why": "nothing is done in this loop"}
    elif isinstance(node, t.If) and all(isinstance(s, t.Pass) for s in node.arms[-1][1]) and node.arms[-1][0] is not None:
        yield "W0612", node.arms[-1][0].span, {"why": "nothing is done if this holds, as if it does not"}


def _in_terms(model: Model, node: t.Node, several: bool) -> Iterator[Idle]:
    """The same by what its words were found to mean."""
    if isinstance(node, t.Compare) and len(node.ops) == 1 and (value := _settled(model, node, several)):
        yield "W0605", node.span, {"value": value}
    for loop in _going_through(node):
        if loop.condition is not None and _blind(model, loop, loop.condition) and not _asked_anew(model, node):
            how = "write `while` in place of `if`: it is asked before each turn" if isinstance(node, t.Turns) else "ask before with `if`"
            yield "W0613", loop.condition.span, {"name": loop.name.text, "how": how}


def _going_through(node: t.Node) -> tuple[t.Loop, ...]:
    """The loops of a node, but for the step of a reach: it may well ask where it comes from, and a set in braces is often there or not as a whole."""
    if isinstance(node, (t.For, t.Turns)):
        return (node.loop,)
    return node.loops if isinstance(node, t.Comprehension) and not node.braces else ()


def _is_zero(e: t.Expr) -> bool:
    return isinstance(e, t.Number) and e.value == 0


def _blind(model: Model, loop: t.Loop, condition: t.Expr) -> bool:
    """Does a condition ask nothing of the one that it is to let through? What is known before play is a matter of the readings."""
    names = {ref.name for ref in t.within(condition, t.Ref)}
    term = model.terms.get(id(condition))
    return loop.name.text not in names and term is not None and not known(term)


def _asked_anew(model: Model, node: t.Node) -> bool:
    """May what a loop does change what its condition looks at? Then it is asked in vain of none: those who come first are let through, and others no more."""
    if not isinstance(node, t.For):
        return False
    look = Look(model)
    return not look.reads([node.loop.condition]).isdisjoint({*look.changed(node.body), *(name for w in watches(model) for name, _ in look.own[w.name])})


def _settled(model: Model, node: t.Compare, several: bool) -> str:
    """What a comparison of numbers always answers, since none of them is ever below or above so much; of one of `several` copies also what it answers if it
    is of a thing with itself. What a number is held against that it can never be is told where it is written."""
    term = model.terms.get(id(node))
    if term is None:
        return ""
    value = always(term) if several else None
    if value is None and not any(arg.op == "const" for arg in term.args[:1]):
        value = settled(model, term)
    return "" if value is None else "true" if value else "false"
