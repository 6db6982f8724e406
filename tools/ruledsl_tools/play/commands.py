"""What can be typed besides moves. One table; `help`, completion and the session read it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ruledsl import spell
from ruledsl.record import record
from ruledsl_tools.play import answers, hint, know, odds, travel
from ruledsl_tools.play.asking import about
from ruledsl_tools.play.input import speaks
from ruledsl_tools.terminal import flow_words, wrap

if TYPE_CHECKING:
    from ruledsl.ir.program import Face, Program
    from ruledsl_tools.play.session import Session

LOGGED = 20
"""Lines of a short log, or of what the rules say of a card."""
OFTEN = ("why", "hint", "odds", "goal", "moves", "rules", "table", "card", "chart", "log", "undo", "redo", "save", "load", "options", "quit")
"""Commands that a list tells of which has no room for all."""
SHOWN = 3
"""So many moves are named of which the same is said."""
CARDS = 12
"""So many faces of one kind of card are listed."""


@record(frozen=True)
class Command:
    """`takes` says what completes the argument: move, rule, seat, switch, file or nothing. `alone`: nothing is said behind it."""

    run: Callable[[Session, str], None]
    help: str
    takes: str = ""
    alone: bool = False


def why(session: Session, rest: str) -> None:
    """Why a move is not to be had, or that it is."""
    if not rest:
        session.say(f"why what? for example: `why {session.options[0].label if session.options else 'MOVE'}`")
        return
    if session.seat is None:
        session.say("nobody is asked for a move now")
        return
    reasons = session.reasons(rest)
    if reasons:
        session.say("\n".join(answers.reasons(session, reasons)))
        return
    meant = session.match.parse(rest, session.seat)
    if not meant:
        session.refuse(rest, session.options)
        return
    more = len(meant) - SHOWN if len(meant) > SHOWN + 1 else 0
    told = [f"`{option.label}` is legal now{_by_rule(option.rule)}" for option in meant[: len(meant) - more]]
    session.say("\n".join([*told, f"and so are {more} more: `moves {rest}` lists them"] if more else told))


def _by_rule(tags: tuple[str, ...]) -> str:
    return f" by {', '.join(tags)}" if tags else ""


def rules(session: Session, rest: str) -> None:
    """Lines of the rules text."""
    from ruledsl_tools.library import model_of
    from ruledsl_tools.play.named import code
    from ruledsl_tools.play.rules import chapters, find, names_of

    if not rest:
        session.say("\n".join([*chapters(model_of(session.game)), "`rules WORD` shows the lines with a rulebook number, a name or a word"]))
        return
    found = find(model_of(session.game), rest)
    if not found:
        near = spell.nearest(rest, names_of(model_of(session.game)))
        session.say(f"`{rest}` is not in the rules" + (f"; did you mean `{near}`?" if near else ""))
        return
    margin = min(len(text) - len(text.lstrip()) for _, _, text in found if text.strip())
    shown = [code(session, f"{line:>5}", text[margin:]) for _, line, text in found[:60]]
    if len(found) > 60:
        shown.append(f"  … and {len(found) - 60} lines more")
    session.say(session.style.paint(answers.near(found[0][0]), "dim"), "\n".join(shown))


def flow(session: Session, rest: str) -> None:
    """Where play stands in the phases."""
    from ruledsl_tools.play.where import picture

    decision = session.match.decision
    asked = "over" if decision is None else session.name(session.seat)
    session.say("\n".join(picture(session.match.program, decision.phases if decision else (), asked, session.style)))


def seat(session: Session, rest: str) -> None:
    """Look from another seat of one's own, or say whose seats there are."""
    names = {session.name(seat).casefold(): seat for seat in session.people}
    wanted = names.get(rest.casefold()) or (int(rest) if rest.isascii() and rest.isdigit() and int(rest) in session.people else None)
    if not rest:
        table = (f"{name} {who}" for name, who in zip(session.match.seats, session.sitting.sitters, strict=True))
        session.say(f"seats: {', '.join(table)}; you see what {session.name(session.viewer)} sees")
    elif wanted is None:
        session.say(f"`{rest}` is no seat of yours; yours: {', '.join(session.name(s) for s in session.people) or 'none'}")
    elif wanted == session.viewer:
        session.changed = True
    elif session.has_secrets and session.seat is not None:
        session.say(f"{session.name(wanted)} gets the seat when {session.name(wanted)} is asked")
    else:
        session.viewer = wanted
        session.changed = True


