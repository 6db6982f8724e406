"""Lines as a new author says them: the first message stands there, and its fix makes the line good; or it says how such a thing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.diagnostics import Diagnostic, applied
from ruledsl.source import Source
from ruledsl.syntax import parse

HERE = Path(__file__).parent
HEAD = (HERE / "base.rules").read_text(encoding="utf-8") + "\nafter turn(p): zz(p)\n\nphase zz(q):\n    "
TABLE = [line for line in (HERE / "said.txt").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def _errors(text: str) -> list[Diagnostic]:
    tree, found = parse(Source("said.rules", text))
    return [d for d in pipeline.judge([tree], [], found)[1] if d.is_error]


@pytest.mark.parametrize("row", TABLE)
def test_said_otherwise(row: str) -> None:
    said, right = row.split(" => ")
    text = HEAD + said + "\n"
    first = _errors(text)[0]
    assert first.span.line == text.count("\n")
    if right.startswith("? "):
        assert right.removeprefix("? ") in first.help
    else:
        mended = applied(text, first.fix)
        assert mended.split("\n")[-2].strip() == right
        assert not _errors(mended)


WITHIN = [
    ("def liked(p) = p.score is at least 3", "def liked(p) = p.score >= 3", ""),
    ("def liked(p) = p.hand contains Duck(red, 1)", "def liked(p) = Duck(red, 1) in p.hand", ""),
    ("def liked(p) = any c in p.hand: c.size > 2", "def liked(p) = any(c.size > 2 for c in p.hand)", ""),
    ("def liked(p) = count(c in p.hand if c.size > 2) == 1", "def liked(p) = count(c for c in p.hand if c.size > 2) == 1", ""),
    ("def liked(p) = number of cards in p.hand > 2", "def liked(p) = count(p.hand) > 2", ""),
    ("def liked(p) = number of players > 2", "def liked(p) = count(players) > 2", ""),
    ("def liked(p) = p.asleep and yard[1, 1] next to yard[1, 2]", "def liked(p) = p.asleep and yard[1, 1] in yard[1, 2].neighbours", ""),
    ('invariant "eggs": count pond < 99', 'invariant "eggs": count(pond) < 99', ""),
    ("def liked(p) = max(c.size for c in p.hand, 0) > 2", "", "if Z is not empty else 0"),
    ("def liked(p) = highest(c.size for c in p.hand) > 2", "", "`max(… for x in Z)`"),
    ("def liked(p) = average(c.size for c in p.hand) > 2", "", "// count(Z)"),
    ("def liked(p) = exists(c for c in p.hand)", "", "`any(C for x in Z)`"),
    ("def liked(p) = p.score is even", "", "`x % 2 == 0`"),
    ("def liked(p) = top card of nest is Fox", "", "`top of deck`"),
    ("def liked(p) = players[2] == p", "", "`players.first`"),
]


@pytest.mark.parametrize("said, right, told", WITHIN)
def test_said_otherwise_in_a_declaration(said: str, right: str, told: str) -> None:
    head = HEAD + "q.score = 1\nafter rest(): your.asleep = liked(you)\n"
    text = head + ("" if "liked" in said else "def liked(p) = p.asleep\n") + said + "\n"
    first = _errors(text)[0]
    assert first.span.line == text.count("\n")
    if told:
        assert told in first.help
    else:
        assert applied(text, first.fix).split("\n")[-2] == right and not _errors(applied(text, first.fix))


DECLARED = [
    ("card Joker(2)", "", "`deck: 2 of Joker`"),
    ("card Ace of Suit", "", "`card Ace(suit: Suit)`"),
    ("enum Size: 1, 2, 3", "", "`1..3` is a type"),
    ("enum Size:\n    small\n    big", "", "`enum Size: small, big`"),
    ("chart cost:\n    red = 3", "", "a chart is a table"),
    ("board h: hex 5", "", "`hexes 3, 4, 5, 4, 3`"),
    ("board h: grid 3 x 4", "board h: grid 3 by 4", ""),
    ("board h: grid 3, 4", "board h: grid 3 by 4", ""),
    ("team north: A and C", "", "below `game`"),
    ("option laps: 5", "", "`option laps: 0..99 = 5`"),
    ("ruling late = shared or nobody", "ruling late: shared or nobody", ""),
    ("def liked(p) -> bool = p.asleep", "", "leave that out"),
    ("every turn: prize = 1", "", "`before turn(): …`"),
    ("setup:\n    shuffle pond", "", "first in `play:`"),
    ("hidden table:\n    plum: 0..9", "", "`deck: pile, hidden`"),
    ("players:\n    plum: 0..9", "each player:", ""),
    ("player:\n    plum: 0..9", "each player:", ""),
    ("table:\n    plum: 0-9", "plum: 0..9", ""),
]


@pytest.mark.parametrize("said, right, told", DECLARED)
def test_declared_otherwise(said: str, right: str, told: str) -> None:
    text = f"{HEAD}q.score = 1\n{said}\n"
    first = _errors(text)[0]
    assert text.count("\n", 0, text.index(said)) < first.span.line <= text.count("\n")
    if told:
        assert told in first.help
    else:
        assert right in [line.strip() for line in applied(text, first.fix).split("\n")]


IN_TESTS = [
    ("then: score of A == 3", "then: A.score == 3", ""),
    ("then: A has 3 score", "then: A.score == 3", ""),
    ("when: 10 random games", "when 10 random games", ""),
    ("when: A lays egg", "", "`A: lay(card)`"),
    ("then: waiting == A", "", "write `{A}` for the set of it alone; or ask `A in waiting`"),
    ("then: A is waiting", "", "`A in waiting`"),
    ("then: winner == A", "", "`winners == {A}`"),
    ("then: not A can rest", "then: A cannot rest", ""),
    ("then: not A holds possible A.score == 3", "then: A knows not (A.score == 3)", ""),
    ("then: A does not know A.score == 3", "then: not A knows A.score == 3", ""),
    ("then: worlds(A) > 1", "", "`worlds(A) == 12`"),
]


@pytest.mark.parametrize("said, right, told", IN_TESTS)
def test_said_otherwise_in_a_test(said: str, right: str, told: str) -> None:
    text = f'{HEAD}q.score = 1\ntest "said":\n    {said}\n'
    first = _errors(text)[0]
    assert first.span.line == text.count("\n")
    if told:
        assert told in first.help
    else:
        assert applied(text, first.fix).split("\n")[-2].strip() == right


HEADS = [
    ("game Race of Two:\n    players 2\n", 'game "Race of Two":', "in quotes"),
    ('game "Race":\n    players 2\n\nchapter Begin\n', 'chapter "Begin"', "in quotes"),
    ('game "Race":\n    players 2\n\ntest all is well:\n    players 2\n', 'test "all is well":', "in quotes"),
    ('game "Race":\n    players 2\n    winner: highest points\n', "\nwinner: highest points", "left margin"),
    ('game "Race":\n    players 2\n    each player: points: 0..9\n', "\neach player: points: 0..9", "left margin"),
    ('game "Race":\n    players 2\n\nscore(p) = p.points\n', "def score(p) = p.points", "winner: highest"),
    ('game "Race":\n    players 2\n\nworth(p) = p.points\n', "def worth(p) = p.points", "`def worth(...) = ...`"),
    ('game "Race":\n    players 2\n\nplay:\n    score p.points\n', "score p.points", "winner: highest"),
]


@pytest.mark.parametrize("text, mended, told", HEADS)
def test_a_head_as_a_new_author_writes_it(text: str, mended: str, told: str) -> None:
    first = _errors(text)[0]
    assert mended in applied(text, first.fix) and told in first.help
