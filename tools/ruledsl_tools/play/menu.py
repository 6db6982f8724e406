"""The list of options under the table: how they are numbered, and how the list is set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ruledsl_tools.terminal import Style, columns, flow_words

if TYPE_CHECKING:
    from ruledsl.engine import Choice
    from ruledsl.search.greedy import AtOnce

SHOWN = 40
"""More options than this are not listed one by one; completion still knows them all."""
EXAMPLES = 3
"""So many options of each action are shown where they are too many to be listed;"""
BEST = 8
"""so many, if they do not bring all the same."""
COMPLETES = "type the words of one; Tab completes what you begin to type"


def takes_numbers(options: Sequence[Choice], printed: Sequence[str]) -> bool:
    """May a bare number mean a place in the list?

    Not where a number can also name a card or a value: a person who types 5 for the card must not get the fifth option. `#5` always
    means the place.
    """
    words = [word for option in options for word in re.split(r"\W+", option.label)]
    return not any(word.isdigit() for word in (*words, *printed))


def menu(options: Sequence[Choice], bare: bool, style: Style, worth: Sequence[AtOnce] = ()) -> list[str]:
    """The options with their numbers, in as many columns as fit; very many by what is done, what is `worth` the most at once first."""
    if len(options) > SHOWN and len({option.action for option in options}) > 1:
        known: list[AtOnce | None] = list(worth) or [None] * len(options)
        rows = list(zip(_numbers(len(options), bare, style), options, known, strict=True))
        return [*_by_action(rows, style), f"  {COMPLETES}, `moves` lists all"]
    lines = listed(options, range(1, min(len(options), SHOWN) + 1), bare, style)
    if len(options) > SHOWN:
        lines.append(f"  … and {len(options) - SHOWN} more; {COMPLETES}")
    return lines


def listed(options: Sequence[Choice], numbers: Iterable[int], bare: bool, style: Style) -> list[str]:
    """Some options, by their numbers, set in columns."""
    signs = _numbers(len(options), bare, style)
    return _in_columns([f"{signs[number - 1]} {options[number - 1].label}" for number in numbers], style.width - 2)


def by_worth(options: Sequence[Choice], worth: Sequence[AtOnce]) -> list[int]:
    """The numbers of options: what brings the most at once first, of these what takes the most cards."""
    gains = [one.mean for one in worth] or [0.0] * len(options)
    return sorted(range(1, len(options) + 1), key=lambda number: (-gains[number - 1], -len(options[number - 1].cards)))


def _numbers(count: int, bare: bool, style: Style) -> list[str]:
    """As they are typed."""
    sign = "" if bare else "#"
    return [style.paint(f"{sign}{number}".rjust(len(f"{sign}{count}")), "dim") for number in range(1, count + 1)]


Row = tuple[str, "Choice", "AtOnce | None"]
"""A number as it is typed, the option, and what it brings at once."""


def _by_action(rows: Sequence[Row], style: Style) -> list[str]:
    """Of each action a few options, and how many there are."""
    actions: dict[str, list[Row]] = {}
    for row in rows:
        actions.setdefault(row[1].action, []).append(row)
    lines = []
    for name, several in actions.items():
        differ = len({gain.mean for _, _, gain in several if gain is not None}) > 1
        several.sort(key=lambda row: (-row[2].mean if row[2] else 0.0, -len(row[1].cards)))
        lines += _best(name, several, style) if differ and len(several) > BEST else _examples(name, several, style)
    return lines


def _best(name: str, rows: Sequence[Row], style: Style) -> list[str]:
    """What brings the most at once, a line each."""
    best = rows[:BEST]
    width = max(columns(option.label) for _, option, _ in best)
    head = style.paint(f"{name.replace('_', ' ')}:", "dim")
    lines = [f"  {head} {len(rows)} ways; what brings the most points at once:"]
    for number, option, gain in best:
        brings = "" if gain is None or gain.certain is None else style.paint(f"  {gain.certain:+}", "dim")
        lines.append(f"    {number} {option.label}{' ' * (width - columns(option.label))}{brings}".rstrip())
    return [*lines, f"    … {len(rows) - BEST} more: `moves {name.split('_')[0]}`"]


def _examples(name: str, rows: Sequence[Row], style: Style) -> list[str]:
    """A few options in a paragraph."""
    labels = [option.label for _, option, _ in rows]
    more = len(labels) - EXAMPLES
    head = style.paint(f"{name.replace('_', ' ')}: ", "dim") if name != "value" else ""
    words = f"{head}{', '.join(labels[:EXAMPLES])}{f', … {more} more' if more > 0 else ''}".split(" ")
    return flow_words(["  " + words[0], *words[1:]], style.width, "    ")


def _in_columns(items: list[str], width: int) -> list[str]:
    """Set down the columns, as a newspaper does."""
    widest = max(map(columns, items), default=0) + 3
    across = max(1, min(len(items), (width + 3) // widest, -(-len(items) // 3)))
    down = -(-len(items) // across)
    rows = (items[row::down] for row in range(down))
    return ["  " + "".join(item + " " * (widest - columns(item)) for item in row).rstrip() for row in rows]
