"""A typed line read as the label of an action, so that what is refused is told of what the line names: `ask B for K`, `b2-c4`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruledsl.engine.position import Position
from ruledsl.engine.words import Words, split
from ruledsl.ir.program import Action

Said = dict[int, tuple[str, ...]]


def named(words: Words, action: Action, text: str) -> Said | None:
    """By argument what a line says of it, if it has the form of the label; holes that tell something worked out may hold anything."""
    pattern, numbers = "", list[int | None]()
    for part in words.template(action.label):
        if isinstance(part, str):
            pattern += r"\s*" + r"\s+".join(map(re.escape, split(part))) + r"\s*"
        else:
            pattern += "(.+?)"
            numbers.append(words.given(part))
    found = re.fullmatch(pattern, _plain(text)) if numbers else None
    if found is None:
        return None
    said: Said = {}
    for number, group in zip(numbers, found.groups(), strict=True):
        if number and said.setdefault(number - 1, split(group)) != split(group):
            return None
    return said


def called(position: Position, action: Action, seat: int, ways: Sequence[tuple[int, ...]], text: str) -> list[tuple[int, ...]]:
    """Those ways to do an action that a line is the label of."""
    return [way for way in ways if _plain(position.fill(action.label, seat, way)) == _plain(text)]


def _plain(text: str) -> str:
    return " ".join(split(text))
