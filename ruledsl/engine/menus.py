"""The options of a decision as a sequence: each is made when it is looked at, and put into words as far as it is read."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import overload
from weakref import ref

from ruledsl.engine import moves
from ruledsl.engine.apart import lying, told_apart
from ruledsl.engine.choice import Choice, Origin, Place, listed
from ruledsl.engine.ids import alike, named
from ruledsl.engine.openings import clusters, openings
from ruledsl.engine.position import Position
from ruledsl.ir.once import once
from ruledsl.ir.program import PASS, Program
from ruledsl.ir.regions import until
from ruledsl.record import cached_property

MENUS = 64
"""So many are remembered."""


def choices(position: Position, seat: int | None) -> Sequence[Choice]:
    """What a seat (from 0) may do now; for chance and the world, what may happen. Each is made when it is looked at. Who reads of an option how it is
    called among the others holds on to all of them, or else they are listed anew for each."""
    if position.over:
        return ()
    if position.kind == "chance" or position.site.outcome:
        return tuple(moves.outcome(position, number) for number in range(position.block.get("ask.count")))
    return Menu(position, seat) if seat is None or seat in position.waiting else ()


def sent(position: Position, seat: int) -> list[tuple[str, str]]:
    """What a seat may do now as it is sent: what each option is called among the others, and its id. Where that hangs on nothing but the moves, it is put
    into words once."""
    menu = choices(position, seat)
    if not isinstance(menu, Menu) or not all(_reads_the_same(position, number) for number in {move[0] for move in menu.moves}):
        return [(option.full, option.id) for option in menu]
    key, known = (seat, tuple(map(tuple, menu.moves))), position.words.menus
    if key not in known:
        if len(known) >= MENUS:
            known.clear()
        known[key] = [(option.full, option.id) for option in menu]
    return known[key]


def _reads_the_same(position: Position, number: int) -> bool:
    """Is what an action is called, and its id, the same in every state? Cards are called by what they are and where they lie."""
    if number < 0:
        return number == PASS
    said = position.words.steady(number)
    return said is not None and said.always and not any(p.type.kind in ("card", "subset") for p in position.program.actions[number].params)


class Options(Sequence[Choice]):
    """Options, each made once."""

    def __init__(self) -> None:
        self._made: dict[int, Choice] = {}

    @abstractmethod
    def _make(self, at: int) -> Choice: ...

    @overload
    def __getitem__(self, at: int) -> Choice: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Choice, ...]: ...
    def __getitem__(self, at: int | slice) -> Choice | tuple[Choice, ...]:
        if isinstance(at, slice):
            return tuple(self._at(n) for n in range(*at.indices(len(self))))
        number = at + len(self) if at < 0 else at
        if not 0 <= number < len(self):
            raise IndexError(f"there are {len(self)} options, and none at {at}")
        return self._at(number)

    def _at(self, number: int) -> Choice:
        choice = self._made.get(number)
        if choice is None:
            choice = self._made[number] = self._make(number)
        return choice

    def __iter__(self) -> Iterator[Choice]:
        return map(self._at, range(len(self)))

    def holds(self, option: Choice) -> bool:
        return self._made.get(option.number - 1) is option

    @cached_property
    def unlike(self) -> list[Choice]:
        """Of options that nothing tells apart the first."""
        return _unlike(self)

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, (Options, tuple)) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


def holds(options: Sequence[Choice], option: Choice) -> bool:
    """Is an option one of these: itself, and not one like it?"""
    return options.holds(option) if isinstance(options, Options) else any(one is option for one in options)


def same(options: Sequence[Choice], option: Choice) -> Choice | None:
    """The one that plays the same for the same seat."""
    if not isinstance(options, Menu):
        return next((one for one in options if one.move == option.move and one.seat == option.seat), None)
    at = next((n for n, move in enumerate(options.moves) if move == option.move), None)
    return None if at is None or option.seat != options.who else options[at]


def unlike(options: Sequence[Choice]) -> list[Choice]:
    """Of options that nothing tells apart the first."""
    return options.unlike if isinstance(options, Options) else _unlike(options)


def _unlike(options: Sequence[Choice]) -> list[Choice]:
    met = dict[str, Choice]()
    for option in options:
        met.setdefault(option.full, option)
    return list(met.values())


class Menu(Options):
    """What a seat (from 0) may do now, one choice after the other."""

    def __init__(self, position: Position, seat: int | None) -> None:
        super().__init__()
        self.position, self.seat = position, seat
        self.moves = position.engine.menu(position.block, position.site_number, -1 if seat is None else seat)
        self._origin = Listed(position, seat, ref(self))
        self._apart: dict[int, tuple[Place, ...]] = {}
        self.who = None if seat is None else seat + 1
        if seat is not None and _are_marked(position.program):
            self.moves = in_sight(position, self)

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[Choice]:
        """All of them are looked at together: machine code's rows are read in one go."""
        self.moves = self.moves if isinstance(self.moves, list) else list(self.moves)
        return super().__iter__()

    def _make(self, at: int) -> Choice:
        return listed(self._origin, at + 1, self.who, self.moves[at])

    @cached_property
    def ids(self) -> list[str]:
        return named(self.position, self.moves)

    @cached_property
    def openings(self) -> list[str]:
        return openings(self.position, self.seat, self)

    @cached_property
    def _clusters(self) -> dict[int, list[int]]:
        """Of each option that may have the label of another, the numbers of those that may, from 0."""
        return {n: sorted(some) for some in clusters(self.openings) if len(some) > 1 for n in some}

    def apart(self, at: int) -> tuple[Place, ...]:
        """What tells an option from others of its label. Labels that begin otherwise are not read for it."""
        if at not in self._apart:
            some = self._clusters.get(at, [at])
            self._apart |= zip(some, told_apart(self.position, [self[n] for n in some]) if len(some) > 1 else [()], strict=True)
        return self._apart[at]

    @cached_property
    def unlike(self) -> list[Choice]:
        places, alike = lying(self.position), dict[tuple[int, Hashable], list[int]]()
        for n, some in self._clusters.items():
            alike.setdefault((some[0], places(self[n])), []).append(n)
        doubtful = sorted(n for some in alike.values() if len(some) > 1 for n in some)
        first = dict[str, int]()
        again = {n for n in doubtful if first.setdefault(self[n].full, n) != n}
        return [self[n] for n in range(len(self)) if n not in again]

    def __reduce__(self) -> tuple[Callable[..., tuple[Choice, ...]], tuple[list[Choice]]]:
        return tuple, (list(self),)


