"""What is asked at the table and what is said against an answer, as a newcomer reads it: numbers, cards, names of people, secret answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.process import command
from tests.tools.terminal import Terminal
from tests.tools.test_play_words import play

STALL = """game "Stall":
    players 2
enum Colour: red "R", blue "B"
card Stone(colour: Colour) "{colour}"
card Lamp(colour: Colour) "{colour}, lit"
components:
    stock: 6 of Lamp(colour) for colour in Colour
    sack:  6 of Stone(colour) for colour in Colour
board field: grid 1 by 2
table:
    stock: pile
    sack:  bag
    bids[n in 1..3] "{n}": 0..9 = 0
each cell:
    man:   player or none
    owner: player or none
    tree:  bool
each player:
    hand:  row
    coins: 0..99 = 40
    offer: 0..99, own
play:
    for p in players: move top 3 of stock to p.hand
    field[1, 1].man = players.last
    field[1, 2].tree = true
    turn(players.first)
phase turn(p):
    p chooses n in 0..p.coins if n == 0 or n > 20 "how much?"
    p.coins -= n
    p chooses p.offer in 1..p.coins "what do you offer {p.left} now?"
    p chooses near, far, low, draw or wait "where?"
phase at_the_wall(p): p chooses draw or draw_two
action near(c in field if c.man == you): "near {c}"
action far(c in field if c.owner == you): "far {c}"
action low(n in bids): "low {n}"
action draw():
    "draw"
    require poor(you) else "you are poor"
    require not field[1, 2].tree
action draw_two(n in 1..2): "draw {n}"
action wait(): "wait"
after turn(p): at_the_wall(p)
def poor(p) = p.coins > 50
winner: highest coins
"""


@pytest.fixture(scope="module")
def stall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (path := tmp_path_factory.mktemp("stall") / "stall.rules").write_text(STALL, encoding="utf-8")
    return path


def test_many_numbers_are_told_from_where_to_where_and_typed_as_they_are(ruledsl, stall: Path) -> None:
    out = play(ruledsl, stall, "50", "11", "5x", "30")
    assert "a number: 0 or 21 to 40" in out
    assert "for option" not in out
    assert "`50` is not from 0 to your coins, or" in out and "`11` cannot be chosen: 11 is not 0 and 11 is at most 20" in out
    assert "Type a number: 0 or 21 to 40" in out and "A: how much? 30" in out


def test_others_read_what_a_secret_answer_is_to(ruledsl, stall: Path) -> None:
    out = play(ruledsl, stall, "0", "7", "wait", "draw 2", players="you,you")
    assert "A: what do you offer B now? 7" in out
    from ruledsl import load

    match = load(str(stall)).start(seed=1)
    for answer in ("0", "7"):
        match.play(answer)
    assert "A has chosen: what do you offer B now?" in [event.text for event in match.events(2)]


def test_refusals_speak_of_what_is_yours_and_of_what_there_is_none(ruledsl, stall: Path) -> None:
    out = play(ruledsl, stall, "0", "7", "near a1", "far a1", "low 2", "draw")
    assert "`a1` cannot be chosen: a1’s man is not yours" in out and "`a1` cannot be chosen: a1’s owner is not you" in out
    assert "`2` cannot be chosen: there is no 2 among the bids" in out
    assert "not now: you are poor" in out and ": no\n" in out and "is false" not in out


def test_cards_are_told_as_they_are_printed(ruledsl, stall: Path) -> None:
    out = play(ruledsl, stall, "card R", "card R, lit", "odds R")
    assert "R (Stone(red) in the rules): 6 in the game" in out and "card Stone(" not in out
    assert "    hand  B, lit ×3\n" in out and "B, lit; B, lit; B, lit from stock to A's hand" in out
    assert "\nR: sack surely" in out


TOLL = """game "Toll":
    players 2
board isle: grid 2 by 3
table:
    toll: 0..9 = 7
each player:
    coins: 0..9 = 3
each cell:
    road: player or none
play:
    isle[1, 1].road = players.last
    isle[1, 2].road = players.last
    players.first chooses build or wait
action build(c in isle):
    "build on {c}"
    require c.road is none else "a road lies on {c}"
    require c.column < 3 else "{c} is a swamp"
    require your.coins >= toll else "a road costs {toll} coins"
action wait(): "wait"
winner: highest coins
"""


def test_what_is_told_of_many_ways_begins_with_those_that_nearly_could_be_gone(ruledsl, tmp_path: Path) -> None:
    """What a road costs is nothing that another place would change."""
    (path := tmp_path / "toll.rules").write_text(TOLL, encoding="utf-8")
    told = [line.rpartition("not now: ")[2] for line in play(ruledsl, path, "build").splitlines() if "not now" in line]
    assert told == ["a road costs 7 coins", "c1 is a swamp (and 1 more like this)", "a road lies on a1 (and 1 more like this)"]


def test_letters_on_cards_and_phases_are_explained_at_first(ruledsl, stall: Path, tmp_path: Path) -> None:
    assert "at the wall: draw" in play(ruledsl, stall) and "in at the wall" not in play(ruledsl, stall)
    assert "cards: G gold, E emerald" in play(ruledsl, "gem-hens")
    assert "in play: discard or knock\n" in play(ruledsl, "gin-rummy")
    assert "cards:" not in play(ruledsl, "kuhn-poker")


def test_of_an_option_that_is_a_set_it_is_told_of_what(ruledsl) -> None:
    assert "(any of heavyweight, picky, nimble," in " ".join(play(ruledsl, "gem-hens", "options").split())


def test_help_fits_a_terminal_and_names_all(tmp_path: Path) -> None:
    terminal = Terminal(command("play", "nine-mens-morris"), tmp_path, (24, 80))
    terminal.wait_for("white>")
    terminal.type("help\r")
    told = terminal.wait_for("a colon before")
    told = told[told.index("a move: its words") :]
    assert told.count("\n") < 23 and "besides know, worlds" in told and "help all" in told
    terminal.type("help all\r")
    assert "  worlds " in terminal.wait_for("a colon before")
    terminal.wait_for("white>")
    terminal.type("\x04")
    terminal.close()


PAID = [("winner: lowest coins\ndef payoff(p) = 26 - p.coins", False), ("winner: highest coins\ndef payoff(p) = 1 if p.coins > 2 else 0", True)]


@pytest.mark.parametrize(("game", "told"), PAID)
def test_payoffs_that_are_the_scores_seen_from_elsewhere_are_not_told_besides(ruledsl, game: str, told: bool, tmp_path: Path) -> None:
    head = 'game "Coins":\n    players 2\neach player:\n    coins: 0..9\nplay:\n    players.first.coins = 3\n    for p in players: p chooses wait\n'
    (tmp_path / "coins.rules").write_text(f'{head}action wait(): "wait"\n{game}\n', encoding="utf-8")
    out = play(ruledsl, tmp_path / "coins.rules", "1", "1")
    assert ("payoffs:" in out) is told and "scores: A 3   B 0" in out
