"""Games of two seats outright, held to what is known of them and to a plain minimax."""

from __future__ import annotations

from typing import Any

import pytest

import ruledsl
from ruledsl.engine.backend import engine_for
from ruledsl.ir.program import OVER, Program
from ruledsl.search import duel
from ruledsl.search.duel import Duel
from ruledsl.search.opened import ENOUGH, STOPPED, Limits, Unsolvable
from ruledsl.search.solve import replayed
from tests.tools.process import NIM


def balance(program: Program, limits: Limits | None = None) -> Any:
    made = Duel(program)
    return made.solve(made.deal(0), limits or Limits())


KALAH = ((1, 6, 0), (2, 3, -1), (2, 5, 1), (3, 1, 0))
"""Pits, seeds, and what it is worth: G. Irving, J. Donkers, J. Uiterwijk, "Solving Kalah"."""


@pytest.mark.parametrize(
    ("name", "options", "value"),
    [
        ("tic-tac-toe", {}, 0),
        ("misere-tic-tac-toe", {}, 0),
        ("connect-four", {"rows": 4, "columns": 4}, 0),  # J. Tromp, "John's Connect Four Playground": a draw
        ("connect-four", {"rows": 5, "columns": 4}, 0),
        ("connect-four", {"rows": 4, "columns": 4, "in_a_row": 3}, 1),
        ("connect-four", {"rows": 4, "columns": 4, "in_a_row": 2}, 1),
        *(("kalah", {"pits": pits, "seeds": seeds}, worth) for pits, seeds, worth in KALAH),
        ("hex", {"size": 3}, 1),  # J. Nash: a stone more never harms, and there is no draw
        *(("go", {"size": 2, "komi": komi, "longest": 12}, worth) for komi, worth in ((0, 1), (1, -1))),  # J. Tromp, "The game of Go": one point for black
        *(("y", {"size": size, "swap": False}, 1) for size in (2, 3, 4)),
        *(("y", {"size": size}, -1) for size in (2, 3, 4)),  # who may take the first stone over chooses the side that wins
    ],
)
def test_what_games_are_worth(name: str, options: dict[str, Any], value: int) -> None:
    program = ruledsl.load(name).program(2, options)
    found = balance(program)
    assert (found.value, found.why) == (value, "")
    end = replayed(program, 0, found.moves)[-1]
    assert end.over and {1: 1, 2: -1}.get(end.call("winners"), 0) == value


CAREFUL: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("tic-tac-toe", {}, 0), ("connect-four", {"rows": 4, "columns": 4, "in_a_row": 3}, 1), ("hex", {"size": 3}, 1),
    ("kalah", {"pits": 2, "seeds": 3}, -1), ("go", {"size": 2, "komi": 1, "longest": 12}, -1), ("y", {"size": 4}, -1),
    ("dots-and-boxes", {"rows": 1, "columns": 2}, 0), ("breakthrough", {"rows": 5, "columns": 3}, 1),
)  # fmt: skip


