"""Worlds of tables that are too large to be written out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import load
from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.match import Match
from ruledsl.minds import fit
from ruledsl.minds.chain import Chain
from ruledsl.minds.worlds import Fitting, worlds
from tests import few
from tests.minds.drawn import looked_at
from tests.minds.judge import Judge, Key, key
from tests.minds.lent import lent
from tests.minds.tabled import fitted


def questions(how: str, folder: Path, seed: int) -> list[tuple[Match, int]]:
    """Those of a game, and a seat, where there is a table and more than one world."""
    (path := folder / "lent.rules").write_text(lent(how), encoding="utf-8")
    game, out, moves = load(path), list[tuple[Match, int]](), 0
    while True:
        match, random = game.start(3, seed), Random(seed)
        for _ in range(moves):
            match.play(random.choice(match.answers()))
        if match.over:
            return out
        out += [(match, seat) for seat in range(3) if fitted(match, seat) is not None and len(Judge(match, seat).worlds()) > 1]
        moves += 1


@pytest.mark.parametrize("how", ["all of them", "all, shown", "one of them"])
def test_worlds_are_come_to_as_often_as_they_are_likely(how: str, tmp_path: Path) -> None:
    """Within a tenth, all together; each fits, and none is left out that is not very unlikely."""
    for match, seat in few.some(questions(how, tmp_path, 3)):
        table, held, true = fitted(match, seat), Worlds(match.position, seat, ()), Judge(match, seat).worlds()
        assert table is not None
        found = Counter[Key]()
        for drawn in (drawn for seed in range(4) for drawn in Chain(table, seed).worlds(200)):
            assert sorted(drawn) == sorted(held.places)
            found[key(match.program, held.laid(held.becomes(drawn)).regions())] += 1
        assert found.keys() <= true.keys()
        assert sum(abs(found[world] / 800 - share) for world, share in true.items()) / 2 < 0.1
        assert all(world in found for world, share in true.items() if share > 0.02)


def test_go_fish_with_three_has_worlds_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where its table is too large nothing is tried, and what everybody at the table could note says that each world can be."""
    monkeypatch.setattr(fit, "ARCS", 1000)
    (found,) = looked_at("go-fish", 3, 3, 64)
    assert not found.wrong and found.fit and not found.exact and found.others > 32
    (found,) = looked_at("go-fish", 3, 19, 64)  # a six goes from one hand through another to a book, and from both hands a card that the third had known
    assert not found.wrong and found.fit and found.others > 32
    match, random = load("go-fish").start(3, 1, engine="native"), Random(1)
    for _ in range(20):
        match.play(random.choice(match.answers()))
    held = worlds(match, 0)
    assert isinstance(held, Fitting) and held.table is None and not held.tried and held.found
