"""How two states differ, in words: to who sees all."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.engine.cards import cards_in, instances
from ruledsl.engine.position import Position


def beside(here: Position, there: Position) -> Iterator[tuple[str, str, str]]:
    """What differs, and what it is here and there: how cards lie, and what variables hold that not all see."""
    for zone, k in instances(here.program):
        one, other = (here.words.cards(cards_in(p.program, p.values, zone, k)) or "nothing" for p in (here, there))
        if one != other:
            yield here.words.place(zone, k), one, other
    for variable in here.program.declared:
        for n in range(here.program.region[variable.name].count):
            was, now = (p.program.held(p.values, variable.name, n) for p in (here, there))
            if was != now and variable.visibility != "open":
                yield here.words.owned(variable, n), here.words.show(variable.type, was), here.words.show(variable.type, now)
