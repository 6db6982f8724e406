"""What a file may be at most, so that every text is read in a moment."""

from __future__ import annotations

import re

from ruledsl.diagnostics import Diagnostic
from ruledsl.source import Source, Span
from ruledsl.syntax import tree
from ruledsl.syntax.errors import fault

MAX_BYTES = 1_000_000
MAX_TOKENS = 100_000
MAX_LINE = 10_000
MAX_BRACKETS = 60
MAX_BLOCKS = 30
MAX_DEPTH = 100
MAX_FAULTS = 20  # shown
MAX_NOTED = 200  # looked for
UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xa0\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")


def too_long(source: Source) -> Diagnostic | None:
    """Is the file, or one of its lines, longer than anything that is read?"""
    if len(source.text) > MAX_BYTES:
        return fault("long_file", Span(source.file, 1, 1, 1, 1), limit=f"{MAX_BYTES:,} characters")
    for number, text in enumerate(source.lines, 1):
        if len(text) > MAX_LINE:
            return fault("long_line", Span(source.file, number, 1, number, 2), limit=f"{MAX_LINE:,}")
    return None


def unseen(source: Source) -> list[Diagnostic]:
    """The first character that nobody can see, or that turns the text around it about."""
    found = UNSEEN.search(source.text)
    if found is None:
        return []
    before = (source.text[: found.start()] + "x").splitlines()
    return [fault("control_character", Span(source.file, len(before), len(before[-1]), len(before), len(before[-1]) + 1))]


def too_deep(top: tree.Node) -> tree.Node | None:
    """The first expression or type in which more are nested than anybody can read; blocks do not count."""
    waiting = [(top, 0)]
    while waiting:
        node, depth = waiting.pop()
        depth = depth + 1 if isinstance(node, (tree.Expr, tree.TypeRef)) else 0
        if depth > MAX_DEPTH:
            return node
        waiting.extend((child, depth) for child in tree.children(node))
    return None
