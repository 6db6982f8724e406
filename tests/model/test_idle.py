"""What makes no difference is warned of, and what makes one is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import pipeline

GAME = """game "Idle":
    players 2

option hard: bool = false
    "Is it hard?"

each player:
    asleep: bool
    moves:  1..9
table:
    prize:  -3..9

play:
    STATEMENT
    players.first chooses rest

def sleepers() = count(p for p in players if p.asleep)
def awake() = 2 - sleepers()
def won() = count(p for p in players if p.asleep)
instead of won() if hard = prize

action rest():
    "rest"
    your.moves = max(2, prize) + sleepers() * awake()
    your.asleep = hard
    prize = your.moves - won()

winner: highest moves
"""
IDLE = {
    "prize = prize": "W0612", "for p in players: p.moves = p.moves": "W0612", "if prize > 2 and prize > 2: prize = 1": "W0612",
    "prize = prize - prize": "W0612",
    "prize -= 0": "W0612", "prize = -0": "W0612", "for p in players: pass": "W0612", "if prize > 2: pass": "W0612",
    "if prize > 2: prize = 1\n    elif prize < 1: pass": "W0612",
    "for p in players if prize > 2: p.moves = 3": "W0613", "prize = count(p for p in players if players.first.asleep)": "W0613",
    "prize = max(q.moves for p in players for q in players if p.asleep)": "W0613",
    "if players.first.moves >= 1: prize = 1": "W0605", "if players.first.moves < 1: prize = 1": "W0605", "if sleepers() >= 0: prize = 1": "W0605",
    "if sleepers() + players.first.moves >= 0: prize = 1": "W0605", "if count(players) >= 0: prize = 1": "W0605",
}  # fmt: skip
SOUND = [
    "prize -= 1", "prize = 0", "prize = prize + prize", "prize = players.first.moves - players.last.moves",
    "prize = count({q from players.first by r in players if q.asleep and r != q})", "prize = count({q from players.first by r in q.others if q.asleep})",
    "if prize > 2: pass\n    else: prize = 2", "if prize > 2: prize = 1\n    else: pass", "for p in players: p.moves = 2",
    "for p in players if prize > 2: prize -= 1", "for p in players if sleepers() > 1: p.asleep = false",
    "for p in players if p.asleep: p.moves = 3", "for p in players if hard: p.moves = 3", "prize = count(p for p in players if p.moves > prize)",
    "if prize >= 0: prize = 1", "if awake() >= 0: prize = 1", "if won() >= 0: prize = 1", "if sleepers() + prize >= 0: prize = 1",
    "if players.first.moves >= 2: prize = 1", "if players.first.moves < 2: prize = 1", "if sleepers() > 0: prize = 1", "if prize >= -2: prize = 1",
]  # fmt: skip


def said(folder: Path, statement: str) -> list[str]:
    path = folder / "idle.rules"
    path.write_text(GAME.replace("STATEMENT", statement), encoding="utf-8")
    return [d.code for d in pipeline.read(str(path)).diagnostics]


@pytest.mark.parametrize(("statement", "code"), IDLE.items())
def test_what_makes_no_difference_is_warned_of(tmp_path: Path, statement: str, code: str) -> None:
    assert said(tmp_path, statement) == [code]


@pytest.mark.parametrize("statement", SOUND)
def test_what_may_make_one_is_left_alone(tmp_path: Path, statement: str) -> None:
    assert said(tmp_path, statement) == []


SEVERAL = """game "Several":
    players 2
card Egg
components:
    nest: 3 of Egg
table:
    nest, away: heap
each player:
    store[n in 0..4]: 0..9 = 3
    score:            0..9

play:
    shift(nest, away)
    for p in players: p chooses eat

to shift(there, here) if count(there) > count(here):
    if there is not empty and here is not empty: move first(c for c in there) to here
def more(there, here) = count(there) - count(here)

action eat(meal[n in 0..4]: 1..1 in 0..AMOUNT):
    "eat {meal}"
    your.store -= meal
    your.score = 3 + more(away, nest) + more(away, away)
    shift(away, away)

winner: highest score
"""
OF_SOME = ["(n - 1)", "(2 if n == 3 else 1)", "(2 if 3 < n else 1)", "(2 if your.store[n] >= n else 0)", "(n % 2)"]
OF_ALL = {"(n - n)": "W0612", "(2 if your.store[n] >= 0 else 0)": "W0605"}


def _said_of_several(folder: Path, amount: str) -> list[tuple[str, int]]:
    (path := folder / "several.rules").write_text(SEVERAL.replace("AMOUNT", amount), encoding="utf-8")
    return sorted((d.code, d.span.line) for d in pipeline.read(str(path)).diagnostics)


@pytest.mark.parametrize("amount", OF_SOME)
def test_what_is_so_of_one_key_or_zone_alone_is_not_told(tmp_path: Path, amount: str) -> None:
    """What is chosen of each key, and what a def is given, is written out for each; `3 == 3` and `count(away) > count(away)` stand in one copy alone."""
    assert _said_of_several(tmp_path, amount) == []


@pytest.mark.parametrize("amount", OF_ALL)
def test_what_is_so_of_all_keys_is_told(tmp_path: Path, amount: str) -> None:
    assert _said_of_several(tmp_path, amount) == [(OF_ALL[amount], 20)]
