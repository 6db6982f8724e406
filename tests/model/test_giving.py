"""Deeds that give something: what is named is what was given, in both engines, whichever way the deed went."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.lockstep import lockstep
from ruledsl.findings.sameness import same
from ruledsl.ir.program import Program
from ruledsl.pipeline import lower
from ruledsl.testing import collect, run_test

GAME = """\
game "Gifts":
    players 2..3

card Duck(n: 1..6) "D{n}"
card Trick:
    effect: your.score += doubled(2)
card Again is Deed:
    effect(card: Deed in your.hand if card != this or none):
        let n = weigh(you)
        if card is not none:
            move card to out
            carry out card at most 3 deep
        your.score += n
card Plain is Deed:
    effect:
        let n = weigh(you)
        your.score += n
card Deed
components:
    deck: 3 of Duck(n) for n in 1..6, 2 of Again, 2 of Plain
board yard: grid 9 by 9
table:
    deck:  pile, hidden
    line:  row
    out:   heap
    marks: set of cell
    x:     -9..99
    who:   player or none
each player:
    hand:  hand
    bin:   heap
    score: 0..999

play:
    shuffle deck
    move top 6 of deck to line
    for p in players: move top 4 of deck to p.hand
    for p in players: turn(p)

phase turn(p):
{body}
    p may play_one

action play_one(card in your.hand if card is Deed):
    move card to out
    carry out card
to weigh(p):
    p chooses n in 1..3
    give n
to doubled(n): give 2 * n
{more}
winner: highest score

{test}
"""
TAKES = """\
test "it is so":
    given turn(A):
        A.hand = [Duck(3), Duck(5), Again, Plain]
        line = [Duck(1), Duck(6)]
        x = 3
"""
CASES = {
    "a card, of a zone that is handed on": (
        "let best = heaviest(p.hand)\nmove best to p.bin\nlet other = heaviest(line)\nif other is not none: x = other.n",
        "to heaviest(cards):\n    for card in cards by highest card.n if card is Duck:\n        if card.n > 1: give card\n    give none",
        "    then:\n        A.bin == [Duck(5)]\n        x == 6",
    ),
    "a set of many cells": (
        "marks = rim()\nlet those = rim()\np.score += count(those)",
        "to rim(): give {c for c in yard if c.row == 1} | {yard[9, 9]}",
        "    then:\n        A.score == 10\n        count(marks) == 10",
    ),
    "somebody, unless it is too late": (
        "who = victim(p)",
        "to victim(p):\n    unless \"time is up\" after 5 seconds chance 1 of 3:\n        p chooses q in players\n        give q\n    else: give none",
        "    when: A: B\n    then: who == B",
    ),
    "nobody, when it is too late": (
        "who = p\nwho = victim(p)",
        "to victim(p):\n    unless \"time is up\" after 5 seconds chance 1 of 3:\n        p chooses q in players\n        give q\n    else: give none",
        "    when: \"time is up\"\n    then: who is none",
    ),
    "out of a loop within a loop": (
        "x += found()",
        "to loses(): x -= 1\nto found():\n    for n in 1..3:\n        repeat 5 times:\n            loses()\n"
        "            if n == 2 and x < 0: give 40\n    give 50",
        "    then: x == 37",
    ),
    "what a rule gives instead": (
        "x = luck(4)\nx += luck(1)",
        "to luck(n): give n\ninstead of luck(n) if n > 2:\n    let usually = usual\n    give usually * 10\n"
        "instead of luck(n): usual\nafter luck(n): who = players.last",
        "    then:\n        x == 41\n        who == B",
    ),
    "what a rule makes of what was given from within a loop": (
        "x = luck(4)",
        "to luck(n):\n    for m in 1..n:\n        if m > 2: give m\n    give 0\n"
        "instead of luck(n):\n    let usually = usual\n    repeat 2 times:\n        if x > 0: give usually * 10\n    give 1\n"
        "instead of luck(n):\n    let usually = usual\n    give usually + 7\nafter luck(n): who = players.last",
        "    then:\n        x == 37\n        who == B",
    ),
    "several chosen cards": (
        "let those = pair(p)\nfor card in those: move card to out",
        "to pair(p):\n    p chooses cards: 2..2 Duck in p.hand\n    give cards",
        "    when: A: [Duck(3), Duck(5)]\n    then: out == [Duck(3), Duck(5)]",
    ),
    "how it would be after a deed": (
        "if (x after bump()) == 6: who = p",
        "to bump():\n    let n = twice(3)\n    x = n\nto twice(n):\n    if n > 9: give 0\n    let m = 2 * n\n    give m",
        "    then:\n        who == A\n        x == 3",
    ),
    "at each depth": (
        "pass",
        "",
        "    when:\n        A: play_one(Again, Plain)\n        A: 3\n        A: 1\n    then: A.score == 4",
    ),
    "a deed that may be refused, at the margin of an action": (
        "p chooses pay_up",
        "action pay_up():\n    let n = price(2)\n    your.score += n\nto price(n):\n    require x > 2 else \"too poor\"\n    x -= n\n    give n + 10",
        "    then: A can pay_up\n    when: A: pay_up\n    then:\n        A.score == 12\n        x == 1",
    ),
}  # fmt: skip


def written(path: Path, body: str, more: str, test: str = "") -> Path:
    indented = "\n".join(f"    {line}" for line in body.split("\n"))
    text = GAME.replace("{body}", indented).replace("{more}", more).replace("{test}", TAKES + test if test else "")
    path.write_text(text.replace("card Trick:\n    effect: your.score += doubled(2)\n", "").replace("to doubled(n): give 2 * n\n", ""), encoding="utf-8")
    return path


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("engine", ["interp", "native"])
def test_what_is_named_is_what_was_given(tmp_path: Path, case: str, engine: str) -> None:
    (test,) = collect(str(written(tmp_path / "gifts.rules", *CASES[case])))
    result = run_test(test, engine)
    assert result.passed, result.failures


@pytest.mark.parametrize("case", CASES)
def test_both_engines_give_alike(tmp_path: Path, case: str) -> None:
    body, more, _ = CASES[case]
    assert lockstep(lower(ruledsl.load(str(written(tmp_path / "gifts.rules", body, more))).model, 3, {}), [1, 2, 3]).difference is None


def program(path: Path, *parts: str) -> Program:
    return lower(ruledsl.load(str(written(path, *parts))).model, 3, {})


def test_behind_what_always_gives_stands_what_is_done_else(tmp_path: Path) -> None:
    """Nothing is left in the middle, so that it can be tried."""
    short = "to wish(p):\n    if x > 2: give 1\n    x = 3\n    if x > 3: give 2\n    elif x > 4: give 3\n    give 4"
    long = "to wish(p):\n    if x > 2: give 1\n    else:\n        x = 3\n        if x > 3: give 2\n        elif x > 4: give 3\n        else: give 4"
    assert same(program(tmp_path / "short.rules", "x = wish(p)", short), program(tmp_path / "long.rules", "x = wish(p)", long))
