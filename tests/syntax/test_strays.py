"""A line that stands elsewhere is told alike whether the text is read in pieces after a change, or for the first time."""

from __future__ import annotations

import pytest

from ruledsl.diagnostics import Diagnostic
from ruledsl.source import Source
from ruledsl.syntax import parse
from ruledsl.syntax.pieces import read, real_fault

TEXT = """mode one, two:
    option a: 1..9 = 3
        "How many?"
    ruling far: near or wide "How far?"
        wide:
            instead of f(x) = 2
            def g(x) = x
    card Fox:
        effect(q in players):
            "to go"
            move this to q.hand
        instead of f(x) = 3
    require a > 2 else "more"
    phase act(p):
        if p.a:
            f()
            g()
        else: h()
        i()
    def f(x) = x
    to h(p):
        for q in players: i()
        i()
table:
    b: 0..9
"""
LINES = TEXT.split("\n")


def told(faults: list[Diagnostic]) -> list[tuple[object, ...]]:
    return sorted((d.code, d.span.line, d.span.column, d.message, d.help) for d in faults)


@pytest.mark.parametrize("indent", [0, 4, 6, 8, 12, 16])
def test_in_pieces_it_is_told_as_in_one(indent: int) -> None:
    reading = read(Source("modes.rules", TEXT))
    for n in range(1, len(LINES) - 1):
        text = "\n".join([*LINES[:n], " " * indent + LINES[n].lstrip(), *LINES[n + 1 :]])
        reading = read(Source("modes.rules", text), reading)
        assert told([real_fault(d, {"modes.rules": reading}) for d in reading.faults]) == told(parse(Source("modes.rules", text))[1]), text
