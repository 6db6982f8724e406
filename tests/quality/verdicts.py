"""Verdicts of the solver on many deals, each held to something else: a win is replayed by the interpreter to an end that is won; what cannot be won is
gone through by a second, plain solver where the rest of the deal is small enough for it.

    python -m tests.quality.verdicts cloud-nine --option mode=solo --option with_gold=false --deals 10000 --rests 100 --done verdicts.json

Deals that cannot be won are rare where nothing is wasted; so each deal is also played at random to where nothing goes on, and from there
back, as long as the rest is lost and small, both solvers are asked about it. Ctrl-C ends it with a report; with `--done` what is done is
kept, and another run goes on from there.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ruledsl.engine.backend import Block, engine_for
from ruledsl.ir.program import OVER, Program
from ruledsl.native import State
from ruledsl.search.deals import open_deal
from ruledsl.search.opened import Limits
from ruledsl.search.perft import PASSING
from ruledsl.search.solve import LOST, UNSETTLED, WON, Solver, Verdict, replayed
from ruledsl_tools.library import chosen_options, load_game, program

SMALL = 400
"""States that the plain solver may look at."""
WIN, WON_TOO, CONFIRMED, LARGE, OPEN, WRONG = WORDS = (
    "wins replayed", "wins of both solvers", "losses confirmed", "losses too large for the plain solver", "unsettled", "wrong",
)  # fmt: skip


class Verdicts:
    """Holds the verdicts on a game's deals to the interpreter, and counts."""

    def __init__(self, table: Program, done: Path | None = None):
        self.table, self.done, self.solver = table, done, Solver(table, tier=2)
        self.interp = engine_for(table, "interp")
        self.counts = dict.fromkeys(WORDS, 0)
        self.rests = dict(self.counts)
        self.deals, self.wrong = 0, list[str]()
        if done is not None and done.exists():
            kept = json.loads(done.read_text(encoding="utf-8"))
            if kept["game"] != table.identity:
                raise SystemExit(f"{done} is about another game, or other rules")
            self.counts, self.rests, self.deals, self.wrong = kept["counts"], kept["rests"], kept["deals"], kept["wrong"]

    def go_on(self, until: int, rests: int | None = None, at_once: int = 50) -> None:
        """The next deals, up to so many; of the first `rests` of all (None: of each) the rest is looked at, too."""
        while self.deals < until:
            seeds = range(self.deals, min(until, self.deals + at_once))
            for seed, verdict in zip(seeds, self.solver.deals(seeds), strict=True):
                self.note(self.counts, f"deal {seed}", self.of_deal(seed, verdict))
                for found in self.of_rest(seed) if rests is None or seed < rests else ():
                    self.note(self.rests, f"the rest of deal {seed}", found)
            self.deals = seeds.stop
            self.keep()

    def note(self, counts: dict[str, int], what: str, found: str) -> None:
        counts[found] += 1
        if found == WRONG:
            self.wrong.append(what)

    def keep(self) -> None:
        if self.done is not None:
            kept = {"game": self.table.identity, "counts": self.counts, "rests": self.rests, "deals": self.deals, "wrong": self.wrong}
            self.done.write_text(json.dumps(kept), encoding="utf-8")

    # ---- one deal --------------------------------------------------------------------------------

    def of_deal(self, seed: int, verdict: Verdict) -> str:
        if verdict.verdict != WON:
            return self.of_loss(verdict, open_deal(self.table, self.interp, seed))
        try:
            last = replayed(self.table, seed, verdict.moves)[-1].block
        except ValueError:
            return WRONG
        return WIN if self.won(last) else WRONG

    def of_rest(self, seed: int) -> Iterator[str]:
        """What is left after random moves to where nothing goes on, and a move before that, and so on: as long as it is lost and small."""
        ways = [open_deal(self.table, self.interp, seed)]
        dice = random.Random(seed)
        while going := [after for after in self.behind(ways[-1]) if after.get("status") != OVER]:
            ways.append(dice.choice(going))
        for block in reversed(ways):
            plain = plainly(self, block)
            if plain is None:
                return
            verdict = self.solver.solve(self.native(block), Limits(states=1_000_000))
            yield OPEN if verdict.verdict == UNSETTLED else WRONG if plain != (verdict.verdict == WON) else WON_TOO if plain else CONFIRMED
            if plain:
                return

    def behind(self, block: Block) -> list[Block]:
        return [self.after(block, move) for move in self.interp.legal(block, block.get("ask.site"), 0)]

    def of_loss(self, verdict: Verdict, block: Block) -> str:
        if verdict.verdict != LOST:
            return OPEN
        plain = plainly(self, block)
        return LARGE if plain is None else WRONG if plain else CONFIRMED

    def native(self, block: Block) -> State:
        return State.from_bytes(self.solver.layout, block.bytes())

    def won(self, block: Block) -> bool:
        return block.get("status") == OVER and bool(self.interp.call(block, "won"))

    def after(self, block: Block, move: tuple[int, ...]) -> Block:
        after: Block = block.copy()
        for index in range(self.table.arguments + 1):
            after.set("move", index, move[index] if index < len(move) else 0)
        after.set("move.seat", 0, 0)
        self.interp.resume(after)
        return after


def plainly(verdicts: Verdicts, first: Block) -> bool | None:
    """Can it be won? By the interpreter alone, through whole states; None if there are more than a few."""
    regions = [region.name for region in verdicts.table.regions if region.name not in PASSING]
    ahead, seen = [first], set()
    while ahead:
        block: Any = ahead.pop()
        if block.get("status") == OVER:
            if verdicts.won(block):
                return True
            continue
        values = block.regions()
        key = tuple(n for name in regions for n in values[name])
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > SMALL:
            return None
        ahead += verdicts.behind(block)
    return False


def report(verdicts: Verdicts) -> Iterator[str]:
    """What came of it, in lines."""
    for what, counts in (("deals", verdicts.counts), ("rests of deals", verdicts.rests)):
        yield f"{sum(counts.values()):,} {what}: " + ", ".join(f"{n:,} {word}" for word, n in counts.items() if n)
    yield from (f"WRONG: {what}" for what in verdicts.wrong)


def main(arguments: list[str]) -> int:
    """1 if a verdict is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--rests", type=int, metavar="N", help="ask both solvers about the rests of the first N deals; of all, if not told")
    parser.add_argument("--done", type=Path)
    args = parser.parse_args(arguments)
    game = load_game(args.game)
    verdicts = Verdicts(program(game, 1, chosen_options(game, args.option)), args.done)
    try:
        verdicts.go_on(args.deals, args.rests)
    except KeyboardInterrupt:
        verdicts.keep()
    print("\n".join(report(verdicts)))
    return int(bool(verdicts.wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
