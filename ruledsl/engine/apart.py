"""What tells options of the same words apart: which of equal cards they mean, by where these lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruledsl.engine.cards import cards_in
from ruledsl.engine.position import Position
from ruledsl.engine.view import card_view
from ruledsl.ir.layout import find_instance
from ruledsl.ir.program import Type
from ruledsl.ir.subsets import cards_of
from ruledsl.record import replace

if TYPE_CHECKING:
    from ruledsl.engine.moves import Choice

Place = tuple[str, str]
"""A card and where it lies, as people read it."""


def told_apart(position: Position, options: list[Choice]) -> list[Choice]:
    """The options, those of one label with what is different about them."""
    alike: dict[str, list[int]] = {}
    for n, option in enumerate(options):
        alike.setdefault(option.label, []).append(n)
    for numbers in alike.values():
        if len(numbers) > 1:
            for n, places in zip(numbers, _places(position, [options[n] for n in numbers]), strict=True):
                options[n] = replace(options[n], apart=places)
    return options


def _places(position: Position, options: Sequence[Choice]) -> list[tuple[Place, ...]]:
    """Where the cards lie that not all of some options name. Where they lie in one zone, as how many they lie there is said if something
    on them differs."""
    named = [cards_named(position, option) for option in options]
    common = frozenset.intersection(*map(frozenset, named))
    own = [[card for card in cards if card not in common] for cards in named]
    who = (options[0].seat or 0) - 1
    found = [tuple(_place(position, card, exact=False) for card in cards) for cards in own]
    if len(set(found)) < len(found) and len({card_view(position, card, who) for cards in own for card in cards}) > 1:
        found = [tuple(_place(position, card, exact=True) for card in cards) for cards in own]
    return found if len(set(found)) > 1 else [()] * len(found)


def _place(position: Position, card: int, exact: bool) -> Place:
    program, values = position.program, position.values
    number = values["card.zone"][card]
    where, found = position.words.whereabouts(number), find_instance(program, number)
    if exact and found and found[0].ordered:
        where += f" {cards_in(program, values, *found).index(card) + 1}"
    return position.words.show(Type("card"), card), where


def cards_named(position: Position, choice: Choice) -> list[int]:
    """The cards that a move names."""
    if choice.move[0] >= 0:
        types = [p.type for p in position.program.actions[choice.move[0]].params]
    else:
        types = [position.site.type] if position.site.type else []
    return [card for type, v in zip(types, choice.move[1:], strict=False) for card in cards_of(position.program, type, v)]
