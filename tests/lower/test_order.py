"""A shuffled pile has no order until somebody looks: each order is as likely as another, whichever way it is asked for, and what was settled stays."""

from __future__ import annotations

from collections import Counter
from math import comb
from pathlib import Path

import pytest

import ruledsl
from ruledsl.interp import Interpreter
from ruledsl.ir.program import Program
from ruledsl.native import Native
from tests import few

GAMES = 900
FAR = 1e-6
"""So unlikely an outcome would be, at the least, where this fails by chance."""

GAME = """\
game "Order":
    players 2
card Land(good: 1..3) "{good}"
components:
    lands: 1 of Land(n) for n in 1..3
table:
    lands: pile, hidden
    other: pile, hidden
    shown: pile
    up:    pile, top
    line:  row
    lot:   heap
    x: 0..999
    y: 0..999
play:
    BODY
    turn(players.first)
phase turn(p): p chooses ok
action ok(): "ok"
winner: highest worth
def worth(p) = x + y
"""

ASKS = {
    "the first": ("x = first(c.good for c in lands)", 3),
    "the last": ("x = last(c.good for c in lands)", 3),
    "the first by something equal": ("x = first(c.good for c in lands by highest c.good % 1)", 3),
    "the first of some": ("x = first(c.good for c in lands if c.good != 2)", 2),
    "by number": ("x = lands[2].good", 3),
    "by numbers, from below": ("x = lands[1].good * 100 + lands[2].good * 10 + lands[3].good", 6),
    "by numbers, from above": ("x = lands[3].good * 100 + lands[2].good * 10 + lands[1].good", 6),
    "below": ("let c = bottom of lands\n    if c is not none: x = c.good", 3),
    "on top": ("let c = top of lands\n    if c is not none: x = c.good", 3),
    "below and on top": ("x = (bottom of lands).good * 10 + (top of lands).good", 6),
    "one by one": ("for c in lands: x = x * 10 + c.good", 6),
    "one by one, into a row": ("for c in lands: move c to line\n    for c in line: x = x * 10 + c.good", 6),
    "all of a kind, into a row": ("move all Land to line\n    for c in line: x = x * 10 + c.good", 6),
    "as long as": ("x = count(c for c in lands while c.good != 3)", 3),
    "as it lies": ("x = 1 if lands == [Land(1), Land(2), Land(3)] else 2 if lands == [Land(3), Land(2), Land(1)] else 3", {1: 1, 2: 1, 3: 4}),
    "a sum in which one is looked at": ("x = sum(c.good for c in lands if c == lands[1])", 3),
    "shuffled while it is gone through": ("for c in lands:\n        x = x * 10 + c.good\n        if x < 10: shuffle lands", 6),
    "poured over": ("move all of lands to other\n    x = first(c.good for c in other)", 3),
    "poured over twice": ("move all of lands to other\n    move all of other to lands\n    x = lands[1].good", 3),
    "poured over others": ("move top of lands to other\n    move all of lands to other\n    for c in other: x = x * 10 + c.good", 6),
    "poured where all see it": ("move all of lands to shown\n    for c in shown: x = x * 10 + c.good", 6),
    "poured where all see the top": ("move all of lands to up\n    for c in up: x = x * 10 + c.good", 6),
    "shuffled where all see it": ("move all of lands to shown\n    shuffle shown\n    x = shown[1].good * 10 + shown[2].good", 6),
    "shuffled where all see the top": ("move all Land to up\n    shuffle up\n    x = (top of up).good", 3),
    "some put back": ("move top of lands to bottom of lands\n    for c in lands: x = x * 10 + c.good", 6),
    "twice": ("for c in lands: x = x * 10 + c.good\n    for c in lands: y = y * 10 + c.good\n    x = x if x == y else 0", 6),
}


def program(folder: Path, body: str) -> Program:
    file = folder / "order.rules"
    file.write_text(GAME.replace("BODY", f"shuffle lands\n    {body}"), encoding="utf-8")
    return ruledsl.load(file).program(2)


def unlikely(times: int, share: float) -> float:
    """How likely it is that something of this probability comes so often or farther from the mean."""
    off = abs(times - GAMES * share)
    return sum(comb(GAMES, n) * share**n * (1 - share) ** (GAMES - n) for n in range(GAMES + 1) if abs(n - GAMES * share) >= off)