def in_sight(position: Position, menu: Menu) -> list[tuple[int, ...]]:
    """The moves of a menu in an order that its seat may know: of cards that differ in what lies on them alone, by that, and not by their numbers."""
    before = list(menu.moves)
    out = list(before)
    for those in alike(position, before):
        told = told_apart(position, [listed(menu._origin, n + 1, menu.who, before[n]) for n in those])
        for n, (_, move) in zip(those, sorted(zip(told, (before[n] for n in those), strict=True)), strict=True):
            out[n] = move
    return out


@once
def _are_marked(program: Program) -> bool:
    """Can equal cards differ in what lies on them, or in how long they lie there?"""
    owners = {*(variable.owner for variable in program.variables), *(zone.owner for zone in program.zones)}
    return "card" in owners or until("card") in program.region


class Listed(Origin):
    """Where the options of a menu come from. One that was chosen is kept as long as its match, and does not hold on to the others: they are listed again,
    should somebody ask how it was called among them."""

    def __init__(self, position: Position, seat: int | None, menu: ref[Menu]) -> None:
        self._position, self._seat, self._menu = position, seat, menu

    def opening(self, choice: Choice) -> str:
        menu = self._menu()
        return menu.openings[choice.number - 1] if menu else openings(self._position, self._seat, [choice])[0]

    def tell(self, choice: Choice, name: str) -> None:
        own = choice.__dict__
        if name in moves.QUICK and choice.move[0] >= 0:
            own[name] = moves.quick(self._position, choice.move, name)
            return
        if name not in ("id", "apart"):
            own.update(moves.told(self._position, self._seat, choice.move))
            return
        menu = self._menu() or Menu(self._position, self._seat)
        own[name] = menu.ids[choice.number - 1] if name == "id" else menu.apart(choice.number - 1)
