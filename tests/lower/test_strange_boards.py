"""Games on boards that nobody plays, each held to the same game in plain Python: how many sequences of moves there are, in both engines."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Any

import pytest

import ruledsl
from ruledsl.search.perft import perft

Moves = Callable[[Any], Iterable[Any]]


def sequences(begin: Hashable, moves: Moves, depth: int) -> list[int]:
    """By depth how many there are, all gone through."""
    found, states = [], [begin]
    for _ in range(depth):
        states = [after for state in states for after in moves(state)]
        found.append(len(states))
    return found


def away(near: dict[Any, list[Any]], begin: Any) -> dict[Any, int]:
    found, line = {begin: 0}, deque([begin])
    while line:
        here = line.popleft()
        for there in near[here]:
            if there not in found:
                found[there] = found[here] + 1
                line.append(there)
    return found


TOWERS = """\
game "Towers":
    players 2: light, dark
board isle: hexes 2, 3, 4, 3, 2
each cell:
    high:  0..12
    owner: player or none
play:
    for c in isle.row(1):
        c.high = 1
        c.owner = light
    for c in isle.row(5):
        c.high = 2
        c.owner = dark
    turns p in players at most 40 times: turn(p)
    else: pass
phase turn(p):
    p chooses leap or grow
    else: pass
action grow(c in isle if c.owner is none and any(d.owner == you for d in c.neighbours)):
    c.owner = you
    c.high = min([count(d for d in isle if d.owner == you and d.distance(c) <= 2), 3])
action leap(c in isle if c.owner == you, d in isle if c.distance(d) == c.high):
    require d.owner != you or d.high + c.high <= 4 else "it would fall"
    d.high = d.high + c.high if d.owner == you else c.high
    d.owner, c.owner = you, none
    c.high = 0
winner: highest size
def size(p) = sum(c.high for c in isle if c.owner == p)
"""


def towers() -> tuple[Hashable, Moves]:
    lengths, shifts = [2, 3, 4, 3, 2], [2, 1, 0, 1, 2]
    cells = [(row, shift + 2 * n) for row, (length, shift) in enumerate(zip(lengths, shifts, strict=True)) for n in range(length)]
    near = {(r, x): [c for c in ((r, x - 2), (r, x + 2), (r - 1, x - 1), (r - 1, x + 1), (r + 1, x - 1), (r + 1, x + 1)) if c in cells] for r, x in cells}
    far = {c: away(near, c) for c in cells}
    begin = tuple((c, 0, 1) for c in cells if c[0] == 0) + tuple((c, 1, 2) for c in cells if c[0] == 4)

    def moves(state: Any) -> Iterable[Any]:
        who, stood = state
        held = {c: (owner, high) for c, owner, high in stood}
        for c in cells:
            if c not in held and any(held.get(d, (9, 0))[0] == who for d in near[c]):
                high = min(3, 1 + sum(1 for d in held if held[d][0] == who and far[d][c] <= 2))
                yield after(who, {**held, c: (who, high)})
        for c, (owner, high) in held.items():
            for d in (d for d in cells if owner == who and far[c][d] == high):
                mine = held.get(d, (9, 0))
                if mine[0] != who or mine[1] + high <= 4:
                    left = {e: what for e, what in held.items() if e != c}
                    yield after(who, {**left, d: (who, high + (mine[1] if mine[0] == who else 0))})

    def after(who: int, held: dict[Any, Any]) -> Any:
        return 1 - who, tuple(sorted((c, *what) for c, what in held.items()))

    return (0, begin), moves


MESSENGERS = """\
game "Messengers":
    players 2: red, blue
board land: places ash, birch, cedar, elm, fir, hazel, larch, oak
    line           toll
    ash - birch    1
    birch - cedar  2
    cedar - ash    1
    cedar - elm    1
    elm - fir      3
    fir - hazel    1
    hazel - elm    2
    hazel - larch  1
    larch - oak    1
each place: held: player or none
each route: shut: bool
each player: at: place
play:
    red.at, blue.at = ash, oak
    turns p in players at most 30 times: turn(p)
    else: pass
phase turn(p):
    p chooses ride, fly or bar
    else: pass
def open(t) = {u from t by v in {r.other(u) for r in u.routes if not r.shut} at most 2 times}
action ride(t in land if t in open(your.at) - {your.at} and t != you.left.at):
    your.at.held = you
    your.at = t
action fly(t in land if t.distance(your.at) == 3 and t.held is none):
    require t.distance(you.left.at) >= 2 else "too near"
    your.at = t
action bar(r in map_of(you) if not r.shut):
    r.shut = true
    for q in land.routes if q.shut and q != r: q.shut = any(e.distance(f) > 2 for e in q.ends for f in r.ends)
