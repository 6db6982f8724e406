"""What stands on the table by a name, in the words of the rules: whoever reads `limit 10` there may type the name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ruledsl_tools.terminal import columns

if TYPE_CHECKING:
    from ruledsl.ir.program import Program
    from ruledsl_tools.play.session import Session


QUESTIONS = frozenset("what what's how when where who whom which whose why can could may do does did is are should explain".split())
"""Words with which a question begins, and no move."""


def declared(session: Session, text: str) -> tuple[str, ...] | None:
    """What the rules say in words of a variable or pile of that name, and the line that declares it; of a question, where its answer is. Else None."""
    from ruledsl_tools.library import model_of
    from ruledsl_tools.play.rules import names_of

    if len(text.split()) > 1 and (text.split()[0].casefold() in QUESTIONS or text.endswith("?")):
        program = session.match.program
        return (_asked([*names_of(model_of(session.game)), *(v.name for v in program.variables), *(z.name for z in program.zones)], text),)
    wanted = re.sub(r"\s+", "_", text.strip().casefold())
    program = session.match.program
    names = [*((v.name, v.span) for v in program.variables), *((z.name, z.span) for z in program.zones)]
    span = next((span for name, span in names if name.casefold() == wanted), None)
    tree = next((tree for tree in model_of(session.game).trees if span is not None and tree.source.file == span.file), None)
    if span is None or tree is None:
        return None
    line, mark, words = re.sub(r"\s+@[A-Z]\S*.*$", "", tree.source.line(span.line)).strip().partition(" # ")
    meant = f": {words.strip()}" if mark else ""
    told = f"`{text}` stands on the table and is no move{meant}; `rules {text}` shows where the rules speak of it"
    return told, code(session, f"{span.line:>5}", line)


def _asked(names: Iterable[str], text: str) -> str:
    """Where the answer to a question is: the lines of the rules with the longest name in it, and what tells of the game as a whole."""
    named = {name.replace("_", " ").casefold(): name for name in names}
    found = max((name for name in named if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text.casefold())), key=len, default="")
    lines = f"`rules {named[found]}` shows where the rules speak of it, " if found else ""
    return f"{lines}`goal` says what there is to do, `why MOVE` why a move is not to be had"


def called(program: Program, text: str) -> list[int]:
    """The faces of that name; if there are none, those with that value on them, or else of the only kind that begins so."""
    wanted = text.casefold()
    names = [[name.casefold() for name in (face.printed, face.spoken, face.kind)] for face in program.faces]
    values = [re.split(r", |[()]", face.spoken.casefold())[1:] for face in program.faces]
    begun = [n for n, some in enumerate(names) if any(name.startswith(wanted) for name in some)]
    kinds = {program.faces[n].kind for n in begun}
    found = [n for n, some in enumerate(names) if wanted in some] or [n for n, some in enumerate(values) if wanted in some]
    return (found or begun * (len(kinds) == 1)) if wanted else []


def code(session: Session, head: str, line: str) -> str:
    """A line of rules behind its number, cut where the screen ends: what it says stands in one line, as it was written."""
    room = session.style.width - len(head) - 2
    text = _close(line).rstrip()
    return f"{session.style.paint(head, 'dim')}  {text if columns(text) <= room else text[: room - 1] + '…'}"


def _close(line: str) -> str:
    """A line of rules with what stands far at its right, moved near."""
    text = line.strip()
    return line[: len(line) - len(line.lstrip())] + re.sub(r" {3,}", "  ", text)
