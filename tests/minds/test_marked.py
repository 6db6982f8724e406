"""Cards that are marked, shown and given away: what a mind holds possible is what there is by every course of the game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import load
from ruledsl.engine.match import Match
from ruledsl.minds.every import possible
from tests import few
from tests.minds.judge import Judge, listed
from tests.minds.marked import HEAD, marked
from tests.minds.tabled import tabled


def begun(text: str, folder: Path, seed: int) -> Match:
    (path := folder / "marked.rules").write_text(text, encoding="utf-8")
    return load(path).start(2, seed)


@pytest.mark.parametrize("held", ["hand", "fan"])
def test_what_is_said_to_be_all_is_all(held: str, tmp_path: Path) -> None:
    wholes = 0
    for seed in range(few.of(24)):
        match, random = begun(marked(seed, held), tmp_path, seed), Random(seed)
        while not match.over:
            match.play(random.choice(match.answers()))
            for seat in range(2):
                true, (found, whole), (table, _) = Judge(match, seat).worlds(), listed(match, seat), tabled(match, seat)
                assert true and (found == true if whole else found.keys() <= true.keys())
                assert table is None or table == true
                wholes += whole
    assert wholes


def test_what_is_shown_is_seen_with_its_mark(tmp_path: Path) -> None:
    """Of two cards that are both shown, it is known then which of them is lifted."""
    head = HEAD.format(faces=5, each=1, held="hand").removesuffix("    for p in players:\n")
    match = begun(head + "    players.last chooses up\n    players.last chooses all_of\n", tmp_path, 1)
    while not match.over:
        match.play(match.answers()[0])
    held = possible(match.moments, 0)
    assert held.whole and len(held.worlds) == 1
