"""Numbers that texts say: `"a Bravo costs 3 coins"`, `"Draw three cards."` What is said stands somewhere in what is done, asked for, or called so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ruledsl.model.desk import Desk
from ruledsl.model.graph import bodies, named, reach
from ruledsl.model.model import Model
from ruledsl.source import Span
from ruledsl.syntax import tree as t

NUMERALS = {
    word: number for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
} | {"twice": 2, "thrice": 3}  # fmt: skip
SAID = re.compile(rf"(?<![\w.,/:-])(\d{{1,4}}|{'|'.join(NUMERALS)})(?![\w/:%-]|[.,]\d)", re.IGNORECASE)
LEAST = 2
"""`one` and `no` are no numbers in most texts."""


def look_for_numerals(desk: Desk) -> None:
    """Warn of texts of actions, questions and cards that say a number which what belongs to them does not know of. Nothing is said where lines were lost."""
    model = desk.model
    if "play" not in model.callables or desk.lost:
        return
    said = [*_said(model)]
    if not said:
        return
    graph, names, tables = named(model), _names(model), _tables(model)
    for number, words, span, roots in said:
        through = {name for root in roots for name in reach(graph, root)} or {*model.callables}
        known = [_known(body) for name in through if name in model.callables for body in bodies(model.callables[name])]
        if number not in names and not any(number in numbers or any(number in tables[name] for name in called & tables.keys()) for numbers, called in known):
            desk.fail("W0625", span, said=words, number=number)


def _said(model: Model) -> Iterator[tuple[int, str, Span, Sequence[str]]]:
    """Each number that is said, in words, where, and by what it is to be known: by anything where a card says it that has no effect."""
    for c in model.callables.values():
        for text in (text for body in bodies(c) for text in t.within(body, t.Text)):
            yield from ((number, words, text.span, (c.name,)) for part in text.parts if isinstance(part, str) for number, words in _numbers(part))
    for kind in model.kinds.values():
        effects = tuple(c.name for c in model.effects(kind.name))
        rules = () if kind.decl.hooks else effects
        yield from ((number, words, kind.decl.name.span, rules) for number, words in _numbers(kind.decl.words or ""))


def _numbers(text: str) -> Iterator[tuple[int, str]]:
    for words in SAID.findall(text):
        number = NUMERALS.get(words.lower())
        number = int(words) if number is None else number
        if number >= LEAST:
            yield number, words


def _known(body: t.Node) -> tuple[frozenset[int], frozenset[str]]:
    """The numbers that a declaration knows of, and the names that it calls: what it holds something against may be one off, and what it does several times it
    does so often. It stays with it."""
    known: tuple[frozenset[int], frozenset[str]] | None = vars(body).get("_numerals")
    if known is None:
        called = frozenset(node.name for node in t.within(body, t.Ref))
        known = vars(body)["_numerals"] = frozenset((*_written(body), *_often(body), *_named(body))), called
    return known


def _written(body: t.Node) -> Iterator[int]:
    yield from (node.value for node in t.within(body, t.Number))
    sides = [*(node.operands for node in t.within(body, t.Compare)), *((node.low, node.high) for node in t.within(body, t.Range))]
    yield from (side.value + more for both in sides for side in both if isinstance(side, t.Number) for more in (-1, 1))


def _often(body: t.Node) -> Iterator[int]:
    """How often the same is done, and how many are named side by side."""
    steps: Sequence[t.Node] = t.within(body, t.Do, t.Move, t.ChooseValue)
    yield from (steps.count(s) for s in steps)
    yield from (len(node.items) for node in t.within(body, t.SetLiteral))
    yield from (len(node.items) for node in t.within(body, t.ListLiteral))


def _named(body: t.Node) -> Iterator[int]:
    """Numbers that are names: `choose two in {true, false}`."""
    words = (*(node.name for node in t.within(body, t.Ref)), *(node.text for node in t.within(body, t.Name)))
    yield from (NUMERALS[word] for word in words if word in NUMERALS)


def _names(model: Model) -> set[int]:
    """Numbers that are values of enums, or how they are called."""
    words = (word for enum in model.enums.values() for name in (*enum.values, *enum.printed) for word in re.split(r"[\s_]+", name))
    return {number for word in words for number in ([NUMERALS[word]] if word in NUMERALS else [int(word)] if word.isdigit() else [])}


def _tables(model: Model) -> dict[str, frozenset[int]]:
    """The numbers in each chart, and of what an option may be."""
    declarations = (d for tree in model.trees for d in tree.declarations if isinstance(d, (t.Chart, t.Option)))
    return {d.name.text: frozenset(node.value for node in t.within(d, t.Number)) for d in declarations}
