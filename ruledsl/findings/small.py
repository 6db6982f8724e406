"""A game made small by machine: fewer values, cards, places and rounds, as long as every line that random play came to is still come to.

What is changed is the tree of the rules and no text, so every line and column stays what it is in the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from math import log2
from typing import Any

from ruledsl.findings.mutants import with_trees
from ruledsl.findings.shrinkable import Change, changes
from ruledsl.interp import Interpreter
from ruledsl.interp.machine import Code, Run
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.flow import doomed
from ruledsl.ir.program import ASKING, Block, Function, Program
from ruledsl.lower import SettingsError
from ruledsl.pipeline import Rules, lower
from ruledsl.record import field, record, replace
from ruledsl.source import NOWHERE, Span
from ruledsl.syntax import tree as t
from ruledsl.syntax.tree import GONE, changed, within

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


@record
class Small:
    """A table of a game, made small step by step. `made` says what was done, by place, and `values` how much there is now; what is `kept` is not changed any
    more; `aside` are invariants that speak of a number, which were left out; `lost` are places that are not come to any more. `idle` are
    changes that made a game no smaller: they are tried once, and again where places may be lost; of what is `still` games were the same, move for move, with
    less of it. `costs`: how many places were lost with the least of something, if it made games smaller. `judged`: was there time to see what it is like?"""

    rules: Rules
    players: int
    options: Mapping[str, Any]
    going: Callable[[], bool]
    tell: Callable[[str], object] = str
    made: dict[Span, str] = field(default_factory=dict)
    values: dict[Span, int] = field(default_factory=dict)
    kept: set[Span] = field(default_factory=set)
    idle: set[tuple[tuple[Span, int], ...]] = field(default_factory=set)
    still: set[Span] = field(default_factory=set)
    costs: dict[Span, int] = field(default_factory=dict)
    aside: tuple[str, ...] = ()
    lost: frozenset[Span] = frozenset()
    first: Rules | None = None
    judged: bool = True

    def begin(self) -> None:
        """Look at the table as it is. SettingsError where it cannot be."""
        found = [one for tree in self.rules.layers for one in tree.declarations if isinstance(one, t.Invariant) and _counts(one)]
        bare = self._with({id(one): GONE for one in found})
        if bare is not None:
            self.rules, self.aside = bare, tuple(one.title for one in found)
        self.rules = self.first = replace(self.rules, tests=())
        self.played = played(lower(self.rules, self.players, self.options), self.going)
        self.wanted = frozenset(span for span, games in self.played.came.items() if games > 1)
        self.judged = self.going()

    def shrink(self, most: float = 0, losing: bool = False) -> bool:
        """Make everything smaller that can be, until the table is no larger than `most`; `losing`: places may be lost. Was anything done? Where there was no
        time to see what the table is like, nothing is."""
        before = dict(self.made)
        if not self.judged:
            return False
        if losing:
            self.idle.clear()
        for span in self._in_order(losing):
            if not self.going() or self.played.size <= most:
                break
            change = next((one for one in self._changes() if one.span == span), None)
            if change is not None:
                self.tell(f"made smaller: {change.name} {change.now}")
                any(self._take(losing, (change, value)) for value in change.values() if losing or span not in self.still)
        return self.made != before or self.played.size > most and self._share(losing)

    def _in_order(self, losing: bool) -> list[Span]:
        """What is made smaller, one after the other; where places may be lost, first what lost the fewest when it was tried."""
        spans = [change.span for change in self._changes()]
        return sorted(spans, key=lambda span: self.costs.get(span, len(self.wanted))) if losing else spans

    def _changes(self) -> list[Change]:
        return [change for change in changes(self.rules.layers) if change.span not in self.kept]

    def take_back(self, shows: Callable[[Program], bool]) -> bool:
        """Undo one change for good: the first without which it does not show any more what is wrong in the small game alone. Was there one?"""
        for span in [*self.made]:
            if not self.going():
                return False
            rules, values = self._again({other: value for other, value in self.values.items() if other != span})
            try:
                program = lower(rules, self.players, self.options)
                if shows(program) or not self.going():  # what there was no time to show is not gone
                    continue
                found = played(program, self.going)
            except SettingsError:
                continue
            if not self.going():
                return False
            self.played = found
            self.tell(f"as it was: {self.made[span]}")
            self.rules, self.values = rules, values
            self.made = {other: words for other, words in self.made.items() if other in values}
            self.kept.add(span)
            self.lost = frozenset(place for place in self.wanted if place not in self.played.came)
            self.idle.clear()
            self.still.clear()
            return True
        return False

    def _again(self, values: Mapping[Span, int]) -> tuple[Rules, dict[Span, int]]:
        """The rules with so much of everything, and of what there is so much; where that cannot be, it stays as it is."""
        rules, done = self.first or self.rules, dict[Span, int]()
        for span, value in values.items():
            change = next((one for one in changes(rules.layers) if one.span == span), None)
            if change is not None and (value in change.only or not change.only and value < change.now):
                smaller = with_trees(rules, [changed(tree, change.to(value)) for tree in rules.layers])
                if smaller is not None:
                    rules, done[span] = smaller, value
        return rules, done

    def _share(self, losing: bool) -> bool:
        """Fewer cards, and fewer of something else by the same share, such as are dealt: neither may be possible without the other."""
        every, cards = self._changes(), len(lower(self.rules, self.players, self.options).cards)
        for change in every:
            for value in change.values():
                rules = self._with(change.to(value)) if self.going() else None
                left = self._cards(rules) if rules is not None else 0
                for other in every if 0 < left < cards else ():
                    less = max(1, other.now * left // cards)
                    if other.span != change.span and not other.only and less < other.now and self._take(losing, (change, value), (other, less)):
                        return True
        return False

    def _cards(self, rules: Rules) -> int:
        try:
            return len(lower(rules, self.players, self.options).cards)
        except SettingsError:
            return 0

    def _take(self, losing: bool, *these: tuple[Change, int]) -> bool:
        """Take changes over if all is well with them. Where places may be lost it is enough that a game is no longer, if none is lost: what bounds it alone
        makes states fewer."""
        what = tuple((change.span, value) for change, value in these)
        if what in self.idle or not self.going():
            return False
        rules = self._with({at: node for change, value in these for at, node in change.to(value).items()})
        try:
            found = played(lower(rules, self.players, self.options), self.going) if rules is not None else None
        except SettingsError:
            return False
        if rules is None or found is None or not self.going():
            return False
        lost = frozenset(span for span in self.wanted if span not in found.came)
        shorter = found.size <= FEWER * self.played.size
        self._noted(these[0][0].span, found, len(lost), shorter)
        if not shorter and (not losing or found.size > self.played.size or not lost <= self.lost):
            self.idle.add(what)
        elif LEAST <= found.size and found.faults <= self.played.faults and (losing or lost <= self.lost):
            self.rules, self.played, self.lost = rules, found, lost
            for change, value in these:
                first = self.made.get(change.span, change.words(value)).rpartition(" for ")[2]
                self.values[change.span] = value
                self.made[change.span] = change.name if change.only else f"{change.name} {value} for {first}"
            return True
        return False

    def _noted(self, span: Span, found: Played, lost: int, shorter: bool) -> None:
        """What is known of less of something."""
        if found == self.played:
            self.still.add(span)
        if shorter:
            self.costs.setdefault(span, lost)

    def _with(self, nodes: dict[int, Any]) -> Rules | None:
        return with_trees(self.rules, [changed(tree, nodes) for tree in self.rules.layers])


def played(program: Program, going: Callable[[], bool]) -> Played:
    """What random play of a table shows, as long as it is `going`: of what was broken off the caller makes nothing."""
    rng, engine, came = random.Random(1), Noticing(program), Counter[Span]()
    lost = {f.name: doomed(f) for f in program.functions.values()}
    places = {
        (f.name, block.label): frozenset(program.places[i.place].span for i in block.instrs) - {NOWHERE}
        for f in program.functions.values() for block in f.blocks if block.label not in lost[f.name]
    }  # fmt: skip
    sizes, faults, left = list[float](), set[str](), STEPS
    while not sizes or len(sizes) < GAMES and left > 0 and going():
        engine.ran.clear()
        size, steps, fault = random_game(engine, rng, left, going)
        left -= max(1, steps)
        sizes.append(size)
        faults |= {fault} if fault else set()
        came.update({span for ran in engine.ran for span in places.get(ran, ())})
    return Played(sum(sizes) / len(sizes), came, frozenset(faults))


def random_game(engine: Interpreter, rng: random.Random, most: int, going: Callable[[], bool]) -> tuple[float, int, str]:
    """A game by random choice, as long as it is `going`: its size, how many answers, its fault."""
    size, steps = 0.0, 0
    try:
        state = engine.start(0, 1)
        while state.get("status") == ASKING and steps < most and going():
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


def _counts(invariant: t.Invariant) -> bool:
    """Does an invariant speak of a number, as of all 52 cards?"""
    return any(number.value > 1 for number in within(invariant, t.Number))
