"""What runs in the first lap of a phase, and hardly in later ones: what begins anew each time begins as it did before, if nothing was forgotten."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ruledsl.findings.coverage import Thing, entering, lines
from ruledsl.findings.machine import Machine
from ruledsl.findings.verdicts import SAMPLED, Finding
from ruledsl.model.graph import named, reach
from ruledsl.record import field, record

if TYPE_CHECKING:
    from ruledsl.engine import Game

ENOUGH = 3_000
"""Later laps of a phase that are enough."""
MANY, FEW = 100, 20
"""Later laps, and times that something ran, without which nothing is said; of phases that come no more than so often in a game, as rounds and hands do."""
OFTEN, SELDOM = 0.3, 1 / 20
"""How often something must run up to the second lap, and how much less often in each later one."""
STEPS = 1_000
"""Answers from one look at the time to the next."""


@record
class Phase:
    """What ran how often, by counter, up to where the second lap had begun, and after that; and how many laps there were."""

    first: list[int]
    later: list[int]
    games: int = 0
    laps: int = 0


@record
class Laps:
    """The laps of the phases of one program, in games that are played answer by answer. Several laps between two answers cannot be told apart: such a phase is
    left out."""

    machine: Machine
    phases: dict[str, Phase] = field(default_factory=dict)
    mixed: set[str] = field(default_factory=set)
    seed: int = 1

    def look(self, going: Callable[[], bool]) -> None:
        """Games for as long as it is going on."""
        entries = {name: there for name, there in entering(self.machine).items() if name not in self.mixed and not self._enough(name)}
        while entries and going():
            self.seed += 1
            self._game(entries)
            entries = {name: there for name, there in entries.items() if name not in self.mixed and not self._enough(name)}

    def _enough(self, name: str) -> bool:
        return name in self.phases and self.phases[name].laps >= ENOUGH

    def _game(self, entries: Mapping[str, Sequence[int]]) -> None:
        machine, begun, second = self.machine, self.machine.counts(), dict[str, list[int]]()
        games, before = machine.plan.games, {name: machine.came(there) for name, there in entries.items()}
        waiting, stream = set(entries), self.seed
        for _ in range(STEPS):
            if machine.play(stream, 1) is not None:
                return
            stream = 0
            for name in [*waiting]:
                laps = machine.came(entries[name]) - before[name]
                if laps > 1:
                    waiting.discard(name)
                    second[name] = machine.counts()
                    if laps > 2:
                        self.mixed.add(name)
            if machine.plan.games > games:
                break
        ended = machine.counts()
        for name in second:
            phase = self.phases.setdefault(name, Phase([0] * len(ended), [0] * len(ended)))
            phase.games += 1
            phase.laps += machine.came(entries[name]) - before[name] - 2
            phase.first = [a + now - then for a, now, then in zip(phase.first, second[name], begun, strict=True)]
            phase.later = [a + now - then for a, now, then in zip(phase.later, ended, second[name], strict=True)]


def unlike(game: Game, every: Sequence[Laps], starts: Sequence[tuple[int, str]]) -> Iterator[Finding]:
    """What belongs to a phase, and runs up to where its second lap has begun, but seldom after that, at all tables together."""
    found: dict[tuple[str, Thing], list[int]] = {}
    for one in every:
        for name, phase in one.phases.items():
            after = lines(one.machine, phase.later)
            for thing, count in lines(one.machine, phase.first).items() if name not in one.mixed else ():
                row = found.setdefault((name, thing), [0, 0, 0, 0])
                row[:] = [a + b for a, b in zip(row, (count, phase.games, after.get(thing, 0), phase.laps), strict=True)]
    inside = {name: _inside(game, name) for name, _ in found}
    told = set[Thing]()
    for (name, thing), (first, games, later, laps) in sorted(found.items(), key=lambda one: one[0][1].span.line):
        if laps < MANY or first < FEW or laps > FEW * games or thing in told or _declared(starts, thing.span.line) not in inside[name]:
            continue
        early, late = first / games, later / laps
        if early >= OFTEN and late <= SELDOM * early:
            told.add(thing)
            text = f"this runs {early:.2f} times until the second `{name}` of a game is under way, and {late:.2f} times in each further one"
            yield Finding(SAMPLED, "laps-unlike", text, thing.span, thing.tags, sample=laps)


def _inside(game: Game, name: str) -> Collection[str]:
    """What a phase does, and what is done in it."""
    models = [rules.model for rules in ([game.model.in_mode(mode) for mode in game.model.modes] or [game.model])]
    return set[str]().union(*(reach(named(model), name) for model in models if name in model.callables))


def _declared(starts: Sequence[tuple[int, str]], line: int) -> str:
    return max(((first, name) for first, name in starts if first <= line), default=(0, ""))[1]
