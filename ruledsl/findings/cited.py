"""Which rules of the rulebook ran: the ids that stand beside lines, each with how often what it stands at ran, by setting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ruledsl.findings.coverage import Counts
from ruledsl.record import record
from ruledsl.source import Source

RANGE = re.compile(r"(@.*?)(\d+)\.\.(\d+)$")
LINES = 8
"""Ids that are named in one line of a report."""

Place = tuple[str, int]
"""A line of a file."""


@record(frozen=True)
class Cited:
    """An id, the lines that it stands at, and how often what stands there ran, by number of the setting; settings that have nothing of it are left out."""

    id: str
    lines: tuple[Place, ...]
    ran: Mapping[int, int]

    @property
    def where(self) -> str:
        """`every` setting that has it, `some`, `never`; `nothing` where it stands at what does not run: components, options, notes."""
        if not self.ran:
            return "nothing"
        return "every" if all(self.ran.values()) else "some" if any(self.ran.values()) else "never"

    def record(self) -> dict[str, Any]:
        """As it stands in the one JSON document of a command."""
        spans = [f"{file}:{line}" for file, line in self.lines]
        return {"id": self.id, "lines": spans, "ran": self.where, "counts": {str(number): count for number, count in self.ran.items()}}


def ids(tag: str) -> Iterator[str]:
    """The ids that a tag names: `@SE-001..003` are three."""
    found = RANGE.match(tag)
    if found is None:
        yield tag
        return
    head, low, high = found.groups()
    yield from (f"{head}{number:0{len(low)}}" for number in range(int(low), int(high) + 1))


def cited(sources: Iterable[Source], by_setting: Mapping[int, Counts], starts: Iterable[Place]) -> list[Cited]:
    """All ids, in order; one that stands where a declaration begins, as `starts` tell, stands at all of it."""
    standing: dict[str, set[Place]] = {}
    for source in sources:
        for line, tags in source.tags.items():
            for id in (one for tag in tags for one in ids(tag)):
                standing.setdefault(id, set()).add((source.file, line))
    begins = sorted(starts)
    counted = {number: _by_line(counts, begins) for number, counts in by_setting.items()}
    out = []
    for id, lines in sorted(standing.items()):
        ran = {number: sum(there[line] for line in lines if line in there) for number, there in counted.items() if lines & there.keys()}
        out.append(Cited(id, tuple(sorted(lines)), ran))
    return out


def _by_line(counts: Counts, begins: Sequence[Place]) -> dict[Place, int]:
    """How often a line was carried out to its end: `if …: deed` is not, where it was only asked. Of a declaration, in the line where it begins, all of
    its lines."""
    parts: dict[Place, dict[int, int]] = {}
    for thing, count in counts.items():
        if thing.kind.startswith("dead"):
            there = parts.setdefault((thing.span.file, thing.span.line), {})
            there[thing.span.column] = there.get(thing.span.column, 0) + count
    out = {line: min(there.values()) for line, there in parts.items()}
    whole: dict[Place, int] = {}
    for line, there in parts.items():
        first = _declared(begins, line)
        whole[first] = whole.get(first, 0) + sum(there.values())
    return out | whole


def _declared(begins: Sequence[Place], line: Place) -> Place:
    """Where the declaration begins that a line belongs to; the line itself, if it belongs to none."""
    return max((first for first in begins if first[0] == line[0] and first <= line), default=line)


def told(found: Sequence[Cited]) -> Iterator[str]:
    """A line for each checklist of the rulebook, by what its ids have in common."""
    books: dict[str, list[Cited]] = {}
    for one in found:
        books.setdefault(re.sub(r"\d\w*$", "", one.id).rstrip("-"), []).append(one)
    for book, members in books.items():
        by_where = {where: [one.id for one in members if one.where == where] for where in ("every", "some", "never", "nothing")}
        ran = [f"{len(by_where['every'])} of {len(members)} ran in every setting that has them"]
        ran += [f"{len(by_where['some'])} in some"] if by_where["some"] else []
        ran += [f"{len(by_where['never'])} never ({_few(by_where['never'])})"] if by_where["never"] else []
        ran += [f"{len(by_where['nothing'])} stand where nothing runs"] if by_where["nothing"] else []
        yield f"{book}: {', '.join(ran)}"


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:LINES]) + (f" and {len(names) - LINES} more" if len(names) > LINES else "")
