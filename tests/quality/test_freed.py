"""What was made of a text is free as soon as nobody holds it. On circles it would stay until the collector comes, which took a tenth of a test run."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ruledsl import load
from ruledsl.flow import analyse
from ruledsl.pipeline import read
from ruledsl.resources import where
from ruledsl.source import Source
from ruledsl.syntax import parse

GAMES = ("cloud-nine", "hearts", "hearth-island")
"""A large one, one of cards, and one of boards."""


def parsed(path: Path) -> None:
    parse(Source(str(path), path.read_text()))


def checked(path: Path) -> None:
    assert not any(d.is_error for d in read(str(path)).diagnostics)


def drawn(path: Path) -> None:
    analyse(read(str(path)).model)


def lowered(path: Path) -> None:
    load(path).program(4)


MAKES = (parsed, checked, drawn, lowered)


@contextmanager
def found() -> Iterator[Counter[str]]:
    """By their kinds the things that only the collector finds."""
    kinds: Counter[str] = Counter()
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield kinds
        gc.collect()
        kinds.update(type(thing).__name__ for thing in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_left_to_the_collector(game: str, tmp_path: Path) -> None:
    file = tmp_path / "fresh.rules"
    file.write_text(where(game).read_text() + "\n# of its own\n")
    for make in MAKES:
        make(file)  # what is imported and kept for good
    file.write_text(file.read_text() + "# and another\n")
    with found() as kinds:
        for make in MAKES:
            make(file)
    assert kinds.total() < 100, kinds.most_common(6)
