"""Requirements and options on which nothing hangs at a table: without the one, or with another value of the other, it is proved the same game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.findings.diff import Clock, Comparing, Table, table
from ruledsl.findings.mutants import Mutant, requirements, with_change
from ruledsl.findings.readings import default_of, values_of
from ruledsl.findings.verdicts import PROVED, REFUTED, Finding, Setting
from ruledsl.ir.program import Program
from ruledsl.lower import SettingsError
from ruledsl.pipeline import lower
from ruledsl.record import field, record
from ruledsl.source import NOWHERE, Span

if TYPE_CHECKING:
    from ruledsl.engine import Game

GLANCE, SEARCH = 0.05, 2.0
"""Seconds in the reference, and in machine code, for each."""


@record
class Worth:
    """What was found out: of how many requirements and options nothing is known, for want of time or because they are too large to be searched; how many
    make no game of this table where they are otherwise."""

    findings: list[Finding] = field(default_factory=list)
    known: int = 0
    left: int = 0
    refused: int = 0


def worth(game: Game, setting: Setting, program: Program, clock: Clock, going: Callable[[], bool], line: int = 0) -> Worth:
    """What each requirement and each option of a table is worth; of one `line` alone, if it is given."""
    out, tried = Worth(), [*_requirements(game, setting, program, line), *(() if line else _options(game, setting))]
    for kind, words, span, make in tried:
        if not going():
            out.left += 1
            continue
        try:
            other = make()
        except SettingsError:
            other = None
        if other is None:
            out.refused += 1
            continue
        found = _compared(table(setting, program, other), clock)
        proved = found.verdict == PROVED and (kind == "vacuous-require" or not found.said)
        if proved and (kind == "vacuous-require" or not _read_otherwise(found)):
            out.findings.append(Finding(PROVED, kind, words, span, game.model.of(setting.options).model.tags(span), 0))
        out.known += proved or found.verdict == REFUTED
        out.left += not proved and found.verdict != REFUTED
    if not out.left and out.known and not out.findings and not line:
        but = [*_beside(game, setting, program), *([f"{out.refused} without which there is no game"] if out.refused else [])]
        text = "every `require` and every reading changes the game" + (f", of those that were compared; not so {', '.join(but)}" if but else "")
        out.findings.append(Finding(PROVED, "vacuous-require", text, NOWHERE, setting=0))
    return out


def _beside(game: Game, setting: Setting, program: Program) -> Iterator[str]:
    """What is compared with nothing: requirements of other files than the last, and options that were told, or have no few words as their values."""
    last = game.model.layers[-1].source.file
    spans = {program.places[r.place].span for action in program.actions for r in action.requirements}
    files = Counter(span.file for span in spans if span.file != last)
    yield from (f"the {many} of {Path(file).name}" for file, many in sorted(files.items()))
    options = game.model.of(setting.options).model.options
    yield from (f"`{name}`" for name, info in options.items() if name in setting.options or not values_of(info))
    if len(game.model.modes) > 1:
        yield "other modes"


Tried = tuple[str, str, Span, Callable[[], "Program | None"]]


def _requirements(game: Game, setting: Setting, program: Program, line: int) -> Iterator[Tried]:
    """The requirements that are asked at this table, in the last file of the game."""
    asked = {program.places[r.place].span for action in program.actions for r in action.requirements}
    for mutant in requirements(game.model):
        inside = any(span.file == mutant.span.file and span.line == mutant.span.line for span in asked)
        if inside and line in (0, mutant.span.line):
            yield "vacuous-require", "without this `require` it is the same game", mutant.span, lambda mutant=mutant: _without(game, setting, mutant)  # type: ignore[misc]


def _without(game: Game, setting: Setting, mutant: Mutant) -> Program | None:
    rules = with_change(game.model, mutant)
    return lower(rules, setting.players, setting.options) if rules is not None else None


def _options(game: Game, setting: Setting) -> Iterator[Tried]:
    """The options of a few words that were not told to be as they are, each with its other values."""
    for name, info in game.model.of(setting.options).model.options.items():
        for value in values_of(info):
            if name in setting.options or value == default_of(info):
                continue
            words = f"`{name}` at `{value}` is the same game"
            yield "dead-option", words, info.span, lambda name=name, value=value: game.program(setting.players, {**setting.options, name: value})  # type: ignore[misc]


def _read_otherwise(found: Table) -> bool:
    """Does a table at which both play alike look otherwise: by its texts, or by what is there in one of them alone?"""
    return bool(found.words) or found.pairing is not None and any(found.pairing.alone)


def _compared(made: Table, clock: Clock) -> Table:
    if made.identical:
        return made
    comparing = Comparing(made, 1, clock)
    comparing.glance(clock() + GLANCE)
    if made.apart is None:
        comparing.make()
        if made.maker is not None:
            made.maker.join(5 * SEARCH)
        comparing.search(clock() + SEARCH)
    return made
