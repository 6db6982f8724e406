"""Characters that are nothing of the language: what is said of them, and what is written instead."""

from __future__ import annotations

import re

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.source import Span
from ruledsl.syntax.errors import fault

_ROWS = {"/": "division", "!": "exclamation", ";": "semicolon", "?": "question_mark"}
_QUOTES = {"'": "'", "‘": "’", "’": "’", "`": "`", "“": "”", "”": "”", "„": "“”", "«": "»", "»": "«"}
"""With what a text ends that somebody began so."""
_SIDES = re.compile(r"(\d+)[xX](\d+)")
_DICE = re.compile("([1-9][0-9]?)(d[1-9][0-9]?)")


def strange(row: str, span: Span, text: str) -> Diagnostic:
    """What is said of something unknown in a line, for which there is this row if nothing better is known."""
    start, end = span.column - 1, span.end_column - 1
    word, mark = text[start:end], text[start]
    if mark in _QUOTES:
        return fault("single_quote", span, _quoted(span, text), word=word)
    if dice := _DICE.fullmatch(word):
        return fault("several_dice", span, word=word, how=f"`roll {dice[1]} of {dice[2]}`")
    if sides := _SIDES.fullmatch(word):
        right = f"{sides[1]} by {sides[2]}"
        return fault("sentence", span, (Edit(span, right),), word=word, how=f"write `{right}`")
    return fault(_ROWS.get(mark, row), span, _instead(span, text), word=word)


def _quoted(span: Span, text: str) -> tuple[Edit, ...]:
    """The quotes of the language, if the text ends in its line."""
    start = span.column - 1
    end = next((n for n in range(start + 1, len(text)) if text[n] in _QUOTES[text[start]]), None)
    if end is None or '"' in text[start:end]:
        return ()
    return (Edit(_at(span, start), '"'), Edit(_at(span, end), '"'))


def _instead(span: Span, text: str) -> tuple[Edit, ...]:
    start = span.column - 1
    mark, behind = text[start], text[start + 1 :]
    if mark == "!" and behind[:1] not in ("", "=", " "):
        return (Edit(span, "not "),)
    return (Edit(span, ""),) if mark == ";" and not behind.partition("#")[0].strip() else ()


def _at(span: Span, place: int) -> Span:
    return Span(span.file, span.line, place + 1, span.line, place + 2)
