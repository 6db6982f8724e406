"""What happened between two questions, in stages. A card that comes to a hand and leaves it again before anybody is asked has gone two ways: told as one,
from where it came to where it lies now, they would say that it was this card that left, and not one that lay there before. A card that somebody has chosen
and that goes on from where all see it was put there before their eyes; so was one that comes there and goes where not all see it. A card that is shown, and
goes where it is not seen any more before anybody is asked, was shown all the same, and so is a variable that is set anew; whether that is told hangs on faces
and places alone, since nobody sees which of two equal cards went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ruledsl.engine import log
from ruledsl.engine.apart import cards_named
from ruledsl.engine.cards import cards_in, instances
from ruledsl.engine.chains import answered
from ruledsl.engine.choice import Choice
from ruledsl.engine.log import Event
from ruledsl.engine.position import Position
from ruledsl.engine.rounds import begun_from, rounds
from ruledsl.engine.view import looks_itself, may_know
from ruledsl.interp import Interpreter
from ruledsl.interp.machine import Code, Run, Step
from ruledsl.interp.state import State
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.flow import loaded, stored
from ruledsl.ir.layout import Values, find_instance, part_of, seers
from ruledsl.ir.once import once
from ruledsl.ir.ops import OPS, Fault
from ruledsl.ir.program import ASKING, Block, Function, Instr, Place, Program, Variable
from ruledsl.ir.regions import seen
from ruledsl.record import cached_property, field, record, replace

Answer = tuple[Position, Choice]


@record(frozen=True)
class Stages:
    """Each from a state to a later one, and what had fallen to chance behind it; and to whom it is told so: seats, the public, the referee."""

    states: list[tuple[Values, Position]]
    fallen: list[list[Event]]
    listeners: int = -1


@record(frozen=True)
class Cut:
    """A state on the way; of each card that has just been shown there, the mask of seats to which; how many of the moves of its run came before; and a
    variable, an index and the seats to which it has just been shown; or the round that begins there."""

    state: State
    shown: dict[int, int] = field(default_factory=dict)
    moves: int = 0
    value: tuple[Variable, int, int] | None = None
    begins: str = ""


Went = tuple[int, int, int]
"""A card, and the places from which and to which it went."""
Gone = tuple[list[Cut], list[Went]]
"""The states on the way, and which cards went where."""


class Through(Interpreter):
    """Plays on, and keeps the state in which a card was that had come to a place where not everybody can tell it from others, when one left it, and
    that in which cards were shown."""

    def __init__(self, program: Program):
        self.cuts: list[Cut] = []
        self.went: list[Went] = []
        self._gathered = False  # have all cards just been put where everybody knows how they lie?
        self._come: set[int] = set()  # where cards have come since the last cut
        self._put: dict[int, bool] = {}  # the cards that were chosen: was each put where it lies apart from its like since?
        self._marked: set[int] = set()  # the cards of which something that all may look at was set since
        self._laid: set[int] = set()  # the cards that have come since to where all see them, from where not all did
        self._marks = {v.name: v.length for v in program.declared if v.owner == "card" and v.visibility == "open"}
        self._open = {zone.base + k for zone, k in instances(program) if zone.owner != "card" and zone.visibility == "open"}
        self._hiding = {zone.base + k for zone, k in instances(program) if zone.held and zone.visibility != "open"}
        self._values = {seen(v.name): v for v in program.variables if seen(v.name) in program.region}
        super().__init__(program)

    @cached_property
    def happens(self) -> bool:
        """Do the rules ever take a card out of such a place by going through it? What is chosen there, or drawn, is a question of its own."""
        zones = {zone.name: zone for zone in self.program.zones if zone.held and zone.visibility != "open"}
        return any(_gone_through(self.program, instr) in zones for instr in self._instrs)

    @cached_property
    def shows(self) -> bool:
        """Do the rules ever show cards, or variables, or mark cards?"""
        return bool(self._values or self._marks) or any(OPS[instr.op].shows == "tells" for instr in self._instrs)

    @cached_property
    def passes(self) -> bool:
        """Do the rules ever put cards where all see them, and cards where not all do?"""
        moves = [instr for instr in self._instrs if OPS[instr.op].shows == "moves"]
        into = [self.program.zone[instr.args[OPS[instr.op].zones[-1]]] for instr in moves]
        return len({zone.visibility == "open" for zone in into if zone.owner != "card"}) == 2

    @property
    def _instrs(self) -> Iterator[Instr]:
        return (instr for block in self.program.functions["main"].blocks for instr in block.instrs)

    def cut(self, state: State, chosen: Iterable[int] = ()) -> list[Cut]:
        """The states on the way from an answer, by which cards were chosen, or from the beginning."""
        self.cuts, self.went, self._gathered, self._come, self._marked, self._put = [], [], False, set(), set(), dict.fromkeys(chosen, False)
        self._laid = set()
        try:
            (self.resume if state.get("status") == ASKING else self._go_on)(state)
        except RulesFault:  # the other engine came through: what it tells is told at once
            return []
        return self.cuts

    def _fuse(self, chunk: Any) -> None:
        """Every step is looked at by itself."""
        chunk.times = 0

    def _decode(self, function: Function, block: Block, code: Code) -> None:
        super()._decode(function, block, code)
        if function.name == "main" and block.label in rounds(self.program):
            code.chunks[block.label].body.insert(0, (self._begun, (rounds(self.program)[block.label],), 0))

    def _begun(self, run: Run, r: list[int], name: str) -> None:
        self.cuts.append(Cut(State(self.program, {name: cells.copy() for name, cells in run.values.items()}), moves=len(self.went), begins=name))

    def _step(self, instr: Instr, code: Code) -> Step:
        step, operands, place = super()._step(instr, code)
        if (region := stored(instr)) in self._values:
            return self._valued(step, region or "", instr.args[1]), operands, place
        if region in self._marks:
            return self._noted(step, region or "", instr.args[1]), operands, place
        shows = OPS[instr.op].shows
        if shows == "happens" and OPS[instr.op].zones and self._marks:
            return self._shuffled(step, instr), operands, place
        return (self._looked(step, instr) if shows == "moves" else self._told(step, instr) if shows == "tells" else step), operands, place

    def _looked(self, step: Callable[..., Any], instr: Instr) -> Callable[..., Any]:
        gathers = OPS[instr.op].card is None and len(OPS[instr.op].zones) == 1

        def moves(run: Run, r: list[int], *operands: Any) -> Any:
            before = {name: cells.copy() for name, cells in run.values.items()}
            result = step(run, r, *operands)
            old, new = before["card.zone"], run.values["card.zone"]
            cards = {card for card, (was, lies) in enumerate(zip(old, new, strict=True)) if was != lies}
            mixes = any(old[card] in self._come and old.count(old[card]) > 1 for card in cards)
            passes = any(card in self._laid and new[card] not in self._open for card in cards)
            if mixes or passes or any(self._put.get(card) for card in cards):
                self.cuts.append(Cut(State(self.program, before)))
                self._laid.clear()
                self._come.clear()
                self._marked.clear()
                self._put.clear()
            if not self._marked.isdisjoint(cards):
                self._cut_before(before)
            self._laid |= {card for card in cards if new[card] in self._open and old[card] not in self._open}
            self._come |= {new[card] for card in cards} & self._hiding
            self._put |= {card: self._apart(card, new) for card, apart in self._put.items() if apart or card in cards}
            self.went += ((card, old[card], new[card]) for card in cards)
            self._gathered = gathers
            return result

        return moves

    def _apart(self, card: int, lying: Sequence[int]) -> bool:
        """Does it lie where all see it, and no other of its face?"""
        faces, place = self.program.cards, lying[card]
        return place in self._open and sum(faces[other] == faces[card] and number == place for other, number in enumerate(lying)) == 1

    def _told(self, step: Callable[..., Any], instr: Instr) -> Callable[..., Any]:
        op, args = OPS[instr.op], instr.args

        def tells(run: Run, r: list[int], *operands: Any) -> Any:
            result = step(run, r, *operands)
            mask = next(r[args[at]] for at, sort in op.read if sort == "m")
            lying = [r[args[op.card]]] if op.card is not None else self._lying(run.values, args[op.zones[0]], r[args[op.zones[0] + 1]])
            if lying and not self._gathered:
                state = State(self.program, {name: cells.copy() for name, cells in run.values.items()})
                self.cuts.append(Cut(state, dict.fromkeys(lying, mask), len(self.went)))
            self._gathered = False
            return result

        return tells

    def _noted(self, step: Callable[..., Any], region: str, register: int) -> Callable[..., Any]:
        def stores(run: Run, r: list[int], *operands: Any) -> Any:
            before = run.values[region][r[register]]
            result = step(run, r, *operands)
            if before != run.values[region][r[register]]:
                self._marked.add(int(r[register]) // self._marks[region])
            return result

        return stores

    def _shuffled(self, step: Callable[..., Any], instr: Instr) -> Callable[..., Any]:
        at = OPS[instr.op].zones[0]

        def shuffles(run: Run, r: list[int], *operands: Any) -> Any:
            if not self._marked.isdisjoint(self._lying(run.values, instr.args[at], r[instr.args[at + 1]])):
                self._cut_before({name: cells.copy() for name, cells in run.values.items()})
            return step(run, r, *operands)

        return shuffles

    def _cut_before(self, values: Values) -> None:
        """What was set of a card was set where it lay then."""
        self.cuts.append(Cut(State(self.program, values), moves=len(self.went)))
        self._marked.clear()

    def _valued(self, step: Callable[..., Any], region: str, register: int) -> Callable[..., Any]:
        def shows(run: Run, r: list[int], *operands: Any) -> Any:
            before = run.values[region][r[register]]
            result = step(run, r, *operands)
            if fresh := run.values[region][r[register]] & ~before:
                state = State(self.program, {name: cells.copy() for name, cells in run.values.items()})
                self.cuts.append(Cut(state, moves=len(self.went), value=(self._values[region], int(r[register]), fresh)))
            return result

        return shows

    def _lying(self, values: Values, zone: str, k: int) -> list[int]:
        return cards_in(self.program, values, self.program.zone[zone], k)


def _gone_through(program: Program, instr: Instr) -> str:
    """The zone whose cards an operation finds one after the other."""
    op, region = OPS[instr.op], loaded(instr)
    if region is not None:
        name, part = part_of(program, region)
        return name if part == "bits" else ""
    return instr.args[op.zones[0]] if op.gives == "c" and Fault.UNSETTLED in op.stops else ""


through = once(Through)
"""What plays a program so."""


def happened(old: Values, now: Position, answer: Answer | None, rolled: Sequence[Answer]) -> Iterator[Event]:
    """All that is told of it, to each in the pieces that are told so."""
    place, runs = log.where(now, answer), _runs(old, now, answer, rolled)
    if answer is not None:
        stops = [_stands(now, cut.state) for cut in runs[0][0]]
        yield from log.chosen(answer[0], [*stops, *(stop for stop, _ in rolled), now], answer[1])
    for found in _stages(old, now, answer, rolled, runs):
        yield from (replace(event, listeners=event.listeners & found.listeners) for event in log.steps(found.states, place, found.fallen))


def stages(old: Values, now: Position, answer: Answer | None, rolled: Sequence[Answer]) -> Iterator[Stages]:
    """What happened from an old state to one that stands now, after an answer, and what was `rolled` on the way: what was mixed with others is drawn from
    there, and not from where it came. Where something was shown play is cut for those alone who are told of it: in what pieces others are told what happened
    would say what they did not see."""
    return _stages(old, now, answer, rolled, _runs(old, now, answer, rolled))


def _runs(old: Values, now: Position, answer: Answer | None, rolled: Sequence[Answer]) -> list[Gone]:
    """Between one fall of chance and the next: the states on the way, and which cards went where."""
    out, begins = list[Gone](), old
    for after, given in zip([*(position for position, _ in rolled), now], (answer, *rolled), strict=True):
        out.append(_between(begins, after, given))
        begins = after.values
    return out


def _stands(like: Position, state: State) -> Position:
    return Position(like.program, through(like.program), like.words, state)


def _stages(old: Values, now: Position, answer: Answer | None, rolled: Sequence[Answer], runs: Sequence[Gone]) -> Iterator[Stages]:
    ends, place = [*(position for position, _ in rolled), now], log.where(now, answer)
    parts: list[tuple[Position, list[Event], int]] = []
    for n, (after, (cuts, went)) in enumerate(zip(ends, runs, strict=True)):
        later = [one for _, some in runs[n + 1 :] for one in some]
        for cut in cuts:
            if cut.begins and not _follows(answer, cut.begins):
                continue
            between = _stands(after, cut.state)
            shown = log.shown(between, _told(between, cut, [*went[cut.moves :], *later], now), place)
            told = [log.begun(between, cut.begins, place)] if cut.begins else [*shown, *_set_anew(between, cut, now, place)]
            parts.append((between, told, -1 if not cut.shown and cut.value is None else _listeners(told, now.program.players)))
        parts.append((after, log.rolled(*rolled[n]) if n < len(rolled) else [], -1))
    groups: dict[tuple[int, ...], int] = {}
    for listener in range(now.program.players + 2):
        those = tuple(n for n, (_, _, mask) in enumerate(parts) if mask >> listener & 1)
        groups[those] = groups.get(those, 0) | 1 << listener
    for those, listeners in groups.items():
        stands, states = old, []
        for n in those:
            states.append((stands, parts[n][0]))
            stands = parts[n][0].values
        yield Stages(states, [parts[n][1] for n in those], listeners if len(groups) > 1 else -1)


def _follows(answer: Answer | None, begins: str) -> bool:
    """Is it a round on another one, in which the last answer was given?"""
    return answer is not None and begins in answer[0].site.phases


def _listeners(told: Sequence[Event], players: int) -> int:
    """Who is told of a cut: the seats that are told something, the public if all are, and the referee if anybody is."""
    seats, everybody = 0, (1 << players) - 1
    for event in told:
        seats |= event.seers & everybody
    return seats | (seats == everybody) << players | (seats > 0) << players + 1


def _between(old: Values, after: Position, answer: Answer | None) -> Gone:
    """The states on the way where something was to be told, and which cards went where."""
    engine = through(after.program)
    begins = answer is None and old["status"][0] != ASKING
    moved = old.get("card.zone") != after.values.get("card.zone")
    chosen = cards_named(*answer) if answer is not None and answer[1].seat is not None and moved else ()
    splits = moved and engine.happens or engine.shows or engine.passes or chosen or old["pc"][0] in begun_from(after.program)
    if not splits or not (answer is not None or begins):
        return [], []
    first = engine.state(answered(*answer).bytes()) if answer is not None else State(after.program, {name: [*cells] for name, cells in old.items()})
    if begins:
        first.set("chance", 0, 1)
    return engine.cut(first, chosen), engine.went


def _set_anew(there: Position, cut: Cut, now: Position, place: Place) -> Iterator[Event]:
    """A variable was shown to seats which do not know any more what it holds, or know it otherwise."""
    if cut.value is None:
        return
    variable, index, mask = cut.value
    same = there.program.held(there.values, variable.name, index) == there.program.held(now.values, variable.name, index)
    for seat in range(there.program.players):
        if looks_itself(variable, index, seat) or same and may_know(variable, index, seat, now.values):
            mask &= ~(1 << seat)
    if mask:
        yield from log.shown_value(there, variable, index, mask, place)


def _told(there: Position, cut: Cut, went: list[Went], now: Position) -> dict[int, int]:
    """The cards that were shown, each with the mask of seats that are told of it: not those who look there themselves, nor those who see as many of its
    face go from there in the open. Whoever is told of one of those that lie together is told of all."""
    faces, lying, every = there.program.cards, there.values["card.zone"], range(len(there.program.cards))
    shown = {card: seats for card, mask in cut.shown.items() if (seats := mask & _knowing(there, card))}
    told = dict.fromkeys(shown, 0)
    for place in {lying[card] for card in shown}:
        here = [card for card in shown if lying[card] == place]
        for seat in range(there.program.players):
            fresh = {faces[card] for card in here if shown[card] >> seat & 1}
            wanted = Counter(faces[card] for card in every if lying[card] == place and faces[card] in fresh and _knowing(there, card) >> seat & 1)
            looks = place not in _blind(there.program, seat)
            found = Counter(faces[card] for card in every if looks and now.values["card.zone"][card] == place and now.seers.get(card, -1) >> seat & 1)
            for card in here if wanted - (found + _gone(there.program, went, place, seat)) else ():
                told[card] |= shown[card] & 1 << seat
    return {card: seats for card, seats in told.items() if seats}


def _knowing(there: Position, card: int) -> int:
    """The mask of seats that know a card that has just been shown: where not all cards that are held look the same from behind, they do so while it is."""
    found = find_instance(there.program, there.values["card.zone"][card])
    return there.seers.get(card, -1) | (there.values["known"][card] if found is not None and found[0].held else 0)


def _gone(program: Program, went: list[Went], place: int, seat: int) -> Counter[int]:
    """Of each face, how many cards have gone from a place to where a seat sees them, but for as many as have left what it sees: of what comes back, or goes
    on out of sight, nothing is told."""
    blind = _blind(program, seat)
    out = Counter(program.cards[card] for card, whence, goal in went if whence == place and goal not in blind)
    return out - Counter(program.cards[card] for card, whence, goal in went if whence not in blind and (goal in blind or goal == place))


def _blind(program: Program, seat: int) -> set[int]:
    """The places of which a seat does not see by itself what lies there."""
    return {zone.base + k for zone, k in instances(program) if zone.visibility == "top" or not seers(zone, k, program.players) >> seat & 1}
