"""A game whose components are for other numbers of players: there are kinds of cards, and zones for them, and no card."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import ruledsl
from ruledsl.engine.check import check
from ruledsl.findings.verdicts import PROVED
from ruledsl_tools import stopping
from ruledsl_tools.cli import main
from tests.findings.test_verify import explored

EMPTY = """game "Empty":
    players 2..4

enum Size: small, large

card Duck(size: Size) "{size} duck"

board yard: grid 2 by 2

components:
    deck: 2 of Duck(size) for size in Size if count(players) > 2

each Duck:
    under: pile, top
    seen:  0..3
each cell:
    tile: heap
each player:
    hand:  hand
    score: 0..9
table:
    deck: pile, hidden
    row:  row, open

play:
    shuffle deck
    for p in players:
        if deck is not empty: move top of deck to p.hand
    repeat 2 times:
        for p in players:
            p chooses c: Duck in p.hand or none
            if c is not none: move c to top of yard[1, 1].tile
            p chooses lay or pass_on

action lay(c in your.hand):
    "lay {c}"
    move c to row

action pass_on(n in 1..2):
    "pass {n}"
    your.score += n

winner: highest score

invariant "cards lie somewhere": count(all cards) in {0, 4}
"""


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    path = tmp_path / "empty.rules"
    path.write_text(EMPTY, encoding="utf-8")
    return path


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("players", [2, 3])
def test_it_is_played_and_looked_at(empty: Path, engine: str, players: int) -> None:
    match, random = ruledsl.load(str(empty)).start(players, 1, engine=engine), Random(1)
    while not match.over:
        assert not check(match.position) and all(match.view(seat) for seat in range(1, players + 1))
        match.play(random.choice(match.answers()))


def test_all_its_states_are_gone_through(empty: Path) -> None:
    whole = explored(ruledsl.load(str(empty)).program(2, watched=True))
    assert whole.whole and not whole.findings and {"census", "stuck"} <= {claim.kind for claim in whole.claims if claim.verdict == PROVED}


@pytest.mark.parametrize("words", [("simulate", "-n", "50"), ("fuzz", "--seconds", "1"), ("twins", "--seconds", "1"), ("solve",), ("perft", "--depth", "3")])
def test_commands(empty: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "PATIENCE", 60)  # a hunt that is left alone would end this very process
    command, *more = words
    assert main([command, str(empty), *more]) in (0, 1, 2)
    assert "fault of ruledsl" not in "".join(capsys.readouterr())
