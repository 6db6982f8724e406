"""Another value of a ruling changes little: what of the model must be read again for it."""

from __future__ import annotations

from operator import is_
from typing import Callable as Fn
from typing import Iterable, Mapping, Sequence

from ruledsl.model.absent import without
from ruledsl.model.graph import bodies
from ruledsl.model.memory import Memory
from ruledsl.model.merge import Declared
from ruledsl.model.model import Callable, Model
from ruledsl.syntax import tree as t

BODIES = (t.Phase, t.Action, t.To, t.Def)
WITH_MENUS = (t.Play, t.Phase, t.Action, t.To, t.Hook)


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


def adds_only(old: Declared, new: Declared, gone: frozenset[str], memory: Memory) -> bool:
    """Are there merely more bodies, hooks, variables and components, or other variables, and is all else what it was? Of menus, entries may be new that
    were `gone` before: the names of actions that were declared nowhere."""
    if not _begins_with(new.components, old.components, new.named, memory):
        return False
    if not all(_all_there(*lists) for lists in ((old.watches, new.watches), (old.names, new.names))):
        return False
    if not _holds_on(old.invariants, new.invariants) or not _holds_on(old.demands, new.demands) or not _asks_nothing_else(old, new):
        return False
    play, other = old.single.get(t.Play), new.single.get(t.Play)
    if play is not other and not (play is not None and other is not None and _with_entries(play, other, gone)):
        return False
    fresh = [hook for hook in new.hooks if not _holds_on([hook], old.hooks)]
    if not all(_holds_on([hook], new.hooks) or any(_with_entries(hook, one, gone) for one in fresh) for hook in old.hooks):
        return False
    if not all(new.named.get(n) is d or n in new.named and _with_entries(d, new.named[n], gone) for n, d in old.named.items()):
        return False
    return all(isinstance(d, BODIES) for n, d in new.named.items() if n not in old.named)


def _holds_on(old: Sequence[t.Node], new: Sequence[t.Node]) -> bool:
    """Is all that there was still there?"""
    return {id(node) for node in old} <= {id(node) for node in new}


def _begins_with(new: Sequence[t.Node], old: Sequence[t.Node], named: Mapping[str, t.Decl], memory: Memory) -> bool:
    """Is there merely more? What is known before play is looked for in the answers of defs, which are not read again, so they may not be asked."""
    more = new[len(old) :]
    return len(new) >= len(old) and all(map(is_, new, old)) and not any(isinstance(named.get(word), t.Def) for d in more for word in memory.words(d))


def _all_there(old: Sequence[t.Node], new: Sequence[t.Node]) -> bool:
    return len(old) == len(new) and _holds_on(old, new)


def _asks_nothing_else(old: Declared, new: Declared) -> bool:
    """Is what `winner:` was given to defs there still, or was it nothing?"""
    winner = old.single.get(t.Winner)
    return winner is None or winner is new.single.get(t.Winner) or not any(call.args for call in t.within(winner, t.Call))


def _with_entries(old: t.Decl, new: t.Decl, gone: frozenset[str]) -> bool:
    """Is a declaration the same as another but for entries of menus that were `gone` there?"""
    if type(old) is not type(new) or not isinstance(new, WITH_MENUS):
        return False
    names = gone & {item.name for menu in t.within(new, t.ChooseAction) for item in menu.items}
    return bool(names) and old == without(new, names)


def changed_bodies(old: Model, bound: Iterable[str], model: Model, memory: Memory) -> dict[str, None] | None:
    """The names whose bodies or hooks are new, or in which a new name is one of something of their own; in the order of the model. None if the change
    may be felt elsewhere too: where what others name is declared anew, or a new name is one that is used outside bodies for something else.
    """
    words = {value for enum in model.enums.values() for value in enum.values}
    fresh = (model.state.keys() - old.state.keys()) | (model.callables.keys() - old.callables.keys())
    twice = fresh & set(bound)
    if fresh & words or not _same_state(old, model) or twice and twice & _outside(model, memory):
        return None
    return {n: None for n, c in model.callables.items() if _is_changed(old.callables.get(n), c) or any(twice & memory.words(body) for body in bodies(c))}


def _is_changed(old: Callable | None, new: Callable) -> bool:
    return old is None or old.decl is not new.decl or _hooks(new) != _hooks(old)


def _outside(model: Model, memory: Memory) -> frozenset[str]:
    """The words of what is no body."""
    return frozenset().union(*(memory.words(d) for tree in model.trees for d in declarations_of(tree) if not isinstance(d, (*WITH_MENUS, t.Def, t.Ruling))))


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
    """What was learnt of parameters and answers holds on; of a def also what it says, since what is known before play may be asked by it."""
    for name, target in new.callables.items():
        known = old.callables.get(name)
        if known is not None:
            target.result = known.result
            said = id(target.decl.value) if isinstance(target.decl, t.Def) else None
            if said in old.terms:
                new.terms[said] = old.terms[said]
            for p, q in zip(target.params, known.params, strict=True):
                p.type, p.domain, p.condition, p.wanted = q.type, q.domain, q.condition, q.wanted


def same_answers(old: Model, new: Model) -> bool:
    """Does everything that there was answer what it answered? Else whoever asks it may be at fault."""
    return all(new.callables[name].result == known.result for name, known in old.callables.items())
