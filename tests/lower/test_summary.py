"""What is said of a term before play is so in play: its value, its range, all that it may be, how it can stop. A row of the table that lies is found."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from ruledsl import pipeline
from ruledsl.engine.match import Match
from ruledsl.ir.fault import RulesFault
from ruledsl.lower.given import settle
from ruledsl.lower.lowering import lower as lower_settings
from ruledsl.lower.refusal import SettingsError
from ruledsl.model import Model
from ruledsl.model.terms import TERMS
from ruledsl.record import replace
from ruledsl.resources import bundled_games
from ruledsl.source import Source
from ruledsl.syntax import parse
from tests import few
from tests.laws.game import rules_file
from tests.lower.marked import Seen, marking, play

RISKY = """\
game "Risky":
    players 2
enum Day: mon, tue, wed
enum Tide: ebb, flood, then ebb
card C(n: 1..3, tide: Tide) "{n}"
card Fox
board field: grid 3 by 3
chart wage:
    day  coins
    mon  3
    wed  5
table:
    d: row
    heaped: heap
    day: Day
    x: -200..200
    who: player or none
    nums: set of 0..9
    tide: Tide
each cell:
    gem: 0..5
each player:
    s: 0..9
    tally[n in 1..3]: 0..9
components:
    d: 1 of C(n, t) for n in 1..3 for t in Tide, 2 of Fox
play:
    while x < 200 at most 30 times: players.first chooses divide, rest, pick, walk, sleep, least, owe, gather, reckon, hire, tick, drift, unite
action divide(n in -2..2): "divide" ; x = 7 // n
action rest(n in -2..2): "rest" ; x = 7 % n
action pick(n in 0..9): "pick" ; let c = d[n] ; x = c.n if c is C else 0
action walk(n in 0..4): "walk" ; x = field[n, 1].gem
action sleep(n in 0..1): "sleep" ; day = (wed if n == 1 else day).next
action least(n in 0..4): "least" ; x = min(c.n for c in d if c is C and c.n > n)
action owe(): "owe" ; x = who.s
action gather(n in 0..3): "gather" ; nums = {n, n * 30} - {60, 90} | {m % 7 for m in 0..(n * 40)}
action unite(n in 0..4): "unite" ; nums = {n} | {5}
action reckon(n in -2..2): "reckon" ; x = (n + 3) * (n - 7) + max(n, 1) - abs(n * 5) + (1 if n < 0 else 4) - min([n, 2]) + [n, 9][2] + sum([3, 4, 5])
action hire(n in 0..1): "hire" ; x = wage.coins[tue if n == 1 else day]
action tick(n in 0..4): "tick" ; your.tally[n] += 1
action drift():
    "drift"
    for c in d: x = (2 if c.tide.next == flood else 3) if c is C else 4
winner: highest s
""".replace(" ; ", "\n    ").replace("): \"", "):\n    \"")

GAMES = ("pig", "golf", "othello", "checkers", "leduc-poker", "rainbow-hop", "gin-rummy", "peg-solitaire")


def model_of(text: str) -> Model | None:
    tree, found = parse(Source("random.rules", text))
    model, said = pipeline.judge_one([tree], [], found)
    return None if any(d.is_error for d in said) else model


def looked_at(model: Model, seen: Seen, seeds: range, decisions: int, only: str = "") -> None:
    """A game at its smallest and its largest table, watched and not; `only` one action is done."""
    for players, watched in ((model.low, False), (model.high, True)):
        with marking(seen):
            try:
                program = lower_settings(settle(model, players, {}), "marked", watched=watched)
            except SettingsError:
                continue
        seen.watched = watched
        play(program, seen, seeds, decisions, only)


@pytest.mark.parametrize("name", few.games("summaries hold", GAMES))
def test_summaries_hold_in_bundled_games(name: str) -> None:
    seen = Seen()
    looked_at(pipeline.load(str(bundled_games()[name])).model, seen, range(2), 10)
    assert not seen.wrong, sorted(set(seen.wrong))
    assert seen.values > 400 and all(seen.told[what] > 20 for what in ("bounded", "safe", "settled")), seen.told
    assert seen.told["calm"] > 20 or name != "checkers", seen.told


REACHED = """\
game "Reached":
    players 3
enum Day: mon, tue, wed
board yard: grid 3 by 4
table:
    n: 0..99
    x: 0..9
each player: score: 0..9
play:
    while n < 90 at most 9 times: players.first chooses spread, pass_on or wait
