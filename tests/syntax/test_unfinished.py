"""A line that ends where something is still awaited goes on in the next one, if that stands further in."""

from __future__ import annotations

import pytest

from ruledsl.format import format_source
from ruledsl.source import Source
from ruledsl.syntax import parse

WHOLE = """game "Lines":
    players 2
option goal: 1..9 = 3
each player:
    score: 0..99
play:
    for p in players: turn(p)
phase turn(p):
    p chooses go
action go():
    let n = your.score * 2 - 1
    your.score += n // 2 % 3
    your.score -= 1
def much(p) = p.score + goal == 3 and not p.score >= 4 or p.score != 9
def team() = {players.first} | {players.last} & players - {}
def few(p) = 1 < p.score if goal == 3 else p.score > 1
def none_yet(p) = p.score <= 2
def over(p) = p.score > goal
winner: highest score
"""
AWAITING = ("=", "+=", "-=", "+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "|", "&", "and", "or", "not", "else")


def broken(sign: str, before: bool) -> str:
    """The game with a new line at every such sign, `before` it or behind it."""
    out = []
    for line in WHOLE.splitlines():
        indent = len(line) - len(line.lstrip())
        new = f"\n{' ' * (indent + 4)}"
        out.append(line.replace(f" {sign} ", f"{new}{sign} " if before else f" {sign}{new}"))
    return "\n".join(out) + "\n"


@pytest.mark.parametrize("sign", AWAITING)
def test_behind_a_sign(sign: str) -> None:
    text = broken(sign, before=False)
    found = parse(Source("lines.rules", text))[1]
    assert text != WHOLE and not found
    assert format_source(Source("lines.rules", text)) == format_source(Source("lines.rules", WHOLE))


def test_before_an_equals_sign() -> None:
    text = broken("=", before=True)
    assert not parse(Source("lines.rules", text))[1]


@pytest.mark.parametrize("sign", ["=", "+", "and"])
def test_no_further_in_nothing_goes_on(sign: str) -> None:
    """What is awaited is told where it is missing."""
    text = WHOLE.replace("def few(p) = 1 < p.score if goal == 3 else p.score > 1", f"def few(p) = 1 {sign}\n1" if sign != "=" else "def few(p) =\n1")
    found = parse(Source("lines.rules", text))[1]
    assert found and found[0].code == "E0151" and found[0].span.line == 16


def test_an_else_without_a_colon_is_told_there() -> None:
    text = WHOLE.replace("    your.score -= 1\n", "    if n > 1: pass\n    else\n        your.score -= 1\n")
    found = parse(Source("lines.rules", text))[1]
    assert [(d.code, d.span.line) for d in found] == [("E0125", 14)]
