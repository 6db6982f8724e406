"""The pages behind the codes: there is one for each, and its example does what it says."""

from __future__ import annotations

import re
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


# ---- docs/messages.md ----

DOC = ROOT / "docs" / "messages.md"


def listed() -> str:
    rows = [f"| `{code}` | {explain.messages()[code].replace('|', chr(92) + '|')} |" for code in explain.codes()]
    return "\n".join(["<!-- codes -->", "", "| code | message |", "|---|---|", *rows, "", "<!-- end -->"])


def test_all_codes_are_listed(pytestconfig: pytest.Config) -> None:
    text = DOC.read_text(encoding="utf-8")
    before, rest = text.split("<!-- codes -->")
    whole = before + listed() + rest.split("<!-- end -->")[1]
    if pytestconfig.getoption("--update-golden"):
        DOC.write_text(whole, encoding="utf-8")
    assert DOC.read_text(encoding="utf-8") == whole


FORBIDDEN = ("token", "python", "node", "syntax", "exception", "integer", "boolean", "null", "error", "invalid", "illegal", "please")


@pytest.mark.parametrize("code", explain.codes())
def test_words(code: str) -> None:
    message = explain.messages()[code]
    assert not message.endswith(".")
    assert not message[0].isupper() or message.startswith("UTF")
    assert not [word for word in FORBIDDEN if word in re.sub("`[^`]*`", "", message).lower().split()]
