"""Places as editors count them: lines from 0, and in a line the units of UTF-16, of which an emoji has two."""

from __future__ import annotations

from lsprotocol import types as lsp

from ruledsl.source import Span

BREAKS = dict.fromkeys([0x0B, 0x0C, 0x1C, 0x1D, 0x1E, 0x85, 0x2028, 0x2029], "\x01")
"""Ends of lines to Python, and to no editor; a character that the rules refuse as well stands for them."""


def readable(text: str) -> str:
    """A text whose lines are those that the editor counts."""
    return text.translate(BREAKS)


def units(text: str) -> int:
    """How long a text is in UTF-16."""
    return len(text) + sum(ord(letter) > 0xFFFF for letter in text)


def position(lines: list[str], line: int, column: int) -> lsp.Position:
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    return lsp.Position(max(0, line - 1), units(text[: max(0, column - 1)]))


def place(lines: list[str], at: lsp.Position) -> tuple[int, int]:
    """Line and column, from 1, in characters."""
    text = lines[at.line] if at.line < len(lines) else ""
    if text.isascii():
        return at.line + 1, min(at.character, len(text)) + 1
    passed = 0
    for column, letter in enumerate(text):
        if passed >= at.character:
            return at.line + 1, column + 1
        passed += 2 if ord(letter) > 0xFFFF else 1
    return at.line + 1, len(text) + 1


def span(lines: list[str], found: Span) -> lsp.Range:
    return lsp.Range(position(lines, found.line, found.column), position(lines, found.end_line, found.end_column))
