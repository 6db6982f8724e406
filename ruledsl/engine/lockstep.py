"""Both engines play the same games, and are held against each other after every decision: the whole block, every option, every answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from ruledsl.interp import Interpreter
from ruledsl.interp.trace import Change
from ruledsl.ir.fault import NO_PLACE, RulesFault
from ruledsl.ir.program import ASKING, Hole, Place, Program
from ruledsl.native import Native
from ruledsl.record import record

if TYPE_CHECKING:
    from ruledsl.engine.game import Game

Move = tuple[int, tuple[int, ...]]
"""A seat, or -1 for chance and the world, and the numbers of the move."""


@record(frozen=True)
class Difference:
    """Where the engines first part: the game's seed, the moves that lead there, what is asked there, what differs, and the operation of
    the rules that the reference engine did there last, with its place. `engines` are what they are called, and `has` what each has there."""

    seed: int
    chance: int
    moves: tuple[Move, ...]
    site: str
    op: str
    place: Place
    what: str
    engines: tuple[str, str]
    has: tuple[object, object]

    def __str__(self) -> str:
        where = f"{self.place.span}: `{self.op}`, towards `{self.site}`, seed {self.seed}, after {len(self.moves)} moves"
        return f"{where}: {self.what}: " + ", ".join(f"{engine} has {value}" for engine, value in zip(self.engines, self.has, strict=True))

    def save(self, path: str | PathLike[str], game: Game, players: int, options: Mapping[str, Any] | None = None) -> None:
        """Keep the match that leads there, to be looked at with `ruledsl play --replay`. The game is the one that was watched."""
        match = game.start(players, self.seed, options, "interp", "asked" if self.chance else "drawn")
        for seat, numbers in self.moves:
            who = None if seat < 0 else seat + 1
            match.play(next(choice for choice in match.answers(who) if choice.move == numbers))
        match.save(path)


@record(frozen=True)
class Lockstep:
    """What was played, and the first difference, if there is any."""

    games: int
    decisions: int
    faults: int
    difference: Difference | None


class _Parted(Exception):
    def __init__(self, what: str, one: object, other: object):
        self.what, self.has = what, (one, other)


def lockstep(
    program: Program, seeds: Iterable[int], tier: int = 0, limit: int = 10_000, answers: Literal["all", "in turn", ""] = "all", beside: int | None = None
) -> Lockstep:
    """Play a game a seed by random choice, odd seeds with chance asked; stop at the first difference.

    With `answers`, functions that look at the state alone, and those of the seats, are compared as well: all of them at each decision, or one at each and
    all in the first state and the last. With `beside`, the code of a tier is held against that of another one instead of the interpreter."""
    pair = _Pair(program, tier, answers, beside)
    games = decisions = faults = 0
    for seed in seeds:
        try:
            faults += pair.play(seed, limit)
        except _Parted as parted:
            return Lockstep(games, decisions + len(pair.moves), faults, pair.difference(seed, parted))
        games += 1
        decisions += len(pair.moves)
    return Lockstep(games, decisions, faults, None)


class _Pair:
    """The two engines with a state each."""

    def __init__(self, program: Program, tier: int, answers: str, beside: int | None):
        self.program = program
        self.engines: tuple[Any, Any] = Interpreter(program) if beside is None else Native(program, beside), Native(program, tier)
        self.names = ("the interpreter", "machine code") if beside is None else (f"tier {beside}", f"tier {tier}")
        self.answers = answers
        self.states: tuple[Any, Any] = (None, None)
        self.moves: list[Move] = []
        self.site = -1
        alone: list[tuple[str, tuple[int, ...]]] = [(f.name, ()) for f in program.functions.values() if f.role == "value" and f.params == 0]
        self._asked = [*alone, *((name, (seat,)) for seat in range(program.players) for name in ("score", "payoff"))]

    def difference(self, seed: int, parted: _Parted) -> Difference:
        site = self.program.sites[self.site] if self.site >= 0 else None
        op, place = self._cause(seed, parted.what)
        shown = self.program.places[place] if place < len(self.program.places) else NO_PLACE
        where = seed, seed % 2, tuple(self.moves), site.name if site else "the start"
        return Difference(*where, op, shown, parted.what, self.names, parted.has)

    def _cause(self, seed: int, what: str) -> tuple[str, int]:
        """The operation after which the engines differ, and the number of its place: of a number in the block the last one that set it; of a
        function its return; else the last one that changed anything."""
        if what in self.program.functions:
            last = self.program.functions[what].blocks[-1].instrs[-1]
            return f"{last.op} of {what}", last.place
        done: list[tuple[str, int, tuple[Change, ...]]] = []
        state = self._replayed(seed, Interpreter(self.program, lambda op, place, changes: done.append((op, place, changes))), done.clear)
        setting = [(op, place) for op, place, changes in done if any(f"{c.region}[{c.index}]" == what for c in changes)]
        asked = self.program.sites[state.get("ask.site")].place if state is not None and self.site >= 0 else 0
        return (setting or [(op, place) for op, place, _ in done] or [("ask", asked)])[-1]

    def _replayed(self, seed: int, engine: Interpreter, before_last: Callable[[], None]) -> Any:
        """The state after all moves; None if the rules go wrong on the way."""
        try:
            state = engine.start(seed, seed % 2)
            for move in self.moves:
                before_last()
                self._step(engine, state, move)
        except RulesFault:
            return None
        return state

    def play(self, seed: int, limit: int) -> int:
        """Play one game; whether it ended with a fault, the same in both."""
        self.moves, self.site = [], -1
        random = Random(seed)
        started = self.both("start", lambda engine, _: engine.start(seed, seed % 2), bare=True)
        if isinstance(started[0], RulesFault):
            return 1
        self.states = started
        while self._compare_blocks() and len(self.moves) < limit:
            turn = len(self.moves) if self.answers == "in turn" and self.moves else None
            if self.answers:
                self._compare_answers(self._asked if turn is None else [self._asked[turn % len(self._asked)]])
            move = self._choose(random)
            if move is None:
                return 0
            self.moves.append(move)
            if isinstance(self.both("the step", lambda engine, state: self._step(engine, state, move), bare=True)[0], RulesFault):  # noqa: B023
                return 1
        if self.answers:
            self._compare_answers(self._asked)
        return 0

    def both(self, what: str, act: Callable[[Any, Any], Any], bare: bool = False) -> tuple[Any, Any]:
        """Do the same in both engines and compare what comes of it; `bare`: only whether it faults, and how."""
        found = [_outcome(act, engine, state) for engine, state in zip(self.engines, self.states, strict=True)]
        shown = [(o.fault, o.place) if isinstance(o, RulesFault) else None if bare else o for o in found]
        if shown[0] != shown[1]:
            raise _Parted(what, shown[0], shown[1])
        return found[0], found[1]

    def _compare_blocks(self) -> bool:
        """Whether play goes on, in blocks that are equal."""
        a, b = (state.bytes() for state in self.states)
        if a != b:
            at = next(n for n in range(len(a)) if a[n] != b[n])
            raise _Parted(*self._number(at))
        self.site = self.states[0].get("ask.site")
        return bool(self.states[0].get("status") == ASKING)

    def _number(self, at: int) -> tuple[str, object, object]:
        """The number that stands at a byte of the block, in both states."""
        for region in reversed(self.program.regions):
            index = (at - self.program.offsets[region.name]) // region.width
            if 0 <= index < region.count:
                return f"{region.name}[{index}]", *(state.get(region.name, index) for state in self.states)
        return f"byte {at}", None, None

    def _compare_answers(self, some: Sequence[tuple[str, tuple[int, ...]]]) -> None:
        for name, args in some:
            self.both(name, lambda engine, state: engine.call(state, name, *args))  # noqa: B023

    def _choose(self, random: Random) -> Move | None:
        """A random move; None if nobody can do anything."""
        state = self.states[0]
        if state.get("ask.count"):
            return -1, (random.randrange(state.get("ask.count")),)
        mask = state.get("ask.seats")
        seat = random.choice([n for n in range(self.program.players) if mask >> n & 1] or [0])
        options, _ = self.both("the options", lambda engine, there: engine.legal(there, self.site, seat))
        if isinstance(options, RulesFault) or not options:
            return None
        chosen: tuple[int, ...] = random.choice(options)
        if self.answers:
            self._compare_option(seat, chosen)
        return seat, chosen

    def _compare_option(self, seat: int, option: tuple[int, ...]) -> None:
        for name in self._functions_of(option):
            self.both(name, lambda engine, state: engine.call(state, name, seat, *option[1:]))  # noqa: B023

    def _functions_of(self, option: tuple[int, ...]) -> Iterator[str]:
        """The functions of an action: its guard, and those that fill its texts."""
        if option[0] < 0:
            return
        action = self.program.actions[option[0]]
        texts = [action.label, *(requirement.message for requirement in action.requirements)]
        yield action.guard
        for hole in (part for text in texts for part in text if isinstance(part, Hole)):
            yield from self.program.words_of(hole.function)

    def _step(self, engine: Any, state: Any, move: Move) -> None:
        seat, numbers = move
        state.set("move.seat", 0, seat)
        for n in range(self.program.arguments + 1):
            state.set("move", n, numbers[n] if n < len(numbers) else 0)
        engine.resume(state)


def _outcome(act: Callable[[Any, Any], Any], engine: Any, state: Any) -> Any:
    try:
        return act(engine, state)
    except RulesFault as fault:
        return fault
