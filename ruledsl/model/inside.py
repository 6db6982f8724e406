"""What terms are made of: the terms inside them, the loops that they go through, names and what stands for them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from operator import is_

from ruledsl.model.terms import TERMS, row
from ruledsl.model.types import BOOL, LoopTerm, Term
from ruledsl.record import replace

NO_LOCALS: frozenset[str] = frozenset()


def loops_of(term: Term) -> tuple[LoopTerm, ...]:
    """The loops that a term goes through itself."""
    data = TERMS[term.op].data
    return term.data if data == "loops" else term.data[1] if data == "how+loops" else ()


def in_loop(loop: LoopTerm) -> Iterator[Term]:
    """The terms of a loop."""
    yield loop.domain
    yield from (part for part in (loop.condition, loop.start, loop.limit, *(key for _, key in loop.order)) if part is not None)


def parts_of(term: Term) -> tuple[Term, ...]:
    """The terms directly inside one."""
    if TERMS[term.op].data == "-":
        return term.args
    return (*term.args, *(part for loop in loops_of(term) for part in in_loop(loop)), *_tried(term))


def subterms(term: Term) -> Iterator[Term]:
    """A term and the terms inside it."""
    waiting = [term]
    while waiting:
        term = waiting.pop()
        yield term
        if TERMS[term.op].data != "-":
            waiting += [part for loop in loops_of(term) for part in in_loop(loop)][::-1]
            waiting += _tried(term)
        waiting += term.args[::-1]


def every(terms: Iterable[Term]) -> Iterator[Term]:
    """Some terms and the terms inside them, each once."""
    seen: set[int] = set()
    waiting = list(terms)[::-1]
    while waiting:
        term = waiting.pop()
        if id(term) not in seen:
            seen.add(id(term))
            yield term
            waiting += (part for loop in loops_of(term) for part in in_loop(loop))
            waiting += (*term.args, *_tried(term))


def joined(domain: Term) -> tuple[Term, ...]:
    """The places whose cards come together; of another domain itself."""
    return domain.args if domain.op == "joint" else (domain,)


def handed_on(term: Term) -> bool:
    """Is it the name by which a def or deed calls the zone that it is given? Which one that is, is known once a copy is made for it."""
    return term.op == "local" and term.type.kind == "zone"


def free(term: Term) -> Iterator[str]:
    """The locals that a term takes from outside."""
    parts = list(subterms(term))
    inside = {loop.key for sub in parts for loop in loops_of(sub)} | {key for sub in parts if sub.op == "after" for key in sub.data.keys}
    yield from (sub.data for sub in parts if sub.op == "local" and sub.data not in inside)


def inside_loops(term: Term) -> list[tuple[Term, tuple[LoopTerm, ...]]]:
    """A term and the terms inside it, each with the loops that it stands in."""
    out: list[tuple[Term, tuple[LoopTerm, ...]]] = []
    waiting: list[tuple[Term, tuple[LoopTerm, ...]]] = [(term, ())]
    while waiting:
        here, around = waiting.pop()
        out.append((here, around))
        loops = loops_of(here)
        parts = [part for n, loop in enumerate(loops) for part in _within_loops(loop, (*around, *loops[:n]))]
        inner = (*around, *loops)
        waiting += [*parts, *((arg, inner) for arg in (*here.args, *_tried(here)))][::-1]
    return out


def _within_loops(loop: LoopTerm, outer: tuple[LoopTerm, ...]) -> Iterator[tuple[Term, tuple[LoopTerm, ...]]]:
    """The terms of a loop: what it goes through, and begins with, stands in those around it."""
    inner = (*outer, loop)
    parts = [(loop.domain, outer), (loop.start, outer), (loop.condition, inner), (loop.limit, inner), *((key, inner) for _, key in loop.order)]
    yield from ((part, around) for part, around in parts if part is not None)


def _tried(term: Term) -> tuple[Term, ...]:
    """What is asked behind a deed that is tried."""
    return (term.data.body,) if TERMS[term.op].data == "tried" else ()


def put_in(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with other terms in the places of locals; itself where it names none of them."""
    if not values or values.keys().isdisjoint(_locals(term)):
        return term
    if TERMS[term.op].settled == "local":
        return values.get(term.data, term)
    return in_parts(term, lambda part: put_in(part, values))


def in_parts(term: Term, change: Callable[[Term], Term]) -> Term:
    """The term with each of its parts changed, those of its loops with them; itself where none is, so that what is known of it goes on to hold."""
    args, before = tuple(map(change, term.args)), loops_of(term)
    loops = tuple([_in_loop(loop, change) for loop in before]) if before else before
    if all(map(is_, args, term.args)) and all(map(is_, loops, before)):
        return term
    return Term(term.op, term.type, args, _with_loops(term, loops) if loops else term.data, term.span)


def _with_loops(term: Term, loops: tuple[LoopTerm, ...]) -> object:
    return loops if row(term).data == "loops" else (term.data[0], loops)


def _in_loop(loop: LoopTerm, change: Callable[[Term], Term]) -> LoopTerm:
    start, condition, limit = (change(part) if part is not None else None for part in (loop.start, loop.condition, loop.limit))
    order = tuple((highest, change(key)) for highest, key in loop.order)
    changed = replace(loop, domain=change(loop.domain), start=start, condition=condition, limit=limit, order=order)
    return loop if all(map(is_, in_loop(changed), in_loop(loop))) else changed


def conjuncts(term: Term) -> Iterator[Term]:
    """The parts of a condition that `and` joins."""
    if row(term).says == "all":
        for arg in term.args:
            yield from conjuncts(arg)
    else:
        yield term


def mentions(term: Term, key: str) -> bool:
    """Does a local stand anywhere in the term?"""
    return key in _locals(term)


def _locals(term: Term) -> frozenset[str]:
    """All locals that stand anywhere in the term. What was found stays with it."""
    found: frozenset[str] | None = vars(term).get("_locals")
    if found is None:
        found = frozenset((term.data,)) if term.op == "local" else NO_LOCALS.union(*map(_locals, parts_of(term)))
        vars(term)["_locals"] = found
    return found


def form(term: Term) -> Hashable:
    """Equal for terms that say the same in the same words. What was found stays with the term."""
    found: Hashable = vars(term).get("_form")
    if found is None:
        loops = tuple((loop.key, tuple(map(form, in_loop(loop))), _shape(loop)) for loop in loops_of(term))
        data = term.data[0] if loops and row(term).data == "how+loops" else None if loops else term.data
        found = vars(term)["_form"] = term.op, data, loops, tuple(map(form, term.args))
    return found


def _shape(loop: LoopTerm) -> Hashable:
    """Which parts a loop has."""
    return loop.start is None, loop.condition is None, loop.limit is None, tuple(highest for highest, _ in loop.order)


def without_none(gathered: Term) -> Term:
    """A set of what may be none, in which it is left out: so is whatever its last loop did not skip already."""
    element, (*loops, last) = gathered.args[0], gathered.data
    asked = Term("not", BOOL, (Term("is_none", BOOL, (element,), span=element.span),), span=element.span)
    if last.condition is not None and form(asked) in map(form, conjuncts(last.condition)):
        return gathered
    condition = asked if last.condition is None else Term("and", BOOL, (last.condition, asked), span=element.span)
    return replace(gathered, data=(*loops, replace(last, condition=condition)))
