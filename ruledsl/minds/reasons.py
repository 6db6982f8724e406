"""Which cards that a seat does not see a step hangs on, in a course of play: where others change places, the same happens."""

from __future__ import annotations

from ruledsl.engine.cards import knowers
from ruledsl.engine.position import Position
from ruledsl.interp.state import State
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.layout import Values, owners
from ruledsl.ir.once import once
from ruledsl.ir.program import Program, Variable
from ruledsl.ir.regions import SEALED, seen
from ruledsl.ir.subsets import cards_of
from ruledsl.minds.dim import Dimming, covers, dim, hangs
from ruledsl.minds.menus import Move, types_of
from ruledsl.minds.past import Step
from ruledsl.record import record


@record(frozen=True)
class Reasons:
    """The cards, and whether it hangs on anything else that is not seen."""

    cards: frozenset[int]
    more: bool


class ByCard(Dimming):
    """Plays a program with numbers that say on which cards they hang that `seat` does not see; one bit more stands for all else that it does not see."""

    def __init__(self, program: Program):
        super().__init__(program)
        self.seat, self.cards = 0, len(program.cards)
        self.more = 1 << self.cards
        self.everybody = self.asked = (self.more << 1) - 1
        self.thrown, self.faces = self.more << 1, self.cards + 2

    def unknown(self, values: Values, card: int) -> int:
        if not 0 <= card or not self.cards:
            return 0
        card %= self.cards
        looking = self._looking.get(values["card.zone"][card])
        return 0 if looking is None or (knowers(self.program, values, card) | looking) >> self.seat & 1 else 1 << card

    def strangers(self, variable: Variable, index: int, values: Values) -> int:
        if variable.visibility == "open":
            return 0
        return self.more if self._is_strange(variable, index, values) else 0

    def _is_strange(self, variable: Variable, index: int, values: Values) -> bool:
        own = owners(variable.visibility, index // variable.length, self.program.players) if variable.owner == "player" else 0
        shown = values.get(seen(variable.name))
        return not (own | (shown[index] if shown else 0)) >> self.seat & 1

    def tell(self, hang: int, blind: int = 0) -> None:
        if not blind:
            super().tell(hang)

    def _reveals(self, name: str, index: int, seats: int, values: Values) -> None:
        if seats >> self.seat & 1:
            self.tell(hangs(values[name][index]))

    def found(self) -> Reasons:
        """All that was met on."""
        met = self.seats | self.seats >> self.faces
        return Reasons(frozenset(card for card in range(self.cards) if met >> card & 1), bool(met & self.more))


def reasons(step: Step, there: Position, move: Move, seat: int, hidden: bool, open_: set[tuple[str, int]]) -> Reasons:
    """What it hangs on that a step shows a seat what it does, if it begins at a state with an answer, which is `hidden` or not; `open_`: the numbers there that
    hang on what the seat does not see and that is no card."""
    engine = _engine(there.program)
    engine.seat = seat
    engine.begin()
    state = engine.state(there.block.bytes())
    for name, index in open_:
        state.values[name][index] = dim(state.values[name][index], engine.more, 0)
    if SEALED in state.values:
        state.values[SEALED][:] = [dim(value, engine.more, 0) for value in state.values[SEALED]]
    try:
        _asked(engine, state, step, there, move)
        _answer(engine, state, step, there, move, hidden)
        engine.resume(state)
    except RulesFault:
        return Reasons(frozenset(range(engine.cards)), True)
    return engine.found()


_engine = once(ByCard)


def _asked(engine: ByCard, state: State, step: Step, there: Position, move: Move) -> None:
    """That it could be answered: the whole menu of the seat itself, of others what was required."""
    if step.choice.seat is None or not step.menu >> engine.seat & 1:
        return
    who = step.choice.seat - 1
    if who == engine.seat or move[0] < 0:
        engine.legal(state, there.site_number, who)
        return
    action = there.program.actions[move[0]]
    given = [_given(engine, there, n, value, move) for n, value in enumerate(move[1 : 1 + len(action.params)])]
    for n, parameter in enumerate(action.params, 1):
        engine.seats |= hangs(engine.call(state, parameter.member, who, *given[:n])) if parameter.member else 0
    engine.seats |= hangs(engine.call(state, action.guard, who, *given)) if action.guard else 0


def _given(engine: ByCard, there: Position, n: int, value: int, move: Move) -> int:
    """An argument that is a card is a handle, as it is for who chose it."""
    types = types_of(there, move)
    if n >= len(types) or types[n].kind not in ("card", "subset") or value < 0:
        return value
    unseen = 0
    for card in cards_of(there.program, types[n], value):
        unseen |= engine.unknown(there.values, card)
    return dim(value, 0, engine.of_cards(unseen), named=True)


def _answer(engine: ByCard, state: State, step: Step, there: Position, move: Move, hidden: bool) -> None:
    chosen = step.choice.seat is not None
    for n in range(there.program.region["move"].count):
        value = 0 if n >= len(move) else _given(engine, there, n - 1, move[n], move) if chosen and n else move[n]
        state.values["move"][n] = dim(value, engine.more if hidden else 0, covers(value), named=bool(covers(value)))
    state.values["move.seat"][0] = -1 if step.choice.seat is None else step.choice.seat - 1
