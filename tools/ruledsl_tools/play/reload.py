"""Edited rules under a running game: what was played is played again on the new program, if it still means the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.record import replace
from ruledsl_tools.failure import Failure
from ruledsl_tools.library import load_game

if TYPE_CHECKING:
    from ruledsl.engine import Choice, Game, Match, Move
    from ruledsl.ir.program import Program
    from ruledsl_tools.play.session import Session


def reloaded(session: Session) -> tuple[Game, Match]:
    """The game as its file is now, and the match played again on it. Failure says why it does not fit."""
    from ruledsl.diagnostics import RulesError

    try:
        game = load_game(session.sitting.name, under_all=False)
    except RulesError as error:
        from ruledsl_tools.report import rendered

        first = rendered(error.diagnostics[0], error.sources, session.style, session.style.width).rstrip()
        more = len(error.diagnostics) - 1
        raise Broken("they have a fault" + (f" and {more} more" if more else ""), first) from None
    return game, replayed(game, session)


class Broken(Failure):
    """Rules that cannot be used, with the lines that show where."""

    def __init__(self, message: str, shown: str):
        super().__init__(message)
        self.shown = shown


def changes(old: Game, new: Game) -> str:
    """What an edit has changed, by the names of the declarations; "" if nothing."""
    before, after = _declared(old), _declared(new)
    told = [("new", after.keys() - before.keys()), ("gone", before.keys() - after.keys())]
    told.insert(0, ("changed", {name for name in before.keys() & after.keys() if before[name] != after[name]}))
    order = [*before, *(name for name in after if name not in before)]
    return "; ".join(f"{word}: {', '.join(sorted(names, key=order.index))}" for word, names in told if names)


def _declared(game: Game) -> dict[str, str]:
    """The text of every declaration by its head: a line that begins at the margin, and what stands further in below it."""
    found: dict[str, str] = {}
    head = ""
    for line in "\n".join(game.texts).splitlines():
        if line[:1].strip() and line[0] != "#":
            head = re.split(r"[(:=\"@]| {2,}", line.strip())[0].strip()
            found[head] = found.get(head, "") + line
        elif head:
            found[head] += "\n" + line.rstrip() if line.strip() else ""
    return found


def replayed(game: Game, session: Session) -> Match:
    """The moves so far on another version of the game."""
    old, sitting = session.match, session.sitting
    low, high = game.seat_range
    if not low <= len(old.seats) <= high:
        raise Failure(f"the game is now for {low} to {high} players")
    options = {name: value for name, value in sitting.options.items() if name in game.options}
    language = old.language if old.language in game.languages else ""
    match = replace(sitting, options=options, language=language).start(game, old.world)
    different = differences(old.program, match.program)
    if different:
        raise Failure("; ".join(different))
    for number, move in enumerate(old.history.moves, 1):
        for hop in (move, *move.on):
            match.wait(hop.took)
            _again(old.program, match, hop, number)
    match.wait(old.history.waited)
    if match.history.drawn != old.history.drawn:
        raise Failure("under the new rules chance would have fallen otherwise")
    sitting.options = options
    return match


def _again(old: Program, match: Match, move: Move, number: int) -> None:
    """Play one move of the old game in the new one."""
    from ruledsl.engine import RulesFault

    who = match.seats[move.seat - 1] if move.seat else "the table"
    options = [] if match.over else list(match.answers(move.seat))
    found = [option for option in options if option.label == move.label] or [o for o in options if _is_reworded(old, match.program, move, o)]
    if not found:
        reasons = match.why_not(move.label, move.seat) if move.seat else []
        why = f": {reasons[0].message}" if reasons else ""
        raise Failure(f"move {number}, {who}: {move.label}, is not legal any more{why}")
    try:
        match.play(next((option for option in found if option.move == move.move), found[0]), move.seat)
    except RulesFault as fault:
        raise Failure(f"move {number}, {who}: {move.label}, goes wrong: {fault}") from None


def _is_reworded(old: Program, new: Program, move: Move, option: Choice) -> bool:
    """Is it the same action with the same arguments, put into other words?"""
    if move.move[0] < 0 or option.move[0] < 0:
        return False
    before, now = old.actions[move.move[0]], new.actions[option.move[0]]
    types = [[parameter.type for parameter in action.params] for action in (before, now)]
    means_the_same = types[0] == types[1] and all(old.enums.get(type.name) == new.enums.get(type.name) for type in types[0])
    return before.name == now.name and means_the_same and option.move[1:] == move.move[1:]


def differences(old: Program, new: Program) -> list[str]:
    """Why the components of two programs are not the same; moves on one would mean something else on the other."""
    found = []
    if old.seats != new.seats:
        found.append(f"the seats were {', '.join(old.seats)} and are now {', '.join(new.seats)}")
    if _components(old) != _components(new):
        found.append(f"the components changed: {_changed(_components(old), _components(new))}")
    if old.cells != new.cells:
        found.append(f"the board had {len(old.cells)} cells and has now {len(new.cells)}")
    return found


def _components(program: Program) -> dict[str, int]:
    """How many cards of each face there are."""
    counts: dict[str, int] = {}
    for face in program.cards:
        spoken = program.faces[face].spoken
        counts[spoken] = counts.get(spoken, 0) + 1
    return counts


def _changed(old: dict[str, int], new: dict[str, int]) -> str:
    names = [name for name in {**old, **new} if old.get(name, 0) != new.get(name, 0)]
    told = [f"{name} {old.get(name, 0)} -> {new.get(name, 0)}" for name in names[:4]]
    return ", ".join(told) + (f" and {len(names) - 4} more" if len(names) > 4 else "") if names else "their order"
