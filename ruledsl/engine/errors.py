"""What can go wrong for a caller: a move that is not legal, a kept game that cannot be played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruledsl.engine.why import Reason


class IllegalMove(Exception):
    """A move that is no option now; `reasons` say why."""

    def __init__(self, message: str, reasons: Sequence[Reason] = ()):
        self.reasons = list(reasons)
        super().__init__(message)


class ReplayError(Exception):
    """A kept game that cannot be played again."""
