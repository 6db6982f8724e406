"""What a step of the past tells a seat of the cards that it does not know, found by running the rules of the step on unknown cards (`tracing`): every way
through them that shows the seat what it has seen, with how likely what was answered is there."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from math import comb, perm
from typing import TYPE_CHECKING

from ruledsl.engine.position import Position
from ruledsl.engine.view import may_know
from ruledsl.interp.state import State
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.layout import Values
from ruledsl.ir.regions import SEALED
from ruledsl.minds import numbered
from ruledsl.minds.dim import dimming
from ruledsl.minds.hearing import heard_by
from ruledsl.minds.menus import Move, allowed, sounding, sounds, types_of
from ruledsl.minds.mixed import known_to
from ruledsl.minds.symbols import Elsewhere, Fact, Lost, Parts, Strange, Symbol, Way
from ruledsl.minds.tracing import PROVED, Tracing, orders, tracing
from ruledsl.record import record

if TYPE_CHECKING:
    from ruledsl.minds.mind import Mind
    from ruledsl.minds.past import Step

WAYS = 200
"""Ways through the rules of a step that are gone, at most."""
MANY = 40
"""So many of them that do not fit can be named one by one."""
TOGETHER = 6
"""Counts that what is told may hang on together."""


TOLD, SURE, TRIED = "told", "sure", "tried"
Cell = tuple[str, int]
"""A region and a place in it."""
Found = list[tuple[tuple[Fact, ...], Fraction]]
"""Ways through the rules, and how likely what was answered is there."""


@record(frozen=True)
class Told:
    """A world in which all facts of one of the ways hold is as likely as is said there; others are as likely as `otherwise`."""

    ways: tuple[tuple[tuple[Fact, ...], Fraction], ...]
    otherwise: Fraction

    @property
    def parts(self) -> tuple[Parts, ...]:
        """All that is counted."""
        return tuple(dict.fromkeys(parts for facts, _ in self.ways for parts, _ in facts))


def learnt(mind: Mind, number: int) -> list[Told]:
    """What a step tells of all places that the seat did not know then, nor came to know by it. `Lost` if that cannot be said."""
    step = mind.steps[number] if number < len(mind.steps) else None
    kept = step.kept if step is not None else {}
    if (TOLD, mind.seat) not in kept:
        kept[SURE, mind.seat], kept[TOLD, mind.seat] = frozenset(), None
        try:
            sure = _sure(mind, number - 1)
            then = unknown(mind, number)
            found = told(mind, number, then, sure)
            if step is not None and _unseen(step.after, mind.seat) <= then:  # of a card that was known before it was mixed in, the step ran with the true one
                kept[SURE, mind.seat] = frozenset(step.left) - tracing(mind.program).unsure
            kept[TOLD, mind.seat], kept[TRIED, mind.seat] = found, tracing(mind.program).longest > PROVED
        except Lost:
            pass
    out: list[Told] | None = kept[TOLD, mind.seat]
    if out is None:
        raise Lost
    mind.exact &= not kept[TRIED, mind.seat]
    return out


def unknown(mind: Mind, number: int) -> frozenset[int]:
    """The places of which the seat did not know before a step what lies there, nor came to know it by the step."""
    if number == len(mind.steps):
        return _unseen(mind.question.position, mind.seat)
    step = mind.steps[number]
    fresh, lost, _ = mind.kept(number)
    before, after = _unseen(step.before, mind.seat), _unseen(step.after, mind.seat)
    beside = chain(*(group for point in mind.points if point.check and point.number == number for group in point.groups))
    return before & (after | {*chain(*fresh), *lost, *beside}) | after.intersection(lost)


def leaving(mind: Mind, number: int) -> frozenset[int]:
    """The places of which the card goes elsewhere in a step."""
    before, after = _where(mind, number)
    return frozenset(card for card, (was, now) in enumerate(zip(before, after, strict=True)) if was != now)


def _unseen(position: Position, seat: int) -> frozenset[int]:
    return frozenset(position.seers.keys() - position.known_to(seat))


def _sure(mind: Mind, number: int) -> frozenset[Cell]:
    """Of the numbers behind a step that hang on what is not seen, those that are what they truly are wherever the step shows the seat what it has seen."""
    if number < 0 or not mind.steps[number].left:
        return frozenset()
    with suppress(Lost):
        learnt(mind, number)
    sure: frozenset[Cell] = mind.steps[number].kept[SURE, mind.seat]
    return sure


def told(mind: Mind, number: int, unknown: frozenset[int], sure: frozenset[Cell]) -> list[Told]:
    """What a step tells, where it is not known which cards lie in some places, and these may be any of them. `Lost` if that cannot be said."""
    engine = tracing(mind.program)
    engine.unknown, engine.order, engine.longest, engine.sure = unknown, 0, 0, sure
    engine.unsure.clear()
    engine.lay, goes = _where(mind, number)
    engine.moved = frozenset(card for card in unknown if goes[card] != engine.lay[card])
    found = _gone(mind, number, engine)
    while engine.order + 1 < orders(engine.longest):
        engine.order += 1
        if _sorted(_gone(mind, number, engine)) != _sorted(found):
            raise Lost  # it hangs on which card has the lower number
    return _put(found)


def _where(mind: Mind, number: int) -> tuple[list[int], list[int]]:
    """Where cards truly lie before a step, and behind it."""
    stands = [mind.question.position] * 2 if number == len(mind.steps) else [mind.steps[number].before, mind.steps[number].after]
    before, after = (position.values.get("card.zone", []) for position in stands)
    return before, after


def _gone(mind: Mind, number: int, engine: Tracing) -> Found:
    """All ways through the rules of a step."""
    way, found = Way({}), Found()
    engine.way, might = way, dict.fromkeys(engine.unknown, sum(1 << card for card in engine.unknown))
    while True:
        way.again(might)
        engine.heard.clear()
        engine.touched.clear()
        engine.line.clear()
        try:
            share = _share(mind, number, engine)
        except (RulesFault, Elsewhere):
            share = Fraction(0)
        if share and way.stands is not None:
            raise Lost
        found.append((tuple(way.facts[: way.stands]), share))
        if not way.next:
            return list(dict.fromkeys(found))
        if len(found) == WAYS:
            raise Lost


def _sorted(found: Found) -> frozenset[tuple[frozenset[Fact], Fraction]]:
    return frozenset((frozenset(facts), share) for facts, share in found)


def _put(found: Found) -> list[Told]:
    """The same in few words: what holds on the only way, or what does not on others."""
    good, bad = [(_lean(facts), share) for facts, share in found if share], [_lean(facts) for facts, share in found if not share]
    shares = {share for _, share in good}
    if not good:
        raise Lost
    if len(shares) == 1 and not bad:
        return []
    if len(good) == 1:
        return [Told((((fact,), Fraction(1)),), Fraction(0)) for fact in good[0][0]]
    if len(shares) == 1 and len(bad) <= MANY:
        return [Told(((facts, Fraction(0)),), Fraction(1)) for facts in bad]
    one = Told(tuple(good), Fraction(0))
    if len(one.parts) > TOGETHER:
        raise Lost
    return [one]


def _lean(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The same without what follows: where one card lies, another does not."""
    there = {(places, mask) for parts, counts in facts if len(parts) == 1 and counts == {1} for places, mask in parts if len(places) == 1}
    return tuple(
        fact for fact in facts
        if not (len(fact[0]) == 1 and fact[1] == {0} and any(places == fact[0][0][0] and not mask & fact[0][0][1] for places, mask in there))
    )  # fmt: skip


