"""All worlds that a seat holds possible, where there are not too many: each way to lay the cards that it does not know, and all that may have been answered
in secret, held against the past one by one."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import prod

from ruledsl.engine.backend import Block
from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.moments import Moment
from ruledsl.engine.secrets import Secret
from ruledsl.minds.apart import apart
from ruledsl.minds.course import Cells
from ruledsl.minds.deals import Deals
from ruledsl.minds.mind import Mind
from ruledsl.minds.past import question_of, stepped
from ruledsl.minds.worlds import Fitting, everything
from ruledsl.record import record

MOST, RUNS = 5_000, 50_000
"""Deals that are gone through, at most, and steps of the past that are run again for them."""
DRAWN = 64
"""Worlds that are looked at where there are too many."""


@record(frozen=True)
class Possible:
    """Worlds that a seat holds possible, each once, with how likely it is against others. `whole`: there are no others; so there is one. `most`: there are no
    more than so many of them; None if they were not counted. `fits`: was any found that shows the seat what it has seen? If not, there are none here."""

    worlds: tuple[tuple[Fraction, Block], ...]
    whole: bool
    most: int | None

    @property
    def fits(self) -> bool:
        return bool(self.worlds)


def possible(moments: Iterable[Moment], seat: int, most: int = MOST) -> Possible:
    """The worlds that a seat (from 0) holds possible where some moments have led to; of not more deals than so many, all."""
    *_, last = moments = list(moments)
    mind = Mind(last.position.program, stepped(moments), question_of(last), seat)
    return of_mind(mind, most)


def of_mind(mind: Mind, most: int = MOST) -> Possible:
    """All worlds of a mind, if there are not more deals than so many, or those that are found."""
    plain = None if mind.is_told or not mind.exact else apart(mind)
    dealt = Deals(mind.question.position, mind.seat)
    count = dealt.count
    if plain is None and (found := _as_it_came(mind)) is not None and len(found) <= most:
        return Possible(tuple(found), True, len(found))
    if count is not None and plain is not None:
        count *= prod(len(secret.values) for secret in plain)
    found = _gone_through(mind, dealt, plain) if count is not None and count <= most and not mind.adrift else None
    bound = count if plain is not None or mind.course is None else None  # hidden values that hang on each other are not counted
    if found and not mind.leans:
        return Possible(tuple(found), mind.exact if plain is not None else mind.is_exact, bound)
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
