"""The list of options under the table: how they are numbered, and how the list is set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, takewhile
from typing import TYPE_CHECKING

from ruledsl_tools.terminal import Style, columns, flow_words

if TYPE_CHECKING:
    from ruledsl.engine import Choice
    from ruledsl.search.at_once import AtOnce

SHOWN = 40
"""More options than this are not listed one by one; completion still knows them all."""
BEST = 8
"""So many options of each action are shown where they are too many to be listed,"""
EXAMPLES = 3
"""or so many, if they do not differ in what they bring or in what is chosen first."""
LEAST = 5
"""Lines of options that are shown however high the table above them is."""
SPANS = 12
"""More numbers than this that may be chosen are told from where to where they go."""
COMPLETES = "type the words of one; Tab completes what you begin"


def takes_numbers(options: Sequence[Choice], printed: Sequence[str]) -> bool:
    """May a bare number mean a place in the list?

    Not where a number can also name a card or a value: a person who types 5 for the card must not get the fifth option. `#5` always
    means the place.
    """
    said = chain(printed, (word for option in options for word in re.split(r"\W+", option.label)))
    return not any(word.isdigit() for word in said)


def spans(options: Sequence[Choice]) -> str:
    """Of numbers, which may be chosen, from where to where: `0 or 62 to 99`; "" if they are few, or options are no numbers."""
    if len(options) <= SPANS or not all(re.fullmatch("-?[0-9]+", option.label) for option in options):
        return ""
    labels = [option.label for option in options]
    runs: list[list[int]] = []
    for number in sorted(map(int, labels)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = [piece for run in runs for piece in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]
    return " or ".join([", ".join(told[:-1]), told[-1]]) if 1 < len(told) <= SPANS else "".join(told) * (len(told) == 1)


def goes_by_action(options: Sequence[Choice]) -> bool:
    """Are they so many, and of several kinds, that they are told kind by kind?"""
    return len(options) > SHOWN and _are_of_kinds(options)


def _are_of_kinds(options: Sequence[Choice]) -> bool:
    return len({option.action for option in options}) > 1


def menu(options: Sequence[Choice], bare: bool, style: Style, worth: Sequence[AtOnce] = (), room: int = 0) -> list[str]:
    """The options with their numbers, in as many columns as fit; very many by what is done, what is `worth` the most at once first. In so many lines as
    there is `room` for (0: as many as it takes), if each kind of them can be told in these."""
    if numbers := spans(options):
        return [f"  a number: {numbers}"]
    lines = _told_by_kind(options, bare, style, worth) if goes_by_action(options) else _one_by_one(options, bare, style, SHOWN)
    if not room or len(lines) <= room:
        return lines
    if _are_of_kinds(options):
        return _told_by_kind(options, bare, style, worth, room)
    cut = (_one_by_one(options, bare, style, few) for few in range(SHOWN - 1, 0, -1))
    return next((lines for lines in cut if len(lines) <= room), lines)


def _told_by_kind(options: Sequence[Choice], bare: bool, style: Style, worth: Sequence[AtOnce], room: int = 0) -> list[str]:
    """Of each action the options, or if they are many some, and how many there are; what takes the most lines is told shorter until there is room, and
    of those that take the same last what brings something."""
    known: list[AtOnce | None] = list(worth) or [None] * len(options)
    kinds: dict[str, list[Row]] = {}
    for row in zip(_numbers(len(options), bare, style), options, known, strict=True):
        kinds.setdefault(row[1].action, []).append(row)
    shorter = {name: _shorter(head, kinds[name], style) for name, head in _heads(kinds).items()}
    told = {name: next(ways) for name, ways in shorter.items()}
    while room and shorter and sum(map(len, told.values())) > room:
        name = max(shorter, key=lambda name: (len(told[name]), not _priced_apart(kinds[name])))
        if (fewer := next(shorter[name], None)) is None:
            del shorter[name]
        else:
            told[name] = fewer
    lines = [line for several in told.values() for line in several]
    return [*lines, f"  {COMPLETES}, `moves` lists all"] if not room or len(lines) < room else lines


def _heads(kinds: Mapping[str, Sequence[Row]]) -> dict[str, str]:
    """What stands above each kind: the word with which all of it begins, which is typed, or else what the rules call it: `it` and `the` say nothing."""
    words = {name: begun([option for _, option, _ in rows]).partition(" ")[0] for name, rows in kinds.items()}
    return {name: word if [*words.values()].count(word) == 1 and len(word) > 3 else name.replace("_", " ") for name, word in words.items()}


def _priced_apart(rows: Sequence[Row]) -> bool:
    """Do some bring more at once than others?"""
    return len({gain.seems for _, _, gain in rows if gain is not None}) > 1


def _shorter(name: str, rows: Sequence[Row], style: Style) -> Iterator[list[str]]:
    """The options of one action in fewer and fewer lines."""
    last = _some(name, rows, style, BEST) if len(rows) > 1 else _few(rows, style, "")
    yield last
    for few in range(BEST - 1, -1, -1):
        lines = _some(name, rows, style, few)
        if len(lines) < len(last):
            yield (last := lines)


def _one_by_one(options: Sequence[Choice], bare: bool, style: Style, few: int) -> list[str]:
    """The first of them, so many, and how many more there are."""
    lines = listed(options, range(1, min(len(options), few) + 1), bare, style)
    return [*lines, f"  … {len(options) - few} more: `moves`; or {COMPLETES}"] if len(options) > few else lines


def listed(options: Sequence[Choice], numbers: Iterable[int], bare: bool, style: Style) -> list[str]:
    """Some options, by their numbers, set in columns."""
    signs = _numbers(len(options), bare, style)
    return _in_columns([f"{signs[number - 1]} {options[number - 1].full}" for number in numbers], style.width - 2)


def by_worth(options: Sequence[Choice], worth: Sequence[AtOnce]) -> list[int]:
    """The numbers of options: what brings the most at once first, of these what takes the most cards."""
    gains = [one.seems for one in worth] or [0.0] * len(options)
    return sorted(range(1, len(options) + 1), key=lambda number: (-gains[number - 1], -len(options[number - 1].cards)))


def _numbers(count: int, bare: bool, style: Style) -> list[str]:
    """As they are typed."""
    sign = "" if bare else "#"
    return [style.paint(f"{sign}{number}".rjust(len(f"{sign}{count}")), "dim") for number in range(1, count + 1)]


Row = tuple[str, "Choice", "AtOnce | None"]
"""A number as it is typed, the option, and what it brings at once."""


def _some(name: str, rows: Sequence[Row], style: Style, few: int) -> list[str]:
    """Options of one action below its name: those that bring the most at once; if all bring the same, some that differ; none, if there is room for none."""
    head = f"  {style.paint(f'{name}:', 'dim')}"
    if few < BEST and len(rows) <= BEST:
        row = "   ".join([f"{head} {_bare(rows[0][0])} {rows[0][1].full}", *(f"{_bare(number)} {option.full}" for number, option, _ in rows[1:])])
        if columns(row) <= style.width:
            return [row]
    if len(rows) <= few:
        return [head, *_few(rows, style)]
    more = f"`moves {name.split(' ')[0]}`"
    if not few:
        return [f"{head} {len(rows)} ways: {more}"]
    priced = _priced_apart(rows)
    best = sorted(rows, key=lambda row: (-row[2].seems if row[2] else 0.0, -len(row[1].cards)))
    some = best[:few] if priced else _unlike(best)[:few]
    head += f" {len(rows)} ways{'; what brings the most points at once:' if priced else ''}"
    shown = _priced(some, style) if priced else _few(some, style)
    return [head, *shown, f"    … {len(rows) - len(some)} more: {more}"]


def begun(options: Sequence[Choice]) -> str:
    """The words with which the labels of several options begin, and behind which each goes on; "" if these are none. A label is not read where its own
    beginning says enough."""
    first = options[0].label.split()
    shared = len(first) - 1 if first and len(options) > 1 else 0
    for option in (options[-1], *options):
        if shared and not _goes_on_behind(option.opening, first[:shared]):
            words = option.label.split()
            shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first[:shared], words[:-1], strict=False)))
    found = " ".join(first[:shared])
    return found if re.search(r"[a-z]{2}", found) else ""


def _goes_on_behind(opening: str, words: list[str]) -> bool:
    """Are these the first words of what certainly goes on behind them?"""
    return opening.split()[: len(words)] == words and len(opening.split()) > len(words)


def _bare(number: str) -> str:
    """A number that nothing stands above or below."""
    return number.replace(" ", "")


def _unlike(rows: Sequence[Row]) -> Sequence[Row]:
    """A row for each value of what is chosen first; a few rows, if that is always the same."""
    firsts = {next(iter(row[1].args.values()), ""): row for row in reversed(rows)}
    chosen = {id(row) for row in firsts.values()}
    return [row for row in rows if id(row) in chosen][:BEST] if len(firsts) > 1 else rows[:EXAMPLES]


def _few(rows: Sequence[Row], style: Style, indent: str = "  ") -> list[str]:
    """Options in columns."""
    return [indent + line for line in _in_columns([f"{number} {option.full}" for number, option, _ in rows], style.width - 2 - len(indent))]


def _priced(rows: Sequence[Row], style: Style) -> list[str]:
    """Options with what they bring, a line each."""
    width = max(columns(option.full) for _, option, _ in rows)
    lines = []
    for number, option, gain in rows:
        brings = "" if gain is None or gain.certain is None else style.paint(f"  {gain.certain:+}", "dim")
        lines.append(f"    {number} {option.full}{' ' * (width - columns(option.full))}{brings}".rstrip())
    return lines


def _in_columns(items: list[str], width: int) -> list[str]:
    """Set down the columns, as a newspaper does; what is wider than all of them goes on below, set in."""
    if any(columns(item) > width for item in items):
        return [line for item in items for line in flow_words(["  " + item.split(" ")[0], *item.split(" ")[1:]], width + 2, "      ")]
    widest = max(map(columns, items), default=0) + 3
    across = max(1, min(len(items), (width + 3) // widest, -(-len(items) // 3)))
    down = -(-len(items) // across)
    rows = (items[row::down] for row in range(down))
    return ["  " + "".join(item + " " * (widest - columns(item)) for item in row).rstrip() for row in rows]
