"""What the daily run leaves out is left out in one place alone, and no construct of the language with it."""

from __future__ import annotations

import ast
import importlib
import textwrap
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from ruledsl.resources import bundled_games
from tests import few
from tests.bundled import bundled
from tests.constructs import used
from tests.house.imports import ROOT

FEW = ROOT / "tests" / "few.py"
ASKED = {"games", "rows"}
NAMES = list(bundled_games())


def thinning() -> Iterator[tuple[Path, ast.Call]]:
    """The files of tests that thin what they hold on games, and where they do so."""
    for path in sorted(ROOT.glob("tests/**/*.py")):
        text = path.read_text(encoding="utf-8")
        if path not in (FEW, Path(__file__)) and "few." in text:
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "few" and node.func.attr in ASKED:
                    yield path, node


@pytest.mark.parametrize("name", NAMES)
def test_what_games_use_is_what_is_kept(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"constructs/{name}.txt", "\n".join(textwrap.wrap(" ".join(used(bundled(name))), 150, break_on_hyphens=False, break_long_words=False)) + "\n")


def test_nothing_is_kept_of_games_that_are_not_there() -> None:
    assert {path.stem for path in few.KEPT.glob("*.txt")} == set(NAMES)


def test_what_is_held_on_few_games_is_held_on_all_that_they_use() -> None:
    said = [ast.unparse(call.args[0]) for _, call in thinning()]
    assert len(said) == len(set(said)) > 10
    for path in dict.fromkeys(path for path, _ in thinning()):
        importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for what, (could, kept) in few.RUN.thinned.items():
        assert set(kept) <= set(could), what
        assert few.union(kept) == few.union(could), what
    seen = {name for _, kept in few.RUN.thinned.values() for name in kept}
    assert set(NAMES) <= seen, "each game is seen by something besides its own tests"


def test_a_cover_hangs_on_what_is_held_alone() -> None:
    covers = {what: few.covering(what, NAMES) for what in ("one", "other")}
    assert covers == {what: few.covering(what, reversed(NAMES)) for what in covers}
    assert covers["one"] != covers["other"] and all(len(kept) < len(NAMES) for kept in covers.values())


def test_rows_and_ways_all_occur() -> None:
    for rows, ways in ((range(7), "abc"), (range(2), "abc")):
        kept = few.spread(rows, ways)
        assert set(kept) <= set(product(rows, ways)) and {row for row, _ in kept} == set(rows) and {way for _, way in kept} == set(ways)


def test_whole_is_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(few, "RUN", few.Run(whole=True))
    assert few.games("anything") == sorted(NAMES)
    assert few.rows("tables", [("pig", 2), ("pig", 3)]) == [("pig", 2), ("pig", 3)]
    assert few.of(100) == 100 and few.seeds(3, 9) == range(3, 9)
    assert few.spread("ab", (1, 2)) == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]


def test_no_test_asks_by_itself_how_much_is_to_be_held() -> None:
    """The option is read by `conftest.py`, and what it said by `few.py`."""
    free = {FEW, Path(__file__), ROOT / "tests" / "conftest.py"}
    texts = {path: path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/*.py") if path not in free}
    assert [str(path) for path, text in texts.items() if "--whole" in text or "few.RUN" in text or "few.SHARE" in text] == []
