"""Another state that a seat cannot tell from the true one: the cards it does not know change places, secret choices their values, and sealed answers are given
anew."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from operator import itemgetter

from ruledsl.engine.backend import Block, Engine
from ruledsl.engine.cards import cards_in, instances, lay, loose_in, seers_of
from ruledsl.engine.mixing import mixing
from ruledsl.engine.position import Position
from ruledsl.engine.sealed import answered
from ruledsl.engine.sealed import drawn as drawn_answers
from ruledsl.engine.secrets import Secret, secrets
from ruledsl.engine.view import may_know
from ruledsl.ir import rng
from ruledsl.ir.flow import loaded
from ruledsl.ir.layout import Values, card_references, with_places, zone_parts
from ruledsl.ir.once import once
from ruledsl.ir.program import Program, Type, Zone
from ruledsl.ir.rng import signed
from ruledsl.ir.subsets import cards_of, renamed

Holding = tuple[Zone, int, list[int], int]
"""A zone, the number of its instance, the cards that lie there, and how many of them are loose."""

World = tuple[tuple[int, ...], tuple[int, ...]]
"""How the cards lie that are not known, place by place, and what the secrets hold."""

References = dict[tuple[str, int], Type]
"""Regions and places in them, and what the number there means."""


FEW = 3
"""Cards that change places one by one; where more do, whole regions are written."""


def resample(position: Position, seat: int, seed: int) -> Block:
    """A state drawn at random, each as likely as another, from those that look the same to a seat (from 0); with another future."""
    return Worlds(position, seat, secrets(position, seat)).draw(seed)


class Worlds:
    """The states that look the same to a seat (from 0), to be drawn from many times.

    Which one is drawn hangs on the seed and on what the seat knows, and not on where the unknown cards truly lie: they are picked up,
    sorted, mixed (`mixing`) and laid out again. If some were `found` ahead, one of these is taken: the cards in the places, and the secrets' values."""

    def __init__(self, position: Position, seat: int, unknown: Iterable[Secret]):
        self.position = position
        self.references = card_references(position.program)
        self.mixing = mixing(position.program, _unknown(position, seat, self.references))
        self.places = self.mixing.places
        self.secrets = list(unknown)
        self.sealed = answered(position, seat)
        self.zones = holding(position, self.places)
        self.found: list[World] = []

    def moved(self, engine: Engine) -> Worlds:
        """The same, to be drawn as states of another engine."""
        position = self.position
        other = copy(self)
        other.position = Position(position.program, engine, position.words, engine.state(position.data))
        return other

    @property
    def words(self) -> Sequence[int]:
        """A table that says how the cards lie, as kernels read it; nothing where they are mixed, or were found ahead."""
        return ()

    @property
    def fit(self) -> bool:
        """Do they show the seat all that it has seen? Where no such state was found, any are drawn, and nothing can be said of how things stand."""
        return True

    def draw(self, seed: int) -> Block:
        """One of them."""
        if self.found:
            return self._taken(seed)
        state, drawn = self.mixing.drawn(signed(seed))
        block = self.laid(dict(zip(self.places, drawn, strict=True)))
        for secret in self.secrets:
            state, number = rng.below(state, len(secret.values))
            block.set(secret.name, secret.index, secret.values[number])
        return self.finished(block, state)

    def anew(self, seed: int) -> Block:
        """One of them, not only of those that were found ahead."""
        return self.draw(seed)

    def _taken(self, seed: int) -> Block:
        """One of those that were found ahead."""
        state, number = rng.below(signed(seed), len(self.found))
        return self.made(self.found[number], state)

    def made(self, world: World, state: int) -> Block:
        """A state in which the cards of a world lie in the places, and its values stand for what was chosen in secret."""
        drawn, values = world
        block = self.laid(dict(zip(self.places, drawn, strict=True)))
        for secret, value in zip(self.secrets, values, strict=True):
            block.set(secret.name, secret.index, value)
        return self.finished(block, state)

    def becomes(self, drawn: Sequence[int]) -> dict[int, int]:
        """Of cards that lie in the places: those that lie elsewhere, each with the one that lies in its place."""
        return {card: other for card, other in zip(self.places, drawn, strict=True) if card != other}

    def laid(self, becomes: dict[int, int]) -> Block:
        """The state where cards lie in the places of others, and all else is as it is."""
        values = _exchanged(self.position, becomes, self.zones, self.references)
        return _written(self.position.block.copy(), self.position.values, values)

    def finished(self, block: Block, state: int) -> Block:
        """With answers of others that are sealed, and another future."""
        block.set("rng", 0, drawn_answers(self.position, block, self.sealed, state))
        return block


