"""Games in which positions come again: who can force a win, held to plain value iteration, on random graphs and random small boards, and to what is known."""

from __future__ import annotations

import ctypes
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import ruledsl
from ruledsl.ir.program import OVER, Program
from ruledsl.kernels import rounds as kernels
from ruledsl.kernels.exploring import PAUSED
from ruledsl.kernels.rounds import FIRST, NEITHER, SECOND
from ruledsl.kernels.survey import Survey
from ruledsl.kernels.words import Shorts
from ruledsl.native.surveying import survey_words, surveying
from ruledsl.search import rounds
from ruledsl.search.duel import Duel
from ruledsl.search.opened import ENOUGH, MEMORY_FULL, STOPPED, Limits
from ruledsl.search.rounds import Rounds, ends_evenly
from ruledsl.search.solve import replayed
from tests import few

ENDS = {FIRST: 1, SECOND: -1, NEITHER: 0}
Steps = list[list[int]]


def plainly(seats: list[int], steps: Steps) -> list[int]:
    """What each state is worth, looked at again and again until nothing new is found."""
    worth, changed = [0] * len(seats), True
    while changed:
        changed = False
        for state, seat in enumerate(seats):
            mine = 1 - 2 * seat
            behind = [ENDS[to] if to in ENDS else worth[to] for to in steps[state]]
            found = mine if mine in behind else -mine if all(value == -mine for value in behind) else 0
            changed |= found != worth[state]
            worth[state] = found
    return worth


# ---- random graphs -----------------------------------------------------------------------------


def random_steps(r: Random) -> tuple[list[int], Steps]:
    size = r.randint(1, 40)
    targets = [*range(size), *[FIRST, SECOND] * r.randint(1, 3), *[NEITHER] * r.randint(0, 2)]
    return [r.randrange(2) for _ in range(size)], [[r.choice(targets) for _ in range(r.randint(1, 4))] for _ in range(size)]


def rows_of(seats: list[int], steps: Steps) -> tuple[dict[str, list[int]], dict[str, int]]:
    size, flat = len(seats), [to for row in steps for to in row]
    starts = [0]
    for row in steps:
        starts.append(starts[-1] + len(row))
    turns = [sum(seat << n for n, seat in enumerate(seats[first : first + 32])) for first in range(0, size, 32)]
    rows = {"starts": starts, "targets": flat, "turns": turns, "firsts": [0] * (size + 1), "sources": [0] * len(flat)}
    return rows | {name: [0] * size for name in ("degree", "length", "queue", "worth")}, {"states": size, "steps": len(flat)}


def in_python(seats: list[int], steps: Steps) -> list[int]:
    rows, numbers = rows_of(seats, steps)
    s = Survey(**{name: Shorts(row) for name, row in rows.items()}, **numbers, head=0, tail=0, tried=0, until=1 << 40)
    for phase in (kernels.begin_back, kernels.add_up, kernels.turn_steps, kernels.back):
        s.next = 0
        phase(s)
    return [s.worth[n] | s.length[n] << 2 for n in range(len(seats))]


def in_machine_code(seats: list[int], steps: Steps) -> list[int]:
    rows, numbers = rows_of(seats, steps)
    survey, arrays = survey_words(), {name: np.array(row, np.uint32) for name, row in rows.items()}
    for name, array in arrays.items():
        setattr(survey, name, array.ctypes.data)
    for name, number in numbers.items():
        setattr(survey, name, number)
    for phase in ("begin_back", "add_up", "turn_steps", "back"):
        survey.next = 0
        while surveying().loops[phase](ctypes.addressof(survey)) == PAUSED:
            survey.until = survey.tried + 3
    return [int(worth) | int(length) << 2 for worth, length in zip(arrays["worth"], arrays["length"], strict=True)]


@pytest.mark.parametrize("seed", few.seeds(60))
def test_who_can_force_a_win(seed: int) -> None:
    seats, steps = random_steps(Random(seed))
    found = in_python(seats, steps)
    assert [(0, 1, -1)[n & 3] for n in found] == plainly(seats, steps)
    assert in_machine_code(seats, steps) == found


