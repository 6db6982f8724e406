"""What may I write here? Words of the bundled games and of their tests, each taken away with what follows it in its line: it is offered there."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from ruledsl.resources import bundled_games
from ruledsl.service import Document, Workspace
from ruledsl.service.complete import complete
from ruledsl.source import Source
from ruledsl.syntax.cache import grammar_tables
from ruledsl.syntax.scan import Scanner
from ruledsl.syntax.token import Line, Token
from tests import few

AT_MOST = 8
"""So many words of a file are taken."""
LONGEST = 99_000
"""Longer files take seconds to be read for the first time, and write nothing otherwise."""
LATER = frozenset("for by each from".split())
"""Words behind which stands what is named only there."""


def labels(text: str, path: Path, line: int, column: int, workspace: Workspace | None = None) -> list[str]:
    return [c.label for c in complete((workspace or Workspace()).change(str(path), text), line, column)]


def known(document: Document, lines: list[Line]) -> list[tuple[Token, Line]]:
    """The words of a file, but those that are new there, those that the rest of the line names, the first lines of charts, and dice."""
    new = {(span.line, span.column) for span in (document.real(o.span) for o in document.names if o.declares)}
    found = []
    charts = {below.tokens[0].line for head, below in pairwise(lines) if head.tokens[0].text == "chart"}
    for line in (line for line in lines if line.tokens[0].line not in charts):
        for n, token in enumerate(line.tokens):
            later = {b.text for a, b in pairwise(line.tokens[n:]) if a.text in LATER}
            if token.kind == "NAME" and (token.line, token.column) not in new and token.text not in later and not re.fullmatch(r"d\d+", token.text):
                found.append((token, line))
    return found


def without(lines: list[str], token: Token, line: Line) -> str:
    return "\n".join([*lines[: token.line - 1], lines[token.line - 1][: token.column - 1], *lines[line.tokens[-1].line :]])


@pytest.mark.parametrize("name", few.games("every word is offered"))
def test_every_word_is_offered_where_it_stands(name: str) -> None:
    game = bundled_games()[name]
    for path in (p for p in (game, game.with_name(f"{name}.test.rules")) if p.is_file() and p.stat().st_size < LONGEST):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        scanned = Scanner(Source(str(path), text), grammar_tables().pattern).scan().lines
        workspace = Workspace()
        document = workspace.change(str(path), text)
        words = known(document, scanned)
        for token, line in words[len(name) :: max(1, len(words) // AT_MOST)]:
            got = labels(without(lines, token, line), path, token.line, token.column, workspace)
            assert any(token.text in (label, label.split()[0]) for label in got), (path.name, token.line, token.column, token.text)


POND = """game "Pond":
    players 2..4
enum Suit: reed, lily
card Frog(suit: Suit, n: 1..5) "{suit} {n}"
components:
    deck: 2 of Frog(s, n) for s in Suit for n in 1..5
ruling full: keep or burn = burn
    "What becomes of a full pond?"
table:
    deck: pile, hidden
    last: Suit or none
each player:
    hand: hand of Frog
    score: 0..99
"""


@pytest.mark.parametrize(
    "written, wanted, not_wanted",
    [
        ("table:\n    gone: Suit or ", "none", ""),
        ("phase turn(p):\n    p chooses s in Suit or ", "none", ""),
        ("phase turn(p):\n    ", "p", ""),
        ("phase turn(p):\n    for q in p.others: q.", "score", ""),
        ("phase turn(p):\n    if p.hand is not ", "empty", ""),
        ("phase turn(p):\n    if full is ", "burn", ""),
        ("phase turn(p):\n    move top ", "of", ""),
        ("phase turn(p):\n    for c in p.hand if c.", "suit", "score"),
        ("phase turn(p): ", "p", "deck_of"),
        ("phase turn(p):\n    p.score = p.score\n        ", "and", "move"),
        ("action lay(card in your.hand if card.", "n", "score"),
        ("action lay(card in your.hand, other in Suit):\n    require card.suit == ", "other", ""),
        ("def rich(p, n) = p.", "score", ""),
        ("def rich(p, n) = ", "n", ""),
        ("meld run(card: Frog):\n    ", "rank", ""),
        ("ruling empty_pond: fill or stop = ", "stop", ""),
        ('ruling empty_pond: fill or stop = stop\n    "?"\n    ', "fill", ""),
    ],
)
def test_a_game_is_typed_line_by_line(written: str, wanted: str, not_wanted: str) -> None:
    text = POND + written
    got = labels(text, Path("pond.rules"), text.count("\n") + 1, len(text) - text.rfind("\n"))
    assert wanted in got and (not not_wanted or not_wanted not in got)


@pytest.mark.parametrize(
    "written, wanted",
    [
        ("    option ", "full"),
        ("    option full = ", "burn"),
        ("    given turn(A): A.", "hand"),
        ("    when:\n        ", "A"),
        ("    when:\n        A: ", "lay"),
        ("    when: A: lay(reed) then ", "pass"),
        ("    then:\n        A can ", "only"),
        ("    then:\n        A can only lay, ", "lay"),
        ("    then:\n        A can only lay,\n            ", "lay"),
        ("    then: deck is ", "empty"),
    ],
)
def test_a_test_is_typed_line_by_line(written: str, wanted: str, tmp_path: Path) -> None:
    game = POND + "phase turn(p):\n    p chooses lay\naction lay(card in your.hand):\n    move card to deck\n"
    (tmp_path / "pond.rules").write_text(game, encoding="utf-8")
    text = 'test "one":\n    players 2\n' + written
    got = labels(text, tmp_path / "pond.test.rules", text.count("\n") + 1, len(text) - text.rfind("\n"))
    assert wanted in got


def test_what_is_chosen_comes_first() -> None:
    """In a test actions come before the values that they are given."""
    game = bundled_games()["surprise-egg"]
    text = 'test "one":\n    given turn(A)\n    when:\n        A: '
    got = labels(text, game.with_name("surprise-egg.test.rules"), 4, 12)
    assert got[:3] == ["discard_card", "draw_card", "withdraw"]
