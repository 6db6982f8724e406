"""Rules that are too large say so when they are checked, at once."""

from __future__ import annotations

import pytest

from ruledsl import pipeline
from ruledsl.diagnostics import Diagnostic
from ruledsl.source import Source
from ruledsl.syntax import parse

GAME = """\
game "Large":
    players 2
board field: grid 32 by 32
each player:
    score: 0..999
each cell:
    kept: 0..9
{more}
play:
    for p in players: turn(p)
phase turn(p): p chooses go
action go():
    "go"
    your.score = {value}
winner: highest score
"""
DOUBLING = "def f0(a) = a + 1\n" + "".join(f"def f{n}(a) = f{n - 1}(a) + f{n - 1}(a)\n" for n in range(1, 60))
VARIABLES = "".join(f"    v{n}[n in 1..64]: 0..9\n" for n in range(20))


def said(more: str, value: str) -> list[Diagnostic]:
    tree, found = parse(Source("large.rules", GAME.format(more=more, value=value)))
    return [d for d in pipeline.judge_one([tree], [], found)[1] if d.is_error]


def test_defs_that_ask_one_another_too_often() -> None:
    (found,) = said(DOUBLING, "f59(0)")
    assert found.code == "E0416" and "answers of defs" in found.message and found.span.line > 8


@pytest.mark.parametrize("depth", [1, 12])
def test_defs_that_ask_one_another_a_few_times(depth: int) -> None:
    assert not said(DOUBLING.split(f"def f{depth + 1}(")[0], f"f{depth}(0)")


def test_variables_that_keep_too_much() -> None:
    (found,) = said(VARIABLES, "1")
    assert found.code == "E0801" and "a game keeps up to 1,000,000" in found.message
    assert found.span.line == 8 + 15  # 1024 and 15 times 65,536 are fewer
