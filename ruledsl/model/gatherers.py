"""The table of what is gathered by an `aggregate` over its loops: all that is asked of these words stands here. A row that lacks a column, or says what is
not known here, is a ValueError at import.

each: what it takes of each member that passes: a `truth`, the `one` that it is, a `number`, a `value`.

nothing: what comes of no members at all; `none`, or `-` for a fault.

bits: what of a set of bits it needs: of those that pass the `count`, the `sum` of a value, the one at the `end`; `-`, each must be looked at.

order: does the order of the members matter? early: can it be reckoned before play? asks: does it tell whether there is any? `yes` or `-`.

faults: what it can stop with itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from ruledsl.model.types import Term
from ruledsl.record import record

_WORDS: Mapping[str, tuple[str, ...]] = {
    "each": ("truth", "one", "number", "value"), "bits": ("count", "sum", "end", "-"), "order": ("yes", "-"), "early": ("yes", "-"), "asks": ("yes", "-"),
    "faults": ("-", "OVERFLOW", "NO_MEMBER"),
}  # fmt: skip
_BEGIN = {"0": 0, "1": 1, "none": -1, "-": 0}
_TABLE = """
# how    each   nothing bits  order early asks faults
any      truth  0       count -     yes   yes  -
all      truth  1       count -     yes   -    -
count    one    0       count -     yes   yes  -
sum      number 0       sum   -     yes   -    OVERFLOW
min      value  -       -     -     yes   -    NO_MEMBER
max      value  -       -     -     yes   -    NO_MEMBER
first    value  none    end   yes   yes   -    -
last     value  none    end   yes   yes   -    -
distinct value  1       -     -     -     -    -
"""


@record(frozen=True)
class Gatherer:
    """A row of the table, whose columns are described above."""

    name: str
    each: str
    nothing: str
    bits: str
    order: str
    early: str
    asks: str
    faults: str

    @property
    def begin(self) -> int:
        """What it is before anything was gathered."""
        return _BEGIN[self.nothing]

    @property
    def reckons(self) -> bool:
        """Is what it takes reckoned with, or asked which is less?"""
        return self.each == "number" or self.faults == "NO_MEMBER"

    @property
    def tallied(self) -> bool:
        """Is it reckoned from what comes of each, in whatever order?"""
        return self.bits in ("count", "sum")


def _read(line: str) -> Gatherer:
    columns = line.split()
    if len(columns) != 8:
        raise ValueError(f"a column is missing: {line}")
    found = Gatherer(*columns)
    for column, words in {**_WORDS, "nothing": _BEGIN}.items():
        if getattr(found, column) not in words:
            raise ValueError(f"`{column}` of `{found.name}` says what there is not: {line}")
    return found


GATHERERS: Mapping[str, Gatherer] = {found.name: found for found in map(_read, _TABLE.strip().splitlines()[1:])}


def gatherer(term: Term) -> Gatherer:
    """What the table says of an aggregate."""
    return GATHERERS[term.data[0]]
