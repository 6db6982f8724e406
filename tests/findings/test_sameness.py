"""When two programs are the same one: however a comparison is written, and never where it is another."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import ruledsl
from ruledsl.bits import bits_of
from ruledsl.engine.backend import engine_for
from ruledsl.findings.reference import positions
from ruledsl.findings.sameness import same, turned
from ruledsl.ir.program import ASKING, Program
from ruledsl.ir.verify import verify
from ruledsl.record import replace
from tests import few

GAME = """game "Compared":
    players 2
table: x: 0..9
each player: score: 0..9
winner: highest score
play:
    repeat 3 times:
        for p in players if OTHER: p chooses add or wait
        if FULL: end game
action add(n in 1..2):
    "add {n}"
    require room(n)
    x += n
    your.score += n
action wait(): "wait"
def room(n) = ROOM
def odd(p) = ODD
def payoff(p) = p.score if odd(p) else 0
"""
USUAL = {"OTHER": "p.score < 4", "FULL": "x >= 5", "ROOM": "x + n <= 8", "ODD": "p.score != 2"}
ALIKE = (
    {"OTHER": "not (p.score >= 4)"}, {"OTHER": "4 > p.score"}, {"OTHER": "not (4 <= p.score)"}, {"FULL": "not (x < 5)"}, {"FULL": "5 <= x"},
    {"FULL": "not (5 > x)"}, {"ROOM": "8 >= x + n"}, {"ODD": "not (p.score == 2)"}, {"ODD": "not (not (p.score != 2))"},
)  # fmt: skip
OTHERS = (
    {"OTHER": "p.score <= 4"}, {"OTHER": "p.score > 4"}, {"OTHER": "not (p.score < 4)"}, {"OTHER": "p.score < 5"}, {"FULL": "x > 5"}, {"FULL": "x < 5"},
    {"FULL": "5 >= x"}, {"FULL": "x >= 4"}, {"ROOM": "x + n < 8"}, {"ROOM": "8 <= x + n"}, {"ROOM": "x + n <= 7"}, {"ODD": "p.score == 2"},
    {"ODD": "p.score != 3"}, {"ODD": "not (p.score != 2)"},
)  # fmt: skip


def program(folder: Path, **parts: str) -> Program:
    text = GAME
    for word, part in {**USUAL, **parts}.items():
        text = text.replace(word, part)
    path = folder / "compared.rules"
    path.write_text(text, encoding="utf-8")
    return ruledsl.load(path).program(2)


@pytest.mark.parametrize("parts", ALIKE, ids=str)
def test_a_comparison_is_the_same_however_it_is_written(tmp_path: Path, parts: dict[str, str]) -> None:
    assert same(program(tmp_path), program(tmp_path, **parts))


@pytest.mark.parametrize("parts", OTHERS, ids=str)
def test_another_comparison_is_another_program(tmp_path: Path, parts: dict[str, str]) -> None:
    assert not same(program(tmp_path), program(tmp_path, **parts))


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("name", few.games("what is turned"))
def test_what_is_turned_does_the_same(name: str, watched: bool) -> None:
    """The turned functions are a program, and it comes to the same states by the same answers."""
    game, r = ruledsl.load(name), Random(name)
    whole = game.program(game.model.of({}).model.low, watched=watched)
    other = replace(whole, functions={key: turned(function) for key, function in whole.functions.items()})
    verify(other)
    answers = list[tuple[int, int]]()
    one, two = ((engine := engine_for(made, "interp"), positions(made, engine, 3, answers)) for made in (whole, other))
    for here, there in zip(one[1], two[1], strict=False):
        assert bytes(here.block.bytes()) == bytes(there.block.bytes())
        if len(answers) == 60 or here.block.get("status") != ASKING:
            break
        seat = -1 if here.block.get("ask.count") else r.choice([*bits_of(here.block.get("ask.seats"))])
        options = one[0].legal(here.block, here.site_number, seat) if seat >= 0 else []
        assert seat < 0 or options == two[0].legal(there.block, there.site_number, seat)
        answers.append((r.randrange(len(options) if seat >= 0 else here.block.get("ask.count")), seat))
