"""What is wanted of cards that are chosen, behind a colon: kinds, numbers, melds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ruledsl.model.types import Term, Type
from ruledsl.record import record

if TYPE_CHECKING:
    from ruledsl.model.model import Model


@record(frozen=True)
class Wanted:
    """Which kinds of cards are chosen, those of each name that stands there (none: all), and at least and at most how many at once, if not just one;
    or which meld they must be, and of how many cards, if not of any number. `type` is what is chosen."""

    named: tuple[frozenset[str], ...]
    type: Type
    low: Term | None = None
    high: Term | None = None
    meld: str = ""

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset().union(*self.named)


def in_guise(model: Model, named: Iterable[frozenset[str]]) -> frozenset[tuple[str, str]]:
    """Which kinds are chosen as which where these are wanted: for each name by itself those that stand for its kinds and are not of it."""
    return frozenset((kind, guise) for kinds in named for guise in kinds for kind in model.standing(guise) - kinds)