def log(session: Session, rest: str) -> None:
    """What happened last, or everything, as far as the viewer may know."""
    if rest not in ("", "all"):
        session.say("log, or log all")
        return
    lines = [session.screen.event(event) for event in session.events] if rest else session.screen.log(answers.happened(session), LOGGED)
    session.say("\n".join(lines) or "nothing has happened yet")


def options(session: Session, rest: str) -> None:
    """What the game is played with: what each option may be, and what the rules ask by it."""
    from ruledsl_tools.library import option_text

    lines = []
    for name, value in session.match.options.items():
        info = session.game.options[name]
        may_be = ", ".join(info.values) if info.values else _which(session.match.program, info.type_text)
        usual = "" if value == info.default else f"; usually {option_text(info.default)}"
        lines.append(f"{session.style.paint(f'{name} = {option_text(value)}', 'bold')}  ({may_be}{usual})")
        lines.append(f"    {info.question}" if info.question else "")
    told = ["they are chosen before play: ruledsl play GAME --option NAME=VALUE"] if lines else []
    session.say("\n".join(filter(None, [*lines, *told])) or "this game has no options")


def _which(program: Program, type_text: str) -> str:
    """What an option may be, where that is a set: of which values."""
    enum = re.fullmatch("a set of `(.*)`", type_text)
    return f"any of {', '.join(program.enums[enum[1]].values)}" if enum and enum[1] in program.enums else type_text


def _which_cards(program: Program, rest: str) -> str:
    """The cards of the table by the names that are printed on them; where these are many, of each kind the first."""
    faces = [program.faces[face] for face in dict.fromkeys(program.cards)]
    printed = list(dict.fromkeys(face.printed for face in faces))
    firsts = {face.kind: face.printed for face in reversed(faces)}
    few = printed[:CARDS] if len(firsts) == 1 or len(printed) <= CARDS else [name for name in printed if name in firsts.values()]
    more = ", …" if len(few) < len(printed) else ""
    none = f"there is no card `{rest}`; " if rest else ""
    return f"{none}card and its name: {', '.join(few)}{more}" if few else "this game has no cards"


def card(session: Session, rest: str) -> None:
    """What a card is: how many there are, what is printed on it, and its lines in the rules."""
    from ruledsl_tools.library import model_of
    from ruledsl_tools.play.named import called, code
    from ruledsl_tools.play.rules import charted, families, fitted, printed

    program, model = session.match.program, model_of(session.game)
    faces = called(program, rest)
    if not faces:
        names = dict.fromkeys(name for face in program.faces for name in (face.printed, face.kind))
        near = spell.nearest(rest, names) if rest else None
        session.say(f"there is no card `{rest}`; did you mean `{near}`?" if near else _which_cards(program, rest))
        return
    rows = [f"{_named(program.faces[n])}: {program.cards.count(n)} in the game" for n in faces[:CARDS]]
    more = [f"… and {len(faces) - CARDS} others of this kind"] if len(faces) > CARDS else []
    kinds = [program.faces[faces[0]].kind, *families(model, program.faces[faces[0]].kind)]
    # what is one line only says what the card is called, and does nothing
    told = [block for kind in kinds if len(block := printed(model, kind)) > 1 or block and re.search(r": *(@.*)?$", block[0][2])]
    written = [row for block in told for row in block][:LOGGED]
    shown = [code(session, "  ", line) for _, _, line in written]
    for meant, lines in charted(model, [program.faces[n] for n in faces[:CARDS]]):
        shown += [*([wrap(meant, session.style.width)] if meant else []), *fitted(lines, session.style.width)]
    session.say("\n".join([*rows, *more]), "\n".join(shown))


