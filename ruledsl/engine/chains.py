"""Moves that are made hop by hop, each whole: what is said to be `as one move` is one option, found by going all ways on a copy.

The engines, and whoever searches, know hops alone."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any

from ruledsl.engine.backend import Block
from ruledsl.engine.choice import Choice, listed
from ruledsl.engine.menus import Menu, Options, choices
from ruledsl.engine.position import Position
from ruledsl.ir.asked import asked_after
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import OVER
from ruledsl.record import record

MOST = 10_000
"""So many hops are looked at for one list; where there are more, it lists hops, and the move is made one by one."""
_LAST, _FIRST = re.compile(r"[^\W\d]\w*$"), re.compile(r"[^\W\d]\w*")

@record(frozen=True)
class Branch:
    """Moves that begin with the same hops, and what can be chosen last; a move of which all hops are here has nothing last. A hop is
    a menu and a place in it."""

    begun: tuple[tuple[Sequence[Choice], int], ...]
    last: Sequence[Choice] | None

    @property
    def hops(self) -> tuple[Choice, ...]:
        return tuple(menu[at] for menu, at in self.begun)

    def __len__(self) -> int:
        return 1 if self.last is None else len(self.last)

    def at(self, number: int) -> tuple[Choice, ...]:
        return self.hops if self.last is None else (*self.hops, self.last[number])


class Last(Options):
    """What can be chosen last, behind hops: how much is known at once, and what when it is looked at."""

    def __init__(self, position: Position, block: Block, site: int, seat: int) -> None:
        super().__init__()
        self._position, self._block, self._seat = position, block, seat
        self._count = position.engine.many(block, site, seat)

    @cached_property
    def _menu(self) -> Menu:
        return Menu(_with(self._position, self._block), self._seat)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._menu)

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (list(self),)

    def _make(self, at: int) -> Choice:
        return self._menu[at]


class Moves(Options):
    """Whole moves, in the order in which their hops are listed."""

    def __init__(self, branches: Sequence[Branch]) -> None:
        super().__init__()
        self._branches, self._ends = branches, [*accumulate(map(len, branches))]

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def hops(self, at: int) -> tuple[Choice, ...]:
        """What is chosen for a move, one after the other."""
        n = bisect_right(self._ends, at)
        branch = self._branches[n]
        return branch.at(at - self._ends[n] + len(branch))

    def _make(self, at: int) -> Choice:
        first, *rest = hops = self.hops(at)
        return listed(Joined(hops), at + 1, first.seat, first.move, tuple(rest))


def whole(position: Position, seat: int | None, head: int | None = None) -> Sequence[Choice]:
    """What a seat (from 0) may do now, whole moves. `head` is the site where the move began that is being made; else none is."""
    found = branches(position, seat, head)
    return choices(position, seat) if found is None else Moves(found)


def ways(position: Position, seat: int | None, head: int | None = None) -> list[list[Choice]] | None:
    """The same, hop by hop. None where nothing goes on, or too much."""
    found = branches(position, seat, head)
    return None if found is None else [list(branch.at(n)) for branch in found for n in range(len(branch))]


def branches(position: Position, seat: int | None, head: int | None = None) -> list[Branch] | None:
    """The same, those together that have all but their last hop in common."""
    head = begun(position, head)
    if head is None or seat is None:
        return None
    if seat not in position.waiting:
        return []
    found: list[Branch] = []
    looked = 0
    todo: list[tuple[tuple[tuple[Menu, int], ...], Block | None]] = [((), position.block)]
    while todo:
        hops, block = todo.pop()
        if block is None:
            found.append(Branch(hops, None))
            continue
        site = block.get("ask.site")
        last, menu = _ends(position, site, head), _offered(position, block, site, seat, head) if hops else Menu(position, seat)
        looked += len(menu)
        if looked > MOST:
            return None
        if last:
            found.append(Branch(hops, menu))
        elif isinstance(menu, Menu):
            todo += [((*hops, (menu, at)), _on(position, block, move, seat, head)) for at, move in [*enumerate(menu.moves)][::-1]]
    return found


def _offered(position: Position, block: Block, site: int, seat: int, head: int) -> Last | Menu:
    """What a seat may choose behind a hop."""
    return Last(position, block, site, seat) if _ends(position, site, head) else Menu(_with(position, block), seat)


def _with(position: Position, block: Block) -> Position:
    """Another state of the same match."""
    return Position(position.program, position.engine, position.words, block, position.unknown)


def _on(position: Position, before: Block, hop: tuple[int, ...], seat: int, head: int) -> Block | None:
    """Where a move goes on behind a hop in a state; None if that was its last."""
    block = _resumed(position, before, hop, seat)
    return block if block is not None and _asks_on(position, block, seat, head) else None


def _ends(position: Position, site: int, head: int) -> bool:
    """Is what is chosen at a site the last of a move, whatever it is?"""
    known = position.words.lasts_hop
    way = (head, site)
    if way not in known:
        known[way] = asked_after(position.program, site).isdisjoint(position.program.sites[head].chain)
    return known[way]


def begun(position: Position, head: int | None = None) -> int | None:
    """The site where the move begins, or began, that is to be made here; None if each choice is a move of its own."""
    if head is None and not position.over and position.site.chain:
        return position.site_number
    return head


def goes_on(position: Position, seat: int, head: int) -> bool:
    """Is the same seat asked for more of a move that began at a site?"""
    return _asks_on(position, position.block, seat, head)


def _asks_on(position: Position, block: Block, seat: int, head: int) -> bool:
    """The same of a state; most of those that are looked at are where a move ends."""
    status, site, seats = block.asked()
    return status != OVER and site in position.program.sites[head].chain and seats == 1 << seat


def hopped(position: Position, hop: Choice) -> Position | None:
    """Where a hop leads; None if the rules go wrong there."""
    block = _resumed(position, position.block, hop.move, -1 if hop.seat is None else hop.seat - 1)
    return None if block is None else _with(position, block)


def _resumed(position: Position, before: Block, hop: tuple[int, ...], seat: int) -> Block | None:
    block: Block = before.answered(hop, seat)
    try:
        position.engine.resume(block)
    except RulesFault:
        return None
    return block


def answered(position: Position, choice: Choice) -> Block:
    """The state with an answer in it, before play goes on."""
    block: Block = position.block.answered(choice.move, -1 if choice.seat is None else choice.seat - 1)
    return block


class Joined:
    """Hops as one option."""

    def __init__(self, hops: Sequence[Choice]) -> None:
        self._hops = hops

    def tell(self, choice: Choice, name: str) -> None:
        first, *rest = self._hops
        choice.__dict__[name] = _joined(self._hops, name) if rest and name in _JOINED else getattr(first, name)


_JOINED = ("label", "given", "spoken", "cards", "apart", "told", "id")
"""What is told of all hops together; of the rest what there is to tell of the first."""


def _joined(hops: Sequence[Choice], name: str) -> object:
    if name == "label":
        return said([hop.label for hop in hops if hop is hops[0] or hop.action != "pass"])
    if name == "told":
        return said([hop.told or hop.label for hop in hops]) if any(hop.told for hop in hops) else ""
    if name == "id":
        return ">".join(hop.id for hop in hops)
    if name == "given":
        return tuple((name if n == 0 else f"{name} {n + 1}", text) for n, hop in enumerate(hops) for name, text in hop.given)
    return tuple(one for hop in hops for one in getattr(hop, name))


def said(labels: Sequence[str]) -> str:
    """What is said of hops, as one: `c3xe5` and `e5xg7` are `c3xe5xg7`, and `f2` twice is `f2, f2`."""
    text = before = ""
    for label in labels:
        last, first = _LAST.search(before), _FIRST.match(label)
        goes_on = last is not None and first is not None and last[0] == first[0] != label and last[0] != before
        text += label[len(last[0]) :] if last and goes_on else f", {label}" if text else label
        before = label
    return text
