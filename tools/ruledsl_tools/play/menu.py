"""The list of options under the table: how they are numbered, and how the list is set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruledsl_tools.terminal import Style, columns, flow_words

if TYPE_CHECKING:
    from ruledsl.engine import Choice

SHOWN = 40
"""More options than this are not listed one by one; completion still knows them all."""
EXAMPLES = 3
"""So many options of each action are shown where they are too many to be listed."""


def takes_numbers(options: Sequence[Choice], printed: Sequence[str]) -> bool:
    """May a bare number mean a place in the list?

    Not where a number can also name a card or a value: a person who types 5 for the card must not get the fifth option. `#5` always
    means the place.
    """
    words = [word for option in options for word in re.split(r"\W+", option.label)]
    return not any(word.isdigit() for word in (*words, *printed))


def menu(options: Sequence[Choice], bare: bool, style: Style) -> list[str]:
    """The options with their numbers, in as many columns as fit; very many by what is done."""
    if len(options) > SHOWN and len({option.action for option in options}) > 1:
        return [*_by_action(options, style), "  type the words of one; Tab completes what you begin to type"]
    sign = "" if bare else "#"
    last = len(f"{sign}{len(options)}")
    items = [f"{style.paint(f'{sign}{i}'.rjust(last), 'dim')} {o.label}" for i, o in enumerate(options[:SHOWN], 1)]
    lines = _in_columns(items, style.width - 2)
    if len(options) > SHOWN:
        lines.append(f"  … and {len(options) - SHOWN} more; Tab completes what you begin to type")
    return lines


def _by_action(options: Sequence[Choice], style: Style) -> list[str]:
    """A few options of each action, those of the most cards first, and how many there are."""
    actions: dict[str, list[Choice]] = {}
    for option in options:
        actions.setdefault(option.action, []).append(option)
    lines = []
    for name, several in actions.items():
        labels = [option.label for option in sorted(several, key=lambda option: -len(option.cards))]
        more = len(labels) - EXAMPLES
        head = style.paint(f"{name.replace('_', ' ')}: ", "dim") if name != "value" else ""
        words = f"{head}{', '.join(labels[:EXAMPLES])}{f', … {more} more' if more > 0 else ''}".split(" ")
        lines += flow_words(["  " + words[0], *words[1:]], style.width, "    ")
    return lines


def _in_columns(items: list[str], width: int) -> list[str]:
    """Set down the columns, as a newspaper does."""
    widest = max(map(columns, items), default=0) + 3
    across = max(1, min(len(items), (width + 3) // widest, -(-len(items) // 3)))
    down = -(-len(items) // across)
    rows = (items[row::down] for row in range(down))
    return ["  " + "".join(item + " " * (widest - columns(item)) for item in row).rstrip() for row in rows]
