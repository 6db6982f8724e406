"""The vocabulary that the messages speak of."""

from __future__ import annotations

import re
from typing import Iterable

from ruledsl.syntax.tables import Tables

DECLARATIONS = (
    "game mode variant chapter enum shape card option ruling chart components table each board play phase action to def "
    "combination meld before after instead as history winner invariant test names"
).split()
STATEMENTS = (
    "let require move shuffle reveal show if elif else while repeat for turns unless end each usual pass carry give".split()
)
RESERVED = "and or not in is if elif else for while true false".split()
# heads whose blocks hold statements
CODE_HEADS = "effect play phase action to def before after instead as if elif else while repeat for turns unless".split()
BLOCK_HEADS = [*CODE_HEADS, *"card combination meld game mode variant chart components table each test names given when then".split()]

# a foreign word and what the language has in its place
FOREIGN_STATEMENTS = {
    "return": "`def f(x) = ...` answers; `give x` ends a deed with a value, `end f` leaves the phase `f`",
    "break": "give the loop a `while`, or leave the phase with `end f`",
    "continue": "put the rest under an `if`",
    "assert": 'write `require ... else "why"`',
    "raise": 'write `require ... else "why"`',
    "print": "the rules print nothing; a label or a prompt is what players read",
    "import": "a rules file stands alone; a variant changes another game",
    "from": "a rules file stands alone; a variant changes another game",
    "class": "kinds are declared with `enum` and `card`",
    "function": "write `def f(x) = ...` or `to f(x):`",
    "var": "write `let x = ...`, or declare it under `table:`",
    "const": "write `let x = ...`",
    "global": "what `table:` declares can be used everywhere",
    "switch": "write `if`, `elif`, `else`",
    "match": "write `if`, `elif`, `else`",
    "lambda": "write a `def`",
    "foreach": "write `for x in ...:`",
    "until": "write `while not ...:`",
    "loop": "write `while ...:` or `repeat 3 times:`",
    "deal": "write `move top 5 of deck to p.hand`",
    "try": "ask with `if` before",
    "with": "put it into a phase",
    "del": "write `move x to ...`",
}
FOREIGN_VALUES = {"True": "true", "False": "false", "None": "none", "null": "none"}
# what people write for a word of the language
SYNONYMS = {"into": "to", "onto": "to", "choose": "chooses", "chose": "chooses", "picks": "chooses", "might": "may"}
VISIBILITIES = ("open", "hidden", "own", "others", "top")
FOREIGN_CALLS = {"len": "count"}

OPERATORS = frozenset(
    "PLUS MINUS TIMES_SIGN DIVIDE PERCENT BAR AMPERSAND EQUAL UNEQUAL LESS NOT_ABOVE ABOVE AT_LEAST DOT "
    "AND OR AS NOT_IN IS IS_NOT LSQB LPAR IF FOR OR_NONE".split()
)
VALUE_STARTS = frozenset("NAME NUMBER LPAR TRUE".split())
# what may have been left out between two words, the likeliest first
JOINING = "ELSE TO OF TIMES BY GRID WITHIN AT_MOST COLON COMMA ASSIGN HIGHEST LOWEST IN".split()
_CLASSES = {"NAME": "a name", "NUMBER": "a number", "STRING": "a text", "_NL": "the end of the line"}


def spelt(tables: Tables) -> dict[str, str]:
    """How every terminal is written: `AT_MOST` is `at most`."""
    words = {name: re.sub(r" \+", " ", pattern) for found in tables.words.values() for name, pattern, _ in found}
    written = {name: re.match(r"[a-z ]*", text)[0] for name, text in words.items()}  # type: ignore[index]
    marks = {name: pattern.replace("\\", "") for name, pattern in tables.marks if name not in _CLASSES and name != "DECIMAL"}
    return written | marks


def listed(expected: Iterable[str], written: dict[str, str]) -> str:
    """What could have stood in a place, in words; at most four things."""
    kinds = set(expected)
    things = []
    if VALUE_STARTS <= kinds:
        things.append("a value")
        kinds -= {"NAME", "NUMBER", "DECIMAL", "MINUS", "NOT"} | {k for k in kinds if k in _PREFIXES}
    kinds -= OPERATORS | ({"IN", "DOTS"} if "EQUAL" in kinds else set())
    things += [_CLASSES[kind] for kind in ("NAME", "NUMBER", "STRING") if kind in kinds]
    things += sorted(f"`{written[kind]}`" for kind in kinds if kind in written)
    if "_NL" in kinds:
        things.append(_CLASSES["_NL"])
    if not things or len(things) > 4:
        return ""
    return things[0] if len(things) == 1 else ", ".join(things[:-1]) + " or " + things[-1]


_PREFIXES = frozenset(
    "TRUE FALSE NONE USUAL LBRACE LPAR LSQB ALL_CARDS ALL_OF ALL TOP_OF TOPS_OF BOTTOM_OF RANDOM_OF TOP BOTTOM RANDOM ROLL".split()
)