def exchange(position: Position, becomes: dict[int, int], held: list[Holding] | None = None) -> Block:
    """A state where cards have taken the places of others: what seats know of a place, and what refers to it, goes with the place.

    `becomes` is a permutation: for each card that leaves its place, the card that lies there then. `held`: what lies where, if that is known already."""
    if len(becomes) <= FEW and not any(zone.owner == "card" for zone in position.program.zones):
        block: Block = position.block.copy()
        for (name, index), value in _cells(position, becomes).items():
            block.set(name, index, value)
        return block
    zones = holding(position, becomes) if held is None else [zone for zone in held if not becomes.keys().isdisjoint(zone[2])]
    values = _exchanged(position, becomes, zones, named_cards(position.program))
    return _written(position.block.copy(), position.values, values)


def _cells(position: Position, becomes: dict[int, int]) -> dict[tuple[str, int], int]:
    """All that stands elsewhere there, cell by cell, where nothing lies on cards."""
    program, old, there, out = position.program, position.values, places(position.program), dict[tuple[str, int], int]()
    for card, other in becomes.items():
        place = old["card.zone"][card]
        if place in there:
            zone, k = there[place]
            out["card.zone", other] = place
            if zone.ordered:
                begin = k * zone.capacity
                out[f"{zone.name}.cards", old[f"{zone.name}.cards"].index(card, begin, begin + zone.capacity)] = other
            for one in (card, other) if not zone.ordered else ():
                cell = f"{zone.name}.bits", k * program.words + one // 64
                out[cell] = signed(out.get(cell, old[cell[0]][cell[1]]) ^ 1 << one % 64)
        for name, each in noted_places(program):
            for n in range(each):
                out[name, other * each + n] = old[name][card * each + n]
    for (name, index), type in named_cards(program).items():
        out[name, index] = renamed(program, type, old[name][index], becomes)
    return {(name, index): value for (name, index), value in out.items() if value != old[name][index]}


def exchanged(position: Position, becomes: dict[int, int], held: list[Holding]) -> Values:
    """The regions that may be otherwise in that state, but for those that only say again what stands in others."""
    zones = [zone for zone in held if not becomes.keys().isdisjoint(zone[2])]
    return _exchanged(position, becomes, zones, named_cards(position.program))


noted_places, named_cards = once(with_places), once(card_references)


@once
def noticed_places(program: Program) -> list[tuple[str, int]]:
    """The same, but for who knows a card where no rule asks for that: which of several cards somebody was shown the others cannot tell."""
    instrs = (instr for function in program.functions.values() for block in function.blocks for instr in block.instrs)
    asked = any(loaded(instr) == "known" for instr in instrs)
    return [(name, each) for name, each in noted_places(program) if asked or name != "known"]


def holding(position: Position, cards: Collection[int]) -> list[Holding]:
    """The zones where one of some cards lies."""
    program, values, there = position.program, position.values, places(position.program)
    found = [there[place] for place in sorted({values["card.zone"][card] for card in cards}) if place in there] if cards else []
    return [(zone, k, cards_in(program, values, zone, k), loose_in(values, zone, k)) for zone, k in found]


@once
def places(program: Program) -> dict[int, tuple[Zone, int]]:
    """The zones and their instances, by the number in `card.zone`."""
    return {zone.base + k: (zone, k) for zone, k in instances(program)}


