"""What is known before play without being written down as a number: answers of defs, sets with a `for`, and what lies around a known cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ruledsl.lower.boards import set_of
from ruledsl.lower.borders import fold as borders
from ruledsl.lower.distances import fold as distance
from ruledsl.lower.lines import fold as lines
from ruledsl.lower.opened import hanging
from ruledsl.lower.shapes import fold as shapes
from ruledsl.model.gatherers import GATHERERS
from ruledsl.model.types import Term

if TYPE_CHECKING:
    from ruledsl.lower.settings import Constant, Settings

Local = Mapping[str, "Constant"]


def call(settings: Settings, term: Term, local: Local) -> Constant | None:
    """The answer of a def that is given what is known, if it looks at nothing that changes; each is reckoned once."""
    target = settings.model.callables[term.data]
    body = settings.model.terms.get(id(target.decl.value))  # type: ignore[union-attr]
    given = [settings.fold(arg, local) for arg in term.args]
    if body is None or target.instead or any(value is None for value in given):
        return None
    asked = (term.data, tuple(given))
    if asked not in settings.answers:
        settings.answers[asked] = None  # a def that leads back to itself has no answer
        names = {p.key: value for p, value in zip(target.params, given, strict=True) if value is not None}
        settings.answers[asked] = settings.fold(body, names)
    return settings.answers[asked]


def set_for(settings: Settings, term: Term, local: Local) -> int | None:
    """`{e for x in S if C}`."""
    loops = term.data
    if not settings.early(term, local) or any(not loop.plain or loop.type.kind == "face" for loop in loops) or hanging(settings, term):
        return None
    values = settings.gathered(term.args[0], loops, local)
    numbers = [value for value in values or () if isinstance(value, int) and value >= 0]
    return sum(1 << n for n in set(numbers)) if values is not None and len(numbers) == len(values) else None


_OF_SOME: dict[str, Callable[[list[int]], int]] = {
    "any": lambda n: int(any(n)), "all": lambda n: int(all(n)), "sum": sum, "min": min, "max": max, "first": lambda n: n[0], "last": lambda n: n[-1],
}  # fmt: skip


def aggregate(settings: Settings, term: Term, local: Local) -> int | None:
    """`any(… for …)` and its like."""
    name, loops = term.data
    if not settings.early(term, local) or any(loop.type.kind == "face" for loop in loops) or hanging(settings, term):
        return None
    if any(loop.start is not None or loop.limit is not None or loop.order for loop in loops):
        return None
    values = settings.gathered(term.args[0], loops, local)
    if values is None:
        return None
    if name == "count":
        return len(values)
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) < len(values):
        return None
    if not numbers:
        return GATHERERS[name].begin if GATHERERS[name].nothing != "-" else None
    return _OF_SOME[name](numbers)


def axis(settings: Settings, term: Term, local: Local) -> int | None:
    """`c.row` and `c.column`."""
    cell = settings.fold(term.args[0], local)
    return settings.board_of(cell).place(cell)[term.op == "cell_column"] + 1 if isinstance(cell, int) and cell >= 0 else None


def beside(settings: Settings, term: Term, local: Local) -> int | None:
    """`c.neighbours` and its like: none has no cells around it."""
    cell = settings.fold(term.args[0], local)
    if not isinstance(cell, int) or cell < 0:
        return 0 if isinstance(cell, int) else None
    return set_of(settings.board_of(cell).near(cell, term.op == "around"))


def along(settings: Settings, term: Term, local: Local) -> int | None:
    """`c.step(way)` and `c.ray(way)`, with how many steps and cells, too."""
    cell, way, *many = (settings.fold(arg, local) for arg in term.args)
    if not isinstance(cell, int) or not isinstance(way, int) or way < 0:
        return None
    if many:
        return so_far(settings, term, cell, way, many[0]) if isinstance(many[0], int) else None
    if cell < 0:
        return -1 if term.op == "step" else 0
    board = settings.board_of(cell)
    return board.step(cell, way) if term.op == "step" else board.ray_set(cell, way)


def so_far(settings: Settings, term: Term, cell: int, way: int, number: int) -> int:
    """The n-th cell that way, or the first n of them."""
    ray = settings.board_of(cell).ray(cell, way) if cell >= 0 else []
    if term.op == "ray":
        return set_of(ray[: max(0, number)])
    ahead = [cell, *ray]
    return ahead[number] if 0 <= number < len(ahead) else -1


def kind_part(settings: Settings, term: Term, local: Local) -> Constant | None:
    """What a known kind says of all its cards; a family may have a number among its kinds, and say nothing."""
    kind = settings.fold(term.args[0], local)
    said = list(settings.model.kinds.values())[kind].constants.get(term.data) if isinstance(kind, int) and kind >= 0 else None
    return settings.fold(said) if said is not None else None


FOLDED = {
    "call": call, "set_for": set_for, "aggregate": aggregate, "cell_row": axis, "cell_column": axis, "step": along, "far": along, "ray": along,
    "neighbours": beside, "around": beside, "kind_part": kind_part,
    "board_parts": borders, "touching": borders, "part_at": borders, "between": borders, "other": borders, "distance": distance,
    "turnings": shapes, "shape_at": shapes,
    "board_lines": lines, "cell_lines": lines, "line_cells": lines, "line_at": lines, "line_along": lines,
}  # fmt: skip
