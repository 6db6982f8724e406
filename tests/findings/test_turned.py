"""Boards that are turned or mirrored: one state for all images of it, held to a search that knows of none, and to brute force in the reference."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import Game
from ruledsl.engine.game import load as load_game
from ruledsl.findings import verify as verifying
from ruledsl.findings.explored import Explored
from ruledsl.findings.turned import imaged, images
from ruledsl.findings.verdicts import PROVED, Setting
from ruledsl.ir.merging import merging
from ruledsl.ir.program import Program
from ruledsl.native.verifying import compiled
from tests import few
from tests.findings.games import load
from tests.laws.proving import wrong_claims


def begun(program: Program) -> bytes:
    search = verifying._Search(program, Setting(program.players, {}), 1000, lambda: True, b"", None)
    assert search._begin() >= 0
    return bytes(search.room.arrays["there"].tobytes())


def many(program: Program) -> int:
    """How many images a state has, itself among them."""
    return 1 + len(images(program, begun(program), merging(program)))


def explored(program: Program) -> Explored:
    return verifying.verify(program, Setting(program.players, {}), 10**6, lambda: True, [])


BUNDLED = [
    ("tic-tac-toe", 2, {}, 8, 765),  # so many, as is known
    ("misere-tic-tac-toe", 2, {}, 8, 765),
    ("peg-solitaire", 1, {}, 8, 0),
    ("peg-solitaire", 1, {"empty_column": 3}, 2, 0),
    ("peg-solitaire", 1, {"rows": 5, "columns": 5, "corner": 0, "empty_row": 3, "empty_column": 3}, 8, 0),
    ("peg-solitaire", 1, {"rows": 3, "columns": 5, "corner": 0, "empty_row": 2, "empty_column": 3}, 4, 0),
    ("peg-solitaire", 1, {"rows": 3, "columns": 5, "corner": 0, "empty_row": 1, "empty_column": 3}, 2, 0),
    ("peg-solitaire", 1, {"rows": 4, "columns": 4, "corner": 0, "empty_row": 1, "empty_column": 1}, 2, 0),
    ("peg-solitaire", 1, {"rows": 4, "columns": 4, "corner": 0, "empty_row": 1, "empty_column": 2}, 1, 0),
    ("chess", 2, {}, 1, 0),
    ("connect-four", 2, {}, 1, 0),
]


@pytest.mark.parametrize(("name", "players", "options", "images", "states"), BUNDLED)
def test_the_images_of_bundled_games(name: str, players: int, options: dict[str, int], images: int, states: int, monkeypatch: pytest.MonkeyPatch) -> None:
    program = load_game(name).program(players, options, watched=True)
    assert many(program) == images
    if states:
        whole = explored(program)
        monkeypatch.setattr(verifying, "MANY", 0)
        found = explored(program)
        assert (whole.images, found.images, found.states) == (1, images, states)
        assert {(c.verdict, c.kind, c.message) for c in found.claims} == {(c.verdict, c.kind, c.message) for c in whole.claims}


@pytest.mark.parametrize(("rows", "columns"), [(3, 4), *few.some([(3, 5), (5, 3), (4, 4)])])
def test_small_peg_solitaire_is_as_by_brute_force(rows: int, columns: int) -> None:
    options = {"rows": rows, "columns": columns, "corner": 0, "empty_row": 2, "empty_column": 2 + (columns == 5), "last": "anywhere"}
    assert wrong_claims(load_game("peg-solitaire").program(1, options, watched=True), 4000, with_images=True) in (("whole", ""), ("", ""))


GRID = """game "Grid":
    players {players}

board field: grid {rows} by {columns}

each cell:
    mark: {type}
    seen: bool
table:
    n: 0..{most}

play:
    {start}
    turns p in players while {going} at most {times} times: turn(p)

phase turn(p):
    p chooses {menu} "what?"

action put(c in field if {where}):
    "{{c}}"
    require {free} else "no {{c}}"
    {put}

action slide(c in field if c.mark != {none}, way in {ways}):
    "{{c}} {{way}}"
    let to = c.step(way)
    require to is not none and {there} else "no"
    {slide}

action rest():
    "rest"
    require any(c.mark != {none} for c in field) else "no"
    {rest}

winner: highest score

def score(p) = count(c for c in field if {scored})

