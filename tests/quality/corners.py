"""Very many games at every corner of a game's options: for each mode and number of players, so that each two values of any two options meet.

    python -m tests.quality.corners cloud-nine --native 20000 --lockstep 200 --close 20 --value rounds=1,2 --done corners.json

Native games hunt faults, and give lengths and win shares. In lockstep both engines play, and are held against each other after each decision.
Games that are looked at closely, in the interpreter, are held to census, bounds, invariants, views and leaks, and say which choices, effects
and refusals were reached.

All corners are played a little before any is played much. Ctrl-C ends it with a report on what was done; with `--done` what is done is kept,
and another run goes on from there.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, zip_longest
from pathlib import Path
from typing import Any

import ruledsl
from ruledsl.engine.fuzz import Hunt, Reached
from ruledsl.engine.game import Game
from ruledsl.engine.lockstep import lockstep
from ruledsl.ir.program import Program
from ruledsl.lower import SettingsError
from ruledsl.lower.demands import refuse
from ruledsl.lower.given import settle
from ruledsl.lower.settings import Settings
from ruledsl.model.model import OptionInfo
from ruledsl.pipeline import lower
from ruledsl.search.simulate import Report, simulate
from ruledsl.syntax.modes import OPTION
from ruledsl_tools.simulate import interval

FEW = 4
"""Of a number that has no more values all are taken, else the usual one, the least and the greatest."""
SHARES = (0.01, 0.1, 1.0)
"""Of the games of a corner, one time round after the other."""
MANY = 5000
"""Native games that are worth code that takes two seconds to be compiled."""
KEPT = ("exists", "reached", "lines", "played", "faults", "seconds")
KINDS = ("native", "lockstep", "close")

Corner = dict[str, str]
Pair = tuple[tuple[str, str], tuple[str, str]]
Fits = Callable[[Corner], bool]


def tables(game: Game, given: Mapping[str, Sequence[str]]) -> Iterator[tuple[int, Corner]]:
    """Each mode, number of players and corner, by turns, so that what is ended early has been everywhere; `given` are other values for some options,
    one to keep an option as it is."""
    modes = [mode for mode in game.modes if mode in given.get(OPTION, [mode])]
    ways = [_of_table(game, players, mode, given) for mode in [{OPTION: mode} for mode in modes] or [{}] for players in _seats(game, mode)]
    for round in zip_longest(*ways):
        yield from (table for table in round if table is not None)


def _seats(game: Game, mode: Corner) -> range:
    low, high = game.seats(mode)
    return range(low, high + 1)


def _of_table(game: Game, players: int, mode: Corner, given: Mapping[str, Sequence[str]]) -> Iterator[tuple[int, Corner]]:
    values = values_of(game, players, mode)
    values |= {name: list(chosen) for name, chosen in given.items() if name in values}
    for corner in corners(values, _fitting(game, players, mode)):
        yield players, {**mode, **corner}


def _fitting(game: Game, players: int, mode: Corner) -> Fits:
    """Whether a table may play with some options, the others being as they are."""
    model = game.model.of(mode).model

    def fits(corner: Corner) -> bool:
        try:
            refuse(settle(model, players, {**mode, **corner}))
        except SettingsError:
            return False
        return True

    return fits


def values_of(game: Game, players: int, mode: Mapping[str, str] = {}) -> dict[str, list[str]]:
    """The options of a game in a mode with their values, the usual one first; lists and sets stay as they are."""
    model = game.model.of(mode).model
    settings = settle(model, players, mode)
    values = {name: list(dict.fromkeys(_values(settings, info))) for name, info in model.options.items() if name not in mode}
    return {name: several for name, several in values.items() if several}


def _values(settings: Settings, info: OptionInfo) -> Iterator[str]:
    usual, kind = settings.options[info.name], info.type.kind
    names = settings.seats() if kind == "player" else settings.values_of(info.type.name) if kind == "enum" else ("false", "true")
    if not isinstance(usual, int) or kind == "set":
        return
    if kind == "int":
        low, high = (settings.number(end) for end in info.bounds or ())
        yield str(usual)
        yield from map(str, range(low, high + 1) if high - low < FEW else (low, high))
    else:
        yield names[usual]
        yield from (names[0], names[-1]) if kind == "player" else names


def corners(values: Mapping[str, Sequence[str]], fits: Fits = lambda corner: True) -> Iterator[Corner]:
    """Choices of a value for each option such that every two values of any two options stand together in one of them, if any choice with both
    `fits`; greedily few."""
    left: set[Pair] = {((a, x), (b, y)) for a, b in combinations(values, 2) for x in values[a] for y in values[b]}
    usual = {name: options[0] for name, options in values.items()}
    yield usual
    left -= _pairs(usual)
    while left:
        first = min(left)
        corner = _around(dict(first), values, left, fits)
        left -= {first}
        if fits(corner):
            left -= _pairs(corner)
            yield corner


def _around(corner: Corner, values: Mapping[str, Sequence[str]], left: set[Pair], fits: Fits) -> Corner:
    """The corner with a value of every option: the one that fits and by which most pairs meet. Where it takes another option to fit, that comes
    first."""
    if not fits(corner):
        others = ({name: value} for name, options in values.items() if name not in corner for value in options)
        corner = next((more for other in others if fits(more := {**corner, **other})), corner)
    for name, options in values.items():
        if name not in corner:
            ranked = sorted(options, key=lambda value, n=name: -_gain(left, corner, n, value))  # type: ignore[misc]
            corner[name] = next((value for value in ranked if fits({**corner, name: value})), ranked[0])
    return {name: corner[name] for name in values}


def _gain(left: set[Pair], corner: Corner, name: str, value: str) -> int:
    return sum(1 for pair in corner.items() for met in ((pair, (name, value)), ((name, value), pair)) if met in left)


def _pairs(corner: Corner) -> set[Pair]:
    return set(combinations(corner.items(), 2))


class Survey:
    """What was found at all corners so far: by corner how many games of each kind were played, and what is to be said of it."""

    def __init__(self, game: Game, done: Path | None):
        self.game, self.done = game, done
        self._table: tuple[str, Program] | None = None
        kept: dict[str, Any] = json.loads(done.read_text(encoding="utf-8")) if done is not None and done.exists() else {}
        self.hash: str = game.model.hash
        if kept.get("hash", self.hash) != self.hash:
            raise SystemExit(f"{done} is about other rules")
        self.exists: set[str] = set(kept.get("exists", ()))
        self.reached: set[str] = set(kept.get("reached", ()))
        self.lines: dict[str, str] = kept.get("lines", {})
        self.played: dict[str, dict[str, int]] = kept.get("played", {})
        self.faults: list[str] = kept.get("faults", [])
        self.seconds: dict[str, float] = kept.get("seconds", dict.fromkeys(KINDS, 0.0))

    @property
    def games(self) -> int:
        return sum(self.total(kind) for kind in KINDS)

    def total(self, kind: str) -> int:
        return sum(played[kind] for played in self.played.values())

    def corner(self, players: int, corner: Corner, wanted: Mapping[str, int]) -> None:
        """Go on at a corner until so many games of each kind are played."""
        key = f"{players} players, " + (", ".join(f"{name}={value}" for name, value in corner.items()) or "as it is")
        played = self.played.setdefault(key, dict.fromkeys(KINDS, 0))
        if key in self.lines and self.lines[key].startswith(("no game", "FAULT")):
            return
        try:
            for kind, play in zip(KINDS, (self._native, self._lockstep, self._close), strict=True):
                if played[kind] < wanted.get(kind, 0):
                    began = time.process_time()
                    play(key, players, corner, played, wanted[kind])
                    self.seconds[kind] += time.process_time() - began
        except SettingsError as refused:
            self.lines[key] = f"no game: {refused}"
        except ruledsl.RulesFault as fault:
            self.lines[key] = f"FAULT {fault}"
            self.faults.append(f"{key}: {fault}")
        finally:
            self.keep()

    def keep(self) -> None:
        if self.done is not None:
            self.done.write_text(json.dumps({"hash": self.hash, **{name: vars(self)[name] for name in KEPT}}, default=sorted), encoding="utf-8")

    def _program(self, key: str, players: int, corner: Corner) -> Program:
        """The table of a corner. Only the last one is kept: there are hundreds of them."""
        if self._table is None or self._table[0] != key:
            self._table = key, lower(self.game.model, players, corner)
        return self._table[1]

    def _native(self, key: str, players: int, corner: Corner, played: dict[str, int], until: int) -> None:
        games = until - played["native"]
        program, tier = self._program(key, players, corner), int(games >= MANY)
        report = simulate(program, games, played["native"], tier=tier, progress=lambda done: _tell(f"{key:.40}: {done:,} of {games:,} native"))
        played["native"] += report.games
        self.lines[key] = _told(report)
        if report.games < games:
            raise KeyboardInterrupt

    def _lockstep(self, key: str, players: int, corner: Corner, played: dict[str, int], until: int) -> None:
        def seeds() -> Iterator[int]:
            for seed in range(played["lockstep"], until):
                _tell(f"{key:.40}: {seed:,} of {until:,} in lockstep")
                yield seed
                played["lockstep"] += 1

        found = lockstep(self._program(key, players, corner), seeds())
        if found.difference is not None:
            played["lockstep"] = until
            self.faults.append(f"{key}: {found.difference}")

    def _close(self, key: str, players: int, corner: Corner, played: dict[str, int], until: int) -> None:
        program = lower(self.game.model, players, corner, watched=True)
        reached, every = Reached(), set(Reached().missing(program))
        hunt = Hunt(program, reached)
        try:
            for seed in range(played["close"], until):
                _tell(f"{key:.40}: {seed:,} of {until:,} looked at")
                if (found := hunt.game(seed)) is not None:
                    self.faults.append(f"{key}: {found.message} --> {found.span}; seed {found.seed}, after {len(found.moves)} decisions")
                played["close"] += 1
        finally:
            self.exists |= every
            self.reached |= every - set(reached.missing(program))

    def report(self) -> list[str]:
        never = sorted(self.exists - self.reached)
        counts = ", ".join(f"{self.total(kind):,} {kind} in {self.seconds[kind]:,.0f} s" for kind in KINDS)
        return [
            *(f"{key}\n    {line}" for key, line in self.lines.items()),
            f"{len(self.played)} corners, {self.games:,} games ({counts}), {len(self.faults)} faults",
            *self.faults,
            f"{len(self.exists) - len(never)} of {len(self.exists)} choices, refusals and phases were reached; never:",
            *(f"  {line}" for line in never),
        ]


def _told(report: Report) -> str:
    if not report.finished:
        return f"{report.games:,} native games, none of which ended"
    shares = "  ".join("{:.1f}-{:.1f} %".format(*(100 * part for part in interval(wins, report.finished))) for wins in report.wins)
    length = f"{report.length.mean:.1f} decisions ({report.length.min}-{report.length.max})"
    return f"{report.games:,} native games, {report.games - report.finished} unended, {report.unwon} unwon, {length}, wins {shares}"


def _tell(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:<90}", end="", file=sys.stderr, flush=True)


def main() -> int:
    """1 if a fault was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--native", type=int, default=20_000, help="native games a corner (20,000)")
    parser.add_argument("--lockstep", type=int, default=200, help="games a corner of both engines at once (200)")
    parser.add_argument("--close", type=int, default=20, help="games a corner that are looked at closely (20)")
    parser.add_argument("--players", type=int, help="this number of players only")
    parser.add_argument("--value", action="append", default=[], metavar="K=V,W", help="the values of an option to be taken; of `mode`, too")
    parser.add_argument("--done", type=Path, help="keep what is done in this file, and go on from it")
    args = parser.parse_args()
    game = ruledsl.load(args.game)
    given = {name: values.split(",") for name, _, values in (setting.partition("=") for setting in args.value)}
    survey = Survey(game, args.done)
    try:
        every = [(players, corner) for players, corner in tables(game, given) if args.players in (None, players)]
        for share in SHARES:
            for players, corner in every:
                survey.corner(players, corner, {kind: -int(-vars(args)[kind] * share // 1) for kind in KINDS})
    except KeyboardInterrupt:
        survey.keep()
    print("\n".join(survey.report()))
    return int(bool(survey.faults))


if __name__ == "__main__":
    sys.exit(main())
