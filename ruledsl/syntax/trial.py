"""What is proposed against a mistake, tried before it is said: a fix that leaves the line as little to be read as before is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ruledsl.diagnostics import Edit
from ruledsl.source import Source
from ruledsl.syntax.cache import grammar_tables
from ruledsl.syntax.numbering import Part
from ruledsl.syntax.recovery import Passage
from ruledsl.syntax.scan import Scanner
from ruledsl.syntax.token import Line

Reach = Callable[[Passage], int]
"""The first line of a passage that cannot be read."""


def mends(passage: Passage, number: int, edits: Sequence[Edit], source: Source, reach: Reach) -> bool:
    """Is a line read once the edits are made, with those beside it where it stands elsewhere then? What changes other lines is not looked at."""
    old = passage.lines[number]
    texts = {n: source.line(n) for n in range(old.number, old.tokens[-1].line + 1)}
    if any(edit.span.line not in texts or edit.span.line != edit.span.end_line or "\n" in edit.text for edit in edits):
        return True
    for edit in sorted(edits, key=lambda edit: (edit.span.line, -edit.span.column)):
        text = texts[edit.span.line]
        texts[edit.span.line] = text[: edit.span.column - 1] + edit.text + text[edit.span.end_column - 1 :]
    scan = Scanner(Part(source.file, "", at=texts), grammar_tables().pattern).scan()
    if scan.faults or not scan.lines:
        return False
    first = scan.lines[0]
    begin = number if first.indent == 0 else 0
    end = _end(passage.lines, number, old.indent + (first.indent == old.indent))
    last = number if first.indent == old.indent else end - 1
    return reach(Passage([*passage.lines[begin:number], *scan.lines, *passage.lines[number + 1 : end]])) > last - begin


def _end(lines: Sequence[Line], number: int, indent: int) -> int:
    """The first line behind one that stands less far to the right than that."""
    return next((n for n in range(number + 1, len(lines)) if lines[n].indent < indent), len(lines))
