"""Moves that are made hop by hop, each whole: what is said to be `as one move` is one option, found by going all ways on a copy.

The engines, and whoever searches, know hops alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruledsl.engine.backend import Block
from ruledsl.engine.moves import Choice, choices
from ruledsl.engine.position import Position
from ruledsl.ir.fault import RulesFault
from ruledsl.record import replace

MOST = 10_000
"""So many hops are looked at for one list; where there are more, it lists hops, and the move is made one by one."""
_LAST, _FIRST = re.compile(r"[^\W\d]\w*$"), re.compile(r"[^\W\d]\w*")

Way = tuple[tuple[Position, Choice], ...]
"""The hops of a move, and where each was asked."""


def whole(position: Position, seat: int | None, head: int | None = None) -> list[Choice]:
    """What a seat (from 0) may do now, whole moves. `head` is the site where the move began that is being made; else none is."""
    found = ways(position, seat, head)
    return choices(position, seat) if found is None else [_joined(hops, number) for number, hops in enumerate(found, 1)]


def ways(position: Position, seat: int | None, head: int | None = None) -> list[list[Choice]] | None:
    """The same, hop by hop. None where nothing goes on, or too much."""
    head = begun(position, head)
    if head is None or seat is None:
        return None
    found: list[list[Choice]] = []
    looked = 0
    todo: list[Way] = [((position, hop),) for hop in reversed(choices(position, seat))]
    while todo:
        way = todo.pop()
        looked += 1
        if looked > MOST:
            return None
        after = hopped(*way[-1])
        if after is not None and goes_on(after, seat, head):
            todo += [(*way, (after, hop)) for hop in reversed(choices(after, seat))]
        else:
            found.append([hop for _, hop in way])
    return found


def begun(position: Position, head: int | None = None) -> int | None:
    """The site where the move begins, or began, that is to be made here; None if each choice is a move of its own."""
    if head is None and not position.over and position.site.chain:
        return position.site_number
    return head


def goes_on(position: Position, seat: int, head: int) -> bool:
    """Is the same seat asked for more of a move that began at a site?"""
    return not position.over and position.site_number in position.program.sites[head].chain and position.waiting == (seat,)


def hopped(position: Position, hop: Choice) -> Position | None:
    """Where a hop leads; None if the rules go wrong there."""
    block = answered(position, hop)
    try:
        position.engine.resume(block)
    except RulesFault:
        return None
    return replace(position, block=block)


def answered(position: Position, choice: Choice) -> Block:
    """The state with an answer in it, before play goes on."""
    block: Block = position.block.copy()
    cells = position.program.region["move"].count
    for index, value in enumerate((*choice.move, *[0] * cells)[:cells]):
        block.set("move", index, value)
    block.set("move.seat", 0, -1 if choice.seat is None else choice.seat - 1)
    return block


def _joined(hops: Sequence[Choice], number: int) -> Choice:
    """Hops as one option."""
    first, *rest = hops
    if not rest:
        return replace(first, number=number)
    given = tuple((name if n == 0 else f"{name} {n + 1}", text) for n, hop in enumerate(hops) for name, text in hop.given)
    spoken = tuple(text for hop in hops for text in hop.spoken)
    cards = tuple(names for hop in hops for names in hop.cards)
    apart = tuple(place for hop in hops for place in hop.apart)
    told = said([hop.told or hop.label for hop in hops]) if any(hop.told for hop in hops) else ""
    return replace(
        first, label=said([hop.label for hop in hops if hop is first or hop.action != "pass"]), given=given, number=number, spoken=spoken, cards=cards,
        told=told, apart=apart, id=">".join(hop.id for hop in hops), on=tuple(rest),
    )  # fmt: skip


def said(labels: Sequence[str]) -> str:
    """What is said of hops, as one: `c3xe5` and `e5xg7` are `c3xe5xg7`, and `f2` twice is `f2, f2`."""
    text = before = ""
    for label in labels:
        last, first = _LAST.search(before), _FIRST.match(label)
        goes_on = last is not None and first is not None and last[0] == first[0] != label and last[0] != before
        text += label[len(last[0]) :] if last and goes_on else f", {label}" if text else label
        before = label
    return text
