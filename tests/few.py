"""What the daily run holds on few and `pytest --whole` on all: games, seeds, examples. Here it is said how few; nothing else leaves anything out.

What is true of many games is held daily on some that together use every construct of the language that any of them uses, as
`tests/golden/constructs` lists them. Which these are hangs on what is held, so each game is seen by something. What is drawn at random is drawn less often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar
from zlib import crc32

from ruledsl.record import field, record
from ruledsl.resources import bundled_games

KEPT = Path(__file__).parent / "golden" / "constructs"
SHARE = 4
"""One of so many of what is drawn at random is drawn daily."""

SEEN = 8
"""One of so many games is held daily though others use all that it uses."""

T = TypeVar("T")
W = TypeVar("W")


@record
class Run:
    """Whether all is to be held, as the command line says, and what was thinned so far: by what is held, the games it could run on and those it runs on."""

    whole: bool = False
    thinned: dict[str, tuple[list[str], list[str]]] = field(default_factory=dict)


RUN = Run()


@cache
def constructs(name: str) -> tuple[int, frozenset[str]]:
    """How large the program of a bundled game is, in powers of two, and all that it uses of the language. Of what nothing is kept yet, all is of its own."""
    if not (KEPT / f"{name}.txt").is_file():
        return 0, frozenset({name})
    size, *words = (KEPT / f"{name}.txt").read_text(encoding="utf-8").split()
    return int(size), frozenset(words)


def union(names: Iterable[str]) -> frozenset[str]:
    """All that some games use."""
    return frozenset[str]().union(*(constructs(name)[1] for name in names))


def covering(what: str, names: Iterable[str]) -> list[str]:
    """Games that use together all that these use, small ones first, and some of the others; other ones for something else that is held."""
    could = sorted(set(names))
    cost = {name: 2 ** constructs(name)[0] * (1 + crc32(f"{what} {name}".encode()) / 2**31) for name in could}
    left, kept = union(could), list[str]()
    while left:
        best = max(could, key=lambda name: len(constructs(name)[1] & left) / cost[name])
        kept.append(best)
        left -= constructs(best)[1]
    for name in sorted(kept, key=lambda name: -cost[name]):
        if constructs(name)[1] <= union(other for other in kept if other != name):
            kept.remove(name)
    return sorted({*kept, *(name for name in could if crc32(f"{name} {what}".encode()) % SEEN == 0)})


def games(what: str, names: Iterable[str] | None = None) -> list[str]:
    """The bundled games, or those of `names`, that `what` is held on in this run."""
    could = sorted(bundled_games() if names is None else set(names))
    RUN.thinned[what] = could, could if RUN.whole else covering(what, could)
    return RUN.thinned[what][1]


def rows(what: str, table: Sequence[T], game: Callable[[T], str] = lambda row: row[0]) -> list[T]:  # type: ignore[index]
    """The rows of a table of games that `what` is held on in this run."""
    kept = set(games(what, map(game, table)))
    return [row for row in table if game(row) in kept]


def spread(table: Sequence[T], ways: Sequence[W]) -> list[tuple[T, W]]:
    """Each row in each way; daily each in one of them, by turns, so that none of either is left out."""
    if RUN.whole:
        return [(row, way) for row in table for way in ways]
    longest = max(len(table), len(ways))
    return [(table[n % len(table)], ways[n % len(ways)]) for n in range(longest)]


def of(number: int) -> int:
    """How many examples of so many are drawn in this run."""
    return number if RUN.whole else -(-number // SHARE)


def seeds(first: int, last: int | None = None) -> range:
    """Those of `range(first, last)` that are drawn in this run."""
    numbers = range(first) if last is None else range(first, last)
    return numbers[: of(len(numbers))]


def seats(players: int, turn: int) -> Iterable[int]:
    """The seats whose knowledge is looked at in this run after so many answers: daily one of them, by turns."""
    return range(players) if RUN.whole else (turn // players % players,)


def some(table: Sequence[T]) -> Sequence[T]:
    """The rows of a table of one kind that are looked at in this run."""
    return table if RUN.whole else table[::SHARE]
