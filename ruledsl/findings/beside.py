"""Two games side by side in the reference: the same answers in both, and after each all that people can see of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from typing import Any

from ruledsl.engine.cards import loose_in, seers_of
from ruledsl.engine.menus import choices
from ruledsl.engine.view import may_know
from ruledsl.findings.calling import act_of, few, lines_of, partners, seats_of
from ruledsl.findings.overheard import Overheard
from ruledsl.findings.pairing import NOT_THERE, Move, Pairing
from ruledsl.findings.saying import Saying
from ruledsl.findings.side import Side, labelled, shown
from ruledsl.findings.verdicts import CLASS_OF
from ruledsl.findings.wording import Word, Wording
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.layout import Values
from ruledsl.ir.ops import OPS, Op
from ruledsl.ir.program import OVER, Program, Type, Variable, Zone
from ruledsl.ir.regions import seen, until
from ruledsl.record import record
from ruledsl.source import NOWHERE, Span

SIDES = ("first", "second")


@record(frozen=True)
class Apart:
    """Where two games are not the same: `what` (fault, ending, asked, chance, menu, view, scores), in words, and the places in the rules of both that it
    speaks of, if any."""

    what: str
    text: str
    spans: tuple[tuple[Span, ...], tuple[Span, ...]] = ((), ())


class _Parted(Exception):
    def __init__(self, apart: Apart) -> None:
        self.apart = apart


Pair = tuple[int, Move, Move]
"""A seat, -1 for chance and the world, and what it does in both."""


class Beside:
    """Both games. `start` and `step` answer where they part; None while they are the same. `words` are texts that were seen to differ on the way."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing, self.wording, self.overheard = pairing, Wording(pairing), Overheard(pairing)
        self.a, self.b = Side(pairing.a), Side(pairing.b)
        self.saying = Saying(self.wording, self.sides)
        self.over = False
        self.pairs: list[Pair] = []
        self.path: list[Pair] = []
        self._alike = {s: self._outcomes_alike(s) for s in range(min(len(self.a.program.sites), len(self.b.program.sites)))}

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.a, self.b

    @property
    def words(self) -> dict[str, Word]:
        """Texts that were seen to differ on the way."""
        return self.saying.words

    def start(self, seed: int) -> Apart | None:
        """A new game in both, with chance asked."""
        self.path = []
        return self._looked(partial(_begin, seed=seed), None)

    def step(self, pair: Pair) -> Apart | None:
        """The same answer in both."""
        self.path.append(pair)
        return self._looked(partial(self._answer, pair=pair), pair)

    def begin(self, seed: int) -> None:
        """A new game, at which nobody looks."""
        for side in self.sides:
            _begin(side, seed)

    def answer(self, pair: Pair) -> None:
        """The same answer in both, and nobody looks at what comes of it."""
        for side in self.sides:
            self._answer(side, pair)

    def _answer(self, side: Side, pair: Pair) -> None:
        seat, *moves = pair
        side.answer(seat, moves[side is self.b])

    def _looked(self, act: Callable[[Side], None], pair: Pair | None) -> Apart | None:
        """Do the same in both and look at what came of it."""
        self.over, self.pairs = False, []
        before = [side.state for side in self.sides]
        for side in self.sides:
            side.told()
            side.state = side.state.copy() if side.state is not None and pair is not None else None
        try:
            self.both(act)
            self._told()
            self._overheard(before, pair)
            self._status()
            if self.over:
                self._ended()
            else:
                self.pairs = [*self._asked()]
            self._seen()
        except _Parted as parted:
            return parted.apart
        except _BothFail:
            self.over = True
        return None

    def stand_at(self, blocks: tuple[bytes, bytes]) -> None:
        """Take up a pair of states."""
        for side, block in zip(self.sides, blocks, strict=True):
            side.state = side.engine.state(block)

    def filled_at(self, blocks: tuple[bytes, bytes]) -> list[Pair]:
        """Take in what both say in a pair of states that is known to be alike; what can be answered there."""
        self.stand_at(blocks)
        self.over, self.pairs = False, []
        with suppress(_Parted, _BothFail):
            self.pairs = [*self._asked()]
        return self.pairs

    def tells_at(self, blocks: tuple[bytes, bytes]) -> bool:
        """May something be told on the way from a pair of states?"""
        self.stand_at(blocks)
        return any(side.get("pc") in telling for side, telling in zip(self.sides, self.overheard.telling, strict=True))

    def both(self, act: Callable[[Side], Any]) -> tuple[Any, Any]:
        """What both answer. A fault of the same class in both is the end of both games; in one alone it is where they part."""
        found = [_outcome(act, side) for side in self.sides]
        kinds = [CLASS_OF[one.fault] if isinstance(one, RulesFault) else "" for one in found]
        if kinds[0] != kinds[1]:
            told = [f"stops: {one.fault}" if isinstance(one, RulesFault) else "goes on" for one in found]
            spans = [(one.place.span,) if isinstance(one, RulesFault) and one.place.span != NOWHERE else () for one in found]
            raise _Parted(Apart("fault", f"the first {told[0]}, the second {told[1]}", (spans[0], spans[1])))
        if kinds[0]:
            raise _BothFail
        return found[0], found[1]

    # ---- who is asked, and for what --------------------------------------------------------------

    def _status(self) -> None:
        ends = [side.get("status") == OVER for side in self.sides]
        if ends[0] != ends[1]:
            raise _Parted(Apart("ending", f"the {'first' if ends[0] else 'second'} is over, the other goes on", self._places()))
        self.over = ends[0]

    def _asked(self) -> Iterator[Pair]:
        """What can be answered, the same in both."""
        kinds = [(side.position.kind, bool(side.get("ask.count"))) for side in self.sides]
        seats = [side.get("ask.seats") for side in self.sides]
        chance = [not mask and bool(side.get("ask.count")) or side.position.kind in ("chance", "world") for mask, side in zip(seats, self.sides, strict=True)]
        if kinds[0] != kinds[1] or seats[0] != seats[1]:
            told = [self._who(side, mask) for side, mask in zip(self.sides, seats, strict=True)]
            raise _Parted(Apart("chance" if chance[0] != chance[1] else "asked", f"the first asks {told[0]}, the second {told[1]}", self._places()))
        if text := self.overheard.moves_apart(*(side.get("ask.site") for side in self.sides)):
            raise _Parted(Apart("asked", text, self._places()))
        if (text := self.overheard.answers_apart(*(side.get("ask.site") for side in self.sides))) and kinds[0][0] != "simultaneous":
            raise _Parted(Apart("view", text, self._places()))
        if text := self.overheard.declared_apart(self.sides):
            raise _Parted(Apart("asked", text, self._places()))
        self.saying.question()
        if kinds[0][1]:
            yield from self._events()
            return
        for seat in self.a.position.waiting:
            yield from self._menu(seat)

    def _who(self, side: Side, mask: int) -> str:
        if side.position.kind in ("chance", "world"):
            return side.position.kind
        names = [side.program.seats[seat] for seat in range(side.program.players) if mask >> seat & 1]
        return " and ".join(names) + (" at once" if side.position.kind == "simultaneous" else "")

    def _menu(self, seat: int) -> Iterator[Pair]:
        sites = self.a.get("ask.site"), self.b.get("ask.site")
        rows = self.both(lambda side: [tuple(row) for row in side.engine.legal(side.state, side.get("ask.site"), seat)])
        self.saying.refusals(seat)
        there, other = set(rows[1]), [self._becomes(sites, row) for row in rows[0]]
        if len(rows[0]) == len(rows[1]) and set(other) == there:
            self.saying.menu(seat, rows[0], other)
            return ((seat, row, move) for row, move in zip(rows[0], other, strict=True))
        labels = labelled(self.sides, seat)
        if Counter(labels[0]) != Counter(labels[1]):
            raise _Parted(self._menus(seat, labels, rows, other))
        return ((seat, rows[0][n], rows[1][m]) for n, m in partners(labels[0], labels[1]))

    def _becomes(self, sites: tuple[int, int], row: Move) -> Move:
        move = self.pairing.move(sites, row)
        return () if NOT_THERE in move else move

    def _menus(self, seat: int, labels: list[list[str]], rows: tuple[list[Move], list[Move]], other: list[Move]) -> Apart:
        mine, its = Counter(labels[0]), Counter(labels[1])
        more = [few([*(mine - its).elements()]), few([*(its - mine).elements()])]
        text = f"{self.a.program.seats[seat]} has {len(labels[0])} options in the first, {len(labels[1])} in the second"
        text += "".join(f"; {names} only in the {side}" for side, names in zip(SIDES, more, strict=True) if names)
        odd = [row for row, move in zip(rows[0], other, strict=True) if move not in rows[1]], [row for row in rows[1] if row not in other]
        actions = {act_of(self.a.program, row) for row in odd[0]} | {act_of(self.b.program, row) for row in odd[1]}
        asked = self._places()
        spans = [(*[span for name in sorted(actions) for span in lines_of(side.program, name)], *asked[n]) for n, side in enumerate(self.sides)]
        return Apart("menu", text, (spans[0], spans[1]))

    def _events(self) -> Iterator[Pair]:
        """What chance can bring: as many outcomes, of the same values, as likely."""
        counts = [side.get("ask.count") for side in self.sides]
        site = self.a.get("ask.site"), self.b.get("ask.site")
        if counts[0] == counts[1] and site[0] == site[1] and self._alike.get(site[0]):
            return ((-1, (n,), (n,)) for n in range(counts[0]))
        found = self.both(lambda side: [side.engine.call(side.state, _site(side).outcome, n) for n in range(side.get("ask.count"))])
        type = _site(self.a).type or Type("int")
        values = [[self.pairing.value(type, value) for value in found[0]], found[1]]
        if Counter(values[0]) != Counter(values[1]):
            values = [[choice.label for choice in choices(side.position, None)] for side in self.sides]
        if Counter(values[0]) != Counter(values[1]):
            told = [few([*dict.fromkeys(choice.label for choice in choices(side.position, None))]) for side in self.sides]
            text = f"chance has {counts[0]} outcomes in the first ({told[0]}), {counts[1]} in the second ({told[1]})"
            raise _Parted(Apart("chance", text, self._places()))
        odds = self.both(lambda side: [side.engine.call(side.state, f) for f in (_site(side).odds, _site(side).out_of) if f])
        if not _as_likely(odds[0], odds[1]):
            raise _Parted(Apart("chance", f"it comes with {odds[0]} in the first, with {odds[1]} in the second", self._places()))
        return ((-1, (n,), (m,)) for n, m in partners(values[0], values[1]))

    def _outcomes_alike(self, number: int) -> bool:
        """Does chance at a site bring the number of its outcome, or one that follows from it alone, in both programs?"""
        functions = [side.program.functions.get(side.program.sites[number].outcome) for side in self.sides]
        bodies = [[(i.op, i.args) for block in f.blocks for i in block.instrs] for f in functions if f is not None]
        types = [side.program.sites[number].type for side in self.sides]
        sites = [(site.odds, site.kind) for site in (side.program.sites[number] for side in self.sides)]
        plain = all(_by_itself(OPS[op]) for body in bodies for op, _ in body)
        return len(bodies) == 2 and plain and bodies[0] == bodies[1] and types[0] == types[1] and sites[0] == sites[1] and not sites[0][0] and (
            types[0] is None or types[0].kind == "int" or self.pairing.plain
        )

    def _places(self) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
        """The lines that ask."""
        found = [() if side.get("status") == OVER else (side.position.place(_site(side).place).span,) for side in self.sides]
        return found[0], found[1]

    # ---- how it ends -----------------------------------------------------------------------------

    def _ended(self) -> None:
        a, b = self.both(lambda side: side.engine.call(side.state, "winners"))
        if a != b:
            names = [seats_of(self.a.program, mask) for mask in (a, b)]
            raise _Parted(Apart("ending", f"{names[0]} wins in the first, {names[1]} in the second"))
        for what, seat in product(("score", "payoff"), range(self.a.program.players)):
            one, other = self.both(lambda side: side.engine.call(side.state, what, seat))  # noqa: B023
            if one != other:
                raise _Parted(Apart("scores", f"the {what} of {self.a.program.seats[seat]} is {one} in the first, {other} in the second"))

    # ---- what is told and seen -------------------------------------------------------------------

    def _told(self) -> None:
        """What was told aloud on the way: the same values, in texts that may be others, but tell apart the same."""
        found = [side.told() for side in self.sides]
        if text := self.wording.told_apart(*found):
            raise _Parted(Apart("view", text))
        self.words.update(self.wording.told_otherwise(*found))

    def _overheard(self, before: list[Any], pair: Pair | None) -> None:
        """What was told on the way, and does not follow from what is seen at its ends."""
        if self.overheard.possible:
            seat, *moves = pair or (-1, (), ())
            one, other = (self.overheard.heard(side, n, before[n] if pair else None, moves[n], seat) for n, side in enumerate(self.sides))
            if text := self.overheard.apart((one, other)):
                raise _Parted(Apart("view", text))

    def _seen(self) -> None:
        """What each seat may know of variables and cards."""
        a, b = self.a.values, self.b.values
        for one, other in self.pairing.variables:
            if not one.further and not self._same_variable(one, other, a, b):
                self._each(one, other, a, b)
        if not self._same_cards(a, b):
            for zone, its in self.pairing.zones:
                for k in range(zone.instances):
                    self._zone(zone, its, k)

    def _same_variable(self, one: Variable, other: Variable, a: Values, b: Values) -> bool:
        if not self.pairing.plain or one.visibility != other.visibility or not self.pairing.like(one.type, other.type):
            return False
        names = (*self.a.program.words_of(one.name), seen(one.name), until(one.name), f"{until(one.name)}.who")
        return all(a.get(name) == b.get(name) for name in names)

    def _each(self, one: Variable, other: Variable, a: Values, b: Values) -> None:
        like = self.pairing.like(one.type, other.type)
        for index in range(len(a[one.name])):
            at = self.pairing.index(one, index)
            if at == NOT_THERE:
                continue
            knowing = [_knowers(self.a.program, one, index, a), _knowers(self.b.program, other, at, b)]
            was = self.a.program.held(a, one.name, index)
            values = [self.pairing.value(one.type, was) if like else NOT_THERE, self.b.program.held(b, other.name, at)]
            lasts = [self.a.position.lasts(one.name, index), self.b.position.lasts(other.name, at)]
            if knowing[0] == knowing[1] and (not knowing[0] or (values[0], lasts[0]) == (values[1], lasts[1])):
                continue
            told = [self.a.words.show(one.type, was), self.b.words.show(other.type, values[1])]
            if knowing[0] == knowing[1] and (told[0], lasts[0]) == (told[1], lasts[1]):
                continue
            name = self.a.words.owned(one, index)
            if knowing[0] != knowing[1]:
                who = [seats_of(self.a.program, mask) for mask in knowing]
                raise _Parted(Apart("view", f"{name} is seen by {who[0]} in the first, by {who[1]} in the second", ((one.span,), (other.span,))))
            text = f"{name} is {told[0]}{lasts[0] and f' {lasts[0]}'} in the first, {told[1]}{lasts[1] and f' {lasts[1]}'} in the second"
            raise _Parted(Apart("view", text, ((one.span,), (other.span,))))

    def _same_cards(self, a: Values, b: Values) -> bool:
        """Do all cards lie alike, and are they known alike? If not, it is looked at place by place."""
        zones = [[(z.name, z.base, z.visibility, z.word, z.capacity) for z in side.program.zones] for side in self.sides]
        if not self.pairing.plain or zones[0] != zones[1]:
            return False
        parts = [f"{z.name}.{part}" for z in self.a.program.zones for part in ("cards", "count", "bits", "loose")]
        return all(a.get(name) == b.get(name) for name in ("card.zone", "known", until("card"), *parts))

    def _zone(self, zone: Zone, its: Zone, k: int) -> None:
        at = self.pairing.index(zone, k)
        if at == NOT_THERE:
            return
        if self._lying(self.a, zone, k, True) == self._lying(self.b, its, at, False):
            return
        for seat in range(self.a.program.players):
            texts = [shown(side, name, n, seat) for side, name, n in ((self.a, zone, k), (self.b, its, at))]
            if texts[0] != texts[1]:
                name, who = self.a.words.owned(zone, k), self.a.program.seats[seat]
                text = f"{who} sees in {name} {few(texts[0]) or 'nothing'} in the first, {few(texts[1]) or 'nothing'} in the second"
                raise _Parted(Apart("view", text, ((zone.span,), (its.span,))))

    def _lying(self, side: Side, zone: Zone, k: int, mine: bool) -> tuple[Any, ...]:
        """The cards of a zone, unknown ones as such: those in no order, and the others in theirs."""
        program, values = side.program, side.values
        masks = seers_of(program, values, zone, k)
        cards = [(self.pairing.cards[card] if mine else card, mask) if mask else (NOT_THERE, 0) for card, mask in masks.items()]
        free = loose_in(values, zone, k) if zone.ordered else len(cards)
        lasting = tuple(side.position.lasts("card", card) for card in masks) if until("card") in values else ()
        return sorted(cards[:free]), cards[free:], lasting


class _BothFail(Exception):
    """The same fault in both."""


def _begin(side: Side, seed: int) -> None:
    side.state = side.engine.start(seed, 1)


def _by_itself(op: Op) -> bool:
    """Does what an operation gives follow from its operands alone?"""
    return op.role in ("value", "ends") and not op.reads and not set(op.form) & set("TFX")


def _as_likely(some: list[int], others: list[int]) -> bool:
    """Is so many of so many as likely as the other?"""
    return some == others or bool(some and others) and some[0] * others[1] == others[0] * some[1]


def _outcome(act: Callable[[Side], Any], side: Side) -> Any:
    try:
        return act(side)
    except RulesFault as fault:
        return fault


def _site(side: Side) -> Any:
    return side.program.sites[side.get("ask.site")]


def _knowers(program: Program, variable: Variable, index: int, values: Values) -> int:
    return sum(1 << seat for seat in range(program.players) if may_know(variable, index, seat, values))