action spread(c in {d from {yard[3, 2]} by e in d.neighbours if x <= e.row and d.row > 0}): "spread {c}" ; x = c.row
action pass_on(q in {p from {players.last} by r in {p.right} if p.score <= x}): "pass {q}" ; q.score = 1
action wait(): "wait" ; n = count({v from {mon} by w in {v.next if v != wed else mon}})
winner: highest score
""".replace(" ; ", "\n    ").replace("): \"", "):\n    \"")


def test_what_is_reached_is_more_than_where_it_begins() -> None:
    model, seen = model_of(REACHED), Seen()
    assert model is not None
    looked_at(model, seen, range(3), 12)
    assert not seen.wrong and seen.told["bounded"] > 100, (sorted(set(seen.wrong)), seen.told)


def random_games(seeds: Iterable[int]) -> Seen:
    seen = Seen()
    for seed in seeds:
        model = model_of(rules_file(seed))
        if model is not None:
            looked_at(model, seen, range(seed, seed + 1), 12)
    return seen


def test_summaries_hold_in_random_games() -> None:
    seen = random_games([*range(320, 340), 350])
    assert not seen.wrong, sorted(set(seen.wrong))
    assert seen.values > 3000 and seen.told["faults"] > 0 and seen.told["listed"] > 500, seen.told


def risky(action: str, sought: bool = False) -> Seen:
    """One action, again and again, until something stops; where what is wrong is sought, no longer than until it is found."""
    model, seen = model_of(RISKY), Seen()
    assert model is not None
    for seeds in (range(3), range(3, 16)):
        if not (sought and seen.wrong):
            looked_at(model, seen, seeds, 10, action)
    return seen


@pytest.mark.parametrize("action", re.findall(r"action (\w+)", RISKY))
def test_summaries_hold_where_much_can_go_wrong(action: str) -> None:
    seen = risky(action)
    assert not seen.wrong, sorted(set(seen.wrong))
    assert seen.values > 200 and (seen.told["faults"] > 0) == (action not in ("reckon", "unite", "drift"))


LIES = [
    ("divide", "div", "faults", "-"), ("rest", "mod", "faults", "-"), ("pick", "card_at", "faults", "BOUNDS"), ("walk", "cell_at", "faults", "-"),
    ("sleep", "next", "unless", "placed"), ("least", "aggregate", "faults", "-"), ("owe", "var", "faults", "-"), ("gather", "set", "faults", "-"),
    ("hire", "chart_row", "faults", "-"), ("tick", "instance", "faults", "-"), ("reckon", "add", "worth", "either"), ("reckon", "sub", "worth", "either"),
    ("reckon", "mul", "worth", "either"), ("reckon", "max", "worth", "either"), ("reckon", "if", "worth", "set"), ("unite", "union", "worth", "either"),
    ("reckon", "sum", "worth", "item"),
]  # fmt: skip


@pytest.mark.parametrize(("action", "name", "column", "lie"), LIES)
def test_a_row_that_lies_is_found(monkeypatch: pytest.MonkeyPatch, action: str, name: str, column: str, lie: str) -> None:
    monkeypatch.setitem(TERMS, name, replace(TERMS[name], **{column: lie, **({"unless": "-"} if lie == "-" else {})}))
    assert risky(action, sought=True).wrong


def test_what_is_looked_at_in_vain_does_not_stop_play() -> None:
    """A fox has no tide; whether the next one is a flood may be asked of it in vain, as long as nothing comes of it."""
    first = "    for c in d: x = (2 if c.tide.next == flood else 3) if c is C else 4\n"
    model = model_of(RISKY.replace("    while x", f"{first}    while x"))
    assert model is not None
    assert Match(lower_settings(settle(model, 2, {}), "vain"), 0, "interp").decision is not None


WAYS = """\
game "Ways":
    players 1
board field: grid 3 by 3
table:
    wind: Way or none
    here: cell or none
    x: 0..9
play:
    LINE
    players.first chooses go
action go(): "go"
winner: highest total
def total(p) = x
"""


@pytest.mark.parametrize(
    "line",
    ["here = field[2, 2].step(wind)", "x = count(field[2, 2].ray(wind))", "for c in field[2, 2].ray(wind): x += 1", "if wind.opposite == north: x = 1",
     "if any(c.step(wind) is field[1, 1] for c in field): x = 1"],
)  # fmt: skip
@pytest.mark.parametrize("watched", [False, True])
def test_none_is_no_way(line: str, watched: bool) -> None:
    """It was the way before north, from the cell before."""
    model = model_of(WAYS.replace("LINE", line))
    assert model is not None
    with pytest.raises(RulesFault, match="there is no such place"):
        Match(lower_settings(settle(model, 1, {}), "ways", watched=watched), 0, "interp")
