"""A small game outright: every history of choices and chance, and what each seat can tell apart.

An information state is what a seat has seen up to its decision: its views of the table one after the other, and what it was told of
choices and chance between them. So nobody forgets anything, and what a view hides stays hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from ruledsl.engine import log
from ruledsl.engine.backend import Block, engine_for
from ruledsl.engine.cards import cards_in, loose_in
from ruledsl.engine.choice import Choice
from ruledsl.engine.knowledge import named_cards
from ruledsl.engine.menus import choices
from ruledsl.engine.position import Position
from ruledsl.engine.through import stages, through
from ruledsl.engine.view import view
from ruledsl.engine.words import Words
from ruledsl.ir.layout import OF_A_PLACE, find_instance
from ruledsl.ir.program import Program
from ruledsl.ir.regions import until
from ruledsl.ir.subsets import cards_of
from ruledsl.record import as_dict, field, record, replace

LIMIT = 1_000_000
"""Histories, at most."""

CHANCE, DECISION, TERMINAL = range(3)


class TooLarge(Exception):
    """The game has more histories than were to be looked at."""


class Forgetful(Exception):
    """A seat cannot tell two decisions apart, but has other options in each: its view leaves something out."""


@record(frozen=True)
class Counts:
    """How many histories end at a decision of chance, of a seat, or of nobody, and how many decisions seats can tell apart."""

    chance_states: int
    decision_states: int
    terminal_states: int
    information_states: int

    def record(self) -> dict[str, int]:
        """As one JSON document."""
        return as_dict(self)


@record
class InformationState:
    """What a seat (from 0) knows at a decision, by its options and the histories that lead to it."""

    seat: int
    options: tuple[tuple[str, ...], ...]
    nodes: list[int] = field(default_factory=list)


@record
class Tree:
    """All histories, each behind the one it goes on from. `branch` is the number of the option that led there, as its information
    state counts; `chance` the chance of it where chance decided. `information` is -1 where no seat decides."""

    players: int
    kind: list[int] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    branch: list[int] = field(default_factory=list)
    chance: list[Fraction] = field(default_factory=list)
    information: list[int] = field(default_factory=list)
    payoff: list[tuple[int, ...]] = field(default_factory=list)
    states: list[InformationState] = field(default_factory=list)

    @property
    def counts(self) -> Counts:
        kinds = Counter(self.kind)
        return Counts(kinds[CHANCE], kinds[DECISION], kinds[TERMINAL], len(self.states))

    def add(self, kind: int, parent: int, branch: int, chance: Fraction) -> int:
        """One more history."""
        self.kind.append(kind)
        self.parent.append(parent)
        self.branch.append(branch)
        self.chance.append(chance)
        self.information.append(-1)
        self.payoff.append(())
        return len(self.kind) - 1


@record(frozen=True)
class _Stand:
    """Where play stands, and what each seat has seen: the number of its past, and of its view."""

    position: Position
    past: tuple[int, ...]
    views: tuple[int, ...]
    parent: int = -1
    branch: int = 0
    chance: Fraction = Fraction(1)


class _Walk:
    """Goes through all histories."""

    def __init__(self, program: Program, limit: int, progress: Callable[[int], object] | None):
        self.program = program
        self.engine = engine_for(program, "interp")
        self.words = Words(program)
        self.limit = limit
        self.progress = progress
        self.tree = Tree(program.players)
        self.seen: dict[object, int] = {}
        self.known: dict[tuple[int, int], int] = {}

    def run(self) -> Tree:
        seats = self.program.players
        first = self._position(self.engine.start(0, 1))
        ahead = [iter([self._seen(first, [()] * seats, (-1,) * seats, (-1,) * seats)])]
        while ahead:  # what stands behind an option is made when it is come to: most games are too large, and are given up before
            if (stand := next(ahead[-1], None)) is None:
                ahead.pop()
            else:
                ahead.append(self._visit(stand))
        return self.tree

    def _position(self, block: Block) -> Position:
        return Position(self.program, self.engine, self.words, block)

    def _visit(self, here: _Stand) -> Iterator[_Stand]:
        if len(self.tree.kind) >= self.limit:
            raise TooLarge(f"there are more than {self.limit:,} histories")
        if self.progress is not None:
            self.progress(len(self.tree.kind))
        position = here.position
        if position.over:
            node = self.tree.add(TERMINAL, here.parent, here.branch, here.chance)
            self.tree.payoff[node] = tuple(position.call("payoff", seat) for seat in range(self.program.players))
        elif position.kind in ("chance", "world"):
            yield from self._by_chance(here, self.tree.add(CHANCE, here.parent, here.branch, here.chance))
        else:
            yield from self._by_choice(here, self.tree.add(DECISION, here.parent, here.branch, here.chance))

    def _by_chance(self, here: _Stand, node: int) -> Iterator[_Stand]:
        for branch, (choice, chance) in enumerate(_outcomes(here.position)):
            yield self._after(here, choice, node, branch, chance)

    def _by_choice(self, here: _Stand, node: int) -> Iterator[_Stand]:
        seat = here.position.waiting[0]
        options = choices(here.position, seat)
        names = _names(options)
        state = self._state(seat, here.past[seat], names)
        self.tree.information[node] = state
        self.tree.states[state].nodes.append(node)
        places = {name: n for n, name in enumerate(self.tree.states[state].options)}
        for name, choice in sorted(zip(names, options, strict=True), key=lambda pair: places[pair[0]]):
            yield self._after(here, choice, node, places[name], Fraction(1))

    def _state(self, seat: int, past: int, names: tuple[tuple[str, ...], ...]) -> int:
        """The number of an information state."""
        number = self.known.setdefault((seat, past), len(self.tree.states))
        if number == len(self.tree.states):
            self.tree.states.append(InformationState(seat, names))
        if set(self.tree.states[number].options) != set(names):
            raise Forgetful(f"{self.program.seats[seat]} cannot tell two decisions apart that have other options")
        return number

    def _after(self, here: _Stand, choice: Choice, node: int, branch: int, chance: Fraction) -> _Stand:
        block = here.position.block.copy()
        for index, value in enumerate(choice.move):
            block.set("move", index, value)
        block.set("move.seat", 0, -1 if choice.seat is None else choice.seat - 1)
        self.engine.resume(block)
        after = self._position(block)
        events, shown = log.chosen(here.position, [after], choice), self._shown(here.position, after, choice)
        told = [(*_told(events, seat, choice), *_heard(shown, seat)) for seat in range(self.program.players)]
        return self._seen(after, told, here.past, here.views, parent=node, branch=branch, chance=chance)

    def _shown(self, before: Position, after: Position, choice: Choice) -> list[log.Event]:
        """What was shown or told on the way, and is not seen any more."""
        if not through(self.program).shows:
            return []
        found = stages(before.values, after, (before, choice), ())
        return [replace(event, listeners=each.listeners) for each in found for fallen in each.fallen for event in fallen]

    def _seen(
        self,
        position: Position,
        told: list[tuple[str, ...]],
        past: tuple[int, ...],
        views: tuple[int, ...],
        *,
        parent: int = -1,
        branch: int = 0,
        chance: Fraction = Fraction(1),
    ) -> _Stand:
        """What each seat has seen now. Where it sees and hears nothing new, nothing has happened to it."""
        now = tuple(self._number(view(position, seat)) for seat in range(self.program.players))
        news = zip(told, past, views, now, strict=True)
        then = tuple(old if not heard and was == sees else self._number((old, heard, sees)) for heard, old, was, sees in news)
        return _Stand(position, then, now, parent, branch, chance)

    def _number(self, thing: object) -> int:
        return self.seen.setdefault(thing, len(self.seen))


def _told(events: list[log.Event], seat: int, choice: Choice) -> tuple[str, ...]:
    """What a seat hears; what it chose itself it knows to the letter."""
    if choice.seat == seat + 1:
        return choice.action, *choice.args.values()
    return _heard(events, seat)


def _heard(events: Sequence[log.Event], seat: int) -> tuple[str, ...]:
    return tuple(event.text for event in (log.as_seen(event, seat) for event in events) if event is not None)


def _names(options: Sequence[Choice]) -> tuple[tuple[str, ...], ...]:
    """Options by what can be said of them; of several that sound the same each has its number."""
    count: Counter[tuple[str, ...]] = Counter()
    out = []
    for choice in options:
        name = (choice.action, *choice.args.values())
        out.append((*name, str(count[name])))
        count[name] += 1
    return tuple(out)


def _outcomes(position: Position) -> list[tuple[Choice, Fraction]]:
    """What can happen, and the chance of it. Cards that nobody can tell apart are one outcome."""
    options = choices(position, None)
    if position.kind == "world":
        yes = Fraction(position.call(position.site.odds), position.call(position.site.out_of))
        return [(option, chance) for option, chance in zip(options, (1 - yes, yes), strict=True) if chance]
    groups: dict[tuple[int, ...], list[Choice]] = {}
    for option in options:
        groups.setdefault(_likeness(position, option), []).append(option)
    return [(group[0], Fraction(len(group), len(options))) for group in groups.values()]


def _likeness(position: Position, option: Choice) -> tuple[int, ...]:
    """Outcomes that are alike lead to the same game. So do cards of one face that lie together where there is no order, if all that is kept of them is the
    same, nothing lies on cards, and no name means one of them. Any number of the frame may be such a name."""
    site, program, values = position.site, position.program, position.values
    value = position.call(site.outcome, option.move[0])
    if site.type is None or site.type.kind != "card":
        return (value,)
    here = find_instance(program, values["card.zone"][value])
    loose = here is not None and (not here[0].ordered or value in cards_in(program, values, *here)[: loose_in(values, *here)])
    named = value in values["frame"] or any(value in cards_of(program, type, values[name][n]) for (name, n), type in named_cards(program).items())
    if not loose or named or any(zone.owner == "card" for zone in program.zones):
        return -1, value
    return program.cards[value], *(number for name in _of_cards(program) for number in _each(values[name], value, len(program.cards)))


def _of_cards(program: Program) -> list[str]:
    """What is kept of each card, and until when."""
    own = [variable.name for variable in program.variables if variable.owner == "card"]
    lasting = [f"{until(name)}{part}" for name in own for part in ("", ".who", ".was")]
    return [name for name in ("card.zone", *OF_A_PLACE, *own, *lasting) if name in program.region]


def _each(kept: Sequence[int], card: int, cards: int) -> Sequence[int]:
    """All that is kept of one card."""
    several = len(kept) // cards
    return kept[card * several : (card + 1) * several]


def enumerate_game(program: Program, limit: int = LIMIT, progress: Callable[[int], object] | None = None) -> Tree:
    """All histories of a game. TooLarge beyond the limit. `progress` is told how many there are so far."""
    return _Walk(program, limit, progress).run()
