"""Where is this declared, where is it used, and what if it were called otherwise?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruledsl.diagnostics import Edit
from ruledsl.model.builtins import FUNCTIONS, VIEWS
from ruledsl.pipeline import TESTS
from ruledsl.service.meanings import NAMES
from ruledsl.service.names import Occurrence
from ruledsl.source import Span
from ruledsl.syntax.cache import grammar_tables

if TYPE_CHECKING:
    from ruledsl.service.workspace import Document

ROLES = {"payoff": "what is played for"}
"""Names that mean something by themselves, though rules declare what they say."""
OF_THE_LANGUAGE = FUNCTIONS.keys() | VIEWS.keys() | NAMES.keys()
"""Names that are there without being declared."""


def definition(document: Document, line: int, column: int) -> list[Span]:
    """Where the name at a place is declared: a variant and its game may both do so."""
    return [document.real(o.span) for o in _same(document, line, column) if o.declares]


def references(document: Document, line: int, column: int) -> list[Span]:
    """Everywhere the name at a place stands with this meaning, in all files that belong to it; where it is declared too."""
    found = [document.real(o.span) for o in _same(document, line, column)]
    here = document.name_at(line, column)
    if here is not None and here.symbol[0] != "local":
        found += [other.real(o.span) for other in hanging(document) for o in other.names if o.symbol == here.symbol]
    return found


def hanging(document: Document) -> Iterator[Document]:
    """Files beside it that hang on it, and that it does not hang on: its tests, and variants that are open."""
    tests = document.path.removesuffix(".rules") + TESTS
    beside = () if document.is_tests else (document.workspace.at(tests),)
    others = (document.workspace.again(path) for path in [*document.workspace.open] if path not in (document.path, tests))
    built = (other for other in others if document.path in other.readings)
    yield from (other for other in (*beside, *built) if other is not None and other.path not in document.readings)


def renamed(document: Document, line: int, column: int, name: str) -> list[Edit] | str:
    """What must be written so that the name at a place becomes another one; or why it cannot."""
    here = document.name_at(line, column)
    if here is None:
        return "there is no name here"
    why = _refusal(document, here, name)
    return why or [Edit(span, name) for span in references(document, line, column)]


def _refusal(document: Document, here: Occurrence, name: str) -> str:
    old = here.symbol[-1]
    if not any(o.declares for o in _of(document, here)):
        return f"`{old}` is a word of the language"
    if (role := next((n for n in ROLES if name != old and n in (old, name) and here.symbol[0] == "name"), "")) != "":
        return f"by the name `{role}` rules say {ROLES[role]}, so nothing is renamed from it or to it"
    if not re.fullmatch(r"[^\W\d]\w*", name):
        return f"`{name}` is no name: a name is made of letters, digits and `_`, and begins with a letter"
    if any(reserved for _, _, reserved in grammar_tables().words.get(name, ())) or name in OF_THE_LANGUAGE:
        return f"`{name}` is a word of the language and never a name"
    return f"there is a `{name}` already" if name != old and _taken(document, here, name) else ""


def _taken(document: Document, here: Occurrence, name: str) -> bool:
    """Would something be meant by a name that is not meant by it now? What holds in one declaration alone is in the way of what stands in that one."""
    table = document.table
    columns = {column for names in table.columns.values() for column in names}
    if name in table.kinds or name in table.values or name in table.parts | table.seats | columns:
        return True
    if here.symbol[0] == "local":
        return any(o.symbol[-1] == name for o in document.names_near(document.real(here.span).line))
    if any(o.symbol[-1] == name for tree in document.trees for o in document.names_of(tree)):
        return True
    return any(o.symbol[-1] == name for other in hanging(document) for o in other.names)


def _same(document: Document, line: int, column: int) -> Iterator[Occurrence]:
    here = document.name_at(line, column)
    if here is not None:
        yield from _of(document, here)


def _of(document: Document, here: Occurrence) -> Iterator[Occurrence]:
    local = here.symbol[0] == "local"
    seen: set[Span] = set()
    for tree in (document.reading.tree,) if local else document.trees:
        for o in document.names if tree is document.reading.tree else document.names_of(tree):
            if o.symbol == here.symbol and o.span not in seen:
                seen.add(o.span)
                yield o
