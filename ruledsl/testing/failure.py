"""What a test that fails says: where, what, and what was being done."""

from __future__ import annotations

from ruledsl.record import record
from ruledsl.source import Span


@record(frozen=True)
class Step:
    """A place of a test, and what is done there as it is written: `A: play(Hen(six))`, `given turn(A)`."""

    span: Span
    doing: str


@record(frozen=True)
class Failure:
    """One thing that is wrong, at a place of the test or of the rules; `step` is what the test was doing then, where that is another place."""

    span: Span
    message: str
    step: Step | None = None
