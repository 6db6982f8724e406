"""The page of every bundled game holds every id, question, chapter and chart, each chapter once, and nothing that is loaded."""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser

import pytest

from ruledsl.pipeline import read
from ruledsl.resources import bundled_games
from ruledsl.syntax import tree as t
from ruledsl_tools.cli import main


class Balance(HTMLParser):
    """Are tags closed in the order in which they were opened?"""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag


@pytest.mark.parametrize("name", bundled_games())
def test_all_is_on_the_page(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", name]) == 0
    page = capsys.readouterr().out
    rules = read(name)
    for chapter in rules.model.chapters:
        assert len(re.findall(rf"<h2 id=\"[^\"]*\">{re.escape(escape(chapter.title))}<", page)) >= 1
    for option in rules.model.options.values():
        assert option.name == "mode" or escape(option.question or option.name.replace("_", " ")) in page or option.question == ""
    missing = {tag for tree in rules.layers for tags in tree.tags.values() for tag in tags if tag not in page}
    assert not missing
    for tree in rules.layers:
        for chart in (d for d in tree.declarations if isinstance(d, t.Chart)):
            assert page.count(f'<table id="{chart.name.text}">') == 1
    balance = Balance()
    balance.feed(page)
    assert not balance.open and not balance.names & {"script", "img", "link"}


def test_the_chosen_ruling_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "surprise-egg", "--option", "copies=9", "--no-tags"]) == 0
    page = capsys.readouterr().out
    assert "copies: <b>9</b>" in page and "@SE-001" not in page


def test_only_the_rules_of_chosen_rulings_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    pages = []
    for value in ("true", "false"):
        assert main(["rulebook", "surprise-egg", "--option", f"last_may_stop={value}"]) == 0
        pages.append(capsys.readouterr().out)
    assert pages[0] != pages[1]


def test_other_kinds_of_files_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "pig", "-o", "x.pdf"]) == 2
    assert "a browser prints it as PDF" in capsys.readouterr().err
