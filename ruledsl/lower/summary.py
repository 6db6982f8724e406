"""What is known of terms before play: one summary of each, by the rows of the table of terms.

A def is looked at once for what its arguments may be, as far as that is known of them: their value, their range, whether they may be none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ruledsl.ir.ops import FAULTS, Fault, faults_named
from ruledsl.lower.around import ANYWHERE, Around, Called, Given
from ruledsl.lower.distances import distances
from ruledsl.lower.edges import all_edges
from ruledsl.lower.gathered import NEVER, gathered
from ruledsl.lower.ranges import POSSIBLE, RANGES, Many, Span, by_type, held_in_sets, one_word
from ruledsl.lower.settings import Constant
from ruledsl.lower.terms import meaning, there_behind
from ruledsl.model.gatherers import gatherer
from ruledsl.model.graph import bodies
from ruledsl.model.inside import form, in_loop, loops_of
from ruledsl.model.reckoning import carried_out
from ruledsl.model.terms import WORDS, row
from ruledsl.model.types import CELL, LoopTerm, Term, is_cell
from ruledsl.record import cached_property, record, replace
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.lower.layout import Layout

Faults = frozenset[Fault]

MOST_IN_VAIN = 80
"""Operations that may be done in vain."""

MOST_DEEP = 100
"""Calls of defs in one another, after which nothing is known."""

LOW, HIGH = -(1 << 63), (1 << 63) - 1


class Summary:
    """What is known of a term: its value, the range of what it may be, how it can fault, about how many operations it costs."""

    def __init__(self, all: Summaries, term: Term, around: Around):
        self.all, self.term, self.around, self.row = all, term, around, row(term)
        self.l, self.settings = all.l, all.l.settings

    def of(self, term: Term) -> Summary:
        """Of a term that stands in the same place."""
        return self.all.of(term, self.around)

    @cached_property
    def args(self) -> tuple[Summary, ...]:
        first, rest = self.term.args[:1], self.term.args[1:]
        if self.row.worth == "either":
            there = [self.around.where(first[0], holds) for holds in (True, False)]
        else:
            there = [self.around.where(first[0], self.row.says == "all") if self.row.says in ("all", "some") else self.around] * len(rest)
        return (*map(self.of, first), *(self.all.of(arg, around) for arg, around in zip(rest, there)))

    # ---- what it may be ----

    @cached_property
    def value(self) -> Constant | None:
        """What it comes to, where that is settled before play."""
        return self.settings.fold(self.term, self.around.values)

    @property
    def some(self) -> bool:
        """Is it surely somebody or something, not none?"""
        if self.around.facts and form(self.term) in self.around.facts:
            return True
        given = self.around.names.get(self.term.data) if self.row.worth == "local" else None
        if given is not None:
            return given.some
        none = self.row.worth == "part" and self.span is not None and self.span[0] < 0  # of a card that has no such part
        return not self.term.type.or_none and not none

    @cached_property
    def span(self) -> Span | None:
        """The least and the greatest number that it can be, none as -1; None if that is not told, and for sets and lists."""
        if isinstance(self.value, int) and self.term.type.kind not in ("set", "board"):
            return self.value, self.value
        return RANGES[self.row.worth](self)

    @cached_property
    def possible(self) -> Many:
        """All that it can be, or more; how many, where they are too many; None if that is not known."""
        return frozenset({self.value}) if isinstance(self.value, int) else POSSIBLE[self.row.worth](self)

    @cached_property
    def members(self) -> int:
        """All that a value can ever be, or that a set can ever hold, as a mask: of seats, of an enum; all bits where nobody has said of what it is one."""
        type = self.term.type
        if isinstance(self.value, int):
            return self.value if type.kind == "set" else 1 << self.value if self.value >= 0 else 0
        found = 0
        for way in self.ways:
            found |= way.members
        size = self.settings.size(type.of or type)
        return found if self.ways else (1 << size) - 1 if size else -1

    @property
    def ways(self) -> tuple[Summary, ...]:
        """Those of which it is one, where that is all that there is to say."""
        if self.row.worth == "either":
            condition, *ways = self.args
            return tuple(ways) if condition.value is None else (ways[0 if condition.value else 1],)
        return self.answers.values if self.row.cost == "def" and not self.answers.open else ()

    # ---- whether it may be looked at in vain ----

    @cached_property
    def faults(self) -> Faults:
        """All that it can stop with."""
        if self.value is not None:
            return frozenset()
        found = self.own
        return found.union(*(part.faults for part in self.parts)) if len(found) < len(FAULTS) else found

    @cached_property
    def own(self) -> Faults:
        """All that it can stop with by itself, and not by its parts."""
        return UNLESS[self.row.unless](self, faults_named(self.row.faults))

    @cached_property
    def safe(self) -> bool:
        """Can it never fault? No more is asked when the first fault is found."""
        return self.value is not None or not self.own and all(part.safe for part in self.parts)

    @property
    def calm(self) -> bool:
        """Can it never fault, if each part is looked at only where those before it leave it open?"""
        return self.safe or self.all.of(self.term, self.around.turned).safe

    @property
    def parts(self) -> Iterator[Summary]:
        """All that is looked at, sooner or later."""
        written = self.row.unless == "member" and (self.args[1].row.has("listed") or self.args[1].row.mask == "numbers")  # each item is asked by itself
        loops = loops_of(self.term)
        if loops:
            yield from (self.inside.of(part) for loop in loops for part in in_loop(loop))
            yield from map(self.inside.passed, self.term.args)
        else:
            yield from (*self.args[:1], *self.args[1].args) if written else self.args
        if self.row.cost == "def":
            yield from (*self.answers.conditions, *self.answers.values)

    @cached_property
    def cost(self) -> int:
        """About how many operations it takes; NEVER where it goes through more than few things."""
        if self.value is not None:
            return 0
        if self.row.cost == "loops":
            return gathered(self)
        own = (NEVER if self.answers.open else 1) if self.row.cost == "def" else int(self.row.cost)
        return min(NEVER, own + sum(part.cost for part in self.parts))

    @property
    def sure(self) -> bool:
        """May it be looked at anywhere, however often? It cannot fault, and costs no loop."""
        return self.safe and self.cost < NEVER

    @property
    def simple(self) -> bool:
        """Can it be looked at several times instead of once, at no cost?"""
        return self.row.often == "free" or self.row.often == "cheap" and self.sure

    @property
    def level(self) -> bool:
        """May it be looked at in any case, and picked from after?"""
        return self.safe and self.cost <= MOST_IN_VAIN

    # ---- what is inside ----

    @cached_property
    def inside(self) -> Inside:
        """What stands inside its loops."""
        return self.all.inside(loops_of(self.term), self.around, further=self.term.op == "reach")

    @cached_property
    def answers(self) -> Called:
        """The bodies of a def for these arguments; those that `usual` means."""
        if self.row.worth == "usual":
            return self.around.usual or UNKNOWN
        return self.all.called(self.term.data, tuple(arg.given for arg in self.args), self.around)

    @property
    def given(self) -> Given:
        """What a def knows of it that is given it."""
        return Given(self.some, self.value if isinstance(self.value, int) else None, self.span)


UNKNOWN = Called((), (), True)


@record(frozen=True, eq=False)
class Inside:
    """Where the members of loops have names."""

    all: Summaries
    around: Around
    conditions: tuple[Term, ...] = ()

    @cached_property
    def behind(self) -> Around:
        """Where the conditions of the loops hold."""
        around = self.around
        for condition in self.conditions:
            around = around.where(condition)
        return around

    def of(self, term: Term) -> Summary:
        return self.all.of(term, self.around)

    def passed(self, term: Term) -> Summary:
        """Of what is looked at for those that pass."""
        return self.all.of(term, self.behind)


class Summaries:
    """The summaries of one game, each made once."""

    def __init__(self, layout: Layout):
        self.l = layout
        self.made: dict[tuple[Term, Around], Summary] = {}
        self.defs: dict[tuple[str, int, tuple[Given, ...], int, bool], Called] = {}

    @cached_property
    def loops(self) -> dict[str, LoopTerm]:
        """The loops around statements, by the keys of their names. What is reached is more than what a reach begins with."""
        begun = {term.data[0].key for term in self.l.model.terms.values() if term.op == "reach"}
        return {loop.key: loop for loop in self.l.model.loops.values() if loop.key not in begun}

    @cached_property
    def lets(self) -> dict[str, Term]:
        """What is named by `let`, by key."""
        model = self.l.model
        written = (s for target in model.callables.values() for body in bodies(target) for s in t.within(body, t.Let))
        return {model.keys[id(s.name)]: model.terms[id(s.value)] for s in written if id(s.name) in model.keys and id(s.value) in model.terms}

    def named(self, key: str) -> Span | None:
        """The range of what a name stands for in a deed, whatever leads there."""
        if key in self.lets:
            return self.of(self.lets[key]).span
        return self.through(self.loops[key]) if key in self.loops else None

    def through(self, loop: LoopTerm) -> Span | None:
        """The range of what a loop goes through."""
        return _members(self.of(loop.domain), loop)

    def of(self, term: Term, around: Around = ANYWHERE) -> Summary:
        """The summary of a term where it stands."""
        if (term, around) not in self.made:
            self.made[term, around] = Summary(self, term, around)
        return self.made[term, around]

    def behind(self, first: Term, term: Term) -> Summary:
        """The summary of a term that is looked at when a first one has been, whatever that came to."""
        facts = there_behind(first, lambda call: meaning(self.l.settings, call, lambda arg: True))
        return self.of(term, replace(ANYWHERE, facts=facts) if facts else ANYWHERE)

    def inside(self, loops: Sequence[LoopTerm], around: Around = ANYWHERE, further: bool = False) -> Inside:
        """What stands inside loops. Where they go `further`, the first names what is reached, too, and not only what it begins with."""
        for n, loop in enumerate(loops):
            domain = self.of(loop.domain, around)
            if further and n == 0:
                given, through = Given(not loop.type.or_none, None, by_type(domain.settings, loop.type)), around.through
            else:
                given, through = Given(not loop.type.or_none, None, _members(domain, loop)), {**around.through, loop.key: domain}
            around = replace(around, names={**around.names, loop.key: given}, through=through)
        return Inside(self, around, tuple(loop.condition for loop in loops if loop.condition is not None))

    def called(self, name: str, given: tuple[Given, ...], around: Around) -> Called:
        """What stands instead of a def, last first, then itself; nothing is known where defs call one another for too long."""
        there = Around(depth=around.depth + 1, by_turns=around.by_turns)
        return self._bodies(name, len(self.l.model.callables[name].instead), given, there) if there.depth <= MOST_DEEP else UNKNOWN

    def _bodies(self, name: str, level: int, given: tuple[Given, ...], there: Around) -> Called:
        key = name, level, given, there.depth, there.by_turns
        if key not in self.defs:
            self.defs[key] = self._made(name, level, given, there)
        return self.defs[key]

    def _made(self, name: str, level: int, given: tuple[Given, ...], there: Around) -> Called:
        target, terms = self.l.model.callables[name], self.l.model.terms
        if level == 0:
            around = replace(there, names={p.key: known for p, known in zip(target.params, given, strict=True)})
            return Called((), (self.of(terms[id(target.decl.value)], around),))  # type: ignore[union-attr]
        hook, usual = target.instead[level - 1], self._bodies(name, level - 1, given, there)
        around = replace(there, names={p.key: known for p, known in zip(hook.params, given)}, usual=usual)
        assert hook.decl.value is not None
        value = self.of(terms[id(hook.decl.value)], around)
        condition = self.of(terms[id(hook.decl.condition)], around) if hook.decl.condition is not None else None
        if condition is not None and condition.value == 0:
            return usual
        if hook.cards is None and (condition is None or condition.value is not None):
            return Called((), (value,))
        asked = (condition,) if condition is not None else ()
        return Called((*asked, *usual.conditions), (value, *usual.values), usual.open or hook.cards is not None)


def _members(domain: Summary, loop: LoopTerm) -> Span | None:
    """The range of what a loop goes through."""
    args = domain.args if domain.row.has("listed") or domain.row.mask == "numbers" else ()
    spans = [arg.span for arg in args]
    known = [span for span in spans if span is not None]
    if len(known) < len(spans) or not spans:
        return by_type(domain.settings, loop.type)
    return min(low for low, _ in known), max(high for _, high in known)


# ---- what rules out the faults of a kind of term ----


def _fits(s: Summary) -> bool:
    return s.span is not None and LOW <= s.span[0] and s.span[1] <= HIGH


def _counts(s: Summary) -> bool:
    span = s.args[0].span
    return span is not None and span[0] >= 0


def _placed(s: Summary) -> bool:
    return all(arg.some for arg in s.args)


def _joined(s: Summary) -> bool:
    return _placed(s) and distances(s.settings, s.term).joined


def _circle(s: Summary) -> bool:
    enum = s.settings.model.enums.get(s.term.type.name)
    return _placed(s) and (s.term.type.kind == "player" or enum is not None and enum.circle)


def _row(s: Summary) -> bool:
    """Is each key surely one of those that there are?"""
    whose, *keys = s.args
    return whose.some and all(among(key, places) for key, places in zip(keys, s.settings.keys(s.term.data), strict=True))


def among(key: Summary, places: Mapping[int, int]) -> bool:
    """Is a key surely one of these?"""
    span = key.span
    return span is not None and span[1] - span[0] < len(places) and all(n in places for n in range(span[0], span[1] + 1))


def _member(s: Summary) -> bool:
    x, of = (arg.term.type for arg in s.args)
    return of.kind in ("set", "board") and x.kind in ("enum", "player", "bool", "cell")


def _divisor(s: Summary) -> bool:
    span = s.args[1].span
    return _fits(s) and span is not None and not span[0] <= 0 <= span[1]


def _gathered(s: Summary, own: Faults) -> Faults:
    """Of what is gathered: a number that may not fit, nothing to choose from, cards whose order is not settled."""
    if s.row.data == "loops":
        element = s.inside.of(s.term.args[0]) if s.row.takes == "v" else None
        span, most = (element.span, s.settings.size(CELL) if is_cell(element.term.type) else 64) if element is not None else (None, 0)
        found = frozenset[Fault]() if span is not None and 0 <= span[0] and span[1] < most else own  # sets of cells hold all that there are
    else:
        found = own & {Fault.__members__.get(gatherer(s.term).faults)} - ({Fault.OVERFLOW} if _fits(s) else set())
    return found.union(*(_going_through(s.inside.of(loop.domain)) for loop in loops_of(s.term)))


def _of_edges(s: Summary, own: Faults) -> Faults:
    """Are all that may be meant edges? How tangled they are is never told before."""
    known = frozenset({Fault.NO_EDGE}) if all_edges(s.settings, s.term) else frozenset[Fault]()
    return (own - known).union(*(_going_through(s.inside.of(loop.domain)) for loop in loops_of(s.term)))


def _going_through(domain: Summary) -> Faults:
    """The faults of a loop itself: of cards that lie in an order, of numbers that count up to the last one there is."""
    if domain.row.mask == "cards":
        return frozenset({Fault.BOUNDS, Fault.NO_CARD, Fault.UNSETTLED}) if domain.l.zones[domain.term.data].ordered else frozenset()
    if domain.row.gives == "z":
        return frozenset({Fault.BOUNDS, Fault.NO_CARD, Fault.UNSETTLED})
    return frozenset({Fault.OVERFLOW}) if domain.row.mask == "numbers" else frozenset()


def _when(rule: Callable[[Summary], bool]) -> Callable[[Summary, Faults], Faults]:
    return lambda s, own: frozenset() if rule(s) else own


UNLESS: Mapping[str, Callable[[Summary, Faults], Faults]] = {
    "-": lambda s, own: own, "placed": _when(_placed), "joined": _when(_joined), "way": _when(lambda s: s.args[1].some), "circle": _when(_circle),
    "row": _when(_row), "member": _when(_member), "items": _when(lambda s: all(map(held_in_sets, s.args))), "word": _when(one_word),
    "zone": _when(lambda s: s.args[0].row.mask == "cards"), "values": _when(lambda s: all(arg.term.type.kind != "zone" for arg in s.args)),
    "fits": _when(_fits), "counts": _when(_counts), "divisor": _when(_divisor), "edges": _of_edges, "loops": _gathered,
    "def": lambda s, own: frozenset(FAULTS) if s.answers.open else own,
}  # fmt: skip
carried_out("what rules faults out", WORDS["unless"], UNLESS)
carried_out("ranges", WORDS["worth"], RANGES)
carried_out("values that may be", WORDS["worth"], POSSIBLE)
