"""Which moves are one move to the seat that makes them: cards are told apart by what the seat can see of them, not by their numbers.

A move is called by 64 bits, so that machine code can do the same; two calls that should differ are the same once in 10^19.
"""

from __future__ import annotations

from collections.abc import Callable

from ruledsl.engine.backend import Block
from ruledsl.ir.layout import FACE, GUISE, PLACE, chosen_arguments, chosen_values, find_instance, seers
from ruledsl.ir.program import BOX, VALUE, Program
from ruledsl.ir.rng import signed, stir
from ruledsl.ir.subsets import members, split

Move = tuple[int, ...]


class Likeness:
    """What moves are called."""

    def __init__(self, program: Program):
        self.program = program
        self.arguments = [chosen_arguments(program, kind) for kind in ("card", "subset")]
        self.values = [chosen_values(program, kind) for kind in ("card", "subset")]
        numbers = range(program.region["card.zone"].high + 1) if program.cards else range(0)
        self.places = [None if number == BOX else find_instance(program, number) for number in numbers]

    def names(self, block: Block, seat: int, moves: list[Move]) -> dict[int, list[Move]]:
        """Moves of a seat (from 0) by what they are called."""
        name, found = self.naming(block, seat), dict[int, list[Move]]()
        for move in moves:
            found.setdefault(name(move), []).append(move)
        return found

    def naming(self, block: Block, seat: int) -> Callable[[Move], int]:
        """What a move at the open question is called in every state that the seat cannot tell from this one."""
        return Naming(self, block, seat).name


class Naming:
    """What moves are called in one state; each card is looked at once."""

    def __init__(self, likeness: Likeness, block: Block, seat: int):
        self.likeness, self.program, self.block, self.seat = likeness, likeness.program, block, seat
        self.site = block.get("ask.site")
        self.called: dict[int, int] = {}

    def name(self, move: Move) -> int:
        """The name of a move."""
        cards, subsets = self._masks(move[0])
        name = self.site << 32 ^ move[0]
        for n, value in enumerate(move[1:], 1):
            if cards >> n & 1 and value >= 0:
                value = self._member(value)
            elif subsets >> n & 1:
                value = signed(sum(stir(0, self._member(member)) for member in members(self.program, value)))
            name = stir(name, value)
        return name

    def _masks(self, action: int) -> tuple[int, int]:
        """Which arguments are a card, and which are several, in whatever order."""
        arguments, values = self.likeness.arguments, self.likeness.values
        if action >= 0:
            return arguments[0][action], arguments[1][action]
        return (values[0][self.site], values[1][self.site]) if action == VALUE else (0, 0)

    def _member(self, member: int) -> int:
        """A card with what it stands for."""
        if member not in self.called:
            card, guise = split(self.program, member)
            self.called[member] = guise << GUISE ^ self._card(card)
        return self.called[member]

    def _card(self, card: int) -> int:
        """Where a card lies, and what it is if the seat can know that."""
        block, program = self.block, self.program
        number = block.get("card.zone", card)
        place, face = self.likeness.places[number], program.cards[card]
        if place is None:
            return number << PLACE ^ face + 1 << FACE
        zone, k = place
        known = block.get("known", card) | seers(zone, k, program.players)
        seen, at = face if known >> self.seat & 1 else -1, -1
        if not zone.held:
            start, count = k * zone.capacity, block.get(f"{zone.name}.count", k)
            at = next(n for n in range(count - 1, -1, -1) if block.get(f"{zone.name}.cards", start + n) == card)
        return number << PLACE ^ seen + 1 << FACE ^ at + 1
