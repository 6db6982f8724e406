"""Expressions as moves: `10 + 9 - 8` is the option that shows these numbers and this result, whatever the order and the signs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Protocol, TypeVar

from ruledsl.combine.arithmetic import Arithmetic, Numbers, Shape
from ruledsl.combine.expression import Expression
from ruledsl.combine.read import Unreadable, read
from ruledsl.combine.signs import Sign
from ruledsl.engine.position import Position
from ruledsl.ir.program import Action, Program

HEAD = re.compile(r"\s*((?:[^\W\d]+\s+)*)(.*)", re.DOTALL)
EQUATION = re.compile(r"[\d(][\d\s()+−×÷^√]*=\s*\d+")


UNSTATED = "which signs make it? type the expression"


class Labelled(Protocol):
    """What has a label."""

    @property
    def label(self) -> str: ...

    @property
    def told(self) -> str: ...


Option = TypeVar("Option", bound=Labelled)


def headed(text: str) -> tuple[str, str]:
    """The words that stand before a typed expression, and the rest: `lay 10 - 1` is `lay` and `10 - 1`."""
    found = HEAD.fullmatch(text)
    return (found[1].strip(), found[2]) if found else ("", text)


def typed(text: str) -> Expression | None:
    """The expression that somebody types, if it is one and has a sign."""
    try:
        found = read(text.strip())
    except Unreadable:
        return None
    return found if found.sign is not None else None


def readings(text: str) -> list[Expression]:
    """What somebody types, with the signs that bind as in books, and from left to right."""
    out: list[Expression] = []
    for shape in (Shape.BRACKETS, Shape.CHAIN):
        with suppress(Unreadable):
            out.append(read(text.strip(), shape))
    return [found for found in out if found.sign is not None]


def against(position: Position, seat: int, action: Action, arguments: Sequence[int], text: str) -> str:
    """What of a typed expression is not allowed for these arguments of an action, in words; "" if nothing is, or none was typed, or it is
    the result that is wrong."""
    if not action.sums:
        return ""
    if not readings(text):
        return position.words.say(UNSTATED) if stated(position, seat, action, arguments) else ""
    lines = {word: position.call(function, seat, *arguments) for word, function in action.sums}
    rule = Arithmetic(
        _signs(lines["signs"]), Shape(lines["shape"]), Numbers(lines["numbers"]), bool(lines["negative"]), bool(lines["zero"]), bool(lines["by_one"])
    )
    say = position.words.say
    try:
        found = read(text.strip(), rule.shape)
    except Unreadable as why:
        return str(why)
    if above := found.signs - rule.signs:
        return say("there is no {signs} here; there is {others}", signs=_spoken(above), others=_spoken(rule.signs))
    if found.result != lines["target"]:
        return ""
    if rule.shape == Shape.FLAT and found.depth:
        return say("there are no brackets here")
    if wrong := [step for step in found.steps if not rule.allows(step)]:
        return say("{number} may not come in between", number=wrong[0])
    if missing := _signs(lines["needs"]) - found.used(rule.by_one):
        return say("there must be {signs} in it", signs=_spoken(missing))
    return ""


def stated(position: Position, seat: int, action: Action, arguments: Sequence[int]) -> bool:
    """Must who chooses this say the expression? A single number says itself."""
    asked = dict(action.sums).get("stated")
    if asked is None or not position.call(asked, seat, *arguments):
        return False
    return EQUATION.search(position.fill(action.label, seat, arguments)) is not None


def without(label: str) -> str:
    """A label without its expressions."""
    return EQUATION.sub("…", label)


def kept_of(begun: str) -> str:
    """How much of the beginning of a label certainly stands there too without its expressions."""
    end = 0 if "=" in begun else len(begun)
    while end and ((last := begun[end - 1]).isdecimal() or last.isspace() or last in "()+−×÷^√"):
        end -= 1
    return begun[:end]


def _signs(mask: int) -> frozenset[Sign]:
    return frozenset(sign for sign in Sign if mask >> sign & 1)


def _spoken(signs: Iterable[Sign]) -> str:
    return ", ".join(sign.text for sign in sorted(signs))


def reckoned(options: Sequence[Option], text: str) -> list[Option] | None:
    """The options that show an expression of the same numbers with the same result; None if no expression was meant."""
    shown = [(option, expression) for option in options for expression in equations(option.told or option.label)]
    meant = {(found.result, *sorted(found.values)) for found in readings(text)} if shown else set()
    if not meant:
        return None
    return [option for option, found in shown if (found.result, *sorted(found.values)) in meant]


def equations(label: str) -> Iterator[Expression]:
    """The expressions that a text shows."""
    for equation in EQUATION.findall(label):
        for shape in (Shape.BRACKETS, Shape.CHAIN):
            with suppress(Unreadable):
                yield read(equation, shape)
                break


def has_combinations(program: Program) -> bool:
    """Does a game speak of expressions at all?"""
    return any(name.endswith("()") for name in program.enums)
