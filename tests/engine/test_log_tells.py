"""What is told is the same for all that a seat cannot tell apart: never does it hang on the numbers of cards."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine import Match
from tests import few

SHOWN = """\
game "Shown":
    players 2
card Flower(red: bool) "{red}"
components:
    p.hand: 2 of Flower(true), 2 of Flower(false)
table:
    stack: pile, hidden
each player:
    hand: WORD
    score: 0..9
play:
    let flower = first(c for c in players.last.hand)
    if flower is not none: show flower to players.first
    place(players.last)
phase place(p): p chooses lay
action lay(card in your.hand):
    "lay {card}"
    move card to stack
winner: highest score
"""


def seen(match: Match, seat: int) -> tuple[str, ...]:
    """All that a seat sees of the cards now."""
    return tuple(f"{zone.name} {zone.owner_seat} {card.text if card.known else '?'}" for zone in match.view(seat).zones for card in zone.cards)


@pytest.mark.parametrize(("name", "players"), [("kuhn-poker", 2), ("leduc-poker", 2), ("hearts", 4), ("go-fish", 3)])
def test_the_lines_of_the_deal(name: str, players: int) -> None:
    """The lines of the deal come hand by hand, whatever cards are dealt."""
    game, told = ruledsl.load(name), defaultdict(set)
    for seed in few.seeds(60):
        match = game.start(players=players, seed=seed)
        for seat in range(1, players + 1):
            told[seat].add(tuple(e.text.split(" from ")[-1] for e in match.events(seat) if e.kind == "move"))
    assert all(len(found) == 1 for found in told.values()), told


@pytest.mark.parametrize("seat", [1, 2])
def test_two_deals_of_kuhn_poker_that_look_the_same(seat: int) -> None:
    game, told = ruledsl.load("kuhn-poker"), defaultdict(set)
    for seed in few.seeds(200):
        match = game.start(players=2, seed=seed)
        told[seen(match, seat)].add(tuple(event.text for event in match.events(seat)))
    assert len(told) == 3 and all(len(found) == 1 for found in told.values()), told


@pytest.mark.parametrize("word", ["hand", "fan"])
def test_which_of_several_cards_left_is_not_told(tmp_path: Path, word: str) -> None:
    """One was shown before; it is as likely to be another one of its face that is laid."""
    file = tmp_path / "shown.rules"
    file.write_text(SHOWN.replace("WORD", word), encoding="utf-8")
    match = ruledsl.load(file).start(players=2, seed=1)
    told = set()
    for option in match.decision.options:
        twin = match.clone()
        twin.play(option)
        told.add(tuple(event.text for event in twin.events(1)))
    assert len(match.decision.options) == 2 and len(told) == 1, told


PASSING = """\
game "Passing":
    players 3
card Mask(n: 1..4) "{n}"
components:
    court: 1 of Mask(n) for n in 1..4
table:
    court: bag, hidden
each player:
    hand: hand
    score: 0..9
play:
    for card in court if card.n > 2: move card to players.last.hand
    players.first chooses doubt
    players.first chooses doubt
action doubt(secretly in {false, true}):
    "{secretly}"
    let mask = first(card for card in players.last.hand)
    if secretly: show mask to you
    else: reveal mask
    move mask to court
    move random 2 of court to players.last.hand
    score_of()
to score_of():
    players.first.score += 1
winner: highest score
"""


@pytest.mark.parametrize(("option", "told"), [(0, {1, 2}), (1, {1})])
def test_what_is_shown_and_goes_out_of_sight_at_once_is_told_to_whom_it_was_shown(option: int, told: set[int], tmp_path: Path) -> None:
    (path := tmp_path / "passing.rules").write_text(PASSING)
    match = ruledsl.load(path).start(players=3, seed=2)
    match.play(option)
    lines = {seat: [event.text for event in match.events(seat) if event.kind == "move"] for seat in (1, 2, 3)}
    assert {seat for seat in (1, 2) if "C's hand shows 3" in lines[seat]} == told
    assert all("a card from C's hand to court" in lines[seat] for seat in (1, 2)) and "3 from C's hand to court" in lines[3]
    assert lines[1].index("C's hand shows 3") < lines[1].index("a card from C's hand to court")


DEALT = """\
game "Dealt":
    players 2
