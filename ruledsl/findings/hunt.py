"""The hunt: games at every table of a game, in machine code that is made beside play, until there is no time left.

Nothing here reads a clock: whoever hunts hands one over."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from ruledsl.engine.backend import engine_for
from ruledsl.engine.fuzz import leak
from ruledsl.engine.position import Position
from ruledsl.engine.words import Words
from ruledsl.findings import coverage, laps, mirror
from ruledsl.findings.cited import Cited, cited
from ruledsl.findings.culprits import Shown, culprits
from ruledsl.findings.hollow import Hollow
from ruledsl.findings.idling import idle, may_idle
from ruledsl.findings.machine import LONGEST, Answers, Machine, Stop
from ruledsl.findings.readings import settings
from ruledsl.findings.reference import PATIENCE, Seen, again
from ruledsl.findings.rising import only_long
from ruledsl.findings.shrink import shrink
from ruledsl.findings.tables import Filling, Table, unsaid
from ruledsl.findings.unlike import unlike
from ruledsl.findings.verdicts import REFUTED, SAMPLED, Answer, Finding, Setting, Witness
from ruledsl.findings.withheld import named
from ruledsl.interp.state import State
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import ASKING, Program
from ruledsl.lower import SettingsError
from ruledsl.record import replace

if TYPE_CHECKING:
    from ruledsl.engine import Game

Clock = Callable[[], float]
Found = Callable[[Finding, Program, Answers], None]

BURST = 0.01
"""Seconds that machine code plays before the time is looked at."""
LOOKS = 0.2
"""The share of the time that is spent on what seats may know."""
WATCHED = 3
"""So many times as long a table is played as the same table while it is watched."""
SEARCHING, SHRINKING, TRACING = 0.2, 0.5, 1.0
"""Seconds in which a shorter game is looked for, in which it has been made shorter, and in which it is found out which lines it comes from."""
FIRST_LOOK, AN_INSTRUCTION = 0.2, 1e-4
"""Seconds that the first look at a table takes, and for each instruction of its program."""
LAPS, LAPPING = 0.15, 0.02
"""The share of the time, and seconds at once, in which laps are told apart and texts are read."""
NAMING, TO_NAME = 0.1, 3e-5
"""The share of the time that is kept at most to name the lines that hold something back, and how long that takes for each instruction of a program."""
MOST_FOUND = 12


class Left(Exception):
    """There is no time left for more code."""


class Disagreement(Exception):
    """Machine code found what the reference does not show: a fault of ruledsl, and not of the rules."""


class Hunt:
    """One hunt. `found` is told each refutation at once, with the program and the answers of its game."""

    def __init__(self, game: Game, fixed: Mapping[str, Any], players: int | None, seed: int, *, clock: Clock, until: float, found: Found):
        self.game, self.fixed, self.players, self.clock, self.until, self.found = game, fixed, players, clock, until, found
        self.began = until
        self.settings: list[Setting] = []
        self.listed = False
        self.rng = random.Random(seed)
        self.tables: list[Table] = []
        self.refused: list[tuple[int, SettingsError]] = []
        self.findings: list[Finding] = []
        self.known, self.long = set[tuple[str, object]](), list[Finding]()
        self.trouble: list[BaseException] = []
        self.news, self.stopped, self.told = Event(), Event(), Event()
        self.maker = Thread(target=self.make, daemon=True)

    # ---- the code --------------------------------------------------------------------------------

    def make(self) -> None:
        """The code of one setting after the other, beside play, watched; then, since that is quicker, of those that are not. The first is there before
        all are listed: rules that were made ready before need not be read for it. While it is played first, and something is told of, no more is made."""
        try:
            first = self.game.seats(self.fixed)[0] if self.players is None else self.players
            self.settings = [Setting(first, self.fixed)]
            self._make(0, False)
            self._wait()
            self.settings = settings(self.game, self.fixed, self.players, self._open)
            for table in self.tables:
                table.setting = self.settings[0]
            self.listed = True
            numbers = range(len(self.settings))
            for number, watched in [*((n, True) for n in numbers), *((n, False) for n in numbers[1:])]:
                if number not in self.unfit:
                    self._make(number, watched)
        except Left:
            pass
        except BaseException as error:
            self.trouble.append(error)
        finally:
            self.news.set()

    def _wait(self) -> None:
        """Until what was found so far is told, where code is made beside play: both need the interpreter."""
        if self.tables and self.maker.is_alive():
            self.told.wait()

    def _make(self, number: int, watched: bool) -> None:
        self._wait()
        if self.stopped.is_set():
            raise Left
        setting = self.settings[number]
        try:
            usual = number == 0 and not watched  # what was made ready before need not be lowered
            program = self.game.program(setting.players, setting.options) if usual else self.game.opened(setting.players, setting.options, watched, self.fixed)
            self.tables.append(Table(number, setting, program, Machine(program), Filling(program), watched))
        except SettingsError as error:
            self.refused.append((number, error))
        self.news.set()

    def _open(self, mode: Mapping[str, Any]) -> Collection[str]:
        """The readings of which one code plays all values, in a mode; none where its usual table cannot be set."""
        low = self.game.seats(mode)[0] if self.players is None else self.players
        try:
            return self.game.opened(low, mode, fixed=self.fixed).readings
        except SettingsError:
            return ()

    def _leave(self) -> None:
        """No more code: whoever hunts leaves behind what is being made. It is not broken off from outside: what LLVM lends would be given back twice."""
        self.stopped.set()
        self.told.set()

    # ---- the loop --------------------------------------------------------------------------------

    def run(self) -> None:
        """Hunt until the time is over. What goes wrong where code is made is raised here."""
        if not self.tables and not self.refused:
            self.maker.start()
        self.began = self.clock()
        try:
            while self.clock() < self.until - self._naming() and len(self.findings) < MOST_FOUND:
                if self.trouble:
                    raise self.trouble[0]
                self.news.clear()
                table = min(self.tables, key=lambda table: table.seconds * (WATCHED if table.watched else 1), default=None)
                if table is not None:
                    self._play(table)
                    self.told.set()
                elif self.maker.is_alive():
                    self.news.wait(max(0.0, min(0.05, self.until - self.clock())))
                else:
                    break
            if self.trouble:
                raise self.trouble[0]
        finally:
            self._leave()

    def _naming(self) -> float:
        """Seconds that are kept for the lines that hold back what never came."""
        return min(NAMING * (self.until - self.began), self.tables[0].instrs * TO_NAME if self.tables else 0.0)

    def _play(self, table: Table) -> None:
        began = self.clock()
        count = max(50, int(table.rate * min(BURST, self.until - self._naming() - began)))
        before, fresh = table.decisions, not table.decisions and not table.failed
        stop = table.machine.play(self.rng.getrandbits(62) | 1 if fresh else 0, count)
        spent = self.clock() - began
        table.rate = 0.5 * table.rate + 0.5 * (table.decisions - before + 1) / max(spent, 1e-6)
        if stop is not None:
            table.failed += 1
            self._stopped(table, stop)
        elif self._ready_to_look(table):
            self._look(table)
        if not table.watched and table.seconds > 10 * BURST and table.lapped < LAPS * table.seconds:
            self._lap(table, self.until - self._naming() - 2 * LAPPING)
        table.seconds += self.clock() - began

    def _stopped(self, table: Table, stop: Stop) -> None:
        place = table.program.places[stop.place].span if stop.place >= 0 else None
        if (stop.kind, place) in self.known:
            return
        self.known.add((stop.kind, place))
        self.told.clear()
        machine = table.machine
        seed, answers, long = machine.plan.seed, machine.answers(), len(machine.answers())
        now = self.clock()
        if (long_one := only_long(machine, stop, seed, answers, table.number)) is not None:
            self.known.discard((stop.kind, place))
            self.long = self.long or [long_one]
            return
        if stop.kind != "endless" or stop.fault:
            with machine.aside():
                seed, answers, stop = machine.shorter(stop, seed, answers, lambda: self.clock() < min(now + SEARCHING, self.until))
                answers, stop = shrink(machine.replaying(seed), answers, stop, lambda: self.clock() < min(now + SHRINKING, self.until))
        self._tell(table, stop, seed, answers, long)

    def _tell(self, table: Table, stop: Stop, seed: int, answers: Answers, long: int) -> None:
        program = table.program
        if program.readings:
            stop, program = self._folded(table, stop)
        if len(answers) <= PATIENCE:
            seen = again(program, seed, answers, stop)
            if seen.kind != stop.kind and (seen.kind, stop.kind) != ("out-of-bounds", "census"):
                shown = seen.kind or "that all is well"
                raise Disagreement(f"machine code says {stop.kind} and the reference {shown} after {len(answers)} answers of seed {seed}")
        else:
            place = program.places[max(0, stop.place)]
            words = stop.fault or f"a game did not end within {LONGEST:,} answers"
            told = tuple(Answer(None if seat < 0 else seat + 1, option) for option, seat in answers)
            seen = Seen(stop.kind, words, place.span, place.tags, told)
        witness, until = Witness(seed, seen.answers, long), min(self.clock() + TRACING, self.until)
        likely = culprits(program, Shown(seed, answers), stop, seen.span, lambda: self.clock() < until)
        told_of = Finding(REFUTED, seen.kind, seen.message, seen.span, seen.tags, table.number, witness=witness, notes=seen.notes, culprits=likely)
        self._add(told_of, program, answers)

    def _folded(self, table: Table, stop: Stop) -> tuple[Stop, Program]:
        """What was found where readings are open, in the program that has them settled: that one is the game."""
        program = self.game.program(table.setting.players, table.setting.options, watched=table.watched)
        place = program.places.index(table.program.places[stop.place]) if stop.place >= 0 else -1
        return replace(stop, place=place), program

    def _add(self, finding: Finding, program: Program, answers: Answers) -> None:
        self.findings.append(finding)
        self.found(finding, program, answers)

    # ---- what seats may know ---------------------------------------------------------------------

    def _ready_to_look(self, table: Table) -> bool:
        """Is it time for a look, and will it be over in time? The first one makes the reference ready, which takes the longer the longer a program is."""
        if table.watched and not table.filling.sites or table.seconds < 10 * BURST or table.looked > LOOKS * table.seconds:
            return False
        return self.clock() + (1.5 * table.longest or FIRST_LOOK + table.instrs * AN_INSTRUCTION) < self.until

    def _look(self, table: Table) -> None:
        """A state where a seat is asked is looked at by the reference: do options or view hang on what the seat cannot know? And a game is mirrored. Texts
        that may go wrong are filled."""
        began, machine = self.clock(), table.machine
        if machine.plan.running and may_idle(machine):
            table.idle = table.idle or idle(machine, table.number)
        if machine.plan.running and len(machine.answers()) <= PATIENCE:
            self._fill(table)
            if not table.watched:
                self._leak(table)
                self.mirror(table)
        table.looked += self.clock() - began
        table.longest = max(table.longest, self.clock() - began)

    def _lap(self, table: Table, last: float) -> None:
        """Games in which laps are told apart, and states whose texts may say `none`; not after the `last` time at which there is enough left."""
        began = self.clock()
        table.laps = table.laps or laps.Laps(table.machine.another())
        table.hollow = table.hollow or Hollow(table.machine.another())
        for look in (table.laps.look, table.hollow.look) if began < last else ():
            until = min(self.until, self.clock() + LAPPING / 2)
            look(lambda until=until: self.clock() < until)  # type: ignore[misc]
        table.lapped += self.clock() - began

    def _fill(self, table: Table) -> None:
        for answers, stop in table.filling.wrong(table.machine, lambda: self.clock() < self.until):
            kind = stop.kind, table.program.places[stop.place].span
            if kind not in self.known:
                self.known.add(kind)
                until, seed = min(self.clock() + SHRINKING, self.until), table.machine.plan.seed
                shorter = shrink(table.filling.replaying(seed), answers, stop, lambda until=until: self.clock() < until)  # type: ignore[misc]
                self._tell(table, shorter[1], seed, shorter[0], len(answers))

    def _leak(self, table: Table) -> None:
        machine, program = table.machine, table.program
        position = Position(program, engine_for(program, "interp"), Words(program), State.from_bytes(program, machine.block()))
        if position.block.get("status") != ASKING or not position.waiting:
            return
        table.looks += 1
        try:
            told = leak(position, self.rng)
        except RulesFault:  # no text can be held to another that cannot be filled; where play is truly so, it is told of by itself
            return
        if told is not None and (told.kind, told.span) not in self.known:
            self.known.add((told.kind, told.span))
            seen = again(program, machine.plan.seed, machine.answers(), Stop("", -1))
            witness = Witness(machine.plan.seed, seen.answers, len(seen.answers))
            self._add(Finding(REFUTED, told.kind, told.message, told.span, told.tags, table.number, witness=witness), program, machine.answers())

    def mirror(self, table: Table) -> None:
        """The game that is being played at a table, played twice."""
        told = mirror.mirrored(table.program, table.machine.plan.seed, table.machine.answers(), self.rng)
        table.mirrors += told is not False
        if isinstance(told, mirror.Told):
            table.told_by.setdefault((told.what, told.span), []).append(told)

    # ---- what came of it -------------------------------------------------------------------------

    @property
    def unfit(self) -> set[int]:
        """The settings that make no game."""
        return {number for number, _ in self.refused}

    def left_out(self, watched: bool = False) -> list[int]:
        """The settings that were not played, or not while they were watched."""
        there = {table.number for table in self.tables if table.decisions and (table.watched or not watched)}
        return [n for n in range(len(self.settings)) if n not in self.unfit and n not in there]

    @property
    def decisions(self) -> int:
        return sum(table.decisions for table in self.tables)

    @property
    def games(self) -> int:
        return sum(table.games for table in self.tables)

    @property
    def unsaid(self) -> str:
        """What is to be said where it is told how rare a fault is: machine code fills no texts."""
        return unsaid([table.filling for table in self.tables if table.decisions])

    def covered(self) -> dict[int, coverage.Counts]:
        """What came how often, by setting."""
        found: dict[int, list[coverage.Counts]] = {}
        for table in self.tables:
            if table.decisions:
                found.setdefault(table.number, []).append(coverage.counts(table.machine, table.watched))
        return {number: coverage.joined(parts) for number, parts in sorted(found.items())}

    def sampled(self, covered: Mapping[int, coverage.Counts]) -> Iterator[Finding]:
        """What holds of the games that were played: what open things tell, what never came, who never won. Of what never came it is told where it may: in
        settings that were left out, and behind what goes wrong."""
        yield from self.long
        yield from named(self._sampled(covered), self._program_of, lambda: self.clock() < self.until)

    def _program_of(self, finding: Finding) -> Program:
        """The program in which it is looked for what holds something back: that of its setting, watched if there is one."""
        tables = [table for table in self.tables if table.number == max(0, finding.setting)] or self.tables
        return max(tables, key=lambda table: table.watched).program

    def _sampled(self, covered: Mapping[int, coverage.Counts]) -> Iterator[Finding]:
        yield from self._tells()
        unwatched = self.left_out(watched=True)
        more = f"; {len(unwatched)} more setting{'s' * (len(unwatched) != 1)} there was no time for" if unwatched else ""
        more += "; games ended where they went wrong" if self.findings else ""
        seen = {n: counts for n, counts in covered.items() if n not in unwatched}
        for finding in self._missing(seen) if self.listed and seen else ():
            yield replace(finding, message=finding.message + more)
        yield from unlike(self.game, self.tables, self._starts, self._whole)  # last: lines are named for as long as there is time

    def _missing(self, covered: Mapping[int, coverage.Counts]) -> list[Finding]:
        dead = self._dead(covered)
        return [*dead, *coverage.idle(covered, dead)]

    @property
    def _starts(self) -> list[tuple[int, str]]:
        """Where declarations begin, with their names."""
        return [(c.decl.span.line, name) for rules in _versions(self.game) for name, c in rules.model.callables.items()]

    def _dead(self, covered: Mapping[int, coverage.Counts]) -> list[Finding]:
        watched = [table for table in self.tables if table.watched]
        every, asked = ({n: sum(t.decisions for t in tables if t.number == n) for n in covered} for tables in (self.tables, watched))
        return coverage.missing(covered, every, self._starts, asked=asked)  # guards are asked where they are watched

    def used(self, covered: Mapping[int, coverage.Counts]) -> coverage.Used | None:
        """That there is nothing that never came, where every setting was looked at and there is none."""
        return coverage.used(covered) if self._whole and not self._dead(covered) else None

    def cited(self, covered: Mapping[int, coverage.Counts]) -> list[Cited]:
        """How often what rulebook ids stand at ran; nothing where settings were left out, since what never ran may run there."""
        if not self._whole:
            return []
        models = [rules.model for rules in _versions(self.game)]
        sources = {source.file: source for model in models for source in model.sources.values()}
        return cited(sources.values(), covered, {(c.decl.span.file, c.decl.span.line) for model in models for c in model.callables.values()})

    @property
    def _whole(self) -> bool:
        """Was every setting played, and watched?"""
        return self.listed and bool(self.tables) and not self.left_out(watched=True)

    def _tells(self) -> Iterator[Finding]:
        every = sum(table.mirrors for table in self.tables)
        found: dict[tuple[str, Any], list[mirror.Told]] = {}
        for table in self.tables:
            for key, told in table.told_by.items():
                found.setdefault(key, []).extend(told)
        for (what, span), told in found.items():
            seats = sorted({one.seat for one in told})
            first = next(table for table in self.tables if (what, span) in table.told_by)
            names = " and ".join(first.program.seats[seat] for seat in seats if seat < first.program.players)
            text = f"{what} tells {names} of cards that they do not see: first of all open things in {len(told):,} of {every:,} mirrored games"
            yield Finding(SAMPLED, "tells", text, span, told[0].tags, first.number, every, notes=(told[0].pair,))


def _versions(game: Game) -> list[Any]:
    return [game.model.in_mode(mode) for mode in game.model.modes] or [game.model]
