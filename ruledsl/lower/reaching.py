"""Lowers what is reached: by laps over whole sets where a plan says what a step adds, else member by member."""

from __future__ import annotations

from hashlib import sha256
from typing import Callable as Fn

from ruledsl.bits import bits_of
from ruledsl.lower.along import at_way
from ruledsl.lower.boards import set_of
from ruledsl.lower.masks import Masks
from ruledsl.lower.plans import ALL, Fixed, Plan, both, but
from ruledsl.lower.shifts import Mask
from ruledsl.lower.terms import NOTHING_KNOWN, Facts, meaning
from ruledsl.model.inside import conjuncts, form, free, mentions, put_in, subterms
from ruledsl.model.terms import row
from ruledsl.model.types import BOOL, CELL, LoopTerm, Term, Type, is_cell
from ruledsl.model.ways import STEPS
from ruledsl.record import record, replace

MOST_RELATED = 128
"""Cells, at the most, for each of which all cells are gone through to make a table."""


@record(frozen=True)
class Push:
    """A step one way on, from the cells of a plan."""

    way: int
    start: Plan


@record(frozen=True)
class Laps:
    """What one lap adds: steps from cells that are there, to cells of a plan."""

    pushes: tuple[Push, ...]
    goal: Plan


class Pushing:
    """Reads the step of a reach as pushes of whole sets of cells; None where it must be walked."""

    def __init__(self, lowering: Masks, reach: Term):
        self.settings = lowering.l.settings
        self.here, self.step = reach.data
        self.planner = lowering.planner(self.here)
        self.there = self.planner.about(self.step.key, self.step.type)

    def laps(self) -> Laps | None:
        if self.here.type.kind != "cell" or not self.step.plain:
            return None
        pushes = self.pushes(self.step.domain, NOTHING_KNOWN, ALL)
        goal: Plan = ALL
        for test in conjuncts(self.step.condition) if self.step.condition is not None else ():
            if mentions(test, self.here.key):
                pushes = self.between(pushes, test, self.step.key)
                continue
            plan = self.there.alone(test)
            if plan is None:
                return None
            goal = both(goal, plan)
        return Laps(tuple(pushes), goal) if pushes is not None else None

    def between(self, pushes: list[Push] | None, test: Term, key: str) -> list[Push] | None:
        """The pushes under a condition on both cells: for each way one on the cell where it begins."""
        found = []
        for push in pushes or ():
            on = self.stepped(push.way)
            plan = self.planner.where(on).plan(put_in(test, {key: on}), frozenset({form(on)}))
            if plan is None or not plan.sure:
                return None
            found.append(replace(push, start=both(push.start, plan)))
        return found if pushes is not None else None

    def stepped(self, way: int) -> Term:
        local = Term("local", self.here.type, data=self.here.key)
        return Term("step", replace(self.here.type, or_none=True), (local, at_way(way)))

    def pushes(self, domain: Term, facts: Facts, start: Plan) -> list[Push] | None:
        """Those of a set of cells around the one at hand."""
        if row(domain).has("beside") and self.is_here(domain.args[0]):
            return self.beside(domain.op == "around", start)
        if domain.op == "set":
            return self.written(domain, facts, start)
        if domain.op == "if":
            return self.chosen(domain, facts, start)
        if domain.op == "union":
            one, other = (self.pushes(part, facts, start) for part in domain.args)
            return one + other if one is not None and other is not None else None
        if domain.op == "set_for":
            narrowed = self.narrowed(domain, facts, start)
            return narrowed if narrowed is not None else self.each_way(domain, facts, start)
        body = meaning(self.settings, domain) if domain.op == "call" else None
        return self.pushes(body, facts, start) if body is not None else None

    def beside(self, around: bool, start: Plan) -> list[Push]:
        """All ways to what lies beside. A way that leads there on some boards alone, as aslant from hexes, is gone from these."""
        boards = [board for board in self.settings.boards().values() if board.part == self.here.type.name]
        found = []
        for way in range(len(STEPS)):
            near = [board for board in boards if way in board.near_ways(around)]
            if near:
                alike = all(board in near or board.deltas[way] is None for board in boards)
                from_there = ALL if alike else Fixed(set_of([cell for board in near for cell in board.cells]))
                found.append(Push(way, both(start, from_there)))
        return found

    def is_here(self, place: Term) -> bool:
        return place.op == "local" and place.data == self.here.key

    def written(self, domain: Term, facts: Facts, start: Plan) -> list[Push] | None:
        """`{d.step(north)}`, where that is surely a cell."""
        found = []
        for item in domain.args:
            way = self.settings.fold(item.args[1]) if item.op == "step" and self.is_here(item.args[0]) else None
            if not isinstance(way, int) or form(self.stepped(way)) not in facts:
                return None
            found.append(Push(way, start))
        return found

    def chosen(self, domain: Term, facts: Facts, start: Plan) -> list[Push] | None:
        """One set or another, as a condition on the cell says."""
        condition, *ways = domain.args
        plan = self.planner.plan(condition, facts)
        if plan is None or not plan.sure:
            return None
        found: list[Push] = []
        for way, holds in zip(ways, (True, False), strict=True):
            known = self.planner.known_where(condition, holds, facts)
            more = self.pushes(way, known, both(start, plan if holds else but(plan)))
            if more is None:
                return None
            found += more
        return found

    def narrowed(self, domain: Term, facts: Facts, start: Plan) -> list[Push] | None:
        """`{f for f in d.neighbours if …}`."""
        (loop, *more), element = domain.data, domain.args[0]
        if more or not loop.plain or not is_cell(loop.type) or element.op != "local" or element.data != loop.key:
            return None
        pushes = self.pushes(loop.domain, facts, start)
        for test in conjuncts(loop.condition) if loop.condition is not None else ():
            pushes = self.between(pushes, test, loop.key)
        return pushes

    def each_way(self, domain: Term, facts: Facts, start: Plan) -> list[Push] | None:
        """`{d.step(way) for way in orthogonal if …}`, each written out."""
        (loop, *more), element = domain.data, domain.args[0]
        ways = self.settings.fold(loop.domain) if not more and loop.plain and loop.type.kind == "enum" else None
        if not isinstance(ways, int):
            return None
        found: list[Push] = []
        for way in bits_of(ways):
            given = {loop.key: Term("const", loop.type, data=way)}
            condition = put_in(loop.condition, given) if loop.condition is not None else Term("const", BOOL, data=1)
            cells = (Term("set", domain.type, items) for items in ((_plainly(self.settings.fold, put_in(element, given)),), ()))
            pushes = self.chosen(Term("if", domain.type, (condition, *cells)), facts, start)
            if pushes is None:
                return None
            found += pushes
        return found


