"""Sets whose last member is the last bit of a word, known before play or not: bit 63 is a member as any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.ir.fault import RulesFault

NUMBERS, CELLS = "0..63", "{d for d in yard}"
ROWS = {
    f"count({NUMBERS})": 64,
    "count({63} | {1})": 2,
    "sum(k for k in {63, 0} & (0..63))": 63,
    "sum(k for k in (0..63) - (1..62))": 63,
    f"count(c for c in {CELLS} | {{yard[1, 1]}})": 64,
    f"count({CELLS} - {{yard[8, 8]}})": 63,
    f"count({CELLS} & yard[8, 8].around)": 3,
    f"count(c for q in players for c in {CELLS} | yard[1, 4].around if 1 > q.score)": 64,
    "sum(k for k in kept)": 63,
    "sum(k for k in kept | {62, 63})": 125,
    "count(held)": 64,
    "count(held - {yard[8, 8]})": 63,
    "1 if 63 in kept and {63} == kept and kept <= 0..63 else 0": 1,
    "1 if yard[8, 8] in held else 0": 1,
}


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_the_last_bit(engine: str, tmp_path: Path) -> None:
    lines = "\n".join(f"    me.answer[{n}] = {text}" for n, text in enumerate(ROWS, 1))
    (file := tmp_path / "words.rules").write_text(f"""
game "Words":
    players 1
board yard: grid 8 by 8
each player:
    answer[n in 1..{len(ROWS)}]: 0..9999
    score: 0..9
table:
    kept: set of 0..63
    held: set of cell
play:
    let me = players.first
    kept = {{63}}
    held = {CELLS} | {{yard[8, 8]}}
{lines}
    me chooses n in {{62, 63}}
winner: highest score
""")
    match = load(str(file)).start(engine=engine)
    assert {text: match.position.block.get("answer", n) for n, text in enumerate(ROWS)} == ROWS
    assert [option.label for option in match.decision.options] == ["62", "63"]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_number_that_no_set_holds_is_in_none(engine: str, tmp_path: Path) -> None:
    (file := tmp_path / "beyond.rules").write_text("""
game "Beyond":
    players 1
each player: score: 0..99
table: kept: set of 0..63
play:
    kept = 0..63
    players.first chooses act
action act(n in [-1, 0, 63, 64, 127, 128]):
    "{n}"
    let made = {m for m in 0..63 if m != n or n == 63}
    if n in kept: your.score += 1
    if n not in made: your.score += 10
    if any(k in kept for k in n..n): your.score += 20
    if 63 + n in made: your.score += 40
winner: highest score
""")
    game = load(str(file))
    found = []
    for option in range(6):
        match = game.start(engine=engine)
        match.play(option)
        found.append(match.scores[0])
    assert found == [50, 71, 21, 10, 10, 10]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_who_is_asked_for_comes_before_the_set(engine: str, tmp_path: Path) -> None:
    """Of two faults the first is told."""
    (file := tmp_path / "order.rules").write_text("""
game "Order":
    players 1
each player:
    score: 0..99
    s[k in 1..3]: 0..9
table: n: 0..9
play: players.first chooses act
action act():
    "act"
    if 7 // n in {v for v in 1..3 if players.first.s[v + 9] > 0}: n = 3
winner: highest score
""")
    match = load(str(file)).start(engine=engine)
    with pytest.raises(RulesFault, match="division by zero"):
        match.play(0)
