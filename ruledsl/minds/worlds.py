"""The worlds that a seat holds possible after all that it has observed: the one place where searches, hints and bots draw from."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ruledsl.engine.backend import Block
from ruledsl.engine.knowledge import Worlds, exchange
from ruledsl.engine.match import Match
from ruledsl.engine.position import Position
from ruledsl.engine.secrets import Secret, secrets
from ruledsl.ir import rng
from ruledsl.minds.alike import grouped
from ruledsl.minds.apart import apart
from ruledsl.minds.blurred import blurred, is_blurred
from ruledsl.minds.chain import chained
from ruledsl.minds.course import Cells, cells_of
from ruledsl.minds.fit import Fit
from ruledsl.minds.histories import Histories
from ruledsl.minds.imagined import imagined
from ruledsl.minds.listed import Found, listed, repeated
from ruledsl.minds.lying import Seen, Sight, labelled
from ruledsl.minds.mind import Mind
from ruledsl.minds.particles import MANY, Particles
from ruledsl.minds.past import is_kept, question, steps
from ruledsl.minds.table import tables
from ruledsl.minds.tries import TRIES, Tries

WORLDS = "worlds"
EASY = 128
"""Where no more had to be tried, a world can be drawn at any time."""
SOME = 8
"""Courses of play that are made where one is wanted."""
WIDE = 4 * MANY
"""And those that are made at last, where no world was found."""
LONG = 16
"""Where a world is held to more steps of the past than these, they are played in machine code."""

CHAINED = 128
"""Worlds that are come to where a table is too large."""


class Fitting(Worlds):
    """Worlds that fit what has happened: all that there are, where what was told is a `table`; else some that are held against the past. If none is found
    that fits, any is drawn, and they are no longer `fit` for saying anything. `exact`: each is drawn as often as it is likely.

    Which ones are found hangs on what the seat has observed, and not on the true cards."""

    def __init__(self, position: Position, seat: int, mind: Mind):
        super().__init__(position, seat, mind.any)
        exact, self.alike, self.table = mind.exact, False, None
        self.tries = Tries(self, mind)
        if (all_ := everything(self, mind, known=True)) is not None and (found := repeated(all_)) is not None:
            self.mind, self.exact = mind, True
            self._take(found)
            return
        self.table, large = tables(mind, self.places) if self.places else (None, None)
        is_chained = large is not None and self._chained(large)
        mind.exact, self.exact = exact, exact and mind.exact and not is_chained
        self.mind = mind.quick if self.table is None and len(mind.points) > LONG else mind
        self.tries = Tries(self, self.mind)
        if self.table is None and not is_chained and (self.places or mind.unseen):
            self._fill()

    @property
    def words(self) -> Sequence[int]:
        return () if self.table is None else self.table.words

    @property
    def tried(self) -> int:
        """So many worlds were looked at."""
        return self.tries.tried

    @property
    def fit(self) -> bool:
        """Was any found that does?"""
        return self.table is not None or bool(self.found) or not self.tried

    def draw(self, seed: int) -> Block:
        """One of them: where nothing need be held against the past, any."""
        if self.table is None:
            return super().draw(seed)
        state, drawn = self.table.drawn(rng.signed(seed))
        return self.finished(self.laid(self.becomes(drawn)), state)

    def _chained(self, large: Fit) -> bool:
        """By going from one to the next, where the table would be too large."""
        self._take([(Fraction(1), drawn, {}) for drawn in chained(large, CHAINED)])
        return bool(self.found)

    def _fill(self) -> None:
        """By drawing; where that would hang on what truly happened, by drawing against another course of play; and at last by courses of play that are made
        forward."""
        if self.mind.adrift:
            self.tries.tried, self.exact = 1, False
            self._take(self._played(Fraction(1)))
            return
        self.tries.fill()
        particles = Particles(self.tries.mind) if self.tries.lacks or self.tries.stops else None
        if particles is not None and self.tries.stops:
            other = imagined(Particles(self.tries.mind, SOME)) or imagined(particles)
            self.tries.found.clear()
            if other is not None:
                self.tries = Tries(Worlds(other.question.position, other.seat, other.any), other)
                self.tries.fill()
        self.alike = not self.tries.lacking and self.tried <= EASY and len({weight for weight, _, _ in self.tries.found}) == 1
        fitting = self._here(self.tries.found)
        if particles is not None and self.tries.lacks:
            fitting += self._played(fitting[0][0] if fitting else Fraction(1))
        self.exact = self.tries.exact and self.tries.mind.is_exact and len({weight for weight, _, _ in fitting}) == 1
        self._take(_as_likely(fitting))

    def _here(self, found: list[Found]) -> list[Found]:
        """Worlds that were drawn against another course of play, as they are here."""
        if self.tries.worlds is self:
            return found
        there = ((weight, self._laid_out(self.tries.block(drawn, cells))) for weight, drawn, cells in found)
        return [(weight, *one) for weight, one in there if one is not None]

    def _played(self, weight: Fraction) -> list[Found]:
        """Worlds that courses of play come to which show the seat what it has seen, each held to be as likely. Where there would be no world at all, more
        courses are looked for."""
        for many in (MANY, WIDE):
            laid = (self._laid_out(node.block) for node in Particles(self.mind, many).asked())
            if (found := [(weight, *one) for one in laid if one is not None]) or self.tries.found:
                return found
        return []

    def _laid_out(self, block: Block) -> tuple[list[int], Cells] | None:
        """A world of its own cards as one in which all that the seat knows lie where they truly lie: equal cards change names."""
        program = self.position.program
        there = Position(program, self.position.engine, self.position.words, block)
        sight = Sight(program, self.mind.seat)
        label = labelled(Seen(sight, self.position).lying, Seen(sight, there).lying)[1]
        faces, names = program.cards, dict[int, int]()
        left = {face: [card for card in sorted(self.places) if faces[card] == face] for face in {faces[card] for card in self.places}}
        for card, lying in enumerate(label):
            if card in self.places and not left.get(faces[lying]) or card not in self.places and faces[lying] != faces[card]:
                return None
            names[lying] = left[faces[lying]].pop() if card in self.places else card
        block = exchange(there, {old: new for old, new in names.items() if old != new})
        drawn, course = [names[label[card]] for card in self.places], self.mind.course
        if course is None:
            return self._in_line(drawn), {}
        drawn = self._in_order(drawn)
        return drawn, cells_of(self.position.program, block, self.laid(self.becomes(drawn)))

    def _in_order(self, drawn: list[int]) -> list[int]:
        """The same world, with cards that lie in no order yet in one that owes nothing to where they truly lie. Values may name cards: each stays in its
        zone."""
        faces, number, there = self.position.program.cards, {place: n for n, place in enumerate(self.places)}, list(drawn)
        for group in grouped(self.position, self.places):
            if self.places[group[0]].ordered:
                some = sorted(number[place] for place in group)
                for n, card in zip(some, sorted((drawn[n] for n in some), key=lambda card: (faces[card], card)), strict=True):
                    there[n] = card
        return there

    def _in_line(self, drawn: list[int]) -> list[int]:
        """The same world, with equal cards, and those that lie in no order yet, in an order that owes nothing to where they truly lie."""
        faces, number = self.position.program.cards, {place: n for n, place in enumerate(self.places)}
        there = [faces[card] for card in drawn]
        for group in grouped(self.position, self.places):
            some = sorted(number[place] for place in group)
            for n, face in zip(some, sorted(there[n] for n in some), strict=True):
                there[n] = face
        left = {face: iter(sorted(card for card in drawn if faces[card] == face)) for face in {*there}}
        return [next(left[face]) for face in there]

    def _take(self, found: list[Found]) -> None:
        """These are the worlds: in each, a value for all that stands elsewhere in one of them than where only the cards lie so."""
        if not found:
            return
        names = sorted({name for _, _, cells in found for name in cells})
        self.secrets = [Secret(name, index, ()) for name, index in names]
        for _, drawn, cells in found:
            block = self.laid(self.becomes(drawn)) if names else self.position.block
            self.found.append((tuple(drawn), tuple(cells.get((name, index), block.get(name, index)) for name, index in names)))

    def anew(self, seed: int) -> Block:
        """A world of its own where all that fit are as likely and easily drawn; else one of those that were found ahead."""
        state, until = rng.signed(seed), self.tried + TRIES
        while self.alike and self.tried < until:
            state, drawn = self.tries.worlds.mixing.drawn(state)
            state, found = self.tries.held(state, drawn)
            for _, drawn, cells in self._here(found):
                block = self.laid(self.becomes(drawn))
                for (name, index), value in cells.items():
                    block.set(name, index, value)
                return self.finished(block, state)
        return super().anew(seed)


def everything(worlds: Worlds, mind: Mind, known: bool = False) -> list[Found] | None:
    """All worlds of a mind, each once; None where there is too much that may have happened, or none was come to: there is one, the true one. `known`: also
    with who knows which card there."""
    if not (worlds.places or mind.unseen):
        return None
    found = Histories(mind).worlds()
    return listed(worlds, mind.seat, found, known) if found else None


def _as_likely(fitting: list[Found]) -> list[Found]:
    """As many worlds, each as often as it is likely, in steps of even length through the sum of all (J. E. Baker, 1987)."""
    if len({weight for weight, _, _ in fitting}) < 2:
        return fitting
    step, reached = sum((weight for weight, _, _ in fitting), Fraction(0)) / len(fitting), Fraction(0)
    out: list[Found] = []
    for found in fitting:
        reached += found[0]
        while reached > step * len(out) + step / 2:
            out.append(found)
    return out


def worlds(match: Match, seat: int, position: Position | None = None) -> Worlds:
    """The worlds that a seat (from 0) holds possible where play stands; where several are asked together, as if nobody had answered."""
    position = position or match.asked
    past = steps(match)
    while past and past[-1].after is not position:
        past.pop()
    moment = next((moment for moment in match.moments if moment.position is position), None)
    kept = moment.hung if moment is not None else {}
    if (WORLDS, seat) not in kept:
        kept[WORLDS, seat] = _worlds(position, seat, Mind(match.program, past, question(match, position), seat) if is_kept(match) else None)
    found: Worlds = kept[WORLDS, seat]
    return found


def unfit(match: Match) -> int:
    """How often somebody drew in a match from worlds that do not show a seat what it has seen, since none was found that does."""
    held = (moment.hung.get((WORLDS, seat)) for moment in match.moments for seat in range(match.program.players))
    return sum(found is not None and not found.fit for found in held)


def _worlds(position: Position, seat: int, mind: Mind | None) -> Worlds:
    """Where nothing was told, values that do not hang on each other need not be played again."""
    if mind is None:
        return Worlds(position, seat, secrets(position, seat))
    if blurs := is_blurred(mind):
        position = blurred(position, seat)
    plain = None if mind.is_told or not mind.exact or blurs else apart(mind)
    return Fitting(position, seat, mind) if plain is None else Worlds(position, seat, plain)
