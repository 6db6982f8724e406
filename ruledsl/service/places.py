"""Names that stand where no value does, as the block tells in which they stand: seats, actions and options in tests, lines of combinations and melds,
rows of charts, marks and places of boards, values of rulings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruledsl.model import Model, combining, melding
from ruledsl.model.borders import OWNERS
from ruledsl.model.types import say
from ruledsl.service.offers import Completion, offer
from ruledsl.service.where import Spot
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.service.workspace import Document

CHECKED = frozenset({"can", "only", "cannot"})
FIELDS = {"combination": tuple(combining.LINES), "meld": melding.LINES}


def told(here: Spot, document: Document, model: Model) -> Iterator[Completion]:
    """The names that may stand at a place because of the block in which it is."""
    first = here.before[0].text if here.before else ""
    if document.is_tests:
        yield from _in_tests(here, model)
    if first == "option" and (document.is_tests or "variant" in here.heads) and len(here.before) == 1:
        yield from (Completion(name, "option", say(info.type)) for name, info in model.options.items())
    if first == "team" and len(here.before) > 2:
        yield from (Completion(seat, "seat", "a seat") for seat in model.seat_names)
    if first == "ruling" and here.before[-1].text == "=":
        yield from (Completion(token.text, "value") for token in here.before[3:-1] if token.kind == "NAME" and token.text != "or")
    if here.heads:
        yield from _in_block(here, here.heads[-1], model)
    yield from _in_declaration(here, document, model)


def _in_tests(here: Spot, model: Model) -> Iterator[Completion]:
    words = [token.text for token in here.before]
    if words[:1] in (["when"], ["then"]):
        block, words = words[0], words[2:]
    else:
        block = here.heads[-1] if here.heads else ""
    if block == "when" and not words:
        yield from (Completion(seat, "seat", "a seat", f"{seat}: ") for seat in model.seats)
    chosen = words[1:2] == [":"] if block == "when" else block == "then" and not CHECKED.isdisjoint(words[1:2])
    if chosen and words[-1] in (":", ",", "then", *CHECKED) and words.count("(") == words.count(")"):
        yield from (offer(model, c, chosen=True) for c in model.callables.values() if c.kind == "action")
        yield Completion("pass", "word", "none of it")


def _in_block(here: Spot, head: str, model: Model) -> Iterator[Completion]:
    if not here.before:
        yield from (Completion(word, "part", f"a line of a {head}", f"{word}: ") for word in FIELDS.get(head, ()))
        if head == "names":
            yield from (Completion(name, "name", "what it is called", f'{name}: "$0"') for name in _all_named(model))
    if head == "chart" and (not here.before or here.before[-1].kind == "COMMA"):
        yield from (Completion(value, "value", enum.name) for enum in model.enums.values() for value in enum.values)


def _all_named(model: Model) -> Iterator[str]:
    """All that players read the names of."""
    values = (value for enum in model.enums.values() for value in enum.values)
    options = (value for option in model.options.values() for value in option.values)
    named = (*model.kinds, *model.seat_names, *model.state, *model.options, *model.callables, *values, *options)
    yield from dict.fromkeys(name for name in named if name.isidentifier())


def _in_declaration(here: Spot, document: Document, model: Model) -> Iterator[Completion]:
    d = document.declaration(document.reading.real_line(here.number)) if here.indent else None
    if isinstance(d, t.Ruling) and not here.before:
        yield from (Completion(value.text, "value", "what that reading changes", f"{value.text}:\n    $0") for value in d.values)
    elif isinstance(d, t.Board) and d.shape == "places":
        yield from (Completion(place, "value", "a place") for place in model.places)
    elif isinstance(d, t.Board) and here.before and here.before[-1].kind in ("COLON", "COMMA"):
        yield from (Completion(name, "variable", say(info.type)) for name, info in model.state.items() if info.owner in OWNERS)
