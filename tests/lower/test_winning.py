"""Who wins at once, alone, in teams and among several; and several variables that are set at once."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.ir.fault import RulesFault
from ruledsl.testing import collect, run_test

SOLO = """\
game "Solo":
    players 1..3
table: n: 0..9
play:
    turns p in players while n < 6 at most 9 times: turn(p)
phase turn(p): p chooses add
action add(k in 1..2):
    n += k
    if n == 5: you win
test "one wins":
    given: n = 4
    when: A: add(1)
    then:
        over
        winners == {A}
test "one does not":
    given: n = 4
    when: A: add(2)
    then:
        over
        winners is empty
test "three share":
    players 3
    given: n = 4
    when: A: add(2)
    then: winners == {A, B, C}
test "three, one wins":
    players 3
    given turn(B): n = 4
    when: B: add(1)
    then: winners == {B}
"""
TEAMS = """\
game "T":
    players 4: ann, bea, cid, dot
    team reds: ann, cid
    team blues: bea, dot
card Bolt(n: 1..3):
    effect:
        if this.n == 3: your.left wins
    after turn(p) if this in spent: x, y = y, this.n
components:
    deck: 1 of Bolt(n) for n in 1..3
table:
    deck, spent: pile
    x, y: 0..9
    a, b: player or none
    s, u: set of player, open
play:
    turns p in players while deck is not empty at most 9 times: turn(p)
phase turn(p):
    p chooses use
    a, b, s, u = p, a, u, {p, a}
    let k = two(p)
    x, y = y, k
to two(p): give 2
action use(card in deck):
    move card to spent
    carry out card
as soon as x == 7: players.first wins
test "teams":
    when: ann: use(Bolt(3))
    then:
        winners == {bea, dot}
        winner == bea
test "swap":
    given turn(ann):
        x = 4
        y = 5
        a = dot
    when: ann: use(Bolt(1))
    then:
        x == 2 and y == 1
        a == ann and b == dot
        u == {ann, dot}
test "watch":
    given turn(ann):
        x = 1
        y = 7
    when: ann: use(Bolt(1))
    then: winners == {ann, cid}
"""
MAYBE = """\
game "N":
    players 2
table: best: player or none
play:
    for p in players: p chooses go or ho
action go():
    best wins
action ho():
    let found = first(q for q in others if q == best)
    if found is not none: found wins
test "fault":
    given: best = B
    when: A: go
    then: winners == {B}
test "f2":
    given: best = B
    when: A: ho
    then: winners == {B}
"""
ALIKE = """\
game "S":
    players 2
enum A: red, blue
enum B: red, green
table:
    a: A
    b: B
    n, m: 0..9
    q: set of A
play:
    for p in players: p chooses go
action go():
    a, b = blue, red
    n, m = 3, twice
    n, q = m, {}
    b, a = green, red
    q, a, b = {a}, blue, red
def twice() = n + 1
winner: highest pts
def pts(p) = n + (1 if a is red else 0) + (1 if b is red else 0) + count(q)
test "t":
    given: n = 1
    when: A: go
    then:
        n == 2 and m == 2 and a is blue and b is red
        q == {red}
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("text", [SOLO, TEAMS, MAYBE, ALIKE], ids=["solo", "teams", "maybe", "alike"])
def test_they_hold_in_both_engines(text: str, engine: str, tmp_path: Path) -> None:
    (path := tmp_path / "wins.rules").write_text(text)
    for test in collect(str(path)):
        result = run_test(test, engine)
        assert result.passed, result.failures


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_who_is_none_wins_nothing(engine: str, tmp_path: Path) -> None:
    (path := tmp_path / "none.rules").write_text(MAYBE)
    match = ruledsl.load(str(path)).start(2, 1, engine=engine)
    with pytest.raises(RulesFault):
        match.play(match.decision.options[0])
