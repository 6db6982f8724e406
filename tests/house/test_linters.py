"""ruff and mypy are content."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

import pytest

from tests.house.imports import ROOT


@pytest.mark.skipif(importlib.util.find_spec("ruff") is None, reason="ruff is not installed")
def test_ruff():
    run = subprocess.run([sys.executable, "-m", "ruff", "check", "--no-cache", "."], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
def test_mypy():
    kept = [] if (ROOT / ".mypy_cache").is_dir() else ["--cache-dir", os.devnull]  # to keep what it found would take a sixth of its time
    command = [sys.executable, "-m", "mypy", *kept, "--strict", "ruledsl", "tools/ruledsl_tools"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
