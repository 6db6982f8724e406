"""What is known before play: numbers, options, players, and what is reckoned from these alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ruledsl.model.desk import Desk
from ruledsl.model.gatherers import gatherer
from ruledsl.model.inside import loops_of
from ruledsl.model.terms import row
from ruledsl.model.types import LoopTerm, Term

if TYPE_CHECKING:
    from ruledsl.model.model import Model


EARLY = "use numbers, options, and `count(players)`"


def ask_early(desk: Desk, terms: Iterable[Term | None], hint: str = EARLY) -> None:
    """Report what changes during play where a number must be known before it."""
    for term in terms:
        found = late(term, desk.model) if term is not None else None
        if term is not None and found is not None:
            desk.fail("E0319", found.span if found.span.line else term.span, why=why(found), hint=hint)  # what is put in for a word stands nowhere


def why(part: Term) -> str:
    """Why a value is not known: it changes, or it is only worked out while the game is played."""
    changes = part.op == "you" or row(part).has("stored") or part.type.kind in ("zone", "card")
    return "changes during play" if changes else "worked out during play only"


def ask_loops(desk: Desk, loops: Iterable[LoopTerm]) -> None:
    """The same for loops that are gone through before play."""
    for loop in loops:
        ask_early(desk, (loop.domain, loop.condition))


def known(term: Term, bound: Iterable[str] = (), model: Model | None = None, asked: dict[str, bool] | None = None) -> bool:
    """Is the value of a term known before play, given the values of some locals? `asked` as for `late`."""
    return late(term, model, asked) is None and _bound(term, frozenset(bound))


def _bound(term: Term, keys: frozenset[str]) -> bool:
    """Is every local that is named one of these, or one of a loop around it?"""
    settled = row(term).settled
    if settled != "loops":
        return term.data in keys if settled == "local" else all(_bound(part, keys) for part in term.args)
    inside = keys.union(loop.key for loop in loops_of(term))
    return all(_bound(part, inside) for part in _asked_of(term))


def late(term: Term, model: Model | None, asked: dict[str, bool] | None = None) -> Term | None:
    """The innermost part that is not known; of a def that is not, the call. `asked` are the defs that were looked at: is their answer late?"""
    asked = {} if asked is None else asked
    settled = row(term).settled
    for part in _asked_of(term) if settled == "loops" else term.args:
        found = late(part, model, asked)
        if found is not None:
            return found
    if settled == "def" and model is not None and not _late_answer(term.data, model, asked):
        return None
    known = settled in ("args", "local", "written") or settled == "loops" and (row(term).data == "loops" or gatherer(term).early == "yes")
    return term if not known and term.type.kind != "unknown" else None


def _late_answer(name: str, model: Model, asked: dict[str, bool]) -> bool:
    """Does the answer of a def hang on what changes?"""
    if name not in asked:
        asked[name] = True  # one that leads back to itself has no answer
        target = model.callables[name]
        body = model.terms.get(id(getattr(target.decl, "value", None)))
        asked[name] = body is None or bool(target.instead) or late(body, model, asked) is not None
    return asked[name]


def _asked_of(term: Term) -> tuple[Term, ...]:
    """What is asked for the value of what is gathered: the arguments, and what its loops go through."""
    parts = (part for loop in loops_of(term) for part in (loop.domain, loop.start, loop.condition, loop.limit))
    return (*term.args, *(part for part in parts if part is not None))