def evenly(steps: Steps, worth: list[int], state: int, seen: set[int]) -> bool:
    """The same, state by state."""
    seen.add(state)
    return any(to == NEITHER or to not in ENDS and to not in seen and worth[to] == 0 and evenly(steps, worth, to, seen) for to in steps[state])


def test_where_nobody_makes_it_a_win_play_ends_evenly_or_not() -> None:
    answers = []
    for seed in few.seeds(400):
        seats, steps = random_steps(Random(seed))
        worth, rows = plainly(seats, steps), rows_of(seats, steps)[0]
        if worth[0] == 0:
            starts, targets, kept = (np.array(row, np.uint32) for row in (rows["starts"], rows["targets"], [(0, 1, 2)[value] for value in worth]))
            anywhere = any(to == NEITHER for state, row in enumerate(steps) for to in row if worth[state] == 0)
            answers.append((ends_evenly(starts, targets, kept), anywhere))
            assert answers[-1][0] == evenly(steps, worth, 0, set())
    assert {(True, True), (False, True), (False, False)} == set(answers)


# ---- random small boards -----------------------------------------------------------------------


def random_board(r: Random) -> str:
    """Men that go to and fro on a small board; somebody wins by a line, by a goal, by taking, or where the other is stuck, or nobody does."""
    rows, columns = r.choice([(1, 4), (2, 2), (2, 3), (3, 3), (1, 6)])
    cells = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    men = r.sample(cells, min(len(cells) - 1, r.choice([2, 2, 3, 4])))
    ways = r.choice(["c.neighbours", "field", "field if abs(d.row - c.row) < 2 and abs(d.column - c.column) < 2 and d != c", "field.row(c.row)"])
    takes = r.random() < 0.5
    free = "d.man != you" if takes else "d.man is none"
    stuck = r.choice(["p wins", "p.left wins", "end game"])
    (row, column), (other_row, other_column) = r.choice(cells), r.choice(cells)
    goals = [
        f"    if field[{row}, {column}].man == players.first: players.first wins",
        f"    if field[{other_row}, {other_column}].man == players.last: players.last wins",
        "    if not any(c.man == p.left for c in field): p wins",
        f"    if all(c.man == p for c in field.row({row})): p wins",
        f"    if all(c.man is none for c in field.column({column})): end game",
    ]
    start = "\n".join(f"    field[{a}, {b}].man = players.{'first' if n % 2 else 'last'}" for n, (a, b) in enumerate(men))
    twice = "    if count(c for c in field if c.man == p) > 1: p may go\n" if r.random() < 0.3 else ""
    return f"""\
game "Random":
    players 2
board field: grid {rows} by {columns}
each cell: man: player or none
table: moves: 0..999
play:
    begin()
    turns p in players at most 999 times: turn(p)
to begin():
{start}
phase turn(p):
    p chooses go
    else: {stuck}
{twice}{chr(10).join(r.sample(goals, r.randint(1, 3)))}
action go(c in field if c.man == you, d in {ways}{" and " if " if " in ways else " if "}{free}):
    "{{c}}{{d}}"
    c.man = none
    d.man = you
    moves += 1
"""


def all_of(duel: Duel, program: Program) -> tuple[list[int], Steps, dict[bytes, int]]:
    """Every state by what stands on the board and who is asked, in plain Python."""
    watched = [r.name for r in program.regions if r.role == "variable" and r.name != "moves"]
    first = duel.deal(0)

    def key(state: Any) -> bytes:
        values = [state.get(name, n) for name in watched for n in range(program.region[name].count)]
        return repr([*values, state.get("ask.site"), state.get("ask.seats")]).encode()

    known, states, seats, steps = {key(first): 0}, [first], list[int](), list[list[int]]()
    for state in states:
        seats.append(duel._seat(state))
        steps.append([])
        for move in duel.native.legal(state, state.get("ask.site"), seats[-1]):
            after = duel._after(state, move, seats[-1])
            if after.get("status") == OVER:
                steps[-1].append({1: FIRST, 2: SECOND}.get(duel.native.call(after, "winners"), NEITHER))
                continue
            if (name := key(after)) not in known:
                known[name] = len(states)
                states.append(after)
            steps[-1].append(known[name])
    return seats, steps, known


