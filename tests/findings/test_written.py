"""Finds as tests in the language: each fails as the find says, and holds once the rules are mended."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.findings.written import free_names, shows, written
from ruledsl.testing import collect, run_test
from tests.findings.games import hunt, load, rules
from tests.findings.test_hunt import PLANTED


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
