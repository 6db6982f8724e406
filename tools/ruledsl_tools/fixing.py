"""Mending a rules file by the edits that messages carry: only those that leave it with fewer faults than before, or with more of it read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruledsl.diagnostics import Diagnostic, Edit

MOST = 200
"""Faults that are mended in one file."""


def fix(path: Path) -> int:
    """Mend a file as far as its messages say how; how many faults were mended. The file is written once, when all is done."""
    from ruledsl.diagnostics import applied
    from ruledsl.pipeline import check_file

    text = before = path.read_bytes().decode("utf-8") if path.is_file() else ""
    faults = check_file(str(path))[0]
    mended = 0
    tried: set[object] = set()
    while mended < MOST:
        fault = next((d for d in faults if d.fix and d.fix not in tried and all(e.span.file == str(path) for e in d.fix)), None)
        if fault is None:
            break
        tried.add(fault.fix)
        attempt = applied(text, fault.fix)
        left = _read_as(path, attempt)
        if _better(faults, left) or _more_is_read(faults, left, fault.fix):
            text, faults, mended = attempt, left, mended + 1
            tried.clear()
    if text != before:
        path.write_bytes(text.encode("utf-8"))
    return mended


def _better(before: Sequence[Diagnostic], after: Sequence[Diagnostic]) -> bool:
    """Are there fewer errors, or as many and fewer warnings, and none of a kind that was not there?"""
    errors = [sum(d.is_error for d in found) for found in (before, after)]
    new = Counter(d.code for d in after if d.is_error) - Counter(d.code for d in before if d.is_error)
    return not new and (errors[1], len(after)) < (errors[0], len(before) if errors[0] == errors[1] else len(after) + 1)


def _more_is_read(before: Sequence[Diagnostic], after: Sequence[Diagnostic], made: Sequence[Edit]) -> bool:
    """Is less left that cannot be read? Then faults may be told that nobody could see before, but none on the lines that were mended."""
    from ruledsl.syntax.errors import ROWS

    unread = {row.code for row in ROWS.values()}
    left, was = (sum(d.is_error and d.code in unread for d in found) for found in (after, before))
    lines = {n for edit in made for n in range(edit.span.line, edit.span.end_line + edit.text.count("\n") + 1)}
    return left < was and not any(d.is_error and d.span.line in lines for d in after)


def _read_as(path: Path, text: str) -> list[Diagnostic]:
    """What would be said of a file if this were its text."""
    from ruledsl.pipeline import read
    from ruledsl.source import Source

    return read(str(path), texts=[Source(str(path), text)]).diagnostics
