"""A test that begins in the midst of loops goes on as play does that has come there by itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruledsl.testing import collect, run_test

GAME = """
game "Laps":
    players 3
enum Step: near, far, back
each player:
    place: 1..3
    n: 0..20
table:
    lead: player
    sum: 0..99
board row: grid 1 by 3
each cell:
    owner: player
play:
{body}
{more}
phase turn(p):
    p chooses wave
action wave(): your.n += 1
def at(k) = first(p for p in players if p.place == k)
def of(w) = players.first if w == near else (players.first.left if w == far else players.last)
winner: highest n
test "it goes on":
    given turn({first}):
        A.place = 2
        B.place = 1
        C.place = 3
        lead = B
        row[1, 1].owner = C
        row[1, 2].owner = A
        row[1, 3].owner = B
    when:
{moves}
    then:
{then}
"""

ROWS = [
    ("a function of a number", "for k in 1..3: turn(at(k))", "", "B A C over"),
    ("an argument that is worked out", "for k in 0..2: turn(at(k + 1))", "", "B A C over"),
    ("round and round", "repeat 2 times:\n    for k in 1..3: turn(at(k))", "", "B A C B A C over"),
    ("a name for it", "for k in 1..3:\n    let q = at(k)\n    turn(q)\n    sum += q.place", "", "B A C over"),
    ("names of names", "for k in 1..3:\n    let m = 4 - k\n    let q = at(m)\n    turn(q)", "", "C A B over"),
    ("two loops", "for k in 1..3:\n    for j in 1..2 if j < k: turn(at(k - j + 1))", "", "A C A over"),
    ("values of an enum", "for w in Step: turn(of(w))", "", "A B C over"),
    ("a neighbour", "for p in players: turn(p.left)", "", "B C A over"),
    ("from a seat", "for p in players from lead: turn(p.left)", "", "C A B over"),
    ("from a seat, of a set", "for p in {players.first, players.last} from lead: turn(p)", "", "C A over"),
    ("a set that is known", "for p in {players.first, players.last}: turn(p)", "", "A C over"),
    ("a set of the state", "for p in players.first.others: turn(p)", "", "B C over"),
    ("a set, by a function", "for p in lead.others: turn(p.left)", "", "B A over"),
    ("a list", "for k in [3, 1, 2]: turn(at(k))", "", "C B A over"),
    ("a range of the state", "for k in 1..lead.place + 1: turn(at(k))", "", "B A over"),
    ("cells", "for c in row: turn(c.owner)", "", "C A B over"),
    ("a deed of a parameter", "for k in 1..3: lap(k)", "phase lap(k):\n    turn(at(k))\n    sum += k", "B A C over"),
    ("a phase of a deed", "for k in 1..3: lap(k)", "to lap(k):\n    turn(at(k))\n    sum += k", "B A C over"),
    ("a phase of a deed of a deed", "for q in players: each_of(q)", "to each_of(q): one(q.right)\nto one(q):\n    turn(q)\n    sum += 1", "C A B over"),
    ("a range of a parameter", "for k in 2..2: lap(k)", "phase lap(k):\n    for j in 1..k: turn(at(j))\n    sum += k", "B A over"),
    ("turns from a seat", "turns p in players from lead while sum < 9 at most 9 times: turn(p.right)", "", "A B C A waiting == {B}"),
    ("several calls", "turn(at(3))\nturn(at(1))\nturn(at(2))", "", "C B A over"),
    ("in front of a loop", "turn(lead.left)\nfor k in 1..2: turn(at(k))", "", "C B A over"),
    ("a cell and its way", "for c in row[1, 1].ray(east): turn(c.owner)", "", "A B over"),
    ("a parameter that no argument tells", "for k in 2..2: lap(k)", "phase lap(k):\n    for q in players if q.place <= k: turn(q)", "A B over"),
]


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_play_goes_on(row: tuple[str, str, str, str], engine: str, tmp_path: Path) -> None:
    """From each of those who are asked, the others follow as they do in the whole."""
    _, body, more, order = row
    asked, then = re.findall(r"\b[ABC]\b(?!})", order), re.sub(r"^([ABC] )+", "", order)
    for n in {asked.index(who) for who in asked}:
        moves = "\n".join(f"        {who}: wave" for who in asked[n:])
        text = GAME.format(body="    " + body.replace("\n", "\n    "), more=more, first=asked[n], moves=moves, then=f"        {then}")
        (file := tmp_path / f"laps{n}.rules").write_text(text)
        (case,) = collect(str(file), [])
        result = run_test(case, engine)
        assert [failure.message for failure in result.failures] == [], (asked[n], text)
