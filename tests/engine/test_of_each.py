"""Actions with a number for each key, beside other arguments and beside one another: every option is read from its own text, and what is wrong is told."""

from __future__ import annotations

import pytest

import ruledsl
from ruledsl.engine import Match

RULES = """game "Each":
    players 1
enum Colour: red, green, blue
table:
    have[f in 1..3]: 0..9 = 2
    own[c in Colour]: 0..9 = 2
    n: 0..40
play:
    while n < 8 at most 50 times:
        players.first chooses pay, swap or take
action pay(k in 1..3, down[f in 1..3] in 0..have[f]):
    "pay {k} with {down}"
    n += 1
action swap(down[f in 1..3] in 0..have[f], up[c in Colour] in 0..own[c]):
    "swap {down} for {up}"
    require sum(down[f] for f in 1..3) == sum(up[c] for c in Colour)
    n += 1
action take(up[c in Colour] in 1..own[c]):
    "take {up}"
    n += 1
winner: highest points
def points(p) = n
"""


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Match:
    path = tmp_path_factory.mktemp("each") / "each.rules"
    path.write_text(RULES, encoding="utf-8")
    return ruledsl.load(str(path)).start(1, seed=1)


def test_every_option_is_read_from_its_own_text(match: Match) -> None:
    options = match.legal()
    assert len(options) == 230
    for option in options[::9]:
        assert [found.move for found in match.parse(option.label)] == [option.move]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("pay 2 with 1 1 1", "`1 ×3` is too many: 2 at most"), ("pay 2 1 1 1", "`1 ×3` is too many: 2 at most"),
        ("swap 1 1 1 for red", "`1 ×3` is too many: 2 at most"), ("swap 1 for red red red", "`red ×3` is too many: 2 at most"),
        ("take red red red green blue", "`red ×3` is too many: 2 at most"), ("take 1", "`take` is said with some of red, green, blue"),
    ],
)  # fmt: skip
def test_what_is_taken_too_often_is_told_beside_other_arguments(match: Match, typed: str, told: str) -> None:
    assert match.why_not(typed)[0].message == told
