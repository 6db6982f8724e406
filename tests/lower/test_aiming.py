"""Which cells have a certain one among those that they aim at: held to plain Python, in both engines, on boards of one word and of two."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load

RULES = """\
game "Aims":
    players 2
enum Piece: pawn, tower, bishop, king, hopper, gold, leaper, queen
board field: {board}
each cell:
    piece: Piece or none
    side:  player or none
table:
    target: cell
    mine:   player
play:
    for c in field:
        let die = roll 1..16
        if die <= 8:
            c.piece = first(k for k in Piece if count(j for j in Piece if j <= k) == die)
            c.side = roll players
    target = roll field
    mine = roll players
    players.first chooses strike, name or rest
def forward(p) = north if p == players.first else southeast
def hit(c, way) = first(d for d in c.ray(way) if d.side is not none)
def slides(c, way) = {{d for d in c.ray(way) while d.side is none}} | {{hit(c, way)}}
def aims(c, p) = {{c.step(forward(p))}} if c.piece is pawn
    else {{d for way in orthogonal for d in slides(c, way)}} if c.piece is tower
    else {{c.step(way, 2) for way in diagonal if c.step(way) is not none and c.step(way).side is none}} if c.piece is bishop
    else c.around - c.neighbours if c.piece is king
    else {{last(d for d in c.ray(way) while d.side is none) for way in Way}} if c.piece is hopper
    else {{c.step(way) for way in orthogonal}} | {{c.step(way) for way in {{forward(p).next, forward(p).previous}}}} if c.piece is gold
    else {{d for side in {{east, west}} for e in {{c.step(forward(p), 2)}} for d in {{e.step(side)}} if d.side != p}} if c.piece is leaper
    else slides(c, forward(p)) & field.row(2)
action strike(c in field if c.side == mine and target in aims(c, mine)): "strike {{c}}"
action name(k in field if any(k in aims(c, mine) for c in field if c.side == mine)): "name {{k}}"
action rest(): "rest"
winner: highest score
def score(p) = 0
"""

Cell = tuple[int, int]
STEPS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]  # north, then on with the clock
BOARDS = {"grid 6 by 5": (6, 5, False), "grid 9 by 10 from below": (9, 10, True)}


class Board:
    """What stands on the cells, as plain Python sees it."""

    def __init__(self, rows: int, columns: int, below: bool, pieces: list[int], sides: list[int]) -> None:
        self.below, self.cells = below, [(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]
        self.piece, self.side = (dict(zip(self.cells, some, strict=True)) for some in (pieces, sides))

    def step(self, cell: Cell | None, way: int, times: int = 1) -> Cell | None:
        down, right = STEPS[way % 8]
        there = (cell[0] + (-down if self.below else down) * times, cell[1] + right * times) if cell is not None else None
        return there if there in self.side else None

    def ray(self, cell: Cell, way: int) -> list[Cell]:
        found: list[Cell] = []
        while (there := self.step(found[-1] if found else cell, way)) is not None:
            found.append(there)
        return found

    def open(self, cell: Cell, way: int) -> list[Cell]:
        ray = self.ray(cell, way)
        return ray[: next((n for n, d in enumerate(ray) if self.side[d] >= 0), len(ray))]

    def slides(self, cell: Cell, way: int) -> set[Cell | None]:
        return {*self.open(cell, way), next((d for d in self.ray(cell, way) if self.side[d] >= 0), None)}

    def aims(self, c: Cell, p: int) -> set[Cell | None]:
        ahead = 0 if p == 0 else 3
        kinds = {
            0: lambda: {self.step(c, ahead)},
            1: lambda: {d for way in range(0, 8, 2) for d in self.slides(c, way)},
            2: lambda: {self.step(c, way, 2) for way in range(1, 8, 2) if (near := self.step(c, way)) is not None and self.side[near] < 0},
            3: lambda: {self.step(c, way) for way in range(1, 8, 2)},
            4: lambda: {self.open(c, way)[-1] for way in range(8) if self.open(c, way)},
            5: lambda: {self.step(c, way) for way in (*range(0, 8, 2), ahead + 1, ahead - 1)},
            6: lambda: {d for way in (2, 6) if (d := self.step(self.step(c, ahead, 2), way)) is not None and self.side[d] != p},
        }
        return kinds.get(self.piece[c], lambda: {d for d in self.slides(c, ahead) if d is not None and d[0] == 2})()


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("board", BOARDS)
def test_it_is_as_it_is_cell_by_cell(board: str, engine: str, tmp_path: Path) -> None:
    rows, columns, below = BOARDS[board]
    (file := tmp_path / "aims.rules").write_text(RULES.format(board=board))
    game, seen = load(str(file)), [0, 0]
    blocks = [block.label.partition(".")[0] for f in game.program(2).functions.values() if f.role == "legal" for block in f.blocks]
    assert not {"ray", "beside"} & {*blocks}, "no cell is looked at by itself"
    for seed in range(60):
        match = game.start(engine=engine, seed=seed)
        found = match.position.block.regions()
        plain = Board(rows, columns, below, list(found["piece"]), list(found["side"]))
        target, mine = plain.cells[found["target"][0]], found["mine"][0]
        moves = [option.move for option in match.legal()]
        struck = [n for n, c in enumerate(plain.cells) if plain.side[c] == mine and target in plain.aims(c, mine)]
        named = {d for c in plain.cells if plain.side[c] == mine for d in plain.aims(c, mine)}
        assert [args[0] for number, *args in moves if number == 0] == struck
        assert [args[0] for number, *args in moves if number == 1] == [n for n, c in enumerate(plain.cells) if c in named]
        seen = [seen[0] + len(struck), seen[1] + len(named)]
    assert min(seen) > 20
