"""A found game as a test in the language. It fails while the rules are wrong, as the finding says, and holds once they are mended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from ruledsl.engine.backend import engine_for
from ruledsl.engine.moves import described, outcome
from ruledsl.engine.of_each import key_of
from ruledsl.engine.position import Position
from ruledsl.findings.located import Located
from ruledsl.findings.machine import Answers
from ruledsl.findings.reference import positions
from ruledsl.findings.verdicts import Finding, Setting
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.layout import find_instance
from ruledsl.ir.program import PASS, Parameter, Program


class NoTest(Exception):
    """Why a game cannot be written as a test."""


def written(program: Program, setting: Setting, finding: Finding, answers: Answers) -> str:
    """The text of a test. NoTest if tests have no words for what happens."""
    assert finding.witness is not None
    engine, located = engine_for(program, "interp"), Located(program)
    lines: list[str] = []
    try:
        for n, position in enumerate(positions(program, engine, finding.witness.seed, answers)):
            if n < len(answers):
                lines.append(_line(position, located, *answers[n]))
    except RulesFault:
        pass
    title = f"found: {finding.message} ({finding.span.line}:{finding.span.column})".replace('"', "'").replace("{", "(").replace("}", ")")
    head = [f'test "{title}":', f"    players {setting.players}", *(f"    option {name} = {_value(value)}" for name, value in setting.options.items())]
    return "\n".join([*head, *(["    when:"] if any(lines) else []), *(f"        {line}" for line in lines if line)]) + "\n"


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _line(position: Position, located: Located, option: int, seat: int) -> str:
    """One answer, as a line below `when:`."""
    site = position.site
    if seat < 0:
        if site.comes is not None:
            if option:
                raise NoTest("what comes at the real table is not written into a test")
            return ""
        came = located.text(site.type, position.call(site.outcome, option), outcome(position, option).spoken[0])
        return f"{site.chance if site.kind == 'chance' else 'world'} {came}"
    who = position.program.seats[seat]
    move = position.engine.legal(position.block, position.site_number, seat)[option]
    choice = described(position, seat, option + 1, tuple(move))
    if move[0] == PASS:
        return f"{who}: pass"
    if move[0] < 0:
        return f"{who}: {located.text(site.type, move[1], choice.spoken[0])}"
    action = position.program.actions[move[0]]
    spoken = list(_arguments(position, located, seat, zip(action.params, move[1:], choice.spoken, strict=False)))
    how = action.played_as or action.way
    if how and spoken and " as " not in spoken[0]:
        spoken[0] += f" as {how}"
    return f"{who}: {action.name}({', '.join(spoken)})" if spoken else f"{who}: {action.name}"


def _arguments(position: Position, located: Located, seat: int, given: Iterable[tuple[Parameter, int, str]]) -> Iterator[str]:
    """What an action is given, as rules write it; of numbers of each key all keys are one list."""
    for _, some in groupby(given, key=lambda one: one[0].name.partition("[")[0] if key_of(one[0]) else one[0].name):
        together = list(some)
        if key_of(together[0][0]):
            yield "[" + ", ".join(key_of(parameter) for parameter, value, _ in together for _ in range(value)) + "]"
        else:
            yield from (_argument(position, located, seat, *one) for one in together)


def _argument(position: Position, located: Located, seat: int, parameter: Parameter, value: int, spoken: str) -> str:
    """A value as rules write it; a card that who chooses does not see, by where it lies."""
    if parameter.type.kind != "card" or value < 0 or position.names(seat, parameter.type, value):
        return located.text(parameter.type, value, spoken)
    number, found = position.lined_up(value, True), find_instance(position.program, position.values["card.zone"][value % len(position.program.cards)])
    if number is None or found is None or found[0].length > 1 or found[0].owner not in ("player", "table"):
        raise NoTest("tests have no words for a card that who chooses it does not see")
    zone, k = found
    return f"{position.program.seats[k] + '.' if zone.owner == 'player' else ''}{zone.name}[{number}]"


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


