"""Answers that wait for others are kept in no more bytes than they can need, and come out as they were given."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl

RULES = """\
game "Bids":
    players 2
table: most: 0..90
each player:
    bid: -400..500
play:
    most = 2
    each p in players may offer
    BID
action offer(n in LEAST..most, q in others or none): your.bid += n
winner: highest bid
"""
CASES = [("-2", "pass", 1, [-2, 2]), ("-300 + most", "pass", 8, [-298, 2]), ("0", "each p in players chooses p.bid in {-400, 500}", 2, [-400, 500])]


@pytest.mark.parametrize(("least", "bid", "width", "scores"), CASES, ids=["of the type", "reckoned", "of the variable"])
def test_what_was_sealed_comes_out(tmp_path: Path, least: str, bid: str, width: int, scores: list[int]) -> None:
    path = tmp_path / "bids.rules"
    path.write_text(RULES.replace("LEAST", least).replace("BID", bid), encoding="utf-8")
    for engine in ("interp", "native"):
        match = ruledsl.load(str(path)).start(engine=engine)
        assert match.program.region["sealed"].width == width
        match.play(match.legal(1)[0], 1)
        match.play(match.legal(2)[-2], 2)
        if bid != "pass":
            match.play(match.legal(1)[0], 1)
            match.play(match.legal(2)[-1], 2)
        assert list(match.scores) == scores


@pytest.mark.parametrize("seen", ["open", "own", "others", "hidden"])
def test_nothing_is_set_or_seen_until_all_have_answered(tmp_path: Path, seen: str) -> None:
    path = tmp_path / "bids.rules"
    path.write_text(RULES.replace("LEAST", "0").replace("BID", "each p in players chooses p.bid in 0..9").replace("bid: -400..500", f"bid: 0..9 = 7, {seen}"))
    for engine in ("interp", "native"):
        match = ruledsl.load(str(path)).start(engine=engine)
        match.play("pass", 1)
        match.play("pass", 2)
        before = [[v.value for v in match.view(seat).variables] for seat in (1, 2)]
        match.play("3", 1)
        assert [[v.value for v in match.view(seat).variables] for seat in (1, 2)] == before
        match.play("4", 2)
        assert list(match.scores) == [3, 4]
