"""Where a card may lie, for all that a seat has seen."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from random import Random

from ruledsl.engine.cards import instances
from ruledsl.engine.game import load
from ruledsl.engine.match import Match
from ruledsl_tools.play.odds import whereabouts
from tests.minds.games import text
from tests.minds.judge import Judge
from tests.tools.test_play_lines import play
from tests.tools.test_play_table import table


def truly(match: Match, seat: int, face: int) -> dict[str, Fraction]:
    """By every world that there is: how likely such a card lies in each place."""
    places = [match.position.words.place(zone, k) for zone, k in instances(match.program)]
    out: dict[str, Fraction] = defaultdict(Fraction)
    for world, weight in Judge(match, seat).worlds().items():
        for place, cards in zip(places, world, strict=False):
            out[place] += weight if any(held[0] == face for held in cards) else 0
    return {place: share for place, share in out.items() if share}


def test_it_is_as_likely_as_all_worlds_say(tmp_path: Path) -> None:
    """What must be is sure, and what cannot be is not told."""
    (path := tmp_path / "follow.rules").write_text(text("follow"), encoding="utf-8")
    match, random, sure = load(path).start(2, 1), Random(1), 0
    while not match.over:
        for face in range(len(match.program.faces)):
            found, true = whereabouts(match, 1, face), truly(match, 0, face)
            assert found.fits and found.shares.keys() <= true.keys()
            assert all(abs(found.shares.get(place, 0) - float(share)) < 0.25 for place, share in true.items())
            assert all(found.shares[place] == 1 for place, share in true.items() if share == 1)
            sure += 1 in true.values()
        match.play(random.choice(match.answers()))
    assert sure


def test_it_is_asked_at_the_table(ruledsl) -> None:
    out = play(ruledsl, "kuhn-poker", "odds 2", "odds Z", "odds", players="you,random")
    assert "\n2: " in out and "that fit what you have seen" in out
    assert "there is no card `Z`" in out and "odds and the name of a card" in out


def test_nothing_is_told_of_cards_on_a_table(ruledsl) -> None:
    assert "the cards of this table I do not see" in table(ruledsl, "odds E")