{invariant}
"""
FREE = (
    "c.mark == {none}",
    "not any(c.step(side) is not none and c.step(side).mark != {none} for side in orthogonal)",
)  # fmt: skip
EVEN = (
    "not c.seen", "c.row != c.column", "c.row + c.column != 3", "(c.row + c.column) % 2 == 0", "all(d.mark == {none} for d in c.neighbours)", "true",
    "not c.seen or c.mark == {none}",
    "any(c.step(side) is none for side in orthogonal)", "c.row == 2 or c.column == 2", "count(d for d in field if d.mark != {none}) < 2",
    "count(d for d in field if d.mark != {none} and (d.row == c.row or d.column == c.column)) < 2",
)
UNEVEN = ("c.row == 1", "c.column < 3", "c.step(south) is not none", "c.step(east) is none or c.step(east).mark == {none}")


def grid(random: Random) -> str:
    """A small game on a grid, that may be the same from all sides or not."""
    rows, columns = random.choice([(2, 2), (2, 3), (3, 2), (3, 3), (1, 4), (2, 4)])
    players = random.choice([1, 2])
    kind, none, value = random.choice([("bool", "false", "true"), ("0..2", "0", random.choice(["1", "2", "n"])), ("player or none", "none", "you")])

    def some(*texts: str, even: float = 0.85) -> str:
        return random.choice(texts if random.random() < even else UNEVEN).replace("{none}", none)

    def put(cell: str) -> str:
        effects = [f"{cell}.mark = {value}", f"{cell}.mark = {value}", f"{cell}.seen = true", "n = min({most}, n + 1)",
                   f"if {some(*EVEN).replace('c.', cell + '.')}: n = 0",
                   f"if any(d.mark == {none} for d in field): {cell}.seen = not {cell}.seen"]  # fmt: skip
        return "\n    ".join(dict.fromkeys([effects[0], *random.sample(effects, 2)]))

    def any_of(*texts: str) -> str:
        return random.choice(texts).replace("{none}", none)

    most = random.choice([1, 2])
    inside = put("c").replace("{most}", str(most)), put("to").replace("{most}", str(most))
    laid = none if value in ("you", "n") else value
    sides = any_of("to.mark == {none}", "not to.seen", "all(to.step(side) is none or to.step(side).mark == {none} for side in orthogonal)")
    return GRID.format(
        players=players, rows=rows, columns=columns, type=kind, none=none, most=most, times=random.choice([3, 4, 9]), where=some(*EVEN, "true"),
        start=random.choice(["n = 1", f"for c in field if {some(*EVEN)}: c.mark = {laid}"]),
        going=random.choice(["n < 2", f"any(c.mark == {none} for c in field)", "true", f"not all({some('c.seen', *EVEN)} for c in field)"]),
        menu=random.choice(["put or rest", "put, slide or rest", "put or slide", "put"]), free=some(FREE[0], FREE[1], *EVEN), put=inside[0],
        ways=random.choice(["orthogonal", "orthogonal", "diagonal", "{north, south}", "{east}"]), there=sides,
        slide=f"to.mark = c.mark\n    c.mark = {none}\n    {inside[1]}",
        rest=random.choice(["n = 0", f"for c in field if {some(*EVEN)}: c.seen = true", "n += 1"]),
        scored=some("c.mark != {none}", "c.seen", *EVEN), invariant=random.choice(["", f'invariant "few": count(c for c in field if c.mark != {none}) < 4']),
    )  # fmt: skip


def held(folder: Path, seeds: range) -> tuple[int, int]:
    """How many games there were, and how many had images; what is claimed of these is as by brute force."""
    games = with_images = 0
    for seed in seeds:
        text, path = grid(Random(seed)), folder / f"{seed}.rules"
        path.write_text(text, encoding="utf-8")
        game: Game = load(path)
        program = game.program(game.model.of({}).model.low, {}, watched=True)
        how, wrong = wrong_claims(program, 3000, with_images=True)
        assert not wrong, f"{seed}: {wrong}\n{text}"
        games, with_images = games + 1, with_images + (how == "whole")
    return games, with_images


def test_games_on_grids_are_as_by_brute_force(tmp_path: Path) -> None:
    games, with_images = held(tmp_path, range(few.of(160)))
    assert with_images > games // 8


def test_what_never_came_is_not_told_where_it_may_in_an_image() -> None:
    program = load_game("peg-solitaire").program(1, {"rows": 3, "columns": 5, "corner": 0, "empty_row": 2, "empty_column": 3}, watched=True)
    code = compiled(program, merged=imaged(program, begun(program), merging(program)))
    found = verifying.verify(program, Setting(1, {}), 10**6, lambda: True, [], code=code)
    assert found.images == 4 and found.whole and all(found.counts.values()) and {c.verdict for c in found.claims} == {PROVED}
    assert not all(explored(program).counts.values())
    assert "dead-branch" not in {c.kind for c in found.claims}
