"""What is given zones stands once for each zone, and means the same as if it had been written for it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.engine.game import Game, load
from ruledsl.engine.lockstep import lockstep
from ruledsl.engine.match import Match
from tests import few

HEAD = """game "Copies":
    players 2..3
card Hen(n: 1..9)
components:
    stock: 2 of Hen(n) for n in 1..9
table:
    stock:          pile, hidden
    line:           row
    pack[k in 1..3]: pile
    dealt:          0..99
each player:
    hand:            hand
    shelf[k in 0..1]: row
    score:           0..999
each Hen:
    chicks: row
"""
GIVEN = """
play:
    shuffle stock
    for p in players:
        deal(p.hand, 3)
        deal(p.shelf[1], 1)
    for k in 1..2: deal(pack[k], 1)
    deal(line, 2)
    for c in line: deal(c.chicks, 1)
    for p in players: p chooses keep
    for p in players: p.score = twice(p.hand) + worth(p.shelf[1]) + worth(pack[2]) + worth(line) + nested()
to deal(place, n): move top n of stock to place
after deal(place, n): dealt += n + worth(place) % 2
def worth(cards) = sum(c.n for c in cards)
instead of worth(cards) if any(c.n == 9 for c in cards) = usual + 1
def twice(cards) = 2 * worth(cards)
def nested() = sum(worth(c.chicks) for c in line)
def rich(cards):
    require worth(cards) > 5 else "only {worth(cards)}"
action keep(cards: 0..2 in your.hand):
    require rich(your.hand)
    require worth(cards) < 12 else "{worth(cards)} is too much"
    move cards to line
winner: highest score
"""
WRITTEN = """
play:
    shuffle stock
    for p in players:
        deal_hand(p)
        deal_shelf(p)
    for k in 1..2: deal_pack(k)
    move top 2 of stock to line
    dealt += 2 + line_worth() % 2
    for c in line: deal_chicks(c)
    for p in players: p chooses keep
    for p in players: p.score = 2 * hand_worth(p) + shelf_worth(p) + pack_worth(2) + line_worth() + nested()
to deal_hand(p):
    move top 3 of stock to p.hand
    dealt += 3 + hand_worth(p) % 2
to deal_shelf(p):
    move top of stock to p.shelf[1]
    dealt += 1 + shelf_worth(p) % 2
to deal_pack(k):
    move top of stock to pack[k]
    dealt += 1 + pack_worth(k) % 2
to deal_chicks(c):
    move top of stock to c.chicks
    dealt += 1 + chicks_worth(c) % 2
def hand_worth(p) = sum(c.n for c in p.hand) + (1 if any(c.n == 9 for c in p.hand) else 0)
def shelf_worth(p) = sum(c.n for c in p.shelf[1]) + (1 if any(c.n == 9 for c in p.shelf[1]) else 0)
def pack_worth(k) = sum(c.n for c in pack[k]) + (1 if any(c.n == 9 for c in pack[k]) else 0)
def line_worth() = sum(c.n for c in line) + (1 if any(c.n == 9 for c in line) else 0)
def chicks_worth(h) = sum(c.n for c in h.chicks) + (1 if any(c.n == 9 for c in h.chicks) else 0)
def nested() = sum(chicks_worth(c) for c in line)
def chosen_worth(cards) = sum(c.n for c in cards) + (1 if any(c.n == 9 for c in cards) else 0)
action keep(cards: 0..2 in your.hand):
    require hand_worth(you) > 5 else "only {hand_worth(you)}"
    require chosen_worth(cards) < 12 else "{chosen_worth(cards)} is too much"
    move cards to line
