"""The modes of a game: each is a game of its own, made of what stands in all modes and what stands in it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t

OPTION = "mode"
"""The option that says which mode is played."""
OF_OPTIONS = (t.Option, t.Ruling, t.InModes, t.Variant)
"""Declarations of options, and those that hold such."""


def modes(layers: Sequence[t.Tree]) -> tuple[str, ...]:
    """The names of the modes, the usual one first; none if there is only one way to play."""
    games = (d for tree in layers for d in tree.declarations if isinstance(d, t.Game))
    return tuple(dict.fromkeys(mode.name.text for game in games for mode in game.modes))


def named_modes(layers: Sequence[t.Tree]) -> list[t.Name]:
    """The names behind `mode` of every block that holds in some modes only."""
    inner = [d for tree in layers for d in tree.declarations]
    inner += [d for outer in inner if isinstance(outer, t.Variant) for d in outer.body]
    return [name for d in inner if isinstance(d, t.InModes) for name in d.modes]


def text_in_mode(tree: t.Tree, name: str) -> str:
    """A file without the blocks that hold in other modes only: their heads, and the lines below that are indented more."""
    lines = tree.source.text.split("\n")
    for d in (inner for outer in tree.declarations for inner in (outer.body if isinstance(outer, t.Variant) else (outer,))):
        if isinstance(d, t.InModes) and name not in [mode.text for mode in d.modes]:
            end = d.span.line
            while end < len(lines) and (not lines[end].strip() or lines[end].startswith(" " * d.span.column)):
                end += 1
            lines[d.span.line - 1 : end] = [""] * (end - d.span.line + 1)
    return "\n".join(lines)


def in_mode(trees: Sequence[t.Tree], name: str, names: Sequence[str]) -> tuple[t.Tree, ...]:
    """Files, those of a game the first, as they read in one of its modes; tests only if they are for this one. Where a variant sets an option
    that another mode has and this one has not, nothing is set."""
    bringing = [d for tree in trees for d in tree.declarations if isinstance(d, OF_OPTIONS)]
    options = {mode: {o for d in bringing for o in _options(d, mode)} for mode in names}
    absent = set().union(*options.values()) - options[name]
    return tuple(replace(tree, declarations=tuple(_in_mode(tree.declarations, name, names, absent))) for tree in trees)


def _options(d: t.Decl, mode: str) -> Iterator[str]:
    """The options that a declaration brings into a mode."""
    if isinstance(d, t.Variant) or isinstance(d, t.InModes) and mode in [n.text for n in d.modes]:
        for inner in d.body:
            if isinstance(inner, OF_OPTIONS):
                yield from _options(inner, mode)
    elif isinstance(d, (t.Option, t.Ruling)) and not _sets(d):
        yield d.name.text


def _sets(d: t.Decl) -> bool:
    """Does it say no more than what an option of the game below is?"""
    return isinstance(d, t.Option) and d.type is None or isinstance(d, t.Ruling) and not d.values


def _in_mode(declarations: Sequence[t.Decl], name: str, names: Sequence[str], absent: Collection[str]) -> list[t.Decl]:
    out: list[t.Decl] = []
    for d in declarations:
        if isinstance(d, t.Game):
            out += _game(d, name, names)
        elif isinstance(d, t.Variant):
            body = [inner for inner in d.body if not (isinstance(inner, (t.Option, t.Ruling)) and _sets(inner) and inner.name.text in absent)]
            out.append(replace(d, body=tuple(_in_mode(body, name, names, absent))))
        elif isinstance(d, t.InModes):
            out += _in_mode(d.body, name, names, absent) if name in [mode.text for mode in d.modes] else ()
        elif isinstance(d, t.Test):
            out += [test for test in d.each() if mode_of(test, names) == name]
        else:
            out.append(d)
    return out


def _game(game: t.Game, name: str, names: Sequence[str]) -> list[t.Decl]:
    """The head with the seats of the mode, and the option by which it was chosen."""
    mode = next((mode for mode in game.modes if mode.name.text == name), None)
    if mode is None:
        return [game]
    values = tuple(t.Name(n, span=mode.name.span) for n in names)
    option = t.Ruling(t.Name(OPTION, span=mode.name.span), values, t.Name(name, span=mode.name.span), span=mode.span)
    return [replace(game, players=mode.players, seats=mode.seats, modes=()), option]


def mode_of(test: t.Test, names: Sequence[str]) -> str:
    """The mode that a test is for: what it gives for the option, or the usual one."""
    given = (value for name, value in test.options if name.text == OPTION)
    return next((value.name for value in given if isinstance(value, t.Ref)), names[0])


def standing(layers: Sequence[t.Tree], span: Span, names: Sequence[str]) -> set[str]:
    """The modes in which a place of the text counts."""
    above: list[t.Decl] = []
    for tree in layers:
        for d in tree.declarations:
            above += [inner for inner in (d.body if isinstance(d, t.Variant) else (d,)) if inner.span.file == span.file and inner.span.line <= span.line]
    last = max(above, key=lambda d: d.span.line, default=None)
    return {mode.text for mode in last.modes} if isinstance(last, t.InModes) else set(names)
