"""What a plain player asks, is answered, and how what it does is left."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from ruledsl.record import field, record

Names = dict[str, Any]


@record(frozen=True)
class Asks:
    """A question: its kind as the engine calls it, the seats that are asked, and the line where it stands (0: anywhere). `menu`: what a seat may choose."""

    kind: str
    seats: frozenset[int] = frozenset()
    line: int = 0
    menu: Callable[[Any], list[Any]] | None = field(default=None, compare=False, repr=False)


@record(frozen=True)
class Declared:
    """What came in between: the line that it leads to."""

    line: int


@record(frozen=True)
class Act:
    """An answer to a menu: the action, which effect of its card, all arguments, and as which kind the card is carried out that stands for others."""

    action: str
    way: str
    args: tuple[Any, ...]
    kind: str = ""


@record(frozen=True)
class Unseen:
    """The cards of a place that their chooser does not know, by the number of the place: chance picks one of them."""

    place: int


Going = Generator[Asks, Any, Any]
"""Goes on to the next question; is sent the answer."""


class Ended(Exception):
    """A phase is left, or the game."""


class Left(Exception):
    """The innermost loop of a word is left."""


class Gave(Exception):
    """A deed is over."""


class StopLoop(Exception):
    """`while` of a loop failed."""