winner: highest score
"""


def game(tmp_path: Path, text: str) -> Game:
    path = tmp_path / "copies.rules"
    path.write_text(text)
    return load(str(path))


def played(match: Match, seed: int) -> list[object]:
    """Everything that is asked and answered in a random game, and its end."""
    choices = random.Random(seed)
    out: list[object] = []
    while not match.over:
        labels = [option.label for option in match.decision.options]
        why = [reason.message for a in range(2, 10) for reason in match.why_not(f"keep {a} {a - 1}")]
        out.append((labels, why))
        match.play(choices.randrange(len(labels)))
    return [*out, match.scores]


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("players", [2, 3])
def test_a_copy_is_what_one_would_write(tmp_path: Path, players: int, engine: str) -> None:
    one, other = game(tmp_path, HEAD + GIVEN), game(tmp_path, HEAD + WRITTEN)
    for seed in few.seeds(20):
        matches = [each.start(players=players, seed=seed, engine=engine) for each in (one, other)]
        assert played(matches[0], seed) == played(matches[1], seed)


def test_both_engines_agree(tmp_path: Path) -> None:
    assert lockstep(game(tmp_path, HEAD + GIVEN).program(3), range(10)).difference is None


def test_what_is_wrong_with_one_zone_only_is_said_once(tmp_path: Path) -> None:
    more = "to mix(place): shuffle place\nafter play():\n    mix(stock)\n    mix(line)\n    mix(line)\n"
    path = tmp_path / "copies.rules"
    path.write_text(HEAD + GIVEN + more)
    assert [d.code for d in pipeline.read(str(path)).diagnostics] == ["E0317"]


LATE = """game "Late":
    players 2
card Hen(n: 1..9)
components:
    stock: 1 of Hen(n) for n in 1..9
table:
    stock: pile, hidden
    line: row
each player:
    hand: hand
    score: 0..99
def inner(cards) = sum(c.n for c in cards)
def outer(place, cards) = inner(cards) + count(place)
play:
    for p in players: move top 3 of stock to p.hand
    for p in players: p chooses keep
    for p in players: p.score = inner(p.hand)
action keep(cards: 1..2 in your.hand):
    require outer(line, cards) < 10 else "{inner(cards)} is too much"
    move cards to line
winner: highest score
"""


def test_what_only_a_copy_asks_of_chosen_cards_is_there(tmp_path: Path) -> None:
    match = game(tmp_path, LATE).start(players=2, seed=1)
    assert [option.label for option in match.decision.options] == ["keep Hen 7", "keep Hen 8", "keep Hen 9"]
    assert [reason.message for reason in match.why_not("keep Hen 7, Hen 8")] == ["15 is too much"]


PLACED = """
play:
    shuffle stock
    for p in players: move top 3 of stock to p.hand
    move top 2 of stock to line
    move top 2 of stock to pack[2]
    for p in players:
{calls}
        p chooses p.score in 0..5
        p.score += dealt
{deeds}
winner: highest score
"""
DEEDS = """
def all_of({p}) = sum(c.n for c in {z} | stock) + count(stock | {z})
def second({p}) = {z}[2].n
to turn_up({p}):
    reveal {z}
    show {z}[1] to players.last
"""


def seen(match: Match) -> list[object]:
    """What all seats see and are told, to the end of a game in which all choose the last option."""
    out: list[object] = []
    while not match.over:
        seats = range(1, match.position.program.players + 1)
        out.append(([option.label for option in match.decision.options], [(match.view(seat), match.events(seat)) for seat in seats]))
        match.play(len(match.decision.options) - 1)
    return [*out, match.scores]


@pytest.mark.parametrize("zone", ["p.hand", "line", "pack[2]"])
def test_its_name_stands_wherever_that_of_a_zone_may(tmp_path: Path, zone: str) -> None:
    """Also beside other zones, where its cards are shown, and where one is picked by its place."""
    does = "        turn_up({0})\n        dealt = all_of({0}) % 9 + second({0})"
    handed = PLACED.format(calls=does.format(zone), deeds=DEEDS.format(p="cards", z="cards"))
    written = PLACED.format(calls=does.format("p"), deeds=DEEDS.format(p="p", z=zone))
    one, other = game(tmp_path, HEAD + handed), game(tmp_path, HEAD + written)
    for seed in few.seeds(5):
        assert seen(one.start(players=3, seed=seed)) == seen(other.start(players=3, seed=seed))


def test_the_same_zone_does_not_stand_beside_itself(tmp_path: Path) -> None:
    path = tmp_path / "copies.rules"
    path.write_text(HEAD + GIVEN + "after play(): dealt = both(line) + both(stock)\ndef both(cards) = count(cards | line)\n")
    assert [(d.code, d.label) for d in pipeline.read(str(path)).diagnostics] == [("E0317", "this is `line` again")]
