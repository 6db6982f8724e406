"""Broken programs: each mistake is reported on its line, with its code and words, and nothing else is.

A file of cases is cut at lines `---`. Each piece is read behind the good game `base.rules`, unless its title says `alone`.
`### CODE words` at the end of a line is the fault that must be reported there. What a person is shown stands in `tests/golden/cases`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.diagnostics import Diagnostic, Edit, render
from ruledsl.model import errors as model_errors
from ruledsl.record import record
from ruledsl.source import Source
from ruledsl.syntax import errors as syntax_errors
from ruledsl.syntax import parse
from tests import few

HERE = Path(__file__).parent
BASE = (HERE / "base.rules").read_text(encoding="utf-8")
GOLDEN = HERE.parent / "golden" / "cases"
MARK = re.compile(r" *### ([EW]\d+) (.*)$")
ELSEWHERE = {"E0100", "E0101", "E0102", "E0103", "E0119", "E0120", "E0121", "E0162", "E0412"}
"""Codes of files that cannot be written here: unreadable, too long, too deep, or a variant of another file."""


@record(frozen=True)
class Case:
    file: str
    title: str
    base: str
    piece: str

    @property
    def above(self) -> int:
        """How many lines stand before the piece."""
        return self.base.count("\n")

    @property
    def marks(self) -> list[tuple[int, str, str]]:
        found = ((n, MARK.search(line)) for n, line in enumerate(self.piece.split("\n"), 1 + self.above))
        return [(n, m[1], m[2]) for n, m in found if m]

    @property
    def clean(self) -> str:
        return self.base + "\n".join(MARK.sub("", line) for line in self.piece.split("\n"))


def cases() -> Iterator[Case]:
    for path in sorted(HERE.glob("*.rules")):
        for piece in path.read_text(encoding="utf-8").split("\n---\n") if path.stem != "base" else ():
            title = MARK.sub("", piece.split("\n")[0]).removeprefix("# ")
            yield Case(path.stem, title, "" if title.startswith("alone: ") else BASE, piece)


CASES = list(cases())


@cache
def diagnostics(text: str) -> list[Diagnostic]:
    """What is said of a text, which is asked for by several tests."""
    tree, found = parse(Source("case.rules", text))
    return pipeline.judge([tree], [], found)[1]


def mended(text: str, edits: tuple[Edit, ...]) -> str:
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda e: (e.span.line, e.span.column), reverse=True):
        assert edit.span.line == edit.span.end_line
        line = lines[edit.span.line - 1]
        lines[edit.span.line - 1] = line[: edit.span.column - 1] + edit.text + line[edit.span.end_column - 1 :]
    return "\n".join(lines)


def test_a_tree_that_is_judged_again_is_told_the_same() -> None:
    for case in few.some(CASES[::3]):
        tree, found = parse(Source("case.rules", case.clean))
        first, second = (pipeline.judge([tree], [], list(found))[1] for _ in range(2))
        assert first == second, case.title


def test_base_is_good() -> None:
    assert diagnostics(BASE) == []


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.file}: {c.title}")
def test_case(case: Case) -> None:
    found = diagnostics(case.clean)
    assert [(d.span.line, d.code) for d in found] == [(n, code) for n, code, _ in case.marks], [d.message for d in found]
    for d, (_, _, words) in zip(found, case.marks):
        assert words in d.message


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.file}: {c.title}")
def test_fix_mends(case: Case) -> None:
    """The edit of a diagnostic, made, takes that diagnostic away and brings no error of the same line."""
    for d in diagnostics(case.clean):
        if d.fix:
            after = diagnostics(mended(case.clean, d.fix))
            assert not [e for e in after if e.code == d.code and e.span.line == d.span.line]
            assert len([e for e in after if e.is_error]) < len([e for e in diagnostics(case.clean) if e.is_error]) or not d.is_error


@pytest.mark.parametrize("file", sorted({c.file for c in CASES}))
def test_what_is_shown(file: str, pytestconfig: pytest.Config) -> None:
    shown = "\n".join(f"# {c.title}\n{_shown(c)}\n" for c in CASES if c.file == file)
    golden = GOLDEN / f"{file}.txt"
    if pytestconfig.getoption("--update-golden"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(shown, encoding="utf-8")
    assert shown == golden.read_text(encoding="utf-8")


def _shown(case: Case) -> str:
    source = Source("case.rules", case.clean)
    said = "\n".join(render(d, source) for d in diagnostics(case.clean))
    return re.sub(r"case\.rules:(\d+)", lambda m: f"case.rules:{int(m[1]) - case.above}", said)


def test_every_golden_file_has_its_cases() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {c.file for c in CASES}


def test_enough_of_them() -> None:
    assert len(CASES) >= 120


def test_every_code_occurs() -> None:
    known = {*model_errors.ROWS, *(row.code for row in syntax_errors.ROWS.values())}
    shown = {code for case in CASES for _, code, _ in case.marks}
    assert shown <= known
    assert known - shown == ELSEWHERE & known
