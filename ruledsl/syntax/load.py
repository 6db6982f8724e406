"""A rules file from the disk."""

from __future__ import annotations

import os
from pathlib import Path

from ruledsl.diagnostics import Diagnostic
from ruledsl.source import Source, Span
from ruledsl.syntax.errors import fault
from ruledsl.syntax.limits import MAX_BYTES


def load_source(path: str | os.PathLike[str], name: str | None = None) -> Source | Diagnostic:
    """The text of a file, shown under `name`, or why it cannot be had."""
    shown = os.fspath(path) if name is None else name
    start = Span(shown, 1, 1, 1, 1)
    try:
        file = Path(path)
        if file.exists() and not file.is_file():
            return fault("unreadable_file", start, why="it is no file")
        with file.open("rb") as opened:
            data = opened.read(4 * MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or "its name cannot be used").lower()
        return fault("unreadable_file", start, why=why)
    if len(data) > 4 * MAX_BYTES:
        return fault("long_file", start, limit=f"{MAX_BYTES:,} characters")
    try:
        return Source(shown, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace").splitlines() or [""]
        line, column = len(before), len(before[-1]) + 1
        return fault("not_utf8", Span(shown, line, column, line, column + 1))
