"""What is reached is what networkx reaches, by laps over whole sets and member by member, in both engines, on boards of one word and of several."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import networkx
import pytest

import ruledsl
from ruledsl.interp import Interpreter
from ruledsl.native import Native
from ruledsl.record import record
from ruledsl.source import Source
from ruledsl.syntax import tree as t
from ruledsl.syntax.parser import parse
from tests import few
from tests.laws.ground import Ground

RULES = """\
game "Reach":
    players 5

enum Room: hall, attic, cellar, yard, shed

board wide: grid ROWS by COLUMNS

each cell:
    disc: player or none
    lit:  bool

each player:
    friend: player or none

table:
    door[r in 0..4]: Room or none
    place: cell or none
    far:   0..9

play:
    turns p in players at most 9 times: p chooses rest

action rest():
    far = 1
    place = wide[1, 1]
    door[0] = hall
    your.friend = you
    wide[1, 1].disc = you
    wide[1, 1].lit = true

def beside(c) = {c.step(way) for way in {north, east, southeast} if c.step(way) is not none}
def open(c, d) = not (c.lit if d.row > c.row else d.lit if d.row < c.row else c.disc is none if d.column > c.column else d.disc is none)
def number(r) = count(s for s in Room if s < r)
winner: highest score
def score(p) = 0
def group(c) = {d from c by e in d.neighbours if e.disc == c.disc}
"""

WAYS = {"north": (-1, 0), "northeast": (-1, 1), "east": (0, 1), "southeast": (1, 1), "south": (1, 0), "southwest": (1, -1), "west": (0, -1),
        "northwest": (-1, -1)}  # fmt: skip
STRAIGHT = ("north", "east", "south", "west")


@record
class Board:
    """Values of all variables, and what lies where."""

    rows: int
    columns: int
    disc: list[int]
    lit: list[int]
    place: int
    far: int

    def step(self, c: int, way: str) -> int | None:
        row, column = c // self.columns + WAYS[way][0], c % self.columns + WAYS[way][1]
        return row * self.columns + column if 0 <= row < self.rows and 0 <= column < self.columns else None

    def steps(self, c: int, ways: Any = WAYS) -> Iterator[int]:
        yield from (d for way in ways if (d := self.step(c, way)) is not None)

    def ray(self, c: int, way: str) -> Iterator[int]:
        d = self.step(c, way)
        while d is not None:
            yield d
            d = self.step(d, way)

    def row(self, c: int) -> int:
        return c // self.columns

    def open(self, c: int, d: int) -> bool:
        shut = (
            self.lit[c] if self.row(d) > self.row(c) else self.lit[d] if self.row(d) < self.row(c)
            else self.disc[c] == -1 if d > c else self.disc[d] == -1
        )  # fmt: skip
        return not shut


Step = Callable[[Board, int], Iterator[int]]
CASES: dict[str, tuple[str, bool, Step]] = {
    "{d from c by e in d.neighbours if e.lit}": ("c", True, lambda b, d: (e for e in b.steps(d, STRAIGHT) if b.lit[e])),
    "{d from c by e in d.around if e.lit or e.disc is none}": ("c", True, lambda b, d: (e for e in b.steps(d) if b.lit[e] or b.disc[e] == -1)),
    "{d from c by e in d.around if not d.lit and e.row != 2}": ("c", True, lambda b, d: (e for e in b.steps(d) if not b.lit[d] and b.row(e) != 1)),
    "{d from c by e in d.neighbours if open(d, e)}": ("c", True, lambda b, d: (e for e in b.steps(d, STRAIGHT) if b.open(d, e))),
    "{d from c by e in d.neighbours if e.disc == d.disc}": ("c", False, lambda b, d: (e for e in b.steps(d, STRAIGHT) if b.disc[e] == b.disc[d])),
    "{d from c by e in beside(d) if not e.lit}": ("c", True, lambda b, d: (e for e in b.steps(d, ("north", "east", "southeast")) if not b.lit[e])),
    "{d from c by e in (d.neighbours if d.lit else d.around) if e.disc is none}": (
        "c", True, lambda b, d: (e for e in b.steps(d, STRAIGHT if b.lit[d] else WAYS) if b.disc[e] == -1),
    ),
    "{d from c by e in {d.step(way) for way in Way if d.step(way) is not none and d.step(way).lit}}": (
        "c", True, lambda b, d: (e for e in b.steps(d) if b.lit[e]),
    ),
    "{d from c by e in d.ray(east) | d.ray(south) if e.lit}": (
        "c", False, lambda b, d: (e for way in ("east", "south") for e in b.ray(d, way) if b.lit[e]),
    ),
    "{d from place by e in d.neighbours if e.lit}": ("place", True, lambda b, d: (e for e in b.steps(d, STRAIGHT) if b.lit[e])),
    "{d from {x for x in wide if x.disc is none} by e in d.around if e.lit}": ("none", True, lambda b, d: (e for e in b.steps(d) if b.lit[e])),
    "{d from c by e in d.neighbours if e.lit at most far times}": ("far", True, lambda b, d: (e for e in b.steps(d, STRAIGHT) if b.lit[e])),
    "{d from c by e in d.around if e.disc != d.disc at most far times}": (
        "far", False, lambda b, d: (e for e in b.steps(d) if b.disc[e] != b.disc[d]),
    ),
}  # fmt: skip
"""The rules, where it begins, whether laps do it, and the step."""

SETTLED = {
    "any(d.row == 1 for d in group(c))": lambda b, group: any(b.row(d) == 0 for d in group),
    "all(d.disc is not none for e in group(c) for d in e.neighbours)": lambda b, group: all(
        b.disc[d] != -1 for e in group for d in b.steps(e, STRAIGHT)
    ),
    "all(d.lit for d in group(c) if d.row > 2)": lambda b, group: all(b.lit[d] for d in group if b.row(d) > 1),
    "place in group(c)": lambda b, group: b.place in group,
    "count(d for d in group(c) if d.lit) % 2 == 0": lambda b, group: sum(b.lit[d] for d in group) % 2 == 0,
    "group(c) <= {x for x in wide if x.row > 1}": lambda b, group: all(b.row(d) > 0 for d in group),
    "any(d.lit for d in {d from c by e in d.neighbours if e.disc == c.disc at most 2 times})": None,
}
SIZES = [(3, 4), (8, 8), (9, 9), (12, 12)]


def program(path: Path, rows: int, columns: int) -> Any:
    text = RULES.replace("ROWS", str(rows)).replace("COLUMNS", str(columns))
    asked = [f"(z, c) = z in {case}" for case in CASES] + [f"(c) = {question}" for question in SETTLED]
    text += "".join(f"def q{n}{question}\n" for n, question in enumerate(asked))
    text += "def friends(p, q) = q in {r from p by s in players if s == r.friend}\n"
    text += "def rooms(r, s) = s in {t from r by u in Room if door[number(t)] == u}\n"
    text += 'invariant "players": all(friends(p, q) or true for p in players for q in players)\n'
    text += 'invariant "rooms": all(rooms(r, s) or true for r in Room for s in Room)\n'
    calls = [f"q{n}(z, z) or true" for n in range(len(CASES))] + [f"q{n}(z) or true" for n in range(len(CASES), len(asked))]
    text += "".join(f'invariant "{n}": all({call} for z in wide)\n' for n, call in enumerate(calls))
    file = path / "reach.rules"
    file.write_text(text)
    return ruledsl.load(str(file)).program(5)


def drawn_board(drawn: random.Random, rows: int, columns: int) -> Board:
    thick, bright, cells = drawn.random(), drawn.random(), rows * columns
    disc = [drawn.randint(0, 1) if drawn.random() < thick else -1 for _ in range(cells)]
    lit = [int(drawn.random() < bright) for _ in range(cells)]
    return Board(rows, columns, disc, lit, drawn.randint(-1, cells - 1), drawn.randint(0, 9))


def graph(board: Board, step: Step) -> networkx.DiGraph:
    whole = networkx.DiGraph()
    whole.add_nodes_from(range(len(board.lit)))
    whole.add_edges_from((c, d) for c in whole for d in step(board, c))
    return whole


def reached(board: Board, begin: str, step: Step, c: int) -> set[int]:
    whole = graph(board, step)
    starts = {"c": [c], "far": [c], "place": [board.place] * (board.place >= 0), "none": [d for d, x in enumerate(board.disc) if x == -1]}[begin]
    if begin == "far":
        return set(networkx.single_source_shortest_path_length(whole, c, cutoff=board.far))
    return set(starts).union(*(networkx.descendants(whole, start) for start in starts))


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_boards(tmp_path: Path, rows: int, columns: int) -> None:
    made, drawn = program(tmp_path, rows, columns), random.Random(rows)
    engines: list[Any] = [Native(made, 0), Interpreter(made)]
    for _ in range(6):
        board = drawn_board(drawn, rows, columns)
        states = [filled(engine, board) for engine in engines]
        for n, (begin, _, step) in enumerate(CASES.values()):
            c = drawn.randrange(rows * columns)
            want = reached(board, begin, step, c)
            for engine, state in zip(engines, states, strict=True):
                cells = range(rows * columns) if engine is engines[0] else drawn.sample(range(rows * columns), 8)
                assert all(engine.call(state, f"def.q{n}", x, c) == (x in want) for x in cells), list(CASES)[n]
        for n, test in enumerate(SETTLED.values(), len(CASES)):
            for c in drawn.sample(range(rows * columns), 8):
                group = reached(board, "c", lambda b, d, c=c: (e for e in b.steps(d, STRAIGHT) if b.disc[e] == b.disc[c]), c)  # type: ignore[misc]
                values = {engine.call(state, f"def.q{n}", c) for engine, state in zip(engines, states, strict=True)}
                assert len(values) == 1 and (test is None or values == {int(test(board, group))}), list(SETTLED)[n - len(CASES)]


def filled(engine: Any, board: Board) -> Any:
    state = engine.blank(1)
    for region, numbers in {"disc": board.disc, "lit": board.lit, "place": [board.place], "far": [board.far]}.items():
        for i, number in enumerate(numbers):
            state.set(region, i, number)
    return state


def test_players_and_values(tmp_path: Path) -> None:
    made, drawn = program(tmp_path, 3, 4), random.Random(5)
    for engine in (Native(made, 0), Interpreter(made)):
        for _ in range(few.of(20)):
            for region, name in (("friend", "friends"), ("door", "rooms")):
                to = [drawn.randint(-1, 4) for _ in range(5)]
                state = engine.blank(1)
                for i, number in enumerate(to):
                    state.set(region, i, number)
                whole = networkx.DiGraph((i, n) for i, n in enumerate(to) if n >= 0)
                whole.add_nodes_from(range(5))
                for one in range(5):
                    want = networkx.descendants(whole, one) | {one}
                    assert [engine.call(state, f"def.{name}", one, other) for other in range(5)] == [int(n in want) for n in range(5)]


def test_whole_sets_are_asked_where_a_plan_says_how(tmp_path: Path) -> None:
    made = program(tmp_path, 8, 8)
    for n, (_, laps, _) in enumerate(CASES.values()):
        labels = {block.label.split(".")[0] for block in made.functions[f"def.q{n}"].blocks}
        assert ("lap" in labels) == laps and ("walk" in labels) != laps, list(CASES)[n]


OF_A_CARD = """\
game "P":
    players 2
