"""`any` and `all` over a few numbers or seats, whose condition costs less to ask than a branch that no processor foresees."""

from __future__ import annotations

from ruledsl.lower.settings import Settings
from ruledsl.model.types import LoopTerm, Term

MOST = 16
"""Members that are all asked, though one may settle it."""

COMPARED = ("eq", "ne", "lt", "le", "gt", "ge")

Spans = dict[str, tuple[int, int]]
"""Between which numbers the locals of loops lie."""


def straight(settings: Settings, term: Term, spans: Spans, most: int = MOST) -> bool:
    """Can the condition be asked of few members, and without a fault, in whatever order?"""
    if term.op == "aggregate" and term.data[0] in ("any", "all"):
        for loop in term.data[1]:
            span = _span(settings, loop)
            if span is None:
                return False
            spans, most = {**spans, loop.key: span}, most // max(1, span[1] - span[0] + 1)
        return most > 0 and straight(settings, term.args[0], spans, most)
    return term.op in COMPARED and all(arg.type.kind in ("int", "bool", "enum") and _plain(settings, arg, spans) for arg in term.args)


def _span(settings: Settings, loop: LoopTerm) -> tuple[int, int] | None:
    """The numbers that a loop goes through, from the first to the last."""
    if loop.start is not None or loop.limit is not None or loop.order or loop.condition is not None:
        return None
    if loop.domain.op == "players":
        return 0, settings.players - 1
    ends = [settings.fold(end) for end in loop.domain.args] if loop.domain.op == "range" else []
    return (ends[0], ends[1]) if len(ends) == 2 and isinstance(ends[0], int) and isinstance(ends[1], int) else None


def _plain(settings: Settings, term: Term, spans: Spans) -> bool:
    """A number that is known, or that a variable has where it surely is."""
    if settings.fold(term) is not None:
        return True
    if term.op == "var":
        return all(_plain(settings, at, spans) for at in term.args)
    if term.op == "instance":
        low, length = settings.row(term.data)
        least, most = spans.get(term.args[-1].data, (0, -1)) if term.args[-1].op == "local" else (0, -1)
        return low <= least <= most < low + length and all(_plain(settings, at, spans) for at in term.args[:-1])
    return term.op == "local" and (term.data in spans or term.type.kind == "player" and not term.type.or_none)