card Mask(n: 1..4) "{n}"
components:
    deck: 1 of Mask(n) for n in 1..4
table:
    deck: pile, hidden
each player:
    hand:  hand
    score: 0..9
play:
    players.first chooses look
    players.first chooses look
action look():
    "look"
    reveal deck
    shuffle deck
    for p in players: move top of deck to p.hand
winner: highest score
"""


def test_who_knows_a_shown_card_now_is_not_told(tmp_path: Path) -> None:
    """What was shown is told as a whole: what is left of it without one's own hand would be the hand of the other, and the pile."""
    (path := tmp_path / "dealt.rules").write_text(DEALT)
    for seed in range(3):
        match = ruledsl.load(path).start(players=2, seed=seed)
        match.play(0)
        for seat in (1, 2):
            assert [event.text for event in match.events(seat) if "shows" in event.text] == ["deck shows 1, 2, 3, 4"]


def test_all_cards_put_back_are_not_shown(tmp_path: Path) -> None:
    (path := tmp_path / "back.rules").write_text(DEALT.replace("reveal deck", "move all cards to deck"))
    match = ruledsl.load(path).start(players=2, seed=1)
    match.play(0)
    assert not [event.text for event in match.events(1) if "shows" in event.text]


SET_ANEW = """\
game "Set anew":
    players 3
each player:
    x:     0..5, own
    score: 0..9
play:
    for p in players: p.x = 3
    players.first chooses act
    players.first chooses act
action act():
    "act"
    your.x = 2
    show your.x to you.left
    your.x = 4
winner: highest score
"""


def test_a_variable_that_is_shown_and_set_anew_was_shown(tmp_path: Path) -> None:
    (path := tmp_path / "anew.rules").write_text(SET_ANEW)
    match = ruledsl.load(path).start(players=3, seed=1)
    match.play(0)
    told = {seat: [event.text for event in match.events(seat) if event.text.startswith("A's x: ")] for seat in (1, 2, 3)}
    assert told == {1: ["A's x: 0 → 3", "A's x: 3 → 4"], 2: ["A's x: 2"], 3: []}




RETURNS = """\
game "Returns":
    players 3
card Mask(n: 1..4) "{n}"
components:
    court: 2 of Mask(1)
    court: 1 of Mask(n) for n in 2..4
table:
    court, away: pile, hidden
each player:
    hand:  hand
    score: 0..9
play:
    shuffle court
    repeat 3 times: move top of court to players.last.hand
    repeat 2 times: players.first chooses back, gone, both or again
to looked_at():
    show top of court to players.first
    move top of court to players.first.hand
to settle():
    shuffle court
    shuffle away
    players.first.score += 1
action back():
    looked_at()
    for c in players.first.hand: move c to court
    settle()
action gone():
    looked_at()
    for c in players.first.hand: move c to away
    settle()
action both():
    looked_at()
    looked_at()
    for c in players.first.hand: move c to court
    settle()
action again():
    looked_at()
    for c in players.first.hand: move c to court
    looked_at()
    settle()
winner: highest score
"""


@pytest.mark.parametrize("option", range(4))
def test_in_what_pieces_others_are_told_hangs_on_nothing_that_they_do_not_see(option: int, tmp_path: Path) -> None:
    """Where something was shown play is cut for those alone who were shown it. How many went in one piece, and which lines there are, was told to all once, by
    how many of the two equal cards were among those that were shown."""
    (path := tmp_path / "pieces.rules").write_text(RETURNS)
    game, told = ruledsl.load(path), defaultdict(set)
    for seed in few.seeds(12):
        match = game.start(players=3, seed=seed)
        many = len(match.events(2))
        match.play(option)
        match.play(option)
        told[2].add(tuple(event.text for event in match.events(2)[many:]))
        told[3].add(tuple(event.text for event in match.events(3)[many:]))
        told[0].add(tuple(event.text for event in match.at("spectator").log[many:]))
    assert all(len(found) == 1 for found in told.values()), told


