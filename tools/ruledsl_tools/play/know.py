"""`know` and `worlds`: what a seat can tell of what it does not see, and how many worlds there are for it. It knows no more than the seat does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.engine.view import may_know
from ruledsl_tools.play.odds import NOWHERE, sees

if TYPE_CHECKING:
    from ruledsl.engine.position import Position
    from ruledsl.ir.layout import Values
    from ruledsl.ir.program import Zone
    from ruledsl.minds.every import Possible
    from ruledsl_tools.play.session import Session

MOST = 2_000
"""If there are no more deals, all are gone through."""
FACES = 12
"""So many faces of one place are named."""


def worlds(session: Session, rest: str) -> None:
    """How many there are."""
    if (held := _held(session)) is not None:
        session.say(_counted(held))


def know(session: Session, rest: str) -> None:
    """What lies where and what variables hold, as far as it is the same in all worlds."""
    if (held := _held(session)) is None:
        return
    if not held.fits:
        session.say(NOWHERE)
        return
    if not held.whole:
        most = "" if held.most is None else f" (up to {held.most:,})"
        few = held.most is not None and held.most <= MOST
        why = "not each of them was held against all that has happened, so it cannot be told" if few else "too many to tell"
        session.say(f"what you do not see may be in many ways{most}: {why} what is sure; `odds CARD` says how likely a card lies where")
        return
    position, seat = session.match.position, (session.viewer or 0) - 1
    there = [world.regions() for _, world in held.worlds]
    lines = [line for zone, k in instances(position.program) for line in _of_zone(position, seat, zone, k, there)]
    lines += _of_variables(position, seat, there)
    session.say("\n".join([_counted(held), *lines]) if lines else "you see all there is")


def _held(session: Session) -> Possible | None:
    from ruledsl.minds.every import possible
    from ruledsl.minds.past import is_kept

    if not sees(session) or session.viewer is None:
        return None
    if not is_kept(session.match):
        session.say("what has happened at this table is not known")
        return None
    return possible(session.match.moments, session.viewer - 1, MOST)


def _counted(held: Possible) -> str:
    if not held.fits:
        return NOWHERE
    ways, least = "ways for what you do not see", len(held.worlds)
    if held.whole:
        return f"there are {least:,} {ways}" if least != 1 else "there is one way alone for what you do not see"
    if held.most is None:
        return f"there are at least {least:,} {ways}, and not all were counted"
    return f"there are {least:,} to {held.most:,} {ways}"


def _of_zone(position: Position, seat: int, zone: Zone, k: int, there: list[Values]) -> list[str]:
    """A line of the cards in no order that are not known, and one of each place in an order that is not."""
    program = position.program
    cards, loose = cards_in(program, position.values, zone, k), loose_in(position.values, zone, k) if zone.ordered else None
    free = len(cards) if loose is None else loose
    name = position.words.place(zone, k)
    lying = [[program.cards[card] for card in cards_in(program, values, zone, k)] for values in there]
    out = []
    for at in range(free, len(cards)):
        if not position.sees(seat, cards[at]):
            which = f"{name}, {at + 1} of {len(cards)}" if len(cards) > 1 else name
            out.append(f"{which}: {_named(position, sorted({faces[at] for faces in lying}), ' or ')}")
    seen = Counter(program.cards[card] for card in cards[:free] if position.sees(seat, card))
    if free > sum(seen.values()):
        held = [Counter(faces[:free]) - seen for faces in lying]
        surely = [face for face in held[0] for _ in range(min(some[face] for some in held))]
        maybe = sorted({face for some in held for face in some} - set(surely))
        parts = [f"surely {_named(position, sorted(surely), ', ')}" if surely else "", f"perhaps {_named(position, maybe, ', ')}" if maybe else ""]
        out.append(f"{name}: {'; '.join(filter(None, parts))}")
    return out


def _of_variables(position: Position, seat: int, there: list[Values]) -> Iterator[str]:
    """A line of each value that is not shown, but for those that cards carry."""
    for variable in position.program.declared:
        for index in range(len(position.values[variable.name]) if variable.owner != "card" else 0):
            if not may_know(variable, index, seat, position.values):
                held = sorted({position.program.held(values, variable.name, index) for values in there})
                values = " or ".join(position.words.show(variable.type, value) for value in held[:FACES]) + (" …" if len(held) > FACES else "")
                yield f"{position.words.owned(variable, index)}: {values}"


def _named(position: Position, faces: list[int], between: str) -> str:
    names = [position.words.tell(position.program.faces[face].printed) for face in faces[:FACES]]
    return between.join(names) + (" …" if len(faces) > FACES else "")
