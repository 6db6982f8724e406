"""Several cards at once are taken of those that their chooser knows: of a zone that is open at the top, what is covered is seen no longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load

RULES = """game "Covered":
    players 2
card Goose(n: 1..3)
components:
    deck: 1 of Goose(n) for n in 1..3
table:
    deck:  row
    heaps[n in 1..2]: WORD, top
    x:     0..9
action take(geese: 1..3 in heaps[2]): x = count(geese)
play:
    move top of deck to heaps[1]
    repeat 2 times: move top of deck to heaps[2]
    players.first may take
    move top of heaps[2] to heaps[1]
    players.last may take
winner: together if x > 0
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("word", ["row", "pile"])
def test_what_is_covered_is_not_among_several_cards(word: str, engine: str, tmp_path: Path) -> None:
    (path := tmp_path / "covered.rules").write_text(RULES.replace("WORD", word))
    match = load(path).start(engine=engine)
    for goose in (1, 2):
        assert [option.label for option in match.decision.options] == [f"take Goose {goose}", "pass"]
        match.play(1)
