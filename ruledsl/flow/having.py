"""What is somebody's, and what there is none of, as it is told to whoever asks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.flow.verbs import PARTICLES, article
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.flow.words import Words


def yours(words: Words, e: t.Compare) -> str:
    """Of what stands on a cell or line and belongs to somebody, that it is yours, or not; "" of all else. What is called by what it does, such as an owner,
    is somebody."""
    one, whose = e.operands
    if e.ops[0] not in ("==", "!=", "is", "is not") or not words.is_you(whose) or not isinstance(one, t.Attr):
        return ""
    info = words.model.state.get(one.name)
    thing = info is not None and info.owner in ("cell", "line") and info.type.kind == "player" and not re.search("[eo]r$", one.name)
    return f"{words.owned(one)} {words.signs[e.ops[0]]} yours" if thing else ""


def lacking(words: Words, e: t.Compare) -> str:
    """Of what is counted and drawn one by one, that there is none of a kind; "" of all else."""
    one, number = e.operands
    if e.ops[0] != "<=" or not (isinstance(number, t.Number) and number.value == 0) or not isinstance(one, t.Index) or len(one.items) != 1:
        return ""
    info = words.model.state.get(one.base.name) if isinstance(one.base, (t.Ref, t.Attr)) else None
    among = f"{'the ' * isinstance(one.base, t.Ref)}{words.say(one.base)}"
    return f"there is no {words.say(one.items[0])} among {among}" if info is not None and info.drawn else ""


def zero(words: Words, e: t.Compare) -> str:
    """Of a number that is never below 0 and at most 0, that it is 0; "" of all else."""
    one, number = e.operands
    none = e.ops[0] == "<=" and isinstance(number, t.Number) and number.value == 0 and _counts(words, one, DEEP)
    return f"{words.owned(one)} is 0" if none else ""


DEEP = 3
"""So many defs are looked into, one in the other."""


def _counts(words: Words, e: t.Expr, deep: int) -> bool:
    """Is a number never below 0, as far as is plain from how it is written?"""
    match e:
        case t.Number():
            return e.value >= 0
        case t.Ref() | t.Attr():
            info = words.model.state.get(e.name)
            return info is not None and info.bounds is not None and info.bounds[0].op == "const" and info.bounds[0].data >= 0
        case t.Index():
            return _counts(words, e.base, deep)
        case t.IfElse():
            return _counts(words, e.then, deep) and _counts(words, e.otherwise, deep)
        case t.Binary():
            return e.op in ("+", "*", "//") and _counts(words, e.left, deep) and _counts(words, e.right, deep)
        case t.Call(function="max"):
            return any(_counts(words, arg, deep) for arg in e.args)
        case t.Call(function="count"):
            return True
        case t.Call():
            target = words.model.callables.get(e.function)
            value = target.decl.value if target is not None and isinstance(target.decl, t.Def) else None
            return deep > 0 and isinstance(value, t.Expr) and _counts(words, value, deep - 1)
    return False


def permitted(words: Words, e: t.Compare) -> str:
    """That an action can be chosen, or cannot, as it is told to whoever would choose it: `you cannot take a card`; "" of all else."""
    action, what = e.operands[0], e.operands[-1]
    if len(e.ops) > 1 or not (isinstance(what, t.Ref) and what.name == "possible") or not isinstance(action, (t.Ref, t.Call)):
        return ""
    given = [words.say(arg) for arg in action.args] if isinstance(action, t.Call) else []
    said = (action.function if isinstance(action, t.Call) else action.name).split("_")
    if len(said) == 2 and said[1] not in PARTICLES:
        named = given[:1] == said[1:]
        said.insert(1, "the" if named else article(said[1]))
        given = given[named:]
    return f"you {'can' if e.ops[0] == 'is' else 'cannot'} {' '.join(said)}" + (f" ({', '.join(given)})" if given else "")


def none_left(words: Words, e: t.Compare) -> str:
    """That there are none of what is drawn one by one and called by the name of several, such as dice; "" of all else."""
    held, what = e.operands[0], e.operands[-1]
    named = held.whole.node if isinstance(held, t.Comprehension) and held.whole is not None else held
    if len(e.ops) > 1 or not (isinstance(what, t.Ref) and what.name == "empty") or not isinstance(named, t.Ref):
        return ""
    info = words.model.state.get(named.name)
    several = info is not None and info.drawn and re.search("[^s]s$|dice$", named.name)
    return f"there are {'no ' * (e.ops[0] == 'is')}{words.say(named)}" if several else ""
