"""Which parameters, `let`s and names of loops hold at a place, told from the indents of the lines alone: so it is known while they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ruledsl.service.names import Occurrence
from ruledsl.source import Span


def locals_at(lines: list[str], names: Iterable[Occurrence], line: int, column: int, real: Callable[[Span], Span]) -> dict[str, Occurrence]:
    """The parameters, `let`s and names of loops that may be used at a place, as the indents of the lines say."""
    found: dict[str, Occurrence] = {}
    here = lines[line - 1] if line <= len(lines) else ""
    limits = _limits(lines, line, _indent(here) if here.strip() else max(0, column - 1))
    for o in names:
        if o.declares and o.symbol[0] == "local":
            span = real(o.span)
            if (span.line, span.column) < (line, column) and span.line >= limits[0][0]:
                if span.line == line or _holds(limits, span.line, lines[span.line - 1], o.kind == "parameter"):
                    found[o.symbol[-1]] = o
    return found


def _limits(lines: list[str], line: int, indent: int) -> list[tuple[int, int]]:
    """From the head of the declaration on: lines, each with the least indent of what stands between it and the place."""
    out: list[tuple[int, int]] = []
    least = indent
    for number in range(min(line - 1, len(lines)), 0, -1):
        text = lines[number - 1]
        if text.strip():
            out.insert(0, (number, least))
            least = min(least, _indent(text))
            if least == 0:
                break
    return out or [(line, indent)]


def _holds(limits: list[tuple[int, int]], number: int, text: str, parameter: bool) -> bool:
    least = next((least for n, least in limits if n == number), None)
    if least is None:
        return False
    opens = parameter or text.split("#")[0].rstrip().rstrip("@-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ ").endswith(":")
    return _indent(text) < least if opens else _indent(text) <= least


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))
