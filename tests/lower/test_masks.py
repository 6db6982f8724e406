"""What is asked of all cards of a zone at once comes to what plain Python makes of the same cards."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ruledsl import pipeline
from ruledsl.interp import Interpreter
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import Program
from ruledsl.ir.rng import signed
from ruledsl.native import Native
from ruledsl.record import record

RULES = """\
game "Tiles":
    players 2

enum Colour: red, green, blue

card Tile(colour: Colour, size: 0..4)
card Joker

components:
    deck: COPIES of Tile(colour, size) for colour in Colour for size in 0..4, 2 of Joker

table:
    deck:   pile
    heap:   heap
    other:  heap
    wanted: Colour or none
    least:  -9..9
    on:     bool

play:
    while on at most 10 times: step()

phase step():
    players.first chooses play_card or pass_on

action play_card(card in heap if card is Tile):
    "play {card}"
    require suits(card)
    require not on or 12 // (least + 8) >= card.size
    require least < 5 or all(c is Tile for c in heap)
    move card to other

action pass_on():
    "pass"

winner: highest least_of
def least_of(p) = least

def big(card) = card is Tile and card.size >= 3
instead of big(card) if on = card is Tile and card.size >= least
def worth(card) = 7 if card is Joker else card.size * 2 - 1
def suits(card) = card is Joker or wanted is not none and card.colour == wanted

"""


@record(frozen=True)
class Card:
    colour: int  # -1 for a joker
    size: int

    @property
    def tile(self) -> bool:
        return self.size >= 0


@record(frozen=True)
class Table:
    wanted: int
    least: int
    on: int
    cards: list[Card]

    def big(self, c: Card) -> bool:
        return c.tile and c.size >= (self.least if self.on else 3)

    def suits(self, c: Card) -> bool:
        return c.colour in (-1, self.wanted)


def worth(c: Card) -> int:
    return 7 if c.colour == -1 else c.size * 2 - 1


TILES = "for c in heap if c is Tile and"
QUESTIONS: dict[str, Callable[[Table], int]] = {
    f"count(c {TILES} c.colour == wanted)": lambda t: sum(c.tile and c.colour == t.wanted for c in t.cards),
    f"count(c {TILES} c.colour != wanted)": lambda t: sum(c.tile and c.colour != t.wanted for c in t.cards),
    f"count(c {TILES} not (c.size < least or big(c)))": lambda t: sum(c.tile and not (c.size < t.least or t.big(c)) for c in t.cards),
    f"count(c {TILES} least <= c.size and on)": lambda t: sum(c.tile and t.least <= c.size for c in t.cards) * t.on,
    f"count(c {TILES} c.size in least..least + 1)": lambda t: sum(c.tile and t.least <= c.size <= t.least + 1 for c in t.cards),
    f"count(c {TILES} c.size in {{0, least, 3}})": lambda t: sum(c.tile and c.size in (0, t.least, 3) for c in t.cards),
    "count(c for c in heap if big(c) or on)": lambda t: sum(t.big(c) or bool(t.on) for c in t.cards),
    "count(c for c in heap if suits(c))": lambda t: sum(map(t.suits, t.cards)),
    "sum(worth(c) for c in heap)": lambda t: sum(map(worth, t.cards)),
    f"sum(c.size {TILES} suits(c))": lambda t: sum(c.size for c in t.cards if c.tile and t.suits(c)),
    "sum(c.size + 5 for c in heap if c is Tile)": lambda t: sum(c.size + 5 for c in t.cards if c.tile),
    "1 if any(suits(c) for c in heap if big(c)) else 0": lambda t: any(t.suits(c) for c in t.cards if t.big(c)),
    "1 if all(suits(c) for c in heap if big(c)) else 0": lambda t: all(t.suits(c) for c in t.cards if t.big(c)),
    f"1 if any(c.size == n for n in 2..least {TILES} on) else 0": lambda t: t.on * any(2 <= c.size <= t.least for c in t.cards),
    "1 if Tile(green, 2) in heap else 0": lambda t: Card(1, 2) in t.cards,
    # divides by nothing only where there is a tile of the wanted colour
    f"count(c {TILES} c.colour == wanted and 12 // (least + 8) >= c.size)": lambda t: sum(
        c.tile and c.colour == t.wanted and 12 // (t.least + 8) >= c.size for c in t.cards
    ),
}


def playable(table: Table) -> list[tuple[int, int]]:
    """What may be played, each colour and size once, in the order of the components."""
    found = {(c.colour, c.size) for c in table.cards if c.tile and table.suits(c) and (not table.on or 12 // (table.least + 8) >= c.size)}
    return sorted(found) if table.least < 5 or all(c.tile for c in table.cards) else []


def program_of(path: Path, copies: int) -> Program:
    """The game with every question as a def."""
    questions = [f"def q{n}() = {text}\n" for n, text in enumerate(QUESTIONS)]
    checks = [f'invariant "{n}": q{n}() >= -1000\n' for n in range(len(QUESTIONS))]
    path.write_text(RULES.replace("COPIES", str(copies)) + "".join(questions) + "\n" + "".join(checks))
    return pipeline.lower(pipeline.load(str(path)), 2, {})


def face(program: Program, card: int) -> Card:
    found = program.faces[program.cards[card]]
    return Card(*found.args) if found.args else Card(-1, -1)


def offered(program: Program, engine: Interpreter | Native, state: Any) -> list[tuple[int, int]]:
    """The cards that are offered, the pass left out."""
    cards = [face(program, move[1]) for move in engine.legal(state, 0, 0) if len(move) > 1]
    return [(c.colour, c.size) for c in cards]


def outcome(answer: Callable[[], Any]) -> Any:
    """The answer, or that it divides by nothing."""
    try:
        return answer()
    except (ZeroDivisionError, RulesFault):
        return "no answer"


@pytest.mark.parametrize("copies", [1, 4, 9])
def test_a_zone_is_asked_at_once(tmp_path: Path, copies: int) -> None:
    program = program_of(tmp_path / "tiles.rules", copies)
    drawn = random.Random(copies)
    loops = [n for n in range(len(QUESTIONS)) for block in program.functions[f"def.q{n}"].blocks for i in block.instrs if i.op == "lowbit"]
    assert not loops
    engines = [Interpreter(program), Native(program)]
    found = set()
    for _ in range(80):
        cards = drawn.sample(range(len(program.cards)), drawn.choice([0, 1, 3, 9, len(program.cards) - 1]))
        mask = sum(1 << card for card in cards)
        table = Table(drawn.randint(-1, 2), drawn.randint(-8, 9), drawn.randint(0, 1), [face(program, card) for card in cards])
        wanted = [outcome(partial(answer, table)) for answer in QUESTIONS.values()]
        moves = outcome(lambda: playable(table))  # noqa: B023 (called at once)
        for engine in engines:
            state = engine.blank(1)
            for word in range(program.words):
                state.set("heap.bits", word, signed(mask >> 64 * word))
            for name in ("wanted", "least", "on"):
                state.set(name, 0, getattr(table, name))
            assert [outcome(partial(engine.call, state, f"def.q{n}")) for n in range(len(QUESTIONS))] == wanted
            assert outcome(lambda: offered(program, engine, state)) == moves  # noqa: B023 (called at once)
        found.update(enumerate(wanted))
    assert len(found) > 4 * len(QUESTIONS)
    assert any(answer == "no answer" for _, answer in found)