def test_a_shown_card_that_returns_is_told_to_whom_it_was_shown(tmp_path: Path) -> None:
    """Moved into an empty hand and back, or out of sight from there, it leaves no other line that says which card it was."""
    (path := tmp_path / "returns.rules").write_text(RETURNS)
    game = ruledsl.load(path)
    for seed, option in [(seed, option) for seed in range(4) for option in (0, 1)]:
        match = game.start(players=3, seed=seed)
        match.play(option)
        told = {seat: [event.text for event in match.events(seat) if " shows " in event.text] for seat in (1, 2, 3)}
        assert len(told[1]) == 1 and told[1][0].startswith("court shows ") and not told[2] and not told[3]


TRICKS = """
game "Tricks":
    players 2
card Bird(rank: 1..2) "{rank}"
components:
    stock: 1 of Bird(1), 2 of Bird(2)
table:
    stock: pile, hidden
    middle: heap
each player:
    hand: hand
    taken: heap
    score: 0..9
play:
    for c in stock: move c to players.first.hand
    while players.first.hand is not empty at most 9 times: players.first chooses put
action put(card in your.hand, all_others in 0..1):
    "put {card} {all_others}"
    move card to middle
    if all_others == 1: move all of your.hand to middle
    for c in middle: move c to players.last.taken
winner: highest score
"""


def test_a_card_that_is_chosen_and_goes_on_is_told_where_it_was_put(tmp_path: Path) -> None:
    """But not one of two that nobody can tell apart."""
    (path := tmp_path / "tricks.rules").write_text(TRICKS)
    match, told = ruledsl.load(path).start(), []
    for words in ("put 1 0", "put 2 1"):
        match.play(next(option for option in match.decision.options if option.label == words))
        told.append([event.text for event in match.moments[-1].events if event.kind == "move"])
    assert told == [["1 from A's hand to middle", "1 from middle to B's taken"], ["2, 2 from A's hand to B's taken"]]


BREATH = """\
game "In One Breath":
    players 2
card Card(n: 1..9) "{n}"
components:
    deck: 4 of Card(n) for n in 1..9
    stack: 1 of Card(3)
table:
    deck: pile, hidden
    stack: pile, hidden
    bank: row
    last: 0..20
each player: score: 0..9
play:
    shuffle deck
    repeat 2 times:
        for p in players: p chooses draw
action draw():
    "draw"
    last = 0
    while last < LEAST:
        move top of deck to bank
        last = sum(card.n for card in bank)
    move all of bank to WHERE
winner: highest score
"""


@pytest.mark.parametrize("least", [1, 10])
@pytest.mark.parametrize("where", ["deck", "stack"])
def test_what_comes_and_goes_in_one_breath_is_named(least: int, where: str, tmp_path: Path) -> None:
    """Cards lie in the open for as long as nobody is asked: all see them all the same."""
    (file := tmp_path / "breath.rules").write_text(BREATH.replace("LEAST", str(least)).replace("WHERE", where))
    game = ruledsl.load(str(file))
    for seed in few.seeds(20):
        match = game.start(seed=seed)
        while not match.over:
            before = len(match.events(1))
            match.play(0)
            for seat in (1, 2, None):
                told = [event.text for event in match.events(seat)[before:] if event.text.endswith("from deck to bank")]
                named = [int(n) for text in told for n in text.removesuffix(" from deck to bank").split(", ")]
                assert sum(named) == match.position.values["last"][0], told
