"""Shapes: where they lie against plain squares, in both engines; a game of tiles against one written in Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import load
from ruledsl.ir.fault import RulesFault
from ruledsl.lower.refusal import SettingsError
from ruledsl.resources import bundled_games

Cell = tuple[int, int]
TILES = {
    "one": "#", "two": "##", "bar": "###", "bend": "##/#.", "long bar": "####", "block": "##/##", "stool": "###/.#.", "step": "##./.##", "hook": "###/..#",
}  # fmt: skip
RULES = """
game "Shapes":
    players 2
shape Tile: {shapes}
{boards}
each cell: mark: bool
table:
    n: 0..99999999
    turn: 0..99
    tile: Tile
play:
    {play}
    players.first chooses rest
action rest(): "rest"
winner: highest payoff
def payoff(p) = n
"""


def lying(text: str) -> Iterator[list[Cell]]:
    """A shape in all eight ways: four turns to the right, and of its other side."""
    rows = text.split("/")
    for side in (rows, [row[::-1] for row in rows]):
        for _ in range(4):
            cells = [(r, c) for r, row in enumerate(side) for c, sign in enumerate(row) if sign == "#"]
            yield [(r - cells[0][0], c - cells[0][1]) for r, c in cells]
            side = ["".join(column) for column in zip(*side[::-1])]


def apart(text: str) -> dict[int, list[Cell]]:
    """By number those ways that differ."""
    found: dict[int, list[Cell]] = {}
    for n, cells in enumerate(lying(text)):
        if cells not in found.values():
            found[n] = cells
    return found


def drawn(random: Random) -> str:
    rows, columns = random.randint(1, 3), random.randint(1, 4)
    cells = [[random.choice("##.") for _ in range(columns)] for _ in range(rows)]
    cells[random.randrange(rows)][random.randrange(columns)] = "#"
    return "/".join(map("".join, cells))


def written(file: Path, shapes: list[str], play: list[str], boards: str) -> str:
    told = ", ".join(f't{n} "{text}"' for n, text in enumerate(shapes))
    file.write_text(RULES.format(shapes=told, play="\n    ".join(play), boards=boards))
    return str(file)


@pytest.mark.parametrize("board", ["grid 4 by 5", "grid 4 by 5 from below", "grid 9 by 11"])
def test_where_they_lie(board: str, tmp_path: Path) -> None:
    """How many ways there are, and which cells are covered, known before play and only in play."""
    random, (rows, columns) = Random(board), (9, 11) if "9" in board else (4, 5)
    shapes = [drawn(random) for _ in range(3)]
    up = -1 if "below" in board else 1
    sums: dict[str, int] = {}
    for n, text in enumerate(shapes):
        ways, own = apart(text), len([way for way in apart(text) if way < 4])
        sums[f"count(t{n}.turns) * 10 + count(t{n}.mirrors)"] = 10 * own + len(ways) - own
        for way, lies in enumerate(lying(text)):
            row, column = random.randint(1, rows), random.randint(1, columns)
            cells = [(row + up * r, column + c) for r, c in lies]
            fits = all(1 <= r <= rows and 1 <= c <= columns for r, c in cells)
            value = sum(r * 100 + c for r, c in cells) if fits else 0
            sums[f"sum(c.row * 100 + c.column for c in t{n}.at(yard[{row}, {column}], {way}))"] = value
            sums[f"sum(c.row * 100 + c.column for c in tile.at(yard[{row}, {column}], turn)) + 0 * {n + 10 * way}"] = value
    play = []
    for k, (said, number) in enumerate(sums.items()):
        if "turn)" in said:
            play += [f"tile = t{int(said.split()[-1]) % 10}", f"turn = {int(said.split()[-1]) // 10}"]
        play.append(f"n += 1 if {said} == {number} else 1000 + {k}")
    file = written(tmp_path / "shapes.rules", shapes, play, f"board yard: {board}\nboard pond: grid 1 by 3")
    for engine in ("interp", "native"):
        match = load(file).start(players=2, seed=1, engine=engine)
        match.play("rest")
        assert match.scores[0] == len(sums), engine


def test_what_is_no_turning_is_a_fault(tmp_path: Path) -> None:
    file = written(tmp_path / "shapes.rules", ["##"], ["turn = 8", "n = count(tile.at(yard[1, 1], turn))"], "board yard: grid 2 by 2")
    none = written(tmp_path / "none.rules", ["##"], ["n = count(tile.at(yard[1, 1].step(north), turn))"], "board yard: grid 2 by 2")
    for engine in ("interp", "native"):
        with pytest.raises(RulesFault):
            load(file).start(players=2, seed=1, engine=engine)
        match = load(none).start(players=2, seed=1, engine=engine)
        match.play("rest")
        assert match.scores[0] == 0


def test_shapes_are_of_squares(tmp_path: Path) -> None:
    file = written(tmp_path / "shapes.rules", ["##"], ["n = count(tile.at(yard[1, 1], turn))"], "board yard: hexes 2 by 2")
    with pytest.raises(SettingsError, match="grids alone"):
        load(file).start(players=2, seed=1)


def can_lay(owner: dict[Cell, int], laid: set[str], seat: int, size: int) -> set[tuple[str, frozenset[Cell]]]:
    """What a seat may lay, as the rules say it, found by trying all."""
    home, own = ((0, 0), (size - 1, size - 1))[seat], {cell for cell, who in owner.items() if who == seat}
    found = set()
    for tile, text in TILES.items():
        for lies in lying(text) if tile not in laid else ():
            for r, c in ((r, c) for r in range(size) for c in range(size)):
                covered = {(r + down, c + right) for down, right in lies}
                sides = {(r + down, c + right) for r, c in covered for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))}
                around = {(r + down, c + right) for r, c in covered for down in (-1, 0, 1) for right in (-1, 0, 1)}
                fits = all(0 <= r < size and 0 <= c < size and (r, c) not in owner for r, c in covered)
                if fits and not sides & own and (around & own if own else home in covered):
                    found.add((tile, frozenset(covered)))
    return found


@pytest.mark.parametrize(("engine", "size"), [("interp", 5), ("native", 5), ("native", 9)])
def test_a_game_of_tiles(engine: str, size: int) -> None:
    """The same may be laid as in plain Python, and each covers but once."""
    game, random = load(str(bundled_games()["corner-tiles"])), Random(size)
    match = game.start(players=2, seed=1, engine=engine, options={"size": size})
    owner: dict[Cell, int] = {}
    laid: list[set[str]] = [set(), set()]
    while not match.over:
        seat, labels = match.decision.player - 1, [option.label for option in match.decision.options]
        told = {label: (label.split(" on ")[0].replace("_", " "), frozenset(map(at, label.split(" on ")[1].strip("{}").split(", ")))) for label in labels}
        wanted = can_lay(owner, laid[seat], seat, size)
        assert len(labels) == len(wanted) and set(told.values()) == wanted
        tile, covered = told[chosen := random.choice(labels)]
        match.play(chosen)
        laid[seat].add(tile)
        owner |= dict.fromkeys(covered, seat)
    assert list(match.scores) == [sum(who == seat for who in owner.values()) for seat in (0, 1)]


def at(name: str) -> Cell:
    return int(name[1:]) - 1, ord(name[0]) - 97


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_shapes_are_told_apart_by_how_they_turn(engine: str, tmp_path: Path) -> None:
    """What is asked of a shape alone is found out before play, of all shapes at once."""
    shapes = ["#", "##", "##/#.", "##./.##", "###/..#"]
    asked = "tile.turns <= tile.turns | tile.mirrors and count(tile.turns) > 1 and tile.at(yard[1, 1], 0) != {yard[1, 1], yard[1, 2]}"
    text = Path(file := written(tmp_path / "turns.rules", shapes, ["pass"], "board yard: grid 3 by 3")).read_text()
    action = f'action pick(other in Tile if {asked.replace("tile.", "other.")}): "{{other}}"\n'
    Path(file).write_text(text.replace("first chooses rest", "first chooses pick or rest") + action)
    moves = [option.move for option in load(file).start(engine=engine).legal()]
    assert [args for number, *args in moves if args] == [[n] for n, shape in enumerate(shapes) if len(apart(shape)) > 1 and shape != "##"]
