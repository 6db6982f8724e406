"""One game played twice, with two cards exchanged from the deal on that a seat does not see: what open things tell of hidden cards.

Chance answers alike but for the two cards; the seats do the same. The first thing that differs for the seat counts, and the run stops there. Rules let
open things tell on purpose, so it is a fact, with a pair of states, and never a fault.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from ruledsl.engine.backend import Engine, engine_for
from ruledsl.engine.cards import cards_in, instances, seers_of
from ruledsl.engine.position import Position
from ruledsl.engine.view import may_know
from ruledsl.findings.machine import Answers
from ruledsl.findings.reference import positions
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.flow import written
from ruledsl.ir.program import KINDS, OVER, Program, Type, Variable
from ruledsl.ir.regions import whole
from ruledsl.ir.subsets import cards_of
from ruledsl.record import record
from ruledsl.source import NOWHERE, Span

LENGTH = 200
"""Answers of a game that are mirrored."""


@record(frozen=True)
class Told:
    """What tells a seat (from 0) of cards that it does not see: a variable, or who is asked; where the rules set it, and the pair of states in words."""

    what: str
    seat: int
    span: Span
    tags: tuple[str, ...]
    pair: str


def mirrored(program: Program, seed: int, answers: Answers, rng: random.Random) -> Told | bool | None:
    """Mirror a game once: what it told first; None if nothing did, False if there were no two such cards."""
    engine = engine_for(program, "interp")
    try:
        game = list(positions(program, engine, seed, answers[:LENGTH]))
    except RulesFault:
        return False
    seat = rng.randrange(program.players)
    cards = _unseen(game[-1], seat)
    if len(cards) < 2:
        return False
    one = rng.choice(cards)
    others = [card for card in cards if program.cards[card] != program.cards[one]]
    if not others:
        return False
    other = rng.choice(others)
    return _Mirror(program, engine, seat, {one: other, other: one}).run(game, seed, answers)


def _unseen(position: Position, seat: int) -> list[int]:
    """The cards that a seat does not know, which lie somewhere."""
    program, values = position.program, position.values
    return [c for zone, k in instances(program) for c, mask in seers_of(program, values, zone, k).items() if not mask >> seat & 1]


class _Mirror:
    def __init__(self, program: Program, engine: Engine, seat: int, swap: Mapping[int, int]):
        self.program, self.engine, self.seat, self.swap = program, engine, seat, swap

    def run(self, game: list[Position], seed: int, answers: Answers) -> Told | None:
        try:
            state = self.engine.start(seed, 1)
            for n, here in enumerate(game):
                there = Position(self.program, self.engine, here.words, state.copy())
                if self.seen(here) or self.seen(there):  # what hangs on a card that has come to light is told by the card
                    return None
                told = self.difference(here, there)
                if told is not None or n == len(game) - 1:
                    return told
                move = self.answer(here, there, *answers[n])
                if move is None:
                    return None
                for at in range(self.program.region["move"].count):
                    state.set("move", at, move[at] if at < len(move) else 0)
                state.set("move.seat", 0, answers[n][1])
                self.engine.resume(state)
        except RulesFault:
            pass
        return None

    def seen(self, position: Position) -> bool:
        """Does the seat see one of the two by now?"""
        unseen = set(_unseen(position, self.seat))
        lying = {card for zone, k in instances(self.program) for card in cards_in(self.program, position.values, zone, k)}
        return any(card in lying and card not in unseen for card in self.swap)

    def answer(self, here: Position, there: Position, option: int, seat: int) -> tuple[int, ...] | None:
        """What the other table answers; None if it cannot do the same."""
        site = here.site
        if seat < 0:
            if site.type is None or site.type.kind != "card" or not site.outcome:
                return (option,) if option < there.block.get("ask.count") else None
            card = here.brought[option]
            want = self.swap.get(card, card)
            return (there.brought.index(want),) if want in there.brought else None
        move = self.engine.legal(here.block, here.site_number, seat)[option]
        if move[0] >= 0:
            types = [p.type for p in self.program.actions[move[0]].params]
        else:
            types = [site.type or Type("int")]
        named = {card for type, value in zip(types, move[1:], strict=False) for card in cards_of(self.program, type, value)}
        if named & self.swap.keys():
            return None
        return tuple(move) if move in self.engine.legal(there.block, there.site_number, seat) else None

    def difference(self, here: Position, there: Position) -> Told | None:
        """The first open thing that is another at the other table."""
        for variable in self.program.variables:
            for index, value in enumerate(here.values[variable.name]):
                mirror = there.values[variable.name][index]
                if variable.type.kind == "card":
                    mirror = self.swap.get(mirror, mirror)
                if value != mirror and may_know(variable, index, self.seat, here.values):
                    return self._of_variable(here, there, variable, index)
        if _asked(here) != _asked(there):
            place = here.place(0 if here.over else here.site.place)
            return Told("who is asked next", self.seat, place.span, place.tags, f"{_who(here)}{self._exchanged(here)}; {_who(there)} with the two exchanged")
        return None

    def _of_variable(self, here: Position, there: Position, variable: Variable, index: int) -> Told:
        name = here.words.owned(variable, index)
        shown = [p.words.show(variable.type, p.program.held(p.values, whole(variable.name), index)) for p in (here, there)]
        instrs = (instr for block in self.program.functions["main"].blocks for instr in block.instrs)
        writers = sorted({instr.place for instr in instrs if written(instr) == variable.name})
        places = [self.program.places[n] for n in writers if self.program.places[n].span != NOWHERE]
        span, tags = (places[0].span, places[0].tags) if len(places) == 1 else (variable.span, ())
        pair = f"{name} is {shown[0]}{self._exchanged(here)}; it is {shown[1]} with the two exchanged"
        return Told(f"`{whole(variable.name)}`", self.seat, span, tags, pair)

    def _exchanged(self, here: Position) -> str:
        """Where the two cards lie."""
        found: dict[int, Any] = dict.fromkeys(self.swap)
        for zone, k in instances(self.program):
            for card in cards_in(self.program, here.values, zone, k):
                if card in found:
                    found[card] = here.words.place(zone, k)
        return " with " + " and ".join(f"{here.words.cards([card])} in {place or 'the box'}" for card, place in found.items())


def _asked(position: Position) -> tuple[object, ...]:
    if position.block.get("status") == OVER:
        return (OVER,)
    return position.site_number, position.block.get("ask.seats"), KINDS[position.block.get("ask.kind")]


def _who(position: Position) -> str:
    if position.over:
        return "the game is over"
    return " and ".join(position.program.seats[seat] for seat in position.waiting) + " is asked" if position.waiting else "chance is asked"
