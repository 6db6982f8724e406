"""One file, declaration by declaration, so that a mistake in one does not hide the others."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator

from ruledsl.diagnostics import Diagnostic
from ruledsl.source import Source
from ruledsl.syntax import tree
from ruledsl.syntax.automaton import Automaton, Unexpected
from ruledsl.syntax.build_tests import Builder
from ruledsl.syntax.cache import grammar_tables
from ruledsl.syntax.errors import fault
from ruledsl.syntax.scan import Scanner, pattern_of
from ruledsl.syntax.texts import literal, pieces
from ruledsl.syntax.token import Line, Token


def parse(source: Source) -> tuple[tree.Tree, list[Diagnostic]]:
    """The tree of a file, and everything that is wrong with its syntax."""
    return Parser(source).parse()


class Parser:
    """Parses one file."""

    def __init__(self, source: Source):
        tables = grammar_tables()
        self.source = source
        self.scanner = Scanner(source, pattern_of(tables.marks))
        self.automaton = Automaton(tables, source.lines)
        self.builder = Builder(source.file, self.template)
        self.faults: list[Diagnostic] = []

    def parse(self) -> tuple[tree.Tree, list[Diagnostic]]:
        scan = self.scanner.scan()
        self.faults.extend(scan.faults)
        declarations = [self._declaration(lines) for lines in _chunks(scan.lines)]
        source = replace(self.source, tags=scan.tags)
        found = tuple(d for d in declarations if d is not None)
        return tree.Tree(source, found, scan.tags, scan.comments), list(dict.fromkeys(self.faults))

    def _declaration(self, lines: list[Line]) -> tree.Decl | None:
        tokens = layout(lines)
        try:
            result = self.automaton.run(tokens, "declaration", self.builder, self.source.file)
        except Unexpected as slip:
            self.faults.append(
                fault("unexpected", slip.token.span(self.source.file), word=slip.token.text, expected=" ".join(sorted(slip.expected)))
            )
            return None
        assert result is None or isinstance(result, tree.Decl)
        return result

    def template(self, text: Token) -> tree.Text:
        """A text with its expressions; the columns of these point into the text."""
        parts: list[str | tree.Expr] = []
        for kind, start, end in pieces(text.text):
            if kind == "text":
                parts.append(literal(text.text[start:end]))
            else:
                parts.append(self._expression(text, start, end))
        return tree.Text(tuple(parts), span=text.span(self.source.file))

    def _expression(self, text: Token, start: int, end: int) -> tree.Expr:
        column = text.column + start
        line = self.source.lines[text.line - 1]
        tokens, _ = self.scanner._tokens(" " * (column - 1) + line[column - 1 : text.column - 1 + end], text.line)
        after = tokens[-1].end if tokens else column
        tokens.append(Token("$END", "", text.line, after, after))
        result = self.automaton.run(tokens, "expression", self.builder, self.source.file)
        assert isinstance(result, tree.Expr)
        return result


def _chunks(lines: list[Line]) -> Iterator[list[Line]]:
    """The lines of one top-level declaration after another."""
    chunk: list[Line] = []
    for line in lines:
        if chunk and line.indent == 0:
            yield chunk
            chunk = []
        chunk.append(line)
    if chunk:
        yield chunk


def layout(lines: list[Line]) -> list[Token]:
    """The tokens of some lines, with the ends of the lines and the steps of the indent between them."""
    tokens: list[Token] = []
    levels = [lines[0].indent]
    for line in lines:
        first = line.tokens[0]
        if line.indent > levels[-1]:
            levels.append(line.indent)
            tokens.append(Token("_INDENT", "", first.line, first.column, first.end))
        while line.indent < levels[-1]:
            levels.pop()
            tokens.append(Token("_DEDENT", "", first.line, first.column, first.end))
        last = line.tokens[-1]
        tokens += line.tokens
        tokens.append(Token("_NL", "", last.line, last.end, last.end))
    end = tokens[-1]
    tokens += [Token("_DEDENT", "", end.line, end.end, end.end) for _ in levels[1:]]
    tokens.append(Token("$END", "", end.line, end.end, end.end))
    return tokens
