"""Members have their turns in the order that was taken before the first of them: beside Python's own sorting, in both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.engine.match import Match
from ruledsl.ir.fault import RulesFault
from ruledsl.testing import collect, run_test
from tests import few

HEAD = """
game "Orders":
    players 1..9
enum Hue: red, green, blue
card Card(n: 1..3)
board yard: grid 5 by 8
components:
    hands: 3 of Card(n) for n in 1..3
table:
    hands: hand, open
    heap:  pile
    stack: pile, hidden
    hues: 0..999
    x: 0..99
each player:
    score: 0..9
    low:   0..3
    high:  0..3
    at:    0..99
    place: 0..99
each cell:
    key:   0..3
    found: 0..99
    stand: 0..99
each Card:
    drawn: 0..9
    rank:  0..99
to log(p):
    x += 1
    p.at = x
winner: highest score
"""


def played(tmp_path: Path, play: str, engine: str, players: int = 5, seed: int = 1) -> Match:
    path = tmp_path / "game.rules"
    path.write_text(HEAD + "play:\n    " + play.strip().replace("\n", "\n    ") + "\n", encoding="utf-8")
    match = load(path).start(seed=seed, engine=engine, players=players)
    while match.decision is not None:
        match.play(match.decision.options[seed % len(match.decision.options)])
    return match


def values(match: Match, name: str) -> list[int]:
    return list(match.position.block.regions()[name])


def places(keys: list[tuple[int, ...]]) -> list[int]:
    """1, 2, 2, 4: one more than there are before."""
    return [1 + sum(other < key for other in keys) for key in keys]


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("seed", few.seeds(6))
def test_seats_stand_by_their_keys_and_equals_as_they_came(engine: str, seed: int, tmp_path: Path) -> None:
    play = """
for p in players:
    p.low = roll 0..2
    p.high = roll 0..2
for p in players by lowest p.low then highest p.high ranked n from players.last:
    log(p)
    p.place = n
    for q in players: q.low = 3
    if x == 7: end for
"""
    for players in (1, 2, 5, 9):
        match = played(tmp_path, play.replace("q.low = 3", "q.score = 3"), engine, players, seed)
        other = played(tmp_path, play.replace("q.low = 3", "q.score = q.low"), engine, players, seed)
        assert values(match, "at") == values(other, "at")
        low, high = values(match, "low"), values(match, "high")
        from_last = [players - 1, *range(players - 1)]
        order = sorted(from_last, key=lambda p: (low[p], -high[p]))[:7]
        keys = places([(low[p], -high[p]) for p in range(players)])
        assert values(match, "at") == [order.index(p) + 1 if p in order else 0 for p in range(players)]
        assert values(match, "place") == [keys[p] if p in order else 0 for p in range(players)]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_what_the_turns_change_does_not_change_the_order(engine: str, tmp_path: Path) -> None:
    play = """
for p in players: p.low = count(q for q in players while q != p) % 2
for p in players by highest p.low:
    log(p)
    for q in players: q.low = 3 - q.low
"""
    assert values(played(tmp_path, play, engine), "at") == [3, 1, 4, 2, 5]


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("seed", few.seeds(3))
def test_cells_values_numbers_and_cards_stand_in_order(engine: str, seed: int, tmp_path: Path) -> None:
    play = """
for c in yard: c.key = roll 0..3
for c in yard by highest c.key ranked n if c.row > 1:
    x += 1
    c.found = x
    c.stand = n
x = 0
for h in Hue by lowest (h == red) ranked n: hues = 10 * hues + n + (3 if h == green else 0)
for c in hands by lowest c.n ranked n:
    c.rank = n
    move c to heap
for n in 1..6 by highest n % 3 while n != 1: x += n
""".replace("    for d in yard: d.level_out()\n", "")
    match = played(tmp_path, play, engine, 2, seed)
    keys = values(match, "key")
    cells = sorted(range(8, 40), key=lambda c: -keys[c])
    assert values(match, "found") == [cells.index(c) + 1 if c in cells else 0 for c in range(40)]
    stand = places([(-keys[c],) for c in range(8, 40)])
    assert values(match, "stand") == [0] * 8 + stand
    assert values(match, "hues") == [413]
    assert values(match, "rank") == [1, 1, 1, 4, 4, 4, 7, 7, 7]
    assert values(match, "heap.cards") == list(range(9))
    assert values(match, "x") == [2 + 5]  # 2, 5, then 1 ends it


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_each_lap_of_turns_is_in_an_order_of_its_own(engine: str, tmp_path: Path) -> None:
    play = """
