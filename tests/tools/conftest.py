"""Running the command as a person does, in an empty folder."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tools import forked
from tests.tools.process import NIM

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def ruledsl(tmp_path: Path) -> Run:
    """Runs `ruledsl WORDS` in an empty folder."""

    def run(*words: str, typed: str = "", env: dict[str, str | None] | None = None) -> subprocess.CompletedProcess[str]:
        return forked.run(words, typed, tmp_path, env or {})

    return run


@pytest.fixture
def nim(tmp_path: Path) -> Path:
    """A small game of one's own, with a hidden hand, an option and a refusal."""
    path = tmp_path / "nim.rules"
    path.write_text(NIM, encoding="utf-8")
    return path
