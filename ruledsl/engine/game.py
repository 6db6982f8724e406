"""A game: checked rules, ready to be played by some number of players with some options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from numbers import Integral
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from ruledsl import kept
from ruledsl.ir.program import Program
from ruledsl.kept import Summary, Table
from ruledsl.record import cached_property, record
from ruledsl.resources import where
from ruledsl.source import text_hash

if TYPE_CHECKING:
    from ruledsl.engine.held import Held
    from ruledsl.engine.match import Match
    from ruledsl.lower.opened import Opened
    from ruledsl.pipeline import Rules
    from ruledsl.search.simulate import Report


@record(frozen=True)
class OptionInfo:
    """An option or ruling of a game. `values` are the words it can be, if it is one of some words."""

    name: str
    type_text: str
    default: Any
    question: str
    kind: str  # "option" | "ruling"
    values: tuple[str, ...]


class Game:
    """The rules of a game; `name` is what they were asked for by. Rules that were made ready before are read when something needs them."""

    def __init__(self, summary: Summary, name: str, rules: Rules | None = None):
        self.name = name
        self._summary = summary
        self._rules = rules
        self._reading = Lock()
        self._tables: dict[tuple[int, str, bool], Table] = {}
        self._opened: dict[tuple[int, bool, str], list[Opened]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self._summary, self.name)

    def __repr__(self) -> str:
        low, high = self.seat_range
        return f"<{self.title}, {low if low == high else f'{low} to {high}'} players>"

    def _repr_html_(self) -> str:
        from ruledsl.engine.pages import game_page

        return game_page(self)

    @property
    def model(self) -> Any:
        """What the pipeline made of the rules."""
        with self._reading:
            if self._rules is None:
                from ruledsl.pipeline import load

                self._rules = load(self._summary.texts[-1].file, texts=self._summary.texts, under_all=False)
            return self._rules

    @property
    def title(self) -> str:
        """As the rules call it."""
        return self._summary.title

    @property
    def hash(self) -> str:
        """Of all texts that make the game."""
        return text_hash(source.text for source in self._summary.texts)

    @property
    def seat_range(self) -> tuple[int, int]:
        """The least and the most players, in the usual mode."""
        return self._summary.low, self._summary.high

    @property
    def texts(self) -> tuple[str, ...]:
        """What its files say: of a variant those of the games below it first."""
        return tuple(source.text for source in self._summary.texts)

    def seats(self, options: Mapping[str, Any] | None = None) -> tuple[int, int]:
        """The least and the most players in the mode that the options choose. SettingsError if there is no such mode."""
        if not options or "mode" not in options:
            return self.seat_range
        model = self.model.of(options).model
        return model.low, model.high

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes that it can be played in, the usual one first; none if it has no modes."""
        return tuple(self.model.modes)

    @property
    def option_names(self) -> tuple[str, ...]:
        """What a table may choose before play, by name."""
        return self._summary.options

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the rules speak besides the one they are written in."""
        return self._summary.languages

    @cached_property
    def options(self) -> dict[str, OptionInfo]:
        """What a table may choose before play, in any of the modes."""
        from ruledsl.lower.given import spoken, words
        from ruledsl.model.types import say
        from ruledsl.pipeline import settings_of
        from ruledsl.syntax.modes import OPTION

        modes = [{OPTION: mode} for mode in self.model.modes] or [{}]
        settled = [settings_of(self.model, self.seats(mode)[0], mode) for mode in modes]
        out = {}
        for name, o in self.model.options.items():
            at = next(settings for settings in settled if name in settings.options)
            default = spoken(at, o.type, at.options[name])
            out[name] = OptionInfo(name, self._range(o) or say(o.type), default, o.question, "ruling" if o.ruling else "option", words(at, o.type))
        return out

    def _range(self, option: Any) -> str:
        """`0..99`, if an option is a number whose ends are known from the text; else ""."""
        ends = [end.data for end in option.bounds or () if end.op == "const"]
        return f"{ends[0]}..{ends[1]}" if len(ends) == 2 and option.type.kind == "int" else ""

    def chosen(self, program: Program) -> dict[str, Any]:
        """All options of a table as a person would give them: numbers, words, true and false, lists."""
        known = next((table.chosen for table in self._tables.values() if table.program is program), None)
        return self._chosen(program) if known is None else dict(known)

    def _chosen(self, program: Program) -> dict[str, Any]:
        from ruledsl.lower.given import spoken
        from ruledsl.lower.settings import Settings
        from ruledsl.syntax.modes import OPTION

        model = self.model.of({OPTION: self.model.modes[program.options[OPTION]]} if self.model.modes else {}).model
        settings = Settings(model, program.players)
        settings.options.update(program.options)
        return {name: spoken(settings, model.options[name].type, value) for name, value in program.options.items() if name in model.options}

    def program(self, players: int, options: Mapping[str, Any] | None = None, watched: bool = False) -> Program:
        """The rules lowered for a table. SettingsError if the players or options do not fit. Where it is `watched` what the rules look at,
        they look at each card by itself, and ask every guard."""
        given = dict(options or {})
        key = players, repr(sorted(given.items())), watched
        if key not in self._tables:
            found = None if watched else kept.find_table(self._summary, players, given)
            self._tables[key] = found or self._made(players, given, watched)
        return self._tables[key].program

    def opened(
        self, players: int, options: Mapping[str, Any] | None = None, watched: bool = False, fixed: Mapping[str, Any] | None = None
    ) -> Program:
        """The same with readings left open, but for those that are `fixed`: machine code that is made for one table serves all that differ in these
        alone, and plays what `program` would play. SettingsError as there."""
        from ruledsl.lower.demands import refuse
        from ruledsl.pipeline import lower_open, settings_of

        given = dict(options or {})
        settings = settings_of(self.model, players, given)
        refuse(settings)
        made = self._opened.setdefault((players, watched, repr(sorted((fixed or {}).items()))), [])
        found = next((one for one in made if one.fits(settings.options)), None)
        if found is None:
            made.append(found := lower_open(self.model, settings, {**_mode(given), **(fixed or {})}, watched))
        return found.read(settings.options)

    def _made(self, players: int, options: dict[str, Any], watched: bool) -> Table:
        from ruledsl.pipeline import lower

        program: Program = lower(self.model, players, options, watched=watched)
        table = Table(program, self._chosen(program))
        if not watched:
            kept.keep_table(self._summary, players, options, table)
        return table

    def start(
        self,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        engine: str = "interp",
        chance: str = "drawn",
        *,
        world: str = "asked",
        language: str = "",
        eyes: Sequence[int] = (),
    ) -> Match:
        """A new match; with the least number of players if none is given.

        `chance` is drawn, or asked like a seat; so is `world`, what happens at the real table. `language` is one of `languages`.
        With `chance` "told" the match follows a game with real cards: what cannot be seen is asked for where it matters. `eyes` are the
        seats whose cards are told even so."""
        from ruledsl.engine.match import Match
        from ruledsl.engine.told import TOLD, ToldMatch

        whole(seed=seed, players=2 if players is None else players)
        program = self.program(self.seats(options)[0] if players is None else players, options, watched=chance == TOLD)
        if chance == TOLD:
            return ToldMatch(program, seed, game=self.name, options=self.chosen(program), world=world, language=language, eyes=eyes)
        return Match(program, seed, engine, chance, game=self.name, options=self.chosen(program), world=world, language=language)

    def combinations(self, players: int | None = None, options: Mapping[str, Any] | None = None) -> list[Held]:
        """What any hand holds of each combination of the game, apart from play: one `Held` for each way to give what a combination asks for besides
        cards. With the least number of players if none is given. SettingsError if players or options do not fit, or a combination hangs on
        play."""
        from ruledsl.engine.held import Held
        from ruledsl.lower.readings import readings
        from ruledsl.pipeline import settings_of

        settings = settings_of(self.model, self.seats(options)[0] if players is None else players, dict(options or {}))
        return [Held(reading) for reading in readings(settings)]

    def simulate(
        self,
        games: int,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        *,
        threads: int = 1,
        progress: Callable[[int], object] | None = None,
        clock: Callable[[], float] = lambda: 0.0,
        rows: bool = False,
        bots: Sequence[str] | str = (),
    ) -> Report:
        """Play many games by random choice as machine code; with the least number of players if none is given. With a `clock`, such as
        `time.monotonic`, the report says how long it took. With `rows` it has a row for each game: `report.rows`, as numpy, Arrow, pandas or polars.

        `bots` play instead, one a seat in this order, listed or between commas: `random`, `greedy`, `mcts`, `ismcts`, `flat`, `pimc`, the last four with
        how often they play on, as `mcts:200`; one game after the other. SettingsError if players or options do not fit, UnknownBot (a ValueError) if
        nobody is called so."""
        from ruledsl.search.bots import bot_named
        from ruledsl.search.simulate import contested, simulate

        whole(seed=seed, players=2 if players is None else players, games=games, threads=threads)
        if games < 0 or threads < 1:
            raise ValueError(f"{games} games in {threads} threads cannot be played")
        if bots:
            bots = bots.split(",") if isinstance(bots, str) else bots
            for name in bots:
                bot_named(name)
            if players not in (None, len(bots)):
                raise ValueError(f"there are {players} players and {len(bots)} bots")
            return contested(self, bots, games, seed, dict(options or {}), rows=rows, progress=progress, clock=clock)
        program = self.program(self.seats(options)[0] if players is None else players, options)
        return simulate(program, games, seed, threads, name=self.name, options=self.chosen(program), progress=progress, clock=clock, rows=rows)


def whole(**numbers: object) -> None:
    """TypeError for what is no whole number, by its name."""
    for name, number in numbers.items():
        if not isinstance(number, Integral) or isinstance(number, bool):
            raise TypeError(f"`{name}` is a whole number, not {number!r}")


def _mode(options: Mapping[str, Any]) -> dict[str, Any]:
    """The mode that options choose, if they do."""
    return {name: value for name, value in options.items() if name == "mode"}


def load(name: str | Path, *, under_all: bool = True) -> Game:
    """The game of a bundled name or a path; RulesError if its rules cannot be used. Where it is not looked `under_all` values of rulings that bring rules of
    their own, what is wrong under one of them is told by the table that chooses it."""
    known = kept.find(where(str(name)), under_all)
    if known is not None:
        return Game(known, str(name))
    from ruledsl.pipeline import load as read

    rules = read(str(name), under_all=under_all)
    texts = tuple(tree.source for tree in rules.layers)
    summary = Summary(rules.title, rules.low, rules.high, rules.option_names, tuple(rules.model.names), texts, under_all)
    kept.keep(summary, rules.bases)
    return Game(summary, str(name), rules)
