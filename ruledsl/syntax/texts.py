"""What stands between quotes: plain text, and text with expressions in braces."""

from __future__ import annotations

import re
from typing import Iterator

_ESCAPE = re.compile(r"\\(.)")
_PIECE = re.compile(r"(?:\\.|\{\{|\}\}|[^\\{}])+|[{}]|\\")


def plain(quoted: str) -> str:
    """The text between the quotes; only `\\"` and `\\\\` are written with a backslash."""
    return _ESCAPE.sub(r"\1", quoted[1:-1])


def quoted(text: str) -> str:
    """The other way round."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def pieces(text: str) -> Iterator[tuple[str, int, int]]:
    """The pieces of a text as it is written, each `text`, `code` or `brace` with its start and end between the quotes.

    A `brace` is one that opens or closes nothing.
    """
    place, end = 1, len(text) - 1
    while place < end:
        found = _PIECE.match(text, place, end)
        assert found
        if found[0] == "{":
            close = _closing(text, place, end)
            if close < 0:
                yield "brace", place, place + 1
                return
            yield "code", place + 1, close
            place = close + 1
        elif found[0] == "}":
            yield "brace", place, place + 1
            place += 1
        else:
            yield "text", place, found.end()
            place = found.end()


def _closing(text: str, place: int, end: int) -> int:
    """The brace that closes the one at `place`, for a set may stand in the braces; -1 if there is none."""
    depth = 0
    for found in re.finditer(r"[{}]", text[place:end]):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return place + found.start()
    return -1


def literal(piece: str) -> str:
    """What a `text` piece says."""
    return _ESCAPE.sub(r"\1", piece).replace("{{", "{").replace("}}", "}")
