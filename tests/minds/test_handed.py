"""Cards that the rules find in hands which others do not see, and that go on: a table of a seat draws every world that there is, as likely as it is."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import load
from tests.minds.judge import Judge
from tests.minds.tabled import tabled

GAME = """game "Handed":
    players 3
card Duck(n: 1..3) "{n}"
components:
    pond: 2 of Duck(n) for n in 1..3
table:
    pond: bag, hidden
    side: heap, hidden
each player:
    hand:  hand
    score: 0..9
play:
    for p in players:
        repeat 2 times: move random of pond to p.hand
    repeat 2 times:
        for p in players: p chooses ask
winner: highest score
action ask(ARGS):
    "ask LABEL"
    """
FOUND = {
    "the highest of a hand comes": ("q in others, z in your.hand", "{q}", """move z to your.left.hand
    let b = first(d for d in your.right.hand by highest d.n)
    if b is not none: move b to your.left.hand"""),
    "the highest goes out of sight, another card too": ("q in others", "{q}", """let a = first(d for d in q.hand by highest d.n)
    if a is not none: move a to side
    if your.hand is not empty: move random of your.hand to your.left.hand"""),
    "what comes goes on by its face": ("q in others, k in 1..3, z in your.hand", "{q} {k}", """move z to your.left.hand
    for a in your.left.hand if a.n == k: move a to pond
    if your.hand is not empty: move random of your.hand to your.left.hand"""),
}  # fmt: skip
MATCHES, ANSWERS = 14, 2


@pytest.mark.parametrize("found", FOUND)
def test_what_is_drawn_is_what_there_is(found: str, tmp_path: Path) -> None:
    arguments, label, body = FOUND[found]
    (path := tmp_path / "handed.rules").write_text(GAME.replace("ARGS", arguments).replace("LABEL", label) + body, encoding="utf-8")
    met = 0
    for seed in range(MATCHES):
        match, random = load(path).start(3, seed), Random(seed)
        for _ in range(ANSWERS):
            if match.over or not match.answers():
                break
            match.play(random.choice(match.answers()))
            for seat in range(3):
                if not match.over and (drawn := tabled(match, seat)[0]) is not None:
                    assert drawn == Judge(match, seat).worlds(), f"seat {seat + 1}, match {seed}"
                    met += 1
    assert met
