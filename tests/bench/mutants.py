"""Mistakes put into bundled games one by one: how many are found without a reference, and how many beside the rules as they were.

    python -m tests.bench.mutants --count 58 --seconds 3 --seed 1

Each is a one-line change (`ruledsl.findings.mutants`) of a game that loads and can be played. Without a reference: `check` warns of it, or `fuzz`
finds something, REFUTED or what never runs, that it does not find in the rules as they were. With one: `diff` tells them apart; those that it
proves to be the same are no mistakes, and are drawn anew.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ruledsl
from ruledsl.diagnostics import RulesError
from ruledsl.findings.diff import Diff
from ruledsl.findings.hunt import Disagreement, Hunt
from ruledsl.findings.mutants import Mutant, mutants
from ruledsl.findings.verdicts import PROVED, REFUTED
from ruledsl.lower import SettingsError
from ruledsl.pipeline import check_file
from ruledsl.pipeline import load as rules_of
from ruledsl.resources import where

GAMES = (
    "breakthrough", "connect-four", "crazy-eights", "gin-rummy", "go-fish", "golf", "hearts", "kuhn-poker", "leduc-poker", "liars-dice", "othello",
    "peg-solitaire", "pig", "rainbow-hop", "surprise-egg", "tic-tac-toe", "twenty-one", "ufo-chickens",
)  # fmt: skip
QUIET = ("tells", "payoff-sum")
"""Classes of facts, which no rule is wrong for."""


def drawn(seed: int) -> Iterator[tuple[str, Mutant, str]]:
    """A game, a change of it, and the text that has it; each game about as often."""
    rng, made = random.Random(seed), {}
    for name in GAMES:
        rules = rules_of(name)
        found = mutants(rules.layers[-1], rules.model.terms)
        rng.shuffle(found)
        made[name] = found, rules.layers[-1].source.text
    for n in range(min(len(found) for found, _ in made.values())):
        for name, (found, text) in made.items():
            yield name, found[n], found[n].of(text)


def noticed(path: Path, seconds: float) -> tuple[set[Any], list[str]]:
    """What is told of rules without a reference: warnings and findings. ValueError if they are refused or make no game."""
    said, _ = check_file(str(path))
    if any(one.is_error for one in said):
        raise ValueError("refused")
    until = time.monotonic() + seconds
    hunt = Hunt(ruledsl.load(str(path)), {}, None, 1, clock=time.monotonic, until=until, found=lambda *_: None)
    hunt.run()
    hunt.maker.join()
    if not hunt.decisions and not hunt.findings:
        raise ValueError("no game")
    found = [*hunt.findings, *hunt.sampled(hunt.covered())]
    told = {("check", one.code) for one in said} | {(one.verdict, one.kind) for one in found if one.kind not in QUIET}
    return told, [f"{one.verdict} {one.kind} {one.span.line}" for one in found if one.verdict == REFUTED]


def main(count: int, seconds: float, seed: int, folder: Path) -> int:
    """Draw, look and count; what is told of the games as they are is no find."""
    folder.mkdir(parents=True, exist_ok=True)
    known: dict[str, set[Any]] = {}
    tally, false_alarms, near, seen = Counter[str](), [], [0, 0], 0
    for name, mutant, text in drawn(seed):
        if seen == count:
            break
        path = folder / f"{name}-{mutant.span.line}-{mutant.span.column}.rules"
        path.write_text(text, encoding="utf-8")
        try:
            if name not in known:
                known[name], refuted = noticed(where(name), seconds)
                false_alarms += [f"{name}: {one}" for one in refuted]
            beside = Diff((ruledsl.load(name), ruledsl.load(str(path))), ({}, {}), None, 1, time.monotonic)
            apart = beside.run(time.monotonic() + seconds) is not None or bool(beside.one_sided)
            if not apart and not beside.left_out and all(table.verdict == PROVED for table in beside.tables):
                tally["the same"] += 1
                continue
            told, refuted = noticed(path, seconds)
        except (ValueError, RulesError, SettingsError, Disagreement) as error:
            tally[f"not drawn: {type(error).__name__}"] += 1
            continue
        seen += 1
        new = told - known[name]
        alone = bool(new)
        tally["found without a reference"] += alone
        tally["found with one"] += apart or alone
        for one in refuted[:1]:
            near[0] += 1
            near[1] += abs(int(one.split()[-1]) - mutant.span.line) <= 3
        how = ", ".join(sorted(" ".join(map(str, one)) for one in new))
        print(f"{seen:3} {name}:{mutant.span.line} {mutant.was!r} -> {mutant.becomes!r}: {how or '-'}{'; diff' if apart else '; no diff'}", flush=True)
    print(f"{seen} changes; {dict(tally)}; refuted {near[0]}, of these within 3 lines {near[1]}; false alarms {false_alarms or 'none'}")
    return len(false_alarms)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=58)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/mutants"))
    given = parser.parse_args()
    raise SystemExit(main(given.count, given.seconds, given.seed, given.folder))
