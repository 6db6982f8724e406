"""The stages in order: text, tree, model, program. Every tool comes through here, and may stop after any of them."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Sequence

from ruledsl.diagnostics import Diagnostic, RulesError, ranked
from ruledsl.flow import analyse
from ruledsl.lower.given import settle
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.settings import Settings
from ruledsl.lower.trial import Stood, no_game, set_up
from ruledsl.model import Model, check
from ruledsl.model.in_modes import in_all_modes, misnamed_modes
from ruledsl.model.lost import lost_words
from ruledsl.model.model import OptionInfo
from ruledsl.record import field, record
from ruledsl.resources import base_of, where
from ruledsl.source import Source, text_hash
from ruledsl.spell import nearest
from ruledsl.store import Store, makers, standard_directory
from ruledsl.syntax import blurred, kept, load_source, parse
from ruledsl.syntax import tree as t
from ruledsl.syntax.modes import OPTION, in_mode, modes, text_in_mode

if TYPE_CHECKING:
    from ruledsl.ir.program import Program
    from ruledsl.lower.lowering import Extra
    from ruledsl.lower.opened import Opened

TESTS = ".test.rules"
DEEPEST = 8
"""How many variants may stand upon one another."""


@record
class Rules:
    """A checked rules file: its layers (the game first, then the variants upon it), the model, and what is to be said of it."""

    path: str
    layers: tuple[t.Tree, ...]
    tests: tuple[t.Tree, ...]
    model: Model
    diagnostics: list[Diagnostic]
    programs: dict[Any, Program] = field(default_factory=dict)
    by_mode: dict[str, Rules] = field(default_factory=dict)
    """The game as it is in those of its modes that were looked at."""
    known: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Modes that were not looked at, since it is known what is to be said of them (see `Judged`), with the names of their options."""
    files: dict[str, Source] = field(default_factory=dict)
    """All that was read, those files too that are no good text."""

    @property
    def modes(self) -> tuple[str, ...]:
        """The ways to play the game, the usual one first; none if there is only one."""
        return modes(self.layers)

    def in_mode(self, name: str) -> Rules:
        if name not in self.by_mode:
            game, told = (in_mode(trees, name, self.modes) for trees in (self.layers, self.tests))
            self.by_mode[name] = Rules(self.path, game, told, check(game, told)[0], [])
        return self.by_mode[name]

    def of(self, options: Mapping[str, Any]) -> Rules:
        """The game in the mode that the options choose; SettingsError if there is no such mode."""
        if not self.modes:
            return self
        name = str(options.get(OPTION, self.modes[0])).strip().lower()
        if name not in self.modes:
            near = nearest(name, self.modes)
            raise SettingsError(f"the option `{OPTION}` is one of {', '.join(self.modes)}; not `{name}`" + f"; did you mean `{near}`?" * bool(near))
        return self.in_mode(name)

    @property
    def sources(self) -> dict[str, Source]:
        return {**self.files, **self.model.sources}

    @property
    def title(self) -> str:
        return self.model.title

    @property
    def low(self) -> int:
        """The least number of players, in the usual mode."""
        return self.model.low

    @property
    def high(self) -> int:
        """The greatest number of players, in the usual mode."""
        return self.model.high

    @property
    def options(self) -> dict[str, OptionInfo]:
        """The options of all modes."""
        every = {name: info for mode in self.modes[1:] for name, info in self.in_mode(mode).model.options.items()}
        return {**every, **self.model.options}

    @property
    def option_names(self) -> tuple[str, ...]:
        """The names of the options of all modes."""
        others = (self.known.get(mode) or self.in_mode(mode).model.options for mode in self.modes[1:])
        return tuple(dict.fromkeys([*(name for names in others for name in names), *self.model.options]))

    @property
    def bases(self) -> tuple[str, ...]:
        """The games that a variant stands on as their files name them, from the top down."""
        return tuple(d.base for tree in reversed(self.layers) for d in tree.declarations if isinstance(d, t.Variant))

    @property
    def hash(self) -> str:
        """Of all texts that make the game; tests do not count."""
        return text_hash(tree.source.text for tree in self.layers)


