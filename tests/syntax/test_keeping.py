"""The trees that are kept: of a file that others stand on, and of no text that is at fault; the same as one that is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.pipeline import read
from ruledsl.record import replace
from ruledsl.resources import bundled_games
from ruledsl.source import Source
from ruledsl.syntax import keeping, parse


@pytest.fixture
def parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that were read, in a place where nothing is kept yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    files: list[str] = []
    monkeypatch.setattr(keeping, "parse", lambda source: files.append(Path(source.file).name) or parse(source))
    return files


def test_a_base_is_read_once_and_says_the_same(parsed: list[str]) -> None:
    variant = str(bundled_games()["misere-tic-tac-toe"])
    first, again = read(variant), read(variant)
    assert parsed == ["tic-tac-toe.rules"]
    assert first.layers == again.layers and first.hash == again.hash and first.diagnostics == again.diagnostics == []
    assert again.layers[0] == parse(again.layers[0].source)[0]


@pytest.mark.parametrize("change", ["text", "file"])
def test_another_text_or_file_is_read_anew(parsed: list[str], change: str) -> None:
    source = Source("a.rules", 'game "A":\n    players 2\n')
    keeping.kept(source)
    other = replace(source, **{change: source.text + "# b\n" if change == "text" else "b.rules"})
    assert keeping.kept(other) == parse(other) and len(parsed) == 2


def test_what_is_at_fault_is_told_each_time(parsed: list[str]) -> None:
    source = Source("a.rules", 'game "A":\n    players )\n')
    assert keeping.kept(source)[1] == keeping.kept(source)[1] != [] and len(parsed) == 2


def test_what_is_nested_too_deeply_to_be_kept_is_read_again(parsed: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def too_deep(*_: object) -> bytes:
        raise RecursionError

    monkeypatch.setattr(keeping.pickle, "dumps", too_deep)
    source = Source("a.rules", 'game "A":\n    players 2\n')
    assert keeping.kept(source) == keeping.kept(source) and len(parsed) == 2
