"""How many of each, as it is typed: `lock 3 3 6` names each key as often as it is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from ruledsl.engine.words import Words, begins, split
from ruledsl.ir.program import Action, Hole, Parameter

Typed = tuple[str, ...]
Numbered = tuple[int, Parameter]


def key_of(parameter: Parameter) -> str:
    """The key that an argument has the number of, as it is written; nothing for other arguments."""
    return key_in(parameter.name)


def key_in(name: str) -> str:
    """The same, by what the argument is called."""
    return name.partition("[")[2].removesuffix("]")


def written_out(given: Iterable[tuple[str, str]]) -> str:
    """Arguments in words, where each key stands as often as it is chosen."""
    return " ".join(key for name, told in given for key in ([key_in(name)] * int(told) if key_in(name) else [told]))


def numbers(words: Words, action: Action, typed: Typed) -> Iterator[tuple[dict[int, Typed], Typed]]:
    """Where runs of words name keys: by argument how often each key is named, and the words that are left, also without those that the label says anyway."""
    groups = [list(numbered) for group, numbered in groupby(enumerate(action.params), key=lambda one: _group(one[1])) if group]
    said = {word for part in words.template(action.label) if isinstance(part, str) for word in split(part)}
    for counts, left in _counted(words, action, groups, typed):
        yield counts, left
        if counts and not said.isdisjoint(left):
            yield counts, tuple(word for word in left if word not in said)


def _counted(words: Words, action: Action, groups: Sequence[Sequence[Numbered]], typed: Typed) -> Iterator[tuple[dict[int, Typed], Typed]]:
    """The same of some groups of keys: those of one where a run of words names them, and then those of the others."""
    for at, some in enumerate(groups):
        keys = [_names(words, action, parameter) for _, parameter in some]
        which = [_which(word, keys) for word in typed]
        for first, last in _runs(which):
            counts: dict[int, Typed] = {number: (str(which[first:last].count(n)),) for n, (number, _) in enumerate(some)}
            left = (*typed[:first], *typed[last:])
            for more, rest in _counted(words, action, groups[at + 1 :], left):
                yield {**counts, **more}, rest
            yield counts, left


def _group(parameter: Parameter) -> str:
    return parameter.name.partition("[")[0] if key_of(parameter) else ""


def _names(words: Words, action: Action, parameter: Parameter) -> set[Typed]:
    """As the rules write the key, and as the action's text prints it."""
    key, group = key_of(parameter), _group(parameter)
    holes = [part.type for part in action.label if isinstance(part, Hole) and part.source == group and part.type.of is not None]
    printed = {words.show(type.of, int(type.name)) for type in holes if type.of is not None and words.spoken(type.of, int(type.name)) == key}
    return {split(name) for name in (key, *printed)}


def _which(word: str, keys: Sequence[set[Typed]]) -> int | None:
    """The key that a word names, or else the only one that it begins."""
    exact = [n for n, names in enumerate(keys) if (word,) in names]
    begun = exact or [n for n, names in enumerate(keys) if any(len(name) == 1 and begins(word, name[0]) for name in names)]
    return begun[0] if len(begun) == 1 else None


def _runs(which: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    """Where words that name keys stand side by side."""
    begin = None
    for at, key in enumerate((*which, None)):
        if key is not None and begin is None:
            begin = at
        elif key is None and begin is not None:
            yield begin, at
            begin = None
