"""How many of the cells beside one pass, which zones of cells hold cards, and ways that hang on both: held to plain Python, in both engines, on boards of one
word and of several, with cards of one word and of several."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruledsl.engine.game import load
from tests.lower.test_neighbours import beside
from tests.work import at_most

RULES = """\
game "Crowds":
    players 1
card Man
components:
    box: {men} of Man
board field: {board}
table: box: heap
each cell:
    lit:  bool
    men:  pile of Man, at most 2
    kept: heap of Man
play:
    for c in field:
        let die = roll 1..4
        if die == 1: c.lit = true
        elif die == 2: move random of box to c.men
        elif die == 3: move random of box to c.kept
    repeat {times} times: players.first chooses {asked} or rest
{actions}
action walk(c in field if c.lit, d in {{d from c by f in slides(d)}} - {{c}}):
    "{{c}} {{d}}"
    d.lit = true
action rest(): "rest"
def slides(e) = {{f for f in e.neighbours if f.men is empty and count(g for g in e.neighbours & f.neighbours if g.men is not empty) == 1}}
winner: highest score
def score(p) = 0
"""

Cell = tuple[int, int]
Table = dict[str, Any]
Asked = Callable[[Table, Cell], bool]
FAR = (3, 5)


def beside_some(t: Table, c: Cell, word: str = "neighbours") -> list[Cell]:
    return beside(t["cells"], word, t["hexes"], c)


def east(t: Table, c: Cell) -> Cell | None:
    there = c[0], c[1] + 1
    return there if there in t["cells"] else None


def many(t: Table, c: Cell, where: str, word: str = "neighbours") -> int:
    """How many cells beside one are lit, or hold something."""
    return sum(d in t[where] for d in beside_some(t, c, word))


def between(t: Table, c: Cell) -> bool:
    there = east(t, c)
    return there is not None and sum(d in t["lit"] | t["men"] for d in beside_some(t, c) if d in beside_some(t, there)) == 1


ASKED: dict[str, Asked] = {
    "count(d for d in c.neighbours if d.lit) == 2": lambda t, c: many(t, c, "lit") == 2,
    "count(d for d in c.around if d.men is not empty and d != field[3, 5]) > 1":
        lambda t, c: many(t, c, "men", "around") - (FAR in t["men"] and FAR in beside_some(t, c, "around")) > 1,
    "2 >= count(c.neighbours & {d for d in field if d.kept is not empty})": lambda t, c: many(t, c, "kept") <= 2,
    "count(d for d in c.neighbours if d.men is empty) != 3": lambda t, c: len(beside_some(t, c)) - many(t, c, "men") != 3,
    "c.men is not empty or c.step(east) is not none and c.step(east).kept is empty":
        lambda t, c: c in t["men"] or (e := east(t, c)) is not None and e not in t["kept"],
    "c.step(east) is not none and count(d for d in c.neighbours & c.step(east).neighbours if d.lit or d.men is not empty) == 1": between,
    "count(c.neighbours) < 4": lambda t, c: len(beside_some(t, c)) < 4,
    "count(d for d in c.neighbours if d.lit) >= 0 and count(d for d in c.neighbours if d.lit) <= 9 and c.kept is empty": lambda t, c: c not in t["kept"],
    "0 == count(d for d in c.neighbours if d.kept is not empty and d.lit)": lambda t, c: True,
}  # fmt: skip

BOARDS = {
    "grid 5 by 6": ({(r, c) for r in range(1, 6) for c in range(1, 7)}, False),
    "grid 9 by 11 from below": ({(r, c) for r in range(1, 10) for c in range(1, 12)}, False),
    "hexes 3..5..3": ({(r, c) for r in range(1, 6) for c in range(max(1, 4 - r), min(5, 8 - r) + 1)}, True),
    "hexes 6..11..6": ({(r, c) for r in range(1, 12) for c in range(max(1, 7 - r), min(11, 17 - r) + 1)}, True),
}  # fmt: skip


def walked(t: Table, start: Cell) -> set[Cell]:
    """What is come to by sliding along those who stand there."""
    met, front = {start}, [start]
    while front:
        here = front.pop()
        for there in beside_some(t, here):
            held = sum(g in t["men"] for g in beside_some(t, here) if g in beside_some(t, there))
            if there not in t["men"] and held == 1 and there not in met:
                met.add(there)
                front.append(there)
    return met - {start}


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("board", BOARDS)
def test_it_is_as_it_is_cell_by_cell(board: str, engine: str, tmp_path: Path) -> None:
    cells, hexes = BOARDS[board]
    actions = "\n".join(f'action ask{n}(c in field if {asked}): "{n} {{c}}"' for n, asked in enumerate(ASKED))
    names = ", ".join([f"ask{n}" for n in range(len(ASKED))] + ["walk"])
    (file := tmp_path / "crowds.rules").write_text(RULES.format(board=board, men=2 * len(cells), times=1, asked=names, actions=actions))
    game = load(str(file))
    blocks = [block for function in game.program(1).functions.values() if function.role == "legal" for block in function.blocks]
    assert any(instr.op == "zheld" for block in blocks for instr in block.instrs)
    assert not any(block.label.startswith("walk.") for block in blocks)
    wide = max(c for _, c in cells)
    for seed in range(6):
        match = game.start(engine=engine, seed=seed)
        found = match.position.block.regions()
        at = {c: (c[0] - 1) * wide + c[1] - 1 for c in cells}
        words = -(-2 * len(cells) // 64)
        table: Table = {"cells": cells, "hexes": hexes, "lit": {c for c in cells if found["lit"][at[c]]}}
        table["men"] = {c for c in cells if found["men.count"][at[c]]}
        table["kept"] = {c for c in cells if any(found["kept.bits"][words * at[c] : words * at[c] + words])}
        moves = [option.move for option in match.legal()]
        for n, asked in enumerate(ASKED.values()):
            assert [args[0] for number, *args in moves if number == n] == sorted(at[c] for c in cells if asked(table, c)), [*ASKED][n]
        pairs = [(at[c], at[d]) for c in sorted(table["lit"]) for d in sorted(walked(table, c))]
        assert [tuple(args) for number, *args in moves if number == len(ASKED)] == pairs


def test_counts_within_counts_are_no_more_work_each(tmp_path: Path) -> None:
    asked = "x0.lit"
    for n in range(12):
        asked = f"count(x{n} for x{n} in x{n + 1}.around if {asked}) == {n % 3 + 1}"
    rules = RULES.format(board="grid 8 by 8", men=40, times=1, asked="ask", actions=f'action ask(x12 in field if {asked}): "{{x12}}"')
    (file := tmp_path / "deep.rules").write_text(rules)
    with at_most(3_000_000):
        assert load(str(file)).program(1).functions