def _named(face: Face) -> str:
    """A card as it is printed, and what the rules call it, where that is another name."""
    said = re.sub(r"^Card\((.*)\)$", r"\1", face.spoken)  # `Card(three, hearts)`: that it is a card is known
    return face.printed + f" ({said} in the rules)" * (said != face.printed)


def chart(session: Session, rest: str) -> None:
    """A chart of the rules; without a name all of them, if they are short."""
    from ruledsl_tools.library import model_of
    from ruledsl_tools.play.rules import charts, fitted

    known = charts(model_of(session.game))
    name = rest.casefold().replace(" ", "_")
    if rest and name not in known:
        near = spell.nearest(name, known)
        session.say(f"there is no chart `{rest}`" + (f"; did you mean `{near}`?" if near else ""))
    elif not rest and sum(map(len, known.values())) > LOGGED:
        session.say(f"chart and its name: {', '.join(known)}")
    elif not known:
        session.say("this game has no charts")
    else:
        for head, *lines in [known[name]] if rest else known.values():
            session.say(head.strip(), "\n".join(fitted(lines, session.style.width)))


def moves(session: Session, rest: str) -> None:
    """All options, or those that speak of all words, or are so called in the rules; what brings the most at once first."""
    from ruledsl_tools.play.menu import by_worth, listed

    name = rest.casefold().replace(" ", "_")
    fitting = {n for n, option in enumerate(session.options, 1) if speaks(option, rest) or option.action.startswith(name)}
    numbers = [number for number in by_worth(session.options, session.worth()) if number in fitting]
    shown = listed(session.options, numbers, session.bare_numbers, session.style)
    session.say("\n".join(shown) or (f"no move speaks of `{rest}`" if session.options else "nobody is asked for a move now"))


def pause(session: Session, rest: str) -> None:
    """Whether the clocks stand still."""
    if not any(what.seconds for what in session.match.program.interruptions.values()):
        session.say("nothing here is played against a clock")
    elif not session.console.timed:
        session.say("no clock runs where lines are read from a file or a pipe")
    elif rest not in ("", "on", "off"):
        session.say("pause on, or pause off")
    else:
        session.paused = rest == "on" if rest else not session.paused
        session.say(answers.clocks(session))


def auto(session: Session, rest: str) -> None:
    """Whether a single option is played by itself."""
    if rest not in ("", "on", "off"):
        session.say("auto on, or auto off")
        return
    session.auto = rest == "on" if rest else not session.auto
    session.say("a single option is now played by itself" if session.auto else "every decision is asked again")


def table(session: Session, rest: str) -> None:
    """Show the table again."""
    if rest not in ("", "all"):
        session.say("table, or table all")
        return
    session.changed, session.whole = True, rest == "all"


def goal(session: Session, rest: str) -> None:
    """What the first screen says of the game."""
    session.say("\n".join(about(session)) or "the rules say no more of it than `rules` shows")


def carry_out(session: Session, name: str, rest: str) -> None:
    """Do what a command says; nothing of one that is said alone and has more behind it."""
    command = COMMANDS[name]
    if rest and command.alone:
        session.say(f"`{name}` is said with nothing behind it: {command.help}")
    else:
        command.run(session, rest)


def leave(session: Session, rest: str) -> None:
    """Stop."""
    session.closing = True


