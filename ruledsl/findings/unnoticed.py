"""Which one-line changes of a rules file no test notices. A change that is proved to change nothing at the tables looked at is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random

from ruledsl.engine.game import load
from ruledsl.findings.diff import Clock, Comparing, Table, table
from ruledsl.findings.mutants import Mutant, mutants, with_change
from ruledsl.findings.readings import settings
from ruledsl.findings.verdicts import PROVED, Setting
from ruledsl.ir.program import Program
from ruledsl.lower import SettingsError
from ruledsl.pipeline import Rules, lower, settings_of
from ruledsl.pipeline import load as rules_of
from ruledsl.record import record
from ruledsl.testing import Case, run_test
from ruledsl.testing.suite import Suite

REFUSED, NOTICED, EQUAL, UNNOTICED = "refused", "noticed", "equal", "unnoticed"
"""What becomes of a change: `check` refuses it, a test fails, it is proved to change nothing, or nobody notices."""
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
    """The changes of one game, in an order that hangs on the seed. `broken` are tests that fail as the rules are: they notice nothing."""

    def __init__(self, game: str, files: Sequence[str], seed: int, clock: Clock) -> None:
        self.rules, self.seed, self.clock = rules_of(game, files), seed, clock
        self.cases = [*_cases(self.rules)]
        self.broken: list[str] = []
        self.seconds: dict[str, float] = {}
        self.often: dict[str, int] = {}
        terms = {number: term for rules in _versions(self.rules) for number, term in rules.model.terms.items()}
        self.mutants = mutants(self.rules.layers[-1], terms)
        Random(seed).shuffle(self.mutants)
        self.programs: dict[str, Program] = {}
        self.tested: set[str] = set()

    def ready(self, going: Callable[[], bool]) -> None:
        """Run the tests as the rules are."""
        for case in self.cases:
            if not going():
                return
            result = run_test(case)
            self.seconds[_name(case)] = result.seconds
            if not result.passed:
                self.broken.append(case.title)

    def judge(self, mutant: Mutant) -> Judged:
        """What becomes of a change."""
        changed = with_change(self.rules, mutant)
        if changed is None:
            return Judged(mutant, REFUSED)
        cases = [case for case in _cases(changed) if case.title not in self.broken and _name(case) in self.seconds]
        for case in sorted(cases, key=lambda case: (-self.often.get(_name(case), 0), self.seconds[_name(case)])):
            if not run_test(case).passed:
                self.often[_name(case)] = self.often.get(_name(case), 0) + 1
                return Judged(mutant, NOTICED, case.title)
        compared = [*self.compared(changed)]
        every = len(compared) == len(self.settings)
        equal = every and all(one.verdict == PROVED for one in compared)
        return Judged(mutant, EQUAL if equal else UNNOTICED, "", compared, len(self.settings))

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


def _versions(rules: Rules) -> list[Rules]:
    return [rules.in_mode(mode) for mode in rules.modes] or [rules]


def _cases(rules: Rules) -> Iterator[Case]:
    for version in _versions(rules):
        suite = Suite(version)
        yield from (Case(test, suite) for test in version.model.tests)


def _name(case: Case) -> str:
    """What tells a test from the others, whatever has changed above it."""
    return f"{case.title} {case.test.span}"
