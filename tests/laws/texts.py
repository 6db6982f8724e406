"""What goes wrong in the texts of a position: every question, label and refusal is filled, whatever it is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product

from ruledsl.engine.position import Position
from ruledsl.findings.verdicts import CLASS_OF
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import Action, Template

Texts = Iterator[tuple[Template, int, Sequence[int]]]
WAYS = 20_000
"""Ways to fill in the arguments of an action beyond which it is not looked at."""


def text_faults(position: Position) -> frozenset[tuple[str, int]]:
    """The classes and lines of what goes wrong."""
    found = set()
    for template, seat, given in [*_texts(position)]:
        try:
            position.fill(template, seat, given)
        except RulesFault as fault:
            found.add((CLASS_OF[fault.fault], fault.place.span.line))
    return frozenset(found)


def _texts(position: Position) -> Texts:
    program, site = position.program, position.site
    for seat in position.waiting or ([] if position.over else [-1]):
        yield site.prompt, seat, ()
        if seat < 0 or not site.menu:
            continue
        with suppress(RulesFault):
            for act, *given in position.engine.legal(position.block, position.site_number, seat):
                if act >= 0:
                    yield program.actions[act].label, seat, given
            for entry in site.menu:
                fixed = {n: position.call(name, seat) for n, name in entry.given}
                yield from _refused(position, seat, program.actions[entry.action], fixed)


def _refused(position: Position, seat: int, action: Action, fixed: dict[int, int]) -> Texts:
    every = [[fixed[n]] if n in fixed else [*position.words.choices(one.type)] for n, one in enumerate(action.params)]
    many = 1
    for values in every:
        many *= len(values)
    for way in product(*every) if many <= WAYS else ():
        with suppress(RulesFault):
            among = all(position.call(one.member, seat, *way[: n + 1]) for n, one in enumerate(action.params))
            number = position.call(action.guard, seat, *way) if among else 0
            if number:
                yield action.requirements[number - 1].message, seat, way
