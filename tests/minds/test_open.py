"""Games in which nothing is hidden: what happens there is not looked through, and looked through it hangs on nothing that is not seen."""

from __future__ import annotations

from random import Random

import pytest

from ruledsl.engine.game import load
from ruledsl.minds.dim import dimming
from ruledsl.minds.past import question, steps
from tests import few


@pytest.mark.parametrize("name", ["backgammon", "clobber", "dots-and-boxes", "four-home", "pig", "ultimate-tic-tac-toe"])
def test_what_happens_where_nothing_is_hidden_hangs_on_nothing_unseen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, drawn = load(name).start(seed=3), Random(name)
    engine = dimming(match.program)
    assert engine.nothing_hidden
    monkeypatch.setattr(engine, "nothing_hidden", False)
    for _ in range(few.of(12)):
        if match.decision is not None:
            match.play(drawn.choice(match.decision.options))
    looked_through = steps(match)
    assert looked_through and question(match, match.position).seats == 0
    assert all((step.menu, step.deeds, step.cards, step.open, step.noises, step.left) == (0, 0, 0, 0, 0, {}) for step in looked_through)


@pytest.mark.parametrize("name", ["leduc-poker", "bantam", "orchard", "dark-hex"])
def test_what_has_cards_or_secrets_is_looked_through(name: str) -> None:
    assert not dimming(load(name).start().program).nothing_hidden
