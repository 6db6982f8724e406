"""Every message about the ways of play: one row a code, as in `ruledsl.model.errors`."""

from __future__ import annotations

from ruledsl.diagnostics import Diagnostic
from ruledsl.model.errors import Row
from ruledsl.source import Span

ROWS: dict[str, Row] = {
    "W0701": Row("{what} `{name}` can never be entered", "named only where play never comes", "call it where play comes, or remove it"),
    "E0702": Row("this loop can never end: {why}", "no way out", "write `at most N times`, or change in it what it waits for"),
    "W0703": Row("this loop may go on for ever: nobody decides anything in it, and {why}", "no bound", "write `at most N times`"),
    "E0704": Row(
        "after this decision the game can never end: it is asked again and again", "no way out",
        "let an action lead to `end game`, or bound the loop around it with `at most N times` and say by `else:` what then",
    ),
    "W0706": Row(
        "only a fault leads out of this loop, when it goes on beyond its bound: {why}", "no other way out",
        "say what is done then by `else:` behind the loop, or `else: pass`; or change in it what it waits for",
    ),
    "W0705": Row("play never comes to this: {why}", "never reached", "remove it, or move it up"),
}  # fmt: skip
"""Codes beginning with W are warnings."""


def report(code: str, span: Span, related: tuple[tuple[Span, str], ...] = (), **words: str) -> Diagnostic:
    """A row of the table at a place."""
    row = ROWS[code]
    message, label, help = (text.format(**words) for text in (row.message, row.label, row.help))
    return Diagnostic(code, span, message, label, help, "warning" if code[0] == "W" else "error", (), related)
