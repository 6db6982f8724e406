"""What is told of where two games part: the answers that lead there, in words, and the lines of both that it may come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ruledsl.findings.beside import Beside
from ruledsl.findings.diff import Table
from ruledsl.findings.reference import option_words
from ruledsl.findings.side import Side
from ruledsl.findings.verdicts import Answer
from ruledsl.interp import Interpreter
from ruledsl.record import record
from ruledsl.source import Span

FEW = 5
"""Changed lines that are named where none of them is known to matter."""


@record(frozen=True)
class Retold:
    """The answers that lead to where both part, in words, and the lines of both that changed something in the step before, the last first. Where there was
    no time, answers are told by number alone, and of lines nothing is known."""

    answers: list[Answer]
    ran: tuple[list[Span], list[Span]] = ([], [])
    in_time: bool = True


def retold(table: Table, going: Callable[[], bool] = lambda: True) -> Retold:
    """What is told of how both come to part, as long as it is `going`. Only the last step is watched; that those before it offer the same is known."""
    assert table.pairing is not None
    beside, answers = Beside(table.pairing), list[Answer]()
    if table.path:
        beside.begin(0)
    for (option, seat), pair in zip(table.answers, table.path, strict=True):
        if not going():
            return Retold([Answer(None if seat < 0 else seat + 1, option) for option, seat in table.answers], in_time=False)
        if answers:
            beside.answer(table.path[len(answers) - 1])
        answers.append(option_words(beside.a.position, option, seat, pair[1]))
    watched = [_watched(side) for side in beside.sides]
    if table.path:
        beside.step(table.path[-1])
    else:
        beside.start(0)
    spans = [
        [side.program.places[n].span for n in dict.fromkeys(reversed(places)) if n < len(side.program.places)]
        for side, places in zip(beside.sides, watched, strict=True)
    ]
    return Retold(answers, (spans[0], spans[1]))


def _watched(side: Side) -> list[int]:
    """The places that change something from now on, as they come."""
    places: list[int] = []
    side.engine = Interpreter(side.program, lambda op, place, changes: places.append(place))
    return places


def culprits(table: Table, ran: Sequence[Span], side: int, file: str, changed: set[int]) -> list[Span]:
    """The lines of one of them that a difference may come from, the likeliest first: those that it speaks of or that ran before it, and stand otherwise in
    the other; then such as stand otherwise, if they are few; then the others."""
    apart = table.apart
    assert apart is not None
    near = [span for span in (*apart.spans[side], *ran) if span.file == file]
    both = [span for span in near if span.line in changed]
    others = [Span(file, line, 1, line, 1) for line in sorted(changed)] if len(changed) <= FEW else []
    found: dict[int, Span] = {}
    for span in (*both, *others, *near):
        found.setdefault(span.line, span)
    return [*found.values()]
