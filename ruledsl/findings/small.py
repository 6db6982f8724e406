"""A game made small by machine: fewer values, cards, places and rounds, as long as every line that random play came to is still come to.

What is changed is the tree of the rules and no text, so every line and column stays what it is in the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isqrt, log2
from typing import Any

from ruledsl.findings.mutants import with_trees
from ruledsl.interp import Interpreter
from ruledsl.interp.machine import Code, Run
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.flow import doomed
from ruledsl.ir.program import ASKING, Block, Function, Program
from ruledsl.lower import SettingsError
from ruledsl.lower.pictures import row_letters
from ruledsl.pipeline import Rules, lower
from ruledsl.record import field, record, replace
from ruledsl.source import NOWHERE, Span
from ruledsl.syntax import tree as t
from ruledsl.syntax.tree import GONE, changed, walk, within

GAMES, STEPS = 30, 4000
"""Games that a table is judged by, and the answers after which it is judged by what there was so far."""
FEWER = 0.98
"""What a change must make of the size of a game."""
LEAST = 12
"""The size below which no change makes a game: it would hardly be one."""

Ran = tuple[str, str]


class Noticing(Interpreter):
    """The reference, which notices every block of the program that it runs."""

    def __init__(self, program: Program):
        self.ran: set[Ran] = set()
        super().__init__(program)

    def _decode(self, function: Function, block: Block, code: Code) -> None:
        super()._decode(function, block, code)
        chunk = code.chunks[block.label]
        chunk.body = [(_note, (self.ran, (function.name, block.label)), 0), *chunk.body]


def _note(run: Run, registers: list[int], ran: set[Ran], what: Ran) -> None:
    ran.add(what)


@record(frozen=True)
class Played:
    """What random play shows of a table: how large it is, in twofold choices of a game, chance counted; in how many games each place of the rules was come
    to; the faults."""

    size: float
    came: Mapping[Span, int]
    faults: frozenset[str]


@record(frozen=True)
class Change:
    """Something that can be made smaller: where it stands, how much of it there is, how it is called, and the nodes that stand there instead if there is
    so much of it."""

    span: Span
    now: int
    name: str
    to: Callable[[int], dict[int, Any]]

    def words(self, value: int) -> str:
        """What was done."""
        return f"{self.name} {value} for {self.now}"


@record
class Small:
    """A table of a game, made small step by step. `made` says what was done, by place; `aside` are invariants that speak of a number, which were left out;
    `lost` are places that are not come to any more. `idle` are changes that made a game no smaller: they are tried once, and again where places may be
    lost."""

    rules: Rules
    players: int
    options: Mapping[str, Any]
    going: Callable[[], bool]
    tell: Callable[[str], object] = str
    made: dict[Span, str] = field(default_factory=dict)
    idle: set[tuple[Span, int]] = field(default_factory=set)
    aside: tuple[str, ...] = ()
    lost: frozenset[Span] = frozenset()

    def begin(self) -> None:
        """Look at the table as it is. SettingsError where it cannot be."""
        found = [one for tree in self.rules.layers for one in tree.declarations if isinstance(one, t.Invariant) and _counts(one)]
        bare = self._with({id(one): GONE for one in found})
        if bare is not None:
            self.rules, self.aside = bare, tuple(one.title for one in found)
        self.rules = replace(self.rules, tests=())
        self.played = played(lower(self.rules, self.players, self.options))
        self.wanted = frozenset(span for span, games in self.played.came.items() if games > 1)

    def shrink(self, most: float = 0, losing: bool = False) -> bool:
        """Make everything smaller that can be, until the table is no larger than `most`; `losing`: places may be lost. Was anything done?"""
        before = dict(self.made)
        if losing:
            self.idle.clear()
        for span in [change.span for change in self._changes()]:
            if not self.going() or self.played.size <= most:
                break
            change = next((one for one in self._changes() if one.span == span), None)
            if change is not None:
                self.tell(f"made smaller: {change.name} {change.now}")
                self._try(change, losing)
        return self.made != before

    def _try(self, change: Change, losing: bool) -> None:
        """The least of it with which all is well. Where places may be lost it is enough that a game is no longer, if none is lost: what bounds it alone makes
        states fewer."""
        n = change.now
        for value in sorted({1, 2, isqrt(n), n // 4, n // 2, n - 1} & set(range(1, n))):
            if (change.span, value) in self.idle:
                continue
            rules = self._with(change.to(value)) if self.going() else None
            if rules is None:
                continue
            try:
                found = played(lower(rules, self.players, self.options))
            except SettingsError:
                continue
            lost = frozenset(span for span in self.wanted if span not in found.came)
            shorter = found.size <= FEWER * self.played.size
            if not shorter and (not losing or found.size > self.played.size or not lost <= self.lost):
                self.idle.add((change.span, value))
            elif LEAST <= found.size and found.faults <= self.played.faults and (losing or lost <= self.lost):
                first = self.made.get(change.span, change.words(value)).rpartition(" for ")[2]
                self.rules, self.played, self.lost = rules, found, lost
                self.made[change.span] = f"{change.name} {value} for {first}"
                return

    def _with(self, changes: dict[int, Any]) -> Rules | None:
        return with_trees(self.rules, [changed(tree, changes) for tree in self.rules.layers])

    def _changes(self) -> Iterator[Change]:
        """What there is to be made smaller, as the rules stand now: first what cards and places there are, then how often something is done."""
        every = [one for tree in self.rules.layers for one in _declared(tree.declarations)]
        named = {ref.name for one in every if not isinstance(one, t.Enum) for ref in within(one, t.Ref)}
        charts = [one for one in every if isinstance(one, t.Chart)]
        named |= {name.text for chart in charts for name in chart.header.names}
        for one in every:
            if isinstance(one, t.Enum):
                yield from _of_enum(one, named, charts)
        first = (t.Option, t.Board, t.Components, t.Card, t.Cards)
        pictures = [picture for one in every for picture in within(one, t.Picture)]
        yield from (_of_board(one, pictures) for one in every if isinstance(one, t.Board) and pictures and _is_square(one))
        for kinds in (first, (t.Chart,), (t.Play, t.Phase, t.To, t.Action, t.Ruling)):
            for one in every:
                if isinstance(one, kinds):
                    yield from (_of_number(number, name) for number, name in _numbers(one) if number.value > 1)


def played(program: Program) -> Played:
    """What random play of a table shows."""
    rng, engine, came = random.Random(1), Noticing(program), Counter[Span]()
    lost = {f.name: doomed(f) for f in program.functions.values()}
    places = {
        (f.name, block.label): frozenset(program.places[i.place].span for i in block.instrs) - {NOWHERE}
        for f in program.functions.values() for block in f.blocks if block.label not in lost[f.name]
    }  # fmt: skip
    sizes, faults, left = list[float](), set[str](), STEPS
    while len(sizes) < GAMES and left > 0:
        engine.ran.clear()
        size, steps, fault = random_game(engine, rng, left)
        left -= max(1, steps)
        sizes.append(size)
        faults |= {fault} if fault else set()
        came.update({span for ran in engine.ran for span in places.get(ran, ())})
    return Played(sum(sizes) / len(sizes), came, frozenset(faults))


def random_game(engine: Interpreter, rng: random.Random, most: int) -> tuple[float, int, str]:
    """A game by random choice: its size, how many answers, its fault."""
    size, steps = 0.0, 0
    try:
        state = engine.start(0, 1)
        while state.get("status") == ASKING and steps < most:
            outcomes, seat = state.get("ask.count"), -1
            if not outcomes:
                seat = rng.choice([n for n in range(engine.program.players) if state.get("ask.seats") >> n & 1])
            options = [(n,) for n in range(outcomes)] if outcomes else engine.legal(state, state.get("ask.site"), seat)
            move = rng.choice(options)
            for n in range(engine.program.region["move"].count):
                state.set("move", n, move[n] if n < len(move) else 0)
            state.set("move.seat", 0, seat)
            engine.resume(state)
            size, steps = size + log2(len(options)), steps + 1
    except RulesFault as fault:
        return size, steps, str(fault.fault)
    return size, steps, ""


# ---- what can be made smaller --------------------------------------------------------------------


def _declared(declarations: Sequence[t.Decl]) -> Iterator[t.Decl]:
    for one in declarations:
        if isinstance(one, (t.Variant, t.InModes)):
            yield from _declared(one.body)
        else:
            yield one


def _counts(invariant: t.Invariant) -> bool:
    """Does an invariant speak of a number, as of all 52 cards?"""
    return any(number.value > 1 for number in within(invariant, t.Number))


def _of_enum(enum: t.Enum, named: set[str], charts: Sequence[t.Chart]) -> Iterator[Change]:
    """Values that no rule names, with their rows of charts."""
    kept = {enum.circle.text} if enum.circle else set()
    free = [value for value in enum.values if value.name not in named | kept]
    if len(free) < 2:
        return

    def to(number: int) -> dict[int, Any]:
        out: dict[int, Any] = {id(value): GONE for value in free[number:]}
        gone = {value.name for value in free[number:]}
        return out | {id(row): GONE for chart in charts for row in chart.rows if row.names and row.names[0].text in gone}

    yield Change(enum.span, len(free), f"values of {enum.name.text} that no rule names:", to)


def _is_square(board: t.Board) -> bool:
    sizes = [size.value for sizes in board.sizes for size in sizes if isinstance(size, t.Number)]
    return board.shape == "grid" and len(sizes) == 2 and sizes[0] == sizes[1] > 1


def _of_board(board: t.Board, pictures: Sequence[t.Picture]) -> Change:
    """The middle of a board, with what stands there."""
    numbers = [size for sizes in board.sizes for size in sizes if isinstance(size, t.Number)]
    now = numbers[0].value

    def to(number: int) -> dict[int, Any]:
        first = (now - number) // 2
        out: dict[int, Any] = {id(size): t.Number(number, span=size.span) for size in numbers}
        for picture in (one for one in pictures if len(one.rows) == now):
            rows = [replace(row, text=row_letters(row.text)[first : first + number]) for row in picture.rows[first : first + number]]
            out[id(picture)] = replace(picture, rows=tuple(rows))
        return out

    return Change(board.span, now, f"rows and columns of `{board.name.text}`:", to)


def _of_number(number: t.Number, name: str) -> Change:
    return Change(number.span, number.value, name, lambda value: {id(number): t.Number(value, span=number.span)})


def _numbers(one: t.Decl) -> Iterator[tuple[t.Number, str]]:
    """The numbers of a declaration that say how much there is of something."""
    where = f"line {one.span.line}:"
    if isinstance(one, t.Option):
        yield from ((number, f"`{one.name.text}`") for number in ([one.default] if isinstance(one.default, t.Number) else ()))
    elif isinstance(one, t.Chart):
        yield from ((cell, f"line {row.span.line}:") for row in one.rows for cell in row.cells if isinstance(cell, t.Number))
    elif isinstance(one, (t.Board, t.Components)):
        yield from ((number, where) for number in within(one, t.Number))
    elif isinstance(one, (t.Card, t.Cards)):
        ranges = [part.high for param in within(one, t.Param) for part in within(param, t.Range)]
        yield from ((high, where) for high in ranges if isinstance(high, t.Number))
    else:
        for part in walk(one):
            number = part.times if isinstance(part, t.Repeat) else part.count if isinstance(part, t.Place) else part.high if isinstance(part, t.Range) else None
            if isinstance(number, t.Number):
                yield number, f"line {part.span.line}:"