@pytest.mark.parametrize(("name", "options", "value"), CAREFUL)
def test_with_care_it_is_worth_the_same(name: str, options: dict[str, Any], value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options looked at before, games played at random from states on the way: from the beginning, or after a search that found it was not enough."""
    program, found = ruledsl.load(name).program(2, options), []
    for light in (0, 30, duel.LIGHT):
        monkeypatch.setattr(duel, "LIGHT", light)
        found.append(balance(program))
        end = replayed(program, 0, found[-1].moves)[-1]
        assert end.over and {1: 1, 2: -1}.get(end.call("winners"), 0) == found[-1].value == value
        assert balance(program) == found[-1]


def test_what_settled_much_is_tried_first() -> None:
    """In the order of the menu tic-tac-toe takes 1,964 states, and hex 4 by 4 1,270,456; what was learnt in one search is not known in the next."""
    made = Duel(ruledsl.load("tic-tac-toe").program(2))
    found = [made.solve(made.deal(0)) for _ in range(2)]
    assert found[0] == found[1] and found[0].states < 1_500
    assert balance(ruledsl.load("hex").program(2, {"size": 4})).states < 120_000


@pytest.mark.parametrize(("size", "wins", "loses"), [(3, "c1 a2 b2 c2 a3", "a1 b1 b3 c3"), (4, "d1", "c1")])
def test_first_stones_that_win_at_hex(size: int, wins: str, loses: str) -> None:
    """As a search by hand over sets of cells finds them, which knows nothing of the language; at 4 by 4 they are the short diagonal alone."""
    program = ruledsl.load("hex").program(2, {"size": size})
    made, engine = Duel(program), engine_for(program, "native")
    for worth, cells in ((1, wins.split()), (-1, loses.split())):
        for cell in cells:
            block = engine.start(0, 1)
            block.write("move", (0, program.cells.index(cell)))
            block.set("move.seat", 0, 0)
            engine.resume(block)
            assert (cell, made.solve(made.taken(block)).value) == (cell, worth)


def plain(program: Program, block: Any, known: dict[bytes, int]) -> int:
    """Minimax over whole states, in the reference engine."""
    engine = engine_for(program, "interp")
    if block.get("status") == OVER:
        return {1: 1, 2: -1}.get(engine.call(block, "winners"), 0)
    key = block.bytes()
    if key not in known:
        seat = block.get("ask.seats").bit_length() - 1
        worths = []
        for move in engine.legal(block, block.get("ask.site"), seat):
            after = block.copy()
            for index, value in enumerate(move):
                after.set("move", index, value)
            after.set("move.seat", 0, seat)
            engine.resume(after)
            after.set("decisions", 0, 0)
            worths.append(plain(program, after, known))
        known[key] = (min if seat else max)(worths)
    return known[key]


@pytest.mark.parametrize("sticks", range(5, 14))
def test_a_plain_minimax_says_the_same(sticks: int, tmp_path: Any) -> None:
    path = tmp_path / "nim.rules"
    path.write_text(NIM, encoding="utf-8")
    nim = ruledsl.load(path).program(2, {"sticks": sticks})
    assert balance(nim).value == plain(nim, engine_for(nim, "interp").start(0), {})


def test_limits_are_kept() -> None:
    large = ruledsl.load("connect-four").program(2)
    found = balance(large, Limits(states=50_000))
    assert (found.value, found.why, found.moves) == (None, ENOUGH, ())

    def stop(states: int, deep: int) -> None:
        raise KeyboardInterrupt

    assert balance(large, Limits(progress=stop)).why == STOPPED


@pytest.mark.parametrize(("name", "players", "why"), [("kuhn-poker", 2, "does not see"), ("kuhn-poker", 3, "played by 3"), ("pig", 2, "chance")])
def test_what_cannot_be_solved_is_said(name: str, players: int, why: str) -> None:
    with pytest.raises(Unsolvable, match=why):
        balance(ruledsl.load(name).program(players))


CIRCLE = """\
game "Round":
    players 2

table:
    at: 0..3

play:
    turns p in players while at < 3 at most 9 times: p chooses on or back

action on():
    "on"
    at += 1
action back():
    "back"
    require at > 0 else "it stands at the beginning"
    at -= 1

winner: highest mine
def mine(p) = 1 if p == players.first else 0
"""


def test_who_can_go_to_and_fro_for_ever_does_not_lose(tmp_path: Any) -> None:
    path = tmp_path / "round.rules"
    path.write_text(CIRCLE, encoding="utf-8")
    found = balance(ruledsl.load(path).program(2))
    assert (found.value, found.again, found.drawn) == (0, 0, False)
    path.write_text(CIRCLE.replace("at > 0 else", "at == 1 else"), encoding="utf-8")
    assert balance(ruledsl.load(path).program(2)).value == 0
    path.write_text(CIRCLE.replace("at > 0 else", "at == 2 else"), encoding="utf-8")
    assert balance(ruledsl.load(path).program(2)).value == 1


TOGETHER = """
game "Two":
    players 2

table:
    steps: 0..9

play:
    for p in players: p chooses go

action go(n in 0..3):
    "{n}"
    steps += n

"""


@pytest.mark.parametrize("winner", ["winner: together if steps >= 4", "winner: highest done\ndef done(p) = steps\n"])
def test_a_game_of_one_side_is_no_duel(tmp_path, winner):
    """Its worth would be told as a draw, though both can win."""
    path = tmp_path / "two.rules"
    path.write_text(TOGETHER + winner, encoding="utf-8")
    with pytest.raises(Unsolvable, match="both win together"):
        Duel(ruledsl.load(path).program(2))
    path.write_text(TOGETHER + "winner: highest mine\ndef mine(p) = steps if p == players.first else 3\n", encoding="utf-8")
    Duel(ruledsl.load(path).program(2))
    path.write_text(TOGETHER.replace("    steps += n\n", "    steps += n\n    if steps == 3: you win\n") + winner, encoding="utf-8")
    assert balance(ruledsl.load(path).program(2)).value == 1
