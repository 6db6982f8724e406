"""Texts of cards that say what lies on them: read where the card lies, in both engines; elsewhere a card is called by what stands before that."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.engine.match import Match
from ruledsl.ir.text import parse, show
from ruledsl.minds.every import possible

RULES = """
game "Dice":
    players 2
enum Suit: red "R", blue "B"
card Die "{face}"
card Blade(worth: 1..3, suit: Suit) "{worth}{suit} (+{edge})"
components:
    box:  4 of Die
    rack: 1 of Blade(n, s) for n in 1..3 for s in Suit
table:
    box: bag of Die
    rack: pile of Blade, hidden
each player:
    tray: row of Die
    hand: hand of Blade
each Die: face: 1..6
each Blade: edge: 0..3
play:
    shuffle rack
    for p in players:
        repeat 2 times: move top of rack to p.hand
        repeat 2 times: move random of box to p.tray
    for die in players.first.tray: die.face = 4
    for p in players:
        p chooses turn
        p chooses whet
        p chooses both
        p chooses blade: Blade in p.hand "which stays?"
    players.first chooses turn
action turn(die in your.tray) "turn {die}": die.face = 7 - die.face
action whet(blade in your.hand) "whet {blade}": blade.edge += 1
action both(blades: 2..2 in your.hand) "swing {blades}": pass
winner: highest pips
def pips(p) = sum(die.face for die in p.tray)
"""


def begun(tmp_path: Path, engine: str) -> Match:
    path = tmp_path / "dice.rules"
    path.write_text(RULES, encoding="utf-8")
    return load(path).start(2, seed=3, engine=engine)


def shown(match: Match, zone: str, owner: int, seat: int) -> list[tuple[str, tuple[str, ...]]]:
    return [(card.text, card.notes) for found in match.view(seat).zones if (found.name, found.owner_index) == (zone, owner) for card in found.cards]


def labels(match: Match) -> list[str]:
    assert match.decision is not None
    return [option.label for option in match.decision.options]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_what_lies_on_a_card_is_read_where_it_lies(engine: str, tmp_path: Path) -> None:
    match = begun(tmp_path, engine)
    assert labels(match) == ["turn 4", "turn 4"] and shown(match, "tray", 0, 2) == [("4", ()), ("4", ())]
    match.play(0)
    assert [text for text, _ in shown(match, "tray", 0, 1)] == ["3", "4"] and "A: turn 4" in [event.text for event in match.log]
    first = labels(match)[0]
    assert first.startswith("whet ") and first.endswith("(+0)")
    match.play(0)
    name = first.removeprefix("whet ").removesuffix(" (+0)")
    assert f"{name} (+1)" in [text for text, _ in shown(match, "hand", 0, 1)] and f"{name} (+1)" in labels(match)[0]
    assert sorted(shown(match, "hand", 0, 2)) == [("?", ()), ("?", ("edge 1",))]
    match.play(0)
    assert f"{name} (+1)" in labels(match)
    match.play(name)  # it is called so, whatever lies on it
    assert match.decision is not None and match.decision.player == 2


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_each_option_is_told_as_it_is_now(engine: str, tmp_path: Path) -> None:
    match = begun(tmp_path, engine)
    match.play(0)
    while match.decision is not None and not (match.decision.player == 1 and labels(match)[0].startswith("turn")):
        match.play(0)
    assert labels(match) == ["turn 3", "turn 4"]
    match.play("turn 4")
    assert [text for text, _ in shown(match, "tray", 0, 1)] == ["3", "3"]


def test_what_it_is_called_anywhere(tmp_path: Path) -> None:
    faces = {(face.printed, face.spoken) for face in begun(tmp_path, "interp").program.faces}
    assert ("die", "Die") in {(printed.casefold(), spoken) for printed, spoken in faces} and ("2R", "Blade(2, red)") in faces


def test_it_stands_in_the_text_of_a_program(tmp_path: Path) -> None:
    program = begun(tmp_path, "interp").program
    assert parse(show(program)).faces == program.faces and any(face.shown for face in program.faces)


MOOD = """
game "Mood":
    players 2
enum Face: sad ":(", glad ":)"
card Fowl
card Duck(n: 1..2) "d{n} {mood}" is Fowl
card Wild "wild {mood}" is Fowl:
    stands for any Duck
components:
    box: 2 of Duck(n) for n in 1..2, 3 of Wild
table:
    box: bag
    out: fan, hidden
each player:
    hand: fan
each Fowl:
    mood: Face
play:
    for p in players: move random 3 of box to p.hand
    for p in players:
        p chooses cheer
        p may lay
action cheer(card in your.hand if card is Fowl) "cheer {card}": card.mood = glad
action lay(card: Duck in your.hand) "lay {card}": move card to out
winner: highest none_of
def none_of(p) = 0
names "fr":
    "wild {mood}": "fou {mood}"
    "d{n} {mood}": "c{n} {mood}"
"""


def test_in_another_language_and_in_a_guise(tmp_path: Path) -> None:
    (path := tmp_path / "mood.rules").write_text(MOOD, encoding="utf-8")
    match = load(path).start(2, seed=5, language="fr")
    texts = sorted(text for text, _ in shown(match, "hand", 0, 1))
    assert {text.partition(" ")[0] for text in texts} <= {"fou", "c1", "c2"} and all(text.endswith(" :(") for text in texts)
    match.play(0)
    assert all("?" not in label and "{" not in label for label in labels(match)) and "lay fou as c1" in labels(match)


def test_a_card_that_was_chosen_in_a_guise_is_no_other_card(tmp_path: Path) -> None:
    """What was seen of it is asked of the card."""
    (path := tmp_path / "mood.rules").write_text(MOOD, encoding="utf-8")
    match = load(path).start(2, seed=5)
    match.play(0)
    match.play("lay wild as d1")
    assert possible(match.moments, 1, 500).worlds
