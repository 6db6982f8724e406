"""Lines as a new author says them: the first message stands there, and its fix makes the line good; or it says how such a thing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.diagnostics import Diagnostic, applied
from ruledsl.source import Source
from ruledsl.syntax import parse

HERE = Path(__file__).parent
HEAD = (HERE / "base.rules").read_text(encoding="utf-8") + "\nafter turn(p): zz(p)\n\nphase zz(q):\n    "
TABLE = [line for line in (HERE / "said.txt").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def _errors(text: str) -> list[Diagnostic]:
    tree, found = parse(Source("said.rules", text))
    return [d for d in pipeline.judge([tree], [], found)[1] if d.is_error]


@pytest.mark.parametrize("row", TABLE)
def test_said_otherwise(row: str) -> None:
    said, right = row.split(" => ")
    text = HEAD + said + "\n"
    first = _errors(text)[0]
    assert first.span.line == text.count("\n")
    if right.startswith("? "):
        assert right.removeprefix("? ") in first.help
    else:
        mended = applied(text, first.fix)
        assert mended.split("\n")[-2].strip() == right
        assert not _errors(mended)


HEADS = [
    ("game Race of Two:\n    players 2\n", 'game "Race of Two":', "in quotes"),
    ('game "Race":\n    players 2\n\nchapter Begin\n', 'chapter "Begin"', "in quotes"),
    ('game "Race":\n    players 2\n\ntest all is well:\n    players 2\n', 'test "all is well":', "in quotes"),
    ('game "Race":\n    players 2\n    winner: highest points\n', "\nwinner: highest points", "left margin"),
    ('game "Race":\n    players 2\n    each player: points: 0..9\n', "\neach player: points: 0..9", "left margin"),
    ('game "Race":\n    players 2\n\nscore(p) = p.points\n', "def score(p) = p.points", "winner: highest"),
    ('game "Race":\n    players 2\n\nworth(p) = p.points\n', "def worth(p) = p.points", "`def worth(...) = ...`"),
    ('game "Race":\n    players 2\n\nplay:\n    score p.points\n', "score p.points", "winner: highest"),
]


@pytest.mark.parametrize("text, mended, told", HEADS)
def test_a_head_as_a_new_author_writes_it(text: str, mended: str, told: str) -> None:
    first = _errors(text)[0]
    assert mended in applied(text, first.fix) and told in first.help
