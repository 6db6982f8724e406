"""Equal cards are one choice, also where the rules ask which one of them it is: an option is there if any of them makes it one."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.engine.match import Match

RULES = """\
game "Which":
    players 2
card Spell
card Bolt "bolt" is Spell
card Ward "ward" is Spell
OTHERS
components:
    p.hand: 2 of Bolt, 1 of Ward
table: out: heap
each player:
    hand: WORD
    score: 0..9
play:
    let old = first(c for c in players.first.hand)
    players.first chooses act or wait
ACTION
action wait() "wait": pass
def differ(a, b) = a != b
winner: highest score
"""
MIMIC = "card Mimic:\n    stands for any Spell"
EFFECT = "card Echo is Spell:\n    effect(card: Spell in your.hand if card != this):\n        move card to out\ncomponents:\n    p.hand: 2 of Echo"
BOTH = {"bolt bolt", "bolt ward", "ward bolt"}
CASES = {
    "if": ("", "(a in your.hand, b in your.hand if b != a)", "", BOTH),
    "require": ("", "(a in your.hand, b in your.hand)", "require a != b", BOTH),
    "not the same": ("", "(a in your.hand, b in your.hand)", "require not (b == a)", BOTH),
    "by a def": ("", "(a in your.hand, b in your.hand)", "require differ(a, b)", BOTH),
    "and more": ("", "(a in your.hand, b in your.hand, n in 1..2)", "require a != b and (n == 1 or a is Ward)",
                 {"bolt bolt 1", "bolt ward 1", "ward bolt 1", "ward bolt 2"}),
    "a third": ("", "(a in your.hand, b in your.hand, c in your.hand)", "require a != b and b != c and differ(a, c)",
                {"bolt bolt ward", "bolt ward bolt", "ward bolt bolt"}),
    "or none": ("", "(a in your.hand or none, b in your.hand or none)", "require a != b", BOTH | {"none bolt", "none ward", "bolt none", "ward none"}),
    "the same": ("", "(a: Ward in your.hand, b in your.hand)", "require a == b or b is Bolt", {"ward ward", "ward bolt"}),
    "in a guise": (MIMIC, "(a in your.hand, b: Spell in your.hand if b != a)", "", BOTH),
    "in a guise that is required": (MIMIC, "(a in your.hand, b: Bolt in your.hand)", "require b != a", {"bolt bolt", "ward bolt"}),
    "several": ("", "(a in your.hand, b: 1..2 in your.hand if a not in b)", "", BOTH | {"bolt bolt, ward", "ward bolt, bolt"}),
    "several that are required": ("", "(a in your.hand, b: 1..2 in your.hand)", "require a not in b", BOTH | {"bolt bolt, ward", "ward bolt, bolt"}),
    "several in guises": (MIMIC, "(a in your.hand, b: 1..2 Spell in your.hand if a not in b)", "", BOTH | {"bolt bolt, ward", "ward bolt, bolt"}),
    "among several": ("", "(a: Ward in your.hand, b: 2..2 in your.hand if a in b)", "", {"ward bolt, ward"}),
    "one that is found": ("", "(b: 1..2 in your.hand)", "require last(c for c in your.hand if c is Bolt) not in b", {"bolt", "ward", "bolt, ward"}),
    "it must be among them": ("", "(b: 1..2 in your.hand)", "require last(c for c in your.hand if c is Bolt) in b", {"bolt", "bolt, bolt", "bolt, ward"}),
    "marked": ("each Bolt: dots: 0..2", "(a in your.hand, b in your.hand)", "require a != b", BOTH),
}  # fmt: skip


def options(text: str, tmp_path: Path, watched: bool) -> list[str]:
    path = tmp_path / "which.rules"
    path.write_text(text)
    match = Match(pipeline.lower(pipeline.read(str(path)), 2, {}, watched=watched), 1, "interp")
    return [choice.label for choice in match.answers() if choice.label != "wait"]


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("word", ["hand", "fan"])
@pytest.mark.parametrize("case", CASES)
def test_an_option_is_there_if_any_of_equal_cards_makes_it_one(tmp_path: Path, case: str, word: str, watched: bool) -> None:
    others, params, require, expected = CASES[case]
    names = " ".join(f"{{{name}}}" for name in "abcn" if f"({name}" in params or f", {name}" in params)
    action = f'action act{params}:\n    "{names}"\n' + (f"    {require}\n" if require else "") + "    your.score += 1"
    found = options(RULES.replace("OTHERS", others).replace("WORD", word).replace("ACTION", action), tmp_path, watched)
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("others", ["", MIMIC])
def test_what_an_effect_asks_for_but_the_card_itself(tmp_path: Path, others: str, watched: bool) -> None:
    action = 'action act(card in your.hand):\n    "{card}"\n    if card is Echo: carry out card'
    text = RULES.replace("OTHERS", f"{others}\n{EFFECT}").replace("WORD", "hand").replace("ACTION", action)
    text = text.replace("effect(card: Spell in your.hand if card != this):", 'effect(card: Spell in your.hand if card != this):\n        "and {card}"')
    found = options(text, tmp_path, watched)
    assert sorted(found) == ["Echo and Echo", "Echo and bolt", "Echo and ward", "bolt", "ward"]
