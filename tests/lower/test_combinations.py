"""Combinations in rules: what a program offers against writing every expression, and what must be known before play."""

from __future__ import annotations

from importlib import import_module
from itertools import combinations

import pytest

from ruledsl.combine.arithmetic import Arithmetic, Numbers, Shape
from ruledsl.combine.rule import Rule
from ruledsl.combine.signs import Sign
from ruledsl.diagnostics import RulesError
from ruledsl.engine import IllegalMove
from ruledsl.engine.game import load

TABLES = import_module("ruledsl.lower.combinations")
RULES = """
game "Sums":
    players 1
ruling way: chain, brackets or flat = brackets
ruling steps: whole, decimal or fraction = whole
card Number(n: 1..7) "{n}"
card Joker is Wild:
    stands for any Number
card Wild
components:
    hand: 1 of Number(n) for n in 1..7, 1 of Number(5), 1 of Joker
table:
    hand: heap
    done: heap
    free: bool
    goal: 8..10
combination answer(cards):
    values:   [card.n for card in cards]
    size:     LINE
    distinct: not free else "twice"
    signs:    {plus, minus} | ({times, divided} if free else {})
    target:   goal else "not {goal}"
    needs:    {divided} if free and count(cards) == 3 else {} else "no division"
    shape:    way
    numbers:  steps
    zero:     true
play:
    players.first chooses free in {true, false}
    players.first chooses goal in 8..10
    players.first may lay
action lay(cards: 1..3 Number in hand):
    "{answer(cards)}"
    require answer(cards)
    move cards to done
winner: highest laid
def laid(p) = count(done)
"""


def game(tmp_path, line="1..3 else \"too many\""):
    path = tmp_path / "sums.rules"
    path.write_text(RULES.replace("LINE", line))
    return load(str(path))


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("way", "steps"), [("brackets", "fraction"), ("flat", "whole"), ("chain", "decimal")])
@pytest.mark.parametrize("free", [True, False])
def test_what_is_offered_is_what_can_be_written(tmp_path, engine, way, steps, free):
    match = game(tmp_path).start(options={"way": way, "steps": steps}, engine=engine)
    match.play("true" if free else "false")
    match.play("9")
    signs = frozenset({Sign.PLUS, Sign.MINUS, Sign.TIMES, Sign.DIVIDED} if free else {Sign.PLUS, Sign.MINUS})
    arithmetic = Arithmetic(signs, Shape[way.upper()], Numbers[steps.upper()], zero=True)
    needs = (frozenset(),) * 3 + (frozenset({Sign.DIVIDED} if free else ()),)
    rule = Rule(9, 3, arithmetic, distinct=not free, needs=needs)
    written = set()
    for size in (1, 2, 3):
        for cards in combinations((1, 2, 3, 4, 5, 5, 6, 7, 0), size):
            for joker in range(1, 8) if 0 in cards else (0,):
                values = tuple(joker if card == 0 else card for card in cards)
                if rule.plain(values):
                    found = rule.expression(values)
                    written.add(found.equation(arithmetic.shape))
    assert written
    assert {option.label for option in match.decision.options} - {"pass"} == written


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_each_line_refuses_in_its_own_words(tmp_path, engine):
    match = game(tmp_path, line='1..2 else "too many"').start(engine=engine)
    match.play("false")
    match.play("8")
    for typed, why in (("lay 5 5", "twice"), ("lay 1 2 5", "too many"), ("lay 1 2", "not 8")):
        with pytest.raises(IllegalMove, match=why):
            match.play(typed)


def test_an_edit_elsewhere_keeps_the_tables(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    first = game(tmp_path).program(1)
    monkeypatch.setattr(TABLES, "simplest", None)
    again = game(tmp_path, line='1..3 else "more than there may be"').program(1)
    assert again.rules_hash != first.rules_hash
    assert (again.tables["answer"], again.enums) == (first.tables["answer"], first.enums)
    with pytest.raises(TypeError):
        game(tmp_path, line="1..2").program(1)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1..9", "a combination has 1 to 8 values, not 9"),
        ("1..count(hand)", "must know before play what `count\\(hand\\)` can be"),
        ("1..8", "it would take too long to work out the combination `answer`"),
    ],
)
def test_what_must_be_known_before_play(tmp_path, line, why):
    with pytest.raises(RulesError, match=why):
        game(tmp_path, line)


def test_what_nobody_asks_for_is_not_worked_out(tmp_path):
    rules = RULES.replace("LINE", "1..3").replace("require answer(cards)", "require true").replace("{answer(cards)}", "lay")
    (file := tmp_path / "sums.rules").write_text(rules)
    program = load(str(file)).program(1)
    assert program.enums["answer()"].values == () and not program.actions[0].sums


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_where_no_card_can_be_chosen_nothing_combines(tmp_path, engine):
    rules = RULES.replace("LINE", '1..3 else "too many"')
    bare = rules.replace("    hand: 1 of Number(n) for n in 1..7, 1 of Number(5), 1 of Joker\n", "    done: 0 of Number(1)\n")
    assert bare != rules
    (file := tmp_path / "sums.rules").write_text(bare)
    match = load(str(file)).start(engine=engine)
    match.play("false")
    match.play("8")
    assert match.over or not [option for option in match.legal() if str(option).startswith("lay")]