def help_(session: Session, rest: str) -> None:
    """What can be typed."""
    if rest and rest != "all":
        near = rest if rest in COMMANDS else spell.nearest(rest, COMMANDS)
        session.say(f"{near} {COMMANDS[near].help}" if near else f"there is no command `{rest}`; help lists them")
        return
    intro = (
        "a move: its words, a beginning of them (`d 5` for `discard 5`), a value alone, "
        f"or {'its number' if session.bare_numbers else '# and its number'} in the list"
    )
    colon, names = "a colon before a command (`:undo`) tells it from a move of that name", [name for name in COMMANDS if len(name) > 1]
    lines = _told_of(session, names)
    if session.style.rows and rest != "all" and len(lines) + 4 > session.style.rows:
        rare = [name for name in names if name not in OFTEN]
        lines = [*_told_of(session, [name for name in names if name in OFTEN]), f"besides {', '.join(rare)}; `help NAME` says what one does, `help all` all"]
    session.say("\n".join([intro, *lines, colon]))


def _told_of(session: Session, names: Iterable[str]) -> list[str]:
    """Commands, with what each of them does."""
    paint, width = session.style.paint, session.style.width
    rows = ((f"  {paint(f'{name:<8}', 'bold')} {COMMANDS[name].help.split()[0]}", *COMMANDS[name].help.split()[1:]) for name in names)
    return [line for row in rows for line in flow_words([*row], width, " " * 13)]


COMMANDS = {
    "why": Command(why, "MOVE: why it is not to be had now", "move"),
    "hint": Command(hint.hint, "[N] [S s]: what N games played on from here, or S seconds, say of your moves"),
    "odds": Command(odds.odds, "CARD: where it may lie, for all that you have seen", "card"),
    "know": Command(know.know, "what you do not see, cards and numbers, as far as you can tell", alone=True),
    "worlds": Command(know.worlds, "how many ways there are for the cards to lie, for all that you have seen", alone=True),
    "goal": Command(goal, "what the game is about, what wins, and what there is to do", alone=True),
    "moves": Command(moves, "[WORDS]: all that can be done, or what speaks of the words"),
    "rules": Command(rules, "WORD: the lines of the rules with a rulebook number or a name", "rule"),
    "flow": Command(flow, "where play stands in the phases of the game", alone=True),
    "table": Command(table, "[all]: the table again; all: also what is empty or says nothing now", "whole"),
    "card": Command(card, "NAME: how many there are of a card, and what it does", "card"),
    "chart": Command(chart, "[NAME]: a chart of the rules, such as a price list or a map", "chart"),
    "log": Command(log, "[all]: what happened last, or all of it, as you may know it", "whole"),
    "history": Command(travel.history, "the moves so far", alone=True),
    "undo": Command(travel.undo, "take the last move back", alone=True),
    "redo": Command(travel.redo, "play it again", alone=True),
    "new": Command(travel.new, "[SEED]: a new game at this table"),
    "save": Command(travel.save, "FILE: keep the game", "file"),
    "load": Command(travel.load, "FILE: go on with a kept game", "file"),
    "reload": Command(travel.reload, "take in the edited rules and keep the game where it still fits", alone=True),
    "seat": Command(seat, "[NAME]: who sits where; look from another seat of yours", "seat"),
    "options": Command(options, "the options and rulings of this game", alone=True),
    "pause": Command(pause, "[on|off]: the clock stands still, or runs on", "switch"),
    "auto": Command(auto, "[on|off]: play a move by itself when it is the only one", "switch"),
    "help": Command(help_, "[NAME|all]: this list, or what one command does"),
    "quit": Command(leave, "leave (or Ctrl-D)", alone=True),
    "?": Command(help_, "this list"),
    "q": Command(leave, "leave", alone=True),
}
OTHERWISE = {
    "about": "goal", "aim": "goal", "objective": "goal", "win": "goal", "look": "table", "show": "table", "state": "table", "status": "table",
    "back": "undo", "exit": "quit", "leave": "quit", "restart": "new", "settings": "options", "score": "table", "commands": "help", "tip": "hint",
}  # fmt: skip
"""What people type for a command, and no rules know of."""


def meaning(name: str) -> str:
    """What is to stand behind a command, and what it does, if it wants something there."""
    command = COMMANDS.get(name)
    return f" {name} {command.help}" if command and re.match("[A-Z]", command.help) else ""