def held_to_plain(text: str, path: Path) -> int:
    """How many states there are; what each is worth is held to what plain iteration finds."""
    path.write_text(text, encoding="utf-8")
    program = ruledsl.load(path).program(2)
    duel = Duel(program)
    state = duel.deal(0)
    if state.get("status") == OVER:
        return 0
    found = Rounds(duel, state, Limits())
    assert found.settle()
    seats, steps, known = all_of(duel, program)
    worth = plainly(seats, steps)
    assert [found.worth(n) for n in range(found.get("states"))] == worth
    assert [*map(int, found.short("targets")[: found.get("steps")])] == [to for row in steps for to in row]
    balance = duel.solve(duel.deal(0))
    assert (balance.value, balance.why) == (worth[0], "")
    line = replayed(program, 0, balance.moves, whole=balance.again is None)
    if balance.again is None:
        assert line[-1].over and {1: 1, 2: -1}.get(line[-1].call("winners"), 0) == worth[0]
    else:
        assert worth[0] == 0 and not line[-1].over
    return len(known)


@pytest.mark.parametrize("seed", [0, 3, 5, 8, 13])
def test_random_boards_are_worth_what_plain_iteration_finds(seed: int, tmp_path: Path) -> None:
    held_to_plain(random_board(Random(seed)), tmp_path / "random.rules")


# ---- what is known -----------------------------------------------------------------------------

MORRIS = """\
game "Three Men's Morris":
    players 2: white, black
board field: grid 3 by 3
each cell: man: player or none
each player: unlaid: 0..3 = 3
play:
    turns p in players at most 999 times: turn(p)
phase turn(p):
    p chooses lay or go
    else: p.left wins
    if closed(p): p wins
def closed(p) = any(all(c.man == p for c in field.row(n)) or all(c.man == p for c in field.column(n)) for n in 1..3)
    or all(c.man == p for c in field if c.row == c.column) or all(c.man == p for c in field if c.row + c.column == 4)
action lay(c in field if c.man is none):
    "{c}"
    require your.unlaid > 0
    your.unlaid -= 1
    c.man = you
action go(c in field if c.man == you, d in WAYS and d.man is none):
    "{c}{d}"
    require your.unlaid == 0
    c.man = none
    d.man = you
"""
ALONG = "field if abs(d.row - c.row) + abs(d.column - c.column) == 1"
ANYWHERE = "field if d != c"
LINES = "field if abs(d.row - c.row) < 2 and abs(d.column - c.column) < 2 and (d in c.neighbours or field[2, 2] in {c, d})"


@pytest.mark.parametrize(("ways", "value"), [(ALONG, 1), (LINES, 1), (ANYWHERE, 0)])
def test_three_mens_morris(ways: str, value: int, tmp_path: Path) -> None:
    """Who begins in the middle wins where men go along the lines; who may go anywhere cannot be beaten."""
    (path := tmp_path / "morris.rules").write_text(MORRIS.replace("WAYS", ways), encoding="utf-8")
    program = ruledsl.load(path).program(2)
    duel = Duel(program)
    found = duel.solve(duel.deal(0))
    assert (found.value, found.states) == (value, 4974)


@pytest.mark.parametrize(("limits", "why"), [(Limits(states=100), ENOUGH), (Limits(memory=1 << 16), MEMORY_FULL)])
def test_it_stops_at_its_limits(limits: Limits, why: str, tmp_path: Path) -> None:
    (path := tmp_path / "morris.rules").write_text(MORRIS.replace("WAYS", ALONG), encoding="utf-8")
    duel = Duel(ruledsl.load(path).program(2))
    found = Rounds(duel, duel.deal(0), limits)
    assert not found.settle() and found.why == why


def test_it_can_be_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (path := tmp_path / "morris.rules").write_text(MORRIS.replace("WAYS", ALONG), encoding="utf-8")
    monkeypatch.setattr(rounds, "BURST", 50)
    duel, seen = Duel(ruledsl.load(path).program(2)), list[int]()

    def stop(states: int, deep: int) -> None:
        seen.append(states)
        if len(seen) == 300:
            raise KeyboardInterrupt

    found = Rounds(duel, duel.deal(0), Limits(progress=stop))
    assert not found.settle() and found.why == STOPPED
    assert Rounds(duel, duel.deal(0), Limits()).settle()