def read(name: str, tests: Sequence[str] = (), texts: Sequence[Source] = (), *, under_all: bool = True) -> Rules:
    """All stages up to the model; never raises for what is wrong in the rules. OSError if there is no such file.

    `texts` are files as they were when they were looked at before. What is wrong under other values of rulings alone is told if it is looked `under_all`."""
    path, files = where(name), Files(texts)
    layers, found = files.layers(path), files.found
    extra = tuple(tree for tree in map(files.parsed, tests) if tree is not None)
    if not layers:
        return Rules(str(path), (), extra, Model(), ranked(found), files=files.sources)
    versions, faults, known = judge_modes(layers, extra, found, under_all)
    by_mode = {name: Rules(str(path), version.layers, version.tests, version.model, []) for name, version in versions.items()}
    return Rules(str(path), layers, extra, next(iter(versions.values())).model, ranked(faults), by_mode=by_mode, known=known, files=files.sources)


def judge(layers: Sequence[t.Tree], tests: Sequence[t.Tree], found: list[Diagnostic]) -> tuple[Model, list[Diagnostic]]:
    """The model of trees (of their usual mode), and all that is to be said of them; `found` is what is wrong with their syntax."""
    versions, said, _ = judge_modes(layers, tests, found)
    return next(iter(versions.values())).model, said


@record(frozen=True)
class Version:
    """A game as it reads in one of its modes."""

    layers: tuple[t.Tree, ...]
    tests: tuple[t.Tree, ...]
    model: Model


def judge_modes(
    layers: Sequence[t.Tree], tests: Sequence[t.Tree], found: list[Diagnostic], under_all: bool = True
) -> tuple[dict[str, Version], list[Diagnostic], dict[str, tuple[str, ...]]]:
    """The game by mode, the usual one first, all that is to be said of it, and the modes that were judged before, which are not looked at;
    a game without modes has one that has no name.

    A warning is said if it holds in every mode in which its place counts."""
    names = modes(layers)
    found = [*found, *misnamed_modes(layers, names, lost_words([tree.source for tree in layers], found))]
    if not names:
        model, said = judge_one(layers, tests, found, under_all)
        return {"": Version(tuple(layers), tuple(tests), model)}, said, {}
    versions: dict[str, Version] = {}
    known: dict[str, tuple[str, ...]] = {}
    told: list[list[Diagnostic]] = []
    for name in names:
        judged = None if found else Judged((*layers, *tests), name, names)
        before = judged.before() if judged and name != names[0] else None
        if before is not None:
            known[name], said = before
        else:
            game, examples = (in_mode(trees, name, names) for trees in (layers, tests))
            model, said = judge_one(game, examples, found, under_all)
            versions[name] = Version(game, examples, model)
            if judged and under_all and not any(d.is_error for d in said):
                judged.keep(tuple(model.options), said)
        told.append(said)
    return versions, in_all_modes(told, layers, names), known


class Judged:
    """What is to be said of a game in one of its modes, if there is no error, kept under all of the text but what stands in other modes alone, line
    by line: whoever edits one mode need not wait for the others."""

    def __init__(self, trees: Sequence[t.Tree], name: str, names: Sequence[str]) -> None:
        self._store = Store(standard_directory())
        texts = (part for tree in trees for part in (tree.source.file, text_in_mode(tree, name)))
        self._key = Store.key("judged", makers(), name, repr(names), *texts)

    def before(self) -> tuple[tuple[str, ...], list[Diagnostic]] | None:
        """The names of the options, and what was said, if it is known."""
        kept = self._store.read(self._key)
        found: tuple[tuple[str, ...], list[Diagnostic]] | None = None if kept is None else pickle.loads(kept)
        return found

    def keep(self, options: tuple[str, ...], said: list[Diagnostic]) -> None:
        """Remember it."""
        self._store.write(self._key, pickle.dumps((options, said), pickle.HIGHEST_PROTOCOL))


