"""One file, declaration by declaration, so that a mistake in one does not hide the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Iterator
from weakref import proxy

from ruledsl.diagnostics import Diagnostic
from ruledsl.record import replace
from ruledsl.source import Source, Span
from ruledsl.syntax import tree
from ruledsl.syntax.automaton import Automaton, Trail, Unexpected
from ruledsl.syntax.build_tests import Builder
from ruledsl.syntax.cache import grammar_tables
from ruledsl.syntax.errors import ROWS, fault
from ruledsl.syntax.limits import MAX_DEPTH, MAX_FAULTS, MAX_NOTED, MAX_TOKENS, too_deep, too_long, unseen
from ruledsl.syntax.recovery import Passage, arm_of, begins_nothing, declares, is_mended, moved, not_in_block, should_be_indented
from ruledsl.syntax.scan import Scanner
from ruledsl.syntax.texts import literal, pieces
from ruledsl.syntax.token import Line, Token

if TYPE_CHECKING:
    from ruledsl.syntax.scene import Scene

_PIECE_COST = 10  # an expression in a text, counted in tokens


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
        tables, parser = grammar_tables(), proxy(self)
        self.source = source
        self.scanner = Scanner(source, tables.pattern)
        self.automaton = Automaton(tables, source.numbered)
        self.builder = Builder(source.file, lambda text: parser.template(text), lambda found: parser.report(found))
        self.faults = self.scanner.result.faults
        self.budget = 2 * MAX_TOKENS
        self.trail = Trail()
        self.hollow = False  # the declaration before had a head and no block
        self.removed = False  # something was taken out of its block

    def report(self, diagnostic: Diagnostic) -> None:
        self.faults.append(diagnostic)

    def parse(self) -> tuple[tree.Tree, list[Diagnostic]]:
        """The declarations in their order, and the faults in theirs."""
        self.faults.extend(unseen(self.source))
        scan = self.scanner.scan()
        if sum(len(line.tokens) for line in scan.lines) > MAX_TOKENS:
            return tree.Tree(self.source, ()), [self._long_file()]
        found = tuple(self._declarations(scan.lines))
        source = replace(self.source, tags=scan.tags)
        return tree.Tree(source, found, scan.tags, scan.comments), self._ordered()

    def _long_file(self) -> Diagnostic:
        return fault("long_file", Span(self.source.file, 1, 1, 1, 1), limit=f"{MAX_TOKENS:,} words and marks")

    def _ordered(self) -> list[Diagnostic]:
        found = sorted(dict.fromkeys(self.faults), key=lambda d: (d.span.line, d.span.column))
        if len(found) <= MAX_FAULTS:
            return found
        return [*found[:MAX_FAULTS], fault("many_faults", found[MAX_FAULTS].span)]

    # ---- one declaration ----

    def _declarations(self, lines: list[Line]) -> Iterator[tree.Decl]:
        """What can be read of all lines."""
        return self.passages(self._joined(chunks(lines)))

    def passages(self, passages: list[list[Line]]) -> Iterator[tree.Decl]:
        """What can be read of passages. A declaration that stood in another one comes after it."""
        waiting = passages[::-1]
        while waiting and len(self.faults) < MAX_NOTED:
            passage = Passage(waiting.pop())
            if self.hollow and passage.orphaned(0) and len(passage.block(0)):
                del passage.lines[1 : passage.block(0).stop]
            self.hollow = False
            crooked = passage.straighten(self.source.file)
            if begins_nothing(passage.lines[0]):
                crooked = crooked[:0]
            self.faults.extend(crooked)
            waiting += self._apart(passage)
            found = self._declaration(passage, waiting)
            self.removed = self.removed or passage.removed
            if found is not None:
                yield found

    def _joined(self, chunks: Iterator[list[Line]]) -> list[list[Line]]:
        """Lines of blocks that stand at the edge are put back into their blocks, and reported."""
        out: list[list[Line]] = []
        for chunk in chunks:
            indent = should_be_indented(out[-1], chunk) if out else 0
            if indent:
                self.report(not_in_block(chunk[0], indent, self.source.file))
                out[-1] += [moved(chunk[0], indent), *chunk[1:]]
            else:
                out.append(chunk)
        return out

    def _apart(self, passage: Passage) -> list[list[Line]]:
        """The lines behind the first declaration of a passage, taken out of it; the last declaration first."""
        first, *others = chunks(passage.lines)
        passage.lines = first
        return others[::-1]

    def _declaration(self, passage: Passage, waiting: list[list[Line]]) -> tree.Decl | None:
        self.trail = Trail()
        while True:
            waiting += self._apart(passage)
            tokens, owners = passage.tokens()
            self.budget -= len(tokens)
            if self._spent():
                return None
            try:
                result = self.automaton.run(tokens, "declaration", self.builder, self.source.file, self.trail)
            except Unexpected as slip:
                if not self._recover(passage, tokens, owners, slip):
                    return None
                continue
            number = self._too_deep(result, passage)
            if number is None:
                return result if isinstance(result, tree.Decl) else None
            passage.mend(number, arm_of(passage.lines[number]))

    def _spent(self) -> bool:
        """Is it enough? A file without mistakes is read to its end, or too long."""
        if self.budget < 0 and not self.faults:
            self.report(self._long_file())
        return self.budget < 0 or len(self.faults) > MAX_FAULTS and self.budget < MAX_TOKENS

    def _recover(self, passage: Passage, tokens: list[Token], owners: list[int], slip: Unexpected) -> bool:
        """Reports a mistake and takes it out of the passage. False if nothing is left to be parsed."""
        from ruledsl.syntax.explain import explain  # a text without mistakes needs none of it
        from ruledsl.syntax.trial import mends

        number = owners[slip.index]
        head = owners[slip.index - 1] if slip.index else number
        scene = self._scene(passage, tokens, owners, slip)
        if is_mended(passage.lines[number]) and not scene.wants_block:
            passage.remove(number)
            return bool(passage.lines)
        if scene.wants_block and number > head and self._not_indented(passage, number, head):
            return True
        found = explain(scene)
        if found.fix and not mends(passage, number, found.fix, self.source, self._reach):
            found = replace(found, fix=())
        if not (scene.wants_block and passage.removed) and not passage.follows_fault(number) and not self._told(scene, found):
            self.report(found)
        if found.code == ROWS["missing_colon"].code:
            at_head = slip.kind == "_INDENT"
            passage.insert_colon(head if at_head else number, len(passage.lines[head].tokens) if at_head else scene.place)
        elif found.code == ROWS["nested_declaration"].code or self._astray(passage, number, scene):
            passage.release(number, passage.home(number) or 0)
        elif slip.kind == "_INDENT":
            passage.outdent(number, passage.lines[head].indent)
        elif scene.wants_block:
            self.hollow = number == head == 0
            passage.mend(head, arm_of(passage.lines[head]))
        else:
            passage.mend(number, "" if found.code == ROWS["lone_else"].code else arm_of(passage.lines[number]))
        return True

    def _astray(self, passage: Passage, number: int, scene: Scene) -> bool:
        """Does a declaration stand in a block that holds none?"""
        line, home = passage.lines[number], passage.home(number)
        if scene.inside or not scene.declares():
            return False
        return scene.kind == "_INDENT" or home is not None and line.indent > home and declares(line) and scene.place <= 1

    def _told(self, scene: Scene, found: Diagnostic) -> bool:
        """Was a fault of this line reported already? What stands wrong in it now may come of what was done about that.

        For a head without its block that is a fault of the head itself, or of the line before it: the block may stand there.
        """
        if scene.wants_block and scene.above is not None:
            head = scene.above.number
            return any(d.span.line in (head, self.source.above(head)) for d in self.faults)
        return any(d.span.line == found.span.line for d in self.faults)

    def _not_indented(self, passage: Passage, number: int, head: int) -> bool:
        """Mends a line that should be in the empty block above it, if it is seen that it should."""
        line = passage.lines[number]
        if line.indent != passage.lines[head].indent or arm_of(line):
            return False
        other = passage.indented(number, head)
        if not passage.orphaned(number) and not self._better(passage, other, number, head):
            return False
        self.report(not_in_block(line, other.lines[number].indent, self.source.file))
        passage.lines = other.lines
        return True

    def _better(self, passage: Passage, moved: Passage, number: int, head: int) -> bool:
        """Can a line be read where it was moved, and not where it stands?"""
        hollow = Passage(passage.lines)
        hollow.mend(head, arm_of(hollow.lines[head]))
        return self._reach(hollow) <= number < self._reach(moved)

    def _reach(self, passage: Passage, edited: Mapping[int, str] | None = None) -> int:
        """The first line that cannot be read; words that belong together are looked for in the text of lines that were edited."""
        automaton = Automaton(self.automaton.tables, {**self.automaton.lines, **edited}) if edited else self.automaton
        tokens, owners = passage.tokens()
        self.budget -= len(tokens)
        kept = len(self.faults)
        try:
            automaton.run(tokens, "declaration", self.builder, self.source.file, self.trail.branch(min(edited) if edited else None))
        except Unexpected as slip:
            return owners[slip.index]
        finally:
            del self.faults[kept:]
        return len(passage.lines)

    def _scene(self, passage: Passage, tokens: list[Token], owners: list[int], slip: Unexpected) -> Scene:
        from ruledsl.syntax.scene import Scene

        number = owners[slip.index]
        above = passage.lines[owners[slip.index - 1]] if slip.index else None
        line = passage.lines[number]
        token = tokens[slip.index]
        place = len(line.tokens) if token.kind == "_NL" else 0
        if token in line.tokens:
            place = line.tokens.index(token)
        inside = passage.inside(number)
        return Scene(self.automaton, slip.states, self.source.file, line, above, place, slip.kind, inside, passage.lines[number - 1] if number else None)

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
        self.budget -= _PIECE_COST
        if self._spent():
            return []
        tokens, sound = self.scanner.piece(number, place.column - 1, place.end_column - 1)
        self.budget -= len(tokens)
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
            from ruledsl.syntax.explain import explain
            from ruledsl.syntax.scene import Scene

            line = Line(1, tokens)
            self.report(explain(Scene(self.automaton, slip.states, place.file, line, None, slip.index, slip.kind, False, None)))
            return []
        if len(tokens) > MAX_DEPTH and too_deep(result):
            self.report(fault("deep_expression", tokens[0].span(place.file)))
            return []
        return [result]


def chunks(lines: list[Line]) -> Iterator[list[Line]]:
    """The lines of one top-level declaration after another."""
    chunk: list[Line] = []
    for line in lines:
        if chunk and line.indent == 0:
            yield chunk
            chunk = []
        chunk.append(line)
    if chunk:
        yield chunk
