"""Cards that are marked, shown and given away: what a mind holds possible is what there is by every course of the game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import load
from ruledsl.engine.match import Match
from ruledsl.minds.every import possible
from tests import few
from tests.minds.marked import HEAD, marked
from tests.minds.tabled import wholly_known


def begun(text: str, folder: Path, seed: int) -> Match:
    (path := folder / "marked.rules").write_text(text, encoding="utf-8")
    return load(path).start(2, seed)


@pytest.mark.parametrize("held", ["hand", "fan"])
def test_what_is_said_to_be_all_is_all(held: str, tmp_path: Path) -> None:
    wholes = 0
    for seed in range(few.of(24)):
        match, random = begun(marked(seed, held), tmp_path, seed), Random(seed)
        wholes += wholly_known(match, random)
    assert wholes


def test_what_is_shown_is_seen_with_its_mark(tmp_path: Path) -> None:
    """Of two cards that are both shown, it is known then which of them is lifted."""
    head = HEAD.format(faces=5, each=1, held="hand").removesuffix("    for p in players:\n")
    match = begun(head + "    players.last chooses up\n    players.last chooses all_of\n", tmp_path, 1)
    while not match.over:
        match.play(match.answers()[0])
    held = possible(match.moments, 0)
    assert held.whole and len(held.worlds) == 1