def _exchanged(position: Position, becomes: dict[int, int], zones: list[Holding], references: References) -> Values:
    """The regions that change where each card takes the place of another."""
    program, old = position.program, position.values
    names = {"card.zone", *(name for name, _ in noted_places(program)), *(name for name, _ in references)}
    carried = [*_carried(program, old, becomes)]
    for zone, *_ in (*zones, *carried):
        names.update(zone_parts(zone))
    values = {name: old[name].copy() for name in names if name in old}
    for zone, k, cards, loose in (*zones, *carried):
        lay(program, values, zone, k, [becomes.get(card, card) for card in cards], loose)
    _rename(position, becomes, values, references)
    return values


def marks(position: Position, becomes: dict[int, int]) -> Values:
    """The regions of that state that speak of cards and are no part of a zone: where each lies, what is noted of its place, and what names one."""
    program, old, there = position.program, position.values, places(position.program)
    names = {"card.zone", *(name for name, _ in noted_places(program)), *(name for name, _ in named_cards(program))}
    values = {name: old[name].copy() for name in names if name in old}
    for card, other in becomes.items():
        if (place := old["card.zone"][card]) in there:
            values["card.zone"][other] = place
    for zone, k, cards, _ in _carried(program, old, becomes):
        for card in cards:
            values["card.zone"][becomes.get(card, card)] = zone.base + k
    _rename(position, becomes, values, named_cards(program))
    return values


def _rename(position: Position, becomes: dict[int, int], values: Values, references: References) -> None:
    """What is noted of places goes with them, and what names cards names those that lie there then."""
    old = position.values
    for name, each in noted_places(position.program):
        here, there = values[name], old[name]
        if len({*there}) < 2:
            continue
        for card, other in becomes.items():
            if each == 1:
                here[other] = there[card]
            else:
                here[other * each : (other + 1) * each] = there[card * each : (card + 1) * each]
    for (name, index), type in references.items():
        values[name][index] = renamed(position.program, type, old[name][index], becomes)


def _carried(program: Program, old: Values, becomes: Mapping[int, int]) -> Iterator[Holding]:
    """What lies on cards lies where these do, whichever they are: the zones of cards that have taken the place of others."""
    for zone in program.zones:
        for card, other in becomes.items() if zone.owner == "card" else ():
            for n in range(zone.length):
                k = card * zone.length + n
                yield zone, other * zone.length + n, cards_in(program, old, zone, k), loose_in(old, zone, k)


def _written(block: Block, old: Values, values: Values) -> Block:
    for name, cells in values.items():
        if cells != old[name]:
            block.write(name, cells)
    return block


def _unknown(position: Position, seat: int, references: References) -> dict[int, Zone]:
    """The cards that a seat does not know, and where each lies: in the order of the places, whatever cards lie there."""
    program, values = position.program, position.values
    named = {
        values[v.name][i]
        for v in program.variables
        if v.type.kind == "card"
        for i in range(len(values[v.name]))
        if may_know(v, i, seat, values)
    }
    noted = noticed_places(program)
    meant: dict[int, list[tuple[str, int]]] = {}
    for (name, index), type in sorted(references.items(), key=itemgetter(0)):
        for card in cards_of(program, type, values[name][index]):
            meant.setdefault(card, []).append((name, index))
    out = {}
    for zone, k in instances(program):
        unknown = [card for card, mask in seers_of(program, values, zone, k).items() if not mask >> seat & 1 and card not in named]
        if not zone.ordered:
            unknown.sort(key=lambda card: (_noted(values, noted, card), meant.get(card, [])))
        out.update(dict.fromkeys(unknown, zone))
    return out


def _noted(values: Values, noted: list[tuple[str, int]], card: int) -> list[list[int]]:
    """All that is noted of the place of a card."""
    return [values[name][card * each : (card + 1) * each] for name, each in noted]
