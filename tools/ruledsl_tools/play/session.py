"""A sitting at the table: whose turn it is, what they see, what they type."""

from __future__ import annotations

from contextlib import nullcontext
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ruledsl.record import field, record
from ruledsl_tools import stopping
from ruledsl_tools.library import beginning, match_from, start
from ruledsl_tools.play import answers
from ruledsl_tools.play.asking import asked, wanted
from ruledsl_tools.play.bots import bot_named, patient
from ruledsl_tools.play.clock import TimeIsUp, first, running
from ruledsl_tools.play.commands import COMMANDS, OTHERWISE, carry_out, meaning
from ruledsl_tools.play.complete import complete
from ruledsl_tools.play.console import Completion, Console
from ruledsl_tools.play.fitting import laid
from ruledsl_tools.play.input import NoSuchNumber, Order, PlaceOrMove, TooLong, Unclear, Unknown, Unstated, nearest, read
from ruledsl_tools.play.menu import EXAMPLES, spans, takes_numbers
from ruledsl_tools.play.named import declared
from ruledsl_tools.play.screen import Screen
from ruledsl_tools.terminal import wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.engine import Choice, Clock, Decision, Event, Game, Match, Reason, RulesFault
    from ruledsl.search.at_once import AtOnce

YOU = "you"
FEW = 8
"""So many options are named where a text could mean any of them."""
NO_MOVE = "is no move here"
"""How a match says that a text means nothing to it."""
WORTH = "what moves bring at once"


@record
class Sitting:
    """What a game is played with: enough to start it again."""

    name: str
    sitters: list[str]
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    engine: str = "interp"
    language: str = ""
    test: str = ""  # the title of the test where play begins
    table: bool = False
    """Are the cards and throws real ones, at a table that the computer does not see?"""

    @property
    def people(self) -> list[int]:
        """The seats that a person plays."""
        return [seat for seat, who in enumerate(self.sitters, 1) if who == YOU]

    @property
    def world(self) -> str:
        """What happens at the real table is asked of people, and drawn where nobody looks."""
        return "asked" if self.people or self.table else "drawn"

    @property
    def bots(self) -> list[int]:
        """The seats that need no person."""
        return [seat for seat, who in enumerate(self.sitters, 1) if who != YOU]

    def start(self, game: Game, world: str = "") -> Match:
        """A new match as this sitting wants it."""
        if self.test:
            begun = beginning(self.name, self.test, self.engine)
            return match_from(game, begun, self.seed, self.engine, world=world or self.world, language=self.language)
        how = {"chance": "told", "eyes": self.bots} if self.table else {}
        return start(game, len(self.sitters), self.seed, self.options, self.engine, world=world or self.world, language=self.language, **how)


