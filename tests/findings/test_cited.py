"""Rulebook ids: which ran in every setting, in some, never; which stand where nothing runs."""

from __future__ import annotations

from pathlib import Path

from ruledsl.findings.cited import cited, ids, told
from ruledsl.findings.coverage import Thing
from ruledsl.source import Source, Span
from tests.findings.games import hunt, load, rules

MORE = """option strict: bool = false
    "Is it played for more?"
invariant "few": laps < 99
def unasked() = 3 @T-9"""


def test_ids_are_told_by_what_ran_beside_them(tmp_path: Path) -> None:
    path = rules(tmp_path, effect="if laps > 98: laps = 1  @T-4", more=MORE)
    text = path.read_text()
    for old, id in (('    "lay {card}"', "@T-2"), ("deck: 6 of Fox, 6 of Hen", "@T-1"), ("    laps += 1", "@T-3"), ("action leave():", "@T-6..7")):
        assert old in text
        text = text.replace(old, f"{old}  {id}")
    more = ("if strict: your.score += 0  @T-5", "else: laps += 0  @T-5", "if strict: laps += 0  @T-8")
    text = text.replace("    move card to out\n", "\n    ".join(("    move card to out", *more)) + "\n")
    path.write_text(text)
    hunted = hunt(load(path), 3)
    covered = hunted.covered()
    found = {one.id: one for one in hunted.cited(covered)}
    assert {id: one.where for id, one in found.items() if id != "@T-2"} == {
        "@T-1": "nothing", "@T-3": "every", "@T-4": "never", "@T-5": "every", "@T-6": "every", "@T-7": "every", "@T-8": "some", "@T-9": "nothing",
    }  # fmt: skip
    assert covered.keys() == {0, 1} and found["@T-8"].ran[1] > 0 and found["@T-3"].record()["lines"] == [f"{path}:{found['@T-3'].lines[0][1]}"]
    (line,) = told(list(found.values()))
    assert line.startswith("@T: ") and "1 in some, 1 never (@T-4)" in line


def test_nothing_is_told_where_settings_were_left_out(tmp_path: Path) -> None:
    hunted = hunt(load(rules(tmp_path, more=MORE)), 1)
    hunted.tables = [table for table in hunted.tables if not table.watched]
    assert hunted.cited(hunted.covered()) == []


def test_a_range_is_all_of_its_ids_and_a_declaration_all_of_its_lines() -> None:
    assert list(ids("@SE-098..101")) == ["@SE-098", "@SE-099", "@SE-100", "@SE-101"] and list(ids("@A1b")) == ["@A1b"]
    source = Source("x.rules", "", {3: ("@A-1",), 4: ("@A-2",), 9: ("@A-3",)})
    there = {0: {Thing("dead-branch", Span("x.rules", 4, 5, 4, 9), "this"): 2, Thing("dead-branch", Span("x.rules", 9, 5, 9, 9), "this"): 0}}
    assert [(one.id, one.where, dict(one.ran)) for one in cited([source], there, [("x.rules", 3), ("x.rules", 8)])] == [
        ("@A-1", "every", {0: 2}), ("@A-2", "every", {0: 2}), ("@A-3", "never", {0: 0}),
    ]  # fmt: skip
