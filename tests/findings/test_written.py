"""Finds as tests in the language: each fails as the find says, and holds once the rules are mended."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import ruledsl
from ruledsl.bits import bits_of
from ruledsl.engine.backend import engine_for
from ruledsl.findings.reference import positions
from ruledsl.findings.verdicts import REFUTED, Finding, Setting, Witness
from ruledsl.findings.written import free_names, shows, written
from ruledsl.ir.program import ASKING
from ruledsl.source import NOWHERE
from ruledsl.testing import collect, run_test
from tests import few
from tests.findings.games import hunt, load, rules
from tests.findings.test_hunt import PLANTED
from tests.findings.test_spoken import HUNTED, explored

NOTHING = Finding(REFUTED, "stuck", "nothing", NOWHERE, setting=0, witness=Witness(5, (), 0))


@pytest.mark.parametrize(("kind", "text", "parts"), PLANTED[:3], ids=["a bound", "an invariant", "nobody can do anything"])
def test_a_written_test_fails_as_said_and_holds_when_the_rules_are_mended(tmp_path: Path, kind: str, text: str, parts: dict[str, str]) -> None:
    path = rules(tmp_path, **parts)
    hunted = hunt(load(path), 0.5)
    (found,) = hunted.findings
    assert found.witness is not None and found.kind == kind
    answers = [(a.option, -1 if a.seat is None else a.seat - 1) for a in found.witness.answers]
    test = written(hunted.tables[0].program, hunted.settings[0], found, answers)
    name = next(free_names(path, "found"))
    assert name.name == "trap.found-1.test.rules"
    name.write_text(test)
    assert shows(str(path), name, found)
    assert next(free_names(path, "found")).name == "trap.found-2.test.rules"
    rules(tmp_path)
    (case,) = collect(str(path), [str(name)])
    assert run_test(case).passed
    assert not shows(str(path), name, found)


def test_a_test_of_another_fault_is_not_taken_for_the_find(tmp_path: Path) -> None:
    path = rules(tmp_path, high="3")
    (found,) = hunt(load(path), 0.5).findings
    name = tmp_path / "trap.found-1.test.rules"
    name.write_text('test "other":\n    when:\n        A: lay(Swan)\n')
    from ruledsl.diagnostics import RulesError

    with pytest.raises(RulesError):
        shows(str(path), name, found)
    name.write_text('test "other":\n    when:\n        B: leave\n')
    assert not shows(str(path), name, found)


@pytest.mark.parametrize("name", few.games("what tests are written of"))
def test_what_is_done_in_any_game_is_written_as_its_tests_say_it(tmp_path: Path, name: str) -> None:
    """Cells, edges and routes, several cards, how many of each, cards that nobody sees: a game at random is a test that passes."""
    game, seed, r = ruledsl.load(name), 5, Random(name)
    program = game.program(game.model.of({}).model.low)
    engine, answers = engine_for(program, "interp"), list[tuple[int, int]]()
    for position in positions(program, engine, seed, answers):
        if len(answers) == 25 or position.block.get("status") != ASKING:
            break
        seat = -1 if position.block.get("ask.count") else r.choice([*bits_of(position.block.get("ask.seats"))])
        many = position.block.get("ask.count") if seat < 0 else len(engine.legal(position.block, position.site_number, seat))
        answers.append((r.randrange(many), seat))
    file = tmp_path / f"{name}.test.rules"
    file.write_text(written(program, Setting(program.players, {}), NOTHING, answers), encoding="utf-8")
    (case,) = (case for case in collect(name, [str(file)]) if case.span.file == str(file))
    assert run_test(case).passed


LONG = """game "Spoken":
    players 2
table:
    x: 0..9 = 3
    y: 0..99
play:
    repeat 12 times:
        for p in players: p chooses less or more "{WHAT}"
action less(n in 1..1):
    "LABEL"
    require x > 0 else "REFUSED"
    x -= 1
action more():
    "more"
    y += 1
winner: highest size
def size(p) = 1
"""
LATE = "{9 // x}"


@pytest.mark.parametrize(
    ("texts", "least"),
    [({"{WHAT}": LATE}, 3), ({"LABEL": "{9 // (x - n)}"}, 2), ({"REFUSED": LATE}, 3), ({"{WHAT}": "{9 // (x + 1 - y // 3)}"}, 6)],
)  # fmt: skip
def test_texts_that_go_wrong_are_shrunk_and_written_as_tests(tmp_path: Path, texts: dict[str, str], least: int) -> None:
    """No more answers are told than it needs."""
    text = LONG
    for old, new in ({"{WHAT}": "what?", "LABEL": "less by {n}", "REFUSED": "no"} | texts).items():
        text = text.replace(old, new)
    path = tmp_path / "spoken.rules"
    path.write_text(text, encoding="utf-8")
    hunted = hunt(load(path), 3.0)
    (found,) = (one for one in hunted.findings if one.verdict == REFUTED)
    assert found.witness is not None
    answers = [(a.option, -1 if a.seat is None else a.seat - 1) for a in found.witness.answers]
    assert len(answers) <= least and found.witness.shrunk >= len(answers)
    name = tmp_path / "spoken.found-1.test.rules"
    name.write_text(written(hunted.tables[0].program, hunted.settings[0], found, answers), encoding="utf-8")
    assert shows(str(path), name, found)
    path.write_text(LONG.replace("{WHAT}", "what?").replace("LABEL", "less by {n}").replace("REFUSED", "no"), encoding="utf-8")
    (case,) = collect(str(path), [str(name)])
    assert run_test(case).passed


@pytest.mark.parametrize("texts", HUNTED)
def test_every_text_that_a_hunt_finds_is_written(tmp_path: Path, texts: dict[str, str]) -> None:
    path, _ = explored(tmp_path, texts)
    hunted = hunt(load(path), seconds=2.0)
    (found,) = (one for one in hunted.findings if one.verdict == REFUTED)
    assert found.witness is not None
    answers = [(a.option, -1 if a.seat is None else a.seat - 1) for a in found.witness.answers]
    name = tmp_path / "spoken.found-1.test.rules"
    name.write_text(written(hunted.tables[0].program, hunted.settings[0], found, answers), encoding="utf-8")
    assert shows(str(path), name, found)
