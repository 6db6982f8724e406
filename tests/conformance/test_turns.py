"""Backgammon: over there two moves are one choice and a double is two turns, so whole turns are compared, by what they lead to."""

from __future__ import annotations

import os
import re
from random import Random
from typing import Any

import pytest

from ruledsl.engine.moves import outcome
from ruledsl.engine.position import Position
from tests.conformance.walk import Ours, Pair

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("CONFORMANCE_GAMES", "200"))
BAR, DICE_MEN = 100, 15

Table = tuple[int, ...]
"""White's men on each point (black's below 0), then the men of both on the bar and borne off."""


def table_here(position: Position) -> Table:
    return (*position.values["men"], *position.values["bar"], *position.values["off"])


def table_there(state: Any) -> Table:
    men = [[state.board(seat, 24 - n) for n in range(1, 25)] for seat in range(2)]
    bar = [state.board(seat, BAR) for seat in range(2)]
    off = [DICE_MEN - bar[seat] - sum(men[seat]) for seat in range(2)]
    return (*(white - black for white, black in zip(*men, strict=True)), *bar, *off)


def turns_here(ours: Ours, position: Position, seat: int) -> dict[Table, Position]:
    """What can be on the table when the turn has ended."""
    waiting, ends = {dice_left(position): position}, dict[Table, Position]()
    while waiting:
        _, now = waiting.popitem()
        if now.over or now.waiting != (seat,):
            ends[table_here(now)] = now
            continue
        for move in now.engine.legal(now.block, now.site_number, seat):
            then = ours.after(now, seat, move)
            waiting[dice_left(then)] = then
    return ends


def dice_left(position: Position) -> Table:
    """Two dice may bear off the same man, and leave each other."""
    return (*table_here(position), *position.values["dice"])


def turns_there(state: Any, seat: int) -> dict[Table, Any]:
    waiting, ends = {table_there(state): state}, dict[Table, Any]()
    while waiting:
        _, now = waiting.popitem()
        for action in now.legal_actions():
            then = now.child(action)
            goes_on = not then.is_terminal() and not then.is_chance_node() and then.current_player() == seat
            (waiting if goes_on else ends)[table_there(then)] = then
    return ends


def throw(ours: Ours, position: Position, dice: tuple[int, int]) -> Position:
    for shown in dice:
        assert position.kind == "chance"
        (number,) = (n for n in range(6) if outcome(position, n).args["value"] == str(shown))
        position = ours.after(position, -1, (number,))
    return position


def dice_of(state: Any, action: int) -> tuple[int, int]:
    found = re.search(r"roll: (\d)(\d)", state.action_to_string(-1, action))
    assert found
    return int(found[1]), int(found[2])


def play(ours: Ours, game: Any, random: Random) -> int:
    position, state, turns = ours.begin(), game.new_initial_state(), 0
    while not state.is_terminal():
        action = random.choice([action for action, _ in state.chance_outcomes()])
        dice = dice_of(state, action)
        state.apply_action(action)
        seat = state.current_player()
        if not turns and (dice[0] > dice[1]) != (seat == 0):
            dice = dice[::-1]
        position = throw(ours, position, dice)
        theirs = turns_there(state, seat)
        ends = turns_here(ours, position, seat)
        assert ends.keys() == theirs.keys()
        table = random.choice(sorted(theirs))
        position, state, turns = ends[table], theirs[table], turns + 1
    assert position.over
    assert [position.call("payoff", seat) for seat in range(2)] == list(state.returns())
    return turns


@pytest.mark.parametrize(("theirs", "gammons"), [("full_scoring", "doubled"), ("winloss_scoring", "single")])
def test_turns(theirs: str, gammons: str) -> None:
    ours = Ours(Pair("backgammon", "backgammon", int, options={"gammons": gammons}), "native")  # type: ignore[arg-type]
    game = pyspiel.load_game(f"backgammon(scoring_type={theirs})")
    assert sum(play(ours, game, Random(number)) for number in range(max(2, GAMES // 100))) > 50
