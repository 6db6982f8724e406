"""What is remembered of bodies changes nothing: neither what is said of a game nor what is made of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ruledsl.ir.text import show
from ruledsl.lower.given import settle
from ruledsl.lower.lowering import lower
from ruledsl.model import check
from ruledsl.model.memory import Memory
from ruledsl.model.model import Callable
from ruledsl.model.reading import Reader
from ruledsl.record import replace
from ruledsl.resources import where
from ruledsl.source import Source
from ruledsl.syntax import parse
from ruledsl.syntax import tree as t

GAME = """game "Hill":
    players 2..3

card Hen(n: 1..9) "{n}"

ruling peek: no or yes "May you look?"
    yes:
        instead of limit() = 4

table:
    stock: pile of Hen, hidden
    played: row of Hen
each player:
    hand: hand of Hen
    score: 0..99

components:
    stock: 2 of Hen(n) for n in 1..9

def limit() = 3
def total(cards) = sum(c.n for c in cards)
def most(p) = total(p.hand)

play:
    shuffle stock
    for p in players: move top 3 of stock to p.hand
    repeat 3 times: round()

phase round():
    for p in players: turn(p)

phase turn(p):
    p chooses lay or rest

action lay(card in your.hand) "lay {card}":
    require card.n <= limit() + total(played) else "too high"
    move card to played
    earn(you, card.n)

action rest() "rest": pass

to earn(p, points): p.score += points

