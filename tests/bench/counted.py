"""Counts that take hours: each slice is a line of a file, so it goes on where it was stopped.

    python -m tests.bench.counted FILE                      one slice after another, of all that is not enough yet
    python -m tests.bench.counted FILE --only worlds        these alone
    python -m tests.bench.counted FILE --games hearts go-fish:3 --seconds 600
    python -m tests.bench.counted FILE --rows               what has been counted, and at which commits

`twins`: two games that a seat cannot tell apart, of every bundled game that has a secret: 10,000 of one of at most 100 decisions, of others 1,000. `worlds`: a
million that are drawn of five games, held to what was written down by hand of each. `lockstep`: games that both engines play side by side, all that is asked
held to one another, of every bundled game with a board, a tier a slice: 10,000, or an hour's games. What is wrong is told with the seed of the slice.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from subprocess import run
from time import process_time

from ruledsl import load
from ruledsl.engine.lockstep import Lockstep, lockstep
from ruledsl.findings.twins import Leak, Twins
from ruledsl.findings.worlds import secrets
from ruledsl.native import TIERS
from ruledsl.resources import bundled_games
from tests.minds import drawn

HINTED = 64
"""A search is asked at one decision of so many."""
LONG = 100
"""Decisions of a game of which fewer twins are enough."""
EACH = 1000
"""Worlds at one question."""
HOUR = 3600
"""Seconds of the processor after which games in lockstep are enough."""
MATCHES = 5
"""By which it is seen how long a game is."""


def main() -> int:
    parser = ArgumentParser(description="Counts that take hours, of who knows what.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--only", choices=sorted(COUNTED))
    parser.add_argument("--games", nargs="*", default=[])
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of the processor, all in all")
    parser.add_argument("--slice", type=float, default=60, help="seconds of the processor")
    parser.add_argument("--rows", action="store_true", help="only print what has been counted")
    args = parser.parse_args()
    if args.rows:
        return shown(rows(args.file))
    wanted = [(what, game) for what in ([args.only] if args.only else COUNTED) for game in args.games or COUNTED[what][1]()]
    began, commit, ahead = process_time(), at(), True
    while ahead:
        ahead = False
        for what, game in wanted:
            before = [row for row in rows(args.file) if (row["what"], row["game"]) == (what, game)]
            if is_enough(what, game, before):
                continue
            if process_time() - began >= args.seconds:
                return 0
            ahead = True
            seed = 1 + sum(row["seeds"] for row in before)
            row = {"what": what, "game": game, "seed": seed, **COUNTED[what][0](game, seed, args.slice), "commit": commit}
            with args.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
    return 0


def rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def at() -> str:
    return run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()


def shown(found: list[dict]) -> int:
    """Prints a line for each; 1 if anything is wrong."""
    for what, game in sorted({(row["what"], row["game"]) for row in found}):
        some = [row for row in found if (row["what"], row["game"]) == (what, game)]
        many, beside, wrong, seconds = (sum(row[name] for row in some) for name in ("many", "beside", "wrong", "seconds"))
        commits = ", ".join(dict.fromkeys(row["commit"] for row in some))
        print(f"{what:<7} {game:<20} {many:>9,} of {enough(what, game):,}, {beside:,} {COUNTED[what][2]}, {wrong} wrong, {seconds:.0f} s, {commits}")
        for row in some:
            for line in row["told"]:
                print(f"    seed {row['seed']}: {line}")
    return int(any(row["wrong"] for row in found))


def split(game: str) -> tuple[str, int | None]:
    """A game, and at how many seats."""
    name, _, players = game.partition(":")
    return name, int(players) if players else None


# ---- twins ---------------------------------------------------------------------------------------


def twins(game: str, seed: int, seconds: float) -> dict:
    program = _program(game)
    hunt, leaks, began = Twins(program, seed, hinted=HINTED), list[Leak](), process_time()
    hunt.hunt(lambda: process_time() - began < seconds, leaks.append)
    told = [f"{leak.kind} at line {leak.span.line}: {leak.here!r} or {leak.there!r}, {leak.how}" for leak in leaks]
    return {"seeds": hunt.games, "many": hunt.pairs, "beside": hunt.meetings, "steps": hunt.steps, "wrong": len(leaks), "told": told,
            "seconds": round(process_time() - began, 1)}  # fmt: skip


def _program(game: str):
    name, players = split(game)
    return load(name).start(players, seed=1).program


def secret() -> list[str]:
    """The games that have one, at tables where anybody else sits."""
    return [game for game in sorted(bundled_games()) if (program := _program(game)).players > 1 and secrets(program)]


@cache
def length(game: str) -> float:
    """Decisions of a random match, in the middle."""
    return median(_decisions(game, seed) for seed in range(MATCHES))


def _decisions(game: str, seed: int) -> int:
    name, players = split(game)
    match, random, many = load(name).start(players, seed, engine="native"), Random(seed), 0
    while not match.over and many <= 10 * LONG:
        match.play(random.choice(match.answers()))
        many += 1
    return many


# ---- worlds --------------------------------------------------------------------------------------


def worlds(game: str, seed: int, seconds: float) -> dict:
    name, players = split(game)
    began, questions, told = process_time(), 0, []
    found: list[drawn.Found] = []
    while process_time() - began < seconds:
        for one in drawn.looked_at(name, players or drawn.least(name), seed + questions, EACH):
            found.append(one)
            if one.wrong or not one.fit:
                told.append(f"match {seed + questions}: {one.wrong} of {one.drawn} cannot be{'' if one.fit else ', none fits'}")
        questions += 1
    wrong = sum(one.wrong + (not one.fit) for one in found)
    return {"seeds": questions, "many": sum(one.drawn for one in found), "beside": sum(one.others for one in found), "wrong": wrong, "told": told,
            "seconds": round(process_time() - began, 1)}  # fmt: skip


# ---- lockstep ------------------------------------------------------------------------------------


def beside(game: str, seed: int, seconds: float) -> dict:
    program, began, played, told = _program(game), process_time(), list[Lockstep](), []
    while process_time() - began < seconds and not told:
        played.append(lockstep(program, [seed + len(played)], TIERS[seed % len(TIERS)], answers="in turn"))
        told += [str(played[-1].difference)] * (played[-1].difference is not None)
    games, decisions = sum(one.games for one in played), sum(one.decisions for one in played)
    return {"seeds": len(played), "many": games, "beside": decisions, "wrong": len(told), "told": told, "seconds": round(process_time() - began, 1)}


def boards() -> list[str]:
    return [game for game in sorted(bundled_games()) if _program(game).cells]


COUNTED: dict[str, tuple[Callable[[str, int, float], dict], Callable[[], list[str]], str]] = {
    "twins": (twins, secret, "meetings"),
    "worlds": (worlds, lambda: [f"{game}:{players}" for game in drawn.pasts() for players in {drawn.least(game), drawn.least(game) + (game == "go-fish")}],
               "others"),
    "lockstep": (beside, boards, "decisions"),
}  # fmt: skip
"""How a slice is counted, of which games, and what stands beside."""


def enough(what: str, game: str) -> int:
    return 1_000_000 if what == "worlds" else 10_000 if what == "lockstep" or length(game) <= LONG else 1_000


def is_enough(what: str, game: str, found: list[dict]) -> bool:
    return sum(row["many"] for row in found) >= enough(what, game) or what == "lockstep" and sum(row["seconds"] for row in found) >= HOUR


if __name__ == "__main__":
    raise SystemExit(main())
