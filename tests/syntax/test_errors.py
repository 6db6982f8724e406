"""Every row of the table of syntax errors has an example that brings it forth, marked where the fault is."""

from __future__ import annotations

import pytest

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.source import Source
from ruledsl.syntax import parse
from ruledsl.syntax.errors import ROWS

EXAMPLES = {name: row for name, row in ROWS.items() if row.example}


def unmarked(example: str) -> tuple[str, tuple[int, int, int, int]]:
    """The text without its marks, and the marked place as line, column, end line, end column."""
    before, marked, after = example.replace("»", "«").split("«")
    start = before.split("\n")
    end = (before + marked).split("\n")
    return before + marked + after, (len(start), len(start[-1]) + 1, len(end), len(end[-1]) + 1)


def mended(text: str, edits: tuple[Edit, ...]) -> str:
    lines = text.split("\n")
    for edit in edits:
        span = edit.span
        assert span.line == span.end_line
        line = lines[span.line - 1]
        lines[span.line - 1] = line[: span.column - 1] + edit.text + line[span.end_column - 1 :]
    return "\n".join(lines)


def place(diagnostic: Diagnostic) -> tuple[int, int, int, int]:
    span = diagnostic.span
    return span.line, span.column, span.end_line, span.end_column


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    row = EXAMPLES[name]
    text, marked = unmarked(row.example)
    _, found = parse(Source("example", text))
    assert [(d.code, place(d)) for d in found] == [(row.code, marked)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_fix_mends(name: str) -> None:
    text, _ = unmarked(EXAMPLES[name].example)
    for diagnostic in parse(Source("example", text))[1]:
        if diagnostic.fix:
            assert parse(Source("example", mended(text, diagnostic.fix)))[1] == []


def test_codes_are_unique() -> None:
    codes = [row.code for row in ROWS.values()]
    assert len(set(codes)) == len(codes)
    assert all(code.startswith("E01") and len(code) == 5 for code in codes)


@pytest.mark.parametrize("name", ROWS)
def test_words(name: str) -> None:
    """Lower case, no full stop, and no word of the parser's."""
    row = ROWS[name]
    for text in (row.message, row.help):
        assert not text.endswith(".") or text.endswith("...")
        assert text == "" or not text[0].isupper()
        assert not any(word in text.lower() for word in ("token", "lalr", "python", "parse", "syntax"))
