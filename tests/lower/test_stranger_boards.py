"""More games on boards that nobody plays, held to the same games in plain Python: rows that are pushed, bridges that are moved, a wheel, towers of discs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import ruledsl
from ruledsl.search.duel import Duel
from ruledsl.search.perft import perft
from tests.lower.test_strange_boards import Moves, sequences

SHUNTERS = """\
# Engines push what stands before them, and whatever goes over the edge is gone.
game "Shunters":
    players 2: red, blue

board yard: grid 4 by 4

each cell:
    engine: player or none
    facing: Way = north
    crate:  bool

table:
    victor: player or none

play:
    for c in yard.row(1) if c.column % 2 == 1:
        c.engine = blue
        c.facing = south
    for c in yard.row(4) if c.column % 2 == 0: c.engine = red
    for c in yard.row(2) if c.column != 3: c.crate = true
    turns p in players while victor is none at most 40 times: turn(p)
    else: pass

phase turn(p):
    p chooses drive or swivel
    for q in players if all(c.engine != q for c in yard): victor = q.left

def full(c) = c.engine is not none or c.crate
def pushed(c) = last(d for d in c.ray(c.facing) while full(d))

action drive(c in yard if c.engine == you):
    "{c} drives {c.facing}"
    let next = c.step(c.facing) else "it would drive off the yard"
    let end = pushed(c) if full(next) else c
    let beyond = end.step(c.facing)
    require beyond is not none or end.engine != you else "your own engine would go over the edge"
    let way = c.facing
    for n in 0..3:
        let from_there = c.step(way, 3 - n)
        if from_there is not none and (from_there == c or from_there in c.ray(way) and all(full(d) for d in c.ray(way, 3 - n))):
            shift(from_there, from_there.step(way))

to shift(a, b):
    if b is not none:
        b.engine = a.engine
        b.facing = a.facing
        b.crate = a.crate
    a.engine = none
    a.facing = north
    a.crate = false

action swivel(c in yard if c.engine == you, way in orthogonal if way != c.facing):
    "{c} turns {way}"
    c.facing = way

winner: highest payoff
def payoff(p) = 1 if victor == p else 0
"""


def shunters() -> tuple[Hashable, Moves]:
    steps, board = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}, {(r, c) for r in range(4) for c in range(4)}
    stood = {(0, 0): "Bs", (0, 2): "Bs", (3, 1): "Rn", (3, 3): "Rn", **dict.fromkeys([(1, 0), (1, 1), (1, 3)], "x")}

    def moves(state: Any) -> Iterable[Any]:
        who, things = state
        at = dict(things)
        if len({thing[0] for thing in at.values()} - {"x"}) < 2:
            return
        for c, thing in things:
            if thing[0] == who:
                (down, right), run = steps[thing[1]], [c]
                while (ahead := (run[-1][0] + down, run[-1][1] + right)) in at:
                    run.append(ahead)
                if (c[0] + down, c[1] + right) in board and (ahead in board or at[run[-1]][0] != who):
                    pushed = {(r + down, k + right): at[r, k] for r, k in run}
                    yield after({**{d: t for d, t in at.items() if d not in run}, **{d: t for d, t in pushed.items() if d in board}}, who)
                for way in steps.keys() - {thing[1]}:
                    yield after({**at, c: who + way}, who)

    def after(at: dict[Any, str], who: str) -> Hashable:
        return "RB"[who == "R"], tuple(sorted(at.items()))

    return after(stood, "B"), moves


FERRY = """\
# Bridges are taken up and laid elsewhere. Who cannot walk has lost.
game "Ferry":
    players 2: ann, bob

board lake: places ash, birch, cedar, dell, elder, fern
    line          toll
    ash - birch   1
    birch - cedar 2
    cedar - dell  1
    dell - elder  2
    elder - fern  1
    fern - ash    2
    ash - dell    3
    birch - elder 3

each place:
    walker: player or none

each route:
    bridge: bool

each player:
    paid: 0..200

table:
    victor: player or none

play:
    ash.walker = ann
    cedar.walker = ann
    dell.walker = bob
    fern.walker = bob
    for r in lake.routes if r.toll != 2: r.bridge = true
    turns p in players while victor is none at most 30 times: turn(p)
    else: pass

phase turn(p):
    p chooses walk
    else: victor = p.left
    if victor is none: p may relay

action walk(t in lake if t.walker == you, r in t.routes if r.bridge):
    "{t} over {r}"
    let there = r.other(t)
    require there.walker != you else "you stand there"
    t.walker = none
    there.walker = you
    your.paid += r.toll
    if all(u.walker != your.left for u in lake): victor = you

action relay(r in lake.routes if r.bridge, q in lake.routes if not q.bridge and q.ends & r.ends is not empty):
    "{r} becomes {q}"
    require all(any(e.bridge for e in t.routes) for t in lake if t.walker == you) after this
        else "somebody of yours would be cut off"
    r.bridge = false
    q.bridge = true

