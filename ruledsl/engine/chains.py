"""Moves that are made hop by hop, each whole: what is said to be `as one move` is one option, found by going all ways on a copy.

The engines, and whoever searches, know hops alone."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Container, Sequence
from itertools import accumulate
from typing import Any, TypeAlias

from ruledsl.engine.backend import Block
from ruledsl.engine.choice import Choice, Origin, listed
from ruledsl.engine.menus import Menu, Options, choices
from ruledsl.engine.moments import Decision
from ruledsl.engine.position import Position
from ruledsl.ir.asked import asked_after
from ruledsl.ir.program import OVER
from ruledsl.record import cached_property

MOST = 10_000
"""So many hops are looked at for one list; where there are more, it lists hops, and the move is made one by one."""
Hops = tuple[tuple[Menu, int], ...]
"""Menus one behind the other, and what is chosen of each."""
Way: TypeAlias = "Branch | tuple[Hops, Menu]"
"""Moves, or what they begin with and what can be chosen next."""
_LAST, _FIRST = re.compile(r"[^\W\d]\w*$"), re.compile(r"[^\W\d]\w*")


class Branch:
    """Moves that begin with the same hops, a menu and a place in it each, and go on with one of some options of a menu, from the `first` on. How many moves
    each of these begins is known at once; what can be chosen behind it, where something can, when it is looked at."""

    def __init__(self, begun: Hops, menu: Menu, first: int, counts: Sequence[int], last: Callable[[int], Menu | None]) -> None:
        self._begun, self._menu, self._first, self._counts, self._last = begun, menu, first, counts, last
        self._lasts: dict[int, Menu | None] = {}

    @cached_property
    def _ends(self) -> list[int]:
        return [*accumulate(self._counts)]

    @property
    def count(self) -> int:
        return self._ends[-1]

    def at(self, number: int) -> tuple[Choice, ...]:
        n = bisect_right(self._ends, number)
        hops = (*(menu[at] for menu, at in self._begun), self._menu[self._first + n])
        last = self._lasts[n] if n in self._lasts else self._lasts.setdefault(n, self._last(self._first + n))
        return hops if last is None else (*hops, last[number - self._ends[n] + self._counts[n]])


class Moves(Options):
    """Whole moves, in the order in which their hops are listed."""

    def __init__(self, branches: Sequence[Branch]) -> None:
        super().__init__()
        self._branches, self._ends = branches, [*accumulate(branch.count for branch in branches)]
        self._hops: dict[int, tuple[Choice, ...]] = {}

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def hops(self, at: int) -> tuple[Choice, ...]:
        """What is chosen for a move, one after the other."""
        found = self._hops.get(at)
        if found is None:
            n = bisect_right(self._ends, at)
            branch = self._branches[n]
            found = self._hops[at] = branch.at(at - self._ends[n] + branch.count)
        return found

    def _make(self, at: int) -> Choice:
        first, *rest = hops = self.hops(at)
        return listed(Joined(hops), at + 1, first.seat, first.move, tuple(rest))

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (list(self),)


def whole(position: Position, seat: int | None, head: int | None = None) -> Sequence[Choice]:
    """What a seat (from 0) may do now, whole moves. `head` is the site where the move began that is being made; else none is."""
    found = branches(position, seat, head)
    return choices(position, seat) if found is None else Moves(found)


def tried(decision: Decision | None, choice: Choice) -> tuple[Choice, ...]:
    """The hops of an option that is itself one of a decision's: they have been tried. Of another, none."""
    options = decision.options if decision else ()
    return options.hops(choice.number - 1) if isinstance(options, Moves) and options.holds(choice) else ()


def ways(position: Position, seat: int | None, head: int | None = None) -> list[list[Choice]] | None:
    """The same, hop by hop. None where nothing goes on, or too much."""
    found = branches(position, seat, head)
    return None if found is None else [list(branch.at(n)) for branch in found for n in range(branch.count)]


def branches(position: Position, seat: int | None, head: int | None = None) -> list[Branch] | None:
    """The same, those together that have all but their last hop in common."""
    head = begun(position, head)
    if head is None or seat is None:
        return None
    if seat not in position.waiting:
        return []
    menu = Menu(position, seat)
    if _ends(position, position.site_number, head):
        return [Branch((), menu, 0, [1] * len(menu), lambda at: None)] if menu else []
    found, looked, todo = list[Branch](), 0, list[Way]([((), menu)])
    while todo:
        way = todo.pop()
        if isinstance(way, Branch):
            found.append(way)
            continue
        further, count = _further(*way, seat, head)
        looked += count
        if looked > MOST:
            return None
        todo += further[::-1]
    return found


def _further(hops: Hops, menu: Menu, seat: int, head: int) -> tuple[list[Way], int]:
    """What can be chosen behind each option of a menu, and how much was looked at. All options are tried at once."""
    position, many = menu.position, len(menu)
    behind = position.engine.behind(position.block, menu.moves, seat)
    chain, alone = position.program.sites[head].chain, 1 << seat
    site_of = {asked: asked[1] if asked and _is_asked(chain, alone, *asked) else -1 for asked in {*behind.asked}}
    sites = [site_of[asked] for asked in behind.asked]
    is_last = {site: site < 0 or _ends(position, site, head) for site in site_of.values()}
    chosen = behind.counts([site if is_last[site] else -1 for site in sites])
    counts = [count if site >= 0 else 1 for site, count in zip(sites, chosen)]

    def menu_at(at: int) -> Menu | None:
        return Menu(_with(position, behind.state(at)), seat) if sites[at] >= 0 else None

    found, begins = list[Way](), 0
    for at in (*(at for at, site in enumerate(sites) if not is_last[site]), many):
        if begins < at:
            found.append(Branch(hops, menu, begins, counts[begins:at], menu_at))
        if at < many and (after := menu_at(at)) is not None:
            found.append(((*hops, (menu, at)), after))
        begins = at + 1
    return found, many + sum(chosen)


def _with(position: Position, block: Block) -> Position:
    """Another state of the same match."""
    return Position(position.program, position.engine, position.words, block, position.unknown)


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
    return _is_asked(position.program.sites[head].chain, 1 << seat, *position.block.asked())


def _is_asked(chain: Container[int], alone: int, status: int, site: int, seats: int) -> bool:
    """The same of a state where this is asked; most of those that are looked at are where a move ends."""
    return seats == alone and status != OVER and site in chain


def hopped(position: Position, hop: Choice) -> Position | None:
    """Where a hop leads; None if the rules go wrong there."""
    behind = position.engine.behind(position.block, [hop.move], -1 if hop.seat is None else hop.seat - 1)
    return _with(position, behind.state(0)) if behind.asked[0] else None


def answered(position: Position, choice: Choice) -> Block:
    """The state with an answer in it, before play goes on."""
    block: Block = position.block.answered(choice.move, -1 if choice.seat is None else choice.seat - 1)
    return block


class Joined(Origin):
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
