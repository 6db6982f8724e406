"""What a table says that a move brings at once: only what the seat to move can know."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
import ruledsl.search.at_once
from ruledsl.native.engine import Native
from ruledsl.search.at_once import UNKNOWN, AtOnce, at_once
from tests import few
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


@pytest.mark.parametrize("seed", few.seeds(4))
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


def test_what_takes_long_is_asked_of_machine_code_and_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (path := tmp_path / "cups.rules").write_text(RULES)
    match = ruledsl.load(path).start(players=2, seed=5)
    said = at_once(match, 0, match.legal())
    assert "native" not in match.program.engines
    monkeypatch.setattr(ruledsl.search.at_once, "SOON", 0.0)
    assert at_once(match, 0, match.legal()) == said and "native" in match.program.engines


def test_machine_code_that_lies_there_is_used_sooner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (path := tmp_path / "cups.rules").write_text(RULES)
    made: list[str] = []
    compiled = Native._compiled
    monkeypatch.setattr(Native, "_compiled", lambda self, part: made.append(part) or compiled(self, part))
    monkeypatch.setattr(ruledsl.search.at_once, "AT_HAND", 0.0)
    said = []
    for soon in (9.0, 0.0, 9.0):
        monkeypatch.setattr(ruledsl.search.at_once, "SOON", soon)
        match = ruledsl.load(path).start(players=2, seed=5)
        said.append((at_once(match, 0, match.legal()), bool(made)))
        made.clear()
    assert [used for _, used in said] == [False, True, True] and said[0][0] == said[1][0] == said[2][0]


LOTS = """\
game "Lots":
    players 2
table:
    bid: 0..99
    caller: player or none
play:
    turns p in players while caller is none at most 50 times: p chooses name or call
action name(n in 1..99):
    require n > bid
    bid = n
action call():
    require bid > 0
    caller = you
winner: highest payoff
def loser() = caller.left
def payoff(p) = 0 if p == loser() else bid
"""


@pytest.mark.parametrize("soon", [0.0, 9.0])
def test_points_that_can_be_told_at_the_end_alone(soon: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (path := tmp_path / "lots.rules").write_text(LOTS)
    monkeypatch.setattr(ruledsl.search.at_once, "SOON", soon)
    match = ruledsl.load(path).start(players=2, seed=5)
    assert set(at_once(match, 0, match.legal())) == {AtOnce(UNKNOWN, None)}


@pytest.mark.parametrize(("name", "calls"), [("cloud-nine", 400_000), ("gem-hens", 190_000)])
def test_a_table_waits_for_no_past_and_no_machine_code(name: str, calls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a first question waits for: whether it hangs on the unseen is asked of moves, and of nothing that was done before."""
    monkeypatch.setattr(ruledsl.search.at_once, "AT_HAND", 9.0)  # calls are counted here, which takes its time
    monkeypatch.setattr(ruledsl.search.at_once, "SOON", 9.0)
    match = ruledsl.load(name).start(players=2, seed=3)
    while len(match.legal()) < 40:
        match.play(match.legal()[0])
    with at_most(calls):
        assert any(one.certain is not None for one in at_once(match, match.decision.player - 1, match.legal()))
    assert "native" not in match.program.engines
