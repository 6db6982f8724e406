"""Plays games at random and looks for faults of the rules: what traps, what is unsound, what tells a secret, what is never reached."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from ruledsl.engine.check import check
from ruledsl.engine.knowledge import resample
from ruledsl.engine.menus import choices
from ruledsl.engine.position import Position
from ruledsl.engine.view import view
from ruledsl.engine.words import Words
from ruledsl.interp import Interpreter
from ruledsl.interp.machine import Code, Run
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.flow import answered, constants
from ruledsl.ir.program import ASKING, Block, Function, Program
from ruledsl.record import field, record
from ruledsl.source import Span

LOOKS = 16
"""One decision in so many is looked at closely: census, bounds, invariants, and what each seat may know."""
LONGEST = 100_000
"""A game of more decisions is given up, and reported."""

Move = tuple[int | None, tuple[int, ...]]


@record(frozen=True)
class Found:
    """A fault, and how to come to it: the seed, and the moves up to the faulty one (seats from 0)."""

    message: str
    span: Span
    tags: tuple[str, ...]
    seed: int
    moves: tuple[Move, ...]


@record
class Reached:
    """What was seen, and what there is to see: actions, requirements that held and failed, phases, decisions."""

    games: int = 0
    decisions: int = 0
    chosen: Counter[int] = field(default_factory=Counter)
    entered: set[str] = field(default_factory=set)
    answers: set[tuple[str, int]] = field(default_factory=set)  # a guard, and what it answered

    def missing(self, program: Program) -> list[str]:
        """What was never reached, in words."""
        return [*self._actions(program), *self._requirements(program), *self._phases(program)]

    def _actions(self, program: Program) -> Iterator[str]:
        for number, action in enumerate(program.actions):
            if not self.chosen[number]:
                kind = f" as {action.played_as}" if action.played_as else f" {action.way}" if action.way else ""
                yield f"the action `{action.name}`{kind} was never chosen ({program.places[action.place].span})"

    def _requirements(self, program: Program) -> Iterator[str]:
        """A line of the rules counts once, for however many cards and effects it is asked."""
        failed: dict[int, bool] = {}
        held: dict[int, bool] = {}
        for action in program.actions:
            answers = {n for guard, n in self.answers if guard == action.guard}
            for n, requirement in enumerate(action.requirements, 1):
                failed[requirement.place] = failed.get(requirement.place, False) or n in answers
                held[requirement.place] = held.get(requirement.place, False) or any(a == 0 or a > n for a in answers)
        for place, ever in failed.items():
            if not ever:
                yield f"this `require` never failed: {program.places[place].span}"
        for place, ever in held.items():
            if not ever:
                yield f"this `require` never held: {program.places[place].span}"

    def _phases(self, program: Program) -> Iterator[str]:
        for name in program.entries:
            if name not in self.entered and name != "play":
                yield f"`{name}` was never entered"


def guard_answers(guard: Function) -> dict[str, int]:
    """The blocks of a guard that answer, and what: 0 for yes, else the number of the requirement that fails."""
    out = {}
    for block in guard.blocks:
        *_, (last, known) = constants(block)
        if (register := answered(last)) is not None:
            out[block.label] = known.get(register, 0)
    return out


class Covered(Interpreter):
    """An interpreter that notes what guards answer and which phases are entered."""

    def __init__(self, program: Program, reached: Reached):
        self.reached = reached
        self._answers = {action.guard: guard_answers(program.functions[action.guard]) for action in program.actions if action.guard}
        super().__init__(program)

    def _decode(self, function: Function, block: Block, code: Code) -> None:
        super()._decode(function, block, code)
        chunk = code.chunks[block.label]
        if function.name == "main":
            name, _, entered = block.label.partition(".enter.")
            if entered.isdigit():
                chunk.body = [(_note, (self.reached.entered, name), 0), *chunk.body]
        elif (answer := self._answers.get(function.name, {}).get(block.label)) is not None:
            chunk.body = [(_note, (self.reached.answers, (function.name, answer)), 0), *chunk.body]


def _note(run: Run, registers: list[int], seen: set[Any], what: object) -> None:
    seen.add(what)


class Hunt:
    """Games at one table, of a program whose guards can be watched. `reached` is added to."""

    def __init__(self, program: Program, reached: Reached, looks: int = LOOKS):
        self.program, self.reached, self.looks = program, reached, looks
        self.engine = Covered(program, reached)
        self.words = Words(program)

    def games(self, seeds: Iterable[int]) -> Iterator[Found | None]:
        """One game a seed; answers its fault, or None."""
        for seed in seeds:
            yield self.game(seed)

    def game(self, seed: int) -> Found | None:
        rng = random.Random(seed)
        moves: list[Move] = []
        state: Any = None
        try:
            state = self.engine.start(seed, 0)
            while state.get("status") == ASKING:
                message = self._look(state, rng)
                if message is not None:
                    return Found(*message, seed, tuple(moves))
                if len(moves) >= LONGEST:
                    place = self.program.places[self.program.sites[state.get("ask.site")].place]
                    return Found("the game does not end", place.span, place.tags, seed, tuple(moves))
                moves.append(self._move(state, rng))
            self._judge(state)
        except RulesFault as fault:
            return Found(str(fault), fault.place.span, fault.place.tags, seed, tuple(moves))
        finally:
            self.reached.games += 1
            self.reached.decisions += len(moves)
        return None

    def _judge(self, state: Any) -> None:
        """Who has won, and with how much, can go wrong too."""
        self.engine.call(state, "winners")
        for seat in range(self.program.players):
            for what in ("score", "payoff"):
                self.engine.call(state, what, seat)

    # ---- one decision ----

    def _move(self, state: Any, rng: random.Random) -> Move:
        mask = state.get("ask.seats")
        seat = rng.choice([s for s in range(self.program.players) if mask >> s & 1]) if mask else None
        options = self.engine.legal(state, state.get("ask.site"), -1 if seat is None else seat)
        move = self._rare(options, rng) if rng.random() < 0.5 else rng.choice(options)
        self.reached.chosen[move[0]] += 1
        for i in range(self.program.region["move"].count):
            state.set("move", i, move[i] if i < len(move) else 0)
        state.set("move.seat", 0, -1 if seat is None else seat)
        self.engine.resume(state)
        return seat, move

    def _rare(self, options: list[tuple[int, ...]], rng: random.Random) -> tuple[int, ...]:
        """An option of the action that was chosen least of all."""
        least = min(self.reached.chosen[o[0]] for o in options)
        return rng.choice([o for o in options if self.reached.chosen[o[0]] == least])

    def _look(self, state: Any, rng: random.Random) -> tuple[str, Span, tuple[str, ...]] | None:
        if rng.randrange(self.looks):
            return None
        position = Position(self.program, self.engine, self.words, state.copy())
        for flaw in check(position):
            return flaw.message, flaw.span, flaw.tags
        told = leak(position, rng)
        return (told.message, told.span, told.tags) if told else None


@record(frozen=True)
class Leak:
    """What tells a seat of what it cannot know: of which kind (leak-view, leak-options, leak-label), and where play stands."""

    kind: str
    message: str
    span: Span
    tags: tuple[str, ...]


def leak(position: Position, rng: random.Random) -> Leak | None:
    """What a seat sees and may do must not change with what it cannot know."""
    program, seat = position.program, rng.randrange(position.program.players)
    other = Position(program, position.engine, position.words, resample(position, seat, rng.getrandbits(32)))
    place, who = position.place(position.site.place), program.seats[seat]
    if view(position, seat) != view(other, seat):
        return Leak("leak-view", f"the view of {who} depends on what it cannot know", place.span, place.tags)
    if seat in position.waiting:
        here, there = _labels(position, seat), _labels(other, seat)
        if here != there:
            kind = "leak-label" if len(here) == len(there) else "leak-options"
            return Leak(kind, f"the options of {who} depend on what it cannot know", place.span, place.tags)
    return None


def _labels(position: Position, seat: int) -> list[str]:
    return [choice.label for choice in choices(position, seat)]
