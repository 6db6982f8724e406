"""The tests of a game: which there are, and what came of one."""

from __future__ import annotations

from time import perf_counter
from typing import Any, Mapping, Sequence

from ruledsl import pipeline
from ruledsl.engine.backend import engine_for
from ruledsl.engine.game import Game
from ruledsl.ir.fault import RulesFault
from ruledsl.lower import Settings, SettingsError, settle
from ruledsl.lower.given import spoken
from ruledsl.record import field, record, replace
from ruledsl.source import NOWHERE, Source, Span
from ruledsl.syntax import tree as t
from ruledsl.testing.failure import Failure, Step
from ruledsl.testing.scene import Scene
from ruledsl.testing.setting import TestFault
from ruledsl.testing.tables import Key, Table, Tables


@record
class Result:
    """What came of a test."""

    title: str
    span: Span
    passed: bool
    failures: list[Failure]
    seconds: float


@record
class Case:
    """A test, and the rules it is a test of."""

    test: t.Test
    suite: Suite

    @property
    def title(self) -> str:
        return self.test.title

    @property
    def span(self) -> Span:
        return self.test.span

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(tag for span in (*self.test.within, self.test.span) for tag in self.suite.rules.model.tags(span)))

    @property
    def sources(self) -> Mapping[str, Source]:
        """The texts that a failure may be shown in: of the game, and of its tests."""
        return self.suite.rules.sources


@record
class Suite:
    """All tests of a game, in its file and in further ones."""

    rules: pipeline.Rules
    laid: dict[Key, Table] = field(default_factory=dict)
    keys: dict[int, Key] = field(default_factory=dict)
    made: Tables | None = None

    def table(self, test: t.Test, engine: str) -> Table:
        """The program and engine for a test. The program is made once for all tests that can share it, in both engines."""
        key = self.key(test)
        if key not in self.laid or id(test) not in self.laid[key].scripts:
            self.laid[key] = self.tables().table(test, key)
        table = self.laid[key]
        return replace(table, engine=engine_for(table.program, engine))

    def tables(self) -> Tables:
        """Those of all tests of the game that name one that there is."""
        if self.made is None:
            found = ((test, self._key_or_none(test)) for test in self.rules.model.tests)
            self.made = Tables(self.rules, [(test, key) for test, key in found if key is not None])
        return self.made

    def key(self, test: t.Test) -> Key:
        """The number of players and the options of a test, reckoned once."""
        if id(test) not in self.keys:
            self.keys[id(test)] = self._key(test)
        return self.keys[id(test)]

    def _key(self, test: t.Test) -> Key:
        model = self.rules.model
        players = Settings(model, model.high).number(model.terms[id(test.players)]) if test.players is not None else model.low
        return players, tuple((name.text, self.option(name.text, e, players)) for name, e in test.options)

    def _key_or_none(self, test: t.Test) -> Key | None:
        try:
            return self.key(test)
        except SettingsError:
            return None

    def option(self, name: str, e: t.Expr, players: int) -> Any:
        """An option of a test, as it would be given on the command line."""
        model = self.rules.model
        settings = settle(model, players, {}) if model.low <= players <= model.high else Settings(model, players)
        value = settings.fold(model.terms[id(e)])
        if value is None:
            raise SettingsError(f"the option `{name}` must be known before play")
        said = spoken(settings, model.options[name].type, value)
        return tuple(said) if isinstance(said, list) else said


def collect(game: Game | str, files: Sequence[str] = ()) -> list[Case]:
    """The tests of a game and of further files, in the order they are written. RulesError if any of it has errors."""
    name = game if isinstance(game, str) else game.model.path
    rules = pipeline.load(name, files)
    suites = [Suite(rules.in_mode(mode)) for mode in rules.modes] or [Suite(rules)]
    return [Case(test, suite) for suite in suites for test in suite.rules.model.tests]


def run_test(case: Case, engine: str = "interp") -> Result:
    """Run a test in an engine; a fault of the rules is a failure of the test."""
    begin = perf_counter()
    failures: list[Failure] = []
    test, scene = case.test, None
    try:
        table = case.suite.table(test, engine)
        if test.refused is not None:
            failures.append(Failure(test.refused.span, "a game can begin so"))
        else:
            scene = Scene(table, test, table.scripts[id(test)], failures)
            scene.run()
    except TestFault as fault:
        failures.append(Failure(fault.span, fault.message, _elsewhere(scene, fault.span)))
    except SettingsError as error:
        if test.refused is None or test.refused.because not in str(error):
            failures.append(Failure(test.refused.span if test.refused else test.span, str(error)))
    except RulesFault as error:
        message = f"fault: {error.fault}{f' ({error.detail})' if error.detail else ''}"
        step = scene.step if scene else None
        hint = scene.setting.boxed() if scene and scene.setting else ""
        span = error.place.span if error.place.span != NOWHERE or step is None else step.span
        failures.append(Failure(span, "\n".join(filter(None, [message, hint])), step))
    return Result(test.title, test.span, not failures, failures, perf_counter() - begin)


def _elsewhere(scene: Scene | None, span: Span) -> Step | None:
    """What the test was doing, unless the place of the failure says it."""
    return scene.step if scene and scene.step and scene.step.span != span else None
