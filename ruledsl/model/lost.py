"""What could not be read is not in the tree; its names are not to be missed a second time."""

from __future__ import annotations

import re
from typing import Iterable, Sequence

from ruledsl.diagnostics import Diagnostic
from ruledsl.source import Source
from ruledsl.syntax.words import CODE_HEADS

_WORD = re.compile(r"[A-Za-z_]\w*")
_GOES_ON = re.compile(r",\s*(@\S+\s*)*(#.*)?$")


def lost_words(sources: Iterable[Source], faults: Sequence[Diagnostic]) -> frozenset[str]:
    """All words of the lines that have a fault of syntax, of what goes on over several of them, and of the blocks that went with them."""
    out: set[str] = set()
    for source in sources:
        for d in faults:
            if d.span.file == source.file and d.is_error:
                for line in _lines(source, d.span.line, d.span.end_line):
                    out.update(_WORD.findall(line))
    return frozenset(out)


def _lines(source: Source, first: int, last: int) -> list[str]:
    line = source.line(first)
    end = max(first, last)
    if _indent(line) == 0 or not line.split() or line.split()[0] not in CODE_HEADS:
        while end < len(source.lines) and _belongs(source.line(end + 1), _indent(line)):
            end += 1
    while first > 1 and _GOES_ON.search(source.line(first - 1)):
        first -= 1
    return source.lines[first - 1 : end]


def _belongs(line: str, indent: int) -> bool:
    """Does a line stand in the block of one that is indented so far, or beside it if that is itself in a block?"""
    return not line.strip() or _indent(line) > indent or 0 < indent == _indent(line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
