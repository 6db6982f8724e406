"""None is kept as the number before 0, and is no number: nothing is reckoned with it, nothing is less than it, and no number below 0 is taken for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ruledsl
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault

RULES = """game "Below":
    players 1
table:
    none_: 0..9 or none
    x:     0..9 or none = 4
    y:     0..9
    s:     -90..90
    marks[n in 0..2]: 0..9 or none
each player:
    own[n in -1..2]: 0..9 = 7
enum Size: small, large
table:
    size: Size or none
    due:  bool
    so:   bool or none
play:
    players.first chooses act
action act(k in 0..1):
    "{k}"
    y = k
    EFFECT
to reckon(k):
    if k == 0: give none
    give k
to below(k):
    give k - 2
to keep(a): s = a
to both(a):
    if a is none: s = 50
    if a is not none: s = a
def more(a) = a + 1
def less_or(a) = a - 1 if a < 5 else none
def listed(a) = max(a, 3)
def fewer() = y - 1
instead of fewer() if due = none
to fetch(): give y - 1
instead of fetch() if due: give none
winner: highest kept
def kept(p) = s
"""
NONE, RANGE = Fault.IS_NONE, Fault.RANGE
EFFECTS: list[tuple[str, list[int | Fault]]] = [
    # what is reckoned with
    ("s = none_ + y", [NONE, NONE]), ("s = y - none_", [NONE, NONE]), ("s = -none_", [NONE, NONE]), ("s = 3 * none_", [NONE, NONE]),
    ("s = none_ // 2", [NONE, NONE]), ("s = 5 % none_", [NONE, NONE]), ("s = abs(none_)", [NONE, NONE]), ("s = x + y", [4, 5]),
    ("s = max(none_, y)", [NONE, NONE]), ("s = min(y, none_, 3)", [NONE, NONE]), ("s = max([none_, y])", [NONE, NONE]),
    ("s = sum([x, none_])", [NONE, NONE]), ("s = sum([x, y])", [4, 5]), ("s = sum(marks[n] for n in 0..2)", [NONE, NONE]),
    ("s = max(marks[n] for n in 0..2)", [NONE, NONE]), ("s = sum(marks[n] for n in 0..2 if marks[n] is not none)", [0, 0]),
    ("s += none_", [NONE, NONE]), ("s = none_", [NONE, NONE]), ("s = x", [4, 4]), ("s += x", [4, 4]), ("s = more(none_)", [NONE, NONE]),
    ("s = more(x)", [5, 5]),
    ("keep(none_)", [NONE, NONE]), ("s = [3, 4, 5][x - y]", [Fault.BOUNDS, 5]), ("s = [3, 4, 5][none_]", [NONE, NONE]),
    ("s = players.first.own[none_]", [NONE, NONE]),
    ("s = players.first.own[y - 1]", [7, 7]), ("repeat none_ times: s += 1", [NONE, NONE]), ("s = count(n for n in none_..4)", [NONE, NONE]),
    ("s = count(n for n in marks[y]..4)", [NONE, NONE]), ("s = reckon(y)", [NONE, 1]), ("s += reckon(y)", [NONE, 1]),
    ("let r = reckon(y)\n    s = r + 1", [NONE, 2]),
    # what is asked which is less
    ("if none_ < 3: s = 1", [NONE, NONE]), ("if 3 >= none_: s = 1", [NONE, NONE]), ("if none_ is not none and none_ < 3: s = 1", [0, 0]),
    ("if none_ is none or none_ < 3: s = 1", [1, 1]), ("if x <= 3 + y: s = 1", [0, 1]), ("if size < large: s = 1", [NONE, NONE]),
    ("if size is none or size < large: s = 1", [1, 1]), ("s = first(n for n in 0..2 by lowest marks[n])", [NONE, NONE]),
    ("for n in 0..2 by highest marks[n]: s += 1", [NONE, NONE]), ("s = first(n for n in 0..2 if marks[n] is not none by lowest marks[n]) + y", [NONE, NONE]),
    # what is asked whether it holds
    ("if so: s = 1", [NONE, NONE]), ("if not so: s = 1", [NONE, NONE]), ("if due or so: s = 1", [NONE, NONE]), ("if so == true or so == false: s = 1", [0, 0]),
    ("if so is not none and so: s = 1", [0, 0]), ("s = 1 if so else 2", [NONE, NONE]), ("s = count(n for n in 0..2 if so)", [NONE, NONE]),
    ("so = y == 1\n    if so: s = 1", [0, 1]), ("if first(n == 1 for n in 0..2 if n > y + 1): s = 1", [0, NONE]), ("due = so", [NONE, NONE]),
    ("if any(so for n in 0..2): s = 1", [NONE, NONE]), ("if all(so for n in y..0): s = 1", [NONE, 1]),
    # what is no number is equal to none below 0, and among none
    ("if none_ == y - 1: s = 1", [0, 0]), ("if y - 1 == none_: s = 1", [0, 0]), ("if y - 1 != none_: s = 1", [1, 1]), ("if none_ is y - 1: s = 1", [0, 0]),
    ("if x == y + 3: s = 1", [0, 1]), ("if none_ == marks[0]: s = 1", [1, 1]), ("if none_ in [y - 1, 3]: s = 1", [0, 0]),
    ("if y - 1 in [none_, 3]: s = 1", [0, 0]),
    ("if none_ in -3..3: s = 1", [0, 0]), ("if x in -3..3 + y: s = 1", [0, 1]), ("if none_ in [none_, 3]: s = 1", [1, 1]),
    ("if y - 1 in {none_, 3}: s = 1", [0, 0]),
    ("s = count(n for n in 0..2 if marks[n] == y - 1)", [0, 0]), ("s = count(n for n in -1..2 if none_ == n)", [0, 0]),
    ("s = count(n for n in 0..2 if marks[n] == n - 1 or n == y)", [1, 1]),
    ("if y - 1 is none: s = 1", [0, 0]), ("let r = y - 1\n    if r is not none: s = 1", [1, 1]), ("s = count(n for n in -1..0 if n is none)", [0, 0]),
    ("s = count(q for q in {none_, y - 1})", [RANGE, 1]), ("s = 3 if y - 1 in {none_, y - 1} else 4", [RANGE, 3]),
    # what stands instead may be none
    ("s = fewer() + 5", [RANGE, 5]), ("due = y == 0\n    s = fewer() + 5", [NONE, 5]), ("due = y == 0\n    if fewer() is none: s = 1", [1, 0]),
    ("x = fetch()\n    both(x)", [RANGE, 0]), ("due = y == 0\n    s = fetch()", [NONE, 0]),
    # what is put where there may be none
    ("none_ = y - 1\n    both(none_)", [RANGE, 0]), ("x -= 4 + 1 - y\n    s = x", [RANGE, 0]), ("none_ -= y", [NONE, NONE]), ("x += y\n    s = x", [4, 5]),
    ("none_ = none if y > 0 else y\n    both(none_)", [0, 50]), ("none_ = y - 1 if y < 5 else none\n    both(none_)", [RANGE, 0]),
    ("both(less_or(y))", [RANGE, 0]),
    ("both(y - 1)\n    if due: both(none)", [RANGE, 0]), ("none_ = below(y + 1)\n    both(none_)", [RANGE, 0]), ("none_ = roll -1..-1", [RANGE, RANGE]),
    ("both([y - 1, none, 2][1])", [RANGE, 0]), ("both(first(y - 1 for n in 0..2))", [RANGE, 0]), ("both(first(n for n in 0..2 if n == 5))", [50, 50]),
    ("none_ = reckon(y)\n    both(none_)", [50, 1]), ("marks[0] = y - 1\n    both(marks[0])", [RANGE, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("effect", "kept"), EFFECTS, ids=[effect for effect, _ in EFFECTS])
def test_none_is_no_number_and_no_number_is_none(effect: str, kept: list[int | Fault], tmp_path: Path) -> None:
    (path := tmp_path / "below.rules").write_text(RULES.replace("EFFECT", effect))
    game = ruledsl.load(path)
    for option, wanted in enumerate(kept):
        for engine in ("interp", "native"):
            match = game.start(players=1, seed=1, engine=engine)
            if isinstance(wanted, Fault):
                with pytest.raises(RulesFault) as caught:
                    match.play(option)
                assert caught.value.fault is wanted
                named = re.match("`(.*)`; where it may be none, ask `.* is not none` before$", caught.value.detail)
                assert wanted is not NONE or named is not None and named[1] in game.texts[0]
            else:
                match.play(option)
                assert list(match.scores) == [wanted]


ENDS = """game "Ends":
    players 1
