"""Two games that nobody here made up, written from the reference alone, held to the counts of moves that are published of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.search.perft import perft

SHOGI = """\
# Shogi on five by five: what is taken comes back on the taker's side.

game "Five by Five Shogi":
    players 2: black, white

enum Piece: pawn "P", silver "S", gold "G", bishop "B", rook "R", king "K", tokin "T", knave "N", horse "H", dragon "D"

enum Manner: stays "", up "+"

board field: grid 5 by 5 from below
    "{k}": piece = k, side = black for k in Piece
    "{k}" small: piece = k, side = white for k in Piece

each cell:
    piece: Piece or none
    side:  player or none

each player: held[k in {pawn, silver, gold, bishop, rook}]: 0..2

play:
    field = "rbsgk/4p/5/P4/KGSBR"
    turns p in players at most 9999 times: turn(p)

phase turn(p):
    p chooses go or drop
    else: p.left wins

def forward(p) = north if p == black else south
def rank(p, n) = n if p == black else 6 - n
def golden(c, p) = {c.step(way) for way in orthogonal} | {c.step(way) for way in {forward(p).next, forward(p).previous}}
def slivers(c, p) = {c.step(way) for way in diagonal} | {c.step(forward(p))}
def hit(c, way) = first(d for d in c.ray(way) if d.side is not none)
def slides(c, way) = {d for d in c.ray(way) while d.side is none} | {hit(c, way)}
def aims(c, p) = {c.step(forward(p))} if c.piece is pawn
    else slivers(c, p) if c.piece is silver
    else golden(c, p) if c.piece in {gold, tokin, knave}
    else c.around if c.piece is king
    else {d for way in (orthogonal if c.piece in {rook, dragon} else diagonal) for d in slides(c, way)}
        | (c.around if c.piece in {horse, dragon} else {})
def checked(p) = any(k in aims(c, p.left) for k in field if k.side == p and k.piece is king for c in field if c.side == p.left)
def plain(k) = pawn if k is tokin else silver if k is knave else bishop if k is horse else rook if k is dragon else k

action go(c in field if c.side == you, goal in aims(c, you), how in Manner):
    "{c}{goal}{how}"
    require goal.side != you else "your own piece stands there"
    require how is stays or c.piece in {pawn, silver, bishop, rook} and rank(you, 5) in {c.row, goal.row} else "it cannot become more there"
    require how is up or c.piece is not pawn or goal.row != rank(you, 5) else "it must become more"
    require not checked(you) after this else "your king would be in check"
    if goal.side is not none: your.held[plain(goal.piece)] += 1
    goal.piece, goal.side = more(c.piece) if how is up else c.piece, you
    c.piece, c.side = none

def more(k) = tokin if k is pawn else knave if k is silver else horse if k is bishop else dragon

action drop(k in {pawn, silver, gold, bishop, rook}, c in field if c.side is none):
    "{k}@{c}"
    require your.held[k] > 0 else "you hold none"
    require k is not pawn or c.row != rank(you, 5) and all(d.side != you or d.piece is not pawn for d in field.column(c.column)) else "a pawn cannot come there"
    require not checked(you) after this else "your king would be in check"
    your.held[k] -= 1
    c.piece, c.side = k, you
"""
BUGS = """\
# Bugs on hexes: whoever's queen is shut in on all sides has lost. They make their own board, which never falls apart.

game "Meadow":
    players 2: white, black

enum Bug: queen "Q", spider "S", beetle "B", hopper "G", ant "A"

board meadow: hexes 8..15..8

each cell:
    high: 0..5
    bug[n in 1..5]: Bug or none
    whose[n in 1..5]: player or none

each player:
    held[k in Bug]: 0..3
    moves: 0..999

play:
    for p in players:
        p.held[queen] = 1
        p.held[spider] = 2
        p.held[beetle] = 2
        p.held[hopper] = 3
        p.held[ant] = 3
    turns p in players at most 9999 times: turn(p)

phase turn(p):
    p.moves += 1
    p chooses lay or go
    else: pass
    if shut(white) and shut(black): end game
    for q in players if shut(q): q.left wins

def top(c) = c.bug[c.high]
def owner(c) = none if c.high == 0 else c.whose[c.high]
def hive() = {c for c in meadow if c.high > 0}
def full(c, x) = c.high > 0 and c != x
def slips(a, b, x) = not full(b, x) and count(d for d in a.neighbours if d in b.neighbours and full(d, x)) == 1
def shut(q) = any(c.high > 0 and c.bug[1] is queen and c.whose[1] == q and all(d.high > 0 for d in c.neighbours) for c in meadow)
def out(q) = q.held[queen] == 0
def whole(x) = count({d from first(c for c in x.neighbours if c.high > 0) by e in d.neighbours if full(e, x)}) == count(hive) - 1
def free(x) = x.high > 1 or whole(x)

def climbs(c, d) = (d.high > 0 or c.high > 1 or any(e.high > 0 and e in d.neighbours for e in c.neighbours))
    and not (count(e for e in c.neighbours if e in d.neighbours and e.high > max(c.high - 1, d.high)) == 2)
def hops(c) = {first(d for d in c.ray(way) if d.high == 0) for way in Way if c.step(way) is not none and c.step(way).high > 0}
def spins(c) = {f for a in c.neighbours if slips(c, a, c) for b in a.neighbours if b != c and slips(a, b, c)
    for f in b.neighbours if f not in {c, a} and slips(b, f, c)}
def aims(c) = {d for d in c.neighbours if slips(c, d, c)} if top(c) is queen
    else {d for d in c.neighbours if climbs(c, d)} if top(c) is beetle
    else hops(c) if top(c) is hopper
    else spins(c) if top(c) is spider
    else {d from c by e in d.neighbours if slips(d, e, c)}

def ground(p) = {first(c for c in meadow if c == meadow[8, 8])} if p.moves == 1 and p == white
    else {d for d in meadow if d.high == 0 and any(e.high > 0 for e in d.neighbours)} if p.moves == 1
    else {d for d in meadow if d.high == 0 and any(owner(e) == p for e in d.neighbours) and all(owner(e) != p.left for e in d.neighbours)}

action lay(k in Bug, c in ground(you)):
    "{k} {c}"
    require your.held[k] > 0 else "you have none left"
    require k is not queen or your.moves > 1 else "the queen does not come first"
    require k is queen or your.moves < 4 or out(you) else "the queen must come now"
    your.held[k] -= 1
    put(c, k, you)

action go(c in hive if owner(c) == you, d in aims(c)):
    "{c}{d}"
    require out(you) else "your queen is not out yet"
    require d != c and free(c) else "the hive would fall apart"
    let k = top(c)
    c.bug[c.high], c.whose[c.high] = none
    c.high -= 1
    put(d, k, you)

to put(c, k, p):
    c.high += 1
    c.bug[c.high], c.whose[c.high] = k, p
"""
COUNTS = {"shogi": (SHOGI, [14, 181, 2_512]), "bugs": (BUGS, [4, 96, 1_440])}
"""By game, how many lines of so many moves there are; 35,401 and 533,203, 21,600, 516,240 and 12,219,480 follow."""


@pytest.mark.parametrize("name", COUNTS)
def test_as_many_lines_as_published(name: str, tmp_path: Path) -> None:
    text, counts = COUNTS[name]
    (path := tmp_path / f"{name}.rules").write_text(text, encoding="utf-8")
    program = ruledsl.load(str(path)).program(2)
    assert perft(program, len(counts)) == counts
    assert perft(program, 1, engine="interp") == counts[:1]
