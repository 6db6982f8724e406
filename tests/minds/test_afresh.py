"""Where all that a seat does not see was mixed in one place, nothing that went before counts: held to all worlds that there are, with what does last."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import load
from ruledsl.minds.afresh import begun, is_afresh
from ruledsl.minds.histories import Histories
from ruledsl.minds.past import steps
from ruledsl.minds.worlds import Fitting, worlds
from tests.minds.judge import Judge, drawn, listed

HEAD = """
game "Rounds":
    players 2
enum Colour: red, green
card Duck(colour: Colour) "{colour}"
components:
    deck: 2 of Duck(red), 1 of Duck(green)
table:
    deck: pile, hidden
    out:  row
each player:
    hand:   hand
    down:   spot, own
    points: 0..99
    pick:   Colour or none, own
winner: highest points
"""
LAID = """
play:
    repeat 2 times: round()
    for p in players: p chooses p.pick in Colour
phase round():
    move all cards to deck
    shuffle deck
    for p in players: move top of deck to p.hand
    each p in players chooses lay or keep
    for p in players: reveal p.down
action lay(card in your.hand):
    "lay"
    move card to your.down
action keep(): "keep"
"""
SAID = LAID.replace("chooses lay or keep", "chooses keep").replace("for p in players: reveal p.down", "for p in players: p chooses say_so(p)") + """
action say_so(p):
    "say so"
    p.pick = red if any(c.colour == red for c in p.hand) else green
"""
GAMES = {  # and whether it begins afresh where cards are dealt after an answer
    "laid in secret, and turned up": (LAID.replace("chooses lay or keep", "chooses lay"), True),
    "laid or kept in secret": (LAID, True),
    "the deck lies in a known order before it is mixed": ("""
play:
    players.last chooses begin
    shuffle deck
    move top of deck to players.first.hand
    players.last chooses begin
action begin(): "begin"
""", True),
    "a secret lasts": (SAID, False),
    "what was seen is marked from behind": (LAID.replace("chooses lay or keep", "chooses lay").replace("for p in players: reveal p.down", """for p in players:
        reveal p.down
        for c in p.down: c.marked = true""") + "\neach Duck: marked: bool\n", False),
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_what_went_before_counts_where_it_lasts(name: str, tmp_path: Path) -> None:
    text, afresh = GAMES[name]
    (tmp_path / "rounds.rules").write_text(HEAD + text, encoding="utf-8")
    rules, cut = load(tmp_path / "rounds.rules"), 0
    for seed in (1, 2):
        match, random = rules.start(2, seed), Random(seed)
        while not match.over:
            for seat in range(2):
                true, (held, whole) = Judge(match, seat).worlds(), listed(match, seat)
                assert held == true or not whole
                assert whole or drawn(match, seat)[0].keys() <= true.keys()
                dealt = (step for step in steps(match) if step.choice.seat is not None and step.after.kind == "chance")
                cut += any(is_afresh(step, seat) for step in dealt)
            match.play(random.choice(match.answers()))
    assert bool(cut) == afresh


ROUNDS = """
game "Orders":
    players 3
card Order(n: 1..36) "{n}"
components:
    deck: 1 of Order(n) for n in 1..36
table:
    deck: pile, hidden
each player:
    hand:            hand
    down[n in 1..3]: spot, own
    points:          0..999
winner: highest points
play:
    repeat 3 times: round()
phase round():
    move all cards to deck
    shuffle deck
    for p in players: move top 6 of deck to p.hand
    each p in players chooses lay
    for n in 1..3:
        for p in players: reveal p.down[n]
        for p in players by highest speed(p, n): p.points += speed(p, n)
def speed(p, n) = first(c.n for c in p.down[n])
action lay(a in your.hand, b in your.hand if b != a, c in your.hand if c != a and c != b):
    "{a}, {b}, {c}"
    move a to your.down[1]
    move b to your.down[2]
    move c to your.down[3]
"""


def test_later_rounds_have_worlds_as_the_first_has(tmp_path: Path) -> None:
    """Six cards of two others were turned up in the same step in which all were mixed: too much to come upon by chance."""
    (tmp_path / "orders.rules").write_text(ROUNDS, encoding="utf-8")
    match, random = load(tmp_path / "orders.rules").start(3, 1), Random(1)
    while not match.over:
        for seat in range(3):
            held = worlds(match, seat, match.position)
            assert held.fit and len(steps(match)) - begun(steps(match), seat) <= 24
            assert len(match.position.waiting) < 3 or not isinstance(held, Fitting)
        match.play(random.choice(match.answers()))


LONG = """
play:
    players.first chooses rest
    shuffle deck
    repeat 2 times: move top of deck to players.last.hand
    repeat 40 times: players.first chooses rest
action rest():
    "rest"
    reveal count(c for c in you.left.hand if c.n < 9)
"""


def test_after_a_new_beginning_not_all_is_gone_through_that_comes_to_no_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few cards were dealt where it began, and much is answered since: each way would be played again for each answer."""
    text = HEAD.replace("2 of Duck(red), 1 of Duck(green)", "1 of Duck(red, n) for n in 1..40")
    text = text.replace("Duck(colour: Colour)", "Duck(colour: Colour, n: 1..40)")
    (tmp_path / "long.rules").write_text(text + LONG, encoding="utf-8")
    match, ran, on = load(tmp_path / "long.rules").start(2, 1), list[int](), Histories._on

    def noted(self: Histories, number: int, before: dict[bytes, Fraction]) -> dict[bytes, Fraction] | None:
        ran.append(len(before))
        return on(self, number, before)

    monkeypatch.setattr(Histories, "_on", noted)
    for _ in range(30):
        match.play(match.answers()[0])
    worlds(match, 0, match.position)
    assert begun(steps(match), 0) and sum(ran) < 500