@pytest.mark.parametrize("name", ASKS)
def test_every_order_is_as_likely(tmp_path: Path, name: str) -> None:
    body, outcomes = ASKS[name]
    engine = Native(program(tmp_path, body))
    found = Counter(engine.start(seed, 0).get("x", 0) for seed in range(GAMES))
    shares = outcomes if isinstance(outcomes, dict) else dict.fromkeys(found, 1)
    assert len(found) == (len(outcomes) if isinstance(outcomes, dict) else outcomes), found
    for outcome, share in shares.items():
        assert unlikely(found[outcome], share / sum(shares.values())) > FAR, (outcome, found)


@pytest.mark.parametrize("name", ASKS)
def test_both_engines_settle_alike(tmp_path: Path, name: str) -> None:
    game = program(tmp_path, ASKS[name][0])
    engines = Interpreter(game), Native(game)
    for seed in few.seeds(20):
        one, other = (engine.start(seed, 0) for engine in engines)
        assert one.bytes() == other.bytes()


FREE = {
    "count": "count(c for c in lands if c.good > 1) == 2",
    "sum": "sum(c.good for c in lands) == 6",
    "greatest": "max(c.good for c in lands) == 3",
    "any": "any(c.good == 2 for c in lands)",
    "all": "all(c.good < 4 for c in lands)",
    "distinct": "distinct(c.good for c in lands)",
    "a set": "{c.good for c in lands} == {1, 2, 3}",
    "lies there": "Land(3) in lands",
}


@pytest.mark.parametrize("condition", FREE.values(), ids=list(FREE))
def test_what_hangs_on_no_order_settles_nothing(tmp_path: Path, condition: str) -> None:
    """In a def as in a phase."""
    text = GAME.replace("BODY", f"shuffle lands\n    x = 1 if {condition} else 0\n    y = 1 if holds() else 0") + f"def holds() = {condition}\n"
    file = tmp_path / "free.rules"
    file.write_text(text, encoding="utf-8")
    engine = Interpreter(ruledsl.load(file).program(2))
    for seed in range(5):
        block = engine.start(seed, 0)
        assert (block.get("x", 0), block.get("y", 0), block.get("lands.loose", 0)) == (1, 1, 3)


def test_no_more_is_settled_than_is_looked_at(tmp_path: Path) -> None:
    looks = {"x = lands[3].good": 2, "x = lands[2].good": 1, "x = lands[1].good": 0, "if top of lands is Land: x = 1": 2, "pass": 3}
    for body, loose in looks.items():
        assert Interpreter(program(tmp_path, body)).start(1, 0).get("lands.loose", 0) == loose, body


def test_a_choice_from_a_shuffled_pile(tmp_path: Path) -> None:
    """Who chooses from it looks through it; the options are its places."""
    chosen = "\n    p chooses card in lands\n    x = 1 if card == lands[1] else 2 if card == lands[2] else 3"
    text = GAME.replace("pile, hidden", "pile").replace(" p chooses ok", chosen)
    file = tmp_path / "choice.rules"
    file.write_text(text.replace("BODY", "shuffle lands") + 'after turn(p): p chooses ok\n', encoding="utf-8")
    game, cards = ruledsl.load(file), Counter()
    for seed in range(GAMES):
        match = game.start(players=2, seed=seed)
        cards[match.decision.options[0].label] += 1
        match.play(0)
        assert match.position.values["x"] == [1]
    assert all(unlikely(cards[label], 1 / 3) > FAR for label in "123"), cards


def test_looking_tells_nobody(tmp_path: Path) -> None:
    """What the rules looked at is as unknown to all as before: any of the cards may lie there."""
    file = tmp_path / "told.rules"
    file.write_text(GAME.replace("BODY", "shuffle lands\n    y = 1 if lands[1].good > 0 else 0"), encoding="utf-8")
    match = ruledsl.load(file).start(players=2, seed=3)
    lowest = Counter(match.resample(1, seed).position.values["lands.cards"][0] for seed in range(GAMES))
    assert len(lowest) == 3
    assert all(unlikely(times, 1 / 3) > FAR for times in lowest.values()), lowest
