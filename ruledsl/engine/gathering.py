"""Which cards are meant where several are named at once: of each card one that can be chosen, if there is one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product

from ruledsl.engine.outside import none_of
from ruledsl.engine.position import Position
from ruledsl.ir.program import Parameter
from ruledsl.ir.subsets import room, split, subset
from ruledsl.record import record

MOST = 500
"""So many ways to choose guises are looked at."""


@record(frozen=True)
class Gathered:
    """The subsets that can be meant; `lacking` are cards that cannot be chosen, `repeated` those that can, but not once more. `count`
    cards were named."""

    subsets: tuple[int, ...]
    lacking: tuple[int, ...]
    repeated: tuple[int, ...]
    count: int

    def against(self, position: Position, parameter: Parameter) -> str:
        """What stands against them, before any rule is asked; "" if nothing does."""
        words = position.words
        if not parameter.low <= self.count <= parameter.high:
            many = f"{parameter.low}" if parameter.low == parameter.high else f"{parameter.low} to {parameter.high}"
            return words.say("{count} cards are named, and {many} are chosen", count=self.count, many=many)
        if self.lacking:
            return none_of(position, parameter, self.lacking)
        if self.repeated:
            missed = words.show(parameter.type, subset(position.program, self.repeated))
            return words.say("there is no other `{value}` {where}", value=missed, where=parameter.domain.where(-1))
        return ""


def gather(position: Position, parameter: Parameter, arguments: Sequence[int], named: Sequence[Sequence[int]]) -> Gathered:
    """The subsets of which each card is one of those that its name can mean. `arguments` are the seat and the arguments before."""
    if len(named) > room(position.program):
        return Gathered((), (), (), len(named))
    choices = [_choices(position, parameter, arguments, cards) for cards in named]
    found: dict[int, None] = {}
    lacking: tuple[int, ...] = ()
    repeated: tuple[int, ...] = ()
    for way in islice(product(*choices), MOST):
        taken, missed, again = _take(position, way)
        found[subset(position.program, taken)] = None
        lacking, repeated = lacking or missed, repeated or again
    return Gathered(tuple(found), lacking, repeated, len(named))


@record(frozen=True)
class Named:
    """Cards of one name that stand for the same: those that can be chosen, and those that are elsewhere."""

    fitting: tuple[int, ...]
    elsewhere: tuple[int, ...]


def _choices(position: Position, parameter: Parameter, arguments: Sequence[int], cards: Sequence[int]) -> list[Named]:
    """What one name can mean: by each guise in which one of its cards can be chosen."""
    groups: dict[int, list[int]] = {}
    for member in cards:
        groups.setdefault(split(position.program, member)[1], []).append(member)
    sorted_out = []
    for group in groups.values():
        fitting = tuple(member for member in group if position.call(parameter.among, *arguments, member))
        sorted_out.append(Named(fitting, tuple(member for member in group if member not in fitting)))
    return [named for named in sorted_out if named.fitting] or sorted_out[:1]


def _take(position: Position, way: Sequence[Named]) -> tuple[list[int], tuple[int, ...], tuple[int, ...]]:
    """A card for each name, no card twice; those that are not there to be chosen; and those that are, but not once more."""
    taken: dict[int, int] = {}
    missed: list[int] = []
    again: list[int] = []
    for named in way:
        free = [member for member in named.fitting if split(position.program, member)[0] not in taken]
        member = (free or named.elsewhere or named.fitting)[0]
        if not free:
            (again if named.fitting else missed).append(member)
        taken[split(position.program, member)[0]] = member
    return list(taken.values()), tuple(missed), tuple(again)


def samples(position: Position, parameter: Parameter, arguments: Sequence[int]) -> list[int]:
    """Some subsets where none is named: each card alone, or as few as there must be."""
    every = range(len(position.program.cards) * (1 + len(position.program.guises)))
    fitting = [member for member in every if position.call(parameter.among, *arguments, member)]
    if parameter.low <= 1:
        return [subset(position.program, [member]) for member in fitting] if parameter.high else [0]
    alone = {split(position.program, member)[0]: member for member in fitting}
    return [subset(position.program, list(alone.values())[: parameter.low])]
