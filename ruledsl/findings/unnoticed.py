"""Which one-line changes of a rules file no test notices. A change that is proved to change nothing at the tables looked at is none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from ruledsl.engine.game import load
from ruledsl.findings.diff import Clock, Comparing, Table, table
from ruledsl.findings.mutants import Mutant, mutants, with_change
from ruledsl.findings.readings import settings
from ruledsl.findings.verdicts import Setting
from ruledsl.ir.program import Program
from ruledsl.lower import SettingsError
from ruledsl.pipeline import Rules, lower, settings_of
from ruledsl.pipeline import load as rules_of
from ruledsl.record import cached_property, record
from ruledsl.testing import Case, run_test
from ruledsl.testing.suite import Suite

REFUSED, NOTICED, EQUAL, UNNOTICED = "refused", "noticed", "equal", "unnoticed"
"""What becomes of a change: `check` refuses it, a test fails, it is proved to change nothing, or nobody notices."""
NEAR = 5
"""Lines between two changes that are near each other."""
SEARCH = 1.0
"""Seconds in which it is searched what a change comes to that no test notices."""


@record
class Judged:
    """A change, what became of it, and by what: the test that fails, or those of so many tables at which it was compared."""

    mutant: Mutant
    verdict: str
    by: str = ""
    compared: list[Table] | None = None
    tables: int = 0

    @property
    def apart(self) -> Table | None:
        """The table at which it shows, if one was found."""
        return next((one for one in self.compared or () if one.apart is not None), None)


class Testing:
    """The changes of one game, in an order that hangs on the seed; of one `line` alone, if that is told. `broken` are tests that fail as the rules are: they
    notice nothing."""

    def __init__(self, game: str, files: Sequence[str], seed: int, clock: Clock, line: int = 0) -> None:
        self.rules, self.seed, self.clock = rules_of(game, files), seed, clock
        self.cases = [*_cases(self.rules)]
        self.plain = {_name(case): case for case in self.cases}
        self.sound: dict[str, bool] = {}
        self.seconds: dict[str, float] = {}
        self.noticed: dict[str, list[int]] = {}
        terms = {number: term for rules in _versions(self.rules) for number, term in rules.model.terms.items()}
        self.mutants = [one for one in mutants(self.rules.layers[-1], terms) if line in (0, one.span.line)]
        Random(seed).shuffle(self.mutants)
        self.programs: dict[str, Program] = {}
        self.tested: set[str] = set()

    @property
    def broken(self) -> list[str]:
        """The titles of tests that were run as the rules are, and fail."""
        return [self.plain[name].title for name, sound in self.sound.items() if not sound]

    def judge(self, mutant: Mutant, breathe: Callable[[], object] = lambda: None) -> Judged:
        """What becomes of a change. `breathe` is called before each test; what it raises comes out of this."""
        changed = with_change(self.rules, mutant)
        if changed is None:
            return Judged(mutant, REFUSED)
        cases = [case for case in _cases(changed) if _name(case) in self.plain]
        for case in sorted(cases, key=self._likely(mutant)):
            breathe()
            result = run_test(case)
            self.seconds[_name(case)] = result.seconds
            if not result.passed and self._sound(_name(case)):
                self.noticed.setdefault(_name(case), []).append(mutant.span.line)
                return Judged(mutant, NOTICED, case.title)
        breathe()
        compared = [*self.compared(changed)]
        every = len(compared) == len(self.settings)
        equal = every and all(one.alike for one in compared)
        return Judged(mutant, EQUAL if equal else UNNOTICED, "", compared, len(self.settings))

    def _sound(self, name: str) -> bool:
        """Does a test pass as the rules are?"""
        if name not in self.sound:
            self.sound[name] = run_test(self.plain[name]).passed
        return self.sound[name]

    def _likely(self, mutant: Mutant) -> Callable[[Case], tuple[float, ...]]:
        """By what tests are tried in turn: those that noticed a change near by, those that speak of what it stands in, by rare words, and the quick ones."""
        words = self._words.of(mutant.span.file, mutant.span.line)

        def key(case: Case) -> tuple[float, ...]:
            lines = self.noticed.get(_name(case), ())
            near = sum(abs(line - mutant.span.line) <= NEAR for line in lines)
            spoken = sum(1 / self._often[word] for word in words & self._words.of(case.test.span.file, case.test.span.line))
            return -near, -spoken, -len(lines), self.seconds.get(_name(case), 0.0)

        return key

    @cached_property
    def _words(self) -> Words:
        return Words({name: source.text for name, source in self.rules.sources.items()})

    @cached_property
    def _often(self) -> Counter[str]:
        """In how many tests a word stands."""
        return Counter(word for case in self.cases for word in self._words.of(case.test.span.file, case.test.span.line))

    @cached_property
    def settings(self) -> list[Setting]:
        """The usual table, those that tests sit at, and every pair of readings, as far as a game can be set up so."""
        found = {Setting(self.rules.low, {}).words(): Setting(self.rules.low, {})}
        for case in self.cases:
            try:
                players, options = case.suite.key(case.test)
            except SettingsError:
                continue
            one = Setting(players, dict(options))
            found.setdefault(one.words(), one)
        self.tested = set(found)
        found |= {one.words(): one for one in settings(load(self.rules.path), {}) if one.words() not in found}
        return [one for one in found.values() if self._can_be(one)]

    def _can_be(self, setting: Setting) -> bool:
        try:
            settings_of(self.rules, setting.players, setting.options)
        except SettingsError:
            return False
        return True

    def compared(self, changed: Rules) -> Iterator[Table]:
        """The game as it is and as it is changed, at each of these tables, until both part, or there is no more time for what no test sits at."""
        until = self.clock() + SEARCH
        for setting in self.settings:
            if setting.words() not in self.tested and self.clock() > until:
                return
            if setting.words() not in self.programs:
                self.programs[setting.words()] = lower(self.rules, setting.players, setting.options)
            try:
                made = table(setting, self.programs[setting.words()], lower(changed, setting.players, setting.options))
            except SettingsError:
                return
            if not made.identical:
                self._search(made)
            yield made
            if made.apart is not None:
                return

    def _search(self, made: Table) -> None:
        comparing = Comparing(made, self.seed, self.clock)
        comparing.glance(self.clock() + SEARCH / 4)
        if made.apart is None:
            comparing.make()
            if made.maker is not None:
                made.maker.join(5 * SEARCH)
            comparing.search(self.clock() + SEARCH)


class Words:
    """The words of the declarations of some texts."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts
        self.known: dict[tuple[str, int], frozenset[str]] = {}

    def of(self, file: str, line: int) -> frozenset[str]:
        """The words of the declaration that a line belongs to."""
        lines = self.texts.get(file, "").split("\n")
        first = max((n for n in range(min(line, len(lines))) if lines[n][:1].strip()), default=0)
        if (file, first) not in self.known:
            after = next((n for n in range(first + 1, len(lines)) if lines[n][:1].strip()), len(lines))
            self.known[file, first] = frozenset(re.findall(r"[a-z]\w{2,}", "\n".join(lines[first:after])))
        return self.known[file, first]


def _versions(rules: Rules) -> list[Rules]:
    return [rules.in_mode(mode) for mode in rules.modes] or [rules]


def _cases(rules: Rules) -> Iterator[Case]:
    for version in _versions(rules):
        suite = Suite(version)
        yield from (Case(test, suite) for test in version.model.tests)


def _name(case: Case) -> str:
    """What tells a test from the others, whatever has changed above it."""
    return f"{case.title} {case.test.span}"
