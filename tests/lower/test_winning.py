"""Who wins at once, alone, in teams and among several; and several variables that are set at once."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.ir.fault import RulesFault
from ruledsl.pipeline import check_file
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


PLACES = """\
game "P":
    players 2
board yard: grid 1 by 3
each cell: v: 0..99
table: a, b, i: 0..99
to bump(n):
    a += 1
    give a + n
play:
    for p in players: p chooses go or do_both
action go():
    "go"
    i, yard[1, i].v, yard[1, i + 1].v = 3, i + 4, yard[1, i].v
action do_both():
    "do both"
    a, b = bump(2), bump(3)
winner: highest pts
def pts(p) = sum(c.v for c in yard) + a + b
test "places are those of before":
    given:
        i = 1
        yard[1, 1].v = 7
    when: A: go
    then: i == 3 and yard[1, 1].v == 5 and yard[1, 2].v == 7 and yard[1, 3].v == 0
test "deeds are done as they are written":
    given: a = 1
    when: A: do_both
    then: a == 4 and b == 6
"""
SETS = """\
game "M":
    players 2
table:
    n, m, k: 0..999
    i, j: 0..9 or none
    q: player or none
play:
    for p in players: p chooses go, pick or one
def small(x) = none if x == 1 else x
action go():
    "go"
    for x in {small(1), small(3)}: n += x
    for x in {small(1), small(3), small(3), small(2)}: m += 1
    for x in {i, 4, j}: k += 100
    for x in {3, 2 + 1, 1}: k += x
action pick(x in {small(1), small(3)}):
    "pick {x}"
    n = x
action one(x in {i, j}, y in 1..2):
    "one {x} {y}"
    n = x + y
    i, j, q = x, none, you
winner: highest pts
def pts(p) = n + m + k + (1 if q is p else 0)
test "what is none is not gone through":
    when: A: go
    then:
        n == 3 and m == 2 and k == 104
        {q, none} == {} and {A, none} == {A}
test "nor chosen":
    then: A can only go, pick(3)
test "only what is there":
    given: j = 4
    then: A can only go, pick(3), one(4, 1), one(4, 2)
"""
COUNTED = """\
game "W":
    players 1..4
each player: coins: 0..99
table: n: 0..30
play:
    turns p in players while n < 9 at most 20 times: turn(p)
phase turn(p): p chooses add
action add(k in 1..3):
    n += k
    your.coins += k
    if n == 5: your.left wins
winner: lowest coins
test "at once":
    players 3
    given turn(A): n = 4
    when: A: add(1)
    then: winners == {B} and winner is B
test "by what is counted":
    players 3
    given turn(B):
        n = 8
        C.coins = 5
    when: B: add(3)
    then: winners == {A} and winner is none
test "nobody by oneself":
    given turn(A): n = 8
    when: A: add(3)
    then: over and winners is empty
test "by oneself":
    given turn(A): n = 4
    when: A: add(1)
    then: winners == {A}
"""
TRAITOR = """\
game "Traitor":
    players 4: ann, bea, cid, dot
    team reds: ann, cid
    team blues: bea, dot
table: n: 0..30
play:
    turns p in players while n < 9 at most 20 times: turn(p)
phase turn(p): p chooses add
action add(k in 1..3):
    n += k
    if n == 5: your.left wins
winner: together if n == 10
def payoff(p) = n
test "one team at once":
    given turn(ann): n = 4
    when: ann: add(1)
    then: winners == {bea, dot}
test "all":
    given turn(ann): n = 8
    when: ann: add(2)
    then: winners == {ann, bea, cid, dot}
test "none":
    given turn(ann): n = 8
    when: ann: add(1)
    then: winners is empty
"""
VARIANT = """\
variant "Sudden" of "wins":
    after add(k) if n == 7: you win
    def payoff(p) = 7 if winner == p else p.coins
    test "of a variant":
        players 2
        given turn(A): n = 4
        when: A: add(3)
        then: winners == {A} and winner is A
"""
CLASHES = [
    ("table: winner: Winner", "you win", ["E0203"]),
    ("table: winner: Winner", "seat wins", ["E0203", "E0201"]),
    ("winner: highest payoff\ndef payoff(p) = 1", "you win", []),
]


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("text", [SOLO, TEAMS, MAYBE, ALIKE, PLACES, SETS, COUNTED, TRAITOR], ids="solo teams maybe alike places sets counted traitor".split())
def test_they_hold_in_both_engines(text: str, engine: str, tmp_path: Path) -> None:
    (path := tmp_path / "wins.rules").write_text(text)
    for test in collect(str(path)):
        result = run_test(test, engine)
        assert result.passed, result.failures


def test_who_wins_in_what_is_declared_twice_is_not_missed(tmp_path: Path) -> None:
    text = ('game "T":\n    players 2\neach player: turn: 0..9\nplay:\n    turns p in players at most 9 times: turn(p)\nphase turn(p): p wins\n')
    (path := tmp_path / "twice.rules").write_text(text)
    assert [d.code for d in check_file(str(path))[0] if d.is_error] == ["E0202"]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_variant_lets_somebody_win_at_once(engine: str, tmp_path: Path) -> None:
    (tmp_path / "wins.rules").write_text(COUNTED)
    (path := tmp_path / "sudden.rules").write_text(VARIANT)
    for test in collect(str(path)):
        result = run_test(test, engine)
        assert result.passed, result.failures


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("ks", "payoffs"), [((2, 2, 1), [-1, 1]), ((3, 3, 3), [-1, 1]), ((3, 3, 2, 2), [0, 0]), ((3, 2), [1]), ((3, 3, 3), [0])])
def test_it_counts_who_wins(engine: str, ks: tuple[int, ...], payoffs: list[int], tmp_path: Path) -> None:
    (path := tmp_path / "wins.rules").write_text(COUNTED)
    match = ruledsl.load(str(path)).start(len(payoffs), 1, engine=engine)
    for k in ks:
        match.play(match.decision.options[k - 1])
    assert match.over and match.payoffs == payoffs


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_who_is_none_wins_nothing(engine: str, tmp_path: Path) -> None:
    (path := tmp_path / "none.rules").write_text(MAYBE)
    match = ruledsl.load(str(path)).start(2, 1, engine=engine)
    with pytest.raises(RulesFault):
        match.play(match.decision.options[0])


@pytest.mark.parametrize(("line", "wins", "codes"), CLASHES)
def test_what_clashes_is_told_once(line: str, wins: str, codes: list[str], tmp_path: Path) -> None:
    (path := tmp_path / "clash.rules").write_text(
        f'game "C":\n    players 2\nenum Winner: one, other\n{line}\nplay:\n    for p in players: p chooses go\naction go():\n    {wins}\n'
    )
    assert [d.code for d in check_file(str(path))[0] if d.is_error] == codes
