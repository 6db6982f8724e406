"""Which moves are one move to the seat that makes them: cards are told apart by what the seat can see of them, not by their numbers.

A move is called by 64 bits, so that machine code can do the same; two calls that should differ are the same once in 10^19.
"""

from __future__ import annotations

from ruledsl.engine.backend import Block
from ruledsl.ir.layout import chosen_arguments, chosen_values, find_instance, seers
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
        site = block.get("ask.site")
        found: dict[int, list[Move]] = {}
        for move in moves:
            found.setdefault(self.name(block, site, seat, move), []).append(move)
        return found

    def name(self, block: Block, site: int, seat: int, move: Move) -> int:
        """What a move is called in every state that the seat cannot tell from this one."""
        acts = move[0] >= 0
        cards, subsets = (masks[move[0]] for masks in self.arguments) if acts else (masks[site] if move[0] == VALUE else 0 for masks in self.values)
        name = stir(stir(0, site), move[0])
        for n, value in enumerate(move[1:], 1):
            if cards >> n & 1 and value >= 0:
                value = self.member(block, seat, value)
            elif subsets >> n & 1:
                value = self.subset(block, seat, value)
            name = stir(name, value)
        return name

    def subset(self, block: Block, seat: int, value: int) -> int:
        """Several cards, in whatever order."""
        return signed(sum(self.member(block, seat, member) for member in members(self.program, value)))

    def member(self, block: Block, seat: int, member: int) -> int:
        """A card with what it stands for."""
        card, guise = split(self.program, member)
        return stir(self.card(block, seat, card), guise)

    def card(self, block: Block, seat: int, card: int) -> int:
        """Where a card lies, and what it is if the seat can know that."""
        number = block.get("card.zone", card)
        place, face = self.places[number], self.program.cards[card]
        if place is None:
            return stir(stir(stir(0, number), face), -1)
        zone, k = place
        known = block.get("known", card) | seers(zone, k, self.program.players)
        seen, at = face if known >> seat & 1 else -1, -1
        if not zone.held:
            start, count = k * zone.capacity, block.get(f"{zone.name}.count", k)
            at = next(n for n in range(count - 1, -1, -1) if block.get(f"{zone.name}.cards", start + n) == card)
        return stir(stir(stir(0, number), seen), at)
