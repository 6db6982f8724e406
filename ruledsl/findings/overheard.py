"""What is told on the way from one question to the next, and does not follow from what can be seen at either: a card that is shown and mixed in again, a value
that is shown and set anew, a card that comes to a hand and leaves it; and whether others hear what somebody answers."""

from __future__ import annotations

from collections import Counter

from ruledsl.engine.backend import engine_for
from ruledsl.engine.choice import Choice
from ruledsl.engine.log import Event, as_seen
from ruledsl.engine.position import Position
from ruledsl.engine.rolls import rolls
from ruledsl.engine.secrets import kept_unseen
from ruledsl.engine.through import happened, through
from ruledsl.engine.words import Words
from ruledsl.findings.calling import few
from ruledsl.findings.pairing import Move, Pairing
from ruledsl.findings.reference import answer
from ruledsl.findings.sameness import Plain
from ruledsl.findings.side import Side
from ruledsl.interp.state import State
from ruledsl.ir import layout
from ruledsl.ir.flow import asking, stored
from ruledsl.ir.once import once
from ruledsl.ir.ops import OPS
from ruledsl.ir.paths import Paths
from ruledsl.ir.program import Block, Program
from ruledsl.ir.regions import seen, since
from ruledsl.record import cached_property, replace

Heard = Counter[tuple[int, str]]
"""How often each seat is told each text."""


class Overheard:
    """What two games tell on the way. `possible`: may it be other things in both?"""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing, self.programs = pairing, (pairing.a, pairing.b)

    @cached_property
    def possible(self) -> bool:
        """Does one of them tell something so, and do both not play by the same code?"""
        engines = [through(program) for program in self.programs]
        if not any(engine.shows or engine.happens for engine in engines):
            return False
        numbers: dict[object, int] = {}
        one, other = (Plain(program, numbers).playing() for program in self.programs)
        return one != other

    @cached_property
    def telling(self) -> tuple[frozenset[int], frozenset[int]]:
        """For each of them, where play stops from which something may be told so before it stops again."""
        return telling(self.programs[0]), telling(self.programs[1])

    @cached_property
    def _words(self) -> tuple[Words, Words]:
        """The words of the first, for both: other names for the same are told apart from play."""
        a, b = self.programs
        faces = {face.spoken: face for face in a.faces}
        printed = [replace(face, printed=faces.get(face.spoken, face).printed, shown=faces.get(face.spoken, face).shown) for face in b.faces]
        enums = {name: a.enums[name] if name in a.enums and a.enums[name].values == enum.values else enum for name, enum in b.enums.items()}
        return Words(a), Words(replace(b, faces=type(b.faces)(printed), enums=enums, seats=a.seats))

    @cached_property
    def _common(self) -> tuple[bool, set[str]]:
        """Have both the same zones, so that it can be compared which cards go where; and the variables of both."""
        zones = [{(zone.name, zone.owner, tuple(key.members for key in zone.keys)) for zone in program.zones} for program in self.programs]
        return zones[0] == zones[1], {one.name for one, _ in self.pairing.variables}

    def heard(self, side: Side, n: int, before: State | None, move: Move, seat: int) -> Heard:
        """What each seat is told of a step."""
        program, words = side.program, self._words[n]
        if before is None:
            old, answer = layout.first_values(program), None
        else:
            position = Position(program, side.engine, words, before)
            old, answer = before.regions(), (position, _answer(seat, move))
        now = Position(program, side.engine, words, side.state)
        told = [event for event in happened(old, now, answer, []) if self._counts(event)]
        return Heard((who, one.text) for event in told for who in range(program.players) if (one := as_seen(event, who)) is not None)

    def answers_apart(self, site: int, other: int) -> str:
        """How both differ in whether others hear what is answered, where play stops; "" if they do not."""
        hidden = [unheard(program, number) for program, number in zip(self.programs, (site, other), strict=True)]
        if hidden[0] == hidden[1]:
            return ""
        return f"what is answered here all hear in the {('second', 'first')[hidden[0] < hidden[1]]}, and not in the other"

    def moves_apart(self, site: int, other: int) -> str:
        """How both differ in what is one move with what is asked where play stops; "" if they do not."""
        whole = [one_move(program, number) for program, number in zip(self.programs, (site, other), strict=True)]
        for part, words in enumerate(("what follows", "what came before")):
            if whole[0][part] != whole[1][part]:
                return f"in the {('first', 'second')[whole[1][part]]} what is asked here is one move with {words}, and not in the other"
        return ""

    def declared_apart(self, sides: tuple[Side, Side]) -> str:
        """How both differ in what may be declared where play stops, and in when its clock began to run; "" if they do not."""
        clocks = [sorted(_clock(side, n) for n in side.position.interruptions) for side in sides]
        if clocks[0] == clocks[1]:
            return ""
        told = [few([f"after {n} s" if n else "at any time" for n, _ in those]) or "nothing" for those in clocks]
        if told[0] != told[1]:
            return f"here may be declared {told[0]} in the first, {told[1]} in the second"
        return f"in the first the clock has run for a {('shorter', 'longer')[clocks[0] < clocks[1]]} time here than in the second"

    def _counts(self, event: Event) -> bool:
        whole, names = self._common
        return event.kind == "move" and whole or event.shown and event.variable in names

    def apart(self, heard: tuple[Heard, Heard]) -> str:
        """What one of them tells and the other does not; "" if there is nothing."""
        if heard[0] == heard[1]:
            return ""
        told = []
        for one, other in (heard, heard[::-1]):
            more = sorted((one - other).elements())[:1]
            told.append(f"tells {self.programs[0].seats[more[0][0]]}: {more[0][1]}" if more else "does not")
        return f"on the way the first {told[0]}, the second {told[1]}"