table: mark: 0..4 or none
play: players.first chooses act
action act():
    "go"
    mark = none
WINNER
"""


WINNERS = [("winner: highest kept\ndef kept(p) = mark", 8), ("winner: highest kept\ndef kept(p) = 1\ndef payoff(p) = mark", 10)]


@pytest.mark.parametrize(("winner", "line"), WINNERS)
def test_whose_number_is_none_is_told_of_the_line_that_asks_for_it(winner: str, line: int, tmp_path: Path) -> None:
    (path := tmp_path / "ends.rules").write_text(ENDS.replace("WINNER", winner))
    match = ruledsl.load(path).start(players=1)
    with pytest.raises(RulesFault) as caught:
        match.play(0)
        _ = match.winners, match.payoffs
    assert (caught.value.fault, caught.value.place.span.line) == (NONE, line)
    assert caught.value.detail.startswith("`highest kept`" if line == 8 else "`mark`; where it may be none, ask `mark is not none`")


CARDS = """game "Numbered":
    players 1
card Hen(n: 0..9 or none) "H{n}"
components:
    hand: 2 of Hen(k) for k in 0..9, 3 of Hen(none)
board field: grid 4 by 4
table:
    hand: heap
    y:    0..9 = 4
each cell:
    so: bool or none
play: players.first chooses act
action act():
    "go"
    field[2, 2].so = true
    y = 3
winner: highest kept
def kept(p) = count(h for h in hand if h.n is not none and h.n < y) + 100 * count(h for h in hand if least(h))
    + 10000 * count(c for c in field if c.so is not none and c.so)
def least(h) = not (h.n is none or h.n + 1 >= y)
"""


def test_what_is_known_to_be_there_is_found_in_a_set_as_before(tmp_path: Path) -> None:
    (path := tmp_path / "numbered.rules").write_text(CARDS)
    match = ruledsl.load(path).start(players=1, seed=1)
    assert not [i for f in match.program.functions.values() for b in f.blocks for i in b.instrs if i.op == "natural"]
    match.play(0)
    assert list(match.scores) == [10406]
