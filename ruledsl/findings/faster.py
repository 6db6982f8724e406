"""Code for all states that is made to run faster, beside the search that goes on with the code it has."""

from __future__ import annotations

from collections.abc import Collection
from threading import Thread

from ruledsl.ir.merging import Merging
from ruledsl.ir.program import Program
from ruledsl.native.verifying import Verifying, compiled

LONG = (150_000, 1_500_000)
"""Answers after which it is worth while to compile the program once more, so that it runs faster: from each tier to the next."""


class Faster:
    """The same code in a tier, as soon as that is done; blocks that are `known` to run are not counted any more."""

    def __init__(self, program: Program, tier: int, merged: Merging, known: Collection[tuple[str, str]]):
        self.program, self.tier, self.merged, self.known = program, tier, merged, known
        self.code: Verifying | None = None
        Thread(target=self._compile).start()

    def _compile(self) -> None:
        self.code = compiled(self.program, self.tier, merged=self.merged, known=self.known)


def worth_while(tier: int, tried: int) -> bool:
    """Is it, to make code of the next tier, after so many answers?"""
    return tier < len(LONG) and tried > LONG[tier]