def _share(mind: Mind, number: int, engine: Tracing) -> Fraction:
    """How likely what was answered is on a way through the rules; 0 if the seat would have seen something else."""
    label = list(range(len(mind.program.cards)))
    if number == len(mind.steps):
        position = mind.question.position
        return Fraction(mind.shown(number, position, _there(position, engine, engine.state(position.block.bytes())), {}))
    step = mind.steps[number]
    if number < mind.begin and step.before.kind == "simultaneous":
        raise Lost  # what others have sealed may have been anything
    state = _state(mind, number, engine)
    there = _there(step.before, engine, state)
    share = _answered(mind, number, there, engine)
    if not share and (engine.way.apart or engine.way.stands is not None):
        raise Lost
    if not share:
        return share
    if not step.deeds >> mind.seat & 1 and not step.left:
        return share * _numbered(mind, step, engine)
    move = _handled(engine, step.before, step.choice.move)
    for index in range(mind.program.region["move"].count):
        state.values["move"][index] = move[index] if index < len(move) else 0
    state.values["move.seat"][0] = -1 if step.choice.seat is None else step.choice.seat - 1
    engine.resume(state)
    unsure = {(name, n) for name, n in step.left if type(value := state.values[name][n]) is not int or value != step.after.values[name][n]}
    _settle(mind, number, engine, state)
    good = not step.noises >> mind.seat & 1 or heard_by(mind.seat, engine.heard) == mind.heard(number)
    good = good and mind.same(number, state, label, engine.face)
    _same_elsewhere(step, state.values, engine.way, good)
    engine.unsure |= unsure if good else set()
    if not good or not _shows(mind, step, engine):
        return Fraction(0)
    return share * _numbered(mind, step, engine)


def _shows(mind: Mind, step: Step, engine: Tracing) -> bool:
    """Are the cards that come to light what the seat sees then?"""
    faces = mind.program.cards
    some = sorted(engine.unknown & known_to(step.after, mind.seat))
    there = ((card, sum(1 << other for other in engine.unknown if faces[other] == faces[card])) for card in some)
    return all(engine.way.holds(((frozenset((card,)), mask),), (1,)) for card, mask in there)


