"""Every rule of a rulebook is cited in its game, and every scenario has a test."""

from __future__ import annotations

import re

import pytest

from ruledsl.record import record
from tests.house.imports import ROOT


@record(frozen=True)
class Book:
    """A checklist: how many rules (by prefix) and scenarios (by what stands before the number) it counts."""

    game: str
    rules: dict[str, int]
    scenarios: dict[str, int]

    def text(self, suffix: str) -> str:
        return (ROOT / f"games/{self.game}{suffix}").read_text(encoding="utf-8")

    def __str__(self) -> str:
        return self.game


BOOKS = [
    Book("surprise-egg", {"SE": 69}, {"SE-S": 50}),
    Book("rainbow-hop", {"RH": 91}, {"RH-S": 48}),
    Book("ufo-chickens", {"UC": 139}, {"UC-S": 70}),
    Book("gem-hens", {"GH": 301, "A": 85}, {"GHS-": 151, "GHW-": 8}),
    Book("cloud-nine", {"C9": 280, "A": 97, "R": 17}, {"S-": 25, "W-": 6}),
]
every_book = pytest.mark.parametrize("book", BOOKS, ids=str)


def numbers(before: str, text: str) -> set[int]:
    """The numbers that follow `before` in the text, ranges expanded."""
    found = re.findall(rf"(?<![\w-]){re.escape(before)}(\d+)(?:\.\.(\d+))?", text)
    return {n for first, last in found for n in range(int(first), int(last or first) + 1)}


def cited(book: Book) -> dict[str, set[int]]:
    text = book.text(".rules")
    return {prefix: numbers(f"@{prefix}-", text) for prefix in book.rules}


@every_book
def test_every_rule_is_cited(book):
    missing = {prefix: set(range(1, last + 1)) - cited(book)[prefix] for prefix, last in book.rules.items()}
    assert missing == {prefix: set() for prefix in book.rules}


@every_book
def test_every_scenario_is_a_test(book):
    titles = " ".join(re.findall(r'^test "([^"]*)"', book.text(".test.rules"), re.MULTILINE))
    assert {before: set(range(1, last + 1)) - numbers(before, titles) for before, last in book.scenarios.items()} == {
        before: set() for before in book.scenarios
    }


@pytest.mark.parametrize("book", BOOKS[:4], ids=str)
def test_every_rule_is_named_by_a_test(book):
    """Those of Cloud Nine are named by its scenarios alone, and its tests by the rules that they are about."""
    prefix, last = next(iter(book.rules.items()))
    assert set(range(1, last + 1)) - numbers(f"@{prefix}-", book.text(".test.rules")) == set()


@every_book
def test_nothing_is_cited_that_does_not_exist(book):
    for prefix, last in book.rules.items():
        assert cited(book)[prefix] <= set(range(1, last + 1))
