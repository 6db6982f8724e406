"""Which lines run, by marks that they set in a second text of the same game: what `verify` says of lines is held to this, and to nothing that it counts by.

    python -m tests.laws.marking --files 1000 --seed 1
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import ruledsl
from ruledsl.diagnostics import RulesError
from ruledsl.findings.explored import Explored
from ruledsl.findings.verdicts import PROVED, Setting
from ruledsl.findings.verify import OCCURS, verify
from ruledsl.interp.state import State
from ruledsl.ir.program import Program
from ruledsl.lower.refusal import SettingsError
from tests.laws.proving import Brute
from tests.laws.shaped import Shaped

MOST = 1500
"""Blocks beyond which a game is not gone through."""


class Marked(Brute):
    """All blocks of a game whose lines set marks, and which of these were set."""

    def __init__(self, program: Program, most: int):
        self.ran: set[int] = set()
        super().__init__(program, most)
        if isinstance(self.begins, State):
            self.noted(self.begins)

    def noted(self, state: State) -> None:
        self.ran |= {n + 1 for n in range(state.program.region["ran"].count) if state.get("ran", n)}


def wrong_lines(shaped: Shaped, folder: Path, most: int = MOST) -> tuple[Explored | None, list[str]]:
    """What is found out about a game, nothing where it is refused or too large, and what is false of what is said of its lines."""
    plain, marked = folder / "plain.rules", folder / "marked.rules"
    plain.write_text(shaped.text(), encoding="utf-8")
    marked.write_text(shaped.text(True), encoding="utf-8")
    try:
        game, other = ruledsl.load(str(plain)), ruledsl.load(str(marked))
        players = game.seat_range[0]
        program, brute = game.program(players, watched=True), Marked(other.program(players), most)
    except (RulesError, SettingsError, OverflowError):
        return None, []
    found = verify(program, Setting(players, {}), 10 * most, lambda: True, [])
    return found, [*_false(shaped, found, brute.ran)]


def _false(shaped: Shaped, found: Explored, ran: set[int]) -> Iterator[str]:
    spots = {spot: mark for mark, spot in shaped.marked().items()}
    for claim in found.claims:
        if claim.kind == "dead-branch" and spots.get((claim.span.line, claim.span.column)) in ran:
            yield f"line {claim.span.line} is said never to run, and it does"
        if claim.message.startswith(OCCURS):
            yield from (f"line {line} is said to run, and it never does" for (line, _), mark in spots.items() if mark not in ran)


def main() -> int:
    """Go through so many games; 1 if anything is false."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    counts = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(args.seed, args.seed + args.files):
            found, wrong = wrong_lines(Shaped(seed), Path(folder))
            counts["left out" if found is None else "whole" if found.whole else "in part"] += 1
            counts["claims of lines"] += sum(claim.kind == "dead-branch" and claim.verdict == PROVED for claim in found.claims) if found else 0
            counts["false"] += len(wrong)
            print("".join(f"{seed}: {words}\n" for words in wrong), end="", flush=True)
    print(dict(counts))
    return int(counts["false"] > 0)


if __name__ == "__main__":
    raise SystemExit(main())
