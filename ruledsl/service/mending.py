"""What can be put right without thinking: the fixes that messages carry, and the one layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.diagnostics import Diagnostic, Edit, RulesError
from ruledsl.format import format_source
from ruledsl.record import record
from ruledsl.source import Source, Span

if TYPE_CHECKING:
    from ruledsl.service.workspace import Document


@record(frozen=True)
class Action:
    """A change that mends something, in words."""

    title: str
    edits: tuple[Edit, ...]
    problem: Diagnostic


def actions(document: Document, first: int, last: int) -> list[Action]:
    """The fixes of what is wrong in some lines."""
    return [
        Action(_title(document, d), d.fix, d)
        for d in document.problems
        if d.fix and d.span.file == document.path and d.span.line <= last and d.span.end_line >= first
    ]


def _title(document: Document, d: Diagnostic) -> str:
    if len(d.fix) > 1 and len({e.text for e in d.fix}) > 1:
        return d.help or "mend this"
    edit = d.fix[0]
    old = _text(document, edit.span)
    places = f" in {len(d.fix)} places" if len(d.fix) > 1 else ""
    if not edit.text.strip() or not (old.strip() or edit.text.strip()):
        return (f"take out `{old.strip()}`" if old.strip() else "mend the indent") + places
    return (f"write `{edit.text.strip()}`" if not old.strip() else f"write `{edit.text.strip()}` for `{old.strip()}`") + places


def _text(document: Document, span: Span) -> str:
    if span.line != span.end_line or not 0 < span.line <= len(document.lines):
        return ""
    return document.lines[span.line - 1][span.column - 1 : span.end_column - 1]


def layout(document: Document) -> str | None:
    """The text in the one layout; None if its syntax is wrong."""
    try:
        return format_source(Source(document.path, document.text))
    except RulesError:
        return None


def mended(text: str, edits: tuple[Edit, ...]) -> str:
    """A text with some edits made."""
    lines = text.splitlines(keepends=True)
    for e in sorted(edits, key=lambda e: (e.span.line, e.span.column), reverse=True):
        while len(lines) < e.span.end_line:
            lines.append("")
        head = lines[e.span.line - 1][: e.span.column - 1]
        tail = lines[e.span.end_line - 1][e.span.end_column - 1 :]
        lines[e.span.line - 1 : e.span.end_line] = [head + e.text + tail]
    return "".join(lines)
