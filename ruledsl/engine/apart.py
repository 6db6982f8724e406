"""What tells options of the same words apart: which of equal cards they mean, by where these lie; or what their label leaves out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from ruledsl.engine.cards import cards_in
from ruledsl.engine.choice import Choice, Place
from ruledsl.engine.position import Position
from ruledsl.engine.view import card_view, may_know
from ruledsl.ir.layout import find_instance
from ruledsl.ir.program import Action, Type
from ruledsl.ir.subsets import cards_of


def told_apart(position: Position, options: Sequence[Choice]) -> list[tuple[Place, ...]]:
    """What is different about each of some options among those of its label; nothing of one that has its label alone."""
    alike: dict[str, list[int]] = {}
    for n, option in enumerate(options):
        alike.setdefault(option.label, []).append(n)
    found: list[tuple[Place, ...]] = [()] * len(options)
    for numbers in alike.values():
        if len(numbers) > 1:
            some = [options[n] for n in numbers]
            where = _places(position, some)
            for n, places, more in zip(numbers, where, _left_out(position, some, where), strict=True):
                found[n] = (*places, *more)
    return found


def _left_out(position: Position, options: Sequence[Choice], where: Sequence[tuple[Place, ...]]) -> list[tuple[Place, ...]]:
    """The action and the effect, if not all are of the same, and the arguments, but for cards, that differ among those of one."""
    if any(option.move[0] < 0 for option in options):
        return [()] * len(options)
    of_action: dict[int, list[tuple[int, ...]]] = {}
    for option in options:
        of_action.setdefault(option.move[0], []).append(option.move[1:])
    differ = {number: [n for n, held in enumerate(zip(*given, strict=False)) if len(set(held)) > 1] for number, given in of_action.items()}
    acts = [_acted(position.program.actions[option.move[0]], places) for option, places in zip(options, where, strict=True)]
    return [(*_acting(position, act, acts), *_named(position, option, differ[option.move[0]])) for act, option in zip(acts, options, strict=True)]


def _acted(action: Action, places: tuple[Place, ...]) -> tuple[str, str, str]:
    """The action, its effect, and the kind that has it where the cards themselves do not tell it."""
    return action.name, action.way, "" if places else action.carried


def _acting(position: Position, act: tuple[str, ...], acts: Sequence[tuple[str, ...]]) -> list[Place]:
    """Of an action, its effect and the kind what is not the same for all that agree in what is said before."""
    told = []
    for n, word in enumerate(act):
        if word and len({other[n] for other in acts if other[:n] == act[:n]}) > 1:
            told.append(("", position.words.tell(word).replace("_", " ")))
    return told


def _named(position: Position, option: Choice, differ: Sequence[int]) -> tuple[Place, ...]:
    action, words, told = position.program.actions[option.move[0]], position.words, []
    for n, parameter in enumerate(action.params):
        if n in differ and parameter.type.kind not in ("card", "subset"):
            told.append(("", f"{words.tell(parameter.name).replace('_', ' ')} {words.show(parameter.type, option.move[n + 1])}"))
    return tuple(told)


def _places(position: Position, options: Sequence[Choice]) -> list[tuple[Place, ...]]:
    """Where the cards lie that not all of some options name. Where they lie in one zone, as how many they lie there is said if something
    on them differs; where nothing has an order there, what differs."""
    named = [cards_named(position, option) for option in options]
    common = frozenset.intersection(*map(frozenset, named))
    own = [[card for card in cards if card not in common] for cards in named]
    who = (options[0].seat or 0) - 1
    found = [tuple(_place(position, card, who) for card in cards) for cards in own]
    if len(set(found)) < len(found):
        views = {card: card_view(position, card, who) for cards in own for card in cards if position.sees(who, card)}
        if len(set(views.values())) > 1:
            told = marks(position, list(views), who)
            found = [tuple(_place(position, card, who, told.get(card)) for card in cards) for cards in own]
    return found if len(set(found)) > 1 else [()] * len(found)


def lying(position: Position) -> Callable[[Choice], Hashable]:
    """The cards that an option names, with where they lie, in an order that is the same for all. Options of one label in which these differ are told apart."""
    known: dict[tuple[int, int], Place] = {}

    def of(option: Choice) -> Hashable:
        who = (option.seat or 0) - 1
        cards = cards_named(position, option)
        for card in cards:
            if (card, who) not in known:
                known[card, who] = _place(position, card, who)
        return tuple(sorted(known[card, who] for card in cards))

    return of


def _place(position: Position, card: int, seat: int, marks: str | None = None) -> Place:
    """A card and where it lies; with what is marked on it, also as how many it lies there, or else the marks. Of a card that the seat does not see, where
    it lies."""
    program, values = position.program, position.values
    if not position.sees(seat, card):
        return position.words.tell("a card"), position.called_unseen(card)
    number = values["card.zone"][card]
    where, found = position.words.whereabouts(number), find_instance(program, number)
    if marks is not None and found and found[0].ordered:
        where += f" {cards_in(program, values, *found).index(card) + 1}"
    elif marks:
        where += f", {marks}"
    return position.lying(Type("card"), card), where


def marks(position: Position, cards: Sequence[int], seat: int) -> dict[int, str]:
    """Of each card what a seat (from 0) sees on it that is not the same on all of them."""
    told: dict[int, list[str]] = {card: [] for card in cards}
    for variable in position.program.declared:
        for n in range(variable.length if variable.owner == "card" else 0):
            if all(may_know(variable, card * variable.length + n, seat, position.values) for card in cards):
                name = position.words.called(variable, n).replace("_", " ")
                held = {c: position.program.held(position.values, variable.name, c * variable.length + n) for c in cards}
                _differing(told, {c: f"{name} {position.words.show(variable.type, value)}" for c, value in held.items()})
    views = {card: card_view(position, card, seat) for card in cards}
    _differing(told, {card: f"under {', '.join(view.on)}" if view.on else "bare" for card, view in views.items()})
    _differing(told, {card: view.until for card, view in views.items()})
    return {card: ", ".join(filter(None, words)) for card, words in told.items()}


def _differing(told: dict[int, list[str]], words: dict[int, str]) -> None:
    if len(set(words.values())) > 1:
        for card, word in words.items():
            told[card].append(word)


def cards_named(position: Position, choice: Choice) -> list[int]:
    """The cards that a move names."""
    if choice.move[0] >= 0:
        types = [p.type for p in position.program.actions[choice.move[0]].params]
    else:
        types = [position.site.type] if position.site.type else []
    return [card for type, v in zip(types, choice.move[1:], strict=False) for card in cards_of(position.program, type, v)]
