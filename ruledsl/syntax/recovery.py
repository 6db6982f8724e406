"""Going on after a mistake: the line that could not be read is taken out, and the rest is parsed again."""

from __future__ import annotations

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.spell import nearest
from ruledsl.syntax.errors import fault
from ruledsl.syntax.limits import MAX_BLOCKS, MAX_NOTED
from ruledsl.syntax.straying import FAR, HOLDERS, STEP, is_head, place
from ruledsl.syntax.token import Line, Token
from ruledsl.syntax.words import CODE_HEADS, DECLARATIONS, STATEMENTS

_ALONE = {"": ["FAULT"], "else": ["ELSE", "COLON", "FAULT"], "elif": ["ELIF", "FAULT", "COLON", "FAULT"]}
_HEADS = {"": ["FAULT", "COLON"], "else": ["ELSE", "COLON"], "elif": ["ELIF", "FAULT", "COLON"]}


class _Opened:
    """Where a block begins, and whether its first line is all of it so far, but for what stands below that."""

    def __init__(self, number: int):
        self.number, self.alone = number, True


class Passage:
    """The lines of one declaration, of which some may be taken out."""

    def __init__(self, lines: list[Line]):
        self.lines = list(lines)
        self.removed = False

    def tokens(self) -> tuple[list[Token], list[int]]:
        """The tokens with the ends of the lines and the steps of the indent between them; and the line of each."""
        tokens: list[Token] = []
        owners: list[int] = []
        levels = [0]
        for number, line in enumerate(self.lines):
            first, last = line.tokens[0], line.tokens[-1]
            if line.indent > levels[-1]:
                levels.append(line.indent)
                tokens.append(Token("_INDENT", "", first.line, first.column, first.end))
            while line.indent < levels[-1]:
                levels.pop()
                tokens.append(Token("_DEDENT", "", first.line, first.column, first.end))
            tokens += line.tokens
            tokens.append(Token("_NL", "", last.line, last.end, last.end))
            owners += [number] * (len(tokens) - len(owners))
        end = tokens[-1]
        tokens += [Token("_DEDENT", "", end.line, end.end, end.end) for _ in levels[1:]]
        tokens.append(Token("$END", "", end.line, end.end, end.end))
        owners += [len(self.lines) - 1] * (len(tokens) - len(owners))
        return tokens, owners

    def block(self, number: int) -> range:
        """The lines of the block below a line."""
        end = number + 1
        while end < len(self.lines) and self.lines[end].indent > self.lines[number].indent:
            end += 1
        return range(number + 1, end)

    def parent(self, number: int) -> int | None:
        """The head of the block that a line stands in."""
        indent = self.lines[number].indent
        return next((n for n in range(number - 1, -1, -1) if self.lines[n].indent < indent), None)

    def inside(self, number: int) -> bool:
        """Does a line stand in a block of statements?"""
        above = self.parent(number)
        while above is not None:
            if is_code(self.lines[above]):
                return True
            above = self.parent(above)
        return False

    def straighten(self, file: str) -> list[Diagnostic]:
        """Puts lines that stand between the indents around them to one of these, and takes out lines that were reported."""
        faults = self._put_right(file)
        levels, first, opened = [0], 0, [_Opened(0)]
        for number, line in enumerate(self.lines):
            while len(levels) > 1 and line.indent <= levels[-2]:
                levels.pop()
                opened.pop()
            if line.indent < levels[-1] and (odd := self._odd_head(number, levels, opened)):
                faults.append(fault("uneven", self.lines[opened[odd].number].tokens[0].span(file)))
                self.lines[opened[odd].number] = moved(self.lines[opened[odd].number], line.indent)
                levels[odd:], opened[odd + 1 :] = [line.indent], []
            if number and line.indent != levels[-1] and first == number - 1 and self._odd(first, line.indent, levels):
                faults.append(fault("uneven", self.lines[first].tokens[0].span(file)))
                self.lines[first] = moved(self.lines[first], line.indent)
                levels[-1] = line.indent
            elif line.indent > levels[-1]:
                levels.append(line.indent)
                opened.append(_Opened(number))
                first = number
            elif line.indent == levels[-1]:
                opened[-1].alone = False
            elif line.indent < levels[-1]:
                faults.append(fault("uneven", line.tokens[0].span(file)))
                home = self.home(number) if _word(line) in DECLARATIONS and not arm_of(line) and (self.inside(number) or declares(line)) else None
                target = self._arm(number, levels) if arm_of(line) else levels[-1] if home is None else home
                self.lines[number] = line = moved(line, target)
                while levels[-1] > target:
                    levels.pop()
                    opened.pop()
            if len(levels) > MAX_BLOCKS + 1:
                faults.append(fault("deep_block", line.tokens[0].span(file)))
                self.lines[number:] = [replace(line, sound=False)]
                break
        for number in [n for n, line in enumerate(self.lines) if not line.sound][::-1]:
            self.mend(number, arm_of(self.lines[number]))
        return faults

    def _put_right(self, file: str) -> list[Diagnostic]:
        """Puts lines where they belong that stand one block too far to the right or to the left."""
        faults = []
        if self.lines[0].indent:
            faults.append(fault("too_deep", self.lines[0].tokens[0].span(file)))
            self._to_the_left(self.lines[0].indent)
        return [*faults, *self._put_back(file), *self._put_out(file)]

    def _put_back(self, file: str) -> list[Diagnostic]:
        """Puts lines that stand too far to the left back into their blocks."""
        faults = []
        for number in range(1, len(self.lines) - 1):
            line, below = self.lines[number], self.lines[number + 1]
            if below.indent > line.indent + STEP * is_head(line) and (indent := place(*self._around(number))):
                faults.append(not_in_block(line, indent, file))
                self.lines[number] = moved(line, indent)
        return faults

    def _around(self, number: int) -> tuple[list[Line], Line, list[Line]]:
        """A line, with those near it before and behind."""
        return self.lines[max(0, number - FAR) : number], self.lines[number], self.lines[number + 1 : number + 1 + FAR]

    def _put_out(self, file: str) -> list[Diagnostic]:
        """Puts heads that stand beside what belongs below them to where they should: one level below the head before them, or, of declarations that stand in
        the block before them, where their kind stands."""
        faults: list[Diagnostic] = []
        for number in range(1, len(self.lines) - 1):
            before, line = self.lines[number - 1 : number + 1]
            if len(faults) == MAX_NOTED:
                break
            if not is_head(line) or line.indent != self.lines[number + 1].indent:
                continue
            row = ""
            if is_head(before) and line.indent == before.indent + 2 * STEP:
                row = "uneven"
            elif line.indent >= 2 * STEP and declares(line) and self.home(number) == line.indent - STEP:
                row = "too_deep"
            if row:
                faults.append(fault(row, line.tokens[0].span(file)))
                self.lines[number] = moved(line, line.indent - STEP)
        return faults

    def _arm(self, number: int, levels: list[int]) -> int:
        """Where the `if` of an arm stands: at the last of two levels that has one there; else it is taken for the one before."""
        for level in levels[:-3:-1]:
            beside = next((self.lines[n] for n in range(number - 1, -1, -1) if self.lines[n].indent <= level), None)
            if beside is not None and beside.indent == level and _word(beside) in ("if", "elif"):
                return level
        return levels[-2]

    def _odd_head(self, number: int, levels: list[int], opened: list[_Opened]) -> int:
        """The level of a block that a line belongs to, if but its first line stands apart, with a block of its own; else 0."""
        for level in range(len(levels) - 1, max(0, len(levels) - 3), -1):
            begin, indent = opened[level], self.lines[number].indent
            head = self.lines[begin.number]
            right = indent == levels[level - 1] + STEP and levels[level] not in (levels[level - 1], indent)
            if right and begin.alone and begin.number < number - 1 and is_head(head):
                if all(line.indent > max(indent, head.indent) for line in self.lines[begin.number + 1 : number]):
                    return level
        return 0

    def _odd(self, first: int, indent: int, levels: list[int]) -> bool:
        """Does the first line of a block stand apart from the one after it, which stands where a block does?"""
        above, here = levels[-2] if len(levels) > 1 else 0, self.lines[first]
        right = indent == above + STEP and here.indent not in (above, indent)
        return right and here.indent > above and (here.indent > indent or here.tokens[-1].kind != "COLON")

    def _to_the_left(self, by: int) -> None:
        """Moves a passage that begins with an indented line; if only its head is indented, that alone."""
        block = self.lines[1:] if is_head(self.lines[0]) and min((n.indent for n in self.lines[1:]), default=0) == by else []
        self.lines = [*(moved(line, max(0, line.indent - by)) for line in self.lines[: len(self.lines) - len(block)]), *block]

    def home(self, number: int) -> int | None:
        """How far a declaration that stands in a block of statements should be indented; None if it is at home there."""
        above = self.parent(number)
        inner = None
        while above is not None:
            holder = self.parent(above)
            if _word(self.lines[above]) in ("variant", "mode") or holder is not None and _word(self.lines[holder]) == "ruling":
                return inner
            inner, above = self.lines[above].indent, holder
        return inner

    def release(self, number: int, indent: int) -> None:
        """Moves a declaration out of the block that it stands in; what belongs to it goes with it."""
        self.removed = True
        line = self.lines[number]
        end = self.block(number).stop
        if end == number + 1:
            colon = is_head(line)
            while end < len(self.lines) and self.lines[end].indent >= line.indent and (colon or self.lines[end].tokens[0].kind == "STRING"):
                end += 1
            self.lines[number + 1 : end] = [moved(inner, inner.indent + STEP) for inner in self.lines[number + 1 : end]]
        self.lines[number:end] = [moved(inner, inner.indent - line.indent + indent) for inner in self.lines[number:end]]
        if end < len(self.lines) and self.lines[end].indent > indent:
            taken = self.lines[number:end]
            rest = end
            while rest < len(self.lines) and self.lines[rest].indent > indent:
                rest += 1
            self.lines[number:rest] = [*self.lines[end:rest], *taken]

    def follows_fault(self, number: int) -> bool:
        """Is a line under `when` the next one after a line that could not be read? Then a `then` is missing before both."""
        above = self.parent(number)
        siblings = above is not None and self.lines[number - 1].indent == self.lines[number].indent
        return siblings and _word(self.lines[above or 0]) == "when" and is_mended(self.lines[number - 1])

    def indented(self, number: int, head: int) -> Passage:
        """The same lines, with one that should be in the block above it there."""
        lines = list(self.lines)
        after = lines[number + 1].indent if number + 1 < len(lines) else 0
        right = after if after > lines[head].indent and not is_head(lines[number]) else lines[head].indent + STEP
        lines[number] = moved(lines[number], right)
        return Passage(lines)

    def orphaned(self, number: int) -> bool:
        """Does a line without a block of its own stand before lines that are indented further?"""
        line = self.lines[number]
        return line.tokens[-1].kind != "COLON" and number + 1 < len(self.lines) and self.lines[number + 1].indent > line.indent

    def outdent(self, number: int, indent: int) -> None:
        """Moves statements that stand too far to the right to where they could stand; lines of other kinds go."""
        end = number
        while end < len(self.lines) and self.lines[end].indent >= self.lines[number].indent:
            end += 1
        if indent == 0 or not self.inside(number):
            del self.lines[number:end]
        else:
            by = self.lines[number].indent - indent
            self.lines[number:end] = [moved(line, line.indent - by) for line in self.lines[number:end]]

    def remove(self, number: int) -> None:
        """Takes out a line with its block."""
        self.removed = True
        del self.lines[number : self.block(number).stop]

    def mend(self, number: int, arm: str = "") -> None:
        """Puts in place of a line something that stands for a line that could not be read.

        If its block holds statements they stay, so that they are checked too; `arm` is "else" or "elif" for one that has its `if`.
        """
        line = self.lines[number]
        block = self.block(number)
        code = self.inside(number) or _means_code(line) and self._holds_statements(block)
        if not code:
            del self.lines[block.start : block.stop]
        kinds = _HEADS[arm] if block and code else _ALONE[arm]
        self.lines[number] = Line(line.indent, [_standing_for(line, kind) for kind in kinds], code=code)

    def _holds_statements(self, block: range) -> bool:
        """Does a block look like statements, and not like lines of a table or a test?"""
        words = [[_word(self.lines[n]), *(token.text for token in self.lines[n].tokens[1:2])] for n in block]
        telling = next((pair for pair in words if not pair[0].startswith('"')), None)
        if telling is None:
            return True
        first, second = (*telling, "")[:2]
        return first in STATEMENTS or len(first) > 3 and nearest(first, STATEMENTS) is not None or second in ("=", "+=", "-=", "(", ".", "[", "chooses", "may")

    def insert_colon(self, number: int, place: int) -> None:
        """Puts a colon where it is missing."""
        line = self.lines[number]
        end = line.tokens[place - 1]
        colon = Token("COLON", ":", end.line, end.end, end.end)
        self.lines[number] = Line(line.indent, [*line.tokens[:place], colon, *line.tokens[place:]])


