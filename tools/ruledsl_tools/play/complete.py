"""What a half-typed line can become: legal moves, commands, and what a command takes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ruledsl_tools.play.console import Completion
from ruledsl_tools.play.input import speaks

if TYPE_CHECKING:
    from ruledsl.engine import Choice
    from ruledsl_tools.play.session import Session

MOST = 200
"""No list of completions is longer: nobody reads it, and it must come at once."""


def complete(text: str, session: Session) -> list[Completion]:
    """Completions of a line, the moves first."""
    from ruledsl_tools.play.commands import COMMANDS

    typed = text.lstrip()
    start = len(text) - len(typed)
    word, blank, rest = typed.partition(" ")
    command = COMMANDS.get(word.removeprefix(":").casefold())
    if blank and command is not None:
        return _arguments(command.takes, rest, len(text) - len(rest), session)
    decision = session.match.decision
    meanwhile = decision.meanwhile if decision is not None else ()
    moves = [Completion(o.full, start, " ".join(o.rule)) for o in [*session.options, *meanwhile] if fits(typed, o)]
    commands = [] if blank else [Completion(n, start, c.help) for n, c in COMMANDS.items() if n.startswith(typed.casefold())]
    return [*moves[:MOST], *commands]


def fits(typed: str, option: Choice) -> bool:
    """Does each typed word begin a word of the label, in order? Several cards may be named in any order."""
    if option.cards:
        return speaks(option, typed, begun=not typed.endswith(" "))
    words = iter(option.label.casefold().split())
    return all(any(word.startswith(part) for word in words) for part in typed.casefold().split())


def _arguments(takes: str, rest: str, start: int, session: Session) -> list[Completion]:
    match takes:
        case "move":
            names = [option.label for option in session.options] + [a.name for a in session.match.program.actions]
        case "rule":
            from ruledsl_tools.library import model_of
            from ruledsl_tools.play.rules import names_of

            names = names_of(model_of(session.game))
        case "chart":
            from ruledsl_tools.library import model_of
            from ruledsl_tools.play.rules import charts

            names = list(charts(model_of(session.game)))
        case "card":
            names = [name for face in session.match.program.faces for name in (face.kind, face.printed, face.spoken)]
        case "seat":
            names = [session.name(seat) for seat in session.people]
        case "switch":
            names = ["on", "off"]
        case "whole":
            names = ["all"]
        case "file":
            return [Completion(path, start) for path in _paths(rest)]
        case _:
            names = []
    return [Completion(name, start) for name in dict.fromkeys(names) if name.casefold().startswith(rest.casefold())][:MOST]


def _paths(begun: str) -> Iterable[str]:
    """Files and folders whose path begins so."""
    folder, _, begin = begun.rpartition("/")
    where = f"{folder}/" if folder or begun.startswith("/") else ""
    try:
        with os.scandir(os.path.expanduser(where) or ".") as entries:
            found = [f"{where}{e.name}{'/' if e.is_dir() else ''}" for e in entries if e.name.startswith(begin)]
    except OSError:
        return []
    return sorted(name for name in found if begin.startswith(".") or not name.rpartition("/")[2].startswith("."))[:MOST]
