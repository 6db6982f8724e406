"""One-token slips of the shipped games: reported on the line of the slip, and nothing else is. What is shown is in `tests/golden`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.diagnostics import Diagnostic, render
from ruledsl.record import record
from ruledsl.source import Source
from ruledsl.syntax import load_source, parse
from ruledsl.syntax.tree import Tree

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "slips.txt"


@record(frozen=True)
class Slip:
    """One line of a game, which begins with `before`, and begins with `after` now."""

    game: str
    before: str
    after: str
    code: str
    words: str

    def text(self) -> tuple[str, int]:
        """The whole file, and the number of the line."""
        lines = (ROOT / "games" / self.game).read_text(encoding="utf-8").split("\n")
        number = next(n for n, line in enumerate(lines) if line.startswith(self.before))
        lines[number] = self.after + lines[number][len(self.before) :]
        return "\n".join(lines), number + 1


def _slip(piece: str) -> Slip:
    game, before, after, told = piece.strip("\n").split("\n")
    code, words = told.removeprefix("! ").split(" ", 1)
    return Slip(game, before.removeprefix("- "), after.removeprefix("+ "), code, words)


SLIPS = [_slip(piece) for piece in (Path(__file__).parent / "slips.txt").read_text(encoding="utf-8").split("\n---\n")]


@cache
def beside(game: str) -> Tree:
    source = load_source(ROOT / "games" / game.replace(".rules", ".test.rules"), "tests")
    assert isinstance(source, Source)
    return parse(source)[0]


@cache
def diagnostics(slip: Slip) -> list[Diagnostic]:
    tree, found = parse(Source(slip.game, slip.text()[0]))
    return pipeline.judge([tree], [beside(slip.game)], found)[1]


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.after.strip())
def test_slip(slip: Slip) -> None:
    number = slip.text()[1]
    found = diagnostics(slip)
    assert [(d.span.line, d.code) for d in found] == [(number, slip.code)], [f"{d.span}: {d.message}" for d in found]
    assert slip.words in found[0].message


def test_what_is_shown(pytestconfig: pytest.Config) -> None:
    shown = ""
    for slip in SLIPS:
        source = Source(slip.game, slip.text()[0])
        shown += "\n".join(render(d, source) for d in diagnostics(slip)) + "\n\n"
    if pytestconfig.getoption("--update-golden"):
        GOLDEN.write_text(shown, encoding="utf-8")
    assert shown == GOLDEN.read_text(encoding="utf-8")
