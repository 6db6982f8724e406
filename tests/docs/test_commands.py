"""Every command shown in the documentation is run, and prints what is shown there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, every_block, files_before
from tests.work import HANG

ANY = "…"

CONSOLES = [pytest.param(b, id=b.id) for b in every_block("console") if "not run" not in b.says]
PYTHONS = [pytest.param(b, id=b.id) for b in every_block("python") if "not run" not in b.says]


@pytest.mark.parametrize("block", CONSOLES)
def test_console(block, tmp_path):
    files_before(block, tmp_path)
    for command, shown in commands(block.text):
        run = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment(tmp_path), text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, input=typed(block), timeout=HANG,
        )  # fmt: skip
        assert matches(shown, run.stdout), f"$ {command}\n{run.stdout}"


@pytest.mark.parametrize("block", PYTHONS)
def test_python(block, tmp_path, monkeypatch):
    files_before(block, tmp_path)
    monkeypatch.chdir(tmp_path)
    exec(compile(block.text, block.id, "exec"), {"__name__": "example"})


def commands(text: str) -> list[tuple[str, str]]:
    """The commands of a block, each with what is shown below it."""
    out: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            out.append((line[2:], []))
        else:
            out[-1][1].append(line)
    return [(command, "\n".join(shown)) for command, shown in out]


def matches(shown: str, printed: str) -> bool:
    """Is what was printed what is shown? `…` is anything: on a line of its own, any lines."""
    lines = [re.escape(line.rstrip()).replace(re.escape(ANY), ".*") for line in shown.splitlines()]
    pattern = "".join("(?:.*\n)*?" if line == ".*" else f"{line}\n" for line in lines)
    text = "".join(f"{line.rstrip()}\n" for line in printed.strip("\n").splitlines())
    return re.fullmatch(pattern, text) is not None


def typed(block) -> str:
    """What stands in the page as `input`, a line a word."""
    return "".join(f"{line.strip()}\n" for line in block.says.get("input", "").split("|"))


def environment(folder: Path) -> dict[str, str]:
    """A plain terminal of 80 columns, with the `ruledsl` of this checkout."""
    bin = folder / ".bin"
    bin.mkdir(exist_ok=True)
    command = bin / "ruledsl"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ruledsl_tools.cli "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return {
        **os.environ, "PATH": f"{bin}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tools'}",
        "NO_COLOR": "1", "COLUMNS": "80", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1",
    }  # fmt: skip
