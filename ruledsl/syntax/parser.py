"""One file, declaration by declaration, so that a mistake in one does not hide the others."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator

from ruledsl.diagnostics import Diagnostic
from ruledsl.source import Source, Span
from ruledsl.syntax import tree
from ruledsl.syntax.automaton import Automaton, Unexpected
from ruledsl.syntax.build_tests import Builder
from ruledsl.syntax.cache import grammar_tables
from ruledsl.syntax.errors import ROWS, fault
from ruledsl.syntax.explain import explain
from ruledsl.syntax.limits import MAX_DEPTH, MAX_FAULTS, MAX_TOKENS, too_deep, too_long, unseen
from ruledsl.syntax.recovery import Passage, arm_of, is_mended
from ruledsl.syntax.scan import Scanner
from ruledsl.syntax.scene import Scene
from ruledsl.syntax.texts import literal, pieces
from ruledsl.syntax.token import Line, Token


def parse(source: Source) -> tuple[tree.Tree, list[Diagnostic]]:
    """The tree of a file, and everything that is wrong with its syntax.

    What could not be read is left out of the tree: a line, or a declaration whose first line is at fault.
    """
    source = replace(source, text=source.text.removeprefix("\ufeff"))
    hopeless = too_long(source)
    if hopeless:
        return tree.Tree(source, ()), [hopeless]
    return Parser(source).parse()


class Parser:
    """Parses one file. `budget` is how many tokens may still be parsed, which bounds the work after mistakes."""

    def __init__(self, source: Source):
        tables = grammar_tables()
        self.source = source
        self.scanner = Scanner(source, tables.pattern)
        self.automaton = Automaton(tables, source.lines)
        self.builder = Builder(source.file, self.template, self.report)
        self.faults = self.scanner.result.faults
        self.budget = 2 * MAX_TOKENS

    def report(self, diagnostic: Diagnostic) -> None:
        self.faults.append(diagnostic)

    def parse(self) -> tuple[tree.Tree, list[Diagnostic]]:
        """The declarations in their order, and the faults in theirs."""
        self.faults.extend(unseen(self.source))
        scan = self.scanner.scan()
        if sum(len(line.tokens) for line in scan.lines) > MAX_TOKENS:
            limit = f"{MAX_TOKENS:,} words and marks"
            return tree.Tree(self.source, ()), [fault("long_file", Span(self.source.file, 1, 1, 1, 1), limit=limit)]
        declarations = [self._declaration(lines) for lines in _chunks(scan.lines)]
        found = tuple(d for d in declarations if d is not None)
        source = replace(self.source, tags=scan.tags)
        return tree.Tree(source, found, scan.tags, scan.comments), self._ordered()

    def _ordered(self) -> list[Diagnostic]:
        found = sorted(dict.fromkeys(self.faults), key=lambda d: (d.span.line, d.span.column))
        if len(found) <= MAX_FAULTS:
            return found
        return [*found[:MAX_FAULTS], fault("many_faults", found[MAX_FAULTS].span)]

    # ---- one declaration ----

    def _declaration(self, lines: list[Line]) -> tree.Decl | None:
        passage = Passage(lines)
        self.faults.extend(passage.straighten(self.source.file))
        while True:
            tokens, owners = passage.tokens()
            self.budget -= len(tokens)
            if self.budget < 0 or len(self.faults) > MAX_FAULTS and self.budget < MAX_TOKENS:
                return None
            try:
                result = self.automaton.run(tokens, "declaration", self.builder, self.source.file)
            except Unexpected as slip:
                if not self._recover(passage, tokens, owners, slip):
                    return None
                continue
            number = self._too_deep(result, passage)
            if number is None:
                return result if isinstance(result, tree.Decl) else None
            passage.mend(number, arm_of(passage.lines[number]))

    def _recover(self, passage: Passage, tokens: list[Token], owners: list[int], slip: Unexpected) -> bool:
        """Reports a mistake and takes it out of the passage. False if nothing is left to be parsed."""
        number = owners[slip.index]
        head = owners[slip.index - 1] if slip.index else number
        scene = self._scene(passage, tokens, owners, slip)
        if is_mended(passage.lines[number]) and not scene.wants_block:
            passage.remove(number)
            return bool(passage.lines)
        found = explain(scene)
        if not (scene.wants_block and passage.removed):
            self.report(found)
        if found.code == ROWS["missing_colon"].code:
            at_head = slip.kind == "_INDENT"
            passage.insert_colon(head if at_head else number, len(passage.lines[head].tokens) if at_head else scene.place)
        elif slip.kind == "_INDENT":
            passage.outdent(number, passage.lines[head].indent)
        elif scene.wants_block:
            passage.mend(head, arm_of(passage.lines[head]))
        else:
            passage.mend(number, "" if found.code == ROWS["lone_else"].code else arm_of(passage.lines[number]))
        return True

    def _scene(self, passage: Passage, tokens: list[Token], owners: list[int], slip: Unexpected) -> Scene:
        number = owners[slip.index]
        above = passage.lines[owners[slip.index - 1]] if slip.index else None
        line = passage.lines[number]
        token = tokens[slip.index]
        place = len(line.tokens) if token.kind == "_NL" else 0
        if token in line.tokens:
            place = line.tokens.index(token)
        inside = passage.inside(number)
        return Scene(self.automaton, slip.states, self.source.file, line, above, place, slip.kind, inside)

    def _too_deep(self, result: object, passage: Passage) -> int | None:
        """The line of an expression in which too much is nested."""
        if not isinstance(result, tree.Decl) or all(len(line.tokens) <= MAX_DEPTH for line in passage.lines):
            return None
        node = too_deep(result)
        if node is None:
            return None
        inside = (n for n, line in enumerate(passage.lines) if line.number <= node.span.line)
        number = max(inside, default=0)
        self.report(fault("deep_expression", passage.lines[number].tokens[0].span(self.source.file)))
        return number

    # ---- texts ----

    def template(self, text: Token) -> tree.Text:
        """A text with its expressions; the columns of these point into the text."""
        parts: list[str | tree.Expr] = []
        for kind, start, end in pieces(text.text):
            place = Span(self.source.file, text.line, text.column + start, text.line, text.column + end)
            if kind == "text":
                parts.append(literal(text.text[start:end]))
            elif kind == "brace":
                self.report(fault("text_brace", place, brace=text.text[start:end]))
            else:
                parts.extend(self._expression(text.line, place))
        return tree.Text(tuple(parts), span=text.span(self.source.file))

    def _expression(self, number: int, place: Span) -> list[tree.Expr]:
        """The expression in a piece of a line; nothing if it cannot be read."""
        tokens, sound = self.scanner.piece(number, place.column - 1, place.end_column - 1)
        if not sound:
            return []
        if not tokens:
            braces = Span(place.file, number, place.column - 1, number, place.end_column + 1)
            self.report(fault("empty_braces", braces))
            return []
        end = Token("$END", "", number, tokens[-1].end, tokens[-1].end)
        try:
            result = self.automaton.run([*tokens, end], "expression", self.builder, self.source.file)
        except Unexpected as slip:
            line = Line(1, tokens)
            self.report(explain(Scene(self.automaton, slip.states, place.file, line, None, slip.index, slip.kind, False)))
            return []
        if len(tokens) > MAX_DEPTH and too_deep(result):
            self.report(fault("deep_expression", tokens[0].span(place.file)))
            return []
        return [result]


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
