"""LLVM text of a module in pieces that are compiled apart, so that an edit of the rules compiles again what it changes, and nothing else.

This is for code that no passes look at: nothing is inlined there, and what is said of memory and of likelihood is of no use. The pieces are for one file: each
name lies where code reaches it.
"""

from __future__ import annotations

import re
from zlib import crc32

from ruledsl.record import record

LARGE = 1 << 18
"""Letters of a module that is worth the trouble."""
ALONE = 1 << 16
"""Letters of a function that is a piece of its own."""
SHARED = 4
"""So many pieces hold the smaller functions. Which of them a function is in hangs on its name, so others that come or go leave it where it is."""
_NAMED = r"@(?:\"[^\"]*\"|[\w.$-]+)"
_NAME, _HEAD = re.compile(_NAMED), re.compile(rf"define (?:internal )?([^@\n]*({_NAMED})[^\n]*) \{{\n")
_DATA = re.compile(rf"({_NAMED}) = (?:internal )?(constant|global) (\[\d+ x i\d+\]|i\d+) [^\n]*?(, align \d+)?")
_SAID = re.compile(r", !(?:tbaa !\d+|prof !\d+|range !\{[^}]*\})")


@record(frozen=True)
class Function:
    """A function of a module: how it is declared, and all of it."""

    name: str
    declared: str
    text: str


def _plain(name: str) -> str:
    """The name as one, which may stand in quotes or not."""
    return name.replace('"', "")


def pieces(text: str) -> list[str]:
    """Modules that are the one of the text when they are loaded together; the text alone where it is small, or says what is not known here."""
    if len(text) < LARGE:
        return [text]
    *parts, outside = _SAID.sub("", text).split("\n}\n")
    functions: list[Function] = []
    for part in parts:
        before, define, after = part.partition("define ")
        head = _HEAD.match(define + after)
        if head is None:
            return [text]
        outside += "\n" + before
        functions.append(Function(_plain(head[2]), f"declare dso_local {head[1]}", f"{define}{after.removeprefix('internal ')}\n}}"))
    common, tables, elsewhere = [], [], {function.name: function.declared for function in functions}
    for line in filter(None, outside.split("\n")):
        data = _DATA.fullmatch(line)
        if data is not None:
            tables.append(line.replace(" = internal ", " = ", 1))
            elsewhere[_plain(data[1])] = f"{data[1]} = external dso_local {data[2]} {data[3]}{data[4] or ''}"
        elif line.startswith(("declare ", "attributes ")):
            common.append(line)
        elif not line.startswith("!"):
            return [text]
    groups: dict[str, list[Function]] = {}
    for function in sorted(functions, key=lambda function: function.name):
        groups.setdefault(_group(function), []).append(function)
    return ["\n".join(tables), *("\n".join([*_named(some, elsewhere), *common, *(function.text for function in some)]) for some in groups.values())]


def _group(function: Function) -> str:
    return function.name if len(function.text) >= ALONE else str(crc32(function.name.encode()) % SHARED)


def _named(functions: list[Function], elsewhere: dict[str, str]) -> list[str]:
    """How all that some functions name, and are not, is declared."""
    names = {_plain(name) for function in functions for name in _NAME.findall(function.text)} - {function.name for function in functions}
    return [elsewhere[name] for name in sorted(names & elsewhere.keys())]
