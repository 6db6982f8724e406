"""A typed line read as the label of an action, so that what is refused is told of what the line names: `ask B for K`, `b2-c4`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruledsl.engine.position import Position
from ruledsl.engine.words import Words, split
from ruledsl.ir.program import Action

Said = dict[int, tuple[str, ...]]


LONGEST = 400
"""A longer line is read as no label."""


def named(words: Words, action: Action, text: str) -> Said | None:
    """By argument what a line says of it, if it has the form of the label; holes that tell something worked out may hold anything."""
    between, numbers = [""], list[int | None]()
    for part in words.template(action.label):
        if isinstance(part, str):
            between[-1] += r"\s*" + r"\s+".join(map(re.escape, split(part))) + r"\s*"
        else:
            between.append("")
            numbers.append(words.given(part))
    line = _plain(text)
    found = _held([re.compile(some) for some in between], line) if numbers and len(line) <= LONGEST else None
    if found is None:
        return None
    said: Said = {}
    for number, group in zip(numbers, found, strict=True):
        if number and said.setdefault(number - 1, split(group)) != split(group):
            return None
    return said


def _held(between: Sequence[re.Pattern[str]], line: str) -> list[str] | None:
    """What stands in the holes between some pieces, each as short as can be; where a hole that begins at a place leads to nothing, it is not tried again."""
    dead = set[tuple[int, int]]()

    def behind(n: int, at: int) -> list[str] | None:
        if n == len(between):
            return [] if at == len(line) else None
        if (n, at) in dead:
            return None
        last = n == len(between) - 1
        for end in range(at + 1, len(line) + 1):
            found = between[n].fullmatch(line, end) if last else between[n].match(line, end)
            rest = behind(n + 1, found.end()) if found is not None else None
            if rest is not None:
                return [line[at:end], *rest]
        dead.add((n, at))
        return None

    begun = between[0].match(line)
    return behind(1, begun.end()) if begun is not None else None


def called(position: Position, action: Action, seat: int, ways: Sequence[tuple[int, ...]], text: str) -> list[tuple[int, ...]]:
    """Those ways to do an action that a line is the label of."""
    return [way for way in ways if _plain(position.fill(action.label, seat, way)) == _plain(text)]


def _plain(text: str) -> str:
    return " ".join(split(text))
