"""Back and forth in a game: undo, redo, history; keeping games; taking in edited rules."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ruledsl_tools.failure import Failure

if TYPE_CHECKING:
    from ruledsl_tools.play.session import Session


def undo(session: Session, rest: str) -> None:
    """Back to the last decision of a person."""
    match = session.match
    if not _a_person_has_moved(session):
        session.say("there is nothing to take back")
        return
    session.stuck = None
    match.undo()
    while not _a_person_is_asked(session) and match.history.moves:
        match.undo()
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
    """The moves so far; what others chose in secret stays so."""
    from ruledsl.engine.chains import said

    moments = session.match.moments
    on = [moment for before, moment in pairwise(moments) if before.begun is not None]
    further = {id(event): moment.move.label for moment in on if moment.move is not None for event in moment.events}
    chosen: list[str] = []
    for event in session.events:
        if event.kind == "choice" and id(event) in further:  # the same move goes on
            chosen[-1] = said([chosen[-1], further[id(event)]])
        elif event.kind == "choice":
            chosen.append(event.text)
    session.say("\n".join(f"{i:>4}  {text}" for i, text in enumerate(chosen, 1)) or "no move has been made yet")


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
