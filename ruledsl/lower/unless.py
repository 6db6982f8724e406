"""`unless "…": block`: which decisions stand inside such a block, and what goes on no more when it is dropped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from ruledsl.ir.layout import WORD_HIGH
from ruledsl.ir.regions import Region, chance_of, meanwhile, since
from ruledsl.lower.settings import Settings
from ruledsl.model.graph import bodies, inside, reach
from ruledsl.record import record
from ruledsl.syntax import tree as t


@record(frozen=True)
class Open:
    """A block that something may drop. `owner` is the declaration that it stands in, `inside` are those that it leads to, `dropped` the
    numbers of the blocks that go on no more with it; `odds` are numbers if they are known before play."""

    number: int
    statement: t.Unless
    owner: str
    inside: frozenset[str]
    dropped: frozenset[int]
    seconds: int
    odds: tuple[int | None, int | None] | None

    def regions(self, seats: int) -> Iterator[Region]:
        """Who may be asked while it is open, since when, and how likely it is where that changes during play."""
        yield Region(meanwhile(self.number), 1, 0, (1 << seats) - 1, "variable")
        yield Region(since(self.number), 1, 0, (1 << 31) - 1, "variable")
        for part, known in enumerate(self.odds or ()):
            if known is None:
                yield Region(chance_of(self.number, part), 1, 0, WORD_HIGH, "variable")

    @property
    def falls(self) -> bool:
        """May chance declare it where nobody looks?"""
        return self.odds is not None and self.odds[0] != 0


def open_blocks(settings: Settings, graph: Mapping[str, Set[str]], triggers: Mapping[str, Mapping[str, Set[str]]]) -> list[Open]:
    """The blocks of a game, in the order of the text; those with a clock of 0 seconds are ordinary blocks."""
    model = settings.model
    every = {name: set(others) | set(triggers.get(name, ())) for name, others in graph.items()}
    found: list[tuple[str, t.Unless, int]] = []
    for name, target in model.callables.items():
        for s in (node for body in bodies(target) for node in t.within(body, t.Unless)):
            seconds = settings.number(model.terms[id(s.seconds)]) if s.seconds is not None else 0
            if seconds > 0 or s.seconds is None:
                found.append((name, s, seconds))
    leads = [_leads(settings, every, owner, s, triggers) for owner, s, _ in found]
    return [
        Open(n, s, owner, leads[n], _dropped(n, found, leads[n]), seconds, _odds(settings, s))
        for n, (owner, s, seconds) in enumerate(found)
    ]  # fmt: skip


def _leads(
    settings: Settings, graph: Mapping[str, set[str]], owner: str, s: t.Unless, triggers: Mapping[str, Mapping[str, Set[str]]]
) -> frozenset[str]:
    """What a block leads to: by calls and menus, and by the rules that its changes may set off; `usual` is the rest of its owner."""
    starts = {name for statement in s.body for name in inside(settings.model, statement).names} | set(triggers.get(owner, ()))
    if any(isinstance(node, t.DoUsual) for statement in s.body for node in t.walk(statement)):
        starts.add(owner)
    return frozenset().union(*(reach(dict(graph), start) for start in starts))


def _dropped(n: int, found: list[tuple[str, t.Unless, int]], leads: frozenset[str]) -> frozenset[int]:
    """The block itself, those written in it, and those that it leads to; not those that it is written in."""
    within = [{id(node) for statement in s.body for node in t.walk(statement)} for _, s, _ in found]
    me = id(found[n][1])
    return frozenset(
        {n} | {m for m, (owner, s, _) in enumerate(found) if id(s) in within[n] or owner in leads and me not in within[m]}
    )


def _odds(settings: Settings, s: t.Unless) -> tuple[int | None, int | None] | None:
    if s.odds is None or s.out_of is None:
        return None
    known = [settings.fold(settings.model.terms[id(e)]) for e in (s.odds, s.out_of)]
    odds, out_of = (value if isinstance(value, int) else None for value in known)
    return odds, out_of
