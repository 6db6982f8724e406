"""Labels of DOT as small tables: wrapped lines, and the marks of chance, a die and a card."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape

from ruledsl.flow.verbs import when as condition
from ruledsl.flow.words import LINES, short
from ruledsl_tools.drawing.style import LOOKS, SOFT, capital

WIDTH, WIDER = 30, 52
TALL = 8
"""A menu of more options is made `WIDER`: with narrow ones below one another it would be longer than a sheet."""
HEAD = "head"
"""The port of what stands above the options of a menu."""
MARK = '<TD FIXEDSIZE="TRUE" WIDTH="22" HEIGHT="26">{}</TD>'
LEFT = '<BR ALIGN="LEFT"/>'


def label(lines: Sequence[str], chance: Sequence[str] = (), strong: bool = False, size: int = 11) -> str:
    """The first line, the others smaller below it, and the marks on the left."""
    head, *rest = lines
    text = _sized(f"<B>{_wrapped(capital(head))}</B>" if strong else _wrapped(capital(head)), size)
    for line in rest:
        text += f"<BR/>{_sized(_wrapped(line, WIDTH + 8), size - 1, SOFT)}"
    drawn = "".join(MARK.format(mark) for mark in marks(chance))
    if not drawn:
        return f"<{text}>"
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="3" CELLPADDING="0"><TR>{drawn}<TD>{text}</TD></TR></TABLE>>'


def steps(lines: Sequence[str]) -> str:
    """Lines that are all alike, one below the other."""
    text = "".join(_wrapped(capital(line), WIDTH + 10, LEFT) + LEFT for line in lines)
    return f"<{_sized(text, 10)}>"


def heading(title: str, chapter: str) -> str:
    """The title of a room, and the chapter that it stands in: on the left, so that ways into the middle do not cross it."""
    text = _sized(f"<B>{escape(title)}</B>", 13) + LEFT
    if chapter:
        text += _sized(f"<I>{_wrapped(chapter, len(title) + 12, LEFT)}</I>", 10, SOFT) + LEFT
    cell = f'<TD ALIGN="LEFT" BALIGN="LEFT">{text}</TD>'
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" WIDTH="{20 + 18 * len(title)}"><TR>{cell}</TR></TABLE>>'


def small(text: str, colour: str) -> str:
    """What stands on an edge."""
    lines = (f"&#160;{escape(line)}&#160;" for line in textwrap.wrap(text, 22))
    return f"<{_sized('<BR/>'.join(lines), 10, colour)}>"


def menu(head: str, rows: Sequence[tuple[str, str, str, Sequence[str]]]) -> str:
    """A decision with its options: (port, what, when, chance) for each."""
    look = LOOKS["choice"]
    title = f'<TR><TD PORT="{HEAD}" BGCOLOR="#f6cf74" CELLPADDING="5">{_sized(f"♦ <B>{escape(capital(head))}</B>", 11)}</TD></TR>'
    width = WIDER if len(rows) > TALL else WIDTH
    body = title + "".join(_row(*row, width) for row in rows)
    return f'<<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" COLOR="{look.line}" BGCOLOR="{look.fill}">{body}</TABLE>>'


def _row(port: str, what: str, when: str, chance: Sequence[str], width: int) -> str:
    text = _sized(_wrapped(what, width), 11)
    if when:
        text += f'<BR ALIGN="LEFT"/>{_sized(_wrapped(condition(short(when, LINES)), width + 8), 10, SOFT)}'
    mark = "".join(MARK.format(m) for m in marks(chance))
    cells = f'<TR><TD ALIGN="LEFT" BALIGN="LEFT">{text}</TD>{mark}</TR>'
    inner = f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="3" CELLPADDING="1">{cells}</TABLE>'
    return f'<TR><TD PORT="{port}" ALIGN="LEFT">{inner}</TD></TR>'


def marks(chance: Sequence[str]) -> list[str]:
    """A card where cards are shuffled or drawn, a die where dice are rolled."""
    return [mark for mark, words in ((_card(), ("shuffle", "draw")), (_die(), ("roll",))) if any(word in chance for word in words)]


def _die() -> str:
    pip, none = "<TD>●</TD>", "<TD> </TD>"
    rows = "".join(f"<TR>{''.join(row)}</TR>" for row in ((pip, none, pip), (none, pip, none), (pip, none, pip)))
    table = f'<TABLE BORDER="1" STYLE="ROUNDED" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0" BGCOLOR="#ffffff" COLOR="#7d5c94">{rows}</TABLE>'
    return f'<FONT POINT-SIZE="5" COLOR="#5d3f74">{table}</FONT>'


def _card() -> str:
    spade = '<TD CELLPADDING="2"><FONT POINT-SIZE="10" COLOR="#5d3f74">♠</FONT></TD>'
    return f'<TABLE BORDER="1" STYLE="ROUNDED" CELLBORDER="0" CELLSPACING="0" BGCOLOR="#ffffff" COLOR="#7d5c94"><TR>{spade}</TR></TABLE>'


def _sized(text: str, points: int, colour: str = "") -> str:
    tint = f' COLOR="{colour}"' if colour else ""
    return f'<FONT POINT-SIZE="{points}"{tint}>{text}</FONT>'


def _wrapped(text: str, width: int = WIDTH, between: str = "<BR/>") -> str:
    return between.join(escape(line) for line in textwrap.wrap(text, width)) or " "
