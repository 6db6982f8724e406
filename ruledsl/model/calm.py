"""Bodies in which nothing was found wrong: they are not looked into again for as long as they, and all that they lead to, read as they did."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Iterator

from ruledsl.model.desk import Desk
from ruledsl.model.model import Callable

if TYPE_CHECKING:
    from ruledsl.model.reading import Reader


class Calm:
    """What is remembered of it in one check."""

    def __init__(self, reader: Reader):
        self.reader, self.known = reader, reader.memory.calm
        self._reads: dict[str, int] = {}

    def key(self, what: str, target: Callable, hangs_on: Hashable) -> tuple[Hashable, ...]:
        """All that it hangs on whether something is wrong."""
        if target.name not in self._reads:
            self._reads[target.name] = self.reader.memory.number(self.reader.reads_of(target))
        return what, hangs_on, self._reads[target.name]


def restless(desk: Desk, what: str, hangs_on: Hashable = None) -> Iterator[Callable]:
    """The bodies that are to be looked into for faults of some kind; what is asked beside what they lead to is `hangs_on`."""
    for target in desk.model.callables.values():
        if desk.calm is None:
            yield target
        elif (key := desk.calm.key(what, target, hangs_on)) not in desk.calm.known:
            before = desk.reports
            yield target
            if desk.reports == before:
                desk.calm.known.add(key)
