"""Two games walked side by side: one of the language, and the same one of OpenSpiel, with the same chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import ruledsl
from ruledsl.engine.backend import Block, engine_for
from ruledsl.engine.choice import Choice
from ruledsl.engine.menus import choices
from ruledsl.engine.moves import outcome
from ruledsl.engine.position import Position
from ruledsl.engine.words import Words
from ruledsl.record import field, record

Move = tuple[int, ...]
Translation = Callable[[Choice], int]
"""What an option is called over there."""


@record(frozen=True)
class Pair:
    """One game in both worlds. `scale` is what our payoffs are to be divided by; `known` what of their number for a move ours can tell."""

    name: str
    theirs: str
    act: Translation
    chance: Translation | None = None
    players: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    scale: int = 1
    known: Callable[[int], int] = int

    def __str__(self) -> str:
        return f"{self.theirs}-{self.players}" if self.players else self.theirs


class Ours:
    """A game of the language, one state after the other; chance is asked."""

    def __init__(self, pair: Pair, engine: str = "interp"):
        game = ruledsl.load(pair.name)
        self.program = game.program(pair.players or game.seat_range[0], pair.options)
        self.pair = pair
        self.engine = engine_for(self.program, engine)
        self.words = Words(self.program)
        self.names: dict[tuple[int, Move], int] = {}

    def begin(self) -> Position:
        return self.stand(self.engine.start(0, 1))

    def stand(self, block: Block) -> Position:
        return Position(self.program, self.engine, self.words, block)

    def after(self, position: Position, seat: int, move: Move) -> Position:
        block = position.block.copy()
        for index, value in enumerate(move):
            block.set("move", index, value)
        block.set("move.seat", 0, seat)
        self.engine.resume(block)
        return self.stand(block)

    def options(self, position: Position) -> dict[int, list[Move]]:
        """What can be chosen, or what can happen, by its name over there."""
        if position.kind == "chance":
            return self.outcomes(position)
        moves, out = position.engine.legal(position.block, position.site_number, position.waiting[0]), dict[int, list[Move]]()
        for number, move in enumerate(moves):
            out.setdefault(self.name(position, number, move), []).append(move)
        return out

    def outcomes(self, position: Position) -> dict[int, list[Move]]:
        out: dict[int, list[Move]] = {}
        for number in range(position.block.get("ask.count")):
            key = position.call(position.site.outcome, number)
            out.setdefault(self.name(position, number, (key,)), []).append((number,))
        return out

    def name(self, position: Position, number: int, move: Move) -> int:
        """The name of an option over there; a move has one name wherever it is made."""
        key = position.site_number, move
        if key not in self.names:
            chance = position.kind == "chance"
            choice = outcome(position, number) if chance else choices(position, position.waiting[0])[number]
            translate = self.pair.chance if chance else self.pair.act
            assert translate is not None
            self.names[key] = translate(choice)
        return self.names[key]


def walk(ours: Ours, theirs: Any, random: Random) -> Counter[str]:
    """One game; every step is compared. How many steps there were, by kind."""
    position, state, steps = ours.begin(), theirs.new_initial_state(), Counter[str]()
    while not state.is_terminal():
        assert not position.over, "they go on"
        options = ours.options(position)
        kind = "chance" if state.is_chance_node() else "choice"
        assert position.kind == kind
        known = ours.pair.known if kind == "choice" else int
        compare(position, options, state, known)
        action = random.choice(sorted(options))
        position = ours.after(position, position.waiting[0] if position.waiting else -1, random.choice(options[action]))
        state.apply_action(next(theirs for theirs in state.legal_actions() if known(theirs) == action))
        steps[kind] += 1
    assert position.over, "we go on"
    scores = [position.call("payoff", seat) / ours.pair.scale for seat in range(ours.program.players)]
    assert scores == list(state.returns())
    return steps


def compare(position: Position, options: dict[int, list[Move]], state: Any, known: Callable[[int], int]) -> None:
    """Who moves, and what can be chosen or can happen, with what chance."""
    if state.is_chance_node():
        count = sum(map(len, options.values()))
        ours = {action: len(moves) / count for action, moves in options.items()}
        theirs = dict(state.chance_outcomes())
        assert ours.keys() == theirs.keys()
        assert all(abs(ours[action] - theirs[action]) < 1e-12 for action in ours)
        return
    assert position.waiting == (state.current_player(),)
    assert sorted(options) == [known(action) for action in state.legal_actions()]
    assert all(len(moves) == 1 for moves in options.values())


def games(ours: Ours, theirs: Any, count: int, seed: int) -> Iterator[Counter[str]]:
    """So many games."""
    for number in range(count):
        yield walk(ours, theirs, Random(seed * 1_000_003 + number))
