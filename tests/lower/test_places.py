"""What goes wrong does so at a place, wherever it is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ruledsl

RULES = """\
game "Places":
    players 2
each player:
    score: 0..9
action act(n in 0..DOMAIN if CONDITION):
    "act LABEL"
    let x = LET
    require x >= 0 and REQUIRED else "no"
before act(n) if HOOK:
    require true and BEFORE else "never"
invariant "good": INVARIANT
play:
    players.first chooses act "what? QUESTION"
    players.last chooses players.first.score in 0..VALUES if FITS "how? PROMPT"
winner: highest total
def total(p) = TOTAL
def payoff(p) = PAYOFF
"""
HARMLESS = {
    "DOMAIN": "3", "CONDITION": "n < 9", "LABEL": "{n}", "LET": "1", "REQUIRED": "1 < 2", "HOOK": "n < 9", "BEFORE": "n < 99", "INVARIANT": "1 < 2",
    "QUESTION": "", "VALUES": "3", "FITS": "1 < 2", "PROMPT": "", "TOTAL": "p.score", "PAYOFF": "p.score",
}  # fmt: skip
WRONG = "1 // players.last.score"


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("part", HARMLESS)
def test_a_fault_has_a_place(part: str, engine: str, tmp_path: Path) -> None:
    number = HARMLESS[part] == "" or "{" in HARMLESS[part]
    wrong = "{" + WRONG + "}" if number else WRONG if HARMLESS[part] in ("3", "1", "p.score") else f"{WRONG} == 1"
    text = re.sub(r"\b[A-Z]{3,}\b", lambda found: wrong if found[0] == part else HARMLESS[found[0]], RULES)
    (file := tmp_path / "places.rules").write_text(text)
    with pytest.raises(ruledsl.RulesFault) as caught:
        match = ruledsl.load(str(file)).start(players=2, seed=1, engine=engine)
        while not match.over:
            match.check()
            match.play(match.legal()[0])
            match.events(1)
        assert match.scores and match.payoffs
    assert caught.value.place.span.line > 4 and caught.value.place.span.file == str(file)
