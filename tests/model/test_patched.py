"""What only another value of a ruling says is found by reading what it changes, as if all were read again."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from ruledsl.model import patches
from ruledsl.model.check import prepared
from ruledsl.model.checker import Checker
from ruledsl.model.memory import Memory
from ruledsl.model.unset import lessened
from ruledsl.resources import bundled_games, where
from ruledsl.source import Source
from ruledsl.syntax import parse
from ruledsl.syntax import tree as t
from tests import few

GAME = """game "Hill":
    players 2..3

enum Way: up, down
card Hen(n: 1..9) "{n}"

ruling extra: no or yes "Is there more to choose from?"
    yes:
        action skip() "skip": earn(you, 1)
        action hop() "hop": climb(down)

RULINGS

table:
    stock: pile of Hen, hidden
    played: row of Hen
    steps: 0..9
each player:
    hand: hand of Hen
    score: 0..99

components:
    stock: 2 of Hen(n) for n in 1..9

def limit() = 3
def total(cards) = sum(c.n for c in cards)
def most(p) = total(p.hand)
def near(p, n) = p.score + n
def leader() = first(p for p in players if p.score > 5)
def alone(x) = x

play:
    shuffle stock
    for p in players: move top 3 of stock to p.hand
    repeat 3 times: round()

phase round():
    for p in players: turn(p)

phase turn(p):
    p chooses lay, rest, skip or hop

action lay(card in your.hand):
    require card.n <= limit() + total(played) else "too high"
    move card to played
    earn(you, card.n)

action rest() "rest":
    let bonus = near(you, 2)
    if skip is not possible: earn(you, bonus - 1)
    climb(up)

to earn(p, points): p.score += points
to climb(way): steps += 1 if way is up else 0

winner: highest score
"""
PATCHES = (
    "action skip() \"skip\": earn(you, 1)",
    "action skip(n in 1..3) \"skip {n}\": earn(you, held(you, n))",
    "action hop() \"hop\": climb(up)",
    "action hop() \"hop\": climb(3)",
    "def held(p, n) = near(p, n) + p.score",
    "def held(p, n) = near(n, p)",
    "def bonus() = 3",
    "def up() = 4",
    "def limit() = 4",
    "def limit() = players.first",
    "to earn(p, points): p.score += points + 1",
    "instead of limit() = usual + 1",
    "instead of limit() = none",
    "instead of near(p, n) = held(p, n) if n > 1 else usual",
    "instead of near(p, n) = held(n, p)",
    "instead of leader() = players.first",
    "instead of leader() = none",
    "instead of total(cards) = count(cards)",
    "instead of alone(x) = held(x, 1)",
    "before earn(p, points): p.marks += points",
    "before earn(p, points): marks += points",
    "after earn(p, points): climb(down)",
    "after earn(p, points): earn(p, leader().score)",
    "after round():\n            for p in players: earn(p, limit())",
    "instead of rest(): earn(you, limit())",
    "each player:\n            marks: 0..9",
    "each player:\n            bonus: 0..9",
    "each player:\n            n: 0..9",
    "table:\n            bonus: 0..9",
    "table:\n            points, marks: 0..9",
    "table:\n            steps: 0..5",
    "table:\n            marks: 0..limit() = limit()",
    "each player:\n            bonus: 0..alone(9) = double() - 1",
    "def double() = limit() * 2\n        table:\n            points: double()..double() + 3 = double()",
    "table:\n            marks: 0..9 = near(players.first, 1)",
    "table:\n            points: 0..leader().score",
    "table:\n            bonus: player = leader()",
    "each player:\n            hand: row of Hen",
    "components:\n            stock: limit() of Hen(n) for n in 1..limit()",
    "components:\n            stock: near(players.first, 1) of Hen(steps)\n            played: 1 of Hen(alone(up)), 1 of Chick",
    "components:\n            bonus: 2 of Hen(3)",
    "components:\n            stock: 2 of Hen(4), 1 of Chick\n            played: 3 of Hen(n) for n in 1..3",
    "invariant \"few\": all(near(p, 1) < 99 for p in players)",
    "invariant \"few\": limit() < 99",
    "winner: lowest score if limit() > 2",
    "winner: highest score then lowest steps",
)


def trees(text: str) -> tuple[t.Tree, ...]:
    tree, found = parse(Source("hill.rules", text))
    assert not found
    return (tree,)


def read(layers: Sequence[t.Tree], chosen: dict[str, str], memory: Memory) -> Checker:
    return prepared(layers, (), chosen, set(), False, bool(chosen), only=(), memory=memory)


def read_both_ways(layers: Sequence[t.Tree]) -> int:
    """Compares all values of all rulings; answers for how many only what changed was read."""
    base = read(layers, {}, Memory())
    base.run()
    known, fast = {(d.code, d.span) for d in base.desk.found}, 0
    for ruling, value in patches.other_patches(layers):
        quick, whole = (read(layers, {ruling: value}, base.memory) for _ in range(2))
        if quick.run_changed(base):
            fast += 1
            whole.run()
            assert seen(quick, base, known) == seen(whole, base, known), (ruling, value)
    return fast


def seen(checker: Checker, base: Checker, known: set[tuple[str, object]]) -> dict[str, object]:
    """What is said and found, beside what is known without the value."""
    model, desk = checker.model, checker.desk
    return {
        "errors": sorted(str(d) for d in desk.found if d.is_error and (d.code, d.span) not in known),
        "used": base.desk.used | desk.used, "written": base.desk.written | desk.written, "mixed": base.desk.mixed | desk.mixed,
        "lessened": lessened(base.model) | lessened(model),
        "state": {name: (info.type, info.owner, info.word, repr(info.bounds), repr(info.initial)) for name, info in model.state.items()},
        "box": [(part.zone, part.kind, part.span, part.count.op, len(part.loops)) for part in model.components],
        "bodies": {name: ([p.type for p in c.params], c.result) for name, c in model.callables.items()},
    }  # fmt: skip


WITH_RULINGS = [name for name in bundled_games() if "\nruling" in where(name).read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", WITH_RULINGS)
def test_of_a_bundled_game_all_is_found_that_reading_all_of_it_finds(name: str) -> None:
    layers = (parse(Source(name, where(name).read_text(encoding="utf-8")))[0],)
    read_both_ways(layers)


@pytest.mark.parametrize("seed", few.seeds(120))
def test_of_rulings_made_at_random_all_is_found_that_reading_all_finds(seed: int) -> None:
    dice = random.Random(seed)
    lines = ["ruling some: a, b, c or d \"Which?\""]
    for value in "abcd"[dice.randrange(2):]:
        lines += [f"    {value}:", *(f"        {patch}" for patch in dice.sample(PATCHES, dice.randint(1, 4)))]
    read_both_ways(trees(GAME.replace("RULINGS", "\n".join(lines))))


def test_where_there_is_only_more_in_the_box_no_body_is_read_again() -> None:
    more = "ruling some: a or b \"Which?\"\n    b:\n        components:\n            stock: 2 of Hen(n) for n in 1..3"
    assert read_both_ways(trees(GAME.replace("RULINGS", more))) == 2
