"""An action may carry out some of the cards that can be chosen with it, and others not: all of them can be chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.pipeline import read
from ruledsl.testing import collect, run_test

GAME = """\
game "Fleet":
    players 2
card Ship
card Scout is Ship
card Medic is Ship:
    effect: your.hull += 4
card Breaker is Ship:
    effect(n in 1..2):
        "by {n}"
        your.hull += n
card Jammer is Ship:
    effect: your.hull += 9
card Wild:
    stands for any Ship
components:
    bag: 2 of k for k in Ship, 1 of Wild
table:
    bag: heap
    gone: heap
    loud: bool
each player: hull: 0..99
play:
    for p in players: p chooses launch
action launch(card: Ship in bag):
    "launch {card}"
    if CARRIED: carry out card
    else: your.hull += 1
    move card to gone
winner: highest hull

test "some are carried out":
    given:
        loud = true
    then: A can only launch(Scout), launch(Medic), launch(Breaker, 1), launch(Breaker, 2), launch(Jammer), WILD
    when:
        A: launch(Medic)
        B: launch(Jammer)
    then:
        A.hull == 4
        B.hull == 1
        gone == [Medic, Jammer]
"""
AS_ITSELF = "launch(Wild)"
AS_OTHERS = "launch(Wild as Medic), launch(Wild as Breaker, 1), launch(Wild as Breaker, 2), launch(Wild as Jammer)"


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(
    ("condition", "wild"),
    [
        ("card is Medic or card is Breaker", AS_ITSELF),
        ("card in {Medic, Breaker}", AS_ITSELF),
        ("(card is Medic or card is Breaker) and loud", AS_ITSELF),
        ("card is not Scout and card is not Jammer", AS_OTHERS),
    ],
)
def test_all_can_be_chosen(condition: str, wild: str, engine: str, tmp_path: Path) -> None:
    (path := tmp_path / "fleet.rules").write_text(GAME.replace("CARRIED", condition).replace("WILD", wild))
    assert not [d for d in read(str(path)).diagnostics if d.is_error]
    (case,) = collect(str(path), [])
    assert not run_test(case, engine).failures
    match = ruledsl.load(path).start(2, 1, engine=engine)
    for label in ("launch Scout", "launch Breaker by 2"):
        match.play(next(o for o in match.decision.options if o.label == label))
    assert match.position.values["hull"][:2] == [1, 1 if "loud" in condition else 2]