def moved(line: Line, indent: int) -> Line:
    return Line(indent, line.tokens, line.sound)


def arm_of(line: Line) -> str:
    """Which arm of an `if` a line was meant to be, if any."""
    word = _word(line)
    if word == "else" and len(line.tokens) > 1 and line.tokens[1].text == "if":
        return "elif"
    return word if word in ("else", "elif") else ""


def should_be_indented(before: list[Line], lines: list[Line]) -> int:
    """How far the first line at the edge should be indented, if it belongs to the block before it; else 0."""
    first = lines[0]
    word = first.tokens[0].text
    if word.partition(" ")[0] in DECLARATIONS:
        return place(before[-FAR:], first, lines[1 : 1 + FAR]) if before[0].tokens[0].text in HOLDERS else 0
    if word not in STATEMENTS and nearest(word, DECLARATIONS) or word == ":" and len(first.tokens) > 1 and first.tokens[1].text in DECLARATIONS:
        return 0
    head = is_head(first)
    hollow = len(before) == 1 and is_head(before[0])
    if hollow:
        return lines[1].indent if len(lines) > 1 and not head else STEP
    if indent := place(before[-FAR:], first, lines[1 : 1 + FAR]):
        return indent
    orphaned = len(lines) > 1 and len(before) > 1 and not head
    return before[-1].indent + STEP * is_head(before[-1]) if orphaned else 0


