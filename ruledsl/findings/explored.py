"""What was found out by going through the states of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruledsl.findings import coverage
from ruledsl.findings.verdicts import Finding, Setting
from ruledsl.ir.program import Program
from ruledsl.record import field, record


@record
class Explored:
    """What was gone through: is it whole, up to which number of answers, what was found, and what is claimed of the rest."""

    program: Program
    setting: Setting
    whole: bool
    depth: int
    states: int
    transitions: int
    ends: int
    why: str
    findings: list[Finding]
    claims: list[Finding]
    counts: coverage.Counts
    longest: int = -1
    """Answers of the longest game; -1 where that is not known, or games can go on for ever."""
    unsaid: str = ""
    """What is to be said of texts, where not all were looked at that may go wrong."""
    odds: Mapping[int, float] = field(default_factory=dict)
    """By the places of loops that go on beyond their bounds, how likely they do at most, whatever all choose; 1 where that is not known."""
    images: int = 1
    """So many states at most one of those that were gone through stands for: images of one another, boards that are turned or mirrored. What did not come is
    in no `counts` then, since it may come in another of them."""
    counted: bool = False
    """Was it forgotten of a count how far it has come? Then more was gone through than can come: what never came never comes, and that something does is not
    said."""

    def record(self) -> dict[str, Any]:
        """As it stands in the one JSON document of a command."""
        out = {"players": self.setting.players, "options": dict(self.setting.options), "states": self.states, "transitions": self.transitions}
        return {**out, "ends": self.ends, "whole": self.whole, "depth": self.depth, **self._more()}

    def _more(self) -> dict[str, Any]:
        more = {**({"images": self.images} if self.images > 1 else {}), **({"counted": True} if self.counted else {})}
        return {**more, **({"why": self.why} if self.why else {})}
