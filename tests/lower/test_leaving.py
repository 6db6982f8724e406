"""Loops that are left by `end`, and what is done at their bound, in both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.regions import meanwhile
from tests import few

GAME = """
game "Loops":
    players 2

card Card(n: 1..9)

components:
    box: 1 of Card(n) for n in 1..9

table:
    box: fan, open
    row: row
    x: 0..99
    y: 0..99

each player:
    score: 0..9

play:
    BODY

winner: highest score

to step(): y += 1
"""


def played(tmp_path: Path, body: str, engine: str) -> tuple[int, int, int]:
    """What `x`, `y` and the number of cards in the row are at the end."""
    path = tmp_path / "game.rules"
    path.write_text(GAME.replace("BODY", body.replace("\n", "\n    ")), encoding="utf-8")
    match = load(path).start(seed=3, engine=engine)
    while match.decision is not None:
        match.play(match.decision.options[0])
    block = match.position.block
    return block.get("x"), block.get("y"), block.get("row.count")


LOOPS = [
    ("for n in 1..9:\n    if n == 4: end for\n    x += n", (6, 0, 0)),
    ("for n in 1..3:\n    for k in 1..9:\n        if k > n: end for\n        x += 1\n    y += 1", (6, 3, 0)),
    ("for n in 1..3:\n    while true:\n        x += 1\n        if x % 3 == 0: end while\n"
     "    repeat 5 times:\n        if y == 2: end for\n        y += 1", (3, 2, 0)),
    ("repeat 9 times:\n    x += 2\n    if x > 6: end repeat\ny = 1", (8, 1, 0)),
    ("turns p in players:\n    x += 1\n    for n in 1..2:\n        if x == 7: end turns\n    step()", (7, 6, 0)),
    ("for card in box:\n    move card to row\n    if card.n == 3: end for", (0, 0, 3)),
    ("for p in players:\n    repeat 3 times:\n        x += 1\n        if x == 2: end for\ny = 9", (2, 9, 0)),
    ("while x < 50 at most 4 times: x += 1\nelse: y = 7", (4, 7, 0)),
    ("while x < 3 at most 4 times: x += 1\nelse: y = 7", (3, 0, 0)),
    ("while x < 4 at most 4 times: x += 1\nelse: y = 7", (4, 0, 0)),
    ("while x < 50 at most 4 times:\n    x += 1\n    if x == 2: end while\nelse: y = 7", (2, 0, 0)),
    ("turns p in players if x < 90 at most 5 times: x += 1\nelse:\n    y = 3\n    step()", (5, 4, 0)),
    ("for n in 1..2:\n    while true at most n times: x += 10\n    else:\n        y += 1\n        if n == 2: end for\n    x += 1", (31, 2, 0)),
    ("while true at most 3 times: x += 1\nelse: end game\ny = 9", (3, 0, 0)),
]


@pytest.mark.parametrize(("body", "result"), LOOPS, ids=range(len(LOOPS)))
@pytest.mark.parametrize("engine", ["interp", "native"])
def test_where_play_goes_on(tmp_path, body, result, engine):
    assert played(tmp_path, body, engine) == result


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_without_an_else_the_bound_is_a_promise(tmp_path, engine):
    with pytest.raises(RulesFault, match="beyond its bound"):
        played(tmp_path, "while x < 50 at most 4 times: x += 1", engine)


ASKS = """
for n in 1..3:
    unless "time is up" after 9 seconds chance 1 of 2:
        players.first chooses m in 1..3 "how many?"
        x += m
        if n == 2: end for
    else: y += 1
players.last chooses m in 1..2 "and then?"
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_block_that_something_may_drop_is_closed_when_its_loop_is_left(tmp_path, engine):
    """The clock of the loop does not run at the decision behind it."""
    path = tmp_path / "game.rules"
    path.write_text(GAME.replace("BODY", ASKS.strip().replace("\n", "\n    ")), encoding="utf-8")
    for seed in few.seeds(8):
        match = load(path).start(seed=seed, engine=engine)
        asked = []
        while match.decision is not None:
            asked.append(match.decision.player)
            open_for = [match.position.block.get(r.name) for r in match.program.regions if r.name == meanwhile(0)]
            assert asked[-1] == 1 or not any(open_for)
            match.play(match.decision.options[0])
        assert asked.count(2) == 1
