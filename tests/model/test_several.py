"""What is said of several as one is the program that is said of each in turn."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.lockstep import lockstep
from ruledsl.findings.sameness import same
from ruledsl.ir.program import Program
from ruledsl.pipeline import lower

GAME = """\
game "Cups":
    players 2

table:
    cup, more[f in 1..6]: 0..12
    lit[f in 1..6]:       bool
    x:                    0..99
each player:
    kept[f in 1..6]: 0..30

play:
    turns p in players at most 6 times: turn(p)
    else: pass

phase turn(p):
    {body}
    p may put_by

action put_by({params}):
    {happens}
    x += 1

winner: highest held
def held(p) = {held}
"""
BASE = {"body": "cup[1] = 3", "params": "n in 0..2", "happens": "your.kept[1] += n", "held": "p.kept[1]"}
PAIRS = [
    ("body", "cup = 2", "for f in 1..6: cup[f] = 2"),
    ("body", "lit = true", "for f in 1..6: lit[f] = true"),
    ("body", "cup = more", "for f in 1..6: cup[f] = more[f]"),
    ("body", "p.kept += more", "for f in 1..6: p.kept[f] += more[f]"),
    ("body", "cup = more - cup if x > 2 else cup", "let c = x > 2\n    for f in 1..6: cup[f] = more[f] - cup[f] if c else cup[f]"),
    ("body", "cup = count(p.kept)", "let n = sum(p.kept[f] for f in 1..6)\n    for f in 1..6: cup[f] = n"),
    ("body", "cup = roll 2 + x of d6", "let n = 2 + x\n    for f in 1..6: cup[f] = 0\n    repeat n times:\n        let d = roll d6\n        cup[d] += 1"),
    ("body", "cup += roll 2 of 3..6", "let n = 2\n    repeat n times:\n        let d = roll 3..6\n        cup[d] += 1"),
    ("body", "if cup is not empty and 3 not in cup: x = 5",
     "if {f for f in 1..6 if cup[f] > 0} is not empty and 3 not in {f for f in 1..6 if cup[f] > 0}: x = 5"),
    ("body", "for f in cup while f < 4: x += f", "for f in {f for f in 1..6 if cup[f] > 0} while f < 4: x += f"),
    ("body", "x = max(f for f in cup if f < 4)", "x = max(f for f in 1..6 if cup[f] > 0 and f < 4)"),
    ("body", "p chooses f in cup if f > 2 or none", "p chooses f in 1..6 if cup[f] > 0 and f > 2 or none"),
    ("params", "n in cup if n > 1", "n in 1..6 if cup[n] > 0 and n > 1"),
    ("happens", "x, your.kept[2] = 3", "x = 3\n    your.kept[2] = 3"),
    ("happens", "let c = first(f for f in cup) else \"no {n}\"", "let c = first(f for f in cup)\n    require c is not none else \"no {n}\""),
    ("held", "count(p.kept)", "sum(p.kept[f] for f in 1..6)"),
]  # fmt: skip


def program(tmp_path: Path, name: str, **parts: str) -> Program:
    path = tmp_path / f"{name}.rules"
    path.write_text(GAME.format_map({**BASE, **parts}), encoding="utf-8")
    return lower(ruledsl.load(str(path)).model, 2, {})


@pytest.mark.parametrize(("where", "short", "long"), PAIRS, ids=[short for _, short, _ in PAIRS])
def test_as_one_is_each_in_turn(tmp_path: Path, where: str, short: str, long: str) -> None:
    assert same(*(program(tmp_path, name, **{where: text}) for name, text in (("short", short), ("long", long))))

OWNED = """\
game "Teams":
    players 4: a, b, c, d
    team reds: a, c
    team blues: b, d
board yard: grid 2 by 3
each Team:
    crate[n in 1..3]: 0..9
    won: 0..99
each row, column of yard: mud[n in 1..3]: 0..9
each player: bag[n in 1..3]: 0..9
play:
    for p in players:
        p.bag = 2
        p chooses n in 1..3
        p.team.crate += p.bag
        p.team.crate[n] += 1
    for line in yard.lines:
        line.mud = 1
        if 2 in line.mud: reds.won += count(line.mud)
    blues.crate = 0
    for t in Team: t.won += count(t.crate)
winner: team highest won
"""


def test_of_teams_and_lines(tmp_path: Path) -> None:
    path = tmp_path / "teams.rules"
    path.write_text(OWNED, encoding="utf-8")
    for engine in ("interp", "native"):
        match = ruledsl.load(str(path)).start(engine=engine)
        for choice in (0, 1, 2, 0):
            match.play(choice)
        assert list(match.scores) == [29, 0, 29, 0]


def test_both_engines_play_it(tmp_path: Path) -> None:
    body = "cup = roll 5 of d6\n    more = cup\n    lit = false\n    p.kept += more"
    happens = "your.kept -= n\n    cup -= n\n    lit[g] = true"
    made = program(tmp_path, "both", body=body, params="n[f in 1..6]: 1..3 in 0..cup[f], g in cup", happens=happens)
    found = lockstep(made, range(6))
    assert found.difference is None and found.games == 6 and not found.faults
