"""The formatter: what it writes says the same, looks one way, and is left alone the second time."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from ruledsl.diagnostics import RulesError
from ruledsl.format import format_source, format_tree
from ruledsl.resources import bundled_games
from ruledsl.source import Source
from ruledsl.syntax import parse
from ruledsl.syntax.tree import Tree, same
from tests import few
from tests.syntax.strategies import trees

LAYOUTS = (Path(__file__).parent / "layouts.txt").read_text(encoding="utf-8").split("\n---\n")


@given(trees)
@settings(max_examples=few.of(100))
def test_parse_undoes_format(tree: Tree) -> None:
    text = format_tree(tree)
    read, faults = parse(Source("tree", text))
    assert faults == []
    assert same(tree, read)
    assert format_tree(read) == text


def test_what_a_table_must_be_is_in_brackets_where_it_is_tried() -> None:
    text = "require (x after a(1))\n"
    assert format_source(Source("case", text)) == text


@pytest.mark.parametrize("case", LAYOUTS, ids=lambda case: case.split("\n")[0])
def test_layout(case: str) -> None:
    """Every case has a name, what is written, and what becomes of it."""
    _, _, case = case.partition("\n")
    written, _, expected = case.partition("\n=====\n")
    laid_out = format_source(Source("case", written + "\n"))
    assert laid_out == expected.rstrip("\n") + "\n"
    assert format_source(Source("case", laid_out)) == laid_out


@pytest.mark.parametrize("name", few.games("games are laid out and read again"))
def test_bundled_games(name: str) -> None:
    source = Source(name, bundled_games()[name].read_text(encoding="utf-8"))
    laid_out = format_source(source)
    assert same(parse(source)[0], parse(Source(name, laid_out))[0])
    assert format_source(Source(name, laid_out)) == laid_out


def test_faulty_text_is_left_alone() -> None:
    with pytest.raises(RulesError) as caught:
        format_source(Source("case", "play:\n"))
    assert [d.code for d in caught.value.diagnostics] == ["E0124"]
