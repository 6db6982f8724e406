"""What a step of the past tells a seat of the cards that it does not know, found by running the rules of the step on unknown cards (`tracing`): every way
through them that shows the seat what it has seen, with how likely what was answered is there."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ruledsl.engine.position import Position
from ruledsl.engine.view import may_know
from ruledsl.interp.state import State
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.regions import SEALED
from ruledsl.minds import numbered
from ruledsl.minds.menus import Move, allowed, sounding, types_of
from ruledsl.minds.symbols import Fact, Lost, Parts, Strange, Symbol, Way
from ruledsl.minds.tracing import ORDERS, Tracing, tracing
from ruledsl.record import record

if TYPE_CHECKING:
    from ruledsl.minds.mind import Mind

WAYS = 200
"""Ways through the rules of a step that are gone, at most."""
MANY = 40
"""So many of them that do not fit can be named one by one."""
TOGETHER = 6
"""Counts that what is told may hang on together."""


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


def told(mind: Mind, number: int, unknown: frozenset[int]) -> list[Told]:
    """What a step tells, where it is not known which cards lie in some places, and these may be any of them. `Lost` if that cannot be said."""
    engine, others = tracing(mind.program), list[Found]()
    engine.unknown, engine.order, engine.ordered = unknown, 0, False
    found = _gone(mind, number, engine)
    for order in range(1, len(ORDERS)) if engine.ordered else ():
        engine.order = order
        others.append(_gone(mind, number, engine))
    engine.order = 0
    if any(_sorted(other) != _sorted(found) for other in others):
        raise Lost  # it hangs on which card has the lower number
    return _put(found)


def _gone(mind: Mind, number: int, engine: Tracing) -> Found:
    """All ways through the rules of a step."""
    way, found = Way({}), Found()
    engine.way, might = way, dict.fromkeys(engine.unknown, sum(1 << card for card in engine.unknown))
    while True:
        way.again(might)
        engine.heard.clear()
        try:
            share = _share(mind, number, engine)
        except RulesFault:
            share = Fraction(0)
        found.append((tuple(way.facts), share))
        if not way.next:
            return found
        if len(found) == WAYS:
            raise Lost


def _sorted(found: Found) -> frozenset[tuple[frozenset[Fact], Fraction]]:
    return frozenset((frozenset(facts), share) for facts, share in found)


def _put(found: Found) -> list[Told]:
    """The same in few words: what holds on the only way, or what does not on others."""
    good, bad = [(facts, share) for facts, share in found if share], [facts for facts, share in found if not share]
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


def _share(mind: Mind, number: int, engine: Tracing) -> Fraction:
    """How likely what was answered is on a way through the rules; 0 if the seat would have seen something else."""
    label = list(range(len(mind.program.cards)))
    if number == len(mind.steps):
        position = mind.question.position
        return Fraction(mind.shown(number, position, _there(position, engine, engine.state(position.block.bytes())), {}))
    step = mind.steps[number]
    if numbered.came(step, mind.seat):
        raise Lost
    state = _state(mind, number, engine)
    there = _there(step.before, engine, state)
    share = _answered(mind, number, there, engine)
    if not share or not step.deeds >> mind.seat & 1:
        return share
    move = _handled(engine, step.before, step.choice.move)
    for index in range(mind.program.region["move"].count):
        state.values["move"][index] = move[index] if index < len(move) else 0
    state.values["move.seat"][0] = -1 if step.choice.seat is None else step.choice.seat - 1
    engine.resume(state)
    _settle(mind, number, engine, state)
    if step.noises >> mind.seat & 1 and tuple(engine.heard) != mind.heard(number):
        return Fraction(0)
    return share if mind.same(number, state, label) else Fraction(0)


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
        if (hang | cover) and (name, index) not in engine.named:
            state.values[name][index] = Strange()  # type: ignore[call-overload]
    if SEALED in state.values and any(state.values[SEALED]):
        raise Lost
    return state


def _answered(mind: Mind, number: int, there: Position, engine: Tracing) -> Fraction:
    """The share of what was answered among all that sounds like it; 0 if it could not be answered."""
    step, seat = mind.steps[number], mind.seat
    if step.choice.seat is None:
        return Fraction(1)
    who = step.choice.seat - 1
    if not step.menu >> seat & 1:  # unseen cards among which it was chosen are as many in every world
        return Fraction(1)
    move = _handled(engine, step.before, step.choice.move)
    if unseen := mind.blindly(step):
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
