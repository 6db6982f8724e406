"""From which number to which an answer goes, as far as types, ranges and variables say it."""

from __future__ import annotations

from ruledsl.lower.layout import Layout
from ruledsl.lower.ranges import Span, by_type, joined
from ruledsl.model.model import ParamInfo
from ruledsl.model.types import Term
from ruledsl.record import replace


def held(layout: Layout, name: str) -> Span | None:
    region = layout.regions.get(name)
    return (region.low, region.high) if region is not None else None


def answered(layout: Layout, p: ParamInfo) -> Span | None:
    """What may be chosen for a parameter, as far as its type says it, or the range that it is in."""
    if p.type.kind != "int":
        return by_type(layout.settings, replace(p.type, or_none=True))
    ends = p.domain.args if p.domain is not None and p.domain.op == "range" else ()
    spans = [held(layout, end.data) if end.op == "var" else _settled(layout, end) for end in ends]
    return joined([*spans, (-1, 0)]) if spans else None


def _settled(layout: Layout, end: Term) -> Span | None:
    number = layout.settings.fold(end)
    return (number, number) if isinstance(number, int) else None
