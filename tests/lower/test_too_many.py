"""What nobody would wait for stops with a fault that says so: sets of cards, and parameters one within another, of which too many must be tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault

GAME = """
game "Many":
    players 1
card Chip(n: 1..60)
table:
    line: row
each player:
    hand:  {word}
    score: 0..99
components:
    p.hand: {copies} of Chip(n) for n in 1..{faces}
play:
    players.first may lay
action lay({params}):
    "lay"
    require {requires}
    your.score += 1
winner: highest score
"""
SEVERAL = "cards: 1..8 in your.hand"
ROWS = [
    ("hand", SEVERAL, "sum(c.n for c in cards) == 0", Fault.TOO_MANY),
    ("row", SEVERAL, "sum(c.n for c in cards) == 0", Fault.TOO_MANY),
    ("hand", SEVERAL, "count(cards) > 0", Fault.TOO_MANY),
    ("hand", ", ".join(f"{name} in your.hand" for name in "abcde"), "a.n + b.n * c.n + d.n * e.n == 9999", Fault.FUEL),
    ("row", ", ".join(f"{name} in your.hand" for name in "abcde"), "a.n + b.n * c.n + d.n * e.n == 9999", Fault.FUEL),
    ("hand", ", ".join(f"{name} in 1..60" for name in "abcde"), "a + b * c + d * e == 9999", Fault.FUEL),
]


@pytest.mark.parametrize(("word", "params", "requires", "fault"), ROWS)
def test_too_many_are_a_fault(word: str, params: str, requires: str, fault: Fault, tmp_path: Path) -> None:
    text = GAME.format(word=word, copies=1, faces=60, params=params, requires=requires)
    (file := tmp_path / "many.rules").write_text(text)
    with pytest.raises(RulesFault) as caught:
        load(str(file)).start(engine="native").decision.options  # noqa: B018
    assert caught.value.fault is fault and caught.value.place.span.line > 12


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_what_could_be_too_many_and_is_not(engine: str, tmp_path: Path) -> None:
    """A deck of sixty, and a hand of nine: of the ways that there could be few are there."""
    text = GAME.format(word="hand", copies=1, faces=60, params=SEVERAL, requires="sum(c.n for c in cards) == 9")
    text = text.replace("p.hand:", "line:").replace("play:\n", "play:\n    move top 51 of line to line\n    move bottom 9 of line to players.first.hand\n")
    (file := tmp_path / "many.rules").write_text(text)
    options = load(str(file)).start(engine=engine).decision.options
    assert len(options) == 1 + 8  # 9, 1 8, 2 7, 3 6, 4 5, 1 2 6, 1 3 5, 2 3 4
