"""What minds say where more may have happened than is played again: held against all of that, in games in which it still can be. `--alone`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from unittest.mock import patch

from ruledsl.diagnostics import RulesError
from ruledsl.engine.game import load
from ruledsl.engine.match import Match
from ruledsl.ir.fault import RulesFault
from ruledsl.minds import histories
from ruledsl.minds.every import possible
from ruledsl.minds.histories import Histories
from ruledsl.minds.mind import Mind
from ruledsl.minds.past import question, steps
from tests.minds.judge import Key, believed, key
from tests.minds.tabled import tabled

RUNS = 60_000
"""Steps that are run for all that may have happened."""


def all_of(match: Match, seat: int, runs: int = RUNS) -> dict[Key, Fraction] | None:
    """All worlds of a seat (from 0), by all that may have happened, however much; None if that is too much even here."""
    mind = Mind(match.program, steps(match), question(match, match.position), seat)
    with patch.object(histories, "RUNS", runs):
        found = Histories(mind).worlds()
    for step in mind.steps:
        step.kept.pop((histories.HISTORIES, seat), None)
    return None if found is None else _counted(match, found)


def _counted(match: Match, found: object) -> dict[Key, Fraction]:
    out: Counter[Key] = Counter()
    for weight, block in found:  # type: ignore[attr-defined]
        out[key(match.program, block.regions())] += weight
    total = sum(out.values())
    return {world: weight / total for world, weight in out.items()}


def said(match: Match, seat: int) -> dict[str, dict[Key, Fraction]]:
    """What is said to be exact of a seat where not all that may have happened is played: listed, drawn from a table, held against the past one by one."""
    with patch.object(Histories, "worlds", lambda self: None):
        held = possible(match.moments, seat)
    out = {"listed": _counted(match, held.worlds)} if held.whole else {}
    table, sure = tabled(match, seat)
    if table is not None and sure:
        out["table"] = table
    alone, exact = believed(match, seat) if len(out) == 1 or not out else ({}, False)
    return {**out, **({"alone": alone} if exact else {})}


def compared(text: str, seed: int, folder: Path) -> Iterator[tuple[str, bool]]:
    """Two matches of a game: at each question, for each seat, what is said to be exact and is wrong, and whether anything is said to be."""
    (path := folder / f"alone-{seed}.rules").write_text(text, encoding="utf-8")
    try:
        game = load(path)
        for number in range(2):
            match, random = game.start(2, number), Random(number)
            while not match.over:
                for seat in range(2):
                    found = said(match, seat)
                    true = all_of(match, seat) if found else None
                    wrong = [how for how, worlds in found.items() if true is not None and worlds != true]
                    moves = " ".join(move.label for move in match.history.moves)
                    yield f"seat {seat + 1} after {moves!r}: {', '.join(wrong)}" if wrong else "", bool(found)
                match.play(random.choice(match.answers()))
    except (RulesError, RulesFault):
        return