def judge_one(layers: Sequence[t.Tree], tests: Sequence[t.Tree], found: list[Diagnostic], under_all: bool = True) -> tuple[Model, list[Diagnostic]]:
    """The same of trees without modes.

    Warnings are about rules that hold together: with errors there are none.
    """
    lost = lost_words([tree.source for tree in (*layers, *tests)], found)
    model, faults = check(layers, tests, None if under_all else {}, lost)
    return model, tried(model, layers, found + faults)


def tried(model: Model, layers: Sequence[t.Tree], found: list[Diagnostic], stood: Stood | None = None) -> list[Diagnostic]:
    """What is to be said of a model: `found`, and what is seen where it is set up and its ways are followed, if there is no error."""
    said = ranked(found)
    if layers and not any(d.is_error for d in said):
        said = ranked([*said, *set_up(model, stood)])
    if not any(d.is_error for d in said):
        known = {d.span for d in said}
        said = ranked([*said, *(d for d in analyse(model) if d.span not in known)])
    return [d for d in said if d.is_error == said[0].is_error]


def load(name: str, tests: Sequence[str] = (), texts: Sequence[Source] = (), *, under_all: bool = True) -> Rules:
    """Like `read`, for rules that are to be played: RulesError if they have errors. Where it is not looked `under_all`, what is wrong under another value of
    a ruling is told when a table is asked for with it (see `patched`)."""
    rules = read(name, tests, texts, under_all=under_all)
    if any(d.is_error for d in rules.diagnostics):
        raise RulesError(rules.diagnostics, rules.sources)
    return rules


def lower(rules: Rules, players: int, options: Mapping[str, Any], extras: Sequence[Extra] = (), watched: bool = False) -> Program:
    """The lowered program; `watched` as in `ruledsl.lower.lower`. SettingsError if players or options do not fit."""
    return lower_in(rules, settings_of(rules, players, options), options, extras, watched)


def lower_in(rules: Rules, settings: Settings, options: Mapping[str, Any], extras: Sequence[Extra] = (), watched: bool = False) -> Program:
    """The same at a table that is settled."""
    from ruledsl.lower.lowering import lower as lower_settings

    return lower_settings(settings, rules.of(options).hash, extras, watched)


def lower_open(
    rules: Rules, settings: Settings, options: Mapping[str, Any], watched: bool = False, extras: Callable[[Settings], Sequence[Extra]] | None = None
) -> Opened:
    """The program of a table in which readings are left open but for those that `options` name, and what is settled in it. What the rules require of a
    table is asked of `settings`; `extras` says what is wanted of the program, by what is open in it."""
    from ruledsl.lower.lowering import lower_open as lower_settings

    return lower_settings(settings, patching(rules) | {OPTION} | options.keys(), rules.of(options).hash, watched, extras)


def settings_of(rules: Rules, players: int, options: Mapping[str, Any]) -> Settings:
    """What is known before play, with the model that the chosen mode and rulings make. SettingsError if players or options do not fit, RulesError if the
    rules are wrong as these rulings make them."""
    rules = rules.of(options)
    settings = settle(rules.model, players, options)
    wanted = chosen(rules, settings.options)
    return settings if wanted == rules.model.chosen else settle(patched(rules, wanted, ()), players, options)


def patched(rules: Rules, wanted: Mapping[str, str], tests: Sequence[t.Test]) -> Model:
    """The model that such values of rulings make, and that has read some tests; RulesError if it has errors."""
    model, found = check(rules.layers, rules.tests, dict(wanted), only=tests)
    if any(d.is_error for d in found):
        raise RulesError(found, rules.sources)
    return model


def check_file(path: str) -> tuple[list[Diagnostic], dict[str, Source]]:
    """All that is to be said of a rules file; of a file of tests, under the game beside it."""
    game = Path(path.removesuffix(TESTS) + ".rules")
    rules = read(str(game), [path]) if path.endswith(TESTS) and game.is_file() else read(path)
    found = rules.diagnostics
    if rules.layers and not any(d.is_error for d in found):
        found = unplayable(rules) or found
    return found, rules.sources


