"""The tables of a hunt: the program and the code of a setting, and what came of it. Machine code fills no texts: games are played again to fill them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from ruledsl.engine.backend import Engine, engine_for
from ruledsl.engine.position import Position
from ruledsl.engine.spoken import Spoken, place_of
from ruledsl.findings import mirror
from ruledsl.findings.hollow import Hollow
from ruledsl.findings.laps import Laps
from ruledsl.findings.machine import Answers, Machine, Replay, Stop
from ruledsl.findings.reference import answer, positions
from ruledsl.findings.verdicts import CLASS_OF, Finding, Setting
from ruledsl.interp.state import State
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import ASKING, Program
from ruledsl.record import cached_property, field, record

LENGTH = 200
"""Answers of a game that is played again to fill its texts; of a longer one, those of where it stands are filled, too."""
WAYS = 1000
"""Ways to fill in the arguments of an action that are looked at in one state."""


class Filling:
    """Games of a program that are played again to fill texts that may go wrong. At so many decisions they were `filled`; at all that can be asked for
    if it was `whole`."""

    def __init__(self, program: Program) -> None:
        self.spoken, self.filled = Spoken(program, WAYS), 0

    @property
    def sites(self) -> frozenset[int]:
        """Where play stops, and a text may go wrong."""
        return self.spoken.sites

    @property
    def whole(self) -> bool:
        """Could all that can be said against an action be looked at?"""
        return self.spoken.whole

    def wrong(self, machine: Machine, going: Callable[[], bool]) -> Iterator[tuple[Answers, Stop]]:
        """What goes wrong in the texts of the game that is being played, and after which answers, as long as it is `going`."""
        if not self.sites:
            return
        answers = machine.answers()
        for many, position in self._positions(machine, answers):
            self.filled += 1
            for fault in [*self.spoken.wrong(position)]:
                yield answers[:many], Stop(CLASS_OF[fault.fault], place_of(position.program, fault))
            if not going():
                return

    def replaying(self, seed: int) -> Replay:
        """Plays games from a seed by their answers, to see whether a text goes wrong where they end."""
        return lambda answers, like: self._replayed(seed, answers, like)

    def _replayed(self, seed: int, answers: Answers, like: Stop) -> tuple[Stop | None, Answers]:
        program, taken = self.spoken.program, Answers()
        engine = engine_for(program, "interp")
        state: Any = engine.start(seed, 1)
        try:
            for option, seat in answers:
                if state.get("status") != ASKING:
                    return None, taken
                taken.append(_fitting(engine, state, option, seat))
                answer(engine, state, *taken[-1])
            for fault in self.spoken.wrong(Position(program, engine, self.spoken.words, state)):
                stop = Stop(CLASS_OF[fault.fault], place_of(program, fault))
                if stop.same == like.same:
                    return stop, taken
        except RulesFault:  # that is another find
            pass
        return None, taken

    def _positions(self, machine: Machine, answers: Answers) -> Iterator[tuple[int, Position]]:
        program = machine.program
        engine = engine_for(program, "interp")
        yield from enumerate(islice(positions(program, engine, machine.plan.seed, answers[:LENGTH]), LENGTH))
        if len(answers) >= LENGTH:
            yield len(answers), Position(program, engine, self.spoken.words, State.from_bytes(program, machine.block()))


def _fitting(engine: Engine, state: Any, option: int, seat: int) -> tuple[int, int]:
    """An answer that can be given: of one too large what is left of it, and of who is not asked the first who is."""
    if many := state.get("ask.count"):
        return option % many, -1
    asked = state.get("ask.seats")
    seat = seat if seat >= 0 and asked >> seat & 1 else (asked & -asked).bit_length() - 1
    return option % len(engine.legal(state, state.get("ask.site"), seat)), seat


def unsaid(made: Sequence[Filling]) -> str:
    """What is to be said of a claim that nothing goes wrong where texts may, which machine code fills nowhere."""
    made = [one for one in made if one.sites]
    if not made:
        return ""
    many = sum(one.filled for one in made)
    rest = "" if all(one.whole for one in made) else ", not for all that can be asked for"
    return f", but for texts: they were filled at {many:,} decision{'s' * (many != 1)}{rest}"


@record
class Table:
    """A setting that is played: its program and code, and what came of it. Where it is `watched`, every guard is asked, which takes its time."""

    number: int
    setting: Setting
    program: Program
    machine: Machine
    filling: Filling
    watched: bool = False
    seconds: float = 0.0
    looked: float = 0.0
    longest: float = 0.0
    looks: int = 0
    mirrors: int = 0
    told_by: dict[tuple[str, Any], list[mirror.Told]] = field(default_factory=dict)
    rate: float = 20_000.0
    failed: int = 0
    idle: Finding | None = None
    hollow: Hollow | None = None
    laps: Laps | None = None
    lapped: float = 0.0

    @property
    def decisions(self) -> int:
        return int(self.machine.plan.decisions)

    @cached_property
    def instrs(self) -> int:
        """How many instructions its program has."""
        return sum(len(block.instrs) for function in self.program.functions.values() for block in function.blocks)

    @property
    def games(self) -> int:
        return int(self.machine.plan.games)

    @property
    def together(self) -> int:
        """Games that all have won, or nobody."""
        return int(self.machine.plan.alike + self.machine.plan.nobody)

    def record(self) -> dict[str, Any]:
        """As it stands in the one JSON document of a command."""
        plan = self.machine.plan
        out = {"players": self.setting.players, "options": dict(self.setting.options), "decisions": self.decisions, "games": self.games}
        out |= {"seconds": round(self.seconds, 3), "looks": self.looks, "mirrored": self.mirrors}
        if self.filling.sites:
            out["filled"] = self.filling.filled
        if self.games:
            out |= {"nobody_won": plan.nobody, "won": self.machine.numbers("won"), "asked": self.machine.numbers("asked")}
            out |= {"without_best_payoff": plan.poorer, "payoff_sum": [plan.least, plan.greatest]}
        return out
