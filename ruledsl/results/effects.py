"""What a reading changes: the same games with another value, paired by their numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ruledsl.findings.readings import default_of, values_of
from ruledsl.lower import SettingsError
from ruledsl.record import record, replace
from ruledsl.results.estimates import Estimate, difference, doubt, share, told_apart
from ruledsl.search.simulate import simulate

if TYPE_CHECKING:
    from ruledsl.engine import Game
    from ruledsl.search.rows import Rows
    from ruledsl.search.simulate import Report


@record(frozen=True)
class Effect:
    """One value in place of another. `differs` is the share of games that come out otherwise in winners, scores or length; the others are means of
    new less old in the same games: decisions, the share of wins of each seat, the share of games that end. `gain` says how many times as many
    games it would have taken without pairs; `doubt` how often chance alone would change one of these as much, and `told` whether it may
    be named in the list that it stands in."""

    name: str
    value: str
    usual: str
    games: int
    differs: Estimate
    other_winner: Estimate
    length: Estimate
    wins: tuple[Estimate, ...]
    ended: Estimate
    gain: float
    doubt: float
    told: bool = True


def alternatives(game: Game, options: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """(option, another value, the usual value) of all that is read in two ways or is true or false, and is not fixed."""
    for name, info in game.model.of(dict(options)).model.options.items():
        if name not in options:
            usual = default_of(info)
            yield from ((name, value, usual) for value in values_of(info) if value != usual)


def compared(old: Rows, new: Rows, name: str, value: str, usual: str) -> Effect:
    """One list of games beside another; as many as both have."""
    n = min(len(old), len(new))
    a, b = old.array[:n], new.array[:n]
    length, gain = difference(b["length"].astype(float), a["length"].astype(float))
    wins = tuple(difference(new_wins, old_wins)[0] for old_wins, new_wins in zip(*(_wins(rows, len(old.seats)) for rows in (a, b)), strict=True))
    ended = difference(b["finished"].astype(float), a["finished"].astype(float))[0]
    told = [length, *wins, ended]
    other = a["winners"] != b["winners"]
    differs = int((other | (a["length"] != b["length"]) | (a["finished"] != b["finished"]) | (a["score"] != b["score"]).any(axis=1)).sum())
    least = min(1.0, len(told) * min(map(doubt, told))) if differs else 1.0
    return Effect(name, value, usual, n, share(differs, n), share(int(other.sum()), n), length, wins, ended, gain, least)


def _wins(array: Any, seats: int) -> list[Any]:
    """What each seat has of each game, in a column; who wins together shares the game."""
    bits = [(array["winners"] >> seat & 1).astype("f8") for seat in range(seats)]
    together = sum(bits[1:], bits[0])
    return [bit / together.clip(1) for bit in bits]


class Changes:
    """What other values of the readings of a game change: those that were played, those that cannot be played with the others as they are, with the
    reason, and those that are left."""

    def __init__(self, game: Game, options: Mapping[str, Any]):
        self.game, self.options = game, options
        self.found: list[Effect] = []
        self.refused: list[tuple[str, str, str]] = []
        self.left = [(name, value) for name, value, _ in alternatives(game, options)]

    @property
    def marked(self) -> list[Effect]:
        """Those that change the winner most often first."""
        return marked(self.found)


def sweep(changes: Changes, players: int, games: int, seed: int, progress: Callable[[str], object] = lambda _: None) -> None:
    """Every other value of every option beside the game as it is. `progress` is told what goes on, and stops it by KeyboardInterrupt."""
    game, options = changes.game, changes.options
    base = whole(rows(game, players, options, games, seed, lambda _: progress("as it is")), games)
    for name, value, usual in alternatives(game, options):
        told = f"{name} = {value}"
        progress(told)
        try:
            new = rows(game, players, {**options, name: value}, games, seed, lambda _, told=told: progress(told))  # type: ignore[misc]
            changes.found.append(compared(base, whole(new, games), name, value, usual))
        except SettingsError as error:
            changes.refused.append((name, value, str(error)))
        changes.left.pop(0)


def marked(found: list[Effect]) -> list[Effect]:
    """A list of effects, each told to be more than chance or not, those that change the winner most often first."""
    told = [replace(effect, told=named) for effect, named in zip(found, told_apart([e.doubt for e in found]), strict=True)]
    return sorted(told, key=lambda e: -(e.other_winner.value or 0.0))


def rows(
    game: Game, players: int, options: Mapping[str, Any], games: int, seed: int, progress: Callable[[int], object] = lambda _: None
) -> Report:
    """Games of a table with a row for each, by code that is the same for all readings; fewer, if `progress` raises KeyboardInterrupt. SettingsError if
    there is no such table."""
    return simulate(game.opened(players, options), games, seed, rows=True, progress=progress)


def whole(report: Report, games: int) -> Rows:
    """The rows of a report; KeyboardInterrupt if somebody stopped it."""
    if report.rows is None or len(report.rows) < games:
        raise KeyboardInterrupt
    return report.rows
