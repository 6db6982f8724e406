"""Places that stand for cards. Where cards lie without order and a seat does not know them, they are one option to it: the number of the place, and
chance picks the card when it has been chosen."""

from __future__ import annotations

PLACES = -2
"""The number that stands for the unseen cards of place n of `card.zone` is this less n; -1 is no card."""


def place_of(value: int) -> int | None:
    """The number in `card.zone` of the place that stands for cards; None if the value is a card, or none."""
    return PLACES - value if value <= PLACES else None
