"""Sentences that a session says: greetings, reasons, what happened, how it ended."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruledsl_tools.play.asking import about
from ruledsl_tools.play.asking import spoken as spoken_name
from ruledsl_tools.play.clock import spoken

if TYPE_CHECKING:
    from ruledsl.engine import Choice, Event, Reason, RulesFault
    from ruledsl.source import Span
    from ruledsl_tools.play.session import Session


KINDS = 4
"""Where there are so many kinds of cards, they do one thing and another."""
LEADING = ("at", "by", "for", "from", "in", "of", "on", "to", "with")
"""Words with which no name ends that something `is`: `may knock with`."""
AFTERWARDS = "type new for another game, undo to go back, log for all that happened, or quit"


def greet(session: Session) -> None:
    """The game, who plays it, and how to get the same game again."""
    sitting = session.sitting
    names = seated(sitting.sitters, session.match.seats)
    session.say(f"{session.style.paint(session.game.title, 'bold')}: {names}; seed {sitting.seed} repeats this game")
    if session.people:
        for line in about(session):
            session.say(f"  {line}")
        cards = " `card NAME`: what it does," * (len({face.kind for face in session.match.program.faces}) >= KINDS)
        lists = list(dict.fromkeys(found for text in session.game.texts for found in re.findall(r"^ *chart (\w+)", text, re.MULTILINE)))
        charts = f" `chart {lists[0]}`: what the rules list," if lists else ""
        good = "" if session.sitting.table else " `hint` for a good one,"
        session.say(session.style.paint(f"type a move,{good}{cards}{charts} `help`, `quit`", "dim"))
        if session.sitting.table:
            session.say("the game is played at a real table: whoever is named before the > says what is done there; the table, what is dealt and thrown")


def seated(sitters: Sequence[str], seats: Sequence[str]) -> str:
    """Who sits where."""
    return ", ".join(f"{name} is {who}" for name, who in zip(seats, sitters, strict=True))


def end_of_input(session: Session) -> None:
    """Said when there is nobody to ask any more; then it ends."""
    session.closing = True
    session.say("the input ended; the game is over" if session.match.over else "the input ended before the game was over")


def interrupted(session: Session) -> None:
    """Said when somebody at a terminal has stopped what went on."""
    decision = session.match.decision
    session.say(
        f"stopped; press Enter to let {session.name(decision.player)} think again, or save FILE, undo, quit"
        if decision and not session.asks
        else "stopped; to leave, type quit or press Ctrl-D"
    )


def tell_events(session: Session) -> int:
    """What the viewer has not been told yet. Of how many lines of it the first says something aloud: these are to be in sight when it is asked what to do."""
    events = happened(session)
    told = min(session.told.get(session.viewer, 0), len(events))
    session.told[session.viewer] = len(events)
    if lines := session.screen.events(events[told:], laid=bool(session.people)):
        session.say("\n".join(lines))
    aloud = next((n for n, event in enumerate(events) if n >= told and event.kind == "tell"), len(events))
    return len(session.screen.events(events[aloud:], laid=bool(session.people)))


def happened(session: Session) -> list[Event]:
    """What happened, but for what was set or laid on a board before anybody chose: that stands on the table, where it is not shown in passing."""
    events = session.events
    start = next((n for n, event in enumerate(events) if event.kind == "choice"), len(events))
    on_cells = tuple(f"{spoken_name(zone.name)} of " for zone in session.match.program.zones if zone.owner == "cell")
    return [*(event for event in events[:start] if event.shown or not _is_seen(event, on_cells)), *events[start:]]


def _is_seen(event: Event, on_cells: tuple[str, ...]) -> bool:
    """Did something come to a place where it still stands, and where a table or its board shows it?"""
    return event.kind == "change" or event.kind == "move" and event.text.rpartition(" to ")[2].startswith(on_cells)


def result(session: Session) -> list[str]:
    """Who won, and the scores."""
    match = session.match
    winners = [session.name(seat) for seat in match.winners]
    verdict = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the victory'}" if winners else "nobody wins"
    told = ({"payoffs": match.payoffs} if match.program.pays and not _says_the_same(match.payoffs, match.scores) else {}) | {"scores": match.scores}
    shown = {word: ["-" if number is None else number for number in numbers] for word, numbers in told.items()}
    rows = (f"{word}: {'   '.join(f'{name} {number}' for name, number in zip(match.seats, numbers, strict=True))}" for word, numbers in shown.items())
    lines = ["", session.style.paint(f"the game is over: {verdict}", "bold", "green"), *rows]
    return [*lines, AFTERWARDS] if session.people else lines


def _says_the_same(payoffs: Sequence[float | None], scores: Sequence[float | None]) -> bool:
    """Are payoffs nothing but scores, counted from another number or the other way round?"""
    pairs = [(payoff, score) for payoff, score in zip(payoffs, scores, strict=True) if payoff is not None and score is not None]
    whole = len(pairs) == len(payoffs)
    return whole and 1 in (len({payoff - score for payoff, score in pairs}), len({payoff + score for payoff, score in pairs}))


def meanwhile(session: Session) -> list[str]:
    """What may come in between, and when a clock brings it."""
    decision = session.match.decision
    if decision is None or not decision.meanwhile:
        return []
    times = {clock.choice.label: clock.left for clock in session.match.clocks}
    labels = [choice.label for choice in decision.meanwhile]
    texts = [f"`{label}`" + (f" in {spoken(times[label])}" if label in times else "") for label in labels]
    return [session.style.paint(f"  meanwhile may come: {', '.join(texts)}", "dim")]


def clocks(session: Session) -> str:
    """Do the clocks run, and what do they show?"""
    left = [f"; `{clock.choice.label}` in {spoken(clock.left)}" for clock in session.match.clocks]
    return f"the clock {'stands still until you type pause again' if session.paused else 'runs'}{''.join(left)}"


def place(span: Span, tags: Sequence[str]) -> str:
    """Where a rule stands and its numbers in the rulebook."""
    return f"{near(span.file)}:{span.line}" + (f"  {' '.join(tags)}" if tags else "")


def near(file: str) -> str:
    """A file below the folder we stand in by its way from there."""
    short = os.path.relpath(file) if os.path.isabs(file) else file
    return file if short.startswith("..") else short


def reasons(session: Session, found: Sequence[Reason], brief: bool = False) -> list[str]:
    """Why a move is not to be had now; `brief`: in a line each. How a move is said has nothing to do with now, and stands nowhere in the rules.
    What one rule says of many ways to make the move is told of the first."""
    lines = []
    given = {action.name: [param.name for param in action.params] for action in session.match.program.actions}
    several = len({reason.action for reason in found}) > 1
    alike: dict[object, list[Reason]] = {}
    for reason in found:
        alike.setdefault((reason.action, reason.span) if reason.required else reason, []).append(reason)
    for reason, *others in alike.values():
        action = f"{reason.action.replace('_', ' ')}: " if several and reason.action else ""
        told = action + reason.message + f" (and {len(others)} more like this)" * bool(others)
        lines.append(told if reason.wording else session.style.paint("not now: ", "yellow") + told)
        if reason.wording or brief:
            continue
        if reads := [read for read in reason.reads if read[0] not in given.get(reason.action, ())]:  # what was typed is known
            lines.append("    " + ", ".join(_found(session, *read) for read in reads))
        lines.append("    " + session.style.paint(place(reason.span, reason.tags), "dim"))
    return lines


def _found(session: Session, source: str, value: str) -> str:
    """What was looked at and found: of what is so or is not, yes or no."""
    words = session.match.position.words
    so = {words.tell("true"): "yes", words.tell("false"): "no"}
    return f"{source}: {so[value]}" if value in so else f"{source}: {value}" if source.split()[-1] in LEADING else f"{source} is {value}"


def fault(session: Session, found: RulesFault, option: Choice) -> list[str]:
    """What is wrong with the rules, as a move has shown."""
    lines = [session.style.paint(f"the rules go wrong with `{option.label}`: ", "error") + found.fault + (f" ({found.detail})" if found.detail else "")]
    lines.append("    " + session.style.paint(place(found.place.span, found.place.tags), "dim"))
    return [*lines, "the move was not made; undo, or mend the rules and reload"] if session.people else lines
