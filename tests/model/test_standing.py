"""What is said once of a family is the program in which each rule says it."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.lockstep import lockstep
from ruledsl.findings.sameness import same
from ruledsl.ir.program import Program
from ruledsl.pipeline import lower
from ruledsl.service import Workspace
from ruledsl.service.telling import hover

GAME = """\
game "Spells":
    players 2..3

card Spell{family}
card Rune is Spell{nearer}
card Vigour is Spell:
    instead of strength(p) {p} = usual + 2
card Thorns is Rune:
    after strike(q) {thorny} you.life > 0: you.life -= 1
card Ward is Rune:
    before strike(q) once {q}:
        require strength(you) > 3 else "{{q}} is warded"
card Spring is Spell:
    before turn(p) {springs} p.life < 30: p.life += 1
components:
    deck: 3 of k for k in Spell

table: deck: pile, hidden
each player:
    hand:  hand
    front: row
    life:  0..30 = 10
each Spell: asleep: bool

play:
    shuffle deck
    for p in players: move top 2 of deck to p.hand
    turns p in players if p.life > 0 while several() and deck is not empty at most 30 times: turn(p)
phase turn(p):
    move top of deck to p.hand
    p chooses cast, lull or strike
action cast(card in your.hand, q in players if q.life > 0): move card to q.front
action lull(q in players, card in q.front if not card.asleep): card.asleep = true
action strike(q in others if q.life > 0): q.life -= min(q.life, strength(you))
def strength(p) = 2
def several() = count(q for q in players if q.life > 0) > 1
winner: highest life
"""
LIES = "this in {}.front and not this.asleep"
SAID = {
    "family": f":\n    in force for p if {LIES.format('p')}", "nearer": "", "p": "in force for p", "q": "in force for q", "thorny": "in force for q if",
    "springs": "in force for p if",
}  # fmt: skip
MEANT = {
    "family": "", "nearer": "", "p": f"if {LIES.format('p')}", "q": f"if {LIES.format('q')}", "thorny": f"if {LIES.format('q')} and",
    "springs": f"if {LIES.format('p')} and",
}  # fmt: skip
OTHERS = [
    ({}, {}),
    ({"springs": "in force for p.left if"}, {"springs": f"if {LIES.format('p.left')} and"}),
    (
        {"nearer": ":\n    in force if this in players.first.front", "thorny": "in force if", "q": "in force"},
        {"thorny": "if this in players.first.front and", "q": "if this in players.first.front"},
    ),
]


def made(tmp_path: Path, parts: dict[str, str]) -> Program:
    path = tmp_path / "game.rules"
    path.write_text(GAME.format(**parts), encoding="utf-8")
    return lower(ruledsl.load(str(path)).model, 2, {})


@pytest.mark.parametrize(("said", "meant"), OTHERS)
def test_it_is_the_program_that_says_it_in_each_rule(tmp_path, said, meant):
    assert same(made(tmp_path, SAID | said), made(tmp_path, MEANT | meant))


def test_both_engines_play_it_alike(tmp_path):
    assert lockstep(made(tmp_path, SAID), [1, 2, 3]).difference is None


def test_the_word_may_be_a_name(tmp_path):
    path = tmp_path / "game.rules"
    path.write_text(GAME.format(**SAID).replace("front", "force"), encoding="utf-8")
    ruledsl.load(str(path))


def test_for_whom_it_is_stands_for_what_a_rule_says(tmp_path):
    text = GAME.format(**SAID)
    path = tmp_path / "game.rules"
    path.write_text(text, encoding="utf-8")
    document = Workspace().change(str(path), text)
    line = text[: text.index("in p.front")].count("\n") + 1
    told = hover(document, line, text.splitlines()[line - 1].index("p.front") + 1)
    assert told is not None and "a name of this block" in told.markdown
