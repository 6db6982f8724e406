"""What things are called in other languages: the texts that a game has, and whether `names` speaks of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruledsl.model.desk import Desk
from ruledsl.model.model import Model
from ruledsl.source import HOLE
from ruledsl.syntax import tree as t

WORDS = (
    "yes", "no", "pass", "none", "nothing", "true", "false", "a card", "no cards", "{count} cards", "the box", "the game is over",
    "it is {names}'s turn", "it is nobody's turn", "you have chosen", "{seat} has chosen", "{seat}'s {name}", "{name} of {cell}",
    "{cards} from {source} to {target}", "{source} shows {cards}", "a card of {place}", "card {number}", "card {number} of {place}",
    "next {phase}", "the next {phase} begins", "until {phase} begins", "until after {phase}",
    "`{text}` is no move here", "`{event}` cannot come here", "passing is not allowed here", "the rules do not allow this",
    "`{value}` is not allowed here", "`{value}` is not {where}", "allowed here", ", or {against}", "`{value}` is no `{meld}`",
    "`{value}` cannot be chosen", "`{value}` cannot be chosen: {against}", ": {kinds} is wanted", "no `{value}` can be chosen",
    "`{value}` is too many: {most} at most", "`{value}` is too few: {least} at least", "; {many} in all",
    "there is no {wanted} {where}", "there is nothing {where}", " for {said}",
    "nothing can be chosen for {name}: {against}", "there is no other `{value}` {where}", "no card is called `{name}`",
    "{count} cards are named, and {many} are chosen", "which cards lie {where} cannot be seen: say which place",
    "that makes {equation}", "which signs make it? type the expression", "there is no {signs} here; there is {others}",
    "there are no brackets here", "{number} may not come in between", "there must be {signs} in it",
    "what is {name}?", "which card goes from {source} to {target}?", "which card is shown in {place}?", "which card lies in {place}?",
    "{card} cannot lie in {place}; as far as is known, {where}",
)  # fmt: skip
"""What a table says by itself, in every game."""


def take_in(desk: Desk, blocks: Sequence[t.NamesBlock]) -> None:
    """The blocks of all languages, each entry a name or text that there is."""
    known = dict.fromkeys((*texts(desk.model), *WORDS)) if blocks else {}
    for block in blocks:
        called = desk.model.names.setdefault(block.language, {})
        for entry in block.entries:
            if entry.key in known:
                called[entry.key] = entry.text
                _holes(desk, entry)
            else:
                desk.unknown("E0217", entry.span, entry.key, known)


def _holes(desk: Desk, entry: t.NameEntry) -> None:
    """A translation has no holes but those of its text."""
    having = HOLE.findall(entry.key)
    for hole in HOLE.findall(entry.text):
        if hole not in having:
            desk.unknown("E0218", entry.span, hole, having, text=entry.key)


def texts(model: Model) -> Iterator[str]:
    """Every name that people see, and every text, with its holes as they are written."""
    yield from model.callables
    for enum in model.enums.values():
        yield from (*enum.values, *enum.printed)
    for option in model.options.values():
        yield from (option.question, *option.values)
    for tree in model.trees:
        for d in (d for d in tree.declarations if not isinstance(d, t.Test)):
            for node in t.walk(d):
                yield from _said(model, node)


def _said(model: Model, node: t.Node) -> Iterator[str]:
    name = getattr(node, "name", None)
    if isinstance(name, t.Name):
        yield name.text
    if isinstance(node, t.Text):
        yield written(model, node)
    elif isinstance(node, (t.Game, t.Variant, t.Chapter, t.Invariant)):
        yield node.title
    elif isinstance(node, t.Card) and node.words:
        yield node.words


def written(model: Model, text: t.Text) -> str:
    """A text as it stands in the rules."""
    return "".join(part if isinstance(part, str) else f"{{{model.written(part.span)}}}" for part in text.parts)
