"""What is written and makes no difference: steps of nothing, the same on both sides, loops over nothing to do, conditions that do not look at what they choose
among, and comparisons that the ranges of numbers have settled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruledsl.model.calm import restless
from ruledsl.model.changes import Look
from ruledsl.model.contradictions import settled
from ruledsl.model.desk import Desk
from ruledsl.model.early import known
from ruledsl.model.graph import bodies
from ruledsl.model.model import Model
from ruledsl.model.watching import watches
from ruledsl.source import Span
from ruledsl.syntax import tree as t

LOOKED_AT = (t.Assign, t.Binary, t.Unary, t.For, t.Turns, t.If, t.Compare, t.Comprehension)

TWICE = ("-", "//", "%", "and", "or", "&", "|")
"""Nobody means these of one thing and the same."""


def look_for_idle(desk: Desk) -> None:
    """Warn of all of it, each place once."""
    told = set()
    for target in restless(desk, "idle"):
        for body in bodies(target):
            for node, said in _in_words(body):
                for code, span, words in (*said, *_in_terms(desk.model, node)):
                    desk.reports += 1
                    if (code, span) not in told:
                        told.add((code, span))
                        desk.fail(code, span, **words)


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


def _in_terms(model: Model, node: t.Node) -> Iterator[Idle]:
    """The same by what its words were found to mean."""
    if isinstance(node, t.Compare) and len(node.ops) == 1 and (value := _settled(model, node)):
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


def _settled(model: Model, node: t.Compare) -> str:
    """What a comparison of numbers always answers, since none of them is ever below or above so much. What a number is held against that it can never be is
    told where it is written."""
    term = model.terms.get(id(node))
    if term is None or any(arg.op == "const" for arg in term.args[:1]):
        return ""
    value = settled(model, term)
    return "" if value is None else "true" if value else "false"
