"""The ids of options: by places and by what can be seen, never by the numbers of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache

from ruledsl.engine.cards import cards_in
from ruledsl.engine.position import Position
from ruledsl.ir.layout import find_instance
from ruledsl.ir.once import once
from ruledsl.ir.program import BOX, PASS, Program, Type
from ruledsl.ir.subsets import members, split
from ruledsl.ir.unseen import place_of

MOST_KEPT = 10_000
"""So many subsets of cards are remembered."""


def named(position: Position, moves: Sequence[Sequence[int]]) -> list[str]:
    """The ids of moves; those that nothing else tells apart are counted."""
    met: Counter[str] = Counter()
    out = []
    for own in uncounted(position, moves):
        met[own] += 1
        out.append(own if met[own] == 1 else f"{own}/{met[own]}")
    return out


def uncounted(position: Position, moves: Sequence[Sequence[int]]) -> Iterator[str]:
    """The same, where some may have one id."""
    card = cache(lambda member: _card(position, member))
    return (_id(position, move, card) for move in moves)


def alike(position: Position, moves: Sequence[Sequence[int]]) -> list[list[int]]:
    """The moves that share an id where none is counted, by their numbers, two or more together. What ids say is compared as numbers, and none is put
    into words; a move that names no card shares its id with forms of the same action alone."""
    program = position.program
    heads, several = _heads(program), _of_several_forms(program)
    value = "value", *_of([position.site.type] if position.site.type else [])
    told: _Told | None = None
    met: dict[Hashable, list[int]] = {}
    for n, move in enumerate(moves):
        name, of, has_cards = heads.get(move[0], value)
        if not has_cards and name not in several:
            continue
        told = told or _Told(program, _first_alike(program, position.values["card.zone"]))
        met.setdefault((name, *map(told.of, of, move[1:])), []).append(n)
    return [those for those in met.values() if len(those) > 1]


@once
def _heads(program: Program) -> dict[int, tuple[str, list[str], bool]]:
    """By action how its id begins, of what kinds its arguments are, and whether these name cards. Forms of one action are called the same."""
    heads = {n: (action.name, *_of([p.type for p in action.params])) for n, action in enumerate(program.actions)}
    return {**heads, PASS: ("pass", *_of([]))}


def _of(types: Sequence[Type]) -> tuple[list[str], bool]:
    kinds = [type.kind for type in types]
    return kinds, not {"card", "subset"}.isdisjoint(kinds)


@once
def _of_several_forms(program: Program) -> frozenset[str]:
    """What more than one action is called."""
    names = Counter(name for name, _, _ in _heads(program).values())
    return frozenset(name for name, times in names.items() if times > 1)


@once
def _in_order(program: Program) -> frozenset[int]:
    """The places where each card has a number of its own."""
    return frozenset(zone.base + n for zone in program.zones if zone.ordered for n in range(zone.instances))


def _first_alike(program: Program, zones: Sequence[int]) -> list[int]:
    """By card the first one of which an id says the same: one of the same face in the same place, or itself where cards lie in order."""
    in_order, met = _in_order(program), dict[tuple[int, int], int]()
    return [card if zone in in_order else met.setdefault((zone, face), card) for card, (zone, face) in enumerate(zip(zones, program.cards))]


class _Told:
    """What ids say of values, as numbers; each is found out once."""

    def __init__(self, program: Program, first: Sequence[int]) -> None:
        self._program, self._spots = program, _Spots(first)
        self._several: dict[int, Hashable] = {}
        self._members = _members(program)

    def of(self, kind: str, value: int) -> Hashable:
        """What the id says of a value, as a number, or as several."""
        if kind != "subset":
            return self._spots[value] if kind == "card" else value
        told = self._several.get(value)
        if told is None:
            told = self._several[value] = tuple(sorted(map(self._spots.__getitem__, self._members[value])))
        return told


class _Spots(dict[int, int]):
    """What ids say of a card with its guise, as a number; a place that stands for cards, and none, is what it is."""

    def __init__(self, first: Sequence[int]) -> None:
        super().__init__()
        self._first = first

    def __missing__(self, member: int) -> int:
        guise, card = divmod(member, len(self._first)) if member >= 0 else (0, member)
        spot = self[member] = self._first[card] + guise * len(self._first) if member >= 0 else member
        return spot


class _Members(dict[int, list[int]]):
    """The cards of subsets, each with its guise: the same ones are asked for at one decision after the other."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self._program = program

    def __missing__(self, subset: int) -> list[int]:
        if len(self) >= MOST_KEPT:
            self.clear()
        found = self[subset] = members(self._program, subset)
        return found


@once
def _members(program: Program) -> _Members:
    return _Members(program)


def _id(position: Position, move: Sequence[int], card: Callable[[int], str]) -> str:
    if move[0] == PASS:
        return "pass"
    if move[0] >= 0:
        known = position.words.ids.get(tuple(move))
        return _of_action(position, move, card) if known is None else known
    types = [position.site.type] if position.site.type else []
    return ":".join(["value", *(_value(position, type, value, card) for type, value in zip(types, move[1:], strict=False))])


def _of_action(position: Position, move: Sequence[int], card: Callable[[int], str]) -> str:
    """The id of an action; one that names no cards is always called the same."""
    action = position.program.actions[move[0]]
    own = ":".join([action.name, *(_value(position, p.type, value, card) for p, value in zip(action.params, move[1:], strict=False))])
    if not any(p.type.kind in ("card", "subset") for p in action.params):
        position.words.call(move, own)
    return own


def _value(position: Position, type: Type, value: int, card: Callable[[int], str]) -> str:
    if type.kind == "subset":
        return "+".join(sorted(map(card, members(position.program, value)))) or "none"
    if type.kind == "card" and value != -1:
        return card(value)
    return position.words.spoken(type, value)


def _card(position: Position, member: int) -> str:
    """A card by its place, or where it lies without order, by its face as well."""
    place = place_of(member)
    if place is not None:
        return where(position, place)
    card, guise = split(position.program, member)
    number = position.values["card.zone"][card]
    found, own = find_instance(position.program, number), where(position, number)
    played = f"={position.program.guises[guise - 1].spoken}" if guise else ""
    if found and found[0].ordered:
        return f"{own}#{cards_in(position.program, position.values, *found).index(card) + 1}{played}"
    return f"{own}.{position.words.spoken(Type('card'), card)}{played}"


def where(position: Position, number: int) -> str:
    """A place by the numbers of its owner: `hand:2`, `tile:a3`, `deck`."""
    found = find_instance(position.program, number)
    if found is None:
        return "box" if number == BOX else "nowhere"
    zone, k = found
    owner, own = divmod(k, zone.length)
    name = f"{zone.name}[{own + 1}]" if zone.length > 1 else zone.name
    if zone.owner == "player":
        return f"{name}:{owner + 1}"
    return f"{name}:{position.program.cells[owner]}" if zone.owner == "cell" else name
