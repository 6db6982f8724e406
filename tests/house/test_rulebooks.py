"""Every rule of a rulebook is cited in its game, and every scenario has a test."""

from __future__ import annotations

import re

import pytest

from tests.house.imports import ROOT

RULES = re.compile(r"@([A-Z]+)-(\d+)(?:\.\.(\d+))?")
SCENARIOS = re.compile(r"([A-Z]+)-S(\d+)(?:\.\.(\d+))?")

BOOKS = [("surprise-egg", "SE", 69, 50), ("rainbow-hop", "RH", 91, 48), ("ufo-chickens", "UC", 139, 70)]


def numbers(pattern, prefix, text):
    """The numbers that are cited, ranges expanded."""
    out = set()
    for found, first, last in pattern.findall(text):
        if found == prefix:
            out |= set(range(int(first), int(last or first) + 1))
    return out


@pytest.mark.parametrize(("game", "prefix", "rules", "scenarios"), BOOKS)
def test_every_rule_is_cited(game, prefix, rules, scenarios):
    text = (ROOT / f"games/{game}.rules").read_text(encoding="utf-8")
    assert set(range(1, rules + 1)) - numbers(RULES, prefix, text) == set()


@pytest.mark.parametrize(("game", "prefix", "rules", "scenarios"), BOOKS)
def test_every_scenario_is_a_test(game, prefix, rules, scenarios):
    text = (ROOT / f"games/{game}.test.rules").read_text(encoding="utf-8")
    titles = " ".join(re.findall(r'^test "([^"]*)"', text, re.MULTILINE))
    assert set(range(1, scenarios + 1)) - numbers(SCENARIOS, prefix, titles) == set()


@pytest.mark.parametrize(("game", "prefix", "rules", "scenarios"), BOOKS)
def test_nothing_is_cited_that_does_not_exist(game, prefix, rules, scenarios):
    text = (ROOT / f"games/{game}.rules").read_text(encoding="utf-8")
    assert numbers(RULES, prefix, text) <= set(range(1, rules + 1))