winner: highest score
"""
CHANGES = {
    "a body": ("earn(you, card.n)", "earn(you, 2)"),
    "what is given": ("to earn(p, points): p.score += points", "to earn(p, points): p.score += points if points > 1 else 0"),
    "a bound": ("score: 0..99", "score: 0..9"),
    "a def": ("def limit() = 3", "def limit() = most(players.first)"),
    "another type": ("def limit() = 3", "def limit() = stock is empty"),
    "a word that is an error": ("card.n <= limit()", "card.m <= limit()"),
    "a value that nothing is": ("in your.hand)", "in your.hands)"),
    "what a zone is": ("played: row of Hen", "played: pile of Hen, hidden"),
    "who is called": ("earn(you, card.n)", "other(you, card.n)"),
    "a kind": ("\"{n}\"", "\"hen {n}\""),
    "what nothing uses": ("    earn(you, card.n)\n", ""),
}

ERRORS = ("another type", "a word that is an error", "a value that nothing is", "who is called")
"""After these there is no program."""


def trees(text: str) -> tuple[t.Tree, ...]:
    tree, found = parse(Source("hill.rules", text))
    assert not found
    return (tree,)


def seen(layers: Sequence[t.Tree], memory: Memory | None) -> tuple[list[object], str]:
    """What is said of a game, and the program that is made of it."""
    model, found = check(layers, memory=memory)
    good = not any(d.is_error for d in found)
    return list(found), show(lower(settle(model, model.low, {}), "")) if good else ""


@pytest.mark.parametrize("change", CHANGES)
def test_after_a_change_all_is_as_if_it_were_read_for_the_first_time(change: str) -> None:
    memory = Memory()
    old, new = CHANGES[change]
    assert old in GAME
    made = []
    for text in (GAME, GAME.replace(old, new), GAME):
        layers = trees(text)
        now = seen(layers, memory)
        assert now == seen(layers, None)
        made.append(now[1])
    assert made[0] == made[2] != made[1] and made[0]
    assert bool(made[1]) == (change not in ERRORS)


@pytest.mark.parametrize("name", ["surprise-egg", "rainbow-hop", "gin-rummy"])
def test_a_game_that_is_remembered_becomes_the_same_program(name: str) -> None:
    memory = Memory()
    layers = (parse(Source(name, where(name).read_text(encoding="utf-8")))[0],)
    first = seen(layers, memory)
    assert first[1]
    assert seen(layers, memory) == first


LIMITS = ["def limit() = limit1(1)", *(f"def limit{n}(k) = limit{n + 1}(k)" for n in range(1, 20)), "def limit20(k) = k"]
DEEP = GAME.replace("def limit() = 3", "\n".join(LIMITS))
"""So deep that a call is not followed at once: what it answers is not known when it is first read."""
TAKEN = {"hill": (GAME, *(GAME.replace(*change) for change in CHANGES.values())), "deep": (DEEP, DEEP.replace("limit20(k) = k", "limit20(k) = k > 1"))} | {
    name: (where(name).read_text(encoding="utf-8"),) for name in ("cloud-nine", "ufo-chickens", "checkers")
}


@pytest.mark.parametrize("name", TAKEN)
def test_what_a_quiet_reading_said_of_types_that_stayed_is_what_is_said_aloud(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []
    met = Reader._met

    def noted(reader: Reader, target: Callable, *given: Any) -> bool:
        holds = met(reader, target, *given)
        taken.extend([target.name] if holds else [])
        return holds

    for text in TAKEN[name]:
        layers = (parse(Source(name, text))[0],)
        monkeypatch.setattr(Reader, "_met", noted)
        now = seen(layers, None)
        monkeypatch.setattr(Reader, "_met", lambda *_: False)
        assert now == seen(layers, None)
    assert taken


def test_what_did_not_change_is_not_read_again_nor_are_the_copies_for_zones() -> None:
    memory = Memory()
    layers = trees(GAME)
    model = check(layers, memory=memory)[0]
    assert {"total.played", "total.hand"} <= model.callables.keys()
    known = {key: list(found) for key, found in memory.readings.items()}
    again = check(layers, memory=memory)[0]
    assert memory.readings == known
    assert all(again.callables[name].decl is target.decl for name, target in model.callables.items())


ASKED = {'option spare: 0..3 = 1 "How many?"': "spare", 'ruling spare: few or many "How many?"': "(1 if spare is few else 0)"}


@pytest.mark.parametrize("declared", ASKED)
def test_what_people_are_asked_is_nothing_that_a_body_hangs_on(declared: str) -> None:
    memory = Memory()
    text = GAME.replace("table:", f"{declared}\n\ntable:").replace("card.n <= limit()", f"card.n <= limit() + {ASKED[declared]}")
    layers = trees(text)
    assert not any(d.is_error for d in check(layers, memory=memory)[1])
    known = {key: list(found) for key, found in memory.readings.items()}
    other = merged(layers, text.replace("How many?", "How many total?"))
    model = check(other, memory=memory)[0]
    assert memory.readings == known and model.options["spare"].question == "How many total?"
    assert seen(other, memory) == seen(trees(text.replace("How many?", "How many total?")), None)


def merged(old: tuple[t.Tree, ...], text: str) -> tuple[t.Tree, ...]:
    """A text of which the declarations that say what they said are those that were there."""
    known = {d: d for d in old[0].declarations}
    (tree,) = trees(text)
    return (replace(tree, declarations=tuple(known.get(d, d) for d in tree.declarations)),)


COPIES = {
    "another zone is given": ("+ total(played)", "+ total(stock)"),
    "one zone fewer": (" + total(played)", ""),
    "what one calls": ("sum(c.n for c in cards)", "sum(c.n + limit() for c in cards)"),
    "its body": ("sum(c.n for c in cards)", "1 + sum(c.n for c in cards)"),
    "what asks": ("total(p.hand)", "2 * total(p.hand)"),
    "no zone at all": ("sum(c.n for c in cards)", "cards"),
    "a number is given": ("total(p.hand)", "total(p.score)"),
    "a hook": ("winner: highest score", "after earn(p, points): p.score += total(p.hand) if points > 9 else 0\n\nwinner: highest score"),
    "instead of it": ("winner: highest score", "instead of total(cards) = count(cards)\n\nwinner: highest score"),
}


@pytest.mark.parametrize("change", COPIES)
def test_copies_for_zones_are_as_if_they_were_made_for_the_first_time(change: str) -> None:
    memory = Memory()
    layers = trees(GAME)
    for text in (GAME, GAME.replace(*COPIES[change]), GAME):
        layers = merged(layers, text)
        assert seen(layers, memory) == seen(trees(text), None)