def map_of(p) = {r for r in land.routes if r.toll <= 1 + p.at.distance(p.left.at) and any(e.distance(p.at) <= 1 for e in r.ends)}
winner: highest land_held
def land_held(p) = count(t for t in land if t.held == p)
"""


def messengers() -> tuple[Hashable, Moves]:
    routes = [(0, 1, 1), (1, 2, 2), (2, 0, 1), (2, 3, 1), (3, 4, 3), (4, 5, 1), (5, 3, 2), (5, 6, 1), (6, 7, 1)]
    near = {t: [b if a == t else a for a, b, _ in routes if t in (a, b)] for t in range(8)}
    far = {t: away(near, t) for t in near}

    def moves(state: Any) -> Iterable[Any]:
        who, at, held, shut = state
        mine, other = at[who], at[1 - who]

        def to(t: int) -> tuple[int, ...]:
            return tuple(t if n == who else place for n, place in enumerate(at))

        open_now = {t: [b if a == t else a for n, (a, b, _) in enumerate(routes) if t in (a, b) and not shut[n]] for t in near}
        steps = away(open_now, mine)
        for t in range(8):
            if 0 < steps.get(t, 9) <= 2 and t != other:
                yield 1 - who, to(t), tuple(who if n == mine else h for n, h in enumerate(held)), shut
            if far[t][mine] == 3 and held[t] is None and far[t][other] >= 2:
                yield 1 - who, to(t), held, shut
        for n, (a, b, toll) in enumerate(routes):
            if not shut[n] and toll <= 1 + far[mine][other] and min(far[a][mine], far[b][mine]) <= 1:
                stay = [s and any(far[e][f] > 2 for e in routes[k][:2] for f in (a, b)) for k, s in enumerate(shut)]
                yield 1 - who, at, held, tuple(k == n or s for k, s in enumerate(stay))

    return (0, (0, 7), (None,) * 8, (False,) * 9), moves


DOORS = """\
game "Doors":
    players 2: one, two
board hall: grid 4 by 3 from below
    "|" in east: door = true
each cell: door: bool
each corner: post: player or none
each player: at: cell
play:
    one.at, two.at = hall[1, 1], hall[4, 3]
    for c in hall if c.column < 3 and (c.row + c.column) % 2 == 0: c.door = true
    turns p in players at most 30 times: turn(p)
    else: pass
phase turn(p):
    p chooses slide, turn_round or plant
    else: pass
def free(c, d) = d not in {one.at, two.at} and not (c.row == d.row and (c.door if d.column > c.column else d.door))
action slide(way in orthogonal):
    let goal = last(d for d in your.at.ray(way) while free(d.step(way.opposite), d))
    require goal is not none else "there is no way"
    your.at = goal
action turn_round(c in hall if c.column < 3 and c.distance(your.at) <= 1):
    let on = c.step(north)
    require on is not none else "no row is there"
    c.door, on.door = on.door, c.door
action plant(x in your.at.corners if x.post is none):
    require all(y.post != you or x.distance(y) >= 3 for y in hall.corners) else "too near"
    x.post = you
winner: highest posts
def posts(p) = count(x for x in hall.corners if x.post == p)
"""


def doors() -> tuple[Hashable, Moves]:
    cells = [(row, column) for row in range(4) for column in range(3)]
    begin = frozenset((r, c) for r, c in cells if c < 2 and (r + c) % 2 == 0)

    def moves(state: Any) -> Iterable[Any]:
        who, at, shut, posts = state
        row, column = at[who]
        for down, right in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            here = (row, column)
            while True:
                there = (here[0] + down, here[1] + right)
                if there not in cells or there in at or right and (min(here, there) in shut):
                    break
                here = there
            if here != (row, column):
                yield 1 - who, tuple(here if n == who else place for n, place in enumerate(at)), shut, posts
        for r, c in cells:
            if c < 2 and r < 3 and abs(r - row) + abs(c - column) <= 1:
                one, other = (r, c) in shut, (r + 1, c) in shut
                left = shut - {(r, c), (r + 1, c)}
                yield 1 - who, at, left | ({(r, c)} if other else set()) | ({(r + 1, c)} if one else set()), posts
        for x in ((row + a, column + b) for a in (0, 1) for b in (0, 1)):
            if all(y != x and (owner != who or abs(y[0] - x[0]) + abs(y[1] - x[1]) >= 3) for y, owner in posts):
                yield 1 - who, at, shut, posts | {(x, who)}

    return (0, ((0, 0), (3, 2)), begin, frozenset()), moves


@pytest.mark.parametrize(("rules", "twin", "depth"), [(TOWERS, towers, 2), (MESSENGERS, messengers, 4), (DOORS, doors, 4)])
def test_as_many_sequences_as_in_plain_python(rules: str, twin: Callable[[], tuple[Hashable, Moves]], depth: int, tmp_path: Path) -> None:
    file = tmp_path / "strange.rules"
    file.write_text(rules)
    wanted = sequences(*twin(), depth)
    program = ruledsl.load(str(file)).program(2)
    assert [perft(program, depth, engine=engine) for engine in ("native", "interp")] == [wanted, wanted]
