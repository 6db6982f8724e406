"""Cards of one face are one choice only if nothing that is seen tells them apart: the options are, each once, all that differ."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import ruledsl
from ruledsl.engine import Match
from ruledsl.ir.subsets import cards_of

RULES = """\
game "Dice":
    players 2
card Piece
card Die(n: 1..2) "D{n}" is Piece
card Wild is Piece:
    stands for any Die
card Chip "chip"
components:
    p.pool: 3 of Die(n) for n in 1..2, 2 of Wild
    chips: 6 of Chip
table:
    chips: heap
    out:   heap
each player:
    pool: WORD of Piece
    worth: 0..99
MARKS
play:
    for p in players:
        for die in p.pool:
            MARKED
    turn(players.first)
phase turn(p):
    p chooses ACTIONS
action take(TAKEN):
    your.worth += 1
action give(TAKEN):
    your.worth += 2
winner: highest worth
"""

MARKS = {
    "a variable": ("each Die:\n    face: 1..2\neach Wild:\n    dots: 1..2", "if die is Die: die.face = roll 1..2\n            else: die.dots = roll 1..2"),
    "two variables": ("each Die:\n    face[k in 1..2]: 1..2", "if die is Die: die.face[1] = roll 1..2\n            if die is Die: die.face[2] = roll 1..2"),
    "what lies on them": ("each Die:\n    under: heap of Chip",
                          "let n = roll 1..3\n            if n == 1 and die is Die and chips is not empty: move random of chips to die.under"),
    "a secret": ("each Die:\n    face: 1..2, hidden", "if die is Die: die.face = roll 1..2"),
    "nothing": ("each Chip:\n    face: 1..2", "worth_nothing()"),
}  # fmt: skip

TAKEN = {
    "one": "card in your.pool",
    "one, with a condition": "card: Die in your.pool if card.n < 2 or your.worth == 0",
    "one or none": "card in your.pool or none",
    "one in a guise": "card: Die in your.pool",
    "two": "cards: 1..2 in your.pool",
    "two in guises": "cards: 2..2 Die in your.pool",
    "two that are asked": "cards: 1..2 in your.pool if count(cards) == 2 or your.worth == 0",
}


def started(folder: Path, word: str, marks: str, taken: str, actions: str, engine: str, seed: int) -> Match:
    declared, marked = MARKS[marks]
    text = RULES.replace("WORD", word).replace("MARKS", declared).replace("MARKED", marked).replace("TAKEN", taken).replace("ACTIONS", actions)
    for one in ("MARKED", "MARKS"):
        text = text.replace(one, "")
    file = folder / "dice.rules"
    file.write_text(text + "to worth_nothing(): pass\n", encoding="utf-8")
    return ruledsl.load(file).start(players=2, seed=seed, engine=engine)


def seen(match: Match, card: int) -> tuple[Any, ...]:
    """All that the chooser sees on a card; a card with others on it is itself alone."""
    program, values = match.program, match.position.values
    own = [v for v in program.variables if v.owner == "card" and v.visibility == "open"]
    marks = [values[v.name][card * v.length + n] for v in own for n in range(v.length)]
    under = [z for z in program.zones if z.owner == "card" and z.base + card in values["card.zone"]]
    return (program.cards[card], *marks, card if under else -1)


def expected(match: Match, taken: str) -> set[Any]:
    """Every way to choose, told as what is seen of it."""
    pool = match.program.zone["pool"]
    mine = [card for card, at in enumerate(match.position.values["card.zone"]) if at == pool.base]
    kinds = {card: match.program.faces[match.program.cards[card]].kind for card in mine}
    several = taken.startswith("cards")
    sizes = range(2 if "2..2" in taken else 1, 3) if several else [1]
    ways: set[Any] = set()
    for size in sizes:
        for cards in combinations(mine, size):
            guises = [[()]]
            for card in cards:
                as_what = (1, 2) if "Die in" in taken and kinds[card] == "Wild" else (0,)
                guises = [[*way, (*seen(match, card), guise)] for way in guises for guise in as_what]
            ways |= {tuple(sorted(way[1:])) for way in guises}
    return ways | ({()} if "or none" in taken else set())


def offered(match: Match, action: str) -> list[Any]:
    program = match.program
    out = []
    for move in (option.move for option in match.decision.options if option.action == action):
        chosen = next(p for p in program.actions[move[0]].params)
        cards = cards_of(program, chosen.type, move[1]) if chosen.type.kind == "subset" else [move[1]] if move[1] >= 0 else []
        members = members_of(program, chosen.type, move[1])
        out.append(tuple(sorted((*seen(match, card), member // len(program.cards)) for card, member in zip(cards_as(cards, program), members, strict=True))))
    return out


def members_of(program: Any, type: Any, value: int) -> list[int]:
    from ruledsl.ir.subsets import members

    return list(members(program, value)) if type.kind == "subset" else [value] if value >= 0 else []


def cards_as(cards: list[int], program: Any) -> list[int]:
    return [card % len(program.cards) for card in cards]


@pytest.mark.parametrize("marks", MARKS)
@pytest.mark.parametrize("taken", TAKEN)
@pytest.mark.parametrize("word", ["hand", "fan"])
def test_every_choice_that_differs_once(tmp_path: Path, word: str, taken: str, marks: str) -> None:
    for seed, engine, actions in ((1, "interp", "take"), (2, "native", "take or give"), (3, "interp", "take or give")):
        match = started(tmp_path, word, marks, TAKEN[taken], actions, engine, seed)
        for action in ("take", "give")[: 1 + actions.count("or")]:
            found = Counter(offered(match, action))
            assert set(found) == expected(match, TAKEN[taken])
            assert set(found.values()) == {1}


def test_labels_say_what_differs(tmp_path: Path) -> None:
    match = started(tmp_path, "hand", "two variables", "card: Die in your.pool", "take", "interp", 4)
    options = match.decision.options
    assert len({option.full for option in options}) == len(options)
    assert all(match.parse(option.full) == [option] for option in options)
    assert any("face 1 2" in option.full for option in options)


HELD = """\
game "Hand":
    players 2
card Duck
card Goose
card Egg
components:
    deck: 4 of Duck, 4 of Goose, 6 of Egg
table:
    deck: pile, hidden
    out: pile
each player:
    hand: fan
each Egg:
    laid: bool, open
play:
    shuffle deck
    for p in players:
        repeat 5 times: move top of deck to p.hand
    turns p in players at most 10 times: p chooses quack, honk, lay or rest
    else: pass
action quack(card in your.hand if card is Duck): move card to out
action honk(card in your.hand if card is Goose): move card to out
action lay(card in your.hand if card is Egg): card.laid = true
action rest(): pass
winner: highest held
def held(p) = count(p.hand)
"""


def test_a_card_that_nothing_is_noted_on_is_found_at_once(tmp_path: Path) -> None:
    """A hand is looked through to see what is in it, and again for the eggs, which may differ; a duck is a duck."""
    file = tmp_path / "held.rules"
    file.write_text(HELD, encoding="utf-8")
    program = ruledsl.load(file).program(2)
    legal = program.functions[next(site.menus[0] for site in program.sites if site.menus)]
    assert sum(instr.op == "zat" for block in legal.blocks for instr in block.instrs) == 2
