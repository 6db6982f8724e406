"""The stages in order: text, tree, model, program. Every tool comes through here, and may stop after any of them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Sequence

from ruledsl.diagnostics import Diagnostic, RulesError, ranked
from ruledsl.flow import analyse
from ruledsl.lower.settings import settle
from ruledsl.lower.trial import set_up
from ruledsl.model import Model, check
from ruledsl.model.lost import lost_words
from ruledsl.model.model import OptionInfo
from ruledsl.resources import base_of, where
from ruledsl.source import Source
from ruledsl.syntax import load_source, parse
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.ir.program import Program
    from ruledsl.lower.lowering import Extra

TESTS = ".test.rules"
DEEPEST = 8
"""How many variants may stand upon one another."""


@dataclass
class Rules:
    """A checked rules file: its layers (the game first, then the variants upon it), the model, and what is to be said of it."""

    path: str
    layers: tuple[t.Tree, ...]
    tests: tuple[t.Tree, ...]
    model: Model
    diagnostics: list[Diagnostic]
    programs: dict[Any, Program] = field(default_factory=dict)

    @property
    def sources(self) -> dict[str, Source]:
        return self.model.sources

    @property
    def title(self) -> str:
        return self.model.title

    @property
    def low(self) -> int:
        """The least number of players."""
        return self.model.low

    @property
    def high(self) -> int:
        """The greatest number of players."""
        return self.model.high

    @property
    def options(self) -> dict[str, OptionInfo]:
        return self.model.options

    @property
    def bases(self) -> tuple[str, ...]:
        """The games that a variant stands on as their files name them, from the top down."""
        return tuple(d.base for tree in reversed(self.layers) for d in tree.declarations if isinstance(d, t.Variant))

    @property
    def hash(self) -> str:
        """Of all texts that make the game; tests do not count."""
        whole = "\0".join(tree.source.text for tree in self.layers)
        return hashlib.sha256(whole.encode()).hexdigest()[:16]


def read(name: str, tests: Sequence[str] = (), texts: Sequence[Source] = ()) -> Rules:
    """All stages up to the model; never raises for what is wrong in the rules. OSError if there is no such file.

    `texts` are files as they were when they were looked at before."""
    path = where(name)
    found: list[Diagnostic] = []
    layers = _layers(path, found, (), {text.file: text for text in texts})
    extra = tuple(_parsed(p, found) for p in tests)
    model, faults = judge(layers, extra, found) if layers else (Model(), found)
    return Rules(str(path), layers, extra, model, ranked(faults))


def judge(layers: Sequence[t.Tree], tests: Sequence[t.Tree], found: list[Diagnostic]) -> tuple[Model, list[Diagnostic]]:
    """The model of trees, and all that is to be said of them; `found` is what is wrong with their syntax.

    Warnings are about rules that hold together: with errors there are none.
    """
    lost = lost_words([tree.source for tree in (*layers, *tests)], found)
    model, faults = check(layers, tests, lost=lost)
    said = ranked(found + faults)
    if layers and not any(d.is_error for d in said):
        said = ranked([*said, *set_up(model)])
    if not any(d.is_error for d in said):
        known = {d.span for d in said}
        said = ranked([*said, *(d for d in analyse(model) if d.span not in known)])
    return model, [d for d in said if d.is_error == said[0].is_error]


def load(name: str, tests: Sequence[str] = (), texts: Sequence[Source] = ()) -> Rules:
    """Like `read`, for rules that are to be played: RulesError if they have errors."""
    rules = read(name, tests, texts)
    if any(d.is_error for d in rules.diagnostics):
        raise RulesError(rules.diagnostics, rules.sources)
    return rules


def lower(rules: Rules, players: int, options: Mapping[str, Any], extras: Sequence[Extra] = (), watched: bool = False) -> Program:
    """The lowered program; `watched` as in `ruledsl.lower.lower`. SettingsError if players or options do not fit."""
    settings = settle(rules.model, players, options)
    chosen = _chosen(rules, settings.options)
    if chosen != rules.model.chosen:
        model, _ = check(rules.layers, (), chosen)
        settings = settle(model, players, options)
    from ruledsl.lower.lowering import lower as lower_settings

    return lower_settings(settings, rules.hash, extras, watched)


def check_file(path: str) -> tuple[list[Diagnostic], dict[str, Source]]:
    """All that is to be said of a rules file; of a file of tests, under the game beside it."""
    game = Path(path.removesuffix(TESTS) + ".rules")
    rules = read(str(game), [path]) if path.endswith(TESTS) and game.is_file() else read(path)
    return rules.diagnostics, rules.sources


def _chosen(rules: Rules, options: Mapping[str, Any]) -> dict[str, str]:
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


def _parsed(path: str | Path, found: list[Diagnostic], texts: Mapping[str, Source] | None = None) -> t.Tree:
    source = (texts or {}).get(str(path)) or load_source(path)
    if isinstance(source, Diagnostic):
        found.append(source)
        return t.Tree(Source(str(path), ""), ())
    tree, faults = parse(source)
    found += faults
    return tree


def _layers(path: Path | str, found: list[Diagnostic], above: tuple[str, ...], texts: Mapping[str, Source]) -> tuple[t.Tree, ...]:
    """A file, and below it the game that it is a variant of."""
    tree = _parsed(path, found, texts)
    variant = next((d for d in tree.declarations if isinstance(d, t.Variant)), None)
    if variant is None:
        return (tree,)
    here = str(Path(path).resolve())
    if here in above or len(above) >= DEEPEST:
        found.append(_bad_base(variant, "it is a variant of itself" if here in above else "too many variants upon one another"))
        return ()
    if not variant.base.replace("-", "").replace("_", "").isalnum():
        found.append(_bad_base(variant, "not the name of a game"))
        return ()
    try:
        base = base_of(Path(path), variant.base)
    except OSError:
        found.append(_bad_base(variant, "there is no such game"))
        return ()
    below = _layers(base, found, (*above, here), texts)
    return (*below, tree) if below else ()


def _bad_base(variant: t.Variant, what: str) -> Diagnostic:
    return Diagnostic(
        "E0412", variant.span, f"a variant cannot be made of `{variant.base}`", what,
        "name a bundled game, or a rules file in the same folder without its ending",
    )  # fmt: skip
