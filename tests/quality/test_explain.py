"""The pages behind the codes: there is one for each, and its example does what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import explain, pipeline
from ruledsl.source import Source
from ruledsl.syntax import parse

ROOT = Path(__file__).parents[2]
BASE = (ROOT / "tests" / "cases" / "base.rules").read_text(encoding="utf-8")
PAGES = explain.pages()
SHOWN = [page for page in PAGES.values() if page.wrong]
TOO_LONG = {"E0100", "E0101", "E0102", "E0103", "E0119", "E0120", "E0121", "E0162", "E0412"}
"""Codes whose examples would be too long, or of several files."""


def said(page: explain.Page, rules: str) -> set[str]:
    if page.code.startswith("E01"):
        return {d.code for d in parse(Source("page", rules + "\n"))[1]}
    tree, found = parse(Source("page", rules if page.whole else BASE + rules + "\n"))
    return {d.code for d in pipeline.judge([tree], [], found)[1]}


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.code)
def test_says_why(page: explain.Page) -> None:
    assert len(page.why) > 20
    assert page.why[0].isupper() or page.why[0] in "`."
    assert page.why.endswith(".")


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.code)
def test_wrong_gives_this_code_alone(page: explain.Page) -> None:
    assert said(page, page.wrong) == {page.code}


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.code)
def test_right_gives_none(page: explain.Page) -> None:
    assert page.right
    assert said(page, page.right) == set()


def test_every_code_has_an_example() -> None:
    assert {page.code for page in PAGES.values() if not page.wrong} == TOO_LONG


def test_every_text_belongs_to_a_code() -> None:
    named = [code for file in explain.PAGES.glob("*.txt") for code, _ in explain._texts(file)]
    assert sorted(named) == sorted(explain.codes())


def test_page_is_shown() -> None:
    text = explain.page("E0305")
    assert text is not None and text.startswith("E0305: a zone is used as …")
    assert "    after turn(p): prize = min(9, count(nest))" in text
    assert explain.page("E9999") is None
