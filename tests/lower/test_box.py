"""What lies where at first: the lines of `components:`, counted by the game itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load

RULES = '''
game "Box":
    players 2..4
enum Gem: ruby, opal
card Pip(of_whom: player, n: 0..9)
card Coin(gem: Gem)
components:
    seat.bag: 2 of Pip(seat, 0), n of Pip(seat, n) for n in 1..3 if seat == players.first or n < 3
    p.shelf[g]: 1 of Coin(g) for g in Gem if p != players.last
    p.shelf[ruby]: 3 of Pip(p.left, 9)
each player:
    bag:              heap, open
    shelf[g in Gem]:  heap, open
    found:            0..99
play:
    for p in players:
        p.found = {counted}
winner: highest found
'''


def found(tmp_path: Path, counted: str, players: int) -> list[int]:
    (file := tmp_path / "box.rules").write_text(RULES.replace("{counted}", counted))
    return [int(score) for score in load(str(file)).start(players=players).scores]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("counted, wanted", [
    ("count(p.bag)", lambda k, n: 8 if k == 0 else 5),
    ("count(c for c in p.bag if c is Pip and c.of_whom == p)", lambda k, n: 8 if k == 0 else 5),
    ("sum(c.n for c in p.bag if c is Pip)", lambda k, n: 14 if k == 0 else 5),
    ("count(c for c in p.shelf[opal] if c is Coin and c.gem is opal)", lambda k, n: 1 if k < n - 1 else 0),
    ("count(p.shelf[ruby])", lambda k, n: 4 if k < n - 1 else 3),
    ("count(c for c in p.shelf[ruby] if c is Pip and c.of_whom == p.left)", lambda k, n: 3),
])  # fmt: skip
def test_the_name_before_the_dot_is_the_player(tmp_path, counted, wanted, players):
    assert found(tmp_path, counted, players) == [wanted(seat, players) for seat in range(players)]
