"""What a table says that a move brings at once: only what the seat to move can know."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.search.at_once import at_once
from tests.work import at_most

RULES = """\
game "Cups":
    players 2
card Cup(n: 1..6) "{n}"
components:
    deck: 1 of Cup(n) for n in 1..6
table:
    deck:   pile, hidden
    secret: spot, hidden
each player: score: 0..99
play:
    shuffle deck
    move top of deck to secret
    repeat 3 times:
        for p in players: turn(p)
phase turn(p): p chooses guess, earn or look
action guess(n in 1..6):
    if any(c is Cup and c.n == n for c in secret): your.score += 5
action earn(n in 1..6): your.score += n
action look(): show secret to you
winner: highest score
"""


@pytest.mark.parametrize("seed", range(4))
def test_what_hangs_on_the_unseen_is_not_said(seed: int, tmp_path: Path) -> None:
    (path := tmp_path / "cups.rules").write_text(RULES)
    match = ruledsl.load(path).start(players=2, seed=seed)
    said = dict(zip([option.full for option in match.legal()], at_once(match, 0, match.legal()), strict=True))
    assert {name: one.certain for name, one in said.items()} == {
        **{f"guess {n}": None for n in range(1, 7)}, **{f"earn {n}": n for n in range(1, 7)}, "look": 0,
    }  # fmt: skip
    for label in ("look", "look"):
        match.play(next(option for option in match.legal() if option.full == label))
    (cup,) = match.view(1).zones[1].cards
    known = dict(zip([option.full for option in match.legal()], at_once(match, 0, match.legal()), strict=True))
    assert {name for name, one in known.items() if one.certain == 5} == {f"guess {cup.text}", "earn 5"}


@pytest.mark.parametrize(("name", "calls"), [("cloud-nine", 400_000), ("gem-hens", 190_000)])
def test_a_table_waits_for_no_past_and_no_machine_code(name: str, calls: int) -> None:
    """What a first question waits for: whether it hangs on the unseen is asked of moves, and of nothing that was done before."""
    match = ruledsl.load(name).start(players=2, seed=3)
    while len(match.legal()) < 40:
        match.play(match.legal()[0])
    with at_most(calls):
        assert any(one.certain is not None for one in at_once(match, match.decision.player - 1, match.legal()))
    assert "native" not in match.program.engines
