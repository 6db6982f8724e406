"""No test reads a clock, and nothing is waited for but by the watchdogs of `tests/work.py`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.imports import ROOT

FREE = {
    "tests/work.py": "the watchdogs",
    "tests/bench/": "measures, and is no test",
    "tests/quality/soak.py": "plays for hours, on demand",
    "tests/quality/strength.py": "plays for minutes, on demand",
    "tests/quality/corners.py": "plays for hours, on demand",
    "tests/laws/__main__.py": "judges files for hours, on demand",
    "tests/laws/running.py": "as long as it was told, on demand",
}
CLOCKS = {"time", "timeit", "datetime", "resource", "sched"}
"""Modules with a clock."""
RINGING = {"setitimer", "alarm", "Timer", "settimeout"}
"""Names that ring after a time."""
WATCHDOGS = {"HANG", "SOON"}


def found(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a test that hang on how long something takes."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, name.name) for name in names if name.name.split(".")[0] in CLOCKS)
            case ast.ImportFrom(module=module):
                if (module or "").split(".")[0] in CLOCKS:
                    yield node.lineno, str(module)
            case ast.Attribute(value=ast.Name(id="threading"), attr="enumerate"):
                yield node.lineno, "threading.enumerate"
            case ast.Attribute(attr=name) | ast.Name(id=name) if name in RINGING:
                yield node.lineno, name
            case ast.keyword(arg="timeout" | "within", value=value):
                if not (isinstance(value, ast.Name) and value.id in WATCHDOGS):
                    yield value.lineno, f"{node.arg}={ast.unparse(value)}"
            case ast.keyword(arg="deadline", value=value) if ast.unparse(value) != "None":
                yield value.lineno, "deadline"


def files() -> list[Path]:
    every = (path for path in sorted(ROOT.glob("tests/**/*.py")) if path != Path(__file__))
    return [path for path in every if not path.relative_to(ROOT).as_posix().startswith(tuple(FREE))]


def test_no_test_reads_a_clock() -> None:
    wrong = [f"{path.relative_to(ROOT)}:{n}: {what}" for path in files() for n, what in found(path.read_text(encoding="utf-8"))]
    assert not wrong, "count the work, or wait by a watchdog of tests/work.py"


def test_what_may_read_one_is_there() -> None:
    assert [name for name in FREE if not (ROOT / name).exists()] == []


@pytest.mark.parametrize(
    "line",
    [
        "import time", "from time import monotonic", "import datetime as d", "from timeit import timeit", "run(timeout=60)", "run(timeout=2 * HANG)",
        "process.wait(timeout=10)", "settings(deadline=500)", "signal.setitimer(0, 1)", "Timer(3, f)", "ended(p, within=3)",
    ],
)  # fmt: skip
def test_it_is_seen(line: str) -> None:
    assert list(found(line))


@pytest.mark.parametrize("line", ["run(timeout=HANG)", "clock.wait(3)", "ended(p, within=SOON)", "timed = 3"])
def test_it_is_seen_nowhere_else(line: str) -> None:
    assert not list(found(line))
