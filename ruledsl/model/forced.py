"""`unless forced`: a question that is left out tells everybody that there was one option. So what there is to choose must be known to all, and one is asked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ruledsl.model.desk import Desk
from ruledsl.model.graph import bodies
from ruledsl.model.inside import subterms
from ruledsl.model.model import Model
from ruledsl.model.secrets import offering, secrets, turned_up
from ruledsl.model.terms import row
from ruledsl.model.types import Term
from ruledsl.syntax import tree as t


def look(desk: Desk) -> None:
    """Report what stands against each such choice."""
    model = desk.model
    choices = [s for c in model.callables.values() for body in bodies(c) for s in t.within(body, t.ChooseAction, t.ChooseValue)]
    forced = [s for s in choices if isinstance(s, (t.ChooseAction, t.ChooseValue)) and s.forced]
    up = turned_up(model) if forced else frozenset[str]()
    for s in forced:
        if isinstance(s.who, t.Loop):
            desk.fail("E0493", s.span, why="several are asked at once here", got="each for himself", hint="let them choose in turn: `for p in …: p chooses …`")
        elif isinstance(s, t.ChooseAction) and s.one_move:
            why = "where a move is made of several choices, its only way on is part of it"
            desk.fail("E0493", s.span, why=why, got="as one move", hint="leave one of the two out")
        else:
            found = next((name for term in _said(model, s) for name in _hidden(model, term, up)), None)
            if found is not None:
                desk.fail("E0494", s.span, name=found)


def _said(model: Model, s: t.ChooseAction | t.ChooseValue) -> Iterator[Term]:
    """All that says which options there are."""
    if isinstance(s, t.ChooseValue):
        written = (s.domain, s.condition)
        yield from (model.terms[id(e)] for e in written if e is not None and id(e) in model.terms)
        return
    for name in chain((item.name for item in s.items), model.joined.get(id(s), ())):
        if name in model.callables:
            yield from (term for term, _, _ in offering(model, model.callables[name]))


def _hidden(model: Model, term: Term, up: frozenset[str]) -> Iterator[str]:
    """What it looks into, or is taken from, that not all see."""
    yield from (found.data for _, found, _ in secrets(model, term, None, up))
    for part in subterms(term):
        if row(part).data == "zone" and model.state[part.data].visibility != "open" and term.type.kind in ("zone", "card"):
            yield part.data
        elif part.op == "all_cards":
            yield from (info.name for info in model.state.values() if info.word and info.visibility != "open")
