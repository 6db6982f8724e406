"""Games that were made ready before: used if nothing has changed, and as good as new."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ruledsl import kept, pipeline
from ruledsl.diagnostics import RulesError
from ruledsl.engine.game import Game, load
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Block, Function, Instr
from ruledsl.ir.text import show
from ruledsl.kept import packed, unpacked
from ruledsl.record import fields, values

RULES = '''
game "Steps":
    players 2..3

option goal: 1..9 = 3
    "How far?"

each player:
    steps: 0..20

play:
    turns p in players while not any(q.steps >= goal for q in players): turn(p)

phase turn(p):
    p chooses step

action step():
    "step"
    your.steps += 1

winner: highest steps
'''
VARIANT = '''
variant "Leaps" of "steps":
    instead of step(): your.steps += 2
'''


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "steps.rules"
    file.write_text(RULES)
    (tmp_path / "leaps.rules").write_text(VARIANT)
    yield file


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each time that rules are read."""
    times: list[str] = []
    read = pipeline.load
    monkeypatch.setattr(pipeline, "load", lambda name, *rest, **more: times.append(name) or read(name, *rest, **more))
    return times


def total(game: Game, **options: int) -> int:
    """The steps of both players in one game."""
    match = game.start(2, 1, options)
    while match.decision is not None:
        match.play(match.decision.options[0])
    return sum(match.scores)


def test_rules_are_read_once(rules: Path, readings: list[str]) -> None:
    found = [total(load(rules)) for _ in range(3)]
    assert found == [5, 5, 5]
    assert len(readings) == 1
    assert total(load(rules), goal=2) == 3
    assert len(readings) == 2
    assert total(load(rules), goal=2) == 3
    assert len(readings) == 2


def test_everything_is_as_it_was(rules: Path) -> None:
    first, again = load(rules), load(rules)
    assert show(first.program(3)) == show(again.program(3))
    assert first.program(3) == again.program(3)
    assert (first.title, first.seat_range, first.languages, first.option_names) == (again.title, again.seat_range, again.languages, again.option_names)
    assert first.chosen(first.program(2)) == again.chosen(again.program(2)) == {"goal": 3}
    assert again.options["goal"].question == "How far?"
    assert again.simulate(50, seed=1).timed(1) == first.simulate(50, seed=1).timed(1)


def test_functions_are_kept_with_all_that_there_is_of_them() -> None:
    assert {kind: tuple(fields(kind)) for kind in (Block, Instr)} == {Block: ("label", "instrs"), Instr: ("op", "args", "place")}
    instrs = [Instr("const", (0, 3), 7), Instr("fault", (Fault.NO_OPTION,), 8)]
    function = Function("f", "value", 2, 5, [Block("start.1", instrs), Block("end.2", [])], ("start.1",))
    assert function.resumes and None not in values(function), "no field is what it is by itself"
    assert unpacked(packed({"f": function, "g": function})) == {"f": function, "g": function}


def test_a_change_is_seen(rules: Path, readings: list[str]) -> None:
    load(rules)
    rules.write_text(RULES.replace("+= 1", "+= 3"))
    assert total(load(rules)) == 3
    rules.write_text(RULES.replace("+= 1", "+= hop"))
    for _ in range(2):
        with pytest.raises(RulesError):
            load(rules)
    rules.write_text(RULES)
    assert total(load(rules)) == 5
    assert len(readings) == 5


def test_a_change_of_the_game_below_is_seen(rules: Path, readings: list[str]) -> None:
    leaps = rules.with_name("leaps.rules")
    assert [total(load(leaps)) for _ in range(2)] == [6, 6]
    assert len(readings) == 1
    rules.write_text(RULES.replace("= 3", "= 5"))
    assert total(load(leaps)) == 10
    rules.unlink()
    with pytest.raises(RulesError):
        load(leaps)


def test_what_was_loaded_stays_as_it_was(rules: Path) -> None:
    load(rules)
    game = load(rules)
    rules.write_text("nonsense")
    assert total(game, goal=4) == 7
    assert game.options["goal"].default == 3


@pytest.mark.parametrize("damage", [b"", b"ruledsl", "cut", "flip"])
def test_damage(rules: Path, readings: list[str], damage: bytes | str) -> None:
    total(load(rules))
    for file in (rules.parent / "cache" / "ruledsl").iterdir():
        data = file.read_bytes()
        file.write_bytes({"cut": data[:-1], "flip": data[:-1] + bytes([data[-1] ^ 1])}[damage] if isinstance(damage, str) else damage)
    assert total(load(rules)) == 5
    assert len(readings) == 2


def test_another_language_reads_anew(rules: Path, readings: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    load(rules)
    monkeypatch.setattr(kept, "makers", lambda: "others")
    load(rules)
    assert len(readings) == 2


def test_no_place_to_keep(rules: Path, readings: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("HOME", raising=False)
    assert [total(load(rules)) for _ in range(2)] == [5, 5]
    assert len(readings) == 2
