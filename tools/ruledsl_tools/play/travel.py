"""Back and forth in a game: undo, redo, history; keeping games; taking in edited rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ruledsl_tools.failure import Failure
from ruledsl_tools.play.backstage import backstage

if TYPE_CHECKING:
    from ruledsl.engine.position import Position
    from ruledsl.ir.program import Program, Variable
    from ruledsl_tools.play.session import Session


def undo(session: Session, rest: str) -> None:
    """Back to the last decision of a person."""
    match = session.match
    if not _a_person_has_moved(session):
        session.say("there is nothing to take back")
        return
    session.stuck = None
    before = [*match.history.moves]
    match.undo()
    while not _a_person_is_asked(session) and match.history.moves:
        match.undo()
    back = before[len(match.history.moves)]
    if back.seat == session.viewer or not session.has_secrets:
        session.say(f"taken back: {back.label}")
    session.changed = True


def redo(session: Session, rest: str) -> None:
    """Forward to the next decision of a person."""
    if not session.match.redo():
        session.say("there is nothing to play again")
        return
    while not _a_person_is_asked(session) and session.match.redo():
        pass
    session.changed = True


def _a_person_is_asked(session: Session) -> bool:
    return session.asks and not (session.auto and len(session.options) == 1)


def _a_person_has_moved(session: Session) -> bool:
    """Or have people told what has happened, as that time is up?"""
    return any(move.seat is None or move.seat in session.people for move in session.match.history.moves)


def history(session: Session, rest: str) -> None:
    """The moves so far, and what stood on the table behind each; what others chose in secret stays so."""
    from ruledsl.engine.chains import said

    moments = session.match.moments
    on = [moment for before, moment in pairwise(moments) if before.begun is not None]
    further = {id(event): moment.move.label for moment in on if moment.move is not None for event in moment.events}
    behind = {id(event): moment.position for moment in moments for event in moment.events}
    chosen: list[tuple[str, Position | None]] = []
    for event in session.events:
        if event.kind == "choice" and id(event) in further:  # the same move goes on
            chosen[-1] = said([chosen[-1][0], further[id(event)]]), behind.get(id(event))
        elif event.kind == "choice":
            chosen.append((event.text, behind.get(id(event))))
    told = changing(session.match.program, [moment.position for moment in moments])
    lines = (f"{i:>4}  {text}{standing(told, position)}" for i, (text, position) in enumerate(chosen, 1))
    session.say("\n".join(lines) or "no move has been made yet")


def changing(program: Program, positions: Sequence[Position]) -> list[Variable]:
    """The numbers on the table that everybody sees and that were not always the same; none that only keep the books, last for a phase or have a key."""
    books = backstage(program)
    plain = [v for v in program.variables if v.owner == "table" and v.visibility == "open" and not (v.keys or v.scope) and v.name not in books]
    return [v for v in plain if v.type.kind == "int" and len({program.held(p.values, v.name, 0) for p in positions}) > 1]


def standing(variables: Sequence[Variable], position: Position | None) -> str:
    """What stood on the table; nothing of what was none."""
    held = [(v, position.program.held(position.values, v.name, 0)) for v in variables] if position is not None else []
    shown = [f"   {v.name.replace('_', ' ')} {position.words.show(v.type, value)}" for v, value in held if position and not (v.type.or_none and value < 0)]
    return "".join(shown)


def new(session: Session, rest: str) -> None:
    """A new game with the same people."""
    sitting = session.sitting
    if rest and not (rest.isascii() and rest.isdigit() and len(rest) < 19):
        session.say(f"`{rest}` is no seed; new, or new and a number")
        return
    sitting.seed = int(rest) if rest else (sitting.seed * 1103515245 + 12345) % 1_000_000
    session.told.clear()
    session.take(sitting.start(session.game))
    session.say(f"a new game; seed {sitting.seed} repeats it")


def save(session: Session, rest: str) -> None:
    """Keep the game in a file."""
    from ruledsl_tools.play.saves import write_save

    if not rest:
        session.say("save to which file? for example: save evening.json")
        return
    try:
        write_save(session.match, rest)
    except (Failure, OSError) as error:
        session.say(_why_not(error, rest))
    else:
        session.say(f"saved to {rest}")


def load(session: Session, rest: str) -> None:
    """Go on with a kept game."""
    from ruledsl_tools.play.answers import seated
    from ruledsl_tools.play.saves import read_save
    from ruledsl_tools.play.start import sitters

    if not rest:
        session.say("load which file?")
        return
    try:
        match = read_save(rest, session.game, session.sitting.engine)
    except (Failure, OSError) as error:
        session.say(_why_not(error, rest))
        return
    if len(match.seats) != len(session.sitting.sitters):
        session.say(f"that game has {len(match.seats)} seats, this table {len(session.sitting.sitters)}")
        return
    if match.sitters and list(match.sitters) != session.sitting.sitters:
        try:
            session.sitting.sitters = sitters(",".join(match.sitters), session.game, (len(match.seats),) * 2)
        except Failure as failure:
            session.say(f"`{rest}`: {failure}")
            return
        session.say(f"as it was kept: {seated(session.sitting.sitters, match.seats)}")
    session.sitting.seed, session.sitting.options = match.seed, dict(match.options)
    session.told.clear()
    session.take(match)


def reload(session: Session, rest: str) -> None:
    """The edited rules with the game so far."""
    from ruledsl_tools.play.reload import Broken, changes, reloaded

    try:
        game, match = reloaded(session)
    except Broken as failure:
        session.say(f"the old rules stay: {failure}", failure.shown)
        return
    except Failure as failure:
        session.say(f"the old rules stay: {failure}")
        return
    changed = changes(session.game, game)
    session.game = game
    viewer = session.viewer
    session.take(match)
    session.viewer = viewer
    session.say(f"the rules are read again, and the game goes on after move {len(match.history.moves)}; {changed or 'nothing has changed'}")


def _why_not(error: Exception, path: str) -> str:
    if isinstance(error, OSError):
        return f"`{path}`: {(error.strerror or str(error)).lower()}"
    return str(error)