def _clock(side: Side, number: int) -> tuple[int, int]:
    """How long the clock of an interruption gives, and before which decision it began to run; of what has no clock it says nothing when it began."""
    seconds = side.program.interruptions[number].seconds
    return seconds, side.get(since(number)) if seconds else 0


def one_move(program: Program, site: int) -> tuple[bool, bool]:
    """Is what is asked at a site one move with what follows, and with what came before?"""
    return bool(program.sites[site].chain), any(site in other.chain for other in program.sites)


def tells(program: Program, block: bytes, option: int, seat: int) -> bool:
    """Is anybody told anything of an answer, the so manieth that a seat can give, where it brings play back to where it stood?"""
    engine, words = engine_for(program, "interp"), Words(program)
    state, before = engine.state(block), engine.state(block)
    if state.get("pc") not in telling(program):
        return False
    move = engine.legal(state, state.get("ask.site"), seat)[option]
    answer(engine, state, option, seat)
    old, now = (Position(program, engine, words, one) for one in (before, state))
    return any(event.seers for event in happened(old.values, now, (old, _answer(seat, tuple(move))), []) if event.kind != "choice")


def unheard(program: Program, site: int) -> tuple[bool, bool]:
    """Do others not hear what is answered at a site, or what chance brings there?"""
    return kept_unseen(program, site), site in rolls(program).untold


def _answer(seat: int, move: Move) -> Choice:
    """An answer of which nobody asks for words."""
    return Choice("", "", (), (), 0, None if seat < 0 else seat + 1, move, 0)


@once
def telling(program: Program) -> frozenset[int]:
    """The resume points from which something may be told on the way, before play stops again."""
    main, paths, engine = program.functions["main"], Paths(program.functions["main"]), through(program)
    kept = {seen(variable.name) for variable in program.variables} & program.region.keys()
    marks = {variable.name for variable in program.declared if variable.owner == "card" and variable.visibility == "open"}

    def telling_in(block: Block) -> bool:
        shows = {OPS[instr.op].shows for instr in block.instrs}
        return "tells" in shows or engine.happens and "moves" in shows or any(stored(instr) in kept | marks for instr in block.instrs)

    stops = [block.label for block in main.blocks if asking(block) is not None]
    out = set[int]()
    for pc, label in enumerate(main.resumes):
        ahead = paths.reached([point for point in paths.after if point[0] == label], stops)
        if any(telling_in(paths.block(point)) for point in ahead):
            out.add(pc)
    return frozenset(out)