class Session:
    """One match, the people and bots who play it, and the console they talk through."""

    def __init__(self, game: Game, match: Match, sitting: Sitting, console: Console):
        self.game = game
        self.sitting = sitting
        self.console = console
        self.style = console.style
        self.auto = False
        self.closing = self.stopped = False
        self.stuck: RulesFault | None = None
        self.told: dict[int | None, int] = {}
        self.take(match)

    # ---- what stands on the table ------------------------------------------------------------

    def take(self, match: Match) -> None:
        """Go on with this match."""
        self.match = match
        match.sitters = tuple(self.sitting.sitters)
        self.paused = False
        self.stuck = None
        self.viewer: int | None = self.people[0] if self.people and not self.sitting.table else None
        self.changed = True
        self.whole = False
        self._program = match.program
        self.strangers = {seat: who for seat, who in enumerate(self.sitting.sitters, 1) if who != YOU}
        self.screen = Screen(self._program, self.style, self.strangers)

    @property
    def people(self) -> list[int]:
        return self.sitting.people

    @property
    def seat(self) -> int | None:
        """The seat that is asked for a line now; None if nobody's, as for what the world does and after the end."""
        decision = self.match.decision
        if decision is None:
            return None
        return next((seat for seat in decision.waiting if seat in self.people), None)

    @property
    def asks(self) -> bool:
        """Is a line wanted from people now: for a move of theirs, or for what has happened at the table?"""
        decision = self.match.decision
        return decision is not None and (self.seat is not None or decision.player is None and self._tells(decision))

    def _tells(self, decision: Decision) -> bool:
        """Do people say what chance or the world has brought?"""
        return self.sitting.table or decision.kind == "world" and bool(self.people)

    @property
    def options(self) -> list[Choice]:
        """What may be chosen now by whoever is asked; of what nothing tells apart the first."""
        decision = self.match.decision
        if decision is None:
            return []
        from ruledsl.engine.menus import unlike

        return list(unlike(decision.options if self.seat in (None, decision.player) else self.match.legal(self.seat)))

    @cached_property
    def _printed(self) -> list[str]:
        return [face.printed for face in self._program.faces]

    @property
    def events(self) -> list[Event]:
        """What happened, as far as the viewer may know it."""
        return self.match.events(self.viewer) if self.viewer else self.match.log

    @property
    def bare_numbers(self) -> bool:
        """May a bare number be a place in the list of options?"""
        return takes_numbers(self.options, self._printed)

    def name(self, seat: int | None) -> str:
        """How a seat is called."""
        return self.match.seats[seat - 1] if seat else "the table"

    # ---- the run -----------------------------------------------------------------------------

    def run(self) -> int:
        """Until somebody leaves, or the input or a game without people ends; 1 if the rules went wrong with nobody there."""
        answers.greet(self)
        while not self.closing:
            try:
                stopping.watch(stays=self.waits)
                self.go_on()
            except KeyboardInterrupt:
                if not self.waits:
                    raise
                self.stopped = True
        return int(self.stuck is not None and not self.people)

    def go_on(self) -> None:
        """Let the bots play, and do what a person types then; after an interruption the bots wait for a line, too."""
        if not self.stopped:
            self.settle()
        self.pass_the_seat()
        if self.changed or not self.people:
            self.show_table()
        if not self.people:
            self.closing = True
            return
        if self.stopped:
            answers.interrupted(self)
        try:
            line = self.listen()
        except TimeIsUp:
            self.run_out()
            return
        finally:
            self.stopped = False
        if line is None:
            answers.end_of_input(self)
        else:
            self.obey(line)

    @property
    def waits(self) -> bool:
        """Does an interruption stop what goes on, and not the game? Somebody at a terminal is asked for a line then."""
        return self.console.private and bool(self.people)

    @property
    def clocks(self) -> list[Clock]:
        """The clocks that run for the person who is asked."""
        return self.match.clocks if self.seat and self.console.timed and not self.paused else []

    def listen(self) -> str | None:
        """The next line; TimeIsUp if a clock runs out before it comes."""
        clock = first(self.clocks)
        with nullcontext() if clock is None else running(self.match):
            return self.console.ask(self.prompt(), self.name(self.seat), self.complete, None if clock is None else clock.left)

    def run_out(self) -> None:
        """The first of the clocks has run out: play it."""
        clock = first(self.clocks)
        if clock is not None:
            self.say(self.style.paint(clock.choice.label, "yellow"))
            self.play(clock.choice)

    def settle(self) -> None:
        """Let the bots play, and the forced moves if `auto` is on, until a person is asked."""
        while self.stuck is None and (decision := self.match.decision) is not None:
            if self.seat is not None:
                forced = self.options
                if not self.auto or len(forced) != 1:
                    return
                self.play(forced[0])
                continue
            if decision.player is None and self._tells(decision):
                return
            who = self.sitting.sitters[decision.player - 1] if decision.player else "random"
            self.play(self._bots_choice(who, list(decision.options)))
            if not self.people:
                answers.tell_events(self)

    def _bots_choice(self, who: str, options: list[Choice]) -> Choice:
        if who == "random":
            return bot_named(who)(self.match, options, self.sitting.seed)
        return stopping.waited(lambda breathe: patient(who, breathe)(self.match, options, self.sitting.seed))

    def play(self, option: Choice) -> None:
        """Play one option. Where the rules go wrong, the game stands still: it can be mended by `reload` or left by `undo`."""
        from ruledsl.engine import RulesFault

        self.changed = True
        try:
            self.match.play(option, option.seat)
        except RulesFault as fault:
            self.stuck = fault
            self.say("\n".join(answers.fault(self, fault, option)))

    def pass_the_seat(self) -> None:
        """Before another person of a game with secrets is asked, hide what the last one saw."""
        seat = self.seat
        if seat is None or seat == self.viewer or self.sitting.table:
            return
        if self.has_secrets and self.console.private:
            self.console.hand_over(f"pass to {self.name(seat)}, then press Enter ")
        self.viewer = seat
        self.changed = True

    @property
    def has_secrets(self) -> bool:
        """Does a seat see what another may not?"""
        program = self._program
        return any(sight in ("own", "others") for sight in (*(z.visibility for z in program.zones), *(v.visibility for v in program.variables)))

    # ---- what is shown -----------------------------------------------------------------------

    def show_table(self) -> None:
        """What happened since this seat last looked, the table, and what can be done."""
        self.console.lay(self)
        self.changed = self.whole = False

    def tell(self) -> None:
        """The same, as lines one after the other."""
        aloud = answers.tell_events(self)
        self.console.show("\n".join(laid(self, aloud)))

    def worth(self) -> Sequence[AtOnce]:
        """What each option brings at once, where there are too many to be listed; nothing where the cards lie on a real table, or moves are made of
        several choices."""
        from ruledsl_tools.play.menu import SHOWN

        if len(self.options) <= SHOWN or self.seat is None or self.sitting.table or any(option.on for option in self.options):
            return ()
        from ruledsl.search.at_once import at_once

        kept = self.match.moments[-1].hung
        if (WORTH, self.seat) not in kept:
            kept[WORTH, self.seat] = at_once(self.match, self.seat - 1, self.options)
        found: Sequence[AtOnce] = kept[WORTH, self.seat]
        return found

    def question(self) -> str:
        """What is asked of whom."""
        return f"{self.style.paint(self.name(self.seat), 'bold')}: {asked(self)}"

    def prompt(self) -> str:
        """What stands before the line that is typed."""
        where = "stuck" if self.stuck else "over" if self.match.over else self.name(self.seat) + ", paused" * self.paused
        return self.style.paint(f"{where}> ", "bold")

    def say(self, text: str, code: str = "") -> None:
        """An answer to what was typed, and below it lines of code with marks, which are never wrapped."""
        self.console.show(wrap(text, self.style.width) + (f"\n{code}" if code else ""))

    def complete(self, text: str) -> list[Completion]:
        """What the line could go on as."""
        return complete(text, self)

    # ---- what is typed -----------------------------------------------------------------------

    def obey(self, line: str) -> None:
        """Do what a line says, or say why not."""
        options = self.options
        line = "".join(char if char.isprintable() else " " for char in line)
        meant = read(line, COMMANDS, self.match, self.seat, options, self.bare_numbers)
        match meant:
            case None:
                self.changed = not self.match.over and bool(options)
            case Order(command, rest):
                carry_out(self, command, rest)
            case PlaceOrMove(text, place, spoken):
                self.say(f"this could be `{spoken.full}`, or `#{text}`, which is `{place.full}`; type one of these")
            case Unclear(several):
                named = several if len(several) <= FEW else several[:EXAMPLES]
                more = f" or {len(several) - len(named)} others; `moves {line.strip()}` lists them" if len(named) < len(several) else "; say more"
                self.say("this could be " + " or ".join(f"`{o.full}`" for o in named) + f"{more}{self._placed(line)}")
            case NoSuchNumber(text) if not options:
                self.refuse(text, options)
            case NoSuchNumber(text):
                self.say(f"there is no option {text}; the list ends at {len(options)}")
            case Unstated(picked):
                self.say(f"`{picked.label}`: which signs make it? type the expression")
            case TooLong(length):
                self.say(f"a line of {length:,} characters is no move or command; type help for what can be typed")
            case Unknown(text):
                if not self.several(text):
                    self.refuse(text, options)
            case option:
                self.play(option)

    def _placed(self, line: str) -> str:
        """How the option is typed that stands where a bare number says."""
        number = int(line) if line.strip().isdigit() else 0
        return f", or type #{number} for {self.options[number - 1].full}" if 0 < number <= len(self.options) else ""

    def several(self, text: str) -> bool:
        """What is told of several cards at once, between commas, the one after the other; False if that is not it."""
        pieces = [piece.strip() for piece in text.split(",")]
        decision = self.match.decision
        if len(pieces) < 2 or decision is None or decision.kind != "told":
            return False
        for piece in pieces:
            decision = self.match.decision
            found = self.match.parse(piece) if decision is not None and decision.kind == "told" else []
            if len(found) != 1:
                self.say(f"`{piece}` and what stands behind it is not taken in")
                return True
            self.play(found[0])
        return True

    def refuse(self, text: str, options: list[Choice]) -> None:
        """Say why a text is no move now, or what it may have been meant to be."""
        if self.match.over:
            self.say(f"the game is over; {answers.AFTERWARDS}")
            return
        place = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
        listed = [f"for option {place} of the list, `{options[place - 1].label}`, type #{place}"] if 0 < place <= len(options) and not spans(options) else []
        parts = [option.full for option in options if text in option.args.values()]
        if 0 < len(parts) <= FEW:
            self.say("\n".join([f"`{text}` is only a part of a move; type {' or '.join(f'`{part}`' for part in parts)}", *listed]))
            return
        reasons = [reason for reason in self.reasons(text) if not (listed and reason.reads) or text in self._printed]
        if reasons or listed:
            elsewhere = any(reason.wording and reason.action not in {option.action for option in options} for reason in reasons)
            self.say("\n".join([*listed, *answers.reasons(self, reasons, brief=bool(listed)), *(wanted(self) if elsewhere else ())]))
            return
        if found := declared(self, text):
            self.say(*found)
            return
        if self.seat is None and self.asks:
            self.say("\n".join([f"`{text}` is no answer to this; type one of the list, or undo", *wanted(self)]))
            return
        near = OTHERWISE.get(text.casefold()) or nearest(text, COMMANDS, options, lambda guess: self.match.parse(guess, self.seat), self._program.cells)
        said = text if len(text) <= self.style.width else text[: self.style.width // 2] + "…"
        hint = f"did you mean `{near}`?{meaning(near)}" if near else "type help for what can be typed"
        self.say("\n".join([f"`{said}` is no move or command here; {hint}", *(() if near else wanted(self))]))

    def reasons(self, text: str) -> list[Reason]:
        """Why a text is no move now; nothing if it is one, or if it means nothing in this game."""
        if self.seat is None:
            found = self.match.why_not(text) if self.asks else []
            return [] if found and NO_MOVE in found[0].message else found
        readings = [text, *(f"{action.name} {text}" for action in self.match.program.actions if text.isdigit())]
        for reading in readings:
            found = self.match.why_not(reading, self.seat)
            if found and NO_MOVE not in found[0].message and not (found[0].wording and reading != text):
                return found
        return []
