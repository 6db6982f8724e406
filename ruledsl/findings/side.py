"""One of two games that are looked at side by side: its program, where play stands, and what is seen of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruledsl.engine.backend import engine_for
from ruledsl.engine.cards import instances, loose_in
from ruledsl.engine.menus import choices
from ruledsl.engine.position import Position
from ruledsl.engine.view import view
from ruledsl.engine.words import Words
from ruledsl.findings.pairing import Move
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.layout import Values
from ruledsl.ir.program import Program, Template, Variable, Zone
from ruledsl.minds.hearing import Hearing
from ruledsl.record import record


@record(frozen=True)
class Told:
    """A value that was told aloud: the mask of seats to which, what they heard, and the variable that held it meanwhile."""

    seats: int
    value: str
    variable: Variable

    @property
    def text(self) -> str:
        """The text in which it was told, as it is written."""
        return "".join(f"{{{piece}}}" if name else piece for piece, name in self.variable.said)

    @property
    def heard(self) -> tuple[int, str]:
        """By whom, and what."""
        return self.seats, self.value

    @property
    def words(self) -> str:
        """The text with the value that stands in it."""
        return f"“{self.text}”: {self.value}"


class Side:
    """A program, and where play stands."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.engine: Any = Hearing(program) if any(variable.told for variable in program.variables) else engine_for(program, "interp")
        self.words = Words(program)
        self.state: Any = None

    @property
    def position(self) -> Position:
        return Position(self.program, self.engine, self.words, self.state)

    @property
    def values(self) -> Values:
        values: Values = self.state.regions()
        return values

    def get(self, name: str) -> int:
        """A number of the state's header."""
        value: int = self.state.get(name)
        return value

    def told(self) -> list[Told]:
        """What was told aloud since this was last asked."""
        if not isinstance(self.engine, Hearing):
            return []
        found = [Told(mask, self.words.show(variable.type, value), variable) for mask, variable, value in self.engine.told]
        self.engine.told.clear()
        self.engine.heard.clear()
        return found

    def answer(self, seat: int, move: Move) -> None:
        """Play on."""
        for n in range(self.program.region["move"].count):
            self.state.set("move", n, move[n] if n < len(move) else 0)
        self.state.set("move.seat", 0, seat)
        self.engine.resume(self.state)


def filled(side: Side, template: Template, seat: int, arguments: Move) -> str:
    """A text; of one that cannot be filled here, that it cannot."""
    try:
        return side.position.fill(template, seat, arguments)
    except RulesFault as fault:
        return f"({fault.fault})"


def labelled(sides: Sequence[Side], seat: int) -> list[list[str]]:
    """What a seat can choose in each, as it is read; where a label goes wrong, by the names of the actions and what is given to them, in all of them."""
    try:
        return [[choice.full for choice in choices(side.position, seat)] for side in sides]
    except RulesFault:
        return [[_bare(side, seat, row) for row in side.engine.legal(side.state, side.get("ask.site"), seat)] for side in sides]


def _bare(side: Side, seat: int, row: Move) -> str:
    if row[0] < 0:
        return " ".join(map(str, row))
    action = side.program.actions[row[0]]
    given = [side.position.shown(one.type, value, seat) for one, value in zip(action.params, row[1:], strict=False)]
    return f"{action.name}({', '.join(given)})" + "".join(f" as {how}" for how in (action.played_as, action.way) if how)


def shown(side: Side, zone: Zone, k: int, seat: int) -> list[str]:
    """The cards of a zone as a seat sees them, in order if there is one: that of a fan is seen by who sees all of it."""
    looked = view(side.position, seat).zones[[*instances(side.program)].index((zone, k))]
    texts = [" ".join([card.text, card.until, *card.on, *card.notes]).strip() for card in looked.cards]
    unsettled = not zone.ordered or zone.held and not looked.visible
    free = len(texts) if unsettled else loose_in(side.values, zone, k)
    return [*sorted(texts[:free]), *texts[free:]]
