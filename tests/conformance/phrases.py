"""Games whose moves have another shape over there: a word, or several of their moves for one of ours."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ruledsl.engine.choice import Choice
from ruledsl.record import field, record

Phrases = Callable[[Any], dict[str, list[int]]]
Payoffs = Callable[[int, int], tuple[int, int]]
"""Of our two payoffs, what they are over there."""


def said(state: Any, action: int) -> str:
    return str(state.action_to_string(state.current_player(), action))


def words(state: Any) -> dict[str, list[int]]:
    return {said(state, action): [action] for action in state.legal_actions()}


def numbers(state: Any) -> dict[str, list[int]]:
    return {str(action): [action] for action in state.legal_actions()}


def points(state: Any) -> dict[str, list[int]]:
    """`Move 3 to 4`: only the numbers."""
    return {" ".join(re.findall(r"\d+", said(state, action))): [action] for action in state.legal_actions()}


def pairs(first: str) -> Phrases:
    """Those that begin so are half a move: what comes then belongs to it."""

    def phrases(state: Any) -> dict[str, list[int]]:
        out: dict[str, list[int]] = {}
        for action in state.legal_actions():
            if first not in said(state, action):
                out[str(action)] = [action]
                continue
            then = state.child(action)
            out |= {f"{action} {more}": [action, more] for more in then.legal_actions()}
        return out

    return phrases


def lan(state: Any) -> dict[str, list[int]]:
    """`e2e4`, `g7g8q`, `O-O`."""
    import pyspiel

    moves = {action: pyspiel.chess.action_to_move(action, state.board()) for action in state.legal_actions()}
    return {("O-O" if move.to_lan()[2] == "g" else "O-O-O") if move.is_castling() else move.to_lan(): [action] for action, move in moves.items()}


def new_positions(state: Any) -> dict[str, list[int]]:
    """Over there a stone may bring a position back, and the game is over then; such moves are left out."""
    passed, count = max(state.legal_actions()), len(state.full_history())
    ends = count and state.full_history()[-1].action == passed
    out = numbers(state)
    for action in state.legal_actions():
        if action != passed and count + 1 < 2 * passed and state.child(action).is_terminal():
            del out[str(action)]
    assert ends or not state.child(passed).is_terminal() or count + 1 == 2 * passed
    return out


def small_board(state: Any) -> dict[str, list[int]]:
    """Board and square, be the board chosen or settled: `Local board 3: x(0,1)`."""
    out = pairs("Choose")(state)
    return {key if " " in key else f"{said(state, actions[0]).split()[2][0]} {key}": actions for key, actions in out.items()}


@record(frozen=True)
class Spoken:
    """`called` is what an option is called over there; `phrases` what can be chosen there, by the same words; `swapped`: who is first here is second
    there."""

    name: str
    theirs: str
    called: Callable[[Choice], str]
    options: dict[str, int | str] = field(default_factory=dict)
    phrases: Phrases = words
    payoffs: Payoffs = lambda one, other: (one, other)
    swapped: bool = False

    def __str__(self) -> str:
        return self.theirs


def at(text: str) -> tuple[int, int]:
    """`b3`: row and column, from 0."""
    return int(text[1:]) - 1, ord(text[0]) - ord("a")


def fence(choice: Choice) -> str:
    """`e8`; a fence by the square in the northwest of its middle, `a1v` or `a1h`."""
    if choice.action == "go":
        return str(choice.args["d"])
    return f"{choice.args['c']}{'v' if choice.args['way'] == 'east' else 'h'}"


def man(choice: Choice) -> str:
    """`a3b4`; over there the first row is the lowest."""
    row, column = at(choice.args["c"])
    far, way = 2 if choice.action == "jump" else 1, str(choice.args["way"])
    up, right = 1 if way.startswith("north") else -1, 1 if way.endswith("east") else -1
    return f"{'abcdefgh'[column]}{8 - row}{'abcdefgh'[column + far * right]}{8 - row + far * up}"


def chess(choice: Choice) -> str:
    """`e2e4`, `g7g8q`, `O-O`."""
    return choice.args["s"] if choice.action == "castle" else f"{choice.args['c']}{choice.args['goal']}{choice.args.get('kind', '').lower()}"


def stone(size: int) -> Callable[[Choice], str]:
    return lambda choice: str(size * size) if choice.action == "pass_on" else square(size)(choice)


def from_to(choice: Choice) -> str:
    """`a1a2`."""
    return choice.args["c"] + choice.args["d"]


def square(columns: int) -> Callable[[Choice], str]:
    """Row by row."""
    return lambda choice: str(columns * at(choice.args["c"])[0] + at(choice.args["c"])[1])


def amazon(size: int) -> Callable[[Choice], str]:
    """Over there the first player sits below."""

    def number(text: str) -> str:
        row, column = at(text)
        return str(size * (size - 1 - row) + column)

    return lambda choice: " ".join(number(choice.args[key]) for key in ("c", "d", "value") if key in choice.args)


def box_line(rows: int, columns: int) -> Callable[[Choice], str]:
    """First the lines that lie, then those that stand."""

    def called(choice: Choice) -> str:
        cell, _, beside = choice.args["e"].partition("/")
        (row, column), further = at(cell), beside not in ("n", "w")
        lies = beside in ("n", "s") or beside[0] == cell[0] and len(beside) > 1
        return str((row + further) * columns + column if lies else (rows + 1) * columns + row * (columns + 1) + column + further)

    return called


def pit(below: int, above: int) -> Callable[[Choice], str]:
    """What the first pit below is called, and the last one above, which is the first drawn."""

    def called(choice: Choice) -> str:
        row, column = at(choice.args["c"])
        return str(below + column if row else above - column)

    return called


def marked(choice: Choice) -> str:
    row, column = at(choice.args["c"].split()[-1])
    return f"{row // 3 * 3 + column // 3} {row % 3 * 3 + column % 3}"


MILL = ["a1", "d1", "g1", "b2", "d2", "f2", "c3", "d3", "e3", "a4", "b4", "c4", "e4", "f4", "g4", "c5", "d5", "e5", "b6", "d6", "f6", "a7", "d7", "g7"]


def mill(choice: Choice) -> str:
    return " ".join(str(MILL.index(choice.args[key])) for key in ("c", "d", "value") if key in choice.args)


def placed(size: int) -> Callable[[Choice], str]:
    """`c2`; over there the columns lean to the other side."""
    return lambda choice: "abcdefghijklmnopqrs"[2 * size - 2 - at(choice.args["c"])[1]] + str(at(choice.args["c"])[0] + 1)


def sign(one: int, other: int) -> tuple[int, int]:
    won = (one > other) - (one < other)
    return won, -won


def boxes(rows: int, columns: int) -> Spoken:
    theirs = f"dots_and_boxes(num_rows={rows},num_cols={columns},utility_margin=True)"
    return Spoken("dots-and-boxes", theirs, box_line(rows, columns), {"rows": rows, "columns": columns}, numbers, lambda one, other: (one - other, other - one))


SPOKEN = [
    Spoken("fences", "quoridor(board_size=9)", fence, {"size": 9, "all_fences": 10}),
    Spoken("fences", "quoridor(board_size=5,wall_count=3)", fence, {"size": 5, "all_fences": 3}),
    Spoken("checkers", "checkers", man),
    Spoken("chess", "chess", chess, phrases=lan, payoffs=lambda one, other: (other, one), swapped=True),
    Spoken("go", "go(board_size=5,komi=7.5)", stone(5), {"size": 5}, new_positions),
    Spoken("go", "go(board_size=9,komi=7.5)", stone(9), {"size": 9}, new_positions),
    Spoken("go", "go(board_size=19,komi=7.5)", stone(19), {"size": 19}, new_positions),
    Spoken("clobber", "clobber", from_to),
    Spoken("clobber", "clobber(rows=8,columns=8)", from_to, {"rows": 8, "columns": 8}),
    Spoken("gomoku", "gomoku", square(15), phrases=numbers),
    Spoken("gomoku", "gomoku(size=7)", square(7), {"size": 7}, numbers),
    Spoken("amazons", "amazons", amazon(10), phrases=pairs("From")),
    boxes(2, 2),
    boxes(3, 4),
    Spoken("oware", "oware", pit(0, 5), phrases=numbers, payoffs=sign),
    Spoken("kalah", "mancala", pit(1, 13), phrases=numbers, payoffs=sign),
    Spoken("nine-mens-morris", "nine_mens_morris", mill, {"longest": 200, "patience": 200, "repetition": "goes_on"}, points),
    Spoken("ultimate-tic-tac-toe", "ultimate_tic_tac_toe", marked, phrases=small_board),
    Spoken("havannah", "havannah", placed(8)),
    Spoken("havannah", "havannah(board_size=3)", placed(3), {"size": 3}),
    Spoken("havannah", "havannah(board_size=5,swap=True)", placed(5), {"size": 5, "swap": True}),
]
