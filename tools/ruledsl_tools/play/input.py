"""What a typed line means: a command, a move, or nothing that can be understood. Forgiving, but never a guess."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Union

from ruledsl import spell
from ruledsl.record import record

if TYPE_CHECKING:
    from ruledsl.engine import Choice, Match


@record(frozen=True)
class Order:
    """`command rest`, as typed."""

    command: str
    rest: str


@record(frozen=True)
class Unclear:
    """Several options could be meant."""

    options: tuple[Choice, ...]


@record(frozen=True)
class PlaceOrMove:
    """A number that is the place of one option in the list, and speaks of another."""

    text: str
    place: Choice
    spoken: Choice


@record(frozen=True)
class NoSuchNumber:
    """A place in the list that the list does not have."""

    text: str


@record(frozen=True)
class Unstated:
    """An option is meant, and how its numbers make what they must is not said."""

    option: Choice


@record(frozen=True)
class TooLong:
    """More than anybody types, or a move is written with."""

    length: int


@record(frozen=True)
class Unknown:
    """No option is meant."""

    text: str


Meaning = Union[Order, "Choice", Unclear, PlaceOrMove, NoSuchNumber, Unstated, TooLong, Unknown]

LONGEST = 2000
"""Characters of a line. What a longer one could mean is not looked for: in some games that takes minutes."""


def read(
    line: str, commands: Iterable[str], match: Match, seat: int | None, options: Sequence[Choice], bare_numbers: bool
) -> Meaning | None:
    """What a line means; None for an empty line.

    A line that is an option word for word is that option, though it begins with a command; `:undo` is always the command.
    """
    if len(line) > LONGEST:
        return TooLong(len(line))
    text = " ".join(line.split())
    if not text:
        return None
    said = text.casefold()
    exact = [o for o in options if said.startswith(o.opening.casefold()) and o.label.casefold() == said]
    if len(exact) == 1:
        return _said(exact[0])
    word, _, _ = text.removeprefix(":").partition(" ")
    if word.casefold() in commands:
        return Order(word.casefold(), line.strip().removeprefix(":").partition(word)[2].strip())
    number = _number(text, bare_numbers)
    if number is not None:
        if not 0 < number <= len(options):
            return NoSuchNumber(text)
        return _said(options[number - 1])
    meant = [o for o in match.parse(text, seat) if bare_numbers or _says(o, text)] if options else []
    if len(meant) == 1:
        place = _place(text, options)
        return meant[0] if place in (None, meant[0]) or _in_numbers(options) else PlaceOrMove(text, place, meant[0])
    return Unclear(tuple(meant)) if meant else Unknown(text)


def _place(text: str, options: Sequence[Choice]) -> Choice | None:
    """The option at a place in the list, if a bare number can be one."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    return options[number - 1] if 0 < number <= len(options) else None


def _in_numbers(options: Sequence[Choice]) -> bool:
    """Is it numbers above all that tell the options apart? Then one that is typed is no place in the list. How many of each are chosen is no such number."""
    return 2 * sum(any(value.isdigit() for name, value in option.args.items() if "[" not in name) for option in options) > len(options)


def _said(option: Choice) -> Choice | Unstated:
    """An option that is picked from the list, if picking it is enough."""
    return Unstated(option) if option.told else option


def _says(option: Choice, text: str) -> bool:
    """Does the option speak of the number that was typed, or was something else typed? A place in the list is not meant here."""
    return not text.isdigit() or any(word == text for phrase in (option.label, *option.spoken) for word in re.split(r"\W+", phrase))


def speaks(option: Choice, text: str, begun: bool = False) -> bool:
    """Does an option speak of all words of a text, in any order? A word may be cut short, a number may not, unless it is the last and only
    `begun`. Where several cards are chosen, a number is one of theirs, and not of what is made of them."""
    said, cards = _words(option.label), [word for names in option.cards for word in _words(names[0])]
    words = _words(text)
    for n, word in enumerate(words):
        short = not word.isdigit() or begun and n == len(words) - 1
        among = cards if option.cards and word.isdigit() else said
        found = next((other for other in sorted(among, key=len) if other == word or short and other.startswith(word)), None)
        if found is None:
            return False
        among.remove(found)
    return True


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _number(text: str, bare: bool) -> int | None:
    digits = text[1:].strip() if text.startswith("#") else text if bare else ""
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 9 else None


def nearest(
    text: str, commands: Collection[str], options: Sequence[Choice], taken: Callable[[str], object], cells: Collection[str] = ()
) -> str:
    """The command or option that was perhaps meant, as it can be typed; nothing if none has enough in common with what was. A word counts that a move
    begins with or that names something in it, and not one that only says more about it; so do several numbers that no other move has. Another number, or
    another of the `cells`, is no slip.
    `taken`: is a text a move as it stands?"""
    first = text.split()[0]
    naming = {word: option.label for option in reversed(options) for word in _naming(option)}
    labels = [option.label for option in options if _numbers(option.label) == _numbers(text)]
    least = 2 if cells and first not in {cell.split()[-1] for cell in cells if cell} else 3
    long = [word for word in naming if len(word) >= least and _numbers(word) == _numbers(first)]
    alone = labels[0] if len(labels) == 1 and len(_numbers(text)) > 1 else ""
    near = spell.nearest(text, labels) or alone or spell.nearest(first, commands) or spell.nearest(first, long)
    if near and (near in commands or taken(near)):
        return near
    return next((naming[word] for word in (text, near) if word in naming), "")


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d+", text)


def _naming(option: Choice) -> list[str]:
    words = [re.sub(r"^\W+|\W+$", "", word) for word in option.label.split()]
    named = {word for value in option.args.values() for word in _words(value)}
    return [word for n, word in enumerate(words) if n == 0 or not named.isdisjoint(_words(word))]
