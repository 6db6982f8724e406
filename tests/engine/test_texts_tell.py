"""A text says to nobody what he cannot know, however its words ask for it."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl

RULES = """\
game "Texts":
    players 3
card Fox
card Hen
components:
    deck: 4 of Fox, 4 of Hen
each player:
    held: fan
    score: 0..99
    secret: 0..9, own
table:
    deck: pile, hidden
def foxes(p) = count(c for c in p.held if c is Fox)
def usually(p) = 10 * p.score
instead of usually(p) if p.secret > 0 = p.secret
def all_foxes() = sum(foxes(p) for p in players)
action bark:
    "bark {WORDS}"
    your.score += 1
play:
    shuffle deck
    for p in players:
        move top 2 of deck to p.held
        p.secret = roll 1..9
    players.first chooses bark
    players.last chooses bark
winner: highest score
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(
    ("words", "knows"),  # who is told all that the first player says: he speaks of nothing that he does not know himself
    [
        ("players.last.secret", set()), ("count(c for c in players.last.held if c is Fox)", set()), ("foxes(players.last)", set()),
        ("foxes(you)", {1}), ("your.secret", {1}), ("usually(you)", {1}), ("usually(players.last)", set()), ("all_foxes()", set()),
        ("all_foxes() + your.secret", set()), ("count(players.last.held)", {1, 2, 3}), ("your.score", {1, 2, 3}),
    ],
)  # fmt: skip
def test_who_is_told(words: str, knows: set[int], engine: str, tmp_path: Path) -> None:
    (file := tmp_path / "texts.rules").write_text(RULES.replace("WORDS", words))
    match = ruledsl.load(str(file)).start(players=3, seed=5, engine=engine)
    assert (match.legal()[0].label == "bark ?") == (1 not in knows)
    match.play(match.legal()[0])
    for seat in (1, 2, 3):
        said = [e.text for e in match.events(seat) if "bark" in e.text]
        assert len(said) == 1 and ("?" not in said[0]) == (seat in knows), said
