"""Corners and edges: where they lie against plain geometry, what can be said of them in both engines, what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.ir.fault import RulesFault
from ruledsl.lower.borders import Border, touches
from ruledsl.lower.points import points
from ruledsl.lower.settings import Settings
from ruledsl.model.ways import STEPS
from ruledsl.pipeline import load as read
from ruledsl.pipeline import settings_of

BOARDS = ["grid 3 by 4", "grid 2 by 3 from below", "hexes 2, 3, 2", "hexes 2, 3, 2 from below", "hexes 3 by 3", "hexes 1..3"]
HEX = {"north": (0, -4), "northeast": (2, -2), "southeast": (2, 2), "south": (0, 4), "southwest": (-2, 2), "northwest": (-2, -2)}
SQUARE = {name: (2 * right, 2 * down) for name, (down, right) in STEPS.items()}
RULES = """
game "Borders":
    players 2
board yard: {board}
board pond: grid 1 by 2
each corner: pole: 0..9
each edge: fence: player or none
each cell: marked: bool
table: n: 0..99999
play:
    turn(players.first)
phase turn(p): p chooses go
action go(e in yard.edges, x in e.ends):
    e.fence = you
    x.pole = 1
{play}
winner: highest payoff
def payoff(p) = n
"""


def written(tmp_path: Path, board: str, play: str) -> str:
    (file := tmp_path / "borders.rules").write_text(RULES.replace("{board}", board).replace("{play}", play.strip("\n")))
    return str(file)


def settled(tmp_path: Path, board: str) -> Settings:
    return settings_of(read(written(tmp_path, board, "    n = 1")), 2, {})


def centres(settings: Settings) -> Iterator[tuple[int, int, int]]:
    """Each cell with where its middle lies, down the page."""
    board = settings.board("yard")
    for n, (row, indent) in enumerate(zip(board.drawn_rows, board.indents, strict=True)):
        for k, cell in enumerate(row):
            yield (cell, 2 * indent + 4 * k, 6 * n) if board.hexes else (cell, 4 * k, 4 * n)


@pytest.mark.parametrize("board", BOARDS)
def test_geometry(board: str, tmp_path: Path) -> None:
    settings = settled(tmp_path, board)
    known, hexes = touches(settings), settings.board("yard").hexes
    where: dict[int, tuple[int, int]] = {}
    for cell, x, y in centres(settings):
        for way, corner in enumerate(known.at_way("corner")[cell]):
            right, down = (HEX if hexes else SQUARE).get(list(STEPS)[way], (0, 0))
            assert corner < 0 or where.setdefault(corner, (x + right, y + down)) == (x + right, y + down)
    assert len(set(where.values())) == len(where), "each corner has its own place"
    edges = settings.boards()["yard.edges"].cells
    assert len(where) - len(edges) + len(settings.board("yard").cells) == 1, "Euler"
    for cell, x, y in centres(settings):
        for edge in (n for n in edges if known.touching("edges")[cell] >> n & 1):
            (ax, ay), (bx, by) = (where[end] for end in known.ends(edge))
            assert abs(ax + bx - 2 * x) <= 4 and abs(ay + by - 2 * y) <= 6
            assert known.touching("cells")[edge] >> cell & 1


@pytest.mark.parametrize("board", BOARDS)
def test_ways_lead_where_they_say(board: str, tmp_path: Path) -> None:
    settings = settled(tmp_path, board)
    corners, drawn = settings.boards()["yard.corners"], points(settings.board("yard"), settings.boards())
    assert isinstance(corners, Border)
    at = {point.number: (point.line, point.column) for point in drawn}
    assert len(at) == len(drawn), "nothing is drawn twice"
    for corner, ways in corners.steps.items():
        for way, other in ways.items():
            down, right = (there - here for there, here in zip(at[other], at[corner], strict=True))
            name = list(STEPS)[way]
            assert (("south" in name) - ("north" in name), ("east" in name) - ("west" in name)) == ((down > 0) - (down < 0), (right > 0) - (right < 0))
            assert corners.step(other, way ^ len(STEPS) // 2) == corner
    for corner in corners.cells:
        for way in range(len(STEPS)):
            there, ray = corner, []
            while (there := corners.steps.get(there, {}).get(way, -1)) >= 0:
                ray.append(there)
            assert corners.ray(corner, way) == ray


SAID = """
    n += 1000 * count(yard.corners) + 100 * count({d from x by f in d.neighbours if f.pole == 0})
    n += 10 * count(d for d in yard.corners if any(f.fence == you for f in d.edges))
    n += count(c for c in yard if all(f.fence is none for f in c.edges))
    if e.other(x).edge(x) == e and x.edge(e.other(x)) == e and count(e.cells & yard) > 0 and x.edge(x) is none: n += 1
    for c in yard if c.step(east) is not none and c.edge(c.step(east)) == c.edge(east): n += 1
    for c in {d from yard[1, 1] by f in d.neighbours if d.edge(f).fence is none}: c.marked = true
    n += count(c for c in yard if c.marked)