winner: highest payoff
def payoff(p) = 1 if victor == p else 0
"""


def ferry() -> tuple[Hashable, Moves]:
    routes = ["ab", "bc", "cd", "de", "ef", "fa", "ad", "be"]
    begin = (0, True, (("a", 0), ("c", 0), ("d", 1), ("f", 1)), frozenset({0, 2, 4, 6, 7}))

    def relays(who: int, men: dict[str, int], laid: frozenset[int]) -> Iterator[frozenset[int]]:
        for old in laid:
            for new in set(range(8)) - laid:
                there = laid - {old} | {new}
                joined = set().union(*(routes[n] for n in there))
                if set(routes[old]) & set(routes[new]) and all(t in joined for t, p in men.items() if p == who):
                    yield there

    def moves(state: Any) -> Iterable[Any]:
        who, walks, stood, laid = state
        men = dict(stood)
        if not walks:
            yield 1 - who, True, stood, laid
            for there in relays(who, men, laid):
                yield 1 - who, True, stood, there
            return
        for t, n in ((t, n) for t, p in stood for n in laid if p == who and t in routes[n]):
            u = routes[n].replace(t, "")
            if men.get(u) != who:
                left = {**{v: p for v, p in men.items() if v != t}, u: who}
                if 1 - who in left.values():
                    asked = any(True for _ in relays(who, left, laid))
                    yield who if asked else 1 - who, not asked, tuple(sorted(left.items())), laid
                else:
                    yield who, True, (), laid

    return begin, moves


WHEEL = """\
# A morris on a wheel: eight places on the rim and a hub. Three neighbours on the rim are a mill.
game "Wheel":
    players 2: white, black

board wheel: places a, b, c, d, e, f, g, h, hub
    a - b - c - d - e - f - g - h - a
    a - hub - e
    c - hub - g

each place:
    man: player or none

each player:
    unlaid: 0..4 = 4

table:
    victor: player or none

play:
    turns p in players while victor is none at most 200 times: turn(p)
    else: pass

phase turn(p):
    p chooses lay or slide as one move
    else: victor = p.left
    if p.left.unlaid + count(t for t in wheel if t.man == p.left) < 3: victor = p

def rim(t) = t.neighbours - {hub}
def middle(t) = t != hub and all(u.man == t.man for u in rim(t))
def milled(t) = t != hub and (middle(t) or any(u.man == t.man and middle(u) for u in rim(t)))
def prey(p) = {t for t in wheel if t.man == p and not milled(t)}

action lay(t in wheel):
    "{t}"
    require your.unlaid > 0 else "all are laid"
    require t.man is none else "{t} is taken"
    require t != hub or your.unlaid < 4 else "nobody begins in the hub"
    your.unlaid -= 1
    settle(you, t)

action slide(t in wheel if t.man == you, u in t.neighbours):
    "{t}{u}"
    require your.unlaid == 0 else "some are to be laid"
    require u.man is none else "{u} is taken"
    t.man = none
    settle(you, u)

to settle(p, t):
    t.man = p
    if milled(t) and prey(p.left) is not empty:
        p chooses victim in prey(p.left) "whom do you take?"
        victim.man = none

winner: highest payoff
def payoff(p) = 1 if victor == p else 0
"""


def wheel() -> tuple[Hashable, Moves]:
    rim = {t: {"habcdefg"[n], "bcdefgha"[n]} for n, t in enumerate("abcdefgh")}
    near = {**{t: rim[t] | ({"o"} if t in "aceg" else set()) for t in rim}, "o": set("aceg")}

    def milled(men: dict[str, int], t: str) -> bool:
        middles = [u for u in rim.get(t, set()) | {t} if u in rim and men.get(u) == men[t]]
        return t in rim and any(all(men.get(v) == men[t] for v in rim[u]) for u in middles)

    def moves(state: Any) -> Iterable[Any]:
        who, stood, left = state
        men = dict(stood)
        if left[who] + sum(p == who for p in men.values()) < 3:
            return
        now = tuple(n - (p == who and n > 0) for p, n in enumerate(left))
        if left[who]:
            after = [({**men, t: who}, t) for t in near if t not in men and (t != "o" or left[who] < 4)]
        else:
            gone = {t: {u: p for u, p in men.items() if u != t} for t in men if men[t] == who}
            after = [({**gone[t], u: who}, u) for t in gone for u in near[t] if u not in men]
        for there, t in after:
            prey = [u for u, p in there.items() if p != who and not milled(there, u)] if milled(there, t) else []
            for taken in prey or [""]:
                yield 1 - who, tuple(sorted((u, p) for u, p in there.items() if u != taken)), now

    return (0, (), (4, 4)), moves


LAMPS = """\
# Towers of discs on hexes leap as far as they are high, onto other towers; what hangs together with no lamp goes out.
game "Lamps":
    players 2: white, black