def not_in_block(line: Line, indent: int, file: str) -> Diagnostic:
    """A line stands too far to the left, and should stand so far to the right."""
    first = line.tokens[0]
    edit = Edit(Span(file, first.line, first.column, first.line, first.column), " " * (indent - line.indent))
    return fault("not_in_block", first.span(file), (edit,), by=str(indent - line.indent))


def declares(line: Line) -> bool:
    """Is a line the head of a declaration, though its first word may be a name elsewhere: `play:`, `option a`?"""
    second = line.tokens[1].kind if len(line.tokens) > 1 else ""
    return line.tokens[0].text in DECLARATIONS and (second in ("NAME", "STRING") or second == "COLON" and len(line.tokens) == 2)


def begins_nothing(line: Line) -> bool:
    """Is a line the head of a block, and not one that a declaration could begin with? Then its block may be of any kind."""
    return is_head(line) and _word(line) not in DECLARATIONS and _word(line) not in STATEMENTS


def is_code(line: Line) -> bool:
    return line.code or line.tokens[0].text in CODE_HEADS


def _means_code(line: Line) -> bool:
    """The same for a line that could not be read, and whose first word may be misspelt."""
    return line.code or _word(line) in CODE_HEADS


def is_mended(line: Line) -> bool:
    """Does a line stand for one that could not be read?"""
    return any(token.kind == "FAULT" for token in line.tokens)


def _standing_for(line: Line, kind: str) -> Token:
    first, last = line.tokens[0], line.tokens[-1]
    return Token(kind, "", first.line, first.column, last.end if last.line == first.line else first.end)


def _word(line: Line) -> str:
    """The first word of a line, as it was meant."""
    word = line.tokens[0].text
    if word in DECLARATIONS or word in STATEMENTS or len(word) < 4:
        return word
    return nearest(word, [*DECLARATIONS, *STATEMENTS]) or word