def _plainly(fold: Fn[[Term], object], step: Term) -> Term:
    """A step whose way is known, with that way written out."""
    way = fold(step.args[1]) if step.op == "step" else None
    return replace(step, args=(step.args[0], at_way(way))) if isinstance(way, int) else step


class Reaching(Masks):
    """`{d from c by e in … if …}`."""

    def do_reach(self, term: Term) -> int:
        return self.reached(term)[0]

    def do_those(self, term: Term) -> int:
        return self.single(term)[0]

    def words(self, term: Term) -> Mask:
        if term.op == "reach":
            return self.reached(term)
        if term.op == "those":
            return self.single(term)
        if term.op == "set_for":
            tables = self.related(term)
            if tables is not None:
                return self.looked_up_words(tables[0][: self.l.words_of(term.type)], self.value(tables[1]))
            return self.picked(term) or super().words(term)
        return super().words(term)

    def related(self, term: Term) -> tuple[list[str], Term] | None:
        """The tables of a set of cells that hangs on one cell alone, as a knight's leaps do, and that cell."""
        if id(term) not in self.l.relations:
            self.l.relations[id(term)] = term, self.relation(term)
        return self.l.relations[id(term)][1]

    def of_places(self, type: Type) -> bool:
        """Is it a set of cells, corners or edges?"""
        return type.of is not None and is_cell(type.of)

    def relation(self, term: Term) -> tuple[list[str], Term] | None:
        outside, cells = set(free(term)), self.l.settings.size(CELL)
        whole = any(loop.domain.type.kind == "board" for loop in term.data)
        if not self.of_places(term.type) or len(outside) != 1 or whole and cells > MOST_RELATED:
            return None
        if any(self.fixed_members(loop) * cells > MOST_RELATED**2 for loop in term.data):
            return None
        cell = next(sub for sub in subterms(term) if sub.op == "local" and sub.data in outside)
        if not is_cell(cell.type):
            return None
        sets: list[int] = []
        for number in range(cells):
            known = self.l.settings.fold(term, {cell.data: number})
            if not isinstance(known, int):
                return None
            sets.append(known)
        digest = sha256(repr(sets).encode()).hexdigest()[:12]
        return self.l.by_word(f"relation.{digest}", sets), cell

    def fixed_members(self, loop: LoopTerm) -> int:
        """Through how many cells or corners a loop goes that are the same whatever the cell is."""
        those = self.l.settings.fold(loop.domain) if is_cell(loop.type) and loop.domain.type.kind == "set" and not set(free(loop.domain)) else 0
        return those.bit_count() if isinstance(those, int) else 0

    def picked(self, term: Term) -> Mask | None:
        """`{c for c in S if C}`, where a plan says which they are; those of a ray for each of some ways, too."""
        (*outer, loop), element = term.data, term.args[0]
        if element.op != "local" or element.data != loop.key or loop.domain.op == "zone":
            return None
        if not outer:
            return self.reach(loop, lambda plan: loop.limit is None or plan.sure)
        if loop.domain.op != "ray" or self.plans(loop) is None:
            return None
        to = [self.b.value("copy", self.b.const(0)) for _ in range(self.l.words_of(term.type))]

        def add(next: str) -> None:
            for register, word in zip(to, self.reach(loop) or (), strict=True):
                self.b.emit("or", register, register, word)

        self.nest(tuple(outer), add, self.b.label("done"))
        return to

    def single(self, term: Term) -> Mask:
        """The set of one; of none it is empty."""
        member = self.value(term.args[0])
        bit = self.bit(self.b.value("and", member, self.b.const(63)))
        if term.args[0].type.or_none:
            bit = self.b.value("select", self.b.value("lt", member, self.b.const(0)), self.b.const(0), bit)
        if not self.wide(term.type):
            return [bit]
        word = self.b.value("shr", member, self.b.const(6))
        return [self.pick("eq", word, self.b.const(w), bit, self.b.const(0)) for w in range(self.l.words_of(term.type))]

    def mask(self, term: Term) -> Mask:
        """A set, whatever it is of."""
        return self.words(term) if self.wide(term.type) else [self.value(term)]

    def reached(self, term: Term, stop: Fn[[Mask], None] | None = None) -> Mask:
        """All that is reached. `stop` is given what is there before each lap, and may go elsewhere."""
        to = [self.b.value("copy", word) for word in self.mask(replace(term.data[0].domain, type=term.type))]
        left = self.b.value("copy", self.value(term.args[0])) if term.args else None
        laps = self.laps(term)
        if laps is not None:
            self.lapped(laps, to, left, stop)
        elif left is None:
            self.walked(term, to, [self.b.value("copy", word) for word in to])
        else:
            self.levelled(term, to, left)
        return to

    def reached_until(self, term: Term, wanted: Plan, settled: str) -> None:
        """Reach on until there is one that is wanted; then go to `settled`."""
        words = self.l.words_of(term.type)
        with self.moment():
            good = self.all_of(wanted, words)

        def stop(there: Mask) -> None:
            on = self.b.label("on")
            self.b.emit("branch", self.some(self.pairwise("and", there, good)), settled, on)
            self.b.start(on)

        if self.laps(term) is not None and not term.args:
            self.reached(term, stop)
            return
        there, end = self.reached(term), self.b.label("end")
        self.b.emit("branch", self.some(self.pairwise("and", there, good)), settled, end)
        self.b.start(end)

    def laps(self, term: Term) -> Laps | None:
        return None if self.l.watched else Pushing(self, term).laps()

    def lapped(self, laps: Laps, to: Mask, left: int | None, stop: Fn[[Mask], None] | None) -> None:
        """All steps from all cells at once, until a lap adds nothing."""
        with self.moment():
            starts = [self.all_of(push.start, len(to)) if push.start != ALL else None for push in laps.pushes]
            goal = self.all_of(laps.goal, len(to)) if laps.goal != ALL else None
        done = self.b.label("reached")
        head = self.counted_down(left, done, "lap")
        if stop is not None:
            stop(to)
        with self.going_round(self.l.settings.size(CELL)):
            added: Mask = []
            for push, start in zip(laps.pushes, starts, strict=True):
                on = self.stepped(self.pairwise("and", to, start) if start is not None else to, push.way ^ len(STEPS) // 2, len(to))
                added = self.pairwise("or", added, on) if added else on
            added = added or self.fixed(0, len(to))
            added = self.besides(self.pairwise("and", added, goal) if goal is not None else added, to)
            for register, word in zip(to, added, strict=True):
                self.b.emit("or", register, register, word)
        self.b.emit("branch", self.some(added), head, done)
        self.b.start(done)

    def counted_down(self, left: int | None, done: str, word: str) -> str:
        """The head of a loop that goes round so often, if that is said."""
        head = self.b.label(word)
        self.b.start(head)
        if left is not None:
            more = self.b.label("more")
            self.b.emit("branch", self.b.value("lt", self.b.const(0), left), more, done)
            self.b.start(more)
            self.b.emit("sub", left, left, self.b.const(1))
        return head

    def levelled(self, term: Term, to: Mask, left: int) -> None:
        """Step by step from all that the step before has added."""
        fresh = [self.b.value("copy", word) for word in to]
        done, go = self.b.label("levels"), self.b.label("go")
        head = self.counted_down(left, done, "level")
        self.b.emit("branch", self.some(fresh), go, done)
        self.b.start(go)
        now = [self.b.value("copy", word) for word in fresh]
        for word in fresh:
            self.b.emit("const", word, 0)
        self.walked(term, to, now, fresh)
        self.b.emit("jump", head)
        self.b.start(done)

    def walked(self, term: Term, to: Mask, front: Mask, fresh: Mask | None = None) -> None:
        """From each member of `front`, which is used up, what a step adds; that goes into `fresh`, or comes into the front itself."""
        here, step = term.data
        head, go, done = (self.b.label(w) for w in ("walk", "from", "walked"))
        self.b.start(head)
        self.b.emit("branch", self.some(front), go, done)
        self.b.start(go)
        with self.going_round(self.l.settings.size(here.type)):
            self.b.emit("copy", self.bind(here.key), self.lowest(front))
            itself = Term("local", step.type, data=step.key)
            new = self.besides(self.mask(Term("set_for", term.type, (itself,), (step,), term.span)), to)
            for w, word in enumerate(new):
                self.b.emit("or", to[w], to[w], word)
                into = (fresh or front)[w]
                self.b.emit("or", into, into, word)
        self.b.emit("jump", head)
        self.b.start(done)

    def lowest(self, front: Mask) -> int:
        """The lowest member of a set that has one; it is taken out."""
        word, base = front[-1], self.b.const(64 * (len(front) - 1))
        for w in range(len(front) - 2, -1, -1):
            word = self.b.value("select", front[w], front[w], word)
            base = self.b.value("select", front[w], self.b.const(64 * w), base)
        low = self.b.value("lowbit", word)
        member = self.b.value("add", base, low)
        bit = self.bit(low)
        for w, register in enumerate(front):
            mine = self.pick("eq", base, self.b.const(64 * w), bit, self.b.const(0))
            self.b.emit("xor", register, register, mine)
        return member

    def as_reach(self, domain: Term) -> Term | None:
        """The reach that a set is, told by itself or by a def."""
        if not self.says_set(domain):
            return None
        said: Term | None = domain
        while said is not None and said.op == "call":
            said = self.inlined(said)
        return said if said is not None and said.op == "reach" else None
