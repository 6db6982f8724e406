"""`odds CARD`: where a card may lie, for all that a seat has seen. It knows no more than the seat does."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from ruledsl import spell
from ruledsl.record import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.engine.backend import Block
    from ruledsl.engine.match import Match
    from ruledsl_tools.play.session import Session

WORLDS = 1_000
"""If there are no more deals, all are gone through."""
DEALS = 200
"""So many deals are drawn."""
NOWHERE = "no position that fits what you have seen was found; so nothing can be said of it"
"""Any number would be one of positions that cannot be."""
CARDS = 6
"""So many faces of one name are told."""


@record(frozen=True)
class Whereabouts:
    """`shares`: place by place, in which share of the deals at least one such card lies there; `sure` are those where the seat sees one, or one lies in all
    deals that there are. `whole`: are these all? `fits`: do they show the seat all that it has seen? `even`: is each drawn as often as it is likely?"""

    shares: dict[str, float]
    deals: int
    fits: bool
    even: bool
    whole: bool = False
    sure: frozenset[str] = frozenset()


def odds(session: Session, rest: str) -> None:
    """Where a card may lie."""
    from ruledsl_tools.play.named import called

    match, program = session.match, session.match.program
    if not sees(session) or session.viewer is None:
        return
    if not match.program.cards:
        session.say("this game has no cards; `know` says what else you do not see")
        return
    faces = called(program, rest)
    if not faces:
        near = spell.nearest(rest, dict.fromkeys(face.printed for face in program.faces)) if rest else None
        meant = f"; did you mean `{near}`?" if near else ""
        session.say(f"there is no card `{rest}`{meant}" if rest else "odds and the name of a card: where may it lie?")
        return
    for face in faces[:CARDS]:
        session.say(f"{program.faces[face].printed}: {_told(whereabouts(match, session.viewer, face))}")
    if len(faces) > CARDS:
        session.say(f"… and {len(faces) - CARDS} others of that name")


def sees(session: Session) -> bool:
    """Does somebody sit here whose knowledge can be told? If not, why is said."""
    if session.sitting.table or session.viewer is None:
        session.say("the cards of this table I do not see" if session.sitting.table else "no seat is yours")
        return False
    return True


def _told(found: Whereabouts) -> str:
    if not found.fits:
        return NOWHERE
    order = sorted(found.shares.items(), key=lambda pair: (-pair[1], pair[0]))
    places = ", ".join(f"{place} {'surely' if place in found.sure else _percent(share)}" for place, share in order)
    if found.whole and found.deals == 1:
        return f"{places} (no other way fits what you have seen)"
    if found.whole:
        return f"{places} (of all {found.deals:,} worlds that fit what you have seen)"
    return f"{places} ({found.deals} deals drawn that fit what you have seen{'' if found.even else '; some are drawn too often, so take it for a hint'})"


def _percent(share: float) -> str:
    return "over 99 %" if share > 0.99 else "under 1 %" if share < 0.01 else f"{100 * share:.0f} %"


def whereabouts(match: Match, seat: int, face: int) -> Whereabouts:
    """Where the cards of a face lie, in deals that look the same to a seat (from 1)."""
    from ruledsl.minds.every import possible
    from ruledsl.minds.past import is_kept
    from ruledsl.minds.worlds import Fitting, worlds

    position, program = match.position, match.program
    if is_kept(match) and (all_ := possible(match.moments, seat - 1, WORLDS)).whole:
        return _of_all(match, face, all_.worlds)
    held = worlds(match, seat - 1, position)
    if not held.fit:
        return Whereabouts({}, 0, False, False)
    cards = [card for card, other in enumerate(program.cards) if other == face]
    ahead = isinstance(held, Fitting) and bool(held.found) and not held.alike
    deals = [held.made(world, 0) for world in held.found] if ahead else [held.anew(seed) for seed in range(DEALS)]
    lying: Counter[int] = Counter()
    for deal in deals:
        zones = deal.regions()["card.zone"]
        lying.update({zones[card] for card in cards})
    shares = {position.words.whereabouts(number): count / len(deals) for number, count in lying.items()}
    seen = {position.words.whereabouts(position.values["card.zone"][card]) for card in cards if position.sees(seat - 1, card)}
    return Whereabouts(shares, len(deals), True, not isinstance(held, Fitting) or held.exact, sure=frozenset(seen))


def _of_all(match: Match, face: int, worlds: Sequence[tuple[Fraction, Block]]) -> Whereabouts:
    """Where they lie in all worlds that there are."""
    lying: dict[int, Fraction] = defaultdict(Fraction)
    for weight, world in worlds:
        zones = world.regions()["card.zone"]
        for number in {zones[card] for card, other in enumerate(match.program.cards) if other == face}:
            lying[number] += weight
    total, words = sum((weight for weight, _ in worlds), Fraction(0)), match.position.words
    sure = frozenset(words.whereabouts(number) for number, weight in lying.items() if weight == total)
    return Whereabouts({words.whereabouts(number): float(weight / total) for number, weight in lying.items()}, len(worlds), True, True, True, sure)
