"""Another value of a ruling changes little: what of the model must be read again for it."""

from __future__ import annotations

from typing import Callable as Fn
from typing import Iterable, Sequence

from ruledsl.model.merge import Declared
from ruledsl.model.model import Callable, Model
from ruledsl.syntax import tree as t

BODIES = (t.Phase, t.Action, t.To, t.Def)


def other_patches(layers: Sequence[t.Tree]) -> list[tuple[str, str]]:
    """Rulings and the values, not their default ones, that change declarations."""
    out = []
    for d in (d for tree in layers for d in declarations_of(tree)):
        if isinstance(d, t.Ruling) and d.values:
            default = d.default.text if d.default else d.values[0].text
            out += [(d.name.text, p.value.text) for p in d.patches if p.value.text != default]
    return out


def chosen_by(test: t.Test, rulings: Iterable[t.Ruling]) -> dict[str, str]:
    """The values, not the usual ones, that a test chooses of rulings with rules of their own."""
    usual = {d.name.text: d.default.text if d.default else d.values[0].text for d in rulings if d.patches and d.values}
    chosen = {name.text: _word(value) for name, value in test.options if name.text in usual}
    return {name: value for name, value in chosen.items() if value not in ("", usual[name])}


def _word(value: t.Expr) -> str:
    return value.name if isinstance(value, t.Ref) else str(value.value).lower() if isinstance(value, t.Bool) else ""


def by_choice(tests: Iterable[t.Test], chosen_by: Fn[[t.Test], dict[str, str]]) -> Iterable[tuple[dict[str, str], list[t.Test]]]:
    """Tests that choose the same, together."""
    groups: dict[tuple[tuple[str, str], ...], list[t.Test]] = {}
    for test in tests:
        groups.setdefault(tuple(sorted(chosen_by(test).items())), []).append(test)
    return [(dict(chosen), some) for chosen, some in groups.items()]


def take_tests(old: Model, new: Model) -> None:
    """The tests of one model are those of another, as they were read there."""
    hand_on(old, new, old.tests)
    read = {(test.title, test.span): test for test in old.tests}
    new.tests[:] = [read.get((test.title, test.span), test) for test in new.tests]


def hand_on(old: Model, new: Model, tests: Iterable[t.Test]) -> None:
    """What was read of tests in one model holds in another of the same texts."""
    new.sources |= {file: source for file, source in old.sources.items() if file not in new.sources}
    for test in tests:
        for node in t.walk(test):
            for those, known in ((new.terms, old.terms), (new.keys, old.keys), (new.endings, old.endings)):
                if id(node) in known:
                    those[id(node)] = known[id(node)]  # type: ignore[assignment]


def declarations_of(tree: t.Tree) -> tuple[t.Decl, ...]:
    """A variant's declarations stand inside it."""
    out: list[t.Decl] = []
    for d in tree.declarations:
        out += d.body if isinstance(d, t.Variant) else (d,)
    return tuple(out)


def adds_only(old: Declared, new: Declared) -> bool:
    """Are there merely more bodies, hooks and variables, or other variables, and is all else what it was?"""
    if any(new.named.get(n) is not d for n, d in old.named.items()) or new.components != old.components or new.watches != old.watches:
        return False
    added = (d for n, d in new.named.items() if n not in old.named)
    return all(isinstance(d, BODIES) for d in added) and new.single.get(t.Play) is old.single.get(t.Play)


def changed_bodies(old: Model, bound: Iterable[str], model: Model) -> set[str] | None:
    """The names whose bodies or hooks are new. None if the change may be felt in other bodies too.

    It is felt there if what they name is declared anew, or if a new name is one that they use for something of their own.
    """
    words = {value for enum in model.enums.values() for value in enum.values}
    fresh = (model.state.keys() - old.state.keys()) | (model.callables.keys() - old.callables.keys())
    if fresh & words or fresh & set(bound) or not _same_state(old, model):
        return None
    return {n for n, c in model.callables.items() if n not in old.callables or _hooks(c) != _hooks(old.callables[n])}


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
