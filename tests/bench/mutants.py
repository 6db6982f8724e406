"""Mistakes put into bundled games one by one: how many are found without a reference, and how many beside the rules as they were.

    python -m tests.bench.mutants --seconds 5
    python -m tests.bench.mutants --anew --count 58 --seconds 5 --seed 1
    python -m tests.bench.mutants --by-hand --seconds 5
    python -m tests.bench.mutants --by-hand --group trackers --seconds 5
    python -m tests.bench.mutants --elsewhere --seconds 5
    python -m tests.bench.mutants --slips --count 200

Each is a one-line change (of `mutations.txt`, of `mistakes.txt`, of `elsewhere.txt`, of `slips.txt`, or drawn anew by
`ruledsl.findings.mutants`) of a game that loads and can be played. Without a reference:
`check` warns of it, or `fuzz` finds something, REFUTED or what never runs, that it does not find in the rules
as they were. The seconds are those of the processor. With one: `diff` tells them apart; those that it
proves to be the same are no mistakes, and are drawn anew.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Any

import ruledsl
from ruledsl.diagnostics import RulesError
from ruledsl.findings.diff import Diff
from ruledsl.findings.hunt import Disagreement, Hunt
from ruledsl.findings.mutants import Mutant, mutants
from ruledsl.findings.verdicts import PROVED, REFUTED, SAMPLED
from ruledsl.lower import SettingsError
from ruledsl.pipeline import check_file
from ruledsl.pipeline import load as rules_of
from ruledsl.resources import where
from ruledsl.source import Span

GAMES = (
    "breakthrough", "connect-four", "crazy-eights", "gin-rummy", "go-fish", "golf", "hearts", "kuhn-poker", "leduc-poker", "liars-dice", "othello",
    "peg-solitaire", "pig", "rainbow-hop", "surprise-egg", "tic-tac-toe", "twenty-one", "ufo-chickens",
)  # fmt: skip
BEGINS = "# ---- "
"""What a part of a list begins with, and behind it its name."""
ORDER = (REFUTED, SAMPLED, "check")
TELLS = "tells"
"""A class of facts, which no rule is wrong for; where the rules as they were tell nothing of what is hidden, that they do so now is a find."""


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


def listed(file: str, group: str = "") -> Iterator[tuple[str, Mutant, str]]:
    """The same, of a list, or of the part of it behind a line `# ---- GROUP:` that ends at the next such line. ValueError where the piece of the text is not
    there, or more than once."""
    inside = ""
    for line in (Path(__file__).parent / file).read_text(encoding="utf-8").splitlines():
        if line.startswith(BEGINS):
            inside = line.removeprefix(BEGINS).partition(":")[0]
        if not line.startswith("#") and group in ("", inside):
            name, was, becomes = (part.strip(" ").replace("\\n", "\n").replace("\\|", "|") for part in re.split(r"(?<!\\)\|", line))
            path = where(name)
            text = path.read_text(encoding="utf-8")
            if text.count(was) != 1:
                raise ValueError(f"{name} has {text.count(was)} times {was!r}")
            at = text[: text.index(was)].count("\n") + 1
            yield name, Mutant(Span(str(path), at, 1, at, 1), was, becomes, "listed"), text.replace(was, becomes)


def noticed(path: Path, seconds: float) -> tuple[dict[Any, list[int]], list[str]]:
    """What is told of rules without a reference: warnings and findings, each with its line and those that it names. ValueError if they are refused or make
    no game."""
    said, _ = check_file(str(path))
    if any(one.is_error for one in said):
        raise ValueError("refused")
    until = time.process_time() + seconds
    hunt = Hunt(ruledsl.load(str(path)), {}, None, 1, clock=time.process_time, until=until, found=lambda *_: None)
    hunt.run()
    hunt.maker.join()
    if not hunt.decisions and not hunt.findings:
        raise ValueError("no game")
    found = [*hunt.findings, *hunt.sampled(hunt.covered())]
    lines = path.read_text(encoding="utf-8").splitlines()
    there = {id(one): lines[one.span.line - 1].strip() for one in found if 0 < one.span.line <= len(lines)}
    named = {id(one): [one.span.line, *(span.line for span in one.culprits)] for one in found}
    told: dict[Any, list[int]] = {("check", one.code): [one.span.line] for one in said}
    told |= {(one.verdict, one.kind, there.get(id(one), "")): named[id(one)] for one in found}
    return told, [" ".join((one.verdict, one.kind, *map(str, named[id(one)]))) for one in found if one.verdict == REFUTED]


def first_looked_at(told: dict[Any, list[int]], new: Set[Any]) -> list[tuple[str, list[int]]]:
    """The finding that who looks for a mistake begins with, with its lines: what is refuted before what is sampled, and a warning of `check` last."""
    found = [(one[0], told[one]) for verdict in ORDER for one in told if one in new and one[0] == verdict]
    return found[:1]


def main(changes: Iterator[tuple[str, Mutant, str]], count: int, seconds: float, folder: Path) -> int:
    """Draw, look and count; what is told of the games as they are is no find."""
    folder.mkdir(parents=True, exist_ok=True)
    known: dict[str, set[Any]] = {}
    tally, false_alarms, near, times, seen = Counter[str](), [], {name: [0, 0, 0] for name in ORDER}, list[float](), 0
    for name, mutant, text in changes:
        if seen == count:
            break
        path = folder / f"{name}-{mutant.span.line}-{mutant.span.column}.rules"
        path.write_text(text, encoding="utf-8")
        try:
            if name not in known:
                plain, refuted = noticed(where(name), seconds)
                known[name] = {*plain}
                false_alarms += [f"{name}: {one}" for one in refuted]
            began = time.process_time()
            beside = Diff((ruledsl.load(name), ruledsl.load(str(path))), ({}, {}), None, 1, time.process_time)
            apart = beside.run(time.process_time() + seconds) is not None or bool(beside.one_sided)
            took = time.process_time() - began
            if not apart and not beside.left_out and all(table.verdict == PROVED for table in beside.tables):
                tally["the same"] += 1
                print(f"    {name}:{mutant.span.line} {mutant.was!r} -> {mutant.becomes!r}: the same")
                continue
            told, refuted = noticed(path, seconds)
        except (ValueError, RulesError, SettingsError, Disagreement) as error:
            tally[f"not drawn: {type(error).__name__}"] += 1
            print(f"    {name}:{mutant.span.line} {mutant.was!r} -> {mutant.becomes!r}: {type(error).__name__} {error}")
            continue
        seen += 1
        times.append(took)
        new = {one for one in told.keys() - known[name] if one[1] != TELLS or not any(TELLS in other for other in known[name])}
        alone = bool(new)
        tally["found without a reference"] += alone
        tally["found with one"] += apart or alone
        for verdict, lines in first_looked_at(told, new):
            away, counts = [abs(line - mutant.span.line) <= 3 for line in lines], near[verdict]
            counts[:] = counts[0] + 1, counts[1] + away[0], counts[2] + any(away)  # a line that is named behind it
        how = ", ".join(sorted({" ".join(map(str, one[:2])) for one in new}))
        beside_it = f"{'diff' if apart else 'no diff'} {took:.2f} s"
        print(f"{seen:3} {name}:{mutant.span.line} {mutant.was!r} -> {mutant.becomes!r}: {how or '-'}; {beside_it}", flush=True)
    whole = [sum(column) for column in zip(*near.values(), strict=True)]
    print(f"first looked at: {whole[0]}, within 3 lines {whole[1]}, or a line that it names {whole[2]}")
    words = [f"{verdict} {n[0]}, of these within 3 lines {n[1]}, or a line that they name {n[2]}" for verdict, n in near.items()]
    print(f"{seen} changes; {dict(tally)}; {'; '.join(words)}; false alarms {false_alarms or 'none'}")
    print(f"diff: {statistics.median(times):.2f} s in the middle, {max(times):.2f} s at most")
    return len(false_alarms)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--by-hand", action="store_true", help="those of mistakes.txt")
    parser.add_argument("--group", default="", help="of these, those of one part, as `trackers`")
    parser.add_argument("--elsewhere", action="store_true", help="those of elsewhere.txt")
    parser.add_argument("--slips", action="store_true", help="those of slips.txt: how often a line that is named is near")
    parser.add_argument("--anew", action="store_true", help="drawn anew by --seed, and not those of mutations.txt")
    parser.add_argument("--count", type=int, default=58)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/mutants"))
    given = parser.parse_args()
    file = "mistakes.txt" if given.by_hand else "elsewhere.txt" if given.elsewhere else "slips.txt" if given.slips else "mutations.txt"
    changes = drawn(given.seed) if given.anew else listed(file, given.group)
    raise SystemExit(main(changes, given.count, given.seconds, given.folder))
