"""A card is shown in a hand where an equal one is known: which of them it was nobody sees, and what is known of the hand is faces and how many."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import load
from ruledsl.engine.lockstep import lockstep
from ruledsl.findings.twins import Twins
from tests import few
from tests.minds.judge import Judge
from tests.minds.shown import shown
from tests.minds.tabled import tabled

GAMES = (
    ("show", "show_give", "draw"), ("show", "steal", "draw"), ("give_show", "show", "draw"), ("back", "cover", "draw"), ("show", "back", "give"),
    ("two", "steal", "give"), ("all_of", "steal_shown", "draw"), ("open_hand", "give", "show"),
    ("but_one", "show", "draw"), ("some", "show", "draw"), ("some_back", "show", "draw"),
    ("swap_like", "show"),
)  # fmt: skip


TOLD = (("show", "show_give", "draw"), ("peek", "show", "give"), ("but_one", "show", "draw"), ("but_one_give", "show", "draw"), ("some", "show", "draw"))


@pytest.mark.parametrize("names", GAMES, ids=" ".join)
def test_a_table_holds_the_worlds_that_there_are(names: tuple[str, ...], tmp_path: Path) -> None:
    """Each as likely as it is: a face that is shown twice is likelier where there are more of it, and says so twice."""
    (path := tmp_path / "shown.rules").write_text(shown(names), encoding="utf-8")
    game, met = load(path), 0
    for seed in range(1, 1 + few.of(12)):
        match, random = game.start(2, seed), Random(seed)
        while not match.over:
            for seat in few.seats(2, len(match.history.moves)):
                found, _ = tabled(match, seat)
                assert found is None or found == Judge(match, seat).worlds()
                met += found is not None
            match.play(random.choice(match.answers()))
    assert met


def test_with_three_hands(tmp_path: Path) -> None:
    (path := tmp_path / "shown.rules").write_text(shown(("show", "show_give", "draw"), players=3, dealt=1), encoding="utf-8")
    game, met = load(path), 0
    for seed, rounds in product(range(1, 1 + few.of(4)), (9,)):
        match, random = game.start(3, seed), Random(seed)
        while not match.over and len(match.history.moves) < rounds:
            for seat in few.seats(3, len(match.history.moves)):
                found, _ = tabled(match, seat)
                assert found is None or found == Judge(match, seat).worlds()
                met += found is not None
            match.play(random.choice(match.answers()))
    assert met


@pytest.mark.parametrize("names", TOLD, ids=" ".join)
def test_nothing_tells_which_of_equal_cards_was_shown(names: tuple[str, ...], tmp_path: Path) -> None:
    (path := tmp_path / "shown.rules").write_text(shown(names), encoding="utf-8")
    twins = Twins(load(path).program(2, {}), 1, {})
    for _ in range(few.of(few.of(150))):
        assert (twins.meeting(), twins.twin()) == (None, None)
    assert twins.pairs and twins.meetings


@pytest.mark.parametrize("names", [*TOLD, ("some", "but_one_give", "draw")], ids=" ".join)
def test_both_engines_know_the_same(names: tuple[str, ...], tmp_path: Path) -> None:
    (path := tmp_path / "shown.rules").write_text(shown(names), encoding="utf-8")
    assert lockstep(load(path).program(2, {}), range(12)).difference is None
