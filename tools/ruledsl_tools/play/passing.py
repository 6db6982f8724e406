"""What variables of the table held between two tables: what is overwritten before the next one is drawn stands nowhere else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruledsl.engine import Event

Thing = tuple[list["Event"], list["Event"]]
"""What is told as one, nothing if it comes first; and what was overwritten later of what variables held then."""


def overwritten(events: Sequence[Event], names: Collection[str]) -> Iterator[Event]:
    """Changes of variables with these names that change again behind them; the last first."""
    again: set[str] = set()
    for event in reversed(events):
        if event.kind == "change" and event.variable in names and not event.shown:
            what = _what(event)
            if what in again:
                yield event
            again.add(what)


def things(events: Sequence[Event], passing: Sequence[Event]) -> list[Thing]:
    """What is told, each with what is overwritten later and came with it."""
    out, marked = list[Thing](), {id(event) for event in passing}
    for event in events:
        if id(event) not in marked:
            out.append(([event], []))
        else:
            out = out or [([], [])]
            out[-1][1].append(event)
    return out


def together(some: Sequence[Thing]) -> Iterator[Thing]:
    """The same, with changes one behind the other as one."""
    for change, group in groupby(some, key=lambda thing: bool(thing[0]) and thing[0][0].kind == "change"):
        if not change:
            yield from group
        else:
            both = list(group)
            yield [event for fresh, _ in both for event in fresh], [event for _, behind in both for event in behind]


def parted(some: Sequence[Thing], most: int) -> tuple[Sequence[Thing], Sequence[Thing]]:
    """How the last round ended, if that is not among the last things that are shown, from the choice behind which it did; and what else there is."""
    kinds = [thing[0][0].kind if thing[0] else "" for thing in some]
    ends = len(kinds) - kinds[::-1].index("begin") if "begin" in kinds else 0
    first = next((n for n in range(ends - 2, -1, -1) if kinds[n] != "change"), -1) + 1
    if not ends or first >= len(some) - most:
        return [], some
    chosen = next((n for n in range(first - 1, -1, -1) if kinds[n] == "choice"), first)
    ended = [*some[chosen : min(chosen + 1, first)], *some[first:ends]]
    return ended, [thing for thing in some if not any(thing is one for one in ended)]


def said(change: Event, move: Sequence[Event]) -> bool:
    """Do the words of a move say already what it left there?"""
    words = {word for event in move for word in re.findall(r"\w+", event.text)}
    return set(re.findall(r"\w+", now(change))) <= words


def held(events: Sequence[Event]) -> list[str]:
    """What variables held then; those with keys together, as on the table."""
    told = []
    for name, group in groupby(events, key=lambda event: event.variable.replace("_", " ")):
        some = list(group)
        keyed = all(_what(event).startswith(f"{name} ") for event in some)
        words = [f"{_what(event).removeprefix(name).strip()}: {now(event)}" if keyed else f"{_what(event)} {now(event)}" for event in some]
        told.append(f"{name} {'  '.join(words)}" if keyed else "   ".join(words))
    return told


def _what(event: Event) -> str:
    return event.text.partition(": ")[0]


def now(event: Event) -> str:
    """What a change left, as the table says it."""
    value = event.text.rpartition(" → ")[2]
    if value.startswith("{") and value.endswith("}"):
        value = value[1:-1]
    return {"": "none", "true": "yes", "false": "no"}.get(value, value)
