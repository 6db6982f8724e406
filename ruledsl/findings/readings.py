"""The tables at which a game is hunted: with the least players, one more, and the most, and every pair of readings. Where two games are compared: with
every number of players."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from ruledsl.findings.verdicts import Setting
from ruledsl.syntax.modes import OPTION

if TYPE_CHECKING:
    from ruledsl.engine import Game

SEATS = "how many players"
"""What stands beside the options in a row: no option can be called so."""
CANDIDATES = 30
"""Rows that are tried for each row of the array."""

Row = dict[str, Any]


def settings(
    game: Game, fixed: Mapping[str, Any], players: int | None = None, free: Callable[[Mapping[str, Any]], Collection[str]] = lambda mode: (), *,
    every_size: bool = False,
) -> list[Setting]:  # fmt: skip
    """First the game as it is, at each of its tables; then rows in which every pair of values of two readings stands together somewhere, and every value
    with every table. What is `fixed` stays. SettingsError if there is no such mode. Of `every_size` there is at least the game as it is.

    Of each mode it is asked which readings are `free`: which cost nothing to be played in another way. Of the others as few rows are made as can be."""
    usual, others = [], []
    for chosen in _modes(game, fixed):
        model = game.model.of(chosen).model
        seats = [players] if players is not None else sorted({model.low, min(model.low + 1, model.high), model.high})
        every = {name: values for name, info in model.options.items() if name not in chosen and (values := values_of(info))}
        more = [count for count in range(model.low, model.high + 1) if every_size and players is None and count not in seats]
        usual += [Setting(count, chosen) for count in (*seats, *more)]
        known = {name: default_of(model.options[name]) for name in every}
        cheap = free(chosen) if len(every) > 1 else ()
        rows = rows_of({**every, SEATS: seats}, [{**known, SEATS: count} for count in seats], cheap)
        others += [Setting(row.pop(SEATS), {**chosen, **row}) for row in rows]
    return usual + others


def _modes(game: Game, fixed: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What is fixed, in each way to play."""
    modes = game.model.modes
    return [{**fixed}] if not modes or OPTION in fixed else [{**fixed, OPTION: mode} for mode in modes]


def kept(game: Game, fixed: Mapping[str, Any]) -> list[str]:
    """The options that stand at one value in all of the settings, though they have others: numbers, lists and sets, and what is `fixed`."""
    options = {name: info for chosen in _modes(game, fixed) for name, info in game.model.of(chosen).model.options.items()}
    return [name for name, info in options.items() if name in fixed or not values_of(info)]


def values_of(info: Any) -> tuple[str, ...]:
    """The words of a ruling, or of what is true or false; nothing for numbers and lists, which stay as they are."""
    if info.ruling:
        return tuple(info.values)
    return ("true", "false") if info.type.kind == "bool" else ()


def default_of(info: Any) -> str:
    """The one of these words that it is as the rules are."""
    default = info.default.data if info.default is not None and info.default.op == "const" else 0
    if info.ruling:
        return str(info.values[default])
    return "true" if default else "false"


def rows_of(every: Mapping[str, Sequence[Any]], usual: Sequence[Row], cheap: Collection[str]) -> list[Row]:
    """As `covering`; but what is not `cheap` stands together in as few ways as can be."""
    dear = {name: values for name, values in every.items() if name not in cheap}
    if len(dear) == len(every):
        return covering(every, usual)
    stems = [{name: row[name] for name in dear} for row in usual]
    stems += covering(dear, stems) if len(dear) > 1 else [{name: value} for name, values in dear.items() for value in values if {name: value} not in stems]
    return sorted(covering(every, usual, stems), key=lambda row: stems.index({name: row[name] for name in dear}))


def covering(free: Mapping[str, Sequence[Any]], usual: Sequence[Row], stems: Sequence[Row] = ()) -> list[Row]:
    """Rows in which every pair of values of two options stands together, but for those that stand in one of the `usual` rows already. Greedy: of some
    rows at random the one with the most new pairs; the same rows each time. Where there are `stems`, each row goes on from one of them, and they
    have all pairs of what they name."""
    names, rng = list(free), random.Random(1)
    wanted = {((a, x), (b, y)) for a, b in combinations(names, 2) for x, y in product(free[a], free[b])}
    for row in usual:
        wanted -= set(combinations(((name, row[name]) for name in names), 2))
    rows = []
    while wanted:
        drawn = [_row(free, wanted, stems, rng) for _ in range(CANDIDATES)]
        best = max(drawn, key=lambda row: len(wanted & set(combinations(row.items(), 2))))
        wanted -= set(combinations(best.items(), 2))
        rows.append(best)
    return rows


def _row(free: Mapping[str, Sequence[Any]], wanted: set[Any], stems: Sequence[Row], rng: random.Random) -> Row:
    """A row with at least one pair that is wanted."""
    pair = dict(rng.choice(sorted(wanted, key=repr)))
    fits = [stem for stem in stems if all(stem.get(name, value) == value for name, value in pair.items())]
    known = {**(rng.choice(fits) if fits else {}), **pair}
    return {name: known[name] if name in known else rng.choice(values) for name, values in free.items()}
