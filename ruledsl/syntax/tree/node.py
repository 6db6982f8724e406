"""What is common to all that was written: a place, and equality that does not look at it."""

from __future__ import annotations

from typing import TypeVar

from ruledsl.record import field, record
from ruledsl.source import NOWHERE, Span


@record(frozen=True, kw_only=True)
class Node:
    """Anything that was written. Nodes are equal if they say the same, wherever they stand."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


@record(frozen=True)
class Written:
    """What was written, kept with what it was written out into; no node, so that nobody looks for it there. None: it is said elsewhere."""

    node: Node | None


N = TypeVar("N", bound=Node)


@record(frozen=True)
class Name(Node):
    """A name as written in a declaring place."""

    text: str
