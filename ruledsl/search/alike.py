"""Which moves are one move to the seat that makes them: cards are told apart by what the seat can see of them, not by their numbers."""

from __future__ import annotations

from typing import Any

from ruledsl.engine.backend import Block
from ruledsl.ir.layout import find_instance, seers
from ruledsl.ir.program import BOX, VALUE, Program, Type
from ruledsl.ir.subsets import members, split

CARDS = ("card", "subset")

Key = tuple[Any, ...]
"""A move as it is called in every state that the seat cannot tell from this one."""


class Likeness:
    """The keys of moves."""

    def __init__(self, program: Program):
        self.program = program
        self.actions = [{n: p.type for n, p in enumerate(a.params, 1) if p.type.kind in CARDS} for a in program.actions]
        self.values = [{1: site.type} if site.type is not None and site.type.kind in CARDS else {} for site in program.sites]
        numbers = range(program.region["card.zone"].high + 1) if program.cards else range(0)
        self.places = [None if number == BOX else find_instance(program, number) for number in numbers]

    def keys(self, block: Block, seat: int, moves: list[Key]) -> dict[Key, list[Key]]:
        """Moves of a seat (from 0) by their keys."""
        site = block.get("ask.site")
        found: dict[Key, list[Key]] = {}
        for move in moves:
            found.setdefault(self.key(block, site, seat, move), []).append(move)
        return found

    def key(self, block: Block, site: int, seat: int, move: Key) -> Key:
        """The key of a move."""
        types = self.actions[move[0]] if move[0] >= 0 else self.values[site] if move[0] == VALUE else {}
        if not types:
            return site, *move
        return site, *(self.chosen(block, seat, types[n], value) if n in types else value for n, value in enumerate(move))

    def chosen(self, block: Block, seat: int, type: Type, value: int) -> Any:
        """A card, or several in any order, each with what it stands for."""
        if type.kind == "card":
            return self.member(block, seat, value) if value >= 0 else value
        return tuple(sorted(self.member(block, seat, member) for member in members(self.program, value)))

    def member(self, block: Block, seat: int, member: int) -> Key:
        card, guise = split(self.program, member)
        return *self.card(block, seat, card), guise

    def card(self, block: Block, seat: int, card: int) -> Key:
        """Where a card lies, and what it is if the seat can know that."""
        number = block.get("card.zone", card)
        place, face = self.places[number], self.program.cards[card]
        if place is None:
            return number, face
        zone, k = place
        known = block.get("known", card) | seers(zone, k, self.program.players)
        seen = face if known >> seat & 1 else -1
        if zone.held:
            return number, seen
        start, count = k * zone.capacity, block.get(f"{zone.name}.count", k)
        at = next((n for n in range(count) if block.get(f"{zone.name}.cards", start + n) == card), -1)
        return number, seen, at
