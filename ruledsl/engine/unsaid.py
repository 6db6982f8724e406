"""What others hear of an answer and its label does not tell: the action, and each argument as they see it; and which cards were taken out of a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from math import prod

from ruledsl.engine.cards import cards_in, loose_in
from ruledsl.engine.choice import Choice
from ruledsl.engine.of_each import key_of
from ruledsl.engine.position import Position
from ruledsl.engine.steady import all_can_tell
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.flow import used
from ruledsl.ir.layout import Values, find_instance, seers
from ruledsl.ir.program import Action, Hole, Parameter, Program, Template, Type
from ruledsl.ir.subsets import members, split
from ruledsl.ir.unseen import place_of

WAYS = 1_000
"""So many other values of several arguments are tried together, at most; of more, each by itself."""
OF_CARDS = ("card", "subset")


def unsaid(position: Position, choice: Choice, known: frozenset[int], label: Template) -> str:
    """The arguments that a label, or what is read of it, does not tell, in words and in brackets. Cards that are `known` in the end are told by name, others by
    where they lie."""
    if choice.move[0] < 0:
        return ""
    action, arguments = position.program.actions[choice.move[0]], choice.move[1:]
    told = _told(position, action, label, (choice.seat or 0) - 1, arguments)
    left = [(p, value) for n, (p, value) in enumerate(zip(action.params, arguments, strict=False)) if n not in told]
    return in_brackets(text for parameter, value in left if (text := _in_words(position, parameter, value, known)))


def in_brackets(texts: Iterable[str]) -> str:
    """Behind a space, if there is anything."""
    text = ", ".join(texts)
    return f" ({text})" if text else ""


def _in_words(position: Position, parameter: Parameter, value: int, known: frozenset[int]) -> str:
    """An argument; a number, or yes or no, says by itself nothing of what it is for. Of a card that only its chooser sees there is nothing
    to say where all lie in one place."""
    words, name = position.words, position.words.tell(parameter.name).replace("_", " ")
    if value == -1 and parameter.type.or_none:
        return f"{words.tell('no')} {name}"
    if parameter.type.kind == "bool":
        return f"{name}: {words.tell('yes' if value else 'no')}"
    if parameter.type.kind not in OF_CARDS:
        return f"{name} {words.show(parameter.type, value)}" if parameter.type.kind == "int" and len(name) > 1 else words.show(parameter.type, value)
    cards = members(position.program, value) if parameter.type.kind == "subset" else [value]
    if parameter.home and not any(_is_named(position, card, known) or position.lined_up(card) for card in cards):
        return "" if parameter.type.kind == "card" else words.say("{count} cards", count=len(cards))
    return called_by_others(position, parameter.type, value, known)


def called_by_others(position: Position, type: Type, value: int, known: frozenset[int]) -> str:
    """A card, or several, as others hear of them: by name if all know it, else by where it lies."""
    cards = members(position.program, value) if type.kind == "subset" else [value]
    texts = sorted(
        position.lying(Type("card"), card) if _is_named(position, card, known) else position.called_unseen(card, chosen=False) for card in cards
    )
    alike = [(text, len(list(run))) for text, run in groupby(texts)]
    return ", ".join(text if count == 1 else f"{text} ×{count}" for text, count in alike) or position.words.tell("no cards")


def _is_named(position: Position, card: int, known: frozenset[int]) -> bool:
    return place_of(card) is None and split(position.program, card)[0] in known


def _told(position: Position, action: Action, label: Template, seat: int, arguments: Sequence[int]) -> frozenset[int]:
    """The numbers of the arguments that all can tell by the label: those that stand in it, cards of which something stands in it, and others where no other
    value reads the same, as far as all can tell which there are."""
    holes = [part for part in label if isinstance(part, Hole)]
    out, left = set[int](), list[int]()
    for n, parameter in enumerate(action.params):
        if any(_stands_in(position, hole, parameter, n) for hole in holes):
            out.add(n)
        elif parameter.type.kind not in OF_CARDS:
            left.append(n)
    reckoned = [hole for hole in holes if position.words.given(hole) is None]
    same = {n for way in _ways(position, action, left, seat, arguments) if _reads_alike(position, reckoned, seat, arguments, way) for n in way}
    return frozenset(out | set(left) - same)


def _stands_in(position: Position, hole: Hole, parameter: Parameter, n: int) -> bool:
    """Does a hole tell an argument: as it is, or how many of each were chosen, or something of a card?"""
    if position.words.given(hole) == n + 1 or key_of(parameter) and hole.source == parameter.name.partition("[")[0]:
        return True
    return parameter.type.kind in OF_CARDS and n + 1 in _read(position.program, hole.function)


def _read(program: Program, function: str) -> set[int]:
    return {register for block in program.functions[function].blocks for instr in block.instrs for register in used(instr)}


def _ways(position: Position, action: Action, left: Sequence[int], seat: int, arguments: Sequence[int]) -> Iterator[dict[int, int]]:
    """Other values of some arguments, by their numbers, as far as all can tell which there are: of all of them together, or else of each by itself."""
    others = {n: _others(position, action.params[n], seat, arguments[:n], arguments[n]) for n in left}
    if prod(1 + len(some) for some in others.values()) > WAYS:
        yield from ({n: value} for n, some in others.items() for value in some)
        return
    for way in product(*([None, *some] for some in others.values())):
        other = {n: value for n, value in zip(left, way, strict=True) if value is not None}
        if other:
            yield other


def _others(position: Position, parameter: Parameter, seat: int, before: Sequence[int], value: int) -> list[int]:
    some = [other for other in position.words.choices(parameter.type) if other != value]
    if not all_can_tell(position.program, parameter.member):
        return some
    return [other for other in some if _answer(position, parameter.member, seat, *before, other)]


def _answer(position: Position, function: str, *arguments: int) -> int:
    """Nothing where the rules would go wrong: it is not offered then."""
    try:
        return position.call(function, *arguments)
    except RulesFault:
        return 0


def _reads_alike(position: Position, holes: Sequence[Hole], seat: int, arguments: Sequence[int], way: dict[int, int]) -> bool:
    """Does a label read the same with other arguments?"""
    other = [way.get(n, value) for n, value in enumerate(arguments)]
    try:
        return all(position.value(hole, seat, other) == position.value(hole, seat, arguments) for hole in holes)
    except RulesFault:
        return False


def taken(old: Values, after: Position, source: int, cards: Sequence[int]) -> dict[int, int | None]:
    """Of each card that left a place, as how many it lay there, where all see that and nothing else tells it: not if all left, nor of the top of a pile."""
    found = find_instance(after.program, source)
    if found is None or not found[0].ordered or found[0].word == "fan" or seers(*found, after.program.players) == (1 << after.program.players) - 1:
        return dict.fromkeys(cards)
    lay, loose = cards_in(after.program, old, *found), loose_in(old, *found)
    gone = len(lay) - len(cards)
    plain = gone == 0 or found[0].word == "pile" and set(cards) == set(lay[gone:])
    return {card: None if plain or lay.index(card) < loose else lay.index(card) + 1 for card in cards}