card Duck(dots: bool)
card Goose
components:
    p.held: 2 of Duck(dots) for dots in [false, true], 1 of Goose
each player:
    held: hand
    score: 0..9
table:
    flag: bool
action act(card: Duck in your.held if {d from {players.first if card.dots} by e in d.others if card.dots} != {players.first, players.last}):
    "act {card}"
    your.score += 1
play:
    players.first chooses act
winner: highest score
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_reach_that_begins_with_what_a_card_says(engine: str, tmp_path: Path) -> None:
    (file := tmp_path / "cards.rules").write_text(OF_A_CARD)
    match = ruledsl.load(str(file)).start(players=2, seed=1, engine=engine)
    assert [option.label for option in match.legal()] == ["act Duck false"]


MIXED = """\
game "Mixed":
    players 1
board yard: grid 3 by 4
board comb: hexes 2, 3, 2
board moor: hexes 2 by 2 from below
each cell: lit: bool
each corner: pole: bool
play: players.first chooses go
action go(c in comb):
    c.lit = true
    c.corner(southwest).pole = true
def beside(z, c) = z in {d from c by e in d.neighbours if e.lit}
def around(z, c) = z in {d from c by e in d.around if e.lit}
def along(z, x) = z in {y from x by w in y.neighbours if w.pole}
invariant "1": all(beside(z, z) or around(z, z) or true for z in comb)
invariant "2": all(along(z, z) or true for z in comb.corners)
winner: highest score
def score(p) = 0
"""


