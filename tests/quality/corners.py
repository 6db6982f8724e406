"""Very many games at every corner of a game's options: for each number of players, rulings and switches so that each two values of any two
options meet. Native games hunt faults and give lengths and win shares; games in the interpreter are looked at closely (census, bounds,
invariants, views, leaks) and say which choices, effects and refusals were reached.

    python -m tests.quality.corners ufo-chickens --native 100000 --interp 5000 --done corners.json

Ctrl-C ends it with a report on what was done. With `--done` what is done is kept, and another run goes on from there.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import ruledsl
from ruledsl.engine.fuzz import Hunt, Reached
from ruledsl.engine.game import Game
from ruledsl.lower import SettingsError
from ruledsl_tools.simulate import interval

KEPT = ("exists", "reached", "lines", "games", "faults")
Corner = dict[str, str]
Pair = tuple[tuple[str, str], tuple[str, str]]


def values_of(game: Game) -> dict[str, list[str]]:
    """The rulings and switches of a game with their values, the usual one first."""
    out = {}
    for name, info in game.options.items():
        switch = isinstance(info.default, bool)
        values = list(info.values) if info.kind == "ruling" else ["true", "false"] if switch else []
        usual = str(info.default).lower() if switch else info.default
        out[name] = sorted(values, key=lambda value: value != usual)
    return {name: values for name, values in out.items() if values}


def corners(values: Mapping[str, Sequence[str]]) -> Iterator[Corner]:
    """Choices of a value for each option such that every two values of any two options stand together in one of them; greedily few."""
    left: set[Pair] = {((a, x), (b, y)) for a, b in combinations(values, 2) for x in values[a] for y in values[b]}
    usual = {name: options[0] for name, options in values.items()}
    yield usual
    left -= _pairs(usual)
    while left:
        (a, x), (b, y) = min(left)
        corner = {a: x, b: y}
        for name, options in values.items():
            if name not in corner:
                corner[name] = max(options, key=lambda value, n=name: _gain(left, corner, n, value))  # type: ignore[misc]
        ordered = {name: corner[name] for name in values}
        left -= _pairs(ordered)
        yield ordered


def _gain(left: set[Pair], corner: Corner, name: str, value: str) -> int:
    return sum(1 for pair in corner.items() for met in ((pair, (name, value)), ((name, value), pair)) if met in left)


def _pairs(corner: Corner) -> set[Pair]:
    return set(combinations(corner.items(), 2))


class Survey:
    """What was found at all corners so far."""

    def __init__(self, game: Game, fixed: Corner, done: Path | None):
        self.game, self.fixed, self.done = game, fixed, done
        self.kept: dict[str, Any] = json.loads(done.read_text()) if done is not None and done.exists() else {}
        self.exists: set[str] = set(self.kept.get("exists", ()))
        self.reached: set[str] = set(self.kept.get("reached", ()))
        self.lines: dict[str, str] = self.kept.get("lines", {})
        self.games = self.kept.get("games", 0)
        self.faults: list[str] = self.kept.get("faults", [])

    def corner(self, players: int, corner: Corner, native: int, close: int) -> None:
        """Play one corner, unless it was played before."""
        corner = {**corner, **self.fixed}
        key = f"{players} players, " + (", ".join(f"{name}={value}" for name, value in corner.items()) or "as it is")
        if key in self.lines:
            return
        try:
            line = self._native(players, corner, native) if native else ""
            self._closely(players, corner, close)
        except SettingsError as refused:
            line = f"no game: {refused}"
        except ruledsl.RulesFault as fault:
            line = f"FAULT {fault}"
            self.faults.append(f"{key}: {fault}")
        self.lines[key] = line
        if self.done is not None:
            self.done.write_text(json.dumps({name: vars(self)[name] for name in KEPT}, default=sorted))

    def _native(self, players: int, corner: Corner, games: int) -> str:
        began = time.monotonic()
        report = self.game.simulate(games, players, 1, corner, progress=lambda done: _tell(f"{players} players: {done:,} of {games:,} native"))
        if report.games < games:
            raise KeyboardInterrupt
        self.games += report.games
        if not report.finished:
            return f"{report.games:,} native games, none of which ended"
        shares = "  ".join("{:.1f}-{:.1f} %".format(*(100 * part for part in interval(wins, report.finished))) for wins in report.wins)
        length = f"{report.length.mean:.1f} decisions ({report.length.min}-{report.length.max})"
        ends = f"{report.games - report.finished} unended, {report.unwon} unwon"
        return f"{report.games:,} native games, {ends}, {length}, wins {shares}, {time.monotonic() - began:.0f} s"

    def _closely(self, players: int, corner: Corner, games: int) -> None:
        program = self.game.program(players, corner, watched=True)
        reached, every = Reached(), set(Reached().missing(program))
        hunt = Hunt(program, reached)
        for n in range(games):
            if n % 20 == 0:
                _tell(f"{players} players: {n:,} of {games:,} looked at")
            if (found := hunt.game(n)) is not None:
                self.faults.append(f"{players} players, {corner}: {found.message} --> {found.span}; seed {found.seed}, after {len(found.moves)} decisions")
        self.games += games
        self.exists |= every
        self.reached |= every - set(reached.missing(program))

    def report(self) -> list[str]:
        never = sorted(self.exists - self.reached)
        return [
            *(f"{key}\n    {line}" for key, line in self.lines.items()),
            f"{len(self.lines)} corners, {self.games:,} games, {len(self.faults)} faults",
            *self.faults,
            f"{len(self.exists) - len(never)} of {len(self.exists)} choices, refusals and phases were reached; never:",
            *(f"  {line}" for line in never),
        ]


def _tell(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:<70}", end="", file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--native", type=int, default=100_000, help="native games a corner (100,000)")
    parser.add_argument("--interp", type=int, default=5_000, help="games a corner that are looked at closely (5,000)")
    parser.add_argument("--players", type=int, help="this number of players only")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="keep an option at a value")
    parser.add_argument("--done", type=Path, help="keep what is done in this file, and go on from it")
    args = parser.parse_args()
    game = ruledsl.load(args.game)
    fixed = dict(setting.split("=", 1) for setting in args.option)
    survey, (low, high) = Survey(game, fixed, args.done), game.seat_range
    values = {name: options for name, options in values_of(game).items() if name not in fixed}
    try:
        for players in [args.players] if args.players else range(low, high + 1):
            for corner in corners(values):
                survey.corner(players, corner, args.native, args.interp)
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
    print("\n".join(survey.report()))
    return int(bool(survey.faults))


if __name__ == "__main__":
    raise SystemExit(main())
