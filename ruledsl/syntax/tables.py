"""The parsing tables: what Lark makes of the grammar, as plain data that can be kept.

Lark reads the grammar and computes the LALR(1) tables; what is kept is a small document of lists and numbers, so that a later run
neither imports Lark nor unpickles anything.
"""

from __future__ import annotations

import re
from typing import Any

from ruledsl.record import record
from ruledsl.resources import grammar_text

LAYOUT = ("_NL", "_INDENT", "_DEDENT", "FAULT")
STARTS = ("declaration", "expression")
RESERVED = 5
TAG = r"@[A-Za-z][\w-]*\d\w*(?:\.\.\d+)?"
_ASIDE = rf"(?P<BLANK>[ \t]+)|(?P<COMMENT>\#.*)|(?P<TAG>{TAG}(?![\w.]))"
_WORD = re.compile(r"[a-z]+")


@record(frozen=True)
class Rule:
    """A reduction: `size` symbols become one `origin`.

    `keep` are the children that reach the callback `name`; None in it is an absent optional one. `inline` rules hand their
    children to the rule above, and a rule that `passes` is its only child if it has just one.
    """

    origin: str
    size: int
    keep: tuple[int | None, ...]
    name: str
    inline: bool
    passes: bool


@record(frozen=True)
class Tables:
    """Rows map a symbol to what to do: `n > 0` goes to state `n - 1`, `n < 0` reduces by rule `-n - 1`.

    `words` holds the keywords by their first word: the terminal, its pattern, and whether it is never a name. `pattern` matches
    everything else that can stand in a line, `marks`, and what is set aside: blanks, comments and tags.
    """

    words: dict[str, list[tuple[str, str, bool]]]
    marks: list[tuple[str, str]]
    pattern: re.Pattern[str]
    rules: list[Rule]
    rows: list[dict[str, int]]
    begins: dict[str, int]
    ends: dict[str, int]


def compile_tables() -> dict[str, Any]:
    """The tables of the grammar as a document for `read_tables`."""
    from lark import Lark

    lark = Lark(
        grammar_text("ruledsl"),
        parser="lalr",
        lexer="basic",
        start=list(STARTS),
        maybe_placeholders=True,
        import_paths=[_from_resources],
    )
    words, marks = _terminals(lark)
    rules = list(lark.rules)
    numbers = {rule: number for number, rule in enumerate(rules)}
    table = lark.parser.parser._parse_table
    states = {state: number for number, state in enumerate(table.states)}
    return {
        "words": words,
        "marks": marks,
        "rules": [_rule(rule, {word[0] for word in words}) for rule in rules],
        "rows": [
            {symbol: _code(action, target, states, numbers) for symbol, (action, target) in row.items()}
            for row in table.states.values()
        ],
        "begins": {name: states[state] for name, state in table.start_states.items()},
        "ends": {name: states[state] for name, state in table.end_states.items()},
    }


def read_tables(document: dict[str, Any]) -> Tables:
    """The tables from a document that `compile_tables` made."""
    words: dict[str, list[tuple[str, str, bool]]] = {}
    for name, pattern, reserved in document["words"]:
        found = _WORD.match(pattern)
        assert found, pattern
        words.setdefault(found[0], []).append((name, pattern, reserved))
    return Tables(
        words=words,
        marks=[(name, pattern) for name, pattern in document["marks"]],
        pattern=re.compile("|".join([_ASIDE, *(f"(?P<{name}>{pattern})" for name, pattern in document["marks"])])),
        rules=[Rule(o, s, tuple(k), n, i, p) for o, s, k, n, i, p in document["rules"]],
        rows=document["rows"],
        begins=document["begins"],
        ends=document["ends"],
    )


def _from_resources(_base: object, path: str) -> tuple[str, str]:
    return path, grammar_text(path.removesuffix(".lark"))


def _terminals(lark: Any) -> tuple[list[list[Any]], list[list[str]]]:
    """Keywords, and everything else that is matched in the text; in both the longer ones first."""
    ordered = sorted(lark.terminals, key=lambda t: (-t.pattern.max_width, -t.priority, t.name))
    found = [(t, t.pattern.to_regexp()) for t in ordered if t.name not in LAYOUT]
    words = [[t.name, pattern, t.priority >= RESERVED] for t, pattern in found if _WORD.match(pattern)]
    return words, [[t.name, pattern] for t, pattern in found if not _WORD.match(pattern)]


def _rule(rule: Any, words: set[str]) -> list[Any]:
    name = rule.origin.name
    inline = name.startswith("_")
    keep = [place for place in _with_absent(rule) if place is None or _reaches(rule, rule.expansion[place], words)]
    return [name, len(rule.expansion), keep, rule.alias or name, inline, bool(rule.options.expand1 and not rule.alias)]


def _with_absent(rule: Any) -> list[int | None]:
    """The places of the children, with None where an optional part was left out."""
    absent = rule.options.empty_indices or (False,) * len(rule.expansion)
    places = iter(range(len(rule.expansion)))
    return [None if left_out else next(places) for left_out in absent]


def _reaches(rule: Any, symbol: Any, words: set[str]) -> bool:
    if not symbol.is_term or rule.options.keep_all_tokens:
        return True
    return not symbol.filter_out and symbol.name not in words


def _code(action: Any, target: Any, states: dict[Any, int], rules: dict[Any, int]) -> int:
    return -1 - rules[target] if action.name == "Reduce" else 1 + states[target]
