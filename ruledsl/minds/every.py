"""All worlds that a seat holds possible, where there are not too many: each way to lay the cards that it does not know, and all that may have been answered
in secret, held against the past one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from math import factorial, prod

from ruledsl.engine.backend import Block
from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.moments import Moment
from ruledsl.engine.secrets import Secret
from ruledsl.ir.program import Zone
from ruledsl.minds.alike import Group, grouped
from ruledsl.minds.apart import apart
from ruledsl.minds.course import Cells
from ruledsl.minds.fit import shared
from ruledsl.minds.mind import Mind
from ruledsl.minds.past import question_of, stepped
from ruledsl.minds.worlds import Fitting, everything
from ruledsl.record import record

MOST, RUNS = 5_000, 50_000
"""Deals that are gone through, at most, and steps of the past that are run again for them."""
SHARES = 400_000
"""So many ways to share out a face are looked at in counting deals."""
DRAWN = 64
"""Worlds that are looked at where there are too many."""


@record(frozen=True)
class Possible:
    """Worlds that a seat holds possible, each once, with how likely it is against others. `whole`: there are no others. `most`: there are no more than so many
    of them; None if they were not counted."""

    worlds: tuple[tuple[Fraction, Block], ...]
    whole: bool
    most: int | None


def possible(moments: Iterable[Moment], seat: int, most: int = MOST) -> Possible:
    """The worlds that a seat (from 0) holds possible where some moments have led to; of not more deals than so many, all."""
    *_, last = moments = list(moments)
    mind = Mind(last.position.program, stepped(moments), question_of(last), seat)
    return of_mind(mind, most)


def of_mind(mind: Mind, most: int = MOST) -> Possible:
    """All worlds of a mind, if there are not more deals than so many, or those that are found."""
    plain = None if mind.is_told or not mind.exact else apart(mind)
    dealt = Deals(mind)
    count = dealt.count
    if plain is None and (found := _as_it_came(mind)) is not None and len(found) <= most:
        return Possible(tuple(found), True, len(found))
    if count is not None and plain is not None:
        count *= prod(len(secret.values) for secret in plain)
    found = _gone_through(mind, dealt, plain) if count is not None and count <= most else None
    bound = count if plain is not None or mind.course is None else None  # hidden values that hang on each other are not counted
    if found is not None and not mind.leans:
        return Possible(tuple(found), mind.exact and not mind.sampled, bound)
    worlds = Worlds(mind.question.position, mind.seat, plain) if plain is not None else Fitting(mind.question.position, mind.seat, mind)
    return Possible(tuple((Fraction(1), block) for block in _some(worlds)), False, bound)


def _as_it_came(mind: Mind) -> list[tuple[Fraction, Block]] | None:
    """By all that may have happened."""
    worlds = Worlds(mind.question.position, mind.seat, ())
    found = everything(worlds, mind)
    return None if found is None else [(weight, _with(worlds, dict(zip(worlds.places, drawn, strict=True)), cells)) for weight, drawn, cells in found]


def _with(worlds: Worlds, becomes: dict[int, int], cells: Cells) -> Block:
    block = worlds.laid(becomes)
    for (name, index), value in cells.items():
        block.set(name, index, value)
    return block


def _gone_through(mind: Mind, dealt: Deals, plain: list[Secret] | None) -> list[tuple[Fraction, Block]] | None:
    """Every deal held against the past; None if that takes too many steps."""
    out: list[tuple[Fraction, Block]] = []
    for ways, becomes in dealt:
        left = RUNS - (mind.course.ran if mind.course is not None else 0)
        ahead = _answered(plain) if plain is not None else mind.every(becomes, left)
        if ahead is None:
            return None
        for weight, cells in _each_once(ahead):
            out.append((ways * weight, _with(dealt.worlds, becomes, cells)))
    return out


def _answered(secrets: list[Secret]) -> list[tuple[Fraction, Cells]]:
    """Every value of what was chosen or thrown in secret."""
    names = [(secret.name, secret.index) for secret in secrets]
    return [(Fraction(1), dict(zip(names, values, strict=True))) for values in product(*(secret.values for secret in secrets))]


def _each_once(found: list[tuple[Fraction, Cells]]) -> list[tuple[Fraction, Cells]]:
    """The same world may have come about in several ways."""
    together: dict[frozenset[tuple[tuple[str, int], int]], Fraction] = {}
    for weight, cells in found:
        same = frozenset(cells.items())
        together[same] = together.get(same, Fraction(0)) + weight
    return [(weight, dict(cells)) for cells, weight in together.items()]


def _some(worlds: Worlds) -> list[Block]:
    """Worlds that are drawn, each once; none where none was found that fits."""
    fitting = isinstance(worlds, Fitting) and bool(worlds.tried)
    blocks = [worlds.made(world, 0) for world in worlds.found] if fitting else [worlds.draw(seed) for seed in range(DRAWN)]
    return list({block.bytes(): block for block in blocks}.values())


class TooMany(Exception):
    """There are too many ways to share out the cards."""


class Deals:
    """The ways to lay the cards that the seat of a mind does not know: equal cards are not told apart, nor places without order. Gone through, each comes with
    the number of ways in which chance deals it."""

    def __init__(self, mind: Mind):
        self.program, self.position = mind.program, mind.question.position
        self.worlds = Worlds(self.position, mind.seat, ())
        self.groups = grouped(self.position, self.worlds.places)
        self.faces = Counter(self.program.cards[card] for card in self.worlds.places)
        self.looked = 0
        self._counted: dict[tuple[int, tuple[int, ...]], int] = {}

    def _takes(self, group: Group, face: int) -> bool:
        zone: Zone = self.worlds.places[group[0]]
        return not zone.kinds or self.program.faces[face].kind in zone.kinds

    @property
    def count(self) -> int | None:
        """How many there are; None if that cannot be counted soon."""
        try:
            return self._ways(0, tuple(map(len, self.groups)))
        except TooMany:
            return None

    def _ways(self, number: int, room: tuple[int, ...]) -> int:
        """Those of the faces from one on, with so much room."""
        faces = list(self.faces)
        if number == len(faces):
            return 1
        if (number, room) not in self._counted:
            fits = [min(here, self.faces[faces[number]]) if self._takes(group, faces[number]) else 0 for group, here in zip(self.groups, room, strict=True)]
            shares = shared(self.faces[faces[number]], fits)
            self._counted[number, room] = sum(self._with(number, room, share) for share in shares)
        return self._counted[number, room]

    def _with(self, number: int, room: tuple[int, ...], share: tuple[int, ...]) -> int:
        self.looked += 1
        if self.looked > SHARES:
            raise TooMany
        return self._ways(number + 1, tuple(a - b for a, b in zip(room, share, strict=True)))

    def __iter__(self) -> Iterator[tuple[int, dict[int, int]]]:
        left = {face: [card for card in sorted(self.worlds.places) if self.program.cards[card] == face] for face in self.faces}
        for lying in self._filled(0, Counter(self.faces)):
            cards, ways = {face: iter(some) for face, some in left.items()}, 1
            becomes = dict[int, int]()
            for group, faces in zip(self.groups, lying, strict=True):
                ways *= factorial(len(group)) // prod(factorial(many) for many in Counter(faces).values())
                becomes |= {place: next(cards[face]) for place, face in zip(group, faces, strict=True)}
            yield ways, {place: card for place, card in becomes.items() if place != card}

    def _filled(self, number: int, left: Counter[int]) -> Iterator[list[tuple[int, ...]]]:
        """The faces in each group from one on."""
        if number == len(self.groups):
            yield []
            return
        group = self.groups[number]
        faces = [face for face in left if left[face] and self._takes(group, face)]
        for counts in shared(len(group), [left[face] for face in faces]):
            here = tuple(face for face, many in zip(faces, counts, strict=True) for _ in range(many))
            for rest in self._filled(number + 1, left - Counter(here)):
                yield [here, *rest]
