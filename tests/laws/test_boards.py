"""Board games, as a plain player of their text plays them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.resources import bundled_games
from tests import few
from tests.laws.beside import Beside
from tests.laws.judge import Judge

BOARDS = (
    "brandubh checkers chess connect-four corner-tiles four-home gomoku go havannah nine-mens-morris othello phantom-tic-tac-toe tic-tac-toe "
    "ultimate-tic-tac-toe y"
).split()

LINES = """game "Lines":
    players 2
board yard: grid 3 by 4 from below
    "x": level = 1
    "{q}" small: level = 2, owner = q for q in players
board isle: hexes 2..3
table:
    strip: line or none
    cells: set of cell
    some: set of line
    n[l in yard.lines]: 0..9
each cell:
    level: 0..9
    owner: player or none
each row, column of yard: mown: 0..9
each diagonal of isle: sown: 0..9
each player: score: 0..99
history yards before turn at most 9 times: yard.level, yard.mown
history isles before turn at most 9 times: isle.level, isle.sown
action mow(s in yard.lines if s.mown < 2):
    s.mown += 1
    strip = s
    n[s] += 1
    for c in s if all(l.mown > 0 for l in c.lines): c.level += 1
    cells = s
action sow(s in isle.diagonals):
    s.sown += 1
    strip = isle.row(1)
    some = some | {s, isle[1, 2].line(east)}
    for c in s - isle.row(1): c.level += count(c.diagonals)
    cells = (s | yard.column(2)) - yard.row(1)
action draw(): yard = "x2a/b1x1/4"
phase turn(p):
    p chooses mow, sow or draw
    p.score += times(yards) * 3 + times(isles) + count(l for l in yard.lines(3) if all(c.level > 0 for c in l)) + count(isle.lines(2))
    p.score += count(cells) + count({c.line(way) for c in isle.row(2) for way in Way}) + count({yard[1, 1].step(way) for way in Way})
    if strip is not none and count(strip) > 3 and yard[1, 1] in strip: p.score += 1
play:
    turns p in players at most 7 times: turn(p)
    else: pass
winner: highest score
"""


def beside(text: str, games: int) -> tuple[int, set[str], set[str]]:
    """Games with the text of a file at each of its tables: how many questions were compared, where the two differ, and what was not read."""
    looked, wrong, unread = 0, set[str](), set[str]()
    judge = Judge(text, 1, ("check", "lower"))
    rules = judge.checked()
    judge.lowered(rules)
    for program, _ in judge.programs[:3]:
        for seed in range(games):
            game = Beside(rules.layers[0], program, seed, tuple(rules.modes))
            wrong.add(game.play(40))
            looked, unread = looked + game.looked, unread | {game.unread}
    return looked, wrong - {""}, unread - {""}


@pytest.mark.parametrize("name", few.games("a board game is played as its text says", BOARDS))
def test_a_board_game_is_played_as_its_text_says(name: str) -> None:
    looked, wrong, unread = beside(Path(str(bundled_games()[name])).read_text(encoding="utf-8"), 1)
    assert not wrong and not unread and looked > 5


def test_lines_pictures_and_histories_of_one_board_are_what_the_text_says() -> None:
    looked, wrong, unread = beside(LINES, few.of(30))
    assert not wrong and not unread and looked > few.of(150)


@pytest.mark.parametrize(("said", "otherwise"), [('"x2a/b1x1/4"', '"x2a/b1x1/3x"'), ("yard.column(2)", "yard.column(3)"), ("times(isles)", "times(yards)")])
def test_a_text_that_says_otherwise_is_played_otherwise(said: str, otherwise: str) -> None:
    """The plain player is given another text than the program was made of."""
    judge, other = Judge(LINES, 1, ("check", "lower")), Judge(LINES.replace(said, otherwise), 1)
    judge.lowered(judge.checked())
    tree = other.checked().layers[0]
    assert any(Beside(tree, judge.programs[0][0], seed).play(40) for seed in range(20))
