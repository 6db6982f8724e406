"""Boards that are turned or mirrored: states that are images of one another, and have the same future but for that.

An image is a permutation of the cells of a grid, and of the directions with them. It is taken only if it is proved of the program: every menu of a state, with
every answer, every number at the end and every invariant are gone through once for all states (`interp/unrolled.py`), and what they come to in the image is the
image of what they come to. What play begins with must be its own image, so that the images of all that play comes to are come to as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product

from ruledsl.interp.symbols import Node, Term, Unclear
from ruledsl.interp.unrolled import Row, Run, Unrolled
from ruledsl.ir.faulting import spoken
from ruledsl.ir.flow import asking, constants
from ruledsl.ir.merging import GOALS, Merging
from ruledsl.ir.program import KINDS, Program
from ruledsl.ir.regions import where
from ruledsl.record import record, replace

FUEL = 200_000
"""Instructions that a proof may run."""
WAY = "Way"
WAYS = {
    "north": (-1, 0), "northeast": (-1, 1), "east": (0, 1), "southeast": (1, 1), "south": (1, 0), "southwest": (1, -1), "west": (0, -1), "northwest": (-1, -1),
}  # fmt: skip
"""By direction, how many rows and columns it leads on."""
Place = tuple[str, int]
Matrix = tuple[int, int, int, int]


@record(frozen=True)
class Image:
    """Where each cell comes to, and each direction."""

    cells: tuple[int, ...]
    ways: tuple[int, ...]


def images(program: Program, begun: bytes, merged: Merging, fuel: int = FUEL) -> tuple[tuple[int, ...], ...]:
    """The permutations of cells, each as where every cell comes to, that change nothing but where all lies; `begun` is the block of the first state."""
    regions = turned(program)
    found = [one for one in _candidates(program) if _is_own(program, regions, begun, one.cells)] if regions and _plain(program) else []
    if not found:
        return ()
    try:
        return tuple(one.cells for one in _Proof(program, regions, merged, fuel).of(found))
    except (Unclear, RecursionError):
        return ()


def imaged(program: Program, begun: bytes, merged: Merging) -> Merging:
    """What may be forgotten, and of which images of a state one may stand for all."""
    found = images(program, begun, merged)
    return replace(merged, turned=turned(program), images=found) if found else merged


def turned(program: Program) -> tuple[str, ...]:
    """The regions that hold something of each cell."""
    cells = len(program.cells)
    return tuple(v.name for v in program.variables if v.owner == "cell" and v.length == 1 and program.region[v.name].count == cells)


def _plain(program: Program) -> bool:
    """Is there nothing in a state but variables, and nothing said that may go wrong?"""
    known = {v.name for v in program.variables if v.owner in ("cell", "table", "player")} | {where(v.name) for v in program.variables}
    odd = [r for r in program.regions if r.role not in ("header", "frame", "card") and r.name not in known]
    far = [v for v in program.variables if v.owner == "cell" and (v.length > 1 or program.region[v.name].count != len(program.cells))]
    other = program.cards, program.zones, program.interruptions, program.readings, program.kept, odd, far
    return not any(map(bool, other)) and not any(spoken(program))


def _is_own(program: Program, regions: Iterable[str], begun: bytes, cells: tuple[int, ...]) -> bool:
    """Is a block its own image?"""
    values = dict(zip(((r.name, n) for r in program.regions for n in range(r.count)), program.packing.unpack(begun), strict=True))
    return all(values[name, n] == values[name, there] for name in regions for n, there in enumerate(cells))


def _candidates(program: Program) -> Iterator[Image]:
    """How a grid can be turned and mirrored, but for leaving it as it is."""
    if len(program.boards) != 1:
        return
    board = program.boards[0]
    rows, columns = len(board.rows), len(board.rows[0]) if board.rows else 0
    at = {cell: (i, j) for i, row in enumerate(board.rows) for j, cell in enumerate(row)}
    if any(len(row) != columns for row in board.rows) or any(board.indents) or sorted(at) != [*range(len(program.cells))]:
        return
    enum = program.enums.get(WAY)
    names = enum.values if enum is not None and set(enum.values) == set(WAYS) else ()
    for upright, (down, right) in product((True, False), product((1, -1), repeat=2)):
        matrix = (down, 0, 0, right) if upright else (0, down, right, 0)
        if matrix == (1, 0, 0, 1) or not upright and rows != columns:
            continue
        yield Image(
            tuple(board.rows[i][j] for i, j in (_moved(matrix, at[cell], (rows, columns)) for cell in range(len(at)))),
            tuple(names.index(_way(matrix, WAYS[name])) for name in names),
        )


def _moved(matrix: Matrix, at: tuple[int, int], size: tuple[int, int]) -> tuple[int, int]:
    """Where a place comes to: what is counted down is counted from the other end."""
    i, j = _times(matrix, at)
    return i % size[0] if i >= 0 and sum(matrix[:2]) > 0 else size[0] - 1 + i, j if sum(matrix[2:]) > 0 else size[1] - 1 + j


def _times(matrix: Matrix, at: tuple[int, int]) -> tuple[int, int]:
    return matrix[0] * at[0] + matrix[1] * at[1], matrix[2] * at[0] + matrix[3] * at[1]


def _way(matrix: Matrix, way: tuple[int, int]) -> str:
    return next(name for name, one in WAYS.items() if one == _times(matrix, way))


class _Proof:
    """What a program does, once for all states, and which images it does the same in."""

    def __init__(self, program: Program, regions: tuple[str, ...], merged: Merging, fuel: int) -> None:
        self.program, self.regions, self.merged, self.unrolled = program, regions, merged, Unrolled(program, fuel)
        self.left: list[Image] = []
        self.places: dict[int, dict[Node, Term]] = {}
        self.known: dict[int, dict[Node, Term]] = {}

    def of(self, candidates: list[Image]) -> list[Image]:
        """The candidates of which it is proved."""
        self.left = candidates
        for image in candidates:
            self.places[id(image)] = dict(self._read(image))
            self.known[id(image)] = {}
        for check in (self._ends, self._answers):
            for now in check():
                self.left = [image for image in self.left if now(image)]
                if not self.left:
                    return []
        return self.left

    def _read(self, image: Image) -> Iterator[tuple[Node, Term]]:
        """By what a place holds in the image, what holds the same in the state."""
        for name in self.regions:
            region = self.program.region[name]
            for n, there in enumerate(image.cells):
                here, behind = (self.unrolled.symbols.held(name, at, region.low, region.high) for at in (n, there))
                if isinstance(behind, Node):
                    yield behind, here

    def _same(self, image: Image, there: Term, here: Term) -> bool:
        """Is what was found in the image the same as what was found in the state?"""
        found = self.unrolled.symbols.renamed(there, self.places[id(image)], self.known[id(image)])
        return found is here or isinstance(found, int) and found == here

    # ---- what is the same --------------------------------------------------------------------

    def _ends(self) -> Iterator[Callable[[Image], bool]]:
        """What an end is worth, invariants, and what chance can bring and how likely: the same numbers."""
        program = self.program
        seats = range(program.players)
        for name in GOALS:
            if name in program.functions:
                yield from (self._number(name, *([seat] if program.functions[name].params else [])) for seat in seats)
        yield from (self._number(name) for _, name, _ in program.invariants)
        for site in program.sites:
            yield from (self._number(name) for name in (site.odds, site.out_of) if name)

    def _number(self, name: str, *given: int) -> Callable[[Image], bool]:
        run = self.unrolled.value(name, given, {})
        return lambda image: all(self._same(image, one, one) for one in (run.result, run.exit, run.log))

    def _answers(self) -> Iterator[Callable[[Image], bool]]:
        """What can be answered wherever play stops, and what each answer comes to: the images of these."""
        main = self.program.functions["main"]
        yield from (self._alike({(): self.unrolled.main(label, {("chance", 0): 1})}) for label in sorted(self.unrolled.cuts))
        for block in main.blocks:
            ask = asking(block)
            if ask is None:
                continue
            known = next(known for instr, known in constants(block) if instr is ask)
            number, seats, count, label = ask.args
            site = self.program.sites[number]
            asked = {("ask.site", 0): number, ("ask.kind", 0): KINDS.index(site.kind), ("chance", 0): 1, ("pc", 0): main.resumes.index(label)}
            if site.kind == "chance" or site.outcome or known.get(count) != 0:
                if count not in known:
                    raise Unclear("how much chance can bring")
                yield from self._chance(site.outcome, known[count], label, asked)
                continue
            mask = known.get(seats, -1)
            for seat in range(self.program.players):
                if mask >> seat & 1:
                    yield from self._menu(seat, site.legal, label, {**asked, ("ask.count", 0): 0})

    def _chance(self, outcome: str, count: int, label: str, asked: dict[Place, int]) -> Iterator[Callable[[Image], bool]]:
        for n in range(count):
            if outcome:
                yield self._number(outcome, n)
            yield self._alike({(n,): self._behind((n,), -1, label, {**asked, ("ask.count", 0): count})})

    def _menu(self, seat: int, legal: str, label: str, asked: dict[Place, int]) -> Iterator[Callable[[Image], bool]]:
        menu = self.unrolled.value(legal, (seat,), dict(asked))
        if len(menu.options) > self.program.max_options:
            raise Unclear("there may be more options than there is room for")
        rows = {row: count for row, count in menu.options.items() if count != 0}
        yield lambda image: self._same(image, menu.exit, menu.exit) and self._same(image, menu.log, menu.log) and all(
            self._same(image, rows.get(self._answer(image, row), 0), count) for row, count in rows.items()
        )
        yield self._alike({row: self._behind(row, seat, label, asked) for row in rows})

    def _answer(self, image: Image, row: Row) -> Row:
        """The image of an answer."""
        act, *given = row
        if not 0 <= act < len(self.program.actions):
            return row
        params = self.program.actions[act].params
        return act, *(self._argument(image, params[n].type.kind, params[n].type.name, one) for n, one in enumerate(given))

    def _argument(self, image: Image, kind: str, name: str, value: int) -> int:
        if kind == "cell" and 0 <= value < len(image.cells):
            return image.cells[value]
        return image.ways[value] if kind == "enum" and name == WAY and 0 <= value < len(image.ways) else value

    def _behind(self, row: Row, seat: int, label: str, asked: Mapping[Place, int]) -> Run:
        """What an answer comes to."""
        values: dict[Place, Term] = {**asked, ("move.seat", 0): seat}
        values |= {("move", n): row[n] if n < len(row) else 0 for n in range(self.program.arguments + 1)}
        return self.unrolled.main(label, values)

    def _alike(self, runs: dict[Row, Run]) -> Callable[[Image], bool]:
        """Does the image of each answer come to the image of what that comes to?"""
        passing = {"move", "move.seat", *self.merged.unread}
        dead = set.intersection(*(set(places) for places in self.merged.dead.values())) if self.merged.dead else set()

        def alike(image: Image) -> bool:
            for row, run in runs.items():
                other = runs[self._answer(image, row)] if row else run
                if not self._same(image, other.exit, run.exit) or not self._same(image, other.log, run.log):
                    return False
                for name, n in {*run.values, *((name, self._back(image, name, n)) for name, n in other.values)}:
                    there = name, image.cells[n] if name in self.regions else n
                    if name in passing or (name, n) in dead:
                        continue
                    if not self._same(image, self.unrolled.held(other, *there), self.unrolled.held(run, name, n)):
                        return False
            return True

        return alike

    def _back(self, image: Image, name: str, n: int) -> int:
        """The place whose image that is."""
        return image.cells.index(n) if name in self.regions else n