enum Colour: pale, dark, lamp

card Disc(colour: Colour)

board isle: hexes 3, 4, 3

each cell: tower: pile of Disc

components:
    gone: 4 of Disc(pale), 4 of Disc(dark), 2 of Disc(lamp)

table: gone: pile of Disc

play:
    for c in isle:
        let wanted = lamp if c in {isle[2, 2], isle[2, 3]} else pale if c.row == 1 or c == isle[2, 1] else dark
        move first(d for d in gone if d.colour == wanted) to c.tower
    turns p in players while any(can(q) for q in players) at most 40 times: turn(p)
    else: pass

phase turn(p):
    p chooses leap
    else: pass
    let lamps = {c for c in isle if any(d.colour == lamp for d in c.tower)}
    let lit = {d from lamps by e in d.neighbours if e.tower is not empty}
    for c in isle if c.tower is not empty and c not in lit: move all of c.tower to gone

def hue(p) = pale if p == white else dark
def goal(c, way) = c.step(way, count(c.tower))
def free(c) = count(c.neighbours) < 6 or any(d.tower is empty for d in c.neighbours)
def may_leap(p, c, way) = c.tower is not empty and (top of c.tower).colour == hue(p) and free(c)
    and goal(c, way) is not none and goal(c, way).tower is not empty
def can(p) = any(may_leap(p, c, way) for c in isle for way in Way)

action leap(c in isle if c.tower is not empty and (top of c.tower).colour == hue(you), way in Way):
    "{c} leaps {way}"
    require free(c) else "it is shut in"
    let there = goal(c, way) else "the isle ends there"
    require there.tower is not empty else "nothing stands on {there}"
    move all of c.tower to there.tower

winner: highest size
def size(p) = sum(count(c.tower) for c in isle if c.tower is not empty and (top of c.tower).colour == hue(p))
"""


def lamps() -> tuple[Hashable, Moves]:
    cells = [(row, shift + 2 * n) for row, (length, shift) in enumerate([(3, 1), (4, 0), (3, 1)]) for n in range(length)]
    ways = [(0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)]
    near = {c: [d for a, b in ways if (d := (c[0] + a, c[1] + b)) in cells] for c in cells}

    def moves(state: Any) -> Iterable[Any]:
        who, stood = state
        at = dict(stood)
        for chooser in (who, 1 - who):
            leaps = [
                (c, goal) for c, tower in stood if tower[-1] == "pd"[chooser] and not (len(near[c]) == 6 and all(d in at for d in near[c]))
                for a, b in ways if (goal := (c[0] + a * len(tower), c[1] + b * len(tower))) in at
            ]  # fmt: skip
            if leaps:
                for c, goal in leaps:
                    there = {**at, goal: at[goal] + at[c]}
                    del there[c]
                    yield 1 - chooser, lit(there)
                return

    def lit(at: dict[Any, str]) -> Hashable:
        line = [c for c in at if "L" in at[c]]
        for c in line:
            line += [d for d in near[c] if d in at and d not in line]
        return tuple(sorted((c, tower) for c, tower in at.items() if c in line))

    return (0, lit(dict(zip(cells, "ppppLLdddd", strict=True)))), moves


def worth(state: Any, moves: Moves, known: dict[Any, int]) -> int:
    """Of towers, if both play their best: 1 if the first seat has more discs at the end."""
    if state not in known:
        after = list(moves(state))
        sizes = [sum(len(tower) for _, tower in state[1] if tower[-1] == hue) for hue in "pd"]
        end = (sizes[0] > sizes[1]) - (sizes[0] < sizes[1])
        known[state] = (min if after[0][0] == 0 else max)(worth(there, moves, known) for there in after) if after else end
    return known[state]


CASES = [(SHUNTERS, shunters, 3), (FERRY, ferry, 5), (WHEEL, wheel, 5), (LAMPS, lamps, 4)]


@pytest.mark.parametrize(("rules", "twin", "depth"), CASES, ids=["shunters", "ferry", "wheel", "lamps"])
def test_as_many_sequences_as_in_plain_python(rules: str, twin: Callable[[], tuple[Hashable, Moves]], depth: int, tmp_path: Path) -> None:
    file = tmp_path / "strange.rules"
    file.write_text(rules)
    wanted = sequences(*twin(), depth)
    program = ruledsl.load(str(file)).program(2)
    assert perft(program, depth, by="turn" if twin is wheel else "hop") == wanted
    assert perft(program, depth - 1, engine="interp", by="turn" if twin is wheel else "hop") == wanted[:-1]


def test_what_the_towers_are_worth(tmp_path: Path) -> None:
    file = tmp_path / "lamps.rules"
    file.write_text(LAMPS)
    duel = Duel(ruledsl.load(str(file)).program(2))
    assert duel.solve(duel.deal(0)).value == worth(*lamps(), {})