def unplayable(rules: Rules) -> list[Diagnostic]:
    """Why tables cannot be set that nothing was seen against: it is tried for the fewest and the most players of each mode, once for a text. What stands in
    other modes alone, and blank lines, make no other text."""
    store = Store(standard_directory())
    for mode in rules.modes or ("",):
        texts = [text_in_mode(tree, mode) if mode else tree.source.text for tree in rules.layers]
        key = Store.key("playable", makers(), mode, *("\n".join(filter(str.strip, text.split("\n"))) for text in texts))
        if store.read(key) is not None:
            continue
        options = {OPTION: mode} if mode else {}
        model = rules.of(options).model
        for players in dict.fromkeys((model.low, model.high)):
            try:
                lower(rules, players, options)
            except SettingsError as error:
                return [no_game(model, players, error)]
        store.write(key, b"")
    return []


def patching(rules: Rules) -> frozenset[str]:
    """The rulings whose values change the text of the rules."""
    return frozenset(d.name.text for tree in rules.layers for d in _inside(tree) if isinstance(d, t.Ruling) and d.patches)


def chosen(rules: Rules, options: Mapping[str, Any]) -> dict[str, str]:
    """The values of rulings whose patches are not those of the default."""
    out = {}
    for tree in rules.layers:
        for d in _inside(tree):
            if isinstance(d, t.Ruling) and d.patches:
                info = rules.model.options[d.name.text]
                value = info.values[options[info.name]] if info.type.kind == "enum" else str(bool(options[info.name])).lower()
                default = info.values[info.default.data] if info.default and info.type.kind == "enum" else None
                if value != default:
                    out[info.name] = value
    return out


def _inside(tree: t.Tree) -> list[t.Decl]:
    out: list[t.Decl] = []
    for d in tree.declarations:
        out += d.body if isinstance(d, t.Variant) else [d]
    return out


class Files:
    """The files of a game as they are read: what they say, and what is wrong with it. `texts` are files as they were when they were looked at before."""

    def __init__(self, texts: Sequence[Source] = ()) -> None:
        self._texts = {text.file: text for text in texts}
        self.found: list[Diagnostic] = []
        self.sources: dict[str, Source] = {}

    def parsed(self, path: str | Path, stood_on: bool = False) -> t.Tree | None:
        """The tree of a file; None if it cannot be read. One that others are `stood_on` changes seldom: its tree is kept."""
        source = self._texts.get(str(path)) or load_source(path)
        if isinstance(source, Diagnostic):
            self.found.append(source)
            self.sources[str(path)] = blurred(path)
            return None
        self.sources[source.file] = source
        tree, faults = (kept if stood_on else parse)(source)
        self.found += faults
        return tree

    def layers(self, path: Path | str, above: tuple[str, ...] = ()) -> tuple[t.Tree, ...]:
        """A file, and below it the game that it is a variant of; nothing if one of them cannot be had."""
        tree = self.parsed(path, bool(above))
        if tree is None:
            return ()
        variant = next((d for d in tree.declarations if isinstance(d, t.Variant)), None)
        if variant is None:
            return (tree,)
        here = str(Path(path).resolve())
        if here in above or len(above) >= DEEPEST:
            self.found.append(_bad_base(variant, "it is a variant of itself" if here in above else "too many variants upon one another"))
            return ()
        if not variant.base.replace("-", "").replace("_", "").isalnum():
            self.found.append(_bad_base(variant, "not the name of a game"))
            return ()
        try:
            base = base_of(Path(path), variant.base)
        except PermissionError:
            self.found.append(_bad_base(variant, "a link to a file outside of this folder"))
            return ()
        except OSError:
            self.found.append(_bad_base(variant, "there is no such game"))
            return ()
        below = self.layers(base, (*above, here))
        return (*below, tree) if below else ()


def _bad_base(variant: t.Variant, what: str) -> Diagnostic:
    return Diagnostic(
        "E0412", variant.span, f"a variant cannot be made of `{variant.base}`", what,
        "name a bundled game, or a rules file in the same folder without its ending",
    )  # fmt: skip
