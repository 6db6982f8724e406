"""What happened between two questions, in stages. A card that comes to a hand and leaves it again before anybody is asked has gone two ways: told as one,
from where it came to where it lies now, they would say that it was this card that left, and not one that lay there before. A card that is shown, and goes
where it is not seen any more before anybody is asked, was shown all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from ruledsl.engine import log
from ruledsl.engine.cards import cards_in, instances
from ruledsl.engine.chains import answered
from ruledsl.engine.choice import Choice
from ruledsl.engine.log import Event
from ruledsl.engine.position import Position
from ruledsl.interp import Interpreter
from ruledsl.interp.machine import Code, Run, Step
from ruledsl.interp.state import State
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.flow import loaded
from ruledsl.ir.layout import Values, part_of
from ruledsl.ir.once import once
from ruledsl.ir.ops import OPS, Fault
from ruledsl.ir.program import ASKING, Instr, Program
from ruledsl.record import field, record

Answer = tuple[Position, Choice]


@record(frozen=True)
class Stages:
    """Each from a state to a later one, and what had fallen to chance behind it."""

    states: list[tuple[Values, Position]]
    fallen: list[list[Event]]


@record(frozen=True)
class Cut:
    """A state on the way; of each card that has just been shown there, the mask of seats to which."""

    state: State
    shown: dict[int, int] = field(default_factory=dict)


class Through(Interpreter):
    """Plays on, and keeps the state in which a card was that had come to a place where not everybody can tell it from others, when one left it, and
    that in which cards were shown."""

    def __init__(self, program: Program):
        self.cuts: list[Cut] = []
        self._come: set[int] = set()  # where cards have come since the last cut
        self._hiding = {zone.base + k for zone, k in instances(program) if zone.held and zone.visibility != "open"}
        super().__init__(program)

    @cached_property
    def happens(self) -> bool:
        """Do the rules ever take a card out of such a place by going through it? What is chosen there, or drawn, is a question of its own."""
        zones = {zone.name: zone for zone in self.program.zones if zone.held and zone.visibility != "open"}
        return any(_gone_through(self.program, instr) in zones for instr in self._instrs)

    @cached_property
    def shows(self) -> bool:
        """Do the rules ever show cards?"""
        return any(OPS[instr.op].shows == "tells" for instr in self._instrs)

    @property
    def _instrs(self) -> Iterator[Instr]:
        return (instr for block in self.program.functions["main"].blocks for instr in block.instrs)

    def cut(self, state: State) -> list[Cut]:
        """The states on the way from an answer, or from the beginning."""
        self.cuts, self._come = [], set()
        try:
            (self.resume if state.get("status") == ASKING else self._go_on)(state)
        except RulesFault:  # the other engine came through: what it tells is told at once
            return []
        return self.cuts

    def _fuse(self, chunk: Any) -> None:
        """Every step is looked at by itself."""
        chunk.times = 0

    def _step(self, instr: Instr, code: Code) -> Step:
        step, operands, place = super()._step(instr, code)
        shows = OPS[instr.op].shows
        return (self._looked(step) if shows == "moves" else self._told(step, instr) if shows == "tells" else step), operands, place

    def _looked(self, step: Callable[..., Any]) -> Callable[..., Any]:
        def moves(run: Run, r: list[int], *operands: Any) -> Any:
            before = {name: cells.copy() for name, cells in run.values.items()}
            result = step(run, r, *operands)
            old, new = before["card.zone"], run.values["card.zone"]
            cards = {card for card, (was, lies) in enumerate(zip(old, new, strict=True)) if was != lies}
            if len(cards) == 1 and any(old[card] in self._come and old.count(old[card]) > 1 for card in cards):
                self.cuts.append(Cut(State(self.program, before)))
                self._come.clear()
            self._come |= {new[card] for card in cards} & self._hiding
            return result

        return moves

    def _told(self, step: Callable[..., Any], instr: Instr) -> Callable[..., Any]:
        op, args = OPS[instr.op], instr.args

        def tells(run: Run, r: list[int], *operands: Any) -> Any:
            result = step(run, r, *operands)
            mask = next(r[args[at]] for at, sort in op.read if sort == "m")
            lying = [r[args[op.card]]] if op.card is not None else self._lying(run.values, args[op.zones[0]], r[args[op.zones[0] + 1]])
            if lying:
                self.cuts.append(Cut(State(self.program, {name: cells.copy() for name, cells in run.values.items()}), dict.fromkeys(lying, mask)))
            return result

        return tells

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


def stages(old: Values, now: Position, answer: Answer | None, rolled: Sequence[Answer]) -> Stages:
    """What happened from an old state to one that stands now, after an answer, and what was `rolled` on the way: what was mixed with others is drawn from
    there, and not from where it came."""
    out, answers = Stages([], []), (answer, *rolled)
    for n, after in enumerate([*(position for position, _ in rolled), now]):
        for between, shown in _between(old, after, answers[n], now):
            out.states.append((old, between))
            out.fallen.append([*log.shown(between, shown, now.place(answer[1].place if answer is not None else 0))])
            old = between.values
        out.states.append((old, after))
        out.fallen.append(log.rolled(*rolled[n]) if n < len(rolled) else [])
        old = after.values
    return out


def _between(old: Values, after: Position, answer: Answer | None, now: Position) -> Iterator[tuple[Position, dict[int, int]]]:
    """Each state on the way where something was to be told, with the cards that were shown there to seats which do not see them now."""
    engine = through(after.program)
    begins = answer is None and old["status"][0] != ASKING
    happens = engine.happens and old["card.zone"] != after.values["card.zone"]
    if (happens or engine.shows) and (answer is not None or begins):
        first = engine.state(answered(*answer).bytes()) if answer is not None else State(after.program, {name: [*cells] for name, cells in old.items()})
        if begins:
            first.set("chance", 0, 1)
        for cut in engine.cut(first):
            there = Position(after.program, engine, after.words, cut.state)
            seen = {card: mask & there.seers.get(card, -1) & ~now.seers.get(card, -1) for card, mask in cut.shown.items()}
            if not cut.shown or any(seen.values()):
                yield there, seen
