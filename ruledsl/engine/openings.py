"""What labels begin with, as far as nothing has to be worked out for it. Options whose labels begin otherwise are told apart without a word of the rest."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.engine import sums
from ruledsl.engine.choice import Choice
from ruledsl.engine.position import Position

FITTED = ("times", "set")
"""Kinds of values that read otherwise by what stands before them."""


def opening(position: Position, seat: int | None, option: Choice) -> str:
    """What the label of an option of a seat (from 0) begins with; all of it, where it was read before or is no action's."""
    own, move = option.__dict__, option.move
    label = () if "label" in own or move[0] < 0 or option.on else position.program.actions[move[0]].label
    if not label:
        return option.label
    you, words, begun = -1 if seat is None else seat, position.words, ""
    for part in words.template(label):
        if isinstance(part, str):
            begun += part
            continue
        given = words.given(part)
        if part.hidden or given is None or part.type.kind in FITTED:
            break
        begun += position.shown(part.type, move[given] if given else you, you)
    return sums.kept_of(begun) if position.program.actions[move[0]].sums else begun


def clusters(openings: Sequence[str]) -> list[list[int]]:
    """The numbers of texts that may go on alike: those that begin with the same text, the shortest of them. What is in no other's cluster goes on otherwise."""
    out: list[list[int]] = []
    head: str | None = None
    for n in sorted(range(len(openings)), key=lambda n: (openings[n], n)):
        if head is None or not openings[n].startswith(head):
            head = openings[n]
            out.append([])
        out[-1].append(n)
    return out
