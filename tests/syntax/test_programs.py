"""Small programs, and the code of each mistake on the line where it must be reported: `#! E0125`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruledsl.source import Source
from ruledsl.syntax import parse

PROGRAMS = (Path(__file__).parent / "programs.txt").read_text(encoding="utf-8").split("\n---\n")


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.split("\n")[0])
def test_program(program: str) -> None:
    expected = [
        (number, code)
        for number, line in enumerate(program.split("\n"), 1)
        for marks in re.findall(r"#! ([E\d ]+)$", line)
        for code in marks.split()
    ]
    _, faults = parse(Source("program", program))
    assert [(d.span.line, d.code) for d in faults] == expected
