"""A typed line read as the label of an action, so that what is refused is told of what the line names: `ask B for K`, `b2-c4`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product

from ruledsl.engine.position import Position
from ruledsl.engine.words import Words, split
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import Action

Said = dict[int, tuple[str, ...]]


LONGEST = 400
"""A longer line is read as no label."""
WAYS = 500
"""So many ways to fill in a label are tried."""
DIVISIONS = 64
"""So many ways to divide a line are tried."""


def named(words: Words, action: Action, text: str) -> Iterator[Said]:
    """By argument what a line says of it, if it has the form of the label; holes that tell something worked out may hold anything. Where holes stand side
    by side it can be divided in several ways: `e2e4`."""
    between, numbers = [""], list[int | None]()
    for part in words.template(action.label):
        if isinstance(part, str):
            between[-1] += r"\s*" + r"\s+".join(map(re.escape, split(part))) + r"\s*"
        else:
            between.append("")
            numbers.append(words.given(part))
    line = _plain(text)
    if not numbers or len(line) > LONGEST:
        return
    for groups in islice(_held([re.compile(some) for some in between], line), DIVISIONS):
        said: Said = {}
        if all(not number or said.setdefault(number - 1, split(group)) == split(group) for number, group in zip(numbers, groups, strict=True)):
            yield said


def _held(between: Sequence[re.Pattern[str]], line: str) -> Iterator[list[str]]:
    """What stands in the holes between some pieces, the first as short as can be first; where a hole that begins at a place leads to nothing, it is not
    tried again."""
    dead = set[tuple[int, int]]()

    def behind(n: int, at: int) -> Iterator[list[str]]:
        if n == len(between):
            yield from [[]] * (at == len(line))
            return
        if (n, at) in dead:
            return
        last, led = n == len(between) - 1, False
        for end in range(at + 1, len(line) + 1):
            found = between[n].fullmatch(line, end) if last else between[n].match(line, end)
            for rest in behind(n + 1, found.end()) if found is not None else ():
                led = True
                yield [line[at:end], *rest]
        if not led:
            dead.add((n, at))

    begun = between[0].match(line)
    if begun is not None:
        yield from behind(1, begun.end())


def called(position: Position, action: Action, seat: int, ways: Sequence[tuple[int, ...]], text: str) -> list[tuple[int, ...]]:
    """Those ways to do an action that a line is the label of. What is not offered has none where it cannot be filled."""
    return [way for way in ways if _is_label(position, action, seat, way, _plain(text))]


def barred(position: Position, action: Action, seat: int, domains: Sequence[Sequence[int]], text: str) -> tuple[int, int]:
    """Of the first values of some domains that a line is the label of: the first number that may not be chosen, by the argument, and it; -1 for none."""
    for way in called(position, action, seat, [*islice(product(*domains), WAYS)], text):
        barred = (n for n, parameter in enumerate(action.params) if not position.call(parameter.member, seat, *way[: n + 1]))
        if (number := next(barred, -1)) >= 0 and action.params[number].type.kind == "int":
            return number, way[number]
    return -1, -1


def _is_label(position: Position, action: Action, seat: int, way: tuple[int, ...], line: str) -> bool:
    try:
        return _plain(position.fill(action.label, seat, way)) == line
    except RulesFault:
        return False


def _plain(text: str) -> str:
    return " ".join(split(text))
