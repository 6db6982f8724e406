"""No mind knows what nobody sent it: where two games sent a seat the same all along, it has observed the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import load
from ruledsl.minds.observing import Observer
from tests.minds.strange import Strange
from tests.minds.unsent import of_text, unsent
from tests.minds.wild import Wild


@pytest.mark.parametrize("writer", [Strange, Wild])
def test_nothing_is_observed_that_was_not_sent(writer: type[Strange] | type[Wild], tmp_path: Path) -> None:
    found = [told for seed in range(3) for told in of_text(writer(seed).text, seed, tmp_path)]
    assert found and not any(found)


def test_what_another_is_asked_the_table_hears() -> None:
    """At Envelope: whether it is one's turn, or one has to show a card."""
    found = list(unsent(load("envelope").program(players=3), 1, 8))
    assert found and not any(found)


def test_a_mind_that_sees_through_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Observer, "face", lambda self, seat, card, where, values: self.program.cards[card])
    assert any(unsent(load("envelope").program(players=3), 1, 4))
