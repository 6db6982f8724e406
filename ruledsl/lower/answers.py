"""Defs that look at nothing that changes: what they answer is looked up by their arguments, where these are few."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import product
from typing import TYPE_CHECKING

from ruledsl.lower.ranges import Span
from ruledsl.lower.refusal import SettingsError
from ruledsl.model.types import Term
from ruledsl.record import record

if TYPE_CHECKING:
    from ruledsl.lower.layout import Layout

MOST = 1024
"""Rows of a table, at the most."""
CHEAP = 3
"""Operations that are done as quickly as a row is looked up."""


@record(frozen=True)
class Answers:
    """The ranges of the arguments of a call, and what it answers to all that are in them, those that differ in the last argument one after the
    other."""

    name: str
    ranges: tuple[Span, ...]
    rows: tuple[int, ...]


def answers(layout: Layout, call: Term) -> Answers | None:
    """What a call can answer; None where that is not known before play, or hangs on too much."""
    if not call.args or not _fitting(layout, call):
        return None
    summary = layout.known.of(call)
    spans = [arg.span for arg in summary.args]
    ranges = [span for span in spans if span is not None]
    if len(ranges) < len(spans) or reduce(lambda n, span: n * (span[1] - span[0] + 1), ranges, 1) > MOST:
        return None
    name = " ".join([f"answers {call.data}", *(f"{low}..{high}" for low, high in ranges)])
    if name not in layout.answered:
        dear = summary.cost > CHEAP + sum(arg.cost for arg in summary.args)
        rows = _rows(layout, call, ranges) if dear else None
        layout.answered[name] = Answers(name, tuple(ranges), rows) if rows is not None else None
    return layout.answered[name]


def _fitting(layout: Layout, call: Term) -> bool:
    """Does a def look at nothing but what it is given?"""
    target = layout.model.callables[call.data]
    body = layout.model.terms.get(id(getattr(target.decl, "value", None)))
    return body is not None and not target.instead and layout.settings.early(body, [p.key for p in target.params])


def _rows(layout: Layout, call: Term, ranges: Sequence[Span]) -> tuple[int, ...] | None:
    """What it answers to all; None if it cannot answer to some."""
    out = []
    for given in product(*(range(low, high + 1) for low, high in ranges)):
        known = tuple(Term("const", arg.type, data=value) for arg, value in zip(call.args, given, strict=True))
        try:
            answer = layout.settings.fold(Term("call", call.type, known, call.data, call.span))
        except SettingsError:  # what never comes to be asked may be nonsense
            return None
        if not isinstance(answer, int):
            return None
        out.append(answer)
    return tuple(out)
