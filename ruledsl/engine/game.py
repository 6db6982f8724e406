"""A game: checked rules, ready to be played by some number of players with some options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.engine.match import Match
from ruledsl.ir.program import Program

if TYPE_CHECKING:
    from ruledsl.search.simulate import Report


@dataclass(frozen=True)
class OptionInfo:
    """An option or ruling of a game. `values` are the words it can be, if it is one of some words."""

    name: str
    type_text: str
    default: Any
    question: str
    kind: str  # "option" | "ruling"
    values: tuple[str, ...]


class Game:
    """The rules of a game. `model` is what the pipeline made of them, `name` what they were asked for by."""

    def __init__(self, model: Any, name: str):
        self.model = model
        self.name = name
        self._programs: dict[tuple[int, str], Program] = {}

    @property
    def title(self) -> str:
        return str(self.model.title)

    @property
    def seat_range(self) -> tuple[int, int]:
        """The least and the most players."""
        return self.model.low, self.model.high

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the rules speak besides the one they are written in."""
        return tuple(self.model.model.names)

    @cached_property
    def options(self) -> dict[str, OptionInfo]:
        """What a table may choose before play."""
        from ruledsl.model.types import say

        defaults = self.chosen(self.program(self.seat_range[0]))
        return {
            name: OptionInfo(name, say(o.type), defaults[name], o.question, "ruling" if o.ruling else "option", self._values(o.type))
            for name, o in self.model.options.items()
        }

    def chosen(self, program: Program) -> dict[str, Any]:
        """All options of a table as a person would give them: numbers, words, true and false, lists."""
        infos = self.model.options
        return {name: self._spoken(infos[name].type, value, program) for name, value in program.options.items() if name in infos}

    def _values(self, type: Any) -> tuple[str, ...]:
        """The words that an enum or a ruling can be, and the kinds of card."""
        if type.kind == "kindvalue":
            return tuple(self.model.model.kinds)
        if type.kind != "enum":
            return ()
        enum = self.model.model.enums.get(type.name)
        return tuple(enum.values if enum else self.model.options[type.name].values)

    def _spoken(self, type: Any, value: Any, program: Program) -> Any:
        if type.kind == "set":
            value = [n for n in range(64) if value >> n & 1]
        if type.kind in ("list", "set"):
            return [self._spoken(type.of, v, program) for v in value]
        if type.kind == "bool":
            return bool(value)
        names = program.seats if type.kind == "player" else self._values(type)
        return names[value] if names else value

    def program(self, players: int, options: Mapping[str, Any] | None = None) -> Program:
        """The rules lowered for a table. SettingsError if the players or options do not fit."""
        from ruledsl.pipeline import lower

        key = players, repr(sorted((options or {}).items()))
        if key not in self._programs:
            program: Program = lower(self.model, players, dict(options or {}))
            self._programs[key] = program
        return self._programs[key]

    def start(
        self,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        engine: str = "interp",
        chance: str = "drawn",
        world: str = "asked",
        language: str = "",
    ) -> Match:
        """A new match; with the least number of players if none is given.

        `chance` is drawn, or asked like a seat; so is `world`, what happens at the real table. `language` is one of `languages`."""
        program = self.program(self.seat_range[0] if players is None else players, options)
        return Match(program, seed, engine, chance, self.name, self.chosen(program), world, language)

    def simulate(
        self,
        games: int,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        threads: int = 1,
        progress: Callable[[int], object] | None = None,
    ) -> Report:
        """Play many games by random choice as machine code; with the least number of players if none is given."""
        from ruledsl.search.simulate import simulate

        program = self.program(self.seat_range[0] if players is None else players, options)
        return simulate(program, games, seed, threads, name=self.name, options=self.chosen(program), progress=progress)


def load(name: str | Path) -> Game:
    """The game of a bundled name or a path; RulesError if its rules cannot be used."""
    from ruledsl.pipeline import load as read

    return Game(read(str(name)), str(name))
