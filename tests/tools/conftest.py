"""Running the command as a person does, in an empty folder."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tools.process import NIM, command, environment
from tests.work import HANG

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def ruledsl(tmp_path: Path) -> Run:
    """Runs `ruledsl WORDS` in an empty folder."""

    def run(*words: str, typed: str = "", env: dict[str, str | None] | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command(*words),
            input=typed,
            capture_output=True,
            encoding="utf-8",
            cwd=tmp_path,
            env=environment(**(env or {})),
            timeout=HANG,
        )

    return run


@pytest.fixture
def nim(tmp_path: Path) -> Path:
    """A small game of one's own, with a hidden hand, an option and a refusal."""
    path = tmp_path / "nim.rules"
    path.write_text(NIM, encoding="utf-8")
    return path
