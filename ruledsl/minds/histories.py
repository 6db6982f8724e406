"""All that may have happened, from the beginning of a match on, gone through forward: where there is not too much of it, the worlds that a seat holds possible,
each as likely as it is. Nothing is taken for granted of what goes on within a step: every answer that there may have been is played, and what the seat observes
of it must be what it has observed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import chain
from math import comb, factorial, perm, prod

from ruledsl.engine import menus
from ruledsl.engine.backend import Block
from ruledsl.engine.cards import instances, marks_of
from ruledsl.engine.choice import Choice
from ruledsl.engine.knowledge import Worlds, noticed_places
from ruledsl.engine.position import Position
from ruledsl.interp.state import State
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.lasting import lasting
from ruledsl.ir.layout import Values, seers
from ruledsl.ir.once import once
from ruledsl.ir.program import Program
from ruledsl.ir.subsets import cards_of
from ruledsl.minds.alike import grouped
from ruledsl.minds.deals import Deals
from ruledsl.minds.loose import lined_up
from ruledsl.minds.menus import types_of
from ruledsl.minds.mind import Mind
from ruledsl.minds.observing import Noted, Observer, heard, watching
from ruledsl.minds.past import Step
from ruledsl.record import record, replace

RUNS = 2_000
"""Steps that are run for one match, at most: so many in a quarter of a second or half of one."""
FEW, MORE = 10, 10_000
"""In a game of so few cards, so many steps: there it comes to an end."""
KNOWN, NOTED = 16 << 20, 1000
"""Bytes, about, of steps that are kept with a program, and of what a seat observes of one: matches begin alike, those of bots above all."""
HISTORIES = "histories"
Notes = tuple[Noted, ...]
Behind = tuple[bytes, Notes, bool]
"""The state behind an answer, what a seat observes of it, and whether it sees a card that was chosen."""


@record(frozen=True)
class States:
    """States that play may have come to, with how likely each is against others; and how many steps were run for them. Nothing if that was too many."""

    weights: dict[bytes, Fraction] | None
    ran: int


class Histories:
    """What may have happened, for all that the seat of a mind has observed."""

    def __init__(self, mind: Mind):
        self.program, self.seat, self.steps, self.question = mind.program, mind.seat, mind.steps, mind.question
        self.afresh, self.engine = mind.afresh, watching(self.program)
        self.ran, self.most = 0, RUNS

    def worlds(self) -> list[tuple[Fraction, Block]] | None:
        """The states in which the seat would be asked what it is asked; all weights together are 1. None where there is too much to go through."""
        first = self.steps[0].before if self.steps else self.question.position
        begins = next((step for step in self.steps if step.choice.seat is not None), None)
        deals = _deals(self.question.position, self.seat) if begins is None else begins.once(_dealt, self.seat)
        self.most = max(RUNS, MORE) if 0 < len(self.program.cards) <= FEW else RUNS
        if self.program.interruptions or deals > RUNS or (begun := self._begun(first)) is None:
            return None
        last = self._states(begun) if self.steps else States(begun, 0)
        if last.weights is None:
            return None
        menu = self._menu(self.question.position)
        stands: list[tuple[Fraction, Position]] = [(weight, self._stands(data)) for data, weight in last.weights.items()]
        found = [(weight, there.block) for weight, there in stands if self._is_asked(there, menu)]
        total = sum((weight for weight, _ in found), Fraction(0))
        return [(weight / total, block) for weight, block in found]

    def _begun(self, first: Position) -> dict[bytes, Fraction] | None:
        """Where play may have begun: where every match does, or, if the beginning was set by hand, with the cards that the seat does not know laid in any way.
        None if there are too many."""
        if _begins(first):
            return {_data(first.data, self.program): Fraction(1)}
        deals, out = Deals(first, self.seat), dict[bytes, Fraction]()
        if deals.count is None or deals.count > RUNS:
            return None
        for ways, becomes in deals:
            data = _data(deals.worlds.laid(becomes).bytes(), self.program)
            out[data] = out.get(data, Fraction(0)) + ways
        return out

    def _states(self, begun: dict[bytes, Fraction]) -> States:
        """From the last step on for which they were kept."""
        name = HISTORIES, self.seat
        begin = next((n for n in reversed(range(len(self.steps))) if name in self.steps[n].kept), -1)
        states = self.steps[begin].kept[name] if begin >= 0 else States(begun, 0)
        self.ran = states.ran
        for number in range(begin + 1, len(self.steps)):
            far = self.afresh and self.ran + len(states.weights or ()) * (len(self.steps) - number) > self.most  # it would hardly come to an end
            states = States(self._on(number, states.weights) if states.weights is not None and not far else None, self.ran)
        self.steps[-1].kept[name] = states
        if 0 <= begin < len(self.steps) - 1 and states.weights is not None:
            del self.steps[begin].kept[name]  # they take much room
        return states

    def _on(self, number: int, before: dict[bytes, Fraction]) -> dict[bytes, Fraction] | None:
        """The states behind a step; None if there would be too many to run."""
        step, after = self.steps[number], dict[bytes, Fraction]()
        choice = self._numbered(step)
        if choice is None:
            return None
        truly = _data(step.before.data, self.program)
        noted = self._run(truly, self._stands(truly), choice)[1]
        asked = self._menu(step.before) if step.choice.seat == self.seat + 1 else []
        for data, weight in before.items():
            there, same = self._stands(data), list[tuple[bytes, int, bool]]()
            options = self._options(there, choice, asked, noted[:1])
            self.ran += len(options)
            if self.ran > self.most:
                return None
            for option in options:
                found, notes, seen = self._run(data, there, option)
                if notes == noted:
                    same.append((found, _times(there, option), seen))
            total = len(options) if step.choice.seat is None else sum(times for _, times, _ in same)
            for found, times, seen in same:
                after[found] = after.get(found, Fraction(0)) + weight * Fraction(times, 1 if seen else total)
        return after

    def _numbered(self, step: Step) -> Choice | None:
        """What was answered; of the seat itself, as which option of its menu. What a test answers may be none of these: equal cards are one option."""
        choice = step.choice
        if choice.seat != self.seat + 1 or choice.number:
            return choice
        moves = [option.move for option in menus.choices(step.before, self.seat)]
        return replace(choice, number=moves.index(choice.move) + 1) if choice.move in moves else None

    def _options(self, there: Position, truly: Choice, asked: list[tuple[str, str]], noted: Notes) -> list[Choice]:
        """All that may be answered, as far as it is not plain that the seat would have heard something else than it has `noted`."""
        if truly.seat is None:
            return [replace(truly, number=n + 1, move=(n,)) for n in range(there.block.get("ask.count"))]
        try:
            if truly.seat - 1 == self.seat:
                return [menus.choices(there, self.seat)[truly.number - 1]] if self._menu(there) == asked else []
            return [option for option in menus.choices(there, truly.seat - 1) if self._may_sound(there, option, noted)]
        except RulesFault:
            return []

    def _may_sound(self, there: Position, option: Choice, noted: Notes) -> bool:
        """Of an action that all hear, does the seat hear the same? Of all else that is seen when it has been done."""
        if not noted or there.kind == "simultaneous" or option.move[0] < 0:
            return True
        return heard(Observer(self.program, self.seat), self.seat, there, option, set()) == noted[0]

    def _run(self, data: bytes, there: Position, choice: Choice) -> Behind:
        """What is behind an answer in a state, as it was found before, or found now."""
        known, own = _known(self.program), choice.number if choice.seat == self.seat + 1 else 0
        step = self.seat, data, choice.move, choice.seat, own
        if step not in known:
            if len(known) > KNOWN // (2 * len(data) + NOTED):
                known.clear()
            known[step] = self._behind(there, choice)
        return known[step]

    def _behind(self, there: Position, choice: Choice) -> Behind:
        """Nothing is observed where the rules go wrong. Of a card that is chosen and seen each of its face is as likely, and it is no evidence beyond."""
        observer = self.engine.observer = Observer(self.program, self.seat)
        state = self.engine.state(there.data).answered(choice.move, -1 if choice.seat is None else choice.seat - 1)
        try:
            self.engine.resume(state)
        except RulesFault:
            return b"", (), False
        notes, unseen = observer.taken()
        self._forget(state)
        answer = heard(observer, self.seat, there, choice, unseen[self.seat])
        seen = choice.seat is not None and not observer.sighted[self.seat].isdisjoint(chain(*_chosen(there, choice)))
        return _data(state.bytes(), self.program), (answer, *_in_the_end(notes[self.seat], there.values, state.values)), seen

    def _forget(self, state: State) -> None:
        """What play does not come back to tells no states apart, nor how cards are kept that lie in no order, nor what others know of them if no rule asks."""
        lined_up(self.program, state)
        if self.program.cards and ("known", 1) not in noticed_places(self.program):
            state.values["known"][:] = [seats & 1 << self.seat for seats in state.values["known"]]
        if "frame" in state.values:
            lasts = lasting(self.program, state.values)
            state.values["frame"][:] = [value if lasts >> n & 1 else 0 for n, value in enumerate(state.values["frame"])]

    def _stands(self, data: bytes) -> Position:
        return Position(self.program, self.engine, self.question.position.words, self.engine.state(data))

    def _menu(self, there: Position) -> list[tuple[str, str]]:
        """What the seat is asked, as it is sent."""
        return menus.sent(there, self.seat) if self.seat in there.waiting else []

    def _is_asked(self, there: Position, menu: list[tuple[str, str]]) -> bool:
        """Would the seat be asked the same? Where the rules go wrong play does not stand."""
        try:
            return self._menu(there) == menu
        except RulesFault:
            return False


def _dealt(step: Step, seat: int) -> int:
    return _deals(step.before, seat)


def _deals(stands: Position, seat: int) -> int:
    """In how many ways the cards may lie that a seat does not see."""
    groups = grouped(stands, Worlds(stands, seat, ()).places)
    return factorial(sum(map(len, groups))) // prod(factorial(len(group)) for group in groups)


@once
def _known(program: Program) -> dict[tuple[object, ...], Behind]:
    """The steps of a program that were run: they hang on the state and the answer alone."""
    return {}


@once
def _first(program: Program) -> bytes:
    """Where every match begins: nothing has been left to chance by then."""
    return _data(watching(program).start(0, 1).bytes(), program)


def _begins(position: Position) -> bool:
    """Is it where every match begins? Else a beginning was set by hand."""
    try:
        return _first(position.program) == _data(position.data, position.program)
    except RulesFault:
        return False


def _data(data: bytes, program: Program) -> bytes:
    """A state without what chance will bring, and what was answered last."""
    for begin, end in _passing(program):
        data = data[:begin] + bytes(end - begin) + data[end:]
    return data


@once
def _passing(program: Program) -> list[tuple[int, int]]:
    """From where to where in a state that stands."""
    regions = [program.region[name] for name in ("rng", "move", "move.seat")]
    return [(begin, begin + region.width * region.count) for region in regions for begin in [program.offsets[region.name]]]


def _chosen(position: Position, option: Choice) -> list[list[int]]:
    """The cards that an option names, whatever they stand for: each by itself, or several at once."""
    given = zip(types_of(position, option.move), option.move[1:], strict=False)
    return [cards_of(position.program, type, value) for type, value in given if type.kind in ("card", "subset") and value >= 0]


def _in_the_end(notes: Notes, before: Values, after: Values) -> list[Noted]:
    """What was noted, without what stood in a variable only while play went on."""
    last = {note[1:3]: n for n, note in enumerate(notes) if note[0] == "stored"}
    kept = [note for n, note in enumerate(notes) if note[0] != "stored" or last[note[1:3]] == n]
    return [note for note in kept if note[0] != "stored" or len(note[2]) > 1 or (before[note[1]][note[2][0]],) != note[3]]


def _times(position: Position, option: Choice) -> int:
    """For how many cards an option stands: equal cards that lie in one place are one option, if nobody can tell them apart there; of a fan that its chooser
    does not see, each place is one."""
    if option.seat is None:
        return 1
    cards, lying, out = position.program.cards, position.values.get("card.zone", ()), 1
    players, chooser = position.program.players, option.seat - 1
    zones = ((zone, k) for zone, k in instances(position.program) if zone.held)
    held = {zone.base + k for zone, k in zones if not zone.ordered or seers(zone, k, players) >> chooser & 1}
    chosen = _chosen(position, option)
    looks = [(face, lying[card], _marks(position, card)) for card, face in enumerate(cards)]
    alone = {card for some in chosen for card in some if len(some) == 1}
    for some, ways in ((alone, perm), *((several, comb) for several in chosen if len(several) > 1)):
        for look, many in Counter(looks[card] for card in some if lying[card] in held).items():
            out *= ways(looks.count(look), many)
    return out


def _marks(position: Position, card: int) -> tuple[int, ...]:
    """What all see on a card: who chooses one of two that differ in it chooses just that one."""
    return tuple(position.values[name][card * each + n] for name, each in marks_of(position.program) for n in range(each))
