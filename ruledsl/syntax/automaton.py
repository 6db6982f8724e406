"""The LALR automaton: tokens in, what the builder makes of them out.

A word is read as a keyword only where the state has room for that keyword; everywhere else it is a name.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Mapping, Sequence

from ruledsl.source import Span
from ruledsl.syntax.tables import Rule, Tables
from ruledsl.syntax.token import Token

_PLAIN = re.compile(r"[a-z]+\\b")


class Unexpected(Exception):
    """A token that fits nowhere, read as `kind`; `index` is its place among the tokens, `states` where the parse stands."""

    def __init__(self, index: int, kind: str, states: list[int]):
        super().__init__(index)
        self.index = index
        self.kind = kind
        self.states = states


class _Stack:
    """What was read so far: the states, and of each what was made and its first and last token."""

    def __init__(self, state: int) -> None:
        self.states = [state]
        self.values: list[Any] = []
        self.firsts: list[Token] = []
        self.lasts: list[Token] = []


class Automaton:
    """Runs the tables over tokens. `lines` is the text by line, for keywords that depend on what follows them."""

    def __init__(self, tables: Tables, lines: Mapping[int, str]):
        self.tables = tables
        self.lines = lines

    def run(self, tokens: Sequence[Token], start: str, builder: Any, file: str) -> Any:
        """Parses tokens, the last of which is `$END`, from a start symbol."""
        rows, rules = self.tables.rows, self.tables.rules
        stack, final = _Stack(self.tables.begins[start]), self.tables.ends[start]
        states, values = stack.states, stack.values
        index = 0
        while True:
            token = tokens[index]
            kind, following = self.kind(tokens, index, rows[states[-1]])
            while True:
                action = rows[states[-1]].get(kind)
                if action is None:
                    raise Unexpected(index, kind, self._states(tokens[:index], start))
                if action > 0:
                    break
                rule = rules[-1 - action]
                if rule.passes and rule.size == 1 and len(rule.keep) == 1 and type(values[-1]) is not list:
                    states[-1] = rows[states[-2]][rule.origin] - 1  # a value that only gets another name
                else:
                    self._reduce(rule, token, stack, builder, file)
                if kind == "$END" and states[-1] == final:
                    return values[-1]
            states.append(action - 1)
            values.append(token if kind == token.kind else Token(kind, token.text, token.line, token.column, token.end))
            stack.firsts.append(token)
            stack.lasts.append(tokens[following - 1])
            index = following

    def _reduce(self, rule: Rule, token: Token, stack: _Stack, builder: Any, file: str) -> None:
        size = rule.size
        states, values, firsts, lasts = stack.states, stack.values, stack.firsts, stack.lasts
        children: list[Any] = []
        for place in rule.keep:
            value = None if place is None else values[place - size]
            if type(value) is list:
                children.extend(value)
            else:
                children.append(value)
        first = firsts[-size] if size else token
        last = lasts[-1] if size else token
        if rule.inline:
            value = children
        elif rule.passes and len(children) == 1:
            value = children[0]
        else:
            span = Span(file, first.line, first.column, last.line, last.end)
            value = getattr(builder, rule.name)(span, *children)
        if size:
            del states[-size:], values[-size:], firsts[-size:], lasts[-size:]
        states.append(self.tables.rows[states[-1]][rule.origin] - 1)
        values.append(value)
        firsts.append(first)
        lasts.append(last)

    def kind(self, tokens: Sequence[Token], index: int, row: dict[str, int]) -> tuple[str, int]:
        """What a token is where `row` says what fits, and the place of the next token."""
        token = tokens[index]
        keywords = self.tables.words.get(token.text)
        if keywords is None or token.kind != "NAME":
            return token.kind, index + 1
        fitting = [(name, pattern) for name, pattern, _ in keywords if name in row]
        for name, pattern in fitting or [(name, pattern) for name, pattern, reserved in keywords if reserved]:
            if _PLAIN.fullmatch(pattern):
                return name, index + 1
            found = _compiled(pattern).match(self.lines[token.line], token.column - 1)
            if found:
                index += 1
                while index < len(tokens) and tokens[index].line == token.line and tokens[index].column <= found.end():
                    index += 1
                return name, index
        return "NAME", index + 1

    def _states(self, tokens: Sequence[Token], start: str) -> list[int]:
        """Where a parse stands after some tokens, before it takes back anything because of the next one."""
        states = [self.tables.begins[start]]
        index = 0
        while index < len(tokens):
            kind, index = self.kind(tokens, index, self.tables.rows[states[-1]])
            states = self.after(states, kind) or states
        return states

    def expected(self, states: list[int]) -> frozenset[str]:
        """The terminals that a parse in these states could go on with."""
        return frozenset(symbol for symbol in self.tables.rows[states[-1]] if symbol.isupper() and self.fits(states, symbol))

    def fits(self, states: list[int], *kinds: str) -> bool:
        """Could a parse in these states go on with these terminals?"""
        for kind in kinds:
            following = self.after(states, kind)
            if following is None:
                return False
            states = following
        return True

    def after(self, states: list[int], kind: str) -> list[int] | None:
        """The states after one more terminal; None if it does not fit."""
        states = list(states)
        while True:
            action = self.tables.rows[states[-1]].get(kind)
            if action is None:
                return None
            if action > 0:
                return [*states, action - 1]
            rule = self.tables.rules[-1 - action]
            if rule.size:
                del states[-rule.size :]
            states.append(self.tables.rows[states[-1]][rule.origin] - 1)
            if kind == "$END" and states[-1] in self.tables.ends.values():
                return states


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