for p in players: p.low = count(q for q in players while q != p) % 3
turns p in players by lowest p.low ranked n if p.score < 2 at most 20 times:
    log(p)
    p.place = 10 * p.place + n
    p.score += 1
    p.low = 3 - p.low
"""
    # low: 0 1 2 0 1, places 1 3 5 1 3; then 3 2 1 3 2, places 4 2 1 4 2
    match = played(tmp_path, play, engine)
    assert values(match, "place") == [14, 32, 51, 14, 32]
    assert values(match, "at") == [9, 7, 6, 10, 8]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_conditions_are_asked_again_at_the_turn(engine: str, tmp_path: Path) -> None:
    play = """
turns p in players by highest count(q for q in players while q != p) if p.score < 1 at most 20 times:
    log(p)
    p.score += 1
    p.left.score = 1
"""
    # the last seat comes first, and each shuts out the next seat of the table
    match = played(tmp_path, play, engine)
    assert values(match, "at") == [0, 4, 3, 2, 1]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_the_bound_of_turns_in_order(engine: str, tmp_path: Path) -> None:
    with pytest.raises(RulesFault, match="beyond its bound"):
        played(tmp_path, "turns p in players by lowest p.low at most 7 times: log(p)", engine)
    match = played(tmp_path, "turns p in players by lowest p.low while x < 40 at most 7 times: log(p)\nelse: x = 50", engine)
    assert values(match, "x") == [50]
    match = played(tmp_path, "turns p in players by lowest p.low:\n    log(p)\n    if x == 8: end turns", engine)
    assert values(match, "x") == [8]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_more_than_can_be_put_in_an_order_is_a_fault(engine: str, tmp_path: Path) -> None:
    play = "for n in 1..60 + x by highest n % 7: x = n % 7\nx = 39\nfor n in 1..60 + x by highest n: x = 0"
    with pytest.raises(RulesFault, match="more than 64 are to stand in an order"):
        played(tmp_path, play, engine)


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_shuffled_cards_are_settled_before_they_are_put_in_an_order(engine: str, tmp_path: Path) -> None:
    play = "move all of hands to stack\nshuffle stack\nfor c in stack by highest c.n: move c to heap"
    assert [c // 3 for c in values(played(tmp_path, play, engine, seed=4), "heap.cards")] == [2] * 3 + [1] * 3 + [0] * 3


ASKED = """
for p in players: p.low = count(q for q in players while q != p) % 3
for p in players by lowest p.low ranked n:
    p chooses p.place in 1..3
    log(p)
    p.score = n
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_an_order_is_kept_while_somebody_is_asked(engine: str, tmp_path: Path) -> None:
    match = played(tmp_path, ASKED, engine)
    assert values(match, "at") == [1, 3, 5, 2, 4] and values(match, "score") == [1, 3, 5, 1, 3]


BEGUN = """
phase turn(p):
    p chooses p.place in 1..3
    log(p)
test "a test begins in the middle of an order":
    players 5
    given turn(D):
        B.low = 1
        D.low = 1
        A.low = 2
        E.low = 3
    when:
        D: 1
        A: 1
    then:
        waiting == {E}
test "a test begins in the middle of a lap":
    players 5
    given turn(D):
        B.low = 1
        D.low = 1
        A.low = 2
        E.low = 3
    when:
        D: 1
        A: 1
        E: 1
    then: LAST
"""


@pytest.mark.parametrize("loop, last", [("for", "over"), ("turns", "waiting == {C}")])
@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_test_may_begin_inside(engine: str, loop: str, last: str, tmp_path: Path) -> None:
    bound = " at most 20 times" if loop == "turns" else ""
    (path := tmp_path / "game.rules").write_text(
        f"{HEAD}play:\n    {loop} p in players by lowest p.low{bound}: turn(p)\n{BEGUN.replace('LAST', last)}", encoding="utf-8"
    )
    results = [run_test(test, engine=engine) for test in collect(load(str(path)))]
    assert len(results) == 2 and all(result.passed for result in results), results
