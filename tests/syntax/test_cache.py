"""The kept tables: used if they are sound and ours, and never missed."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ruledsl.syntax import cache
from ruledsl.syntax.words import RESERVED


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache.grammar_tables.cache_clear()
    return tmp_path


compiled = functools.cache(cache.tables.compile_tables)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each time the tables are made. What comes of it is the same each time, and takes Lark most of a second: so it is made once."""
    times: list[str] = []
    monkeypatch.setattr(cache.tables, "compile_tables", lambda: times.append("made") or compiled())
    return times


def fresh() -> cache.tables.Tables:
    cache.grammar_tables.cache_clear()
    return cache.grammar_tables()


def kept(home: Path) -> Path:
    (file,) = (home / "ruledsl").iterdir()
    return file


def test_made_once(home: Path, made: list[str]) -> None:
    assert fresh() == fresh()
    assert made == ["made"]


def test_damaged(home: Path, made: list[str]) -> None:
    fresh()
    for number, damage in enumerate(["", "{}", "[1]", "{}\n{}", "[[], 0]\n{}", "\x00", "\n\n"], 2):
        kept(home).write_text(damage)
        fresh()
        fresh()
        assert made == ["made"] * number, damage


def test_changed_contents(home: Path, made: list[str]) -> None:
    fresh()
    file = kept(home)
    before = file.read_bytes()
    assert b"NAME" in before
    file.write_bytes(before.replace(b"NAME", b"NAMF", 1))
    fresh()
    assert made == ["made", "made"]


def test_writable_by_others(home: Path, made: list[str]) -> None:
    fresh()
    (home / "ruledsl").chmod(0o777)
    fresh()
    assert made == ["made", "made"]


@pytest.mark.parametrize("base", ["", "relative", "/dev/null/no"])
def test_no_place(home: Path, made: list[str], base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", base)
    assert fresh().rows
    assert made == ["made"]


def test_lark_only_for_making(home: Path) -> None:
    """A later run does not import what makes the tables, and the tree alone needs no grammar."""
    program = "import sys, {0}; {1}; print('lark' in sys.modules)"
    parse = program.format("ruledsl.syntax", "from ruledsl.source import Source; ruledsl.syntax.parse(Source('a', ''))")
    only_tree = program.format("ruledsl.syntax.tree", "pass")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}

    def run(text: str) -> str:
        return subprocess.run([sys.executable, "-c", text], env=environment, capture_output=True, text=True, check=True).stdout

    assert [run(parse), run(parse), run(only_tree)] == ["True\n", "False\n", "False\n"]


def test_reserved_words(home: Path) -> None:
    """The grammar says which words are never names."""
    found = {name for names in fresh().words.values() for name, _, reserved in names if reserved}
    assert {word.upper() for word in RESERVED} == found - {"OR_NONE", "NOT_IN", "IS_NOT"}
