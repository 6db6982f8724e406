"""Lowers conditions on the cards of a zone without order, and on the members of a set: for all of them at once, where a plan says how."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Callable as Fn
from typing import Iterator

from ruledsl.ir.rng import signed
from ruledsl.lower.cellsets import CellSets
from ruledsl.lower.loops import WORD
from ruledsl.lower.planner import Planner, over
from ruledsl.lower.plans import (
    ALL,
    Both,
    But,
    ByValue,
    Demanded,
    Either,
    Fixed,
    Flooded,
    Having,
    Holding,
    Numbers,
    Past,
    Plan,
    Row,
    Slid,
    Stepped,
    Whole,
    Within,
    both,
    but,
    stays,
)
from ruledsl.lower.ranges import one_word
from ruledsl.lower.shifts import Mask
from ruledsl.lower.terms import NOTHING_KNOWN, meaning
from ruledsl.model.inside import conjuncts
from ruledsl.model.terms import row
from ruledsl.model.types import BOOL, CELL, LoopTerm, Term
from ruledsl.record import record, replace

NEAR = "the first cell that is shut"
"""The local that stands for it."""


@record(frozen=True)
class Sieve:
    """A condition in two parts: asked of all at once, and of each of those that are left."""

    plan: Plan
    left: list[Term]


class Moment:
    """The sets that were reckoned, by block, number of the plan, and how many words there are."""

    def __init__(self) -> None:
        self.numbers = Numbers()
        self.sets: dict[tuple[int, int, int], Mask] = {}


class Masks(CellSets):
    """Sets of cards, cells, seats or values: which there are, which of them pass."""

    now: Moment | None = None

    def at_once(self, domain: Term) -> bool:
        """Whether the members of a domain are a set of bits, and nobody watches which of them are looked at."""
        if self.l.watched:
            return False
        mask = row(domain).mask
        if mask == "cards":
            return not self.l.zones[domain.data].ordered
        if mask == "numbers":
            return one_word(self.l.known.of(domain, self.around))
        if self.wide(domain.type):
            return mask == "words" or self.says_set(domain)
        if domain.type.kind != "set":
            return mask == "words"
        return mask in ("words", "word") or mask != "-" and self.l.settings.fold(domain) is not None

    def says_set(self, domain: Term | None) -> bool:
        """Is a set a reach or gone through for, or told by a def that says one?"""
        while domain is not None and domain.op == "call":
            domain = meaning(self.l.settings, domain, lambda arg: True)
        return domain is not None and row(domain).data == "loops" and row(domain).gives == "s"

    def plan(self, loop: LoopTerm, test: Term | None) -> Plan | None:
        """How to ask a condition of all members of a loop's domain; None if each must be asked."""
        return self.planner(loop).plan(test) if test is not None else Fixed(-1)

    def planner(self, loop: LoopTerm) -> Planner:
        """What reads conditions on the members of a loop that stands here."""
        return over(self.l, loop, self.around)

    def all_in(self, domain: Term) -> Mask:
        """All members of a domain whose members are a set of bits."""
        if domain.op == "unmatched":
            return self.unmatched(domain)
        if self.wide(domain.type):
            return self.words(domain)
        if domain.op != "zone":
            return [self.value(domain)]
        info, at = self.zone(domain)
        words = self.l.words
        base = at if words == 1 else self.b.value("mul", at, self.b.const(words))
        return [self.b.value("load", f"{info.name}.bits", self.b.value("add", base, self.b.const(w)) if w else base) for w in range(words)]

    def reach(self, loop: LoopTerm, fitting: Fn[[Plan], bool] = lambda plan: plan.sure) -> Mask | None:
        """The members that a loop goes through, where plans that cannot fault tell which these are; None if it must be gone through."""
        plans = self.plans(loop, fitting)
        if plans is None:
            return None
        (open, passing), members = plans, self.all_in(loop.domain)
        return self.those(passing, self.until(loop.domain, members, open) if loop.limit is not None else members)

    def plans(self, loop: LoopTerm, fitting: Fn[[Plan], bool] = lambda plan: plan.sure) -> tuple[Plan, Plan] | None:
        """How far a loop goes, and which it does not skip."""
        ray = loop.domain.op == "ray" and not self.l.watched
        if not (ray or self.at_once(loop.domain)) or loop.start is not None or loop.order or loop.limit is not None and not ray:
            return None
        open, passing = self.plan(loop, loop.limit), self.plan(loop, loop.condition)
        if open is None or passing is None or not (fitting(open) and fitting(passing)):
            return None
        return open, passing

    def open_first(self, loop: LoopTerm) -> Term | None:
        """The limit of a loop along a ray. Where nothing changes meanwhile, what can be asked of all its cells at once is asked before it."""
        if loop.limit is None or loop.domain.op != "ray" or self.b.role == "main" or self.wide(loop.domain.type) or not self.at_once(loop.domain):
            return loop.limit
        first, *rest = conjuncts(loop.limit)
        plan = self.plan(loop, first)
        if plan is None or not plan.sure or not rest:
            return loop.limit
        key = f"{loop.key} open"
        (self.locals[key],) = self.those(plan, self.all_in(loop.domain))
        limit = Term("in", BOOL, (Term("local", loop.type, data=loop.key), Term("local", loop.domain.type, data=key)), span=loop.limit.span)
        for test in rest:
            limit = Term("and", BOOL, (limit, test), span=test.span)
        return limit

    def until(self, ray: Term, cells: Mask, open: Plan) -> Mask:
        """The cells of a ray before the first one that is not open."""
        shut, to = self.those(but(open), cells), [self.b.value("copy", word) for word in cells]
        some, done = self.b.label("shut"), self.b.label("open")
        self.b.emit("branch", self.some(shut), some, done)
        self.b.start(some)
        near = self.b.value("select", self.rises(ray), *self.ends(shut))
        self.locals[NEAR] = near
        behind = self.all_in(replace(ray, args=(Term("local", CELL, data=NEAR), ray.args[1])))
        word, bit = self.place_of(near) if len(cells) > 1 else (near, self.bit(near))
        for w, (register, beyond) in enumerate(zip(to, behind, strict=True)):
            here = self.pick("eq", word, self.b.const(w), bit, self.b.const(0)) if len(cells) > 1 else bit
            self.b.emit("and", register, register, self.b.value("xor", self.b.value("or", beyond, here), self.b.const(-1)))
        self.b.emit("jump", done)
        self.b.start(done)
        return to

    def ends(self, mask: Mask) -> tuple[int, int]:
        """The least and the greatest member of a set that has one."""
        if len(mask) == 1:
            return self.b.value("lowbit", mask[0]), self.b.value("highbit", mask[0])
        some = [self.b.value("select", word, word, self.b.const(1)) for word in mask]  # of none there is no bit
        lows, highs = ([self.b.value("add", self.b.value(op, word), self.b.const(64 * w)) for w, word in enumerate(some)] for op in ("lowbit", "highbit"))
        low, high = lows[-1], highs[0]
        for w in range(len(mask) - 1):
            low = self.b.value("select", mask[-2 - w], lows[-2 - w], low)
            high = self.b.value("select", mask[w + 1], highs[w + 1], high)
        return low, high

    def only_card(self, card: int) -> Mask:
        """The set of one card."""
        if self.l.words == 1:
            return [self.bit(card)]
        bit, word = self.bit(self.b.value("and", card, self.b.const(63))), self.b.value("shr", card, self.b.const(6))
        return [self.pick("eq", word, self.b.const(w), bit, self.b.const(0)) for w in range(self.l.words)]

    def size(self, mask: Mask) -> int:
        total = self.b.value("popcount", mask[0])
        for word in mask[1:]:
            total = self.b.value("add", total, self.b.value("popcount", word))
        return total

    def face_count(self, zone: Term, face: Term) -> int:
        """How many cards with a face lie in a zone."""
        number = self.l.face_number(face)
        if number is None or not self.at_once(zone):
            return self.count_if(zone, lambda card: self.is_face(card, face))
        equal = sum(1 << card for card, other in enumerate(self.l.census.cards) if other == number)
        return self.size(self.those(Fixed(equal), self.all_in(zone)))

    # ---- plans ----

    def those(self, plan: Plan | Demanded, among: Mask) -> Mask:
        """The cards of a set for which the condition holds. What can fault is looked at only where some card needs it."""
        if isinstance(plan, Demanded):
            around, self.b.place = self.b.place, plan.place
            passing = self.those(plan.plan, among)
            self.b.place = around
            return passing
        if isinstance(plan, Fixed) and plan.cards == -1:
            return among
        if plan.sure:
            return self.pairwise("and", among, self.all_of(plan, len(among)))
        if isinstance(plan, But):
            return self.without(among, self.those(plan.plan, among))
        if isinstance(plan, Either):
            one = self.those(plan.one, among)
            return self.pairwise("or", one, self.those(plan.other, self.without(among, one)))
        if isinstance(plan, Both):
            return self.those(plan.other, self.those(plan.one, among))
        assert isinstance(plan, (ByValue, Whole, Within))
        return self.if_any(among, plan)

    def without(self, mask: Mask, gone: Mask) -> Mask:
        return self.pairwise("xor", mask, gone)

    def if_any(self, among: Mask, plan: ByValue | Whole | Within) -> Mask:
        to = [self.b.new() for _ in among]
        asks, none, after = (self.b.label(w) for w in ("asks", "none", "after"))
        self.copy(to, among)
        self.b.emit("branch", self.some(among), asks, after)
        self.b.start(asks)
        if isinstance(plan, Whole):
            self.branch(plan.test, after, none)
        else:
            self.copy(to, self.pairwise("and", among, self.all_of(plan, len(among))))
            self.b.emit("jump", after)
        self.b.start(none)
        for register in to:
            self.b.emit("const", register, 0)
        self.b.start(after)
        return to

    def copy(self, to: Mask, mask: Mask) -> None:
        for register, word in zip(to, mask, strict=True):
            self.b.emit("copy", register, word)

    def all_of(self, plan: Plan, words: int) -> Mask:
        """Every card there is for which the condition holds, wherever it lies, and perhaps numbers beyond all cards."""
        with self.moment() as now:
            number = now.numbers.of(plan)
            known = now.sets.get((id(self.b.blocks[-1]), number, words))
            if known is None:
                known = self.made(plan, words)
                now.sets[id(self.b.blocks[-1]), number, words] = known
            return known

    @contextmanager
    def moment(self) -> Iterator[Moment]:
        """While nothing changes, a set is reckoned once in a block."""
        outermost = self.now is None
        now = self.now = self.now or Moment()
        try:
            yield now
        finally:
            self.now = None if outermost else now

    def made(self, plan: Plan, words: int) -> Mask:
        if isinstance(plan, Fixed):
            return self.fixed(plan.cards, words)
        if isinstance(plan, Stepped):
            return self.stepped(self.all_of(plan.plan, self.l.words_reached(plan.way, words)), plan.way, words)
        if isinstance(plan, Flooded):
            return self.flooded(self.all_of(plan.plan, words), self.all_of(plan.through, words), plan.way)
        if isinstance(plan, Within):
            return self.all_in(plan.holder)
        if isinstance(plan, Having):
            return self.having(plan, words)
        if isinstance(plan, Holding):
            return [self.b.value("zheld", plan.zone, self.b.const(64 * w)) for w in range(words)]
        if isinstance(plan, ByValue):
            return self.looked_up(plan, words)
        if isinstance(plan, Row):
            return [self.b.value("load", plan.region, self.row_number(plan))]
        if isinstance(plan, Slid):
            return [self.b.value("shr" if plan.up else "shl", self.all_of(plan.plan, 1)[0], self.value(plan.by))]
        if isinstance(plan, Past):
            return [self.past(plan, self.all_of(plan.plan, 1)[0])]
        if isinstance(plan, Whole):
            holds = self.value(plan.test)
            every = self.b.value("select", holds, self.b.const(-1), self.b.const(0))
            return [every] * words
        if isinstance(plan, But):
            return [self.b.value("xor", word, self.b.const(-1)) for word in self.all_of(plan.plan, words)]
        one = self.all_of(plan.one, words)
        return self.pairwise("or" if isinstance(plan, Either) else "and", one, self.all_of(plan.other, words))

    def having(self, plan: Having, words: int) -> Mask:
        value = self.value(plan.value)
        at = self.b.value("sub", value, self.b.const(plan.low)) if plan.low else value
        kept = self.l.all_words
        first = self.b.value("mul", at, self.b.const(kept)) if kept > 1 else at
        return [self.b.value("load", plan.index, self.b.value("add", first, self.b.const(w)) if w else first) for w in range(words)]

    def row_number(self, plan: Row) -> int:
        """Which of the sets that are kept."""
        at: int | None = None
        for term, values in plan.by:
            value = self.value(term)
            at = value if at is None else self.b.value("add", self.b.value("mul", at, self.b.const(values)), value)
        return at if at is not None else self.b.const(0)

    def past(self, plan: Past, some: int) -> int:
        """The numbers up to the greatest of a set, or from the least on, so far away."""
        if plan.up:
            top = self.b.value("highbit", self.b.value("or", some, self.b.const(1)))
            above = self.b.value("shl", self.b.const(-2), top)
            row = self.b.value("select", some, self.b.value("xor", above, self.b.const(-1)), self.b.const(0))
        else:
            row = self.b.value("or", some, self.b.value("sub", self.b.const(0), some))
        return self.b.value("shr" if plan.far >= 0 else "shl", row, self.b.const(abs(plan.far))) if plan.far else row

    def looked_up(self, plan: ByValue, words: int) -> Mask:
        value = self.value(plan.value)
        if plan.wide:
            last = plan.low + len(plan.rows) - 1
            value = self.extreme([self.extreme([value, self.b.const(plan.low)], "gt"), self.b.const(last)], "lt")
        row = self.b.value("sub", value, self.b.const(plan.low))
        return [self.b.value("table", self.l.rows_table([signed(r >> 64 * w & WORD) for r in plan.rows]), row) for w in range(words)]

    # ---- one by one ----

    def each(self, loop: LoopTerm, body: Fn[[str], None], done: str) -> None:
        """Cards that do not pass are not gone through, where what is done in the loop cannot change which these are."""
        mask = self.passing(loop)
        if mask is None:
            super().each(loop, body, done)
            return

        def bound(card: int, next: str) -> None:
            self.b.emit("copy", self.bind(loop.key), card)
            body(next)

        self.bits(mask, bound, done)

    def sieve(self, loop: LoopTerm, fitting: Fn[[Plan], bool]) -> Sieve | None:
        """What the condition of a loop begins with, as far as it can be asked of all members at once; None if nothing is gained."""
        planner, facts = self.planner(loop), NOTHING_KNOWN
        plan: Plan = ALL
        left = list(conjuncts(loop.condition)) if loop.condition is not None else []
        while left:
            more = planner.plan(left[0], facts)
            if more is None or not more.sure or not fitting(more):
                break
            plan, facts = both(plan, more), planner.known_where(left.pop(0), True, facts)
        return Sieve(plan, left) if plan != ALL else None

    def sifted(self, loop: LoopTerm, sieve: Sieve, body: Fn[[str], None], done: str) -> None:
        """A loop through the members that pass a sieve; the rest of its condition is asked of each."""

        def bound(member: int, next: str) -> None:
            self.b.emit("copy", self.bind(loop.key), member)
            for test in sieve.left:
                more = self.b.label("passes")
                self.branch(test, more, next)
                self.b.start(more)
            body(next)

        self.of_mask(self.those(sieve.plan, self.all_in(loop.domain)), bound, done)

    def passing(self, loop: LoopTerm) -> int | None:
        """The cards of a loop's zone that pass its condition, if one word can hold them, they can be asked at once, and none of them leaves meanwhile
        but in its turn."""
        if self.leaving or loop.condition is None or not loop.plain or loop.domain.op != "zone" or self.l.words > 1 or not self.at_once(loop.domain):
            return None
        plan = self.plan(loop, loop.condition)
        if plan is None or not plan.sure or (self.b.role == "main" and not stays(plan)):
            return None
        return self.those(plan, self.all_in(loop.domain))[0]

    def rows_of(self, sets: list[int], card: int) -> Mask:
        """A card's row of a list of sets of cards."""
        return [self.b.value("table", table, card) for table in self.l.set_tables(sets)]

    def one_a_face(self, members: Mask) -> Mask:
        """Of equal cards, which are neighbours, only the first."""
        out = []
        for w, word in enumerate(members):
            lower, steps = word, self.l.near_equals[w]  # who has a member of its face 1 to `step` places below
            for step, room in steps:
                up = self.b.value("and", self.b.value("shl", lower, self.b.const(max(step, 1))), self.b.const(room))
                lower = self.b.value("or", lower, up) if step else up
            word = self.b.value("and", word, self.b.value("xor", lower, self.b.const(-1))) if steps else word
            out.append(self.begun(members, w, word))
        return out

    def begun(self, members: Mask, w: int, word: int) -> int:
        """A word without the cards of a face that has a member in a word before."""
        cards = self.l.census.cards
        if not w or cards[64 * w] != cards[64 * w - 1]:
            return word
        face = cards[64 * w]
        those = [self.b.const(signed(sum(1 << n for n, f in enumerate(cards[64 * k : 64 * k + 64]) if f == face))) for k in range(w + 1)]
        before = self.some([self.b.value("and", m, t) for m, t in zip(members[:w], those)])
        rest = self.b.value("and", word, self.b.value("xor", those[w], self.b.const(-1)))
        return self.b.value("select", before, rest, word)
