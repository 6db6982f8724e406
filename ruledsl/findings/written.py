"""A found game as a test in the language. It fails while the rules are wrong, as the finding says, and holds once they are mended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ruledsl.engine.backend import engine_for
from ruledsl.engine.moves import described, outcome
from ruledsl.engine.position import Position
from ruledsl.findings.machine import Answers
from ruledsl.findings.reference import positions
from ruledsl.findings.verdicts import Finding, Setting
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import PASS, Program


class NoTest(Exception):
    """Why a game cannot be written as a test."""


def written(program: Program, setting: Setting, finding: Finding, answers: Answers) -> str:
    """The text of a test. NoTest if tests have no words for what happens."""
    assert finding.witness is not None
    engine = engine_for(program, "interp")
    lines: list[str] = []
    try:
        for n, position in enumerate(positions(program, engine, finding.witness.seed, answers)):
            if n < len(answers):
                lines.append(_line(position, *answers[n]))
    except RulesFault:
        pass
    title = f"found: {finding.message} ({finding.span.line}:{finding.span.column})".replace('"', "'").replace("{", "(").replace("}", ")")
    head = [f'test "{title}":', f"    players {setting.players}", *(f"    option {name} = {_value(value)}" for name, value in setting.options.items())]
    return "\n".join([*head, *(["    when:"] if any(lines) else []), *(f"        {line}" for line in lines if line)]) + "\n"


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _line(position: Position, option: int, seat: int) -> str:
    """One answer, as a line below `when:`."""
    site = position.site
    if seat < 0:
        if site.comes is not None:
            if option:
                raise NoTest("what comes at the real table is not written into a test")
            return ""
        return f"{site.chance if site.kind == 'chance' else 'world'} {outcome(position, option).spoken[0]}"
    who = position.program.seats[seat]
    move = position.engine.legal(position.block, position.site_number, seat)[option]
    choice = described(position, seat, option + 1, tuple(move))
    if move[0] == PASS:
        return f"{who}: pass"
    if move[0] < 0:
        return f"{who}: {choice.spoken[0]}"
    action = position.program.actions[move[0]]
    spoken = list(choice.spoken)
    how = action.played_as or action.way
    if how and spoken and " as " not in spoken[0]:
        spoken[0] += f" as {how}"
    return f"{who}: {action.name}({', '.join(spoken)})" if spoken else f"{who}: {action.name}"


def shows(game: str, file: Path, finding: Finding) -> bool:
    """Does the test in a file fail with what was found, in the same place? RulesError if it is no test."""
    from ruledsl.testing import collect, run_test

    cases = [case for case in collect(game, [str(file)]) if case.span.file == str(file)]
    return any(_fails_so(run_test(case).failures, finding) for case in cases[:1])


def _fails_so(failures: Sequence[Any], finding: Finding) -> bool:
    return any(failure.span.line == finding.span.line and _same(failure.message, finding.message) for failure in failures)


def _same(message: str, found: str) -> bool:
    words = message.removeprefix("fault: ").split(" not hold")[0]
    return words.split(":")[0] in found or found in message


def free_names(file: Path, word: str) -> Iterator[Path]:
    """`GAME.found-1.test.rules` and so on, those that are not there yet."""
    stem = file.name.removesuffix(".rules")
    number = 1
    while True:
        path = file.with_name(f"{stem}.{word}-{number}.test.rules")
        if not path.exists():
            yield path
        number += 1


