"""What stands in brackets behind the name of a zone or variable: sets that are known before play, for each of whose members there is one."""

from __future__ import annotations

from ruledsl.model.borders import OWNERS
from ruledsl.model.desk import Desk
from ruledsl.model.early import ask_early, late
from ruledsl.model.expressions import Expressions
from ruledsl.model.lines import GROUPS, board_lines, no_columns
from ruledsl.model.model import StateInfo
from ruledsl.model.types import UNKNOWN, Term, say
from ruledsl.syntax import tree as t

MOST_KEYS = 3
KEYS = ("int", "enum", "bool", "player", "cell", "line", "kindvalue", "unknown")
"""Kinds of what can be a key: each value has a number."""


def keys_of(desk: Desk, x: Expressions, v: t.Variable) -> tuple[Term, ...]:
    """What each key of a zone or variable is among."""
    if len(v.keys) > MOST_KEYS:
        what = f"{len(v.keys)} keys of `{v.name.text}`"
        desk.fail("E0416", v.keys[MOST_KEYS].name.span, what=what, hint=f"a variable or zone has at most {MOST_KEYS}")
    return tuple(_key(desk, x, key) for key in v.keys)


def lines_of(desk: Desk, block: t.State) -> tuple[Term, ...]:
    """Of what stands under `each row, column of yard:` the lines, which are its first key."""
    board = block.board.text if block.board is not None else ""
    if block.board is not None and board not in desk.model.boards:
        desk.unknown("E0201", block.board.span, board, desk.model.boards)
        return (Term("error", UNKNOWN, span=block.board.span),)
    desk.used.add(board)
    groups = dict.fromkeys(group.text for group in block.groups)
    for group in block.groups:
        if group.text == "column":
            no_columns(desk, board, group.span)
        if group.text in OWNERS:
            desk.fail("E0224", group.span, name=group.text, near=f"write `each {group.text}:`, which is said of all boards at once")
        elif group.text not in GROUPS:
            desk.unknown("E0224", group.span, group.text, GROUPS)
    return (board_lines(board, tuple(group for group in groups if group in GROUPS), block.span),)


def _key(desk: Desk, x: Expressions, key: t.Keyed) -> Term:
    term, member = x.domain(key.among)
    if late(term, desk.model) is not None:
        desk.fail("E0471", key.among.span, what=desk.model.written(key.among.span) or key.name.text)
    elif member.kind not in KEYS:
        hint = "write a range, an enum, `players`, a family of cards or a board"
        desk.fail("E0303", key.among.span, want="a set of what can be a key", got=say(term.type), hint=hint)
    else:
        return term
    return Term("error", UNKNOWN, span=key.among.span)


def drawn(desk: Desk, x: Expressions, info: StateInfo, v: t.Variable) -> None:
    """How one of what a variable counts is drawn, by its keys."""
    if v.drawn is None:
        return
    low = info.bounds[0] if info.bounds is not None else None
    if not v.keys or info.owner == "line" or info.type.or_none or low is None or low.op != "const" or low.data != 0:
        desk.fail("E0483", v.drawn.span, name=info.name)
        return
    with desk.scope():
        info.named = tuple(desk.bind(key.name.text, x.domain(key.among)[1], key, key.name.span) for key in v.keys)
        parts = tuple(part if isinstance(part, str) else x.check(part) for part in v.drawn.parts)
    terms = [part for part in parts if isinstance(part, Term)]
    ask_early(desk, terms)
    for term in terms:
        if term.type.kind not in (*KEYS, "face"):
            desk.fail("E0303", term.span, want="a value that has a name", got=say(term.type))
            return
    info.drawn = parts
