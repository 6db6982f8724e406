"""What a seat may say that it does, where its cards are not known: whatever is allowed with some cards that it may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruledsl.bits import bits_of
from ruledsl.engine.choice import Choice
from ruledsl.engine.knowledge import exchange
from ruledsl.engine.moves import described
from ruledsl.engine.position import Position
from ruledsl.engine.unseen import Unseen, swapped
from ruledsl.engine.why import Reason, why_not
from ruledsl.engine.witness import Witness
from ruledsl.engine.words import split
from ruledsl.ir.layout import find_instance
from ruledsl.ir.program import Type
from ruledsl.ir.subsets import cards_of
from ruledsl.record import record, replace


@record(frozen=True)
class Claim:
    """An option of a seat, and a state in which it can be chosen."""

    choice: Choice
    position: Position


def claims(position: Position, witness: Witness, unseen: Unseen, seat: int) -> list[Claim]:
    """The options of a seat (from 0), each once."""
    found: dict[tuple[object, ...], Claim] = {}
    for world in _worlds(position, witness, unseen, seat):
        for move in witness.trusting(world.block, unseen.copy(), world.site_number, seat):
            claim = Claim(described(world, seat, 1, tuple(move)), world)
            unknown = set(named(claim)) - unseen.sure
            meaning = tuple(("face", position.program.cards[value]) if value in unknown else value for value in move)
            found.setdefault((claim.choice.label, meaning), claim)
    ordered = sorted(found.values(), key=_order)
    return [Claim(replace(claim.choice, number=n), claim.position) for n, claim in enumerate(ordered, 1)]


def _order(claim: Claim) -> tuple[int, ...]:
    """Claims of one action stand together, by the faces and values that they name."""
    cards, program = named(claim), claim.position.program
    action, *arguments = claim.choice.move
    return (action, *(program.cards[value] if value in cards else value for value in arguments))


def named(claim: Claim) -> list[int]:
    """The cards that an option names."""
    move, program = claim.choice.move, claim.position.program
    types = [p.type for p in program.actions[move[0]].params] if move[0] >= 0 else [claim.position.site.type or Type("int")]
    return [card for type, value in zip(types, move[1:], strict=False) for card in cards_of(program, type, value)]


def _worlds(position: Position, witness: Witness, unseen: Unseen, seat: int) -> Iterator[Position]:
    """States that fit what is known, so that each card that may lie where the seat chooses from lies there in one of them."""
    yield position
    if unseen.unsure():
        for number in _chosen_from(position, witness, unseen, seat):
            there = {position.program.cards[card] for card in range(len(unseen.places)) if position.values["card.zone"][card] == number}
            for face, (_, becomes) in unseen.faces(position.values, number).items():
                if face not in there:
                    yield replace(position, block=exchange(position, becomes))


def _chosen_from(position: Position, witness: Witness, unseen: Unseen, seat: int) -> list[int]:
    """The zone instances with unknown cards that the seat chooses from: its own ones, and those of the cards that it is offered."""
    where, program = position.values["card.zone"], position.program
    own = {zone.base + seat * zone.length + n for zone in program.zones if zone.owner == "player" for n in range(zone.length)}
    offered = witness.trusting(position.block, unseen.copy(), position.site_number, seat)
    claimed = (named(Claim(described(position, seat, 1, tuple(move)), position)) for move in offered)
    wanted = own | {where[card] for cards in claimed for card in cards}
    return sorted(wanted & {where[card] for card in unseen.unsure()})


# ---- why not ---------------------------------------------------------------------------------


def refused(position: Position, witness: Witness, unseen: Unseen, seat: int | None, text: str) -> list[Reason]:
    """What stands against a typed move: where it names a card that the seat cannot have, where the cards of that face may lie."""
    if seat is None or seat not in position.waiting:
        return why_not(position, seat, text)
    world = position
    for face in _faces_named(position, text):
        held = any(position.program.cards[c] == face for c in range(len(unseen.places)) if _lies_with(position, c, seat))
        numbers = [] if held else _chosen_from(position, witness, unseen, seat)
        ways = [way for number in numbers if (way := unseen.faces(position.values, number).get(face))]
        if ways:
            world = replace(position, block=exchange(position, ways[0][1]))
        elif numbers:
            return [_elsewhere(position, unseen, face, numbers[0])]
    return why_not(world, seat, text)


def _lies_with(position: Position, card: int, seat: int) -> bool:
    found = find_instance(position.program, position.values["card.zone"][card])
    return found is not None and found[0].owner == "player" and found[1] // found[0].length == seat


def _faces_named(position: Position, text: str) -> list[int]:
    """The face that a text names, with the longest run of its words that names one alone."""
    words = split(text)
    runs = sorted(((i, j) for i in range(len(words)) for j in range(i + 1, len(words) + 1)), key=lambda run: (run[0] - run[1], run[0]))
    for i, j in runs:
        faces = {position.program.cards[card] for card in position.words.read(Type("card"), words[i:j])}
        if len(faces) == 1:
            return list(faces)
    return []


def _elsewhere(position: Position, unseen: Unseen, face: int, number: int) -> Reason:
    words = position.words
    counts = ((count, _places(position, mask)) for mask, count in unseen.whereabouts(face))
    where = ", ".join(f"{count} {'lies' if count == 1 else 'lie'} in {places}" for count, places in counts)
    name = words.show(Type("face"), face)
    place = position.place(position.site.place)
    told = words.say("{card} cannot lie in {place}; as far as is known, {where}", card=name, place=words.whereabouts(number), where=where)
    return Reason(told, (), place.span, place.tags, "")


def _places(position: Position, mask: int) -> str:
    names = [position.words.whereabouts(number) for number in bits_of(mask)]
    return " or ".join(names)


# ---- what is asked of the table --------------------------------------------------------------


def impossible(position: Position, unseen: Unseen, card: int, text: str) -> list[Reason]:
    """Why the card at this place is not what a text says: where the cards of that face may lie; nothing if the text names none."""
    return [_elsewhere(position, unseen, face, position.values["card.zone"][card]) for face in _faces_named(position, text)]


def candidates(position: Position, unseen: Unseen, card: int, drawn: bool) -> Mapping[int, tuple[int, dict[int, int]]]:
    """The faces that the card at this place may have: for each the card that lies there then, and the exchange that brings it about.

    Of a card that is `drawn` without being seen from cards that are known, it may be any."""
    program, values = position.program, position.values
    number = values["card.zone"][card]
    found = find_instance(program, number)
    ordered = found is not None and found[0].ordered
    out = dict(unseen.faces(values, number))
    if drawn or card not in unseen.sure:
        out[program.cards[card]] = card, {}
    for face, (other, becomes) in out.items():
        held = becomes.get(card, card)
        if ordered and card not in unseen.sure and held != other:
            out[face] = other, swapped(becomes, held, other)
    if drawn:
        for other in sorted(unseen.sure):
            if values["card.zone"][other] == number:
                out.setdefault(program.cards[other], (other, {}))
    return dict(sorted(out.items()))
