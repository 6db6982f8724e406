"""What is somebody's, and what there is none of, as it is told to whoever asks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.flow.words import Words


def yours(words: Words, e: t.Compare) -> str:
    """Of what stands on a cell or line and belongs to somebody, that it is yours, or not; "" of all else. What is called by what it does, such as an owner,
    is somebody."""
    one, whose = e.operands
    if e.ops[0] not in ("==", "!=", "is", "is not") or not words.is_you(whose) or not isinstance(one, t.Attr):
        return ""
    info = words.model.state.get(one.name)
    thing = info is not None and info.owner in ("cell", "line") and info.type.kind == "player" and not re.search("[eo]r$", one.name)
    return f"{words.owned(one)} {words.signs[e.ops[0]]} yours" if thing else ""


def lacking(words: Words, e: t.Compare) -> str:
    """Of what is counted and drawn one by one, that there is none of a kind; "" of all else."""
    one, number = e.operands
    if e.ops[0] != "<=" or not (isinstance(number, t.Number) and number.value == 0) or not isinstance(one, t.Index) or len(one.items) != 1:
        return ""
    info = words.model.state.get(one.base.name) if isinstance(one.base, (t.Ref, t.Attr)) else None
    among = f"{'the ' * isinstance(one.base, t.Ref)}{words.say(one.base)}"
    return f"there is no {words.say(one.items[0])} among {among}" if info is not None and info.drawn else ""
