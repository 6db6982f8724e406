"""Menus in other worlds: could this have been answered there, how many answers would sound the same to a seat, and would its own menu look the same?"""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.engine.cards import instances
from ruledsl.engine.position import Position
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.once import once
from ruledsl.ir.program import VALUE, Program, Type
from ruledsl.ir.subsets import cards_of, members, renamed, split
from ruledsl.ir.unseen import place_of

Move = tuple[int, ...]
Sound = tuple[object, ...]


def types_of(position: Position, move: Move) -> list[Type]:
    """What the arguments of an answer mean. What chance or the world answers is a number, and no action."""
    if position.kind in ("chance", "world"):
        return []
    if move[0] == VALUE:
        return [position.site.type or Type("int")]
    return [p.type for p in position.program.actions[move[0]].params] if move[0] >= 0 else []


def elsewhere(position: Position, move: Move, becomes: dict[int, int]) -> Move:
    """The answer where cards have taken the places of others."""
    types = types_of(position, move)
    return (move[0], *(_renamed(position, type, value, becomes) for type, value in zip(types, move[1:], strict=False)))


def _renamed(position: Position, type: Type, value: int, becomes: dict[int, int]) -> int:
    return renamed(position.program, type, value, becomes) if type.kind in ("card", "subset") and value >= 0 else value


def allowed(there: Position, seat: int, move: Move) -> bool:
    """Could a seat (from 0) have answered so? An action is asked for by itself, and not looked for among all that there is; what would go wrong in
    others is not met then."""
    types = types_of(there, move)
    entries = [entry for entry in there.site.menu if entry.action == move[0]]
    if entries and all(type.kind != "card" or place_of(value) is None for type, value in zip(types, move[1:], strict=False)):
        try:
            return any(_passes(there, seat, move, entry.given) for entry in entries)
        except RulesFault:
            pass  # requirements are asked in another order where all options are listed: some that go wrong are not asked there
    wanted = sound(there, move)
    return any(sound(there, option) == wanted for option in there.engine.legal(there.block, there.site_number, seat))


def _passes(there: Position, seat: int, move: Move, given: Sequence[tuple[int, str]]) -> bool:
    action, arguments = there.program.actions[move[0]], move[1 : 1 + len(there.program.actions[move[0]].params)]
    if any(there.call(function, seat) != arguments[n] for n, function in given):
        return False
    if not all(there.call(p.member, seat, *arguments[: n + 1]) for n, p in enumerate(action.params)):
        return False
    return not action.guard or not there.call(action.guard, seat, *arguments)


def sounding(there: Position, seat: int, move: Move, unseen: Sequence[int]) -> int:
    """How many answers sound the same to who does not see the arguments `unseen` (from 1), counted by cards; 0 if it could not be answered there."""
    if not allowed(there, seat, move):
        return 0
    options = [option for option in there.engine.legal(there.block, there.site_number, seat) if option[0] == move[0]]
    wanted = sound(there, move, unseen)
    return sum(_times(there, option, unseen) for option in options if sound(there, option, unseen) == wanted)


def sounds(there: Position, seat: int, move: Move, unseen: Sequence[int]) -> bool:
    """Could a seat (from 0) have answered anything that sounds the same to who does not see the arguments `unseen`?"""
    wanted = sound(there, move, unseen)
    return any(sound(there, option, unseen) == wanted for option in there.engine.legal(there.block, there.site_number, seat) if option[0] == move[0])


def looks(truly: Position, there: Position, seat: int, back: dict[int, int]) -> frozenset[Sound]:
    """The options that a seat is shown in a world, each card by the place where it lies: `back` says which card lies there truly."""
    options = there.engine.legal(there.block, there.site_number, seat)
    return frozenset(sound(truly, elsewhere(truly, option, back)) for option in options)


def sound(position: Position, move: Move, unseen: Sequence[int] = ()) -> Sound:
    """An answer as it sounds: equal cards that are held in one place sound the same, and of those that are not seen
    the place alone counts."""
    heard = (_heard(position, type, value, n in unseen) for n, (type, value) in enumerate(zip(types_of(position, move), move[1:], strict=False), 1))
    return (move[0], *heard)


def _heard(position: Position, type: Type, value: int, unseen: bool) -> object:
    if type.kind == "subset":
        return tuple(sorted(_card(position, member) for member in members(position.program, value)))
    if type.kind != "card" or value < 0:
        return value
    return _card(position, value)[:1] + _card(position, value)[-1:] if unseen else _card(position, value)


def _card(position: Position, member: int) -> tuple[int, int, int, int]:
    card, guise = split(position.program, member)
    place = _place(position, card)
    return place, position.program.cards[card], guise, card if place in _lined_up(position.program) else -1


@once
def _lined_up(program: Program) -> frozenset[int]:
    """The numbers in `card.zone` of places where everybody can tell one card from another that is equal."""
    return frozenset(zone.base + k for zone, k in instances(program) if not zone.held)


def _place(position: Position, member: int) -> int:
    return position.values["card.zone"][member % len(position.program.cards)]


def _times(there: Position, option: Move, unseen: Sequence[int]) -> int:
    """For how many cards that are not seen an option stands: all of a face that lie in one place, if they cannot be told apart there, each once."""
    types = types_of(there, option)
    out, named = 1, list(dict.fromkeys(option[n] for n, type in enumerate(types, 1) if type.kind == "card" and n not in unseen))
    for n in unseen:
        if option[n] >= 0 and option[n] not in named and _place(there, option[n]) not in _lined_up(there.program):
            like = _alike(there, option[n])
            out *= len(like) - sum(member % len(there.program.cards) in like for member in named if member >= 0)
            named.append(option[n])
    return out


def _alike(there: Position, member: int) -> list[int]:
    """The cards of its face that lie with it."""
    cards, place = there.program.cards, _place(there, member)
    face = cards[member % len(cards)]
    return [card for card, other in enumerate(cards) if other == face and there.values["card.zone"][card] == place]


def blindly(before: Position, after: Position, chooser: int | None, move: Move, seat: int) -> tuple[int, ...]:
    """The arguments of another seat's answer, from 1, that are a card which a seat sees neither before nor afterwards."""
    if chooser is None or chooser == seat:
        return ()
    cards = [(n, value) for n, (type, value) in enumerate(zip(types_of(before, move), move[1:], strict=False), 1) if type.kind == "card" and value >= 0]
    lying = [(n, cards_of(before.program, Type("card"), value)[0]) for n, value in cards]
    return tuple(n for n, card in lying if not any(position.sees(seat, card) for position in (before, after)))
