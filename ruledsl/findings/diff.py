"""Are two rules files the same game? Programs that are the same one are; else both are played side by side: at random in the reference while code is made,
then in machine code, in turns through all pairs of states, breadth first, and at random. What machine code finds holds only where the reference shows it.

Nothing here reads a clock: whoever compares hands one over."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, Any

from ruledsl.findings.beside import Apart, Beside, Pair
from ruledsl.findings.declared import Declared
from ruledsl.findings.lockstep import Lockstep, replayed
from ruledsl.findings.machine import Answers
from ruledsl.findings.pairing import Pairing
from ruledsl.findings.product import Product, comparable
from ruledsl.findings.readings import kept, settings
from ruledsl.findings.reference import as_played
from ruledsl.findings.sameness import same
from ruledsl.findings.verdicts import BOUNDED, PROVED, REFUTED, SAMPLED, Setting
from ruledsl.findings.wording import Word, Wording
from ruledsl.ir.program import Program
from ruledsl.lower import SettingsError
from ruledsl.native.verifying import Verifying, compiled
from ruledsl.record import field, record
from ruledsl.syntax.modes import OPTION as MODE

if TYPE_CHECKING:
    from ruledsl.engine import Game

Clock = Callable[[], float]

GLANCE, SHORTER = 0.25, 0.1
"""Seconds in which a table is looked at in the reference at first, and in which a shorter game is looked for."""
BURST = 500
"""Options that are tried before the time is looked at."""
LONGEST = 5_000
"""Answers in a game in the reference, beyond which it is given up."""
PAIRS = 4_000_000
"""Pairs of states that have room, if memory has."""


@record
class Table:
    """One setting in both: what was found out, and how. `verdict` is "" while nothing was. `said`: how far texts were held against one another, where the
    games are the same and other code fills the texts; "" where that is everywhere."""

    setting: Setting
    programs: tuple[Program, Program]
    verdict: str = ""
    identical: bool = False
    apart: Apart | None = None
    answers: Answers = field(default_factory=list)
    path: list[Pair] = field(default_factory=list)
    shortest: bool = False
    decisions: int = 0
    pairs: int = 0
    depth: int = 0
    why: str = ""
    words: list[Word] = field(default_factory=list)
    said: str = ""
    pairing: Pairing | None = None
    lockstep: Lockstep | None = None
    codes: list[Verifying] = field(default_factory=list)
    maker: Thread | None = None

    @property
    def alike(self) -> bool:
        """Is it proved that both play and say the same?"""
        return self.verdict == PROVED and not self.words and not self.said


def table(setting: Setting, a: Program, b: Program) -> Table:
    """A table, which is proved the same at once if both programs are the same one."""
    made = Table(setting, (a, b))
    if same(a, b):
        made.verdict, made.identical = PROVED, True
        made.words = list(Wording(Pairing(a, b)).written)
    return made


class Comparing:
    """What is done with a table while there is time: first `glance`, then `search`."""

    def __init__(self, table: Table, seed: int, clock: Clock) -> None:
        self.table, self.clock, self.rng = table, clock, Random(seed)
        self.pairing = table.pairing = Pairing(*table.programs)
        self.lockstep = table.lockstep = Lockstep(self.pairing, self.rng)
        table.words = list(self.lockstep.beside.wording.written)

    def glance(self, until: float) -> None:
        """Games at random in the reference."""
        table, lockstep = self.table, self.lockstep
        while self.clock() < until:
            apart = lockstep.play(LONGEST)
            if apart is not None:
                self._parted(apart, lockstep.moves, lockstep.beside.path, min(until + SHORTER, self.clock() + SHORTER))
                break
        table.decisions = lockstep.decisions
        self._words()
        if not table.verdict and lockstep.decisions:
            table.verdict = SAMPLED

    def _words(self) -> None:
        known = {word.what for word in self.table.words}
        self.table.words += [word for word in self.lockstep.beside.words.values() if word.what not in known]

    def _parted(self, apart: Apart, answers: Answers, path: list[Pair], until: float) -> None:
        """Both part; a shorter game in which they do is looked for. Whenever that is broken off it is known that they do."""
        shorter = Lockstep(self.pairing, self.rng)
        self._noted(apart, answers, path)
        while len(self.table.answers) > 1 and self.clock() < until:
            found = shorter.play(len(self.table.answers) - 1)
            if found is not None:
                self._noted(found, shorter.moves, shorter.beside.path)
                shorter.playing = False

    def _noted(self, apart: Apart, answers: Answers, path: list[Pair]) -> None:
        table = self.table
        table.verdict, table.answers, table.path, table.apart = REFUTED, list(answers), list(path), apart

    # ---- in machine code -------------------------------------------------------------------------

    def make(self) -> None:
        """Begin to make code, if that was not begun yet, beside whatever else is done."""
        table = self.table
        if table.maker is not None:
            return
        if not comparable(self.pairing):
            table.why = "what is counted otherwise in both, comes by odds or is told aloud is compared in the reference alone"
            return
        table.maker = Thread(target=lambda: table.codes.extend(compiled(program, plain=True) for program in table.programs), daemon=True)
        table.maker.start()

    def search(self, until: float) -> None:
        """In the reference until there is code; then in machine code all pairs of states and games at random, in turns, for two thirds of the time, and where
        the pairs are too many, games again."""
        table = self.table
        while self.clock() < until and not table.apart and (table.maker is None or table.maker.is_alive()):
            self.glance(min(until, self.clock() + 0.02))
        if table.apart or len(table.codes) < 2:
            return
        product = Product(self.pairing, (table.codes[0], table.codes[1]), PAIRS)
        if not product.begun:
            return
        turns = until - (until - self.clock()) / 3
        ended, doubts = self._in_turns(product, turns)
        if not table.apart:
            self._conclude(product, ended, doubts, turns)
        if not table.apart and table.verdict != PROVED:
            self._play(product, until)
        table.decisions += int(product.played)

    def _in_turns(self, product: Product, until: float) -> tuple[str, int]:
        """All pairs of states and games at random, each turn twice as long as the one before: what few pairs prove is not played for long. Why the pairs
        ended, if they did, and in how many of them the reference does not see that both part."""
        doubts = 0
        for n in count():
            ended, more = self._explore(product, until, 2**n)
            doubts += more
            if not ended:
                self._play(product, until, 2**n)
            if ended or self.table.apart or self.clock() >= until:
                break
        return ended, doubts

    def _play(self, product: Product, until: float, bursts: int = sys.maxsize) -> None:
        stream = self.rng.getrandbits(62) | 1
        while bursts and self.clock() < until and not self.table.apart:
            answers = product.play(BURST, stream)
            stream, bursts = 0, bursts - 1
            if answers is not None and not self._holds(answers, False):
                return

    def _explore(self, product: Product, until: float, bursts: int) -> tuple[str, int]:
        ended, doubts = "", 0
        while bursts and not ended:
            ended, answers = product.explore(BURST)
            bursts -= 1
            if answers is not None:
                if self._holds(answers, True):
                    break
                doubts += 1
            self.table.pairs = product.states
            if self.clock() >= until:
                break
        return ended, doubts

    def _conclude(self, product: Product, ended: str, doubts: int, until: float) -> None:
        """What the pairs of states come to in which both did not part."""
        table = self.table
        whole = ended == "whole" and not doubts and not product.drawn
        table.depth = 0 if whole else product.depth()
        if not ended:
            table.why = "there was no more time"
        if ended == "full":
            table.why = "there was no room for more pairs of states"
        if doubts:
            table.why = f"in {doubts:,} pairs of states cards that look alike are not in the same places"
        verdict = PROVED if whole else BOUNDED if table.depth and not doubts else table.verdict
        if verdict in (PROVED, BOUNDED) and self.lockstep.beside.overheard.possible:
            verdict = self._overheard(product, verdict, until)
        if verdict in (PROVED, BOUNDED) and self.lockstep.beside.wording.to_be_filled(product.crossed):
            self._texts(product, verdict == PROVED, until)
        table.verdict = verdict  # last of all: whoever breaks this off has proved nothing

    def _overheard(self, product: Product, verdict: str, until: float) -> str:
        """Of all pairs of states, whether both tell the same on the way from there: machine code compares what can be seen where play stops. What is known
        then, of so much as was."""
        table, beside = self.table, self.lockstep.beside
        self.lockstep.playing = False
        for state, blocks in product.blocks():
            if not beside.tells_at(blocks):
                continue
            if verdict == BOUNDED and product.depth(state) >= table.depth:
                return verdict
            pairs = beside.filled_at(blocks)
            for n, pair in enumerate(pairs):
                if self.clock() >= until:
                    table.depth, table.why = product.depth(state), "there was no more time to compare what is told on the way"
                    return BOUNDED if table.depth else SAMPLED
                beside.stand_at(blocks)
                answer = n - next(m for m, one in enumerate(pairs) if one[0] == pair[0]), pair[0]
                if beside.step(pair) is not None and self._holds([*product.way(state), answer], True):
                    return REFUTED
        return verdict

    def _texts(self, product: Product, proved: bool, until: float) -> None:
        """Of all pairs of states, whether both say the same there: machine code fills no texts."""
        beside, looked = self.lockstep.beside, 0
        self.lockstep.playing = False
        for _, blocks in product.blocks():
            if self.clock() >= until:
                break
            beside.filled_at(blocks)
            looked += 1
        guessed = any(self.pairing.a.actions[act].params for act in beside.wording.messages)
        whole = proved and looked == product.asking and not guessed and beside.saying.whole
        many = f"in {looked:,} of {product.asking:,} pairs of states{', messages where the option is offered' if guessed else ''}"
        many += "" if beside.saying.whole else ", not for all that can be asked for"
        self.table.said = "" if whole else f"texts that are filled otherwise were held against one another {many}"
        self._words()

    def _holds(self, answers: Answers, shortest: bool) -> bool:
        """Does the reference show that both part by these answers?"""
        answers, beside = as_played(self.pairing.a, answers), Beside(self.pairing)
        apart, made = replayed(beside, answers)
        if apart is None:
            return False
        self.table.shortest = shortest
        self._parted(apart, answers[:made], beside.path, self.clock() + (0 if shortest else 2 * SHORTER))
        return True


# ---- all tables ----------------------------------------------------------------------------------

LOOKING = 0.6
"""The share of the time in which tables are looked at in the reference, before code is waited for."""


class Diff:
    """Two games at every table, until there is no time left or they part. `options` are what is fixed, in both; where one of them has no such option it
    is left out there."""

    def __init__(self, games: tuple[Game, Game], options: tuple[Mapping[str, Any], Mapping[str, Any]], players: int | None, seed: int, clock: Clock):
        self.games, self.options, self.players, self.seed, self.clock = games, options, players, seed, clock
        self.tables: list[Table] = []
        self.left_out: list[Setting] = []
        self.refused: list[tuple[Setting, int, SettingsError]] = []
        self.declared, self.usual, self.read = Declared(games), list[Word](), False
        self.kept: list[str] = []

    def settings(self) -> Iterator[Setting]:
        """The usual table first: for that nothing need be read anew."""
        fixed = self.options[0]
        yield Setting(self.players or self.games[0].seats(fixed)[0], fixed)
        rest = settings(self.games[0], fixed, self.players, every_size=True)
        yield from rest[1:] if fixed == self.options[1] else (one for one in rest[1:] if one.options == fixed)
        if fixed == self.options[1]:
            yield from self._more(rest)

    def _more(self, those: list[Setting]) -> Iterator[Setting]:
        """What the second can be set to and the first cannot: other tables, other values of what both have."""
        common = {*self.games[0].option_names} & {*self.games[1].option_names} | {MODE}
        known = {(name, value) for one in those for name, value in (*one.options.items(), ("", one.players))}
        for one in settings(self.games[1], self.options[1], self.players, every_size=True):
            made = Setting(one.players, {name: value for name, value in one.options.items() if name in common})
            new = {*made.options.items(), ("", made.players)} - known
            known |= new
            if new:
                yield made

    def run(self, until: float) -> Table | None:
        """The table at which both part, if there is one."""
        glanced = self.clock() + LOOKING * (until - self.clock())
        waiting: list[Comparing] = []
        for n, setting in enumerate(self.settings()):
            if n and self.clock() >= glanced:
                self.left_out.append(setting)
                continue
            made = self._table(setting)
            if made is not None and not made.identical:
                comparing = Comparing(made, self.seed, self.clock)
                waiting.append(comparing)
                comparing.glance(min(until, self.clock() + GLANCE))
                if made.apart:
                    return made
                waiting[0].make()
            if not n:
                self._read()
            if made is not None:
                self._usual(made)
        for n, comparing in enumerate(waiting):
            for one in waiting[n : n + 2]:
                one.make()
            comparing.search(self.clock() + (until - self.clock()) / (len(waiting) - n))
            if comparing.table.apart:
                return comparing.table
        return None

    def _table(self, setting: Setting) -> Table | None:
        programs = []
        for n, game in enumerate(self.games):
            given = {**setting.options, **self.options[n]}
            try:
                programs.append(game.program(setting.players, {name: value for name, value in given.items() if name in (*game.option_names, MODE)}))
            except SettingsError as error:
                self.refused.append((setting, n, error))
        if len(programs) < 2:
            return None
        self.tables.append(table(setting, programs[0], programs[1]))
        return self.tables[-1]

    def _usual(self, table: Table) -> None:
        """Take in what options are at a table where nobody says."""
        chosen = self.games[0].chosen(table.programs[0]), self.games[1].chosen(table.programs[1])
        self.usual += self.declared.usual(chosen, {**table.setting.options, **self.options[0], **self.options[1]})

    def _read(self) -> None:
        """Take in what is read before play. For it all rules are read, so that it comes behind the first table."""
        names = [kept(game, fixed) for game, fixed in zip(self.games, self.options, strict=True)]
        self.kept = [name for name in names[0] if name in names[1]]
        self.read = all(found is not None for found in (self.declared.words, self.declared.alone, self.declared.untried))  # each is found once

    @property
    def words(self) -> list[Word]:
        """What is said before play, and in it, where it is not the same."""
        said = [*(self.declared.words if self.read else ()), *self.declared.refusals(self.refused), *self.usual]
        said += [word for table in self.tables for word in table.words]
        return [*{(word.what, word.texts): word for word in said}.values()]

    @property
    def alone(self) -> list[list[str]]:
        """What is declared in one of them alone."""
        found = [table.pairing.alone for table in self.tables if table.pairing is not None]
        found = [self.declared.alone, *found] if self.read else found
        return [[*dict.fromkeys(name for one in found for name in one[n])] for n in (0, 1)]

    @property
    def untried(self) -> list[str]:
        """What was held against one another at the tables alone that were set up, or not at all."""
        return self.declared.untried if self.read else ["what is read before play"]

    @property
    def one_sided(self) -> list[tuple[Setting, int, SettingsError]]:
        """Tables that can be set in one of them alone."""
        times = Counter(setting.words() for setting, _, _ in self.refused)
        return [one for one in self.refused if times[one[0].words()] == 1]
