"""Why a value cannot be chosen as an argument at all, whatever the rules require."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.engine.of_each import key_of
from ruledsl.engine.position import Position
from ruledsl.ir.program import Parameter, Type
from ruledsl.ir.subsets import members, split, subset


def outside(position: Position, parameter: Parameter, value: int) -> str:
    """What is said of a value that does not lie where the argument is chosen from, or is not what is wanted."""
    if parameter.meld:
        return position.words.say("`{value}` is no `{meld}`", value=position.words.show(parameter.type, value), meld=parameter.meld)
    return _not_there(position, parameter, value)


def nothing_there(position: Position, parameter: Parameter) -> str:
    """What is said where nothing at all can be chosen as an argument."""
    wanted = parameter.meld or " or ".join(parameter.kinds) or parameter.name
    return position.words.say("there is no {wanted} in `{domain}`", wanted=wanted, domain=parameter.domain)


def none_of(position: Position, parameter: Parameter, cards: Iterable[int]) -> str:
    """What is said of several cards none of which can be chosen."""
    return _not_there(position, parameter, subset(position.program, cards))


def _not_there(position: Position, parameter: Parameter, value: int) -> str:
    words, type = position.words, parameter.type
    shown = f"{key_of(parameter)} ×{value}" if key_of(parameter) else words.show(type, value)
    told = words.say("`{value}` is not in `{domain}`", value=shown, domain=parameter.domain)
    if parameter.kinds and not set(_kinds(position, type, value)) <= set(parameter.kinds):
        return told + words.say(": {kinds} is wanted", kinds=" or ".join(parameter.kinds))
    if key_of(parameter) and parameter.condition:
        return told + words.say(", or not `{condition}` in all", condition=parameter.condition)
    return told + words.say(", or it is not so that `{condition}`", condition=parameter.condition) if parameter.condition else told


def _kinds(position: Position, type: Type, value: int) -> Iterable[str]:
    """What kinds of cards a value names; a card is of the kind that it stands for."""
    program = position.program
    chosen = members(program, value) if type.kind == "subset" else [value] * (type.kind == "card" and value >= 0)
    for card, guise in (split(program, member) for member in chosen):
        yield (program.guises[guise - 1] if guise else program.faces[program.cards[card]]).kind
