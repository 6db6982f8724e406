"""Lines that stand too far to the left: what stands before them and behind them tells where they belong."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.syntax.token import Line
from ruledsl.syntax.words import BLOCK_HEADS, DECLARATIONS

STEP = 4
FAR = 200
"""So many lines before and behind are looked at."""
HOLDERS = ("mode", "variant", "ruling", "card")
"""What may have declarations below it."""
LABELLED = ("action", "effect")
"""Heads behind whose colon people put the label, with the block below: that the label stands elsewhere is said then, and no more."""


def is_head(line: Line) -> bool:
    """Does a line end with the colon behind which a block stands?"""
    return line.tokens[-1].kind == "COLON"


def place(before: Sequence[Line], line: Line, after: Sequence[Line]) -> int:
    """How far a line should be indented that stands too far to the left for the lines behind it: these have no block there, and have one where a line before
    it stood. 0 if it may stand where it is, or nothing near says otherwise."""
    before, loose = before[-FAR:], _loose(line, after)
    if not before or loose is None:
        return 0
    below, step = loose
    levels, hollow = _levels(before), is_head(before[-1])
    indent = below - step if step or not hollow else before[-1].indent + STEP
    if indent <= line.indent or not {indent, line.indent} <= {0, *levels} or step and _like_others(before, line):
        return 0
    return indent if _at_home(before, line, indent) else 0


def may_stray(lines: Sequence[Line]) -> bool:
    """Does the first line leave those behind it without a block? Then what stands before it decides."""
    return len(lines) > 1 and _loose(lines[0], lines[1:]) is not None


def _loose(line: Line, after: Sequence[Line]) -> tuple[int, int] | None:
    """How far the lines are indented that have no block below a line, and how much further they would stand than it; None if there are none."""
    after = after[:FAR]
    if not after or after[0].indent <= line.indent:
        return None
    below = next((n for n in after if n.tokens[0].kind != "STRING"), None)
    step = STEP if is_head(line) or _wants_colon(line) or below is not None and _holds(line, below) else 0
    below = after[0] if step else below
    if below is None or below.indent <= line.indent + step or not step and _declares(line) != _declares(below):
        return None
    return below.indent, step


def _wants_colon(line: Line) -> bool:
    """Is it a head whose colon is missing?"""
    if line.has_colon or any(token.kind == "ASSIGN" for token in line.tokens):
        return False
    return _word(line) in BLOCK_HEADS and _word(line) != "card" or any(token.text in ("chooses", "may") for token in line.tokens)


def _holds(line: Line, below: Line) -> bool:
    """May a line without a colon at its end have a block: a ruling with the rules of its values, an action with its label?"""
    word = _word(line)
    return word in LABELLED or word == "ruling" and below.tokens[0].text in {token.text for token in line.tokens[1:]}


def _levels(before: Sequence[Line]) -> set[int]:
    """Where a line may stand behind others."""
    last = before[-1]
    found, least = {last.indent + STEP} if is_head(last) else set(), last.indent + 1
    for line in reversed(before):
        if line.indent < least:
            found.add(line.indent)
            least = line.indent
    return found


def _like_others(before: Sequence[Line], line: Line) -> bool:
    """Does a line begin as the last one does that stands where it stands?"""
    beside = next((n for n in reversed(before) if n.indent <= line.indent), None)
    return beside is not None and _word(beside) == _word(line)


def _at_home(before: Sequence[Line], line: Line, indent: int) -> bool:
    """Do lines of this kind stand there? A `require` is of either kind."""
    declares = _declares(line)
    for beside in reversed(before):
        if beside.indent < indent:
            above = _word(beside)
            return above in HOLDERS or above not in BLOCK_HEADS if declares else above not in ("mode", "variant")
        if beside.indent == indent and _word(beside) != "require":
            return declares == _declares(beside)
    return False


def _declares(line: Line) -> bool:
    return _word(line) in (*DECLARATIONS, *LABELLED)


def _word(line: Line) -> str:
    """The first word: `instead of` is one token."""
    return line.tokens[0].text.partition(" ")[0]