"""


def test_both_engines_say_the_same(tmp_path: Path) -> None:
    """12 corners, all reached; two corners have the fence, four cells lack it; all that is asked of one edge is so; each row has two steps east; all cells are
    reached round the fence."""
    game = load(written(tmp_path, "grid 2 by 3", SAID))
    for engine in ("interp", "native"):
        match = game.start(players=2, seed=1, engine=engine)
        match.play("go yard a1/b1 yard a1/se")
        assert match.position.block.get("n") == 12000 + 1200 + 20 + 4 + 1 + 4 + 6  # type: ignore[attr-defined]


@pytest.mark.parametrize(("board", "corners", "edges"), [("grid 2 by 3", 60, 34), ("hexes 2, 3, 2", 60, 60)])
def test_rays_of_corners_in_both_engines(board: str, corners: int, edges: int, tmp_path: Path) -> None:
    """Of a grid they go on along the line, both ways: 3 + 2 + 1 in three rows, 2 + 1 in four columns; of hexes each edge ends where others turn off."""
    game = load(written(tmp_path, board, "    for d in yard.corners for way in Way: n += count(d.ray(way)) + (100 if d.step(way) is not none else 0)"))
    for engine in ("interp", "native"):
        match = game.start(players=2, seed=1, engine=engine)
        match.play(match.legal()[0])
        assert match.position.block.get("n") == corners + 100 * edges  # type: ignore[attr-defined]


def test_what_is_no_end_is_a_fault(tmp_path: Path) -> None:
    game = load(written(tmp_path, "grid 2 by 3", "    n = e.other(yard[2, 3].corner(southeast)).pole"))
    for engine in ("interp", "native"):
        match = game.start(players=2, seed=1, engine=engine)
        with pytest.raises(RulesFault):
            match.play("go yard a1/b1 yard a1/se")


BEGINNING = """
game "Beginning":
    players 1
board comb: hexes {rows}
{more}
each player: home: cell
table: here: cell
play:
    players.first chooses c in comb
    here = c
    players.first.home = here
winner: highest payoff
def payoff(p) = count(p.home.neighbours)
"""


@pytest.mark.parametrize("more", ["", "each corner: pole: 0..9"])
@pytest.mark.parametrize(("rows", "first"), [("1, 2, 3", "c1"), ("2, 3", "b1"), ("3, 2", "a1")])
def test_a_variable_begins_with_a_cell_that_there_is(rows: str, first: str, more: str, tmp_path: Path) -> None:
    """Where the first row begins further in, the first numbers are no cells."""
    (file := tmp_path / "beginning.rules").write_text(BEGINNING.format(rows=rows, more=more))
    game = load(str(file))
    for engine in ("interp", "native"):
        position = game.start(players=1, seed=1, engine=engine).position
        begins = [position.program.cells[position.block.get(name)] for name in ("here", "home")]  # type: ignore[attr-defined]
        assert begins == [first, first]


@pytest.mark.parametrize("board", BOARDS)
def test_each_has_a_name_of_its_own(board: str, tmp_path: Path) -> None:
    """No corner is called as an edge is, nor as a cell."""
    names = [name for name in load(written(tmp_path, board, "    n = 1")).start(players=2, seed=1).position.program.cells if name]
    assert len(set(names)) == len(names)