def _same_elsewhere(step: Step, values: Values, way: Way, good: bool) -> None:
    """Was rightly supposed that wherever else as many cards of a mask lie, the seat would have seen it? `Lost` if that is not sure."""
    if good and way.apart:
        lying = values["card.zone"]
        if any({lying[place] for place in some} & {lying[place] for place in others} for some, others in way.apart):
            raise Lost  # others might have gone there as well
    elif not good and (way.apart or way.stands is not None) and Counter(values["card.zone"]) == Counter(step.after.values["card.zone"]):
        raise Lost  # as many cards lie everywhere as they truly do: other ones might have been right


def _settle(mind: Mind, number: int, engine: Tracing, state: State) -> None:
    """What the seat may see of the numbers that hang on unknown cards is said; what it may not see does not matter."""
    variables, after = {v.name: v for v in mind.program.variables}, mind.steps[number].after.values
    for name, cells in state.values.items():
        for n, value in enumerate(cells):
            if isinstance(value, Symbol):
                seen = name in variables and may_know(variables[name], n, mind.seat, state.values)
                if not seen and name != "frame" and name not in variables:
                    raise Lost
                cells[n] = engine.said(value) if seen else after[name][n]


def _there(position: Position, engine: Tracing, state: State) -> Position:
    return Position(position.program, engine, position.words, state)


def _state(mind: Mind, number: int, engine: Tracing) -> State:
    """The state before a step; numbers in it that hang on what is not seen are strange."""
    state = engine.state(mind.steps[number].before.block.bytes())
    left = mind.steps[number - 1].left if number else {}
    for (name, index), (hang, cover, *_) in left.items():
        if _hangs(mind, hang | cover) and (name, index) not in engine.named and (name, index) not in engine.sure:
            state.values[name][index] = Strange()  # type: ignore[call-overload]
    if SEALED in state.values and any(state.values[SEALED]):
        raise Lost
    return state


def _hangs(mind: Mind, mask: int) -> bool:
    """Is it about the seat, as `Dim` says for which it hangs?"""
    dims = dimming(mind.program)
    return bool((dims.all_of(mask) | mask >> dims.faces) >> mind.seat & 1)


def _numbered(mind: Mind, step: Step, engine: Tracing) -> Fraction:
    """The share of the ways to number equal cards in which those have gone that went, as `numbered.share` has it."""
    out, faces = 1, mind.program.cards
    for cards, stayed in numbered.by_place(step, numbered.came(step, mind.seat)).values():
        dark = engine.unknown.intersection(stayed)
        for face, many in Counter(_face(engine, card) for card in cards).items():
            mask = sum(1 << card for card in engine.unknown if faces[card] == face)
            more = engine.way.many(((dark, mask),)) + sum(faces[card] == face for card in stayed if card not in dark)
            out *= (perm if numbered.is_settled(step, cards) else comb)(many + more, many)
    return Fraction(1, out)


def _face(engine: Tracing, place: int) -> int:
    """The face of the card in a place, as far as it was supposed."""
    might = engine.way.might.get(place, 1 << place)
    faces = {face for card, face in enumerate(engine.program.cards) if might >> card & 1}
    if len(faces) != 1:
        raise Lost
    return faces.pop()


def _answered(mind: Mind, number: int, there: Position, engine: Tracing) -> Fraction:
    """The share of what was answered among all that sounds like it; 0 if it could not be answered."""
    step, seat = mind.steps[number], mind.seat
    if step.choice.seat is None:
        return Fraction(1)
    who = step.choice.seat - 1
    if not step.menu >> seat & 1:  # unseen cards among which it was chosen are as many in every world
        return Fraction(1)
    move = _handled(engine, step.before, step.choice.move)
    if (unseen := mind.blindly(step)) and mind.is_nameless(number):
        return Fraction(sounds(there, who, move, unseen))
    if unseen:
        if len(set(mind.program.cards)) < len(mind.program.cards):
            raise Lost  # equal cards are one option
        count = sounding(there, who, move, unseen)
        return Fraction(1, count) if count else Fraction(0)
    if who == seat:
        return Fraction(mind.shown(number, step.before, there, {}))
    return Fraction(allowed(there, who, move))


def _handled(engine: Tracing, position: Position, move: Move) -> Move:
    """An answer that names cards by their places."""
    out = [move[0]]
    for n, value in enumerate(move[1:]):
        types = types_of(position, move)
        kind = types[n].kind if n < len(types) else ""
        if kind == "subset" and value >= 0 or kind == "card" and value >= engine.cards:
            raise Lost
        out.append(engine.handle(value) if kind == "card" else value)
    return tuple(out)
