"""A match of the engine beside the plain player: every question, and all that variables hold and where cards lie at each."""

from __future__ import annotations

from random import Random

from ruledsl.engine.choice import Choice
from ruledsl.engine.match import Match
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Program
from ruledsl.syntax import tree as t
from tests.laws.asked import Act, Asks
from tests.laws.own import Faulty
from tests.laws.playing import Player
from tests.laws.reading import Sort, Unread

EVERY = 5
"""Of so many questions one menu is compared."""


class Beside:
    """One game. `looked` counts questions that were compared, `menus` what could be chosen there; `unread` says why the player stopped, if it did,
    `passed_over` why it could not say what may be chosen."""

    def __init__(self, tree: t.Tree, program: Program, seed: int, modes: tuple[str, ...] = ()):
        self.random, self.looked, self.unread = Random(seed), 0, ""
        self.menus, self.passed_over = 0, list[str]()
        self.match = Match(program, seed, "interp", "asked", world="asked")
        self.player: Player | None = None
        try:
            self.player = Player(tree, self.match.position, modes)
        except Unread as what:
            self.unread = str(what)

    def play(self, most: int) -> str:
        """Where the two differ; nothing if they do not, over so many decisions."""
        if self.player is None:
            return ""
        going, answer = self.player.game(), None
        try:
            for _ in range(most):
                asked = next(going, None) if answer is None else going.send(answer[0])
                if wrong := self.compared(asked):
                    return wrong
                if asked is None:
                    return ""
                self.looked += 1
                choice = self.random.choice(self.answers())
                if (wrong := self.goes_wrong(choice)) is not None:
                    return wrong
                answer = (self.player.answered(self.match.position, seat_of(choice), choice.move),)
                self.match.play(choice)
        except StopIteration:
            return self.compared(None)
        except Faulty as fault:
            return self.alone(f"the rules go wrong: {fault}")
        except Unread as what:
            self.unread = str(what)
        except RulesFault as fault:
            return self.faulted(fault, lambda: going.send(answer[0]) if answer else None)
        return ""

    def answers(self) -> list[Choice]:
        """What may be chosen. Where that goes wrong, it is no matter of what is done."""
        try:
            return self.match.answers()
        except RulesFault as fault:
            raise Unread(str(fault)) from None

    def goes_wrong(self, choice: Choice) -> str | None:
        """Who answers is shown the label first, and where that goes wrong the table stops. None where it can be read; else what the text says against it."""
        assert self.player is not None
        try:
            _ = choice.label
        except RulesFault as fault:
            seat = seat_of(choice)
            act = self.player.chosen(self.match.position, choice.move)
            try:
                if isinstance(act, Act) and seat is not None:
                    self.player.says(act, Sort("player", seat))
            except (Unread, TypeError, AttributeError, LookupError):
                return ""
            return "" if fault.fault is Fault.RANGE else f"{fault}; by the text the label can be read"
        return None

    def alone(self, what: str) -> str:
        """The player stopped: so must the engine, at the latest when somebody asks what may be chosen."""
        try:
            self.match.answers()
        except RulesFault:
            return ""
        return f"by the text {what} (at line {self.player.at if self.player else 0}); the engine goes on"

    def faulted(self, fault: RulesFault, go_on: object) -> str:
        """The engine stopped: so must the player, but for numbers below 0 that stand beside none, of which it does not know."""
        try:
            assert callable(go_on)
            asked: Asks | None = go_on()
        except (Faulty, Unread):
            return ""
        except StopIteration:
            asked = None
        return "" if fault.fault is Fault.RANGE else f"{fault}; by the text {asked or 'it is over'}"

    def compared(self, asked: Asks | None) -> str:
        """Is the same asked of the same, and does all stand alike?"""
        assert self.player is not None
        position, over = self.match.position, self.match.over
        if over or asked is None:
            wrong = "" if over and asked is None else f"by the text {asked or 'it is over'}, and it is {'over' if over else 'not'}"
        else:
            line = position.place(position.site.place).span.line
            same = position.kind == asked.kind and asked.line in (0, line) and (not asked.seats or {*position.waiting} == asked.seats)
            wrong = "" if same else f"{position.kind} of {position.waiting} at line {line}, by the text {asked} at line {self.player.at}"
        return wrong or self.player.differs(position) or self.menus_differ(asked)

    def menus_differ(self, asked: Asks | None) -> str:
        """May each that is asked choose what the text says?"""
        if asked is None or asked.menu is None or self.player is None or self.random.randrange(EVERY):
            return ""
        position = self.match.position
        for seat in position.waiting:
            try:
                wrong = self.player.menu_differs(position, seat, asked.menu)
            except (Unread, RulesFault, TypeError, AttributeError, LookupError) as what:
                self.passed_over.append(f"{type(what).__name__} {what}")
                continue
            self.menus += 1
            if wrong:
                return wrong
        return ""


def seat_of(choice: Choice) -> int | None:
    """The seat that answers, from 0 on; None for chance."""
    return None if choice.seat is None else choice.seat - 1
