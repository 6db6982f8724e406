"""Names of kinds in braces are kinds: a set of them where they are of one family, and behind `in` what `is` asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.pipeline import read
from ruledsl.testing import collect, run_test

GAME = """\
game "Fleet":
    players 2
card Ship
card Miner(n: 1..3) is Ship
card Raider(n: 1..3) is Ship
card Buoy is Ship
card Raft is Ship
card Wild:
    stands for any Miner
components:
    deck: 2 of Miner(1), 1 of Raider(3), 1 of Buoy, 1 of Wild
    rest: 2 of k for k in {Buoy, Raft}
table:
    deck, rest: heap
    some: set of kind of Ship = {Buoy}
    x: 0..9
play:
    for k in {Raider, Buoy}: x += 1 if k == Raider else 2
    players.first chooses take, leave or keep
action take(card: Ship in deck if card in {Miner, Raider} and card.n > 0): "take {card}"
action leave(card in deck if card not in {Miner, Raider, Wild}): "leave {card}"
action keep(card: Ship in deck if card in some): "keep {card}"
winner: highest numbers
def numbers(p) = sum(card.n for card in deck if card in {Miner, Raider})

test "kinds":
    then:
        A can only take(Miner(1)), take(Raider(3)), take(Wild as Miner(1)), take(Wild as Miner(2)), take(Wild as Miner(3)), leave(Buoy), keep(Buoy)
        numbers(A) == 5
        x == 3
        rest == [2 of Buoy, 2 of Raft]
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("asked", ["card in {Miner, Raider}", "(card is Miner or card is Raider)"])
def test_kinds_in_braces(asked: str, engine: str, tmp_path: Path) -> None:
    (path := tmp_path / "fleet.rules").write_text(GAME.replace("card in {Miner, Raider}", asked))
    assert not [d for d in read(str(path)).diagnostics if d.is_error]
    (case,) = collect(str(path), [])
    assert not run_test(case, engine).failures
