"""What has happened in a match, question by question, and for which seats each step hangs on what they do not see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from ruledsl.engine.choice import Choice
from ruledsl.engine.match import Match
from ruledsl.engine.moments import Moment
from ruledsl.engine.position import Position
from ruledsl.engine.rolls import rolls
from ruledsl.engine.secrets import kept_unseen
from ruledsl.engine.told import ToldMatch
from ruledsl.interp.state import State
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.lasting import lasting
from ruledsl.ir.layout import card_references
from ruledsl.ir.program import VALUE, Type
from ruledsl.ir.regions import SEALED
from ruledsl.ir.subsets import cards_of
from ruledsl.ir.unseen import place_of
from ruledsl.minds.dim import Dim, Dimming, covers, dim, dimming, hangs
from ruledsl.minds.passing import Passed
from ruledsl.minds.sighted import Unseen, sighted
from ruledsl.record import field, record

Found = TypeVar("Found")
STEPS, LEFT, ASKED = "steps", "left", "asked"
Left = dict[tuple[str, int], tuple[int, int, int, int]]
"""Numbers of a state that hang on what is not seen, as `Dim` says it."""


@record(frozen=True)
class Step:
    """A question, its answer, and where play stood at the next one. To the seats of the mask `menu` that this could be answered may tell something of what
    they do not see, to those of `deeds` what came of it; to those of `cards` of a card. `open` are those for whom numbers of the state
    after it, which `left` names, hang on what they do not see; `noises` those for whom it does
    that something happened which leaves no trace. `passed` says which way cards went."""

    before: Position
    choice: Choice
    after: Position
    menu: int
    deeds: int
    cards: int
    open: int
    noises: int
    left: Left
    passed: Passed
    kept: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)  # by seat, what minds have found of it

    @property
    def seats(self) -> int:
        """All of those."""
        return self.menu | self.deeds

    def once(self, find: Callable[..., Found], *told: object) -> Found:
        """What is found of it, which is kept: each question of a match goes through all steps again."""
        if (find, told) not in self.kept:
            self.kept[find, told] = find(self, *told)
        found: Found = self.kept[find, told]
        return found


def is_kept(match: Match) -> bool:
    """Is it known what has happened? Of a match that was drawn anew, or is played with real cards, it is not."""
    return not match.imagined and not isinstance(match, ToldMatch)


def steps(match: Match) -> list[Step]:
    """All that has happened; nothing of a match that was drawn anew, or is played with real cards."""
    return stepped(match.moments) if is_kept(match) else []


def stepped(moments: Iterable[Moment]) -> list[Step]:
    """The steps that lead from one moment to the next."""
    out: list[Step] = []
    left: Left = {}
    for moment in moments:
        left = _stepped(moment, left)
        out += moment.hung[STEPS]
    return out


@record(frozen=True)
class Question:
    """Where play stands. `seats` is the mask of those that are asked, and to whom their menu tells something of what they do not see."""

    position: Position
    seats: int = 0


def question(match: Match, position: Position) -> Question:
    """The question of a state that a match has come to, once `steps` has looked at what led there."""
    moment = next((moment for moment in match.moments if moment.position is position), None)
    return Question(position) if moment is None else question_of(moment)


def question_of(moment: Moment) -> Question:
    """The question to which a moment has led."""
    position = moment.position
    if STEPS not in moment.hung:
        return Question(position)
    if ASKED not in moment.hung:
        moment.hung[ASKED] = asked_of(position, moment.hung[LEFT])
    return Question(position, moment.hung[ASKED])


def asked_of(position: Position, left: Left) -> int:
    """The seats that are asked, and to whom their menu tells something of what they do not see."""
    return sum(1 << seat for seat in position.waiting if _tells(position, seat, left))


def _tells(position: Position, seat: int, left: Left) -> bool:
    """Does the menu of a seat hang on what it does not see?"""
    engine = sighted(position.program)
    if engine.nothing_hidden:
        return False
    with engine.asking(seat):
        if any(engine.of_asked(hang | cover) for hang, cover, *_ in left.values()):
            return _dimly(position, seat, left)
        try:
            engine.legal(engine.state(position.block.bytes()), position.site_number, seat)
        except RulesFault:
            return True
        except Unseen:  # whether the menu comes to hang on it is seen by numbers that say what they hang on
            return _dimly(position, seat, left)
    return False


def _dimly(position: Position, seat: int, left: Left) -> bool:
    """The same, by numbers that say of themselves what they hang on."""
    engine = dimming(position.program)
    with engine.asking(seat):
        try:
            engine.legal(_dimmed(engine, position, left), position.site_number, seat)
        except RulesFault:
            return True
    return bool(engine.seats >> seat & 1)


def _dimmed(engine: Dimming, position: Position, left: Left) -> State:
    """A state whose numbers say what they hang on."""
    state = engine.state(position.block.bytes())
    for (name, index), (hang, cover, begun, by) in left.items():
        state.values[name][index] = dim(state.values[name][index], engine.of_asked(hang), engine.of_asked(cover), source=begun, numbered=by)
    return state


def _stepped(moment: Moment, left: Left) -> Left:
    """Have the steps of a moment looked at, once; the numbers of its last state that hang on what is not seen."""
    if STEPS not in moment.hung:
        found, stands = [], [before for before, _ in moment.answered] + [moment.position]
        for (before, choice), after in zip(moment.answered, stands[1:], strict=True):
            found.append(looked_at(before, choice, after, left))
            left = found[-1].left
        moment.hung.update({STEPS: found, LEFT: left})
    last: Left = moment.hung[LEFT]
    return last


def looked_at(before: Position, choice: Choice, after: Position, left: Left) -> Step:
    """A step, with what it tells whom; `left` is what hangs on the unseen before it."""
    menu, deeds, left = _looked(before, choice, after, left)
    engine = dimming(before.program)
    seats, cards = (menu & engine.everybody, deeds & engine.everybody), (menu | deeds) >> engine.faces
    return Step(before, choice, after, *seats, cards, _open(after, left), engine.noises, left, engine.passed)


def _looked(before: Position, choice: Choice, after: Position, left: Left) -> tuple[int, int, Left]:
    """The seats that the answer may tell something of what they do not see, and those that what came of it may; and what hangs on that afterwards."""
    engine = dimming(before.program)
    engine.begin()
    if engine.nothing_hidden:
        return 0, 0, {}
    state = _dimmed(engine, before, left)
    try:
        menu = _menu(engine, state, before, choice, after)
        _answer(engine, state, before, choice, after, menu)
        engine.resume(state)
        engine.tell_passed(state.values)
    except RulesFault:  # it went on all the same: there are chains of calls that only fit the other engine's fuel
        return engine.of_cards(engine.everybody), engine.everybody, _all_open(engine, before)
    kept = {
        (name, index): (engine.unseen_of(hangs(value)), engine.unseen_of(covers(value)), value.source, value.numbered)
        for name in ("frame", SEALED, *(v.name for v in before.program.variables)) if name in state.values
        for index, value in enumerate(state.values[name]) if isinstance(value, Dim) and engine.unseen_of(hangs(value) | covers(value))
    }  # fmt: skip
    shown = ((name, index, begun) for (name, index), (_, _, begun, _) in kept.items() if name not in ("frame", SEALED))
    told = engine.told | {begun for name, index, begun in shown if not engine.unseen_by(name, index, after.values)}
    return menu, engine.seats, {place: found for place, found in kept.items() if not found[2] or found[2] not in told}


def _all_open(engine: Dimming, position: Position) -> Left:
    """Every number that may hang on what is not seen, where it could not be found out which do."""
    names, region = ("frame", *(v.name for v in position.program.variables if v.visibility != "open")), position.program.region
    return {(name, index): (engine.everybody, 0, 0, 0) for name in names if name in region for index in range(region[name].count)}


def unseen(after: Position, left: Left) -> Iterator[tuple[str, int, int, int]]:
    """The numbers of a state that hang on what is not seen: the region and the place in it, the mask of the seats that see neither of the two, and the
    answer that the number tells. Those of the frame only where play still comes back to them; cards are among them that do not change their names with
    others."""
    engine = dimming(after.program)
    framed = any(name == "frame" for name, _ in left)
    lasts, named = (lasting(after.program, after.values), card_references(after.program)) if framed else (0, {})
    for (name, index), (hang, cover, begun, _) in left.items():
        if name == "frame":
            blind = engine.everybody if lasts >> index & 1 else 0
            hang |= 0 if (name, index) in named else cover
        elif name == SEALED:
            blind = engine.everybody
        else:
            blind = engine.unseen_by(name, index, after.values)
        if seats := engine.all_of(hang) & blind:
            yield name, index, seats, begun


def _open(after: Position, left: Left) -> int:
    """The seats for whom there are any."""
    out = 0
    for _, _, seats, _ in unseen(after, left):
        out |= seats
    return out


def _menu(engine: Dimming, state: State, before: Position, choice: Choice, after: Position) -> int:
    """The seats to whom it tells something that this could be chosen; to who chose, all that could have been."""
    if choice.seat is None:
        return 0
    kept, engine.seats = engine.seats, 0
    engine.legal(state, before.site_number, choice.seat - 1)
    found, engine.seats = engine.seats, kept
    own = found & engine.of_cards(1 << choice.seat - 1)
    blind = choice.move[0] >= 0 and any(place_of(value) is not None for value in _cards_of(before, choice))
    if before.kind == "simultaneous":  # of what is sealed it counts how much could have been
        return found | own
    if found != own and choice.move[0] >= 0 and not blind:  # of what was picked unseen it is not known yet what was required of it
        found = _guarded(engine, state, before, choice, after)
    return found | own


def _cards_of(before: Position, choice: Choice) -> list[int]:
    """The arguments of an action that are cards."""
    params = before.program.actions[choice.move[0]].params
    return [value for parameter, value in zip(params, choice.move[1:], strict=False) if parameter.type.kind == "card"]


def _guarded(engine: Dimming, state: State, before: Position, choice: Choice, after: Position) -> int:
    """The same of an action, by what was required of it; a card that lies in the open afterwards may be looked at."""
    action, kept, seat = before.program.actions[choice.move[0]], engine.seats, (choice.seat or 0) - 1
    given = [_given(engine, before, after, parameter.type, value) for parameter, value in zip(action.params, choice.move[1:], strict=False)]
    engine.seats = 0
    try:
        for n, parameter in enumerate(action.params, 1):
            told = hangs(engine.call(state, parameter.member, seat, *given[:n])) if parameter.member else engine.of_cards(engine.everybody)
            engine.seats |= told
        told = hangs(engine.call(state, action.guard, seat, *given)) if action.guard else 0
        return engine.seats | told
    except RulesFault:
        return engine.of_cards(engine.everybody)
    finally:
        engine.seats = kept


def _given(engine: Dimming, before: Position, after: Position, type: Type | None, value: int) -> int:
    """An argument: a card that somebody sees neither before nor afterwards may not be looked at."""
    if type is None or type.kind not in ("card", "subset") or value < 0:
        return value
    unseen, early = 0, 0
    for card in cards_of(before.program, type, value):
        unseen |= engine.unknown(before.values, card) & engine.unknown(after.values, card)
        early |= engine.unknown(before.values, card) & ~engine.unknown(after.values, card)
    return dim(value, 0, engine.of_cards(unseen) | early << engine.meanwhile, named=True)


def _answer(engine: Dimming, state: State, before: Position, choice: Choice, after: Position, menu: int) -> None:
    """Write an answer into a state: what was chosen in secret the others do not see, and a card only who sees it. `menu`: to whom it tells something that
    this could be chosen."""
    move, program = choice.move, before.program
    sealed = before.kind == "simultaneous" or move[0] == VALUE and kept_unseen(program, before.site_number)
    hang = engine.everybody & ~(1 << choice.seat - 1) if sealed and choice.seat is not None else 0
    hang |= menu & hang << engine.faces
    if choice.seat is None and before.site_number in rolls(program).untold:
        hang = engine.thrown
    types = [p.type for p in program.actions[move[0]].params] if move[0] >= 0 and choice.seat is not None else [before.site.type] * (move[0] == VALUE)
    given = [move[0], *(_given(engine, before, after, type, value) for type, value in zip(types, move[1:], strict=False))]
    alone = move[0] == VALUE or not before.site.optional and len({entry.action for entry in before.site.menu}) == 1  # everybody knows what is done, then
    for n in range(program.region["move"].count):
        value, begun = given[n] if n < len(given) else 0, next(engine.answers) if 0 < n < len(given) else 0
        state.values["move"][n] = dim(value, hang if n or not alone else 0, covers(value), isinstance(value, Dim), begun)
    state.values["move.seat"][0] = -1 if choice.seat is None else choice.seat - 1

