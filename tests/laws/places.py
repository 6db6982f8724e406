"""Cells, corners, edges, places and routes: where they lie, and what leads where."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ruledsl.syntax import tree as t
from tests.laws.ground import Ground
from tests.laws.lined import Lined
from tests.laws.on_cards import OnCards
from tests.laws.values import Row, Sort, Unread

PARTS = {"cells": "cell", "corners": "corner", "edges": "edge", "ends": "corner", "routes": "route"}
"""What touches a place, by what it is called there."""


class Places(OnCards):
    """Reads them."""

    @cached_property
    def ground(self) -> Ground:
        return Ground(self.all(t.Board), self.program.cells)

    def all_of(self, board: str, kind: str) -> frozenset[Sort]:
        return frozenset(Sort(kind, n) for n in self.ground.all(board, kind))

    def rows_of(self, board: str, columns: bool) -> Row:
        """The sets of cells that stand in a row, or in a column."""
        cells = self.all_of(board, "cell")
        found: dict[int, set[Sort]] = {}
        for cell in cells:
            found.setdefault(self.ground.places[cell.n][columns], set()).add(cell)
        return Row(frozenset(found[n]) for n in sorted(found))

    @cached_property
    def lined(self) -> Lined:
        """The lines of all boards, numbered as the program does that keeps some."""
        return Lined(self.ground, self.program.enums["line"].values if "line" in self.program.enums else ())

    def flat(self, value: Any) -> Any:
        """Where cells are wanted, a line is its cells."""
        if isinstance(value, Sort) and value.kind == "line":
            return frozenset(Sort("cell", n) for n in self.lined.found[value.n][2])
        return value

    def lines_of_board(self, board: str, name: str, args: Sequence[int]) -> Any:
        """`yard.row(2)`, `yard.lines(3)`."""
        if name == "lines":
            return Row(frozenset(Sort("cell", n) for n in cells) for cells in self.lined.straight(board, args[0]))
        found = self.rows_of(board, name == "column")
        if not 1 <= args[0] <= len(found):
            raise Unread("no such line")
        lines = self.lined.of(board, False)
        return next((Sort("line", n) for n in lines if self.lined.found[n][1] == name and self.flat(Sort("line", n)) == found[args[0] - 1]), found[args[0] - 1])

    def lying(self, kind: str, number: int | None) -> Sort | None:
        return None if number is None else Sort(kind, number)

    def step(self, one: Sort, way: Sort) -> Sort | None:
        return self.lying(one.kind, self.ground.step(one.n, way.n))

    def on(self, one: Sort, way: Sort, far: int) -> Sort | None:
        """So many steps on; with 0 the place itself."""
        if far < 0:
            raise Unread("steps back")
        at: Sort | None = one
        for _ in range(far):
            at = self.step(at, way) if at is not None else None
        return at

    def ray(self, one: Sort, way: Sort) -> Row:
        out, at = [], self.step(one, way)
        while at is not None:
            out.append(at)
            at = self.step(at, way)
        return Row(out)

    def beside(self, one: Sort, around: bool) -> frozenset[Sort]:
        return frozenset(Sort(one.kind, n) for n in self.ground.beside(one.n, around))

    def of_place(self, one: Sort, name: str) -> Any:
        """What can be asked of a cell, a corner or an edge."""
        if name in {**self.variables, **self.zones}:
            return self.owned(name, one.n)
        if name in ("row", "column") and one.kind == "cell":
            return self.ground.places[one.n][name == "column"]
        if name in ("neighbours", "around") and one.kind not in ("edge", "route"):
            return self.beside(one, name == "around")
        if name in PARTS:
            of = "place" if one.kind == "route" else PARTS[name]
            return frozenset(Sort(of, n) for n in self.ground.touching(one.n, of))
        if name in ("lines", "diagonals") and one.kind == "cell":
            return frozenset(Sort("line", n) for n in self.lined.at(one.n, name == "diagonals"))
        if one.kind == "route" and name in self.ground.columns[one.n]:
            return self.read(self.ground.told[one.n].cells[self.ground.columns[one.n].index(name)], {})
        return self.owned(name, one.n)

    def of_place_by(self, one: Sort, name: str, given: Sort, nth: int | None = None) -> Any:
        """The same where a way or another place is given."""
        if name == "line":
            if "line" not in self.program.enums:
                raise Unread("lines, where the program has none as values")
            return self.lying("line", self.lined.line(one.n, given.n))
        if name == "ray":
            return Row(self.ray(one, given)[: max(0, nth)] if nth is not None else self.ray(one, given))
        if name == "step":
            return self.on(one, given, 1 if nth is None else nth)
        if name in ("corner", "edge") and given.kind == "Way":
            return self.lying(name, self.ground.part(one.n, name, given.n))
        if name == "edge":
            return self.lying(name, self.ground.between(one.n, given.n))
        if name == "distance":
            return self.laps(one.n, given.n)
        if name == "route":
            between = [n for n, ends in self.ground.ends.items() if {*ends} == {one.n, given.n}]
            (found,) = [n for n in between if nth is None or self.of_place(Sort("route", n), "nth") == nth]
            return Sort("route", found)
        ends = self.of_place(one, "ends")
        if name != "other" or given not in ends:
            raise Unread(name)
        return next(iter(ends - {given}))

    def laps(self, one: int, other: int) -> int:
        """By laps over all that were reached so far."""
        found, far = {one}, 0
        while other not in found:
            more = {to for n in found for to in self.ground.beside(n, False)} - found
            if not more:
                raise Unread("no way leads there")
            found, far = found | more, far + 1
        return far

    def shape(self, one: Sort, turn: int) -> list[tuple[int, int]]:
        """How far down and to the right the squares of a shape lie from the first, turned over or not and then by quarters."""
        value = next(e.values[one.n] for e in self.all(t.Enum) if e.name.text == one.kind)
        rows = [row[::-1] if turn > 3 else row for row in value.shape.split("/")]
        for _ in range(turn % 4):
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        found = [(down, right) for down, row in enumerate(rows) for right, sign in enumerate(row) if sign == "#"]
        return [(down - found[0][0], right - found[0][1]) for down, right in found]

    def turnings(self, one: Sort, name: str) -> frozenset[int]:
        lies = [self.shape(one, turn) for turn in range(8)]
        return frozenset(turn for turn in range(8) if lies[turn] not in lies[:turn] and (turn > 3) == (name == "mirrors"))

    def covered(self, one: Sort, cell: Sort | None, turn: int) -> frozenset[Sort]:
        if not 0 <= turn < 8:
            raise Unread("no turning")
        found = [self.ground.at(cell.n, (2 * down, 2 * right), "cell") for down, right in self.shape(one, turn)] if cell is not None else []
        return frozenset(Sort("cell", n) for n in found if n is not None) if None not in found else frozenset()
