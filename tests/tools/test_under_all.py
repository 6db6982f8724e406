"""Rules that are wrong under another value of a ruling alone: whoever plays without it needs not wait for that to be seen, and nobody plays with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.diagnostics import RulesError
from ruledsl.engine.game import load
from ruledsl.resources import bundled_games

RULES = """
game "Adding":
    players 2

each player: points: 0..9

ruling how: plain or odd "What counts?"
    odd:
        after add(): your.pints += 1

play:
    turns p in players if p.points < 3 at most 9 times: p chooses add
action add(): your.points += 1
winner: highest points
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "adding.rules"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


def test_a_game_is_wrong_if_it_is_so_under_any_value(file: str) -> None:
    for _ in range(2):
        with pytest.raises(RulesError, match="pints"):
            load(file)
        assert load(file, under_all=False).simulate(3).finished == 3


def test_a_table_with_that_value_is_refused(file: str) -> None:
    game = load(file, under_all=False)
    with pytest.raises(RulesError, match="pints"):
        game.start(options={"how": "odd"})
    with pytest.raises(RulesError, match="pints"):
        game.opened(2, {"how": "odd"})


@pytest.mark.parametrize(("said", "wrong"), [
    (("simulate", "-n", "2"), False), (("perft", "--depth", "2"), False), (("simulate", "-n", "2", "--option", "how=odd"), True),
    (("verify", "--seconds", "1"), True), (("report", "-n", "100"), True), (("rulebook", "-o", "x.html"), True),
])  # fmt: skip
def test_commands_that_speak_of_all_readings_look_at_all(ruledsl, file: str, said: tuple[str, ...], wrong: bool) -> None:
    done = ruledsl(said[0], file, *said[1:])
    assert done.returncode == wrong and ("pints" in done.stderr) == wrong


def test_what_is_right_is_the_same_program() -> None:
    """Which errors are looked for changes nothing of a game that has none."""
    for name in ("gem-hens", "cloud-nine", "open-hand", "twenty-one", "nine-by-adding", "crazy-eights"):
        file = str(bundled_games()[name])
        one, other = (pipeline.lower(rules, rules.low, {}) for rules in (pipeline.load(file, under_all=under_all) for under_all in (True, False)))
        assert one.functions == other.functions and one.regions == other.regions and one.tables == other.tables


HANDED = """
game "Piles":
    players 2

enum Color: red, green
card Chip(color: Color, n: 1..3) "{color}{n}"
components:
    deck: 2 of Chip(color, n) for color in Color for n in 1..3

table:
    deck: pile, hidden
    open: heap
each player:
    hand: hand, own

def worth(cards) = sum(card.n for card in cards)
to refill(cards): move top of deck to cards
to spare(cards): move top of deck to cards

play:
    shuffle deck
    for p in players: refill(p.hand)
    refill(open)
    turns p in players at most 2 times:
        p chooses lay
action lay(card in your.hand):
    require worth(open) < 9
    move card to open
winner: highest held
def held(p) = worth(p.hand)
"""


@pytest.mark.parametrize(("old", "new"), [
    ("sum(card.n", "sum(card.m"), ("to spare(cards): move top of deck to cards", "to spare(cards): move top of deck to bin"),
    ("require worth(open) < 9", "require worth(top of deck) < 9"), ("refill(open)", "refill(top of deck)"), ("refill(open)", "refill(opem)"),
    ("refill(open)", "refill(open, hand)"), ("= worth(p.hand)", "= worthy(p.hand)"), ("require worth(open) < 9", "require worth(open)"),
    ("to refill(cards): move top of deck to cards", "to refill(cards): refill(cards)"),
])  # fmt: skip
def test_what_is_wrong_with_a_game_that_hands_on_zones_is_told_in_the_same_words(tmp_path: Path, old: str, new: str) -> None:
    """Who plays reads the copies of what is given zones alone, as long as nothing is wrong."""
    assert HANDED.count(old) == 1
    told = []
    for text in (HANDED, HANDED.replace(old, new)):
        file = tmp_path / "piles.rules"
        file.write_text(text, encoding="utf-8")
        told.append([[d for d in pipeline.read(str(file), under_all=under_all).diagnostics if d.is_error] for under_all in (True, False)])
    assert told[0] == [[], []]
    assert told[1][0] == told[1][1] != []
