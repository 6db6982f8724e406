"""Values as people read and type them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from ruledsl.ir.layout import find_instance
from ruledsl.ir.program import BOX, Face, Program, Type, Zone

MANY = 16
"""More cards than this are not named one by one."""

_SEPARATORS = re.compile(r"[\s_(),'\"`]+")


def split(text: str) -> tuple[str, ...]:
    """The words of a text, without case and punctuation: `Hen(four)` is `hen four`."""
    return tuple(word for word in _SEPARATORS.split(text.casefold()) if word)


def begins(word: str, whole: str) -> bool:
    """Does a typed word stand for this one? `1` and `a1` are not the beginnings of `10` and `a10`."""
    return word == whole or (whole.startswith(word) and not (word[-1].isdigit() and whole[len(word)].isdigit()))


class Words:
    """The texts of one program's values."""

    def __init__(self, program: Program):
        self.program = program

    def show(self, type: Type, value: int) -> str:
        """A value as it is printed."""
        return self._text(type, value, spoken=False)

    def spoken(self, type: Type, value: int) -> str:
        """A value as the rules write it."""
        return self._text(type, value, spoken=True)

    def place(self, zone: Zone, k: int) -> str:
        """An instance of a zone: `discard`, `A's hand`."""
        if zone.owner == "player":
            return f"{self.program.seats[k]}'s {zone.name}"
        return f"{zone.name} of {self.show(Type('cell'), k)}" if zone.owner == "cell" else zone.name

    def whereabouts(self, number: int) -> str:
        """The place that a number in `card.zone` means."""
        found = find_instance(self.program, number)
        return self.place(*found) if found else "the box" if number == BOX else "nowhere"

    def cards(self, cards: Sequence[int]) -> str:
        """Several cards by name; very many by number."""
        if len(cards) > MANY:
            return f"{len(cards)} cards"
        return ", ".join(self.show(Type("card"), card) for card in cards)

    def owned(self, owner: str, index: int, name: str) -> str:
        """A variable with whose it is."""
        if owner == "player":
            return f"{self.program.seats[index]}'s {name}"
        return f"{name} of {self.show(Type('cell'), index)}" if owner == "cell" else name

    def read(self, type: Type, words: tuple[str, ...]) -> list[int]:
        """All values that typed words can mean: those they name, or else those they begin."""
        if words == ("none",) and type.or_none:
            return [-1]
        if type.kind == "int":
            number = "".join(words)
            return [int(number)] if re.fullmatch(r"-?[0-9]{1,18}", number) else []
        named = self._named(type)
        exact = [value for value, texts in named if words in texts]
        return exact or [value for value, texts in named if any(self._begin(words, text) for text in texts)]

    def _begin(self, words: tuple[str, ...], text: tuple[str, ...]) -> bool:
        return 0 < len(words) <= len(text) and all(map(begins, words, text))

    def _named(self, type: Type) -> list[tuple[int, set[tuple[str, ...]]]]:
        if type.kind == "card":
            return self._cards
        return [(v, {split(self.show(type, v)), split(self.spoken(type, v))}) for v in self.universe(type)]

    @cached_property
    def _cards(self) -> list[tuple[int, set[tuple[str, ...]]]]:
        faces = [{split(face.printed), split(face.spoken)} for face in self.program.faces]
        return [(card, faces[face]) for card, face in enumerate(self.program.cards)]

    def universe(self, type: Type) -> Sequence[int]:
        """All values of a type, as far as they can be listed."""
        match type.kind:
            case "int":
                return range(type.low, min(type.high, type.low + 999) + 1)
            case "card":
                return range(len(self.program.cards))
            case "bool":
                return (0, 1)
            case "enum":
                return range(len(self.program.enums[type.name].values))
            case "player":
                return range(self.program.players)
            case "face":
                return range(len(self.program.faces))
            case "cell":
                return range(len(self.program.cells))
        return ()

    def _text(self, type: Type, value: int, spoken: bool) -> str:
        if type.kind == "int":
            return "none" if type.or_none and value == -1 else str(value)
        if type.kind == "bool":
            return "true" if value else "false"
        if type.kind == "set":
            members = (i for i in range(64) if value >> i & 1)
            return "{" + ", ".join(self._text(type.of or Type("int"), i, spoken) for i in members) + "}"
        names = self._names(type, spoken)
        return names[value] if 0 <= value < len(names) else "none"

    def _names(self, type: Type, spoken: bool) -> tuple[str, ...]:
        match type.kind:
            case "enum":
                enum = self.program.enums[type.name]
                return enum.values if spoken else enum.printed
            case "player":
                return self.program.seats
            case "cell":
                return self.program.cells
            case "face":
                return self._faces[spoken]
            case "card":
                return self._card_names[spoken]
        return ()

    @cached_property
    def _faces(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        faces: tuple[Face, ...] = self.program.faces
        return tuple(f.printed for f in faces), tuple(f.spoken for f in faces)

    @cached_property
    def _card_names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        printed, spoken = self._faces
        return tuple(printed[f] for f in self.program.cards), tuple(spoken[f] for f in self.program.cards)
