"""Programs for the tests of a game: readings stay open, so that one program serves for all tables that differ in these alone.

Conditions of tests are functions of the program. Where one asks of a reading before play, that reading is settled, and another value has another program.
"""

from __future__ import annotations

from typing import Any, Iterator, Mapping, Sequence

from ruledsl import pipeline
from ruledsl.engine.words import Words
from ruledsl.lower import Extra, Settings, SettingsError, settle
from ruledsl.lower.demands import refuse
from ruledsl.lower.opened import Opened, can_be_open
from ruledsl.model import Model
from ruledsl.model.patches import hand_on
from ruledsl.record import field, record
from ruledsl.syntax import tree as t
from ruledsl.testing.script import Script

Key = tuple[int, tuple[tuple[str, Any], ...]]
"""A table: how many players, and the options that are given."""
Chosen = tuple[tuple[str, str], ...]
"""Rulings whose values bring rules of their own."""
Group = tuple[int, Chosen]
"""Tables whose programs differ in readings and numbers alone."""


@record
class Table:
    """A program, ready to play."""

    settings: Settings
    program: Any
    engine: Any
    words: Words
    scripts: dict[int, Script]


@record
class Shared:
    """A program that several tables share, and the tests whose conditions are in it."""

    opened: Opened
    scripts: dict[int, Script]


@record
class Tables:
    """The programs of a game's tests, made when they are wanted. `tests` are those that name a table, with its key."""

    rules: pipeline.Rules
    tests: Sequence[tuple[t.Test, Key]]
    made: dict[Group, list[Shared]] = field(default_factory=dict)
    models: dict[Chosen, Model] = field(default_factory=dict)
    settled: dict[Key, Settings] = field(default_factory=dict)
    rulings: dict[Key, Mapping[str, str] | None] = field(default_factory=dict)
    hanging: set[str] = field(default_factory=set)
    """Readings that something hung on that must be known before play."""

    def table(self, test: t.Test, key: Key) -> Table:
        """The table of a test; SettingsError if no game can begin there."""
        settings = self.settings(key)
        refuse(settings)
        shared = self._shared(test, key, settings)
        if shared is None:
            script = Script(settings.model, test, "test.0")
            program = pipeline.lower_in(self.rules, settings, dict(key[1]), list(script.extras()))
            return Table(settings, program, None, Words(program), {id(test): script})
        program = shared.opened.read(settings.options)
        return Table(settings, program, None, Words(program), shared.scripts)

    def settings(self, key: Key) -> Settings:
        """What is known before play at a table, in the model that its rulings make and that has read the tests."""
        if key not in self.settled:
            settings = settle(self.rules.model, key[0], dict(key[1]))
            model = self._model(pipeline.chosen(self.rules, settings.options))
            self.settled[key] = settings if model is self.rules.model else settle(model, key[0], dict(key[1]))
        return self.settled[key]

    def _model(self, chosen: Mapping[str, str]) -> Model:
        name: Chosen = tuple(sorted(chosen.items()))
        if name not in self.models:
            self.models[name] = self._read(chosen)
        return self.models[name]

    def _read(self, chosen: Mapping[str, str]) -> Model:
        if chosen == self.rules.model.chosen:
            return self.rules.model
        tests = [test for test, key in self.tests if self._chosen(key) == chosen]
        model = pipeline.patched(self.rules, chosen, tests)
        hand_on(self.rules.model, model, tests)
        return model

    def _chosen(self, key: Key) -> Mapping[str, str] | None:
        """The rulings of a table that bring rules of their own; None if there is no such table."""
        if key not in self.rulings:
            try:
                self.rulings[key] = pipeline.chosen(self.rules, settle(self.rules.model, key[0], dict(key[1])).options)
            except SettingsError:
                self.rulings[key] = None
        return self.rulings[key]

    def _shared(self, test: t.Test, key: Key, settings: Settings) -> Shared | None:
        """A program that fits; None where a test spoils it for all, so that this one is asked alone."""
        made = self.made.setdefault((key[0], tuple(sorted(settings.model.chosen.items()))), [])
        found = next((one for one in made if one.opened.fits(settings.options) and id(test) in one.scripts), None)
        if found is None:
            try:
                made.append(found := self._make(key, settings))
            except SettingsError:
                return None
        return found

    def _of(self, model: Model) -> Iterator[tuple[t.Test, Settings]]:
        """The tests that read so, and their tables."""
        for test, key in self.tests:
            try:
                settings = self.settings(key)
            except SettingsError:
                continue
            if settings.model is model:
                yield test, settings

    def _make(self, key: Key, settings: Settings) -> Shared:
        alike = [(test, found.options) for test, found in self._of(settings.model) if found.players == key[0]]
        scripts: dict[int, Script] = {}

        def extras(trying: Settings) -> list[Extra]:
            settled = {name: value for name, value in settings.options.items() if name not in trying.open}
            fitting = [test for test, options in alike if all(options[name] == value for name, value in settled.items())]
            scripts.clear()
            scripts.update({id(test): Script(settings.model, test, f"test.{n}") for n, test in enumerate(fitting)})
            return [extra for script in scripts.values() for extra in script.extras()]

        opened = pipeline.lower_open(self.rules, settings, dict.fromkeys(self.hanging), extras=extras)
        if opened.program.readings:
            self.hanging |= can_be_open(settings) - set(opened.program.readings)
        return Shared(opened, scripts)
