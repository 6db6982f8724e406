"""From rows to text: blank lines, comments, tags, and lines that are too long."""

from __future__ import annotations

import re
from bisect import bisect_right

from ruledsl.format.page import Page, Row
from ruledsl.record import record
from ruledsl.syntax.tree import Tree

WIDTH = 100
TAG_COLUMN = 91
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[(\[{]|[)\]}]|, |.', re.DOTALL)
_BREAK_HEAD = re.compile(r" (?:from|if|while|at most) ")
_BREAK_BEFORE = re.compile(r" (?:and|or|else|then|from|while|at most|\+) ")
_BREAK_INSIDE = re.compile(r" (?:and|or|if|else|for|while) ")


@record
class Placed:
    """A row with what stands at its end, and how many blank lines stand above it."""

    row: Row
    comment: str
    tags: tuple[str, ...]
    above: int


def laid_out(page: Page, tree: Tree) -> str:
    """The text of a page, with the comments and tags of the tree."""
    placed = _Placer(page, tree).place()
    _space_chapters(placed)
    columns = _comment_columns(placed)
    lines: list[str] = []
    for item in placed:
        lines += [""] * (item.above if lines else 0)
        lines += _written(item, columns.get(item.row.table, 0))
    return "\n".join(lines) + "\n" if lines else ""


class _Placer:
    """Gives comments and tags their rows. Those of lines without anything else become rows of their own."""

    def __init__(self, page: Page, tree: Tree):
        self.page = page
        self.tree = tree
        self.noted = sorted({*tree.tags, *tree.comments})
        self.next = 0
        self.placed: list[Placed] = []

    def place(self) -> list[Placed]:
        for row in self.page.rows:
            here: list[int] = []
            if row.first:
                self._own_rows(self._taken(row.first - 1), row.indent)
                here = self._taken(row.last)
            for line in here[:-1]:
                # of the comments in the middle of a line that went on over several, the last stays at its end
                if line in self.tree.comments:
                    self._add(Row(row.indent, ""), self.tree.comments[line], ())
            self._add(row, self.tree.comments.get(here[-1], "") if here else "", self._tags(here))
        self._own_rows(self.noted[self.next :], 0)
        return self.placed

    def _taken(self, last: int) -> list[int]:
        """The lines with a comment or tags up to a line, that have no row yet."""
        start, self.next = self.next, max(self.next, bisect_right(self.noted, last))
        return self.noted[start : self.next]

    def _own_rows(self, lines: list[int], indent: int) -> None:
        for line in lines:
            column = self._column(line)
            row = Row(self._indent(column, indent), "", line, line, column)
            self._add(row, self.tree.comments.get(line, ""), self._tags([line]))

    def _tags(self, lines: list[int]) -> tuple[str, ...]:
        return tuple(tag for line in lines for tag in self.tree.tags.get(line, ()))

    def _column(self, line: int) -> int:
        text = self.tree.source.line(line)
        return len(text) - len(text.lstrip(" "))

    def _indent(self, column: int, following: int) -> int:
        """A comment stands over what follows it, or ends the block that it stood in."""
        if not self.placed:
            return following
        last = self.placed[-1].row
        return last.indent if last.indent > following and column >= last.stood else following

    def _add(self, row: Row, comment: str, tags: tuple[str, ...]) -> None:
        gap = row.first > 1 and not row.tight and not self.tree.source.line(row.first - 1).strip()
        opens = bool(self.placed) and self.placed[-1].row.indent < row.indent
        self.placed.append(Placed(row, comment, tags, int(gap and not opens)))


def _space_chapters(placed: list[Placed]) -> None:
    """Two blank lines above a chapter and the comment over it, one below."""
    for number, item in enumerate(placed):
        if not item.row.chapter:
            continue
        start = number
        while start > 0 and placed[start].above == 0 and _is_comment(placed[start - 1]):
            start -= 1
        placed[start].above = 2
        if number + 1 < len(placed):
            placed[number + 1].above = max(1, placed[number + 1].above)


def _is_comment(item: Placed) -> bool:
    return not item.row.text and item.row.indent == 0


def _comment_columns(placed: list[Placed]) -> dict[int, int]:
    """Where the comments of each table stand."""
    columns: dict[int, int] = {}
    for item in placed:
        if item.row.table and item.comment:
            columns[item.row.table] = max(columns.get(item.row.table, 0), item.row.indent + len(item.row.text) + 2)
    return columns


def _written(item: Placed, column: int) -> list[str]:
    """A row as lines of text; comment and tags stand at the end of the first."""
    first, *more = wrapped(item.row.text, item.row.indent)
    if item.comment:
        first = f"{first:<{column}}" if column else first + "  " * bool(item.row.text)
        first += item.comment
    if item.tags:
        tags = " ".join(item.tags)
        first = f"{first}  {tags}" if len(first) + 2 >= TAG_COLUMN else f"{first:<{TAG_COLUMN - 1}}{tags}"
    return [first, *more]


# ---- lines that are too long ----


def wrapped(text: str, indent: int) -> list[str]:
    """A line, broken where the language lets it go on: in brackets, behind commas, before the words that carry a line on."""
    if indent + len(text) <= WIDTH:
        return [" " * indent + text]
    margin = indent + (8 if text.endswith(":") else 4)
    first, *more = _pieces(text, WIDTH - margin, -1 if text.endswith(":") else 0)
    lines = [" " * indent + first]
    for piece in more:
        if len(lines[-1]) + len(piece.rstrip()) <= WIDTH:
            lines[-1] += piece
        else:
            lines.append(" " * margin + piece.lstrip())
    return [line.rstrip() for line in lines]


def _pieces(text: str, room: int, depth: int) -> list[str]:
    """The pieces between which a line may be broken; those that are too long for a line are broken further inside."""
    parts = _split(text, depth)
    if len(parts) == 1:
        return parts if depth >= _deepest(text) else _pieces(text, room, depth + 1)
    return [piece for part in parts for piece in ([part] if len(part.rstrip()) <= room else _pieces(part, room, depth + 1))]


def _split(text: str, depth: int) -> list[str]:
    """A text at its breaks that lie so many brackets deep; at -1 at the parts of the head of a block."""
    parts, start, level, place = [], 0, 0, 0
    breaks = _BREAK_INSIDE if depth > 0 else _BREAK_BEFORE if depth == 0 else _BREAK_HEAD
    while place < len(text):
        found = _TOKEN.match(text, place)
        assert found
        token = found[0]
        if token in "([{":
            level += 1
        elif token in ")]}":
            level -= 1
        elif level == depth and token == ", ":
            parts.append(text[start : found.end()])
            start = found.end()
        elif level == max(depth, 0) and token == " " and breaks.match(text, place):
            parts.append(text[start:place])
            start = place
        place = found.end()
    return [part for part in [*parts, text[start:]] if part]


def _deepest(text: str) -> int:
    level = deepest = 0
    for token in _TOKEN.findall(text):
        level += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
        deepest = max(deepest, level)
    return deepest
