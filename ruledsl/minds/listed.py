"""Worlds that were come to by all that may have happened, named as the true one is: what a seat knows lies where it truly lies; of equal cards, and of those
in no order, the first name comes first."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from ruledsl.engine.backend import Block
from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.engine.knowledge import Worlds, exchange, named_cards, noticed_places
from ruledsl.engine.position import Position
from ruledsl.engine.sealed import answered
from ruledsl.ir.lasting import lasting
from ruledsl.ir.layout import OF_A_PLACE, Values, with_places
from ruledsl.ir.program import Type
from ruledsl.ir.regions import SEALED, SEALED_ANSWER
from ruledsl.ir.subsets import cards_of, renamed
from ruledsl.minds.course import Cells, cells_of
from ruledsl.minds.lying import Seen, Sight, labelled
from ruledsl.minds.menus import types_of
from ruledsl.record import record

ALL = 4_096
"""Worlds are listed as often as they are likely, if that does not make the list longer than so many."""
Found = tuple[Fraction, list[int], Cells]
"""How likely a world is, how the cards lie, and what else is different in it."""


def listed(worlds: Worlds, seat: int, found: Iterable[tuple[Fraction, Block]], known: bool = False) -> list[Found] | None:
    """Each world once; None where a seat would be asked of cards that lie otherwise than it can know. `known`: also with who knows which card there, where
    a rule asks for that."""
    names, made = _Names(worlds, seat, known), list[tuple[Fraction, list[int], Cells]]()
    for weight, block in found:
        one = names.named(worlds.position.engine.state(block.bytes()))
        if one is None:
            return None
        made.append((weight, *one))
    cells = sorted({cell for _, _, other in made for cell in other})  # all of them, or the order would tell what is true
    faces, out = worlds.position.program.cards, dict[tuple[tuple[int, ...], tuple[int, ...]], Fraction]()

    def by_face(one: tuple[tuple[tuple[int, ...], tuple[int, ...]], Fraction]) -> tuple[object, ...]:
        return [faces[card] for card in one[0][0]], one[0]

    for weight, drawn, other in made:
        laid = worlds.laid(worlds.becomes(drawn))
        world = tuple(drawn), tuple(other.get(cell, laid.get(*cell)) for cell in cells)
        out[world] = out.get(world, Fraction(0)) + weight
    return [(weight, list(drawn), dict(zip(cells, values, strict=True))) for (drawn, values), weight in sorted(out.items(), key=by_face)]


def repeated(found: list[Found]) -> list[Found] | None:
    """Each as often as it is likely; None if that would be too many."""
    total = sum((weight for weight, _, _ in found), Fraction(0))
    whole = lcm(*((weight / total).denominator for weight, _, _ in found))
    return [one for one in found for _ in range(int(one[0] / total * whole))] if whole <= ALL else None


@record(frozen=True)
class _Marks:
    """What is noted of the cards of a state, and what names them."""

    values: Values
    noted: list[tuple[str, int]]
    meant: dict[int, list[tuple[str, int]]]

    def of(self, card: int) -> tuple[list[list[int]], list[tuple[str, int]]]:
        return [self.values[name][card * each : (card + 1) * each] for name, each in self.noted], self.meant.get(card, [])


class _Names:
    """Gives the cards of other states the names that they have here."""

    def __init__(self, worlds: Worlds, seat: int, known: bool):
        self.worlds, self.position = worlds, worlds.position
        self.program = program = self.position.program
        self.sight, self.seat = Sight(program, seat), seat
        self.truly = Seen(self.sight, self.position).lying
        self.groups = self._groups()
        self.noted = [(name, each) for name, each in noticed_places(program) if known or name != "known"]
        self.known = known and ("known", 1) in self.noted
        self.lasts = lasting(program, self.position.values) if "frame" in program.region else 0

    def named(self, block: Block) -> tuple[list[int], Cells] | None:
        """How the cards of a state lie, by their names here, and what else is different in it."""
        there, faces, places = self._stands(block), self.program.cards, self.worlds.places
        far, label = labelled(self.truly, Seen(self.sight, there).lying)
        if far or any(faces[label[card]] != faces[card] for card in range(len(faces)) if card not in places):
            return None
        names = {label[card]: card for card in range(len(faces)) if card not in places}
        left = {face: iter(sorted(card for card in places if faces[card] == face)) for face in {*faces}}
        marks, drawn = self._marks(there), dict[int, int]()
        for group in self.groups:
            cards = sorted((label[place] for place in group), key=lambda card: (faces[card], marks.of(card), card))
            for place, card in zip(group, cards, strict=True):
                names[card] = drawn[place] = next(left[faces[card]])
        self._take_for_one(there, names)
        block = exchange(there, {old: new for old, new in names.items() if old != new})
        for (name, index), type in _sealed(there).items():
            block.set(name, index, renamed(self.program, type, there.values[name][index], names))
        lying = [drawn[place] for place in places]
        laid = self.worlds.laid(self.worlds.becomes(lying))
        cells = {(name, n): value for (name, n), value in cells_of(self.program, block, laid).items() if name != "frame" or self.lasts >> n & 1}
        return lying, cells | (self._knowers(block, laid) if self.known else {})

    def _knowers(self, block: Block, laid: Block) -> Cells:
        """Who knows each card in that state; of what the seat itself knows, what it truly does."""
        own, there, here = 1 << self.seat, block.regions()["known"], laid.regions()["known"]
        return {("known", card): here[card] & own | there[card] & ~own for card in range(len(there))}

    def _take_for_one(self, there: Position, names: dict[int, int]) -> None:
        """What the seat has sealed itself is the card that it is here: of equal cards in one place it may have the name of another."""
        truly, faces, lying = _sealed(self.position, self.seat), self.program.cards, there.values["card.zone"]
        for (name, index), type in truly.items():
            here, other = (cards_of(self.program, type, position.values[name][index]) for position in (self.position, there))
            for card, wanted in zip(other, here, strict=True):
                stands = next(old for old, new in names.items() if new == wanted)
                if faces[stands] == faces[card] and lying[stands] == lying[card]:
                    names[stands], names[card] = names[card], wanted

    def _groups(self) -> list[list[int]]:
        """Places that the seat cannot tell apart, by the cards that truly lie there, in the order of `Worlds.places`: that of their numbers would tell which
        these are. What names a card of them the seat does not see."""
        program, values = self.program, self.position.values
        dark = {v.name for v in program.variables if v.visibility != "open"}
        noted = [(name, each) for name, each in with_places(program) if name not in OF_A_PLACE and name not in dark]
        groups: dict[object, list[int]] = {}
        for zone, k in instances(program):
            cards = cards_in(program, values, zone, k)
            free = loose_in(values, zone, k) if zone.ordered else len(cards) if zone.held else 0
            for at, card in enumerate(cards):
                if card in self.worlds.places:
                    marks = repr([values[name][card * each : (card + 1) * each] for name, each in noted])
                    groups.setdefault((zone.base + k, marks if at < free else card), []).append(card)
        return list(groups.values())

    def _stands(self, block: Block) -> Position:
        return Position(self.program, self.position.engine, self.position.words, block)

    def _marks(self, there: Position) -> _Marks:
        values, meant = there.values, dict[int, list[tuple[str, int]]]()
        for (name, index), type in {**named_cards(self.program), **_sealed(there)}.items():
            for card in cards_of(self.program, type, values[name][index]):
                meant.setdefault(card, []).append((name, index))
        return _Marks(values, self.noted, meant)


def _sealed(position: Position, seat: int | None = None) -> dict[tuple[str, int], Type]:
    """Where a state names cards that were answered together with others, and wait; those of one seat (from 0), or of all."""
    cells, out = position.values.get(SEALED, ()), dict[tuple[str, int], Type]()
    width = len(cells) // position.program.players
    for who in answered(position):
        begin = who * width + SEALED_ANSWER
        types = types_of(position, (*cells[begin - 1 : (who + 1) * width],)) if seat in (None, who) else []
        out.update({(SEALED, begin + n): type for n, type in enumerate(types) if type.kind in ("card", "subset") and cells[begin + n] >= 0})
    return out
