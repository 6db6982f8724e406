"""A rules file from the disk."""

from __future__ import annotations

import codecs
import os
from pathlib import Path

from ruledsl.diagnostics import Diagnostic
from ruledsl.record import replace
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
        return _other_letters(data, error.start, Span(shown, line, column, line, column + 1))


def blurred(path: str | os.PathLike[str]) -> Source:
    """As much of a file as can be shown where a fault in it is told, though it is no good text."""
    try:
        if not Path(path).is_file():
            return Source(os.fspath(path), "")  # who opens a pipe waits for what may never come
        with open(path, "rb") as file:
            return Source(os.fspath(path), file.read(MAX_BYTES).decode("utf-8", "replace"))
    except (OSError, ValueError):
        return Source(os.fspath(path), "")


def _other_letters(data: bytes, start: int, span: Span) -> Diagnostic:
    """A text in other letters than UTF-8: which they may be, and how it is turned."""
    wide = data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    name = "UTF-16" if wide else "CP1252"
    letter = data[start : start + 1].decode("cp1252", "replace")
    seen = "it begins as UTF-16 does" if wide else f"in the old Western letters (Latin-1, CP1252) this is `{letter}`" if letter.isalpha() else ""
    found = fault("not_utf8", span, how=f"save it as UTF-8 in your editor, or: iconv -f {name} -t UTF-8 {Path(span.file).name} > NEW.rules")
    return replace(found, label=seen)
