"""What labels begin with, as far as nothing has to be worked out for it. Options whose labels begin otherwise are told apart without a word of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ruledsl.engine import sums
from ruledsl.engine.choice import Choice
from ruledsl.engine.position import Position
from ruledsl.ir.program import Type

FITTED = ("times", "set")
"""Kinds of values that read otherwise by what stands before them."""


def openings(position: Position, seat: int | None, options: Iterable[Choice]) -> list[str]:
    """What the labels of some options of a seat (from 0) begin with; all of it, where it was read before or is no action's."""
    you, reader = -1 if seat is None else seat, _Reader(position, -1 if seat is None else seat)
    return [
        option.label if "label" in option.__dict__ or option.on or option.move[0] < 0 else reader.read((you, *option.move[1:]), option) for option in options
    ]


class _Reader:
    """Reads the beginnings of labels: what stands in a hole is the same text each time."""

    def __init__(self, position: Position, you: int) -> None:
        self._position, self._you = position, you
        self._pieces: dict[int, list[tuple[str, int, Type | None, dict[int, str]]]] = {}

    def read(self, given: tuple[int, ...], option: Choice) -> str:
        number = option.move[0]
        if number not in self._pieces:
            self._pieces[number] = list(self._begun(number))
        out = ""
        for text, at, type, known in self._pieces[number]:
            if type is None:
                out += text
                continue
            value = given[at]
            told = known.get(value)
            if told is None:
                told = known[value] = self._position.shown(type, value, self._you)
            out += told
        action = self._position.program.actions[number]
        return (sums.kept_of(out) if action.sums else out) or option.label

    def _begun(self, number: int) -> Iterable[tuple[str, int, Type | None, dict[int, str]]]:
        """The pieces up to the first that has to be worked out: texts, and arguments by their numbers."""
        words = self._position.words
        for part in words.template(self._position.program.actions[number].label):
            if isinstance(part, str):
                yield part, 0, None, {}
                continue
            given = words.given(part)
            if part.hidden or given is None or part.type.kind in FITTED:
                return
            yield "", given, part.type, {}


def clusters(texts: Sequence[str]) -> list[list[int]]:
    """The numbers of texts that may go on alike: those that begin with the same text, the shortest of them. What is in no other's cluster goes on otherwise."""
    out: list[list[int]] = []
    head: str | None = None
    for n in sorted(range(len(texts)), key=lambda n: (texts[n], n)):
        if head is None or not texts[n].startswith(head):
            head = texts[n]
            out.append([])
        out[-1].append(n)
    return out
