"""What the terminal can show: colours, letters outside ASCII, width. Decided once, from the streams and the environment."""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Mapping
from typing import TextIO

from ruledsl.record import record

ESCAPES = {
    "bold": "1",
    "dim": "2",
    "underline": "4",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
    "white": "37",
    "error": "1;31",
    "warning": "1;33",
    "help": "1;36",
}

SGR = re.compile(r"(\x1b\[[0-9;]*m)")
"""Escapes that only dress text; all others are taken out of what is shown."""

COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python itself puts into LC_CTYPE where the locale is C."""

ASCII = str.maketrans(
    {"─": "-", "│": "|", "├": "|", "└": "`", "›": ">", "▸": ">", "…": "~", "·": ".", "●": "*", "◂": "<", "—": "-", "→": "->", "×": "x"}
)


@record(frozen=True)
class Style:
    """How text is dressed for one stream."""

    colour: bool = False
    unicode: bool = False
    fixed_width: int = 0
    fixed_rows: int = 0
    screen: bool = False

    @property
    def width(self) -> int:
        """Columns to use now; asked again each time, so that a resized window is taken in."""
        from shutil import get_terminal_size

        return self.fixed_width or max(40, min(get_terminal_size((80, 24)).columns, 120))

    @property
    def rows(self) -> int:
        """Lines that are seen at once; 0 where nothing goes out of sight, as in a file."""
        from shutil import get_terminal_size

        return self.fixed_rows or (get_terminal_size((80, 24)).lines if self.screen else 0)

    def paint(self, text: str, *tones: str) -> str:
        """The text in the given tones, or plain where colours are off."""
        codes = ";".join(ESCAPES[tone] for tone in tones if tone)
        return f"\x1b[{codes}m{text}\x1b[0m" if self.colour and codes else text

    def plain(self, text: str) -> str:
        """The text in letters that the terminal has, without control characters."""
        pieces = SGR.split(text)
        pieces[::2] = [self._printable(piece) for piece in pieces[::2]]
        return "".join(pieces)

    def _printable(self, text: str) -> str:
        text = "".join(ch if ch.isprintable() or ch == "\n" else " " for ch in text)
        return text if self.unicode else text.translate(ASCII).encode("ascii", "backslashreplace").decode("ascii")

    @property
    def tones(self) -> Mapping[str, str]:
        """Escapes as `ruledsl.diagnostics.render` wants them; empty without colours."""
        names = ("error", "warning", "help")
        return {**{n: f"\x1b[{ESCAPES[n]}m" for n in names}, "reset": "\x1b[0m"} if self.colour else {}


def style(stream: TextIO | None = None) -> Style:
    """The style for a stream, standard output unless told."""
    stream = sys.stdout if stream is None else stream
    return Style(colour=_has_colour(stream), unicode=_has_unicode(stream), screen=is_terminal(stream))


def interactive() -> bool:
    """Is a person at the keyboard of a terminal that can be drawn on?"""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout) and os.environ.get("TERM", "") not in ("", "dumb")


def prepare_streams() -> None:
    """Make sure that no letter, in or out, can end the program, and that there is something to write to, if nobody reads it."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 (it stays open)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")


def is_terminal(stream: TextIO | None) -> bool:
    """Does a person look at this stream?"""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # a closed stream
        return False


def _has_colour(stream: TextIO | None) -> bool:
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") not in (None, "", "dumb")


def _has_unicode(stream: TextIO | None) -> bool:
    """What the terminal shows is what the locale says, not what Python, which turns to UTF-8 by itself in the C locale, would write."""
    encoding = (getattr(stream, "encoding", None) or "").lower()
    told = [value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))]
    if told[:1] == [os.environ.get("LC_CTYPE")] and told[0] in COERCED:
        told = told[1:] or ["C"]
    return "utf" in encoding and "utf" in "".join(told[:1]).lower()


def columns(text: str) -> int:
    """Columns that a text takes on the screen; escapes take none, wide letters two."""
    bare = SGR.sub("", text)
    return len(bare) + sum(unicodedata.east_asian_width(ch) in "WF" for ch in bare if ch > "\u10ff")


def flow_words(words: list[str], width: int, indent: str = "", gap: str = " ") -> list[str]:
    """Words set into lines of a width; each line after the first begins with the indent."""
    lines, line = [], ""
    for word in words:
        longer = f"{line}{gap}{word}" if line.strip() else line + word
        if columns(longer) > width and line.strip():
            lines.append(line)
            longer = indent + word
        line = longer
    return [*lines, line] if line.strip() else lines


def folded(line: str, width: int, indent: str) -> list[str]:
    """A line that is too long, broken where its gaps are wide; what is too long even so, between words."""
    if columns(line) <= width:
        return [line]
    head = line[: len(line) - len(line.lstrip())]
    first, *others = line.strip().split("  ")
    lines = flow_words([head + first, *others], width, indent, "  ")
    return [part for one in lines for part in wrap(one, width).split("\n")]


def wrap(text: str, width: int) -> str:
    """Lines that are too long broken between words, what follows set in a little further."""
    return "\n".join(_wrapped(line, width) if columns(line) > width else line for line in text.split("\n"))


def _wrapped(line: str, width: int) -> str:
    words = re.findall(rf"(?:`[^`]{{1,{width // 2}}}`|\S)+", line)  # what is typed stands in one line
    indent = line[: len(line) - len(line.lstrip())]
    return "\n".join(flow_words([indent + words[0], *words[1:]], width, indent + "  "))


def players_in_words(many: int) -> str:
    """How many play, as a head of a report says it."""
    return "1 player" if many == 1 else f"{many} players"