def test_grids_and_hexes_in_one_game(tmp_path: Path) -> None:
    """By laps on all boards at once: aslant from hexes, and on a grid only to what lies around."""
    (file := tmp_path / "mixed.rules").write_text(MIXED)
    made, drawn = ruledsl.load(str(file)).program(1), random.Random(3)
    ground = Ground((d for d in parse(Source("mixed", MIXED))[0].declarations if isinstance(d, t.Board)), made.cells)
    asked = {"beside": ("cell", "lit", False), "around": ("cell", "lit", True), "along": ("corner", "pole", False)}
    assert all("lap" in {block.label.split(".")[0] for block in made.functions[f"def.{name}"].blocks} for name in asked)
    for name, (kind, mark, around) in asked.items():
        marked = {n for n in ground.points if ground.kind(n) == kind and drawn.random() < 0.7}
        whole: networkx.DiGraph = networkx.DiGraph((n, to) for n in ground.points if ground.kind(n) == kind for to in ground.beside(n, around) if to in marked)
        for engine in (Native(made, 0), Interpreter(made)):
            state = engine.blank(1)
            for n in ground.points:
                state.set(mark, n, int(n in marked))
            for start in drawn.sample(sorted(whole), 3):
                want = networkx.descendants(whole, start) | {start}
                assert {n for n in whole if engine.call(state, f"def.{name}", n, start)} == want
