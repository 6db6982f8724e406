"""Terms looked at before they are lowered: what they mention, what a call stands for, whether they can fault."""

from __future__ import annotations

from typing import Callable, Iterator

from ruledsl.lower.settings import Settings
from ruledsl.model.flaws import subterms
from ruledsl.model.model import ORDERED
from ruledsl.model.types import LoopTerm, Term, put_in

ATOMS = ("local", "const", "you", "setting")
"""What may stand several times in a term instead of once: it costs nothing to look at."""

SURE = ("const", "setting", "you", "local", "players", "last_player", "enum_all", "is_none", "eq", "ne", "lt", "le", "gt", "ge", "and", "or",
        "not", "if", "param", "is_kind", "union", "intersection", "difference")  # fmt: skip
"""Operations that never fault where those inside them do not."""


def mentions(term: Term, key: str) -> bool:
    """Does a local stand anywhere in the term?"""
    return any(sub.op == "local" and sub.data == key for sub in subterms(term))


def conjuncts(term: Term) -> Iterator[Term]:
    """The parts of a condition that `and` joins."""
    if term.op == "and":
        for arg in term.args:
            yield from conjuncts(arg)
    else:
        yield term


def atom(term: Term) -> bool:
    """Does it cost nothing to look at the term?"""
    return term.op in ATOMS


def meaning(settings: Settings, call: Term, simple: Callable[[Term], bool] = atom) -> Term | None:
    """The body of a called def with the arguments in their places, if each of them is simple and nothing in it means the usual."""
    target = settings.model.callables[call.data]
    if not all(map(simple, call.args)) or any(hook.cards is not None for hook in target.instead):
        return None
    terms = settings.model.terms
    body = put_in(terms[id(target.decl.value)], dict(zip((p.key for p in target.params), call.args)))  # type: ignore[union-attr]
    for hook in target.instead:
        assert hook.decl.value is not None
        given = dict(zip((p.key for p in hook.params), call.args))
        new = put_in(terms[id(hook.decl.value)], given)
        if any(sub.op == "usual" for sub in subterms(new)):
            return None
        condition = put_in(terms[id(hook.decl.condition)], given) if hook.decl.condition is not None else None
        holds = settings.fold(condition) if condition is not None else 1
        if holds is None and condition is not None:
            body = Term("if", body.type, (condition, new, body), span=call.span)
        elif holds:
            body = new
    return body


def sure(settings: Settings, term: Term) -> bool:
    """Can the term be looked at anywhere, since it never faults?"""
    if settings.fold(term) is not None:
        return True
    if term.op in ("var", "zone"):
        return all(settled(settings, a) for a in term.args)
    if term.op in ("count", "is_empty"):
        return term.args[0].op == "zone" and sure(settings, term.args[0])
    if term.op in ("next", "previous", "left", "right"):
        enum = settings.model.enums.get(term.type.name)
        return settled(settings, term.args[0]) and (term.type.kind == "player" or (enum is not None and enum.circle))
    if term.op == "in":
        x, of = term.args
        plain = of.type.kind in ("set", "board") and x.type.kind in ("enum", "player", "bool", "cell")
        return plain and all(sure(settings, part) for part in (x, *(of.args if of.op == "set" else (of,))))
    if term.op == "param":
        return settled(settings, term.args[0])
    if term.op == "call":
        body = meaning(settings, term)
        return body is not None and sure(settings, body)
    if term.op == "aggregate":
        return term.data[0] in ("any", "all") and all(_sure_loop(settings, loop) for loop in term.data[1]) and sure(settings, term.args[0])
    return term.op in SURE and all(sure(settings, a) for a in term.args)


def _sure_loop(settings: Settings, loop: LoopTerm) -> bool:
    """A loop that costs little, since all cards can be asked at once, and never faults."""
    at_once = loop.domain.op == "zone" and settings.model.state[loop.domain.data].word not in ORDERED
    return at_once and loop.plain and sure(settings, loop.domain) and (loop.condition is None or sure(settings, loop.condition))


def lasting(term: Term) -> bool:
    """Does it stay as it is, whatever is done?"""
    return all(sub.op in SURE for sub in subterms(term))


def settled(settings: Settings, place: Term) -> bool:
    """Does the term surely name somebody or something?"""
    return not place.type.or_none and place.op in ATOMS or sure(settings, place) and not place.type.or_none
