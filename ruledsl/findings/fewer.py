"""What more may be forgotten of states, where there are very many: it is only looked for then, and less is said of what is found."""

from __future__ import annotations

from ruledsl.findings.turned import imaged
from ruledsl.ir.counts import count
from ruledsl.ir.merging import Merging
from ruledsl.ir.program import Program
from ruledsl.record import replace


class Fewer(Exception):
    """Fewer states need to be told apart: what may be forgotten of these is `merged`."""

    def __init__(self, merged: Merging) -> None:
        super().__init__()
        self.merged = merged


def fewer(program: Program, begun: bytes, merged: Merging) -> None:
    """Fewer, if it need not be told how far a count has come, or if there are images of states; `begun` is the block of the first."""
    found = count(program)
    less = replace(merged, count=found) if found is not None else imaged(program, begun, merged)
    if less != merged:
        raise Fewer(less)


def all_of(merged: Merging) -> Fewer:
    """It has to be told after all how far a count has come."""
    return Fewer(replace(merged, count=None))
