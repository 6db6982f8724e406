"""Why a value cannot be chosen as an argument at all, whatever the rules require."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ruledsl.engine.of_each import key_of
from ruledsl.engine.position import Position
from ruledsl.ir.program import Parameter, Type
from ruledsl.ir.subsets import members, split, subset


class Outside(str):
    """That something does not lie where it is chosen from, or is not what is wanted. Where words can mean several things, other reasons count more."""


def outside(position: Position, parameter: Parameter, value: int) -> Outside:
    """What is said of a value that does not lie where the argument is chosen from, or is not what is wanted."""
    if parameter.meld:
        return Outside(position.words.say("`{value}` is no `{meld}`", value=position.words.show(parameter.type, value), meld=parameter.meld))
    return _not_there(position, parameter, value)


def wrong_number(position: Position, parameter: Parameter, value: int, allowed: Sequence[int]) -> Outside:
    """What is said where one of each is chosen too often or not often enough."""
    say, shown = position.words.say, f"{key_of(parameter)} ×{value}"
    many = parameter.domain.what(shown)
    inall = say("; {many} in all", many=many) if many else ""
    if allowed and value > max(allowed) == 0:
        return Outside(say("no `{value}` can be chosen", value=key_of(parameter)) + inall)
    if allowed and value > max(allowed):
        return Outside(say("`{value}` is too many: {most} at most", value=shown, most=max(allowed)) + inall)
    if allowed and value < min(allowed):
        return Outside(say("`{value}` is too few: {least} at least", value=shown, least=min(allowed)) + inall)
    return Outside(say("`{value}` cannot be chosen", value=shown) + inall)


def nothing_there(position: Position, parameter: Parameter, said: Sequence[str]) -> str:
    """What is said where nothing at all can be chosen as an argument, beside what was said of those before it."""
    say, where, wanted = position.words.say, parameter.domain.where(-1), parameter.meld or " or ".join(parameter.kinds) or parameter.name
    tells = len(wanted) > 1 and not any(word.startswith(wanted) for word in where.split())  # `goal in goals(c)`
    if not parameter.domain.place and parameter.domain.against:  # of what has everything in it, it is told what all of that is
        told = say("nothing can be chosen for {name}: {against}", name=parameter.name, against=parameter.domain.what(parameter.name))
    else:
        told = say("there is no {wanted} {where}", wanted=wanted, where=where) if tells else say("there is nothing {where}", where=where)
    return told + (say(" for {said}", said=", ".join(f"`{value}`" for value in said)) if said else "")


def none_of(position: Position, parameter: Parameter, cards: Iterable[int]) -> Outside:
    """What is said of several cards none of which can be chosen."""
    return _not_there(position, parameter, subset(position.program, cards))


def _not_there(position: Position, parameter: Parameter, value: int) -> Outside:
    return Outside(_what_stands_against(position, parameter, value))


def _what_stands_against(position: Position, parameter: Parameter, value: int) -> str:
    words, type = position.words, parameter.type
    shown = words.show(type, value)
    where, against = parameter.domain.where(value), parameter.domain.what(shown)
    if parameter.domain.kinds and not set(_kinds(position, type, value)) <= set(parameter.domain.kinds):
        return words.say("`{value}` cannot be chosen", value=shown) + words.say(": {kinds} is wanted", kinds=parameter.domain.wanted)
    if not where and against:
        return words.say("`{value}` cannot be chosen: {against}", value=shown, against=against)
    told = words.say("`{value}` is not {where}", value=shown, where=where or words.say("allowed here"))
    if parameter.kinds and not set(_kinds(position, type, value)) <= set(parameter.kinds):
        return told + words.say(": {kinds} is wanted", kinds=" or ".join(parameter.kinds))
    return told + words.say(", or {against}", against=against) if against else told


def _kinds(position: Position, type: Type, value: int) -> Iterable[str]:
    """What kinds of cards a value names; a card is of the kind that it stands for."""
    program = position.program
    chosen = members(program, value) if type.kind == "subset" else [value] * (type.kind == "card" and value >= 0)
    for card, guise in (split(program, member) for member in chosen):
        yield (program.guises[guise - 1] if guise else program.faces[program.cards[card]]).kind
