"""The arrows between packages point one way, and each third party lives in one room."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.house.imports import ROOT, imported, package_named, package_of, sources
from tests.house.layers import DOORS, ROOMS, allowed, level

PACKAGES = sorted({package_of(path) for path in sources()})


@pytest.mark.parametrize("here", PACKAGES)
def test_arrows(here):
    level(here)
    wrong = []
    for path in sources():
        if package_of(path) != here:
            continue
        for module, line, at_once in imported(path):
            there = package_named(module)
            if there is None or module == "ruledsl" and here not in ("ruledsl", "tools", "testing"):
                continue  # `from ruledsl import pipeline`: the names say which
            if not allowed(here, there) or ((here, there) in DOORS and at_once and here == "engine"):
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {here} imports {there}")
    assert not wrong


def test_rooms():
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {module} belongs in {ROOMS[top]}"
        for path in sources()
        for module, line, _ in imported(path)
        if (top := module.split(".")[0]) in ROOMS and not str(path.relative_to(ROOT)).startswith(ROOMS[top])
    ]
    assert not wrong


def test_tests_change_records_as_records_are_changed():
    files = [path for path in ROOT.glob("tests/**/*.py") if path.name != "test_record.py"]
    assert not [f"{path}:{line}" for path in files for module, line, _ in imported(path) if module == "dataclasses"]


def test_a_bare_import_pulls_in_nothing():
    code = "import sys, ruledsl; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert not set(run.stdout.split()) & set(ROOMS)


def test_the_command_starts_without_heavy_things():
    code = "import sys, ruledsl_tools.cli; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    path = [str(ROOT), str(ROOT / "tools")]
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}; {code}"], capture_output=True, text=True, check=True
    )
    assert not set(run.stdout.split()) & set(ROOMS)


@pytest.mark.parametrize("words", [["check", "pig"], ["simulate", "pig", "-n", "1"]], ids=" ".join)
def test_a_short_run_imports_no_more_than_it_needs(words):
    path = [str(ROOT), str(ROOT / "tools")]
    code = f"import sys; sys.path[:0] = {path!r}; from ruledsl_tools.cli import main; main({words!r}); print(*sys.modules)"
    needless = {*ROOMS, "inspect", "random"} - ({"llvmlite", "random"} if words[0] == "simulate" else set())
    for kept in (False, True):
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        found = needless & set(run.stdout.split())
        assert not kept or not found


def test_tools_are_not_known_to_the_language():
    wrong = [str(p) for p in sources() if package_of(p) != "tools" for m, _, _ in imported(p) if m.startswith("ruledsl_tools")]
    assert not wrong
