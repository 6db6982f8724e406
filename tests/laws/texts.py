"""What goes wrong in the texts of a position: every question, label and refusal is filled, whatever it is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product

from ruledsl.engine.position import Position
from ruledsl.findings.verdicts import CLASS_OF
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import Action, Hole, Template

Texts = Iterator[tuple[Template, int, Sequence[int]]]
WAYS = 300
"""Ways to fill in the arguments of an action beyond which it is not looked at."""


def text_faults(position: Position) -> frozenset[tuple[str, int]]:
    """The classes and lines of what goes wrong."""
    found = set()
    for template, seat, given in [*_texts(position)] if any(map(_is_filled, _said(position))) else ():
        try:
            position.fill(template, seat, given)
        except RulesFault as fault:
            found.add((CLASS_OF[fault.fault], fault.place.span.line))
    return frozenset(found)


def _is_filled(template: Template) -> bool:
    return any(isinstance(part, Hole) for part in template)


def _said(position: Position) -> Iterator[Template]:
    yield position.site.prompt
    yield from (one.label for one in position.program.interruptions.values())
    for entry in position.site.menu:
        action = position.program.actions[entry.action]
        yield from (action.label, *(one.message for one in action.requirements))


def _texts(position: Position) -> Texts:
    program, site = position.program, position.site
    for seat in position.waiting or ([] if position.over else [-1]):
        yield site.prompt, seat, ()
        yield from ((program.interruptions[number].label, -1, ()) for number in position.interruptions)
        if seat < 0 or not site.menu:
            continue
        with suppress(RulesFault):
            for act, *given in position.engine.legal(position.block, position.site_number, seat):
                if act >= 0:
                    yield program.actions[act].label, seat, given
            for entry in site.menu:
                fixed = {n: position.call(name, seat) for n, name in entry.given}
                action = program.actions[entry.action]
                if any(_is_filled(one.message) for one in action.requirements):
                    yield from _refused(position, seat, action, fixed)


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
