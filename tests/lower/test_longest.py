"""`longest` in rules: cells of one word and of several, towns, players; closed nodes, weights, what cannot be, and what is known of it before play."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import ruledsl
from ruledsl import pipeline
from ruledsl.interp import Interpreter
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.ir.verify import verify
from ruledsl.lower.edges import all_edges, longest_of_all
from ruledsl.lower.given import settle
from ruledsl.lower.refusal import SettingsError
from ruledsl.model.types import Term
from ruledsl.native import Native
from tests import few
from tests.native.test_trails import Edge, naive

RULES = """\
game "Ways":
    players 2..5

enum Town: ash, birch, cedar, elm, fir

board wide: grid ROWS by 9

chart line:
    line    one      other    length
    1       ash      birch    1
    2       birch    cedar    2
    3       ash      cedar    2
    4       cedar    elm      4
    5       elm      cedar    3
    6       fir      fir      5
    7       elm      fir      LENGTH

each cell:
    laid: bool
    shut: bool

table:
    own[n in 1..7]:    bool
    shut_at[t in Town]: bool
    friend:            bool
    most:              0..TOP

play:
    turns p in players at most 9 times: p chooses rest

action rest():
    most = lines
    own[1] = true
    shut_at[ash] = true
    wide[1, 1].laid = true
    wide[1, 1].shut = true
    friend = true

def is_edge(c) = c.row % 2 != c.column % 2
def ends(c) = {c.step(west), c.step(east)} if c.row % 2 == 1 else {c.step(north), c.step(south)}
def walls() = longest(1 for c in wide if c.laid and is_edge(c) for d in ends(c) if not d.shut)
def careless() = longest(1 for c in wide if c.laid for d in ends(c) if not d.shut)
def lines() = longest(line.length[n] for n in 1..7 if own[n] for t in {line.one[n], line.other[n]} if not shut_at[t])
def open_lines() = longest(line.length[n] + count(players) for n in 1..7 if own[n] for t in {line.one[n], line.other[n]})
def round_table() = longest(2 for p in players if friend for q in {p, p.left})
def taken() = lines > 3 or any(longest(1 for n in 1..m if own[n] for t in {line.one[n], line.other[n]}) == 2 for m in 3..4)
invariant "all are asked": walls + careless + lines + open_lines + round_table < 0 or taken or not taken
winner: highest score
def score(p) = 0
"""
ENGINES = {"interp": Interpreter, "native": Native}
LINES: list[Edge] = [(0, 1, 1), (1, 2, 2), (0, 2, 2), (2, 3, 4), (3, 2, 3), (4, 4, 5), (3, 4, 6)]


def program(folder: Path, rows: int = 5, players: int = 3, **words: str) -> Any:
    path = folder / "ways.rules"
    words = {"ROWS": str(rows), "LENGTH": "6", "TOP": "99", **words}
    text = RULES
    for word, written in words.items():
        text = text.replace(word, written)
    path.write_text(text)
    return ruledsl.load(str(path)).program(players)


def all_of(values: list[int]) -> int:
    return sum(1 << n for n, value in enumerate(values) if value)


@pytest.mark.parametrize("rows", [5, 9])
def test_the_longest_way_on_a_board_and_along_lines(rows: int, tmp_path: Path) -> None:
    made, random = program(tmp_path, rows), Random(rows)
    engines = [engine(made) for engine in ENGINES.values()]
    cells = range(9 * rows)
    edges = [c for c in cells if (c // 9 + c % 9) % 2]
    joined = {c: (c - 1, c + 1) if c // 9 % 2 == 0 else (c - 9, c + 9) for c in edges}
    for _ in range(few.of(25)):
        laid, shut = random.sample(edges, 9), [random.random() < 0.2 for _ in cells]
        own, shut_at = [random.random() < 0.7 for _ in LINES], [random.random() < 0.3 for _ in range(5)]
        friend = random.random() < 0.5
        mine = [edge for edge, held in zip(LINES, own, strict=True) if held]
        expected = {
            "walls": naive([(*joined[c], 1) for c in laid], ~all_of(shut)),
            "careless": naive([(*joined[c], 1) for c in laid], ~all_of(shut)),
            "lines": naive(mine, ~all_of(shut_at)),
            "open_lines": naive([(one, other, length + 3) for one, other, length in mine], -1),
            "round_table": 6 if friend else 0,
        }
        for engine in engines:
            state = engine.start(1)
            for region, values in {"laid": [c in laid for c in cells], "shut": shut, "own": own, "shut_at": shut_at, "friend": [friend]}.items():
                for n, value in enumerate(values):
                    state.set(region, n, int(value))
            assert {name: engine.call(state, f"def.{name}") for name in expected} == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_what_joins_nothing_and_too_much(engine: str, tmp_path: Path) -> None:
    made = program(tmp_path, 21)
    player = ENGINES[engine](made)
    state = player.start(1)
    state.set("laid", 0, 1)
    assert player.call(state, "def.walls") == 0
    with pytest.raises(RulesFault) as caught:
        player.call(state, "def.careless")
    assert caught.value.fault is Fault.NO_EDGE
    for cell in range(9 * 21):
        state.set("laid", cell, 1)
    with pytest.raises(RulesFault) as caught:
        player.call(state, "def.walls")
    assert caught.value.fault is Fault.TANGLED


def test_how_long_it_can_be_is_known_before(tmp_path: Path) -> None:
    """The 64 longest edges together; and whether everything that is gone through is an edge."""
    path = tmp_path / "ways.rules"
    path.write_text(RULES.replace("ROWS", "9").replace("LENGTH", "6").replace("TOP", "23"))
    model = pipeline.load(str(path)).model
    terms = [term for term in model.terms.values() if isinstance(term, Term) and term.op == "longest"]
    settings = settle(model, 3, {})
    found = {(longest_of_all(settings, term), all_edges(settings, term)) for term in terms}
    assert found == {(64, False), (23, True), (7 * 3 + 23, True), (2 * 3, True), (7, False)}


@pytest.mark.parametrize(("length", "words"), [("-1", "an edge is -1 long; it may be 0 to 1,000,000,000"), ("2000000000", "an edge is 2,000,000,000 long")])
def test_a_length_that_cannot_be(length: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=words):
        program(tmp_path, LENGTH=length)


def test_no_edge_at_all(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="none of these has two ends that are known before play"):
        program(tmp_path, **{"{p, p.left}": "players", "players 2..5": "players 3..5"})


MANY = """\
game "Many":
    players 1
board yard: grid 2 by 2
board other: grid 2 by 2
board map: places ash, birch, cedar, elm
    way          fast
    ash - birch  true
    ash - cedar  true
    ash - elm    true
    birch - elm  true
    cedar - elm  true
each player: score: 0..99
each corner: post: bool
each edge: rail: bool
each route: bought: bool
play:
    for e in yard.edges if count(e.cells) == 2: e.rail = true
    for r in map.routes: r.bought = true
    players.first.score = longest(1 for e in {yard[1, 1].edge(east)} if e.rail for x in e.ends)
    if yard[1, 1].corner(northwest).post: players.first.score = 0
winner: highest score
"""


def test_edges_that_fit_a_word_where_places_behind_them_do_not(tmp_path: Path) -> None:
    (file := tmp_path / "many.rules").write_text(MANY, encoding="utf-8")
    game = ruledsl.load(file)
    verify(game.program(1))
    assert [game.start(engine=engine).scores for engine in ("interp", "native")] == [[1], [1]]
