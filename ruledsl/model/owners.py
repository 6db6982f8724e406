"""What may have variables of its own, and what is meant by a word that may not."""

from __future__ import annotations

from ruledsl.diagnostics import Edit
from ruledsl.model import borders
from ruledsl.model.desk import Desk
from ruledsl.record import replace
from ruledsl.spell import nearest
from ruledsl.syntax import tree as t

OWNERS = {
    "line": "name the lines and the board, as `each row, column of yard:`",
    **{f"{word}s": f"write `each {word}:`" for word in ("player", *borders.OWNERS)},
    "Team": "write `team NAME: seat, seat` under `game` for each of them",
}


def meant_owner(desk: Desk, block: t.State) -> str:
    """Reports what can have no variables; answers what was meant, if that is seen: then nothing more is said of it."""
    known = ("player", "cell", "corner", "edge")
    near = nearest(block.owner, known) if block.owner not in OWNERS and not block.board else None
    hint = f"did you mean `{near}`?" if near else OWNERS.get(block.owner, "write `table:`, `each player:` or `each cell:`")
    begin = block.span.column + len("each ")
    word = replace(block.span, column=begin, end_line=block.span.line, end_column=begin + len(block.owner))
    fix = (Edit(word, near),) if near and desk.model.written(word) == block.owner else ()
    desk.fail("E0409", block.span, fix, name=block.owner, hint=hint)
    return near or ""
