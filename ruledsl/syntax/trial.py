"""What is proposed against a mistake, tried before it is said: a fix that leaves the line as little to be read as before is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ruledsl.diagnostics import Edit, applied
from ruledsl.record import replace
from ruledsl.source import Source
from ruledsl.syntax.cache import grammar_tables
from ruledsl.syntax.numbering import Part
from ruledsl.syntax.recovery import Passage
from ruledsl.syntax.scan import Scanner
from ruledsl.syntax.token import Line

Reach = Callable[[Passage, Mapping[int, str]], int]
"""The first line of a passage that cannot be read, where some lines have another text than in the file."""


def mends(passage: Passage, number: int, edits: Sequence[Edit], source: Source, reach: Reach) -> bool:
    """Is a line read once the edits are made, with those beside it where it stands elsewhere then? What changes other lines is not looked at."""
    old = passage.lines[number]
    last = old.tokens[-1].line
    numbers = [n for n in source.numbered if old.number <= n <= last]  # those of lines that there are: they may be far apart
    if any(edit.span.line not in numbers or edit.span.line != edit.span.end_line or "\n" in edit.text for edit in edits):
        return True
    near = [Edit(replace(edit.span, line=(at := numbers.index(edit.span.line) + 1), end_line=at), edit.text) for edit in edits]
    texts = applied("\n".join(map(source.line, numbers)), near).split("\n")
    edited = dict(zip(numbers, texts, strict=True))
    scan = Scanner(Part(source.file, "", at=edited), grammar_tables().pattern).scan()
    if scan.faults or not scan.lines:
        return False
    first = scan.lines[0]
    begin = number if first.indent == 0 else 0
    end = _end(passage.lines, number, old.indent + (first.indent == old.indent))
    whole = number if first.indent == old.indent else end - 1
    return reach(Passage([*passage.lines[begin:number], *scan.lines, *passage.lines[number + 1 : end]]), edited) > whole - begin


def _end(lines: Sequence[Line], number: int, indent: int) -> int:
    """The first line behind one that stands less far to the right than that."""
    return next((n for n in range(number + 1, len(lines)) if lines[n].indent < indent), len(lines))
