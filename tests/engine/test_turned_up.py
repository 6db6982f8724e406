"""Tops that the rules turn up are offered as themselves; where one is not turned up yet, play stops before anybody is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault

RULES = """game "Packs":
    players 2
card Card(n: 1..4)
table:
    deck: pile, hidden
    pack[k in 1..3]: pile, hidden
each player:
    hand: hand
    score: 0..99
components:
    deck: 4 of Card(n) for n in 1..4
play:
    shuffle deck
    for k in 1..3: move top 3 of deck to pack[k]
    for lap in 1..2:
        for p in players: turn(p)
phase turn(p):
    {turn}
    p chooses take
action take(card in tops of pack):
    "take {{card}}"
    your.score += card.n
    move card to your.hand
winner: highest score
"""


def game(folder: Path, turn: str) -> ruledsl.Game:
    file = folder / "packs.rules"
    file.write_text(RULES.format(turn=turn), encoding="utf-8")
    return ruledsl.load(str(file))


ALWAYS = "for k in 1..3 if pack[k] is not empty: reveal top of pack[k]"


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_tops_that_are_turned_up_are_chosen_by_face(engine: str, tmp_path: Path) -> None:
    match = game(tmp_path, ALWAYS).start(players=2, seed=3, engine=engine)
    for _ in range(4):
        packs = [zone for zone in match.view(match.decision.player).zones if zone.name.startswith("pack") and zone.count]
        labels = [option.label for option in match.legal()]
        assert len(labels) == len(packs) and all(label in {f"take {n}" for n in (1, 2, 3, 4)} or label.startswith("take Card") for label in labels)
        match.play(0)
    assert match.over


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_tops_that_nobody_has_turned_up_are_not_told(engine: str, tmp_path: Path) -> None:
    late = game(tmp_path, "if pack[1] is empty: reveal top of pack[2]")
    with pytest.raises(RulesFault) as stopped:
        late.start(players=2, seed=3, engine=engine).legal()
    assert stopped.value.fault == Fault.UNSEEN
