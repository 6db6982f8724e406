"""Another value of a ruling changes little: what of the model must be read again for it."""

from __future__ import annotations

from typing import Iterable

from ruledsl.model.merge import Declared
from ruledsl.model.model import Callable, Model
from ruledsl.syntax import tree as t

BODIES = (t.Phase, t.Action, t.To, t.Def)


def changed_bodies(old: Declared, old_model: Model, bound: Iterable[str], new: Declared, model: Model) -> set[str] | None:
    """The names whose bodies or hooks are new. None if the change may be felt in other bodies too.

    It is felt there if what they name is declared anew, or if a new name is one that they use for something of their own.
    """
    if any(new.named[n] is not d for n, d in old.named.items()) or new.components != old.components:
        return None
    added = [n for n in new.named if n not in old.named]
    if not all(isinstance(new.named[n], BODIES) for n in added) or new.single.get(t.Play) is not old.single.get(t.Play):
        return None
    words = {value for enum in model.enums.values() for value in enum.values}
    fresh = {*added, *(n for n in model.state if n not in old_model.state)}
    if new.watches != old.watches:
        return None
    if fresh & words or fresh & set(bound) or not _same_state(old_model, model):
        return None
    return {n for n, c in model.callables.items() if n not in old_model.callables or _hooks(c) != _hooks(old_model.callables[n])}


def _same_state(old: Model, new: Model) -> bool:
    """Is every variable and zone still what it was, for those who use it?"""
    for name, info in old.state.items():
        other = new.state.get(name)
        if other is None or (info.type, info.word, info.owner, info.kinds) != (other.type, other.word, other.owner, other.kinds):
            return False
    return True


def _hooks(target: Callable) -> list[int]:
    return [id(hook.decl) for hook in (*target.before, *target.instead, *target.after)]


def take_over(old: Model, new: Model) -> None:
    """What was learnt of parameters and answers holds on."""
    for name, target in new.callables.items():
        known = old.callables.get(name)
        if known is not None and known.decl is target.decl:
            target.result = known.result
            for p, q in zip(target.params, known.params):
                p.type, p.domain, p.condition, p.wanted = q.type, q.domain, q.condition, q.wanted
