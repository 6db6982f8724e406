"""The table and what is asked at it, in as many lines as the terminal has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl_tools.play import answers
from ruledsl_tools.play.menu import LEAST, goes_by_action, menu
from ruledsl_tools.play.screen import Screen
from ruledsl_tools.terminal import wrap

if TYPE_CHECKING:
    from ruledsl_tools.play.session import Session


def laid(session: Session, aloud: int = 0) -> list[str]:
    """Where they are more lines than can be seen at once, nothing is told of what is empty, and fewer options are: what lies on the table stays in sight, and
    what was said aloud just before, in so many lines."""
    view, style = session.match.view(session.viewer), session.style
    table = session.screen.table(view, session.whole)
    if session.match.over:
        return table + answers.result(session)
    if not session.options or session.stuck:
        return table
    question, meanwhile = ["", *wrap(session.question(), style.width).split("\n")], answers.meanwhile(session)
    room = style.rows - len(question) - len(meanwhile) - (aloud and aloud + 1)  # the line that is typed takes the place of the bare one above the table
    options = _options(session, 0)
    if style.rows and len(table) + len(options) > room:
        if not session.whole:
            table = Screen(session.match.program, style, session.strangers, brief=True).table(view)
        options = _options(session, max(LEAST, room - len(table)))
    return [*table, *question, *options, *meanwhile]


def _options(session: Session, room: int) -> list[str]:
    options = session.options
    return menu(options, session.bare_numbers, session.style, session.worth() if goes_by_action(options) else (), room)
