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
    """What was read of so many tokens: the states, and of each what was made and its first and last token."""

    def __init__(self, state: int) -> None:
        self.index = 0
        self.states = [state]
        self.values: list[Any] = []
        self.firsts: list[Token] = []
        self.lasts: list[Token] = []

    def copy(self, index: int) -> _Stack:
        """The same, after so many tokens; what was made is never changed."""
        other = _Stack.__new__(_Stack)
        other.index, other.states, other.values, other.firsts, other.lasts = index, self.states[:], self.values[:], self.firsts[:], self.lasts[:]
        return other


class Trail:
    """Where a parse stood at the beginnings of lines: another one of tokens that begin alike goes on from there."""

    def __init__(self, tokens: Sequence[Token] = (), marks: Sequence[_Stack] = ()) -> None:
        self.tokens, self.marks = tokens, list(marks)

    def branch(self, number: int | None = None) -> Trail:
        """The same for a parse that is but a trial; with a number, of what stands in lines before that one."""
        tokens = self.tokens if number is None else self.tokens[: next((n for n, token in enumerate(self.tokens) if token.line >= number), None)]
        return Trail(tokens, self.marks)

    def resume(self, tokens: Sequence[Token]) -> _Stack | None:
        """Where a parse of these tokens may go on; what lies beyond is forgotten."""
        pairs = enumerate(zip(self.tokens, tokens))
        alike = next((n for n, (one, other) in pairs if one is not other and not one.same(other)), min(len(self.tokens), len(tokens)))
        self.tokens = tokens
        while self.marks and self.marks[-1].index > alike:
            self.marks.pop()
        return self.marks[-1].copy(self.marks[-1].index) if self.marks else None


class Automaton:
    """Runs the tables over tokens. `lines` is the text by line, for keywords that depend on what follows them."""

    def __init__(self, tables: Tables, lines: Mapping[int, str]):
        self.tables = tables
        self.lines = lines

    def run(self, tokens: Sequence[Token], start: str, builder: Any, file: str, trail: Trail | None = None) -> Any:
        """Parses tokens, the last of which is `$END`, from a start symbol. With a trail it goes on where tokens that began alike were."""
        rows, rules, words = self.tables.rows, self.tables.rules, self.tables.words
        begin, final = self.tables.begins[start], self.tables.ends[start]
        stack = (trail.resume(tokens) if trail is not None else None) or _Stack(begin)
        states, values, index = stack.states, stack.values, stack.index
        while True:
            token = tokens[index]
            if trail is not None and index > stack.index and tokens[index - 1].kind == "_NL":
                trail.marks.append(stack.copy(index))
            if token.kind == "NAME" and token.text in words:
                kind, following = self.kind(tokens, index, states)
            else:
                kind, following = token.kind, index + 1
            while True:
                action = rows[states[-1]].get(kind)
                if action is None:
                    raise Unexpected(index, kind, self._states(tokens[:index], trail.marks[-1] if trail is not None and trail.marks else _Stack(begin)))
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

    def kind(self, tokens: Sequence[Token], index: int, states: list[int]) -> tuple[str, int]:
        """What a token is where a parse stands in these states, and the place of the next token."""
        token = tokens[index]
        keywords = self.tables.words.get(token.text)
        if keywords is None or token.kind != "NAME":
            return token.kind, index + 1
        row = self.tables.rows[states[-1]]
        fitting = [(name, pattern) for name, pattern, reserved in keywords if name in row and (reserved or self._has_room(states, name))]
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

    def _has_room(self, states: list[int], keyword: str) -> bool:
        """May a keyword stand here, and not a name? A state reduces before all that may follow anywhere it is met: so it is looked what comes of that."""
        row = self.tables.rows[states[-1]]
        return row[keyword] > 0 or "NAME" not in row or self.after(states, keyword) is not None

    def _states(self, tokens: Sequence[Token], begun: _Stack) -> list[int]:
        """Where a parse stands after some tokens, before it takes back anything because of the next one."""
        states, index = begun.states, begun.index
        while index < len(tokens):
            kind, index = self.kind(tokens, index, states)
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
