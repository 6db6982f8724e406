"""Lowers what is gathered over loops: sums, counts, the best, the first, whether any or all."""

from __future__ import annotations

from contextlib import contextmanager
from functools import reduce
from typing import Callable as Fn
from typing import Iterator

from ruledsl.ir.ops import Fault
from ruledsl.lower.conditions import Conditions
from ruledsl.lower.gathered import few, seats
from ruledsl.lower.plans import But, Fixed, Plan, both
from ruledsl.lower.rows import Lines
from ruledsl.lower.shifts import Mask
from ruledsl.model.gatherers import GATHERERS
from ruledsl.model.inside import conjuncts, mentions, subterms
from ruledsl.model.orders import asked_order
from ruledsl.model.types import BOOL, LoopTerm, Term
from ruledsl.record import replace


class Sums(Conditions, Lines):
    """`f(e for x in S if C)`, and sets made so."""

    def do_aggregate(self, term: Term) -> int:
        name, loops = term.data[0], self.steady(term, term.data[1])
        element = term.args[0]
        lines = self.in_lines(name, element, loops[0]) if len(loops) == 1 else None
        if lines is not None:
            return lines
        to, done = self.b.new(), self.b.label("done")
        self.b.emit("const", to, GATHERERS[name].begin)
        if len(loops) == 1 and self.seat_by_seat(name, element, loops[0], to):
            return to
        if name == "distinct":
            self.distinct(loops, element, to, done)
            return to
        if loops[0].order:
            self.in_order(name, element, loops[0], to, done)
            return to
        found = self.b.new()
        if GATHERERS[name].nothing == "-":
            self.b.emit("const", found, 0)
        whole = self.over_cells(name, element, loops, to)
        at_once = self.together(name, element, loops[-1], to) if whole is None else None
        if whole is not None:
            whole(done)
            self.b.start(done)
        elif at_once is None and not self.l.watched and few(self.l.known.of(term)):
            self.looked_through(loops, lambda next: self.b.emit("or" if name == "any" else "and", to, to, self.value(element)), done)
        elif at_once is None:
            loops, element = self.sorted_out(name, loops, element)
            self.looked_through(loops, lambda next: self.gather(name, element, to, found, next, done), done)
        elif len(loops) == 1:
            at_once(done)
            self.b.start(done)
        else:
            self.looked_through(loops[:-1], lambda next: at_once(done), done)
        if GATHERERS[name].nothing == "-":
            self.some_found(found)
        return to

    def some_found(self, found: int) -> None:
        good, none = self.b.label("found"), self.b.label("none")
        self.b.emit("branch", found, good, none)
        self.b.start(none)
        self.b.emit("trap", Fault.NO_MEMBER)
        self.b.start(good)

    def steady(self, term: Term, loops: tuple[LoopTerm, ...]) -> tuple[LoopTerm, ...]:
        """The loops of a term; what is settled inside one while its pile is gone through is settled before."""
        if self.settling is None or not any(loop.any_order and loop.domain.op == "zone" for loop in loops):
            return loops
        settled = {name for sub in subterms(term) if sub is not term for name in asked_order(sub)}
        return tuple(replace(loop, any_order=loop.any_order and not (loop.domain.op == "zone" and loop.domain.data in settled)) for loop in loops)

    def seat_by_seat(self, name: str, element: Term, loop: LoopTerm, to: int) -> bool:
        """Few seats are written out, where each may be looked at in any case."""
        parts = [element] if loop.condition is None else [element, loop.condition]
        if not seats(self.l, name, loop) or self.l.watched or not all(self.l.known.of(part).level for part in parts):
            return False
        for seat in range(self.l.settings.players):
            self.b.emit("const", self.bind(loop.key), seat)
            passes = self.value(loop.condition) if loop.condition is not None else None
            value = self.b.const(1) if name == "count" else self.value(element)
            if GATHERERS[name].each == "truth":
                if passes is not None:
                    value = self.b.value("and", passes, value) if name == "any" else self.b.value("or", self.b.value("not", passes), value)
                self.b.emit("or" if name == "any" else "and", to, to, value)
            else:
                self.b.emit("add", to, to, value if passes is None else self.b.value("select", passes, value, self.b.const(0)))
        return True

    # ---- in an order ----

    def in_order(self, name: str, element: Term, loop: LoopTerm, to: int, done: str) -> None:
        """The first or the last member in an order; those that are equal stand as they came."""
        found, best = self.b.new(), [self.b.new() for _ in loop.order]
        self.b.emit("const", found, 0)
        for register in best:
            self.b.emit("const", register, 0)

        def compare(next: str) -> None:
            keys = [self.value(key) for _, key in loop.order]
            take, compared = self.b.label("take"), self.b.label("compared")
            self.b.emit("branch", found, compared, take)
            self.b.start(compared)
            before, behind = (take, next) if name == "first" else (next, take)
            for (highest, _), key, old in zip(loop.order, keys, best):
                more, less = (old, key) if highest else (key, old)
                unlike, alike = self.b.label("unlike"), self.b.label("alike")
                self.b.emit("branch", self.b.value("ne", key, old), unlike, alike)
                self.b.start(unlike)
                self.b.emit("branch", self.b.value("lt", more, less), before, behind)
                self.b.start(alike)
            self.b.emit("jump", behind)
            self.b.start(take)
            for register, key in zip(best, keys):
                self.b.emit("copy", register, key)
            self.b.emit("const", found, 1)
            self.b.emit("copy", to, self.value(element))

        self.each(replace(loop, order=()), compare, done)

    # ---- all members at once ----

    def together(self, name: str, element: Term, loop: LoopTerm, to: int) -> Fn[[str], None] | None:
        """What all members of a domain add together, if a plan says which they are; it may go on to the label, where all is settled."""
        if not self.at_once(loop.domain) or loop.start is not None or loop.limit is not None:
            return None
        passing = self.plan(loop, loop.condition)
        if passing is None:
            return None
        if GATHERERS[name].each == "truth":
            return self.settled_at_once(name, self.plan(loop, element), passing, loop, to)
        if name == "count":
            return lambda done: self.b.emit("add", to, to, self.size(self.those(passing, self.all_in(loop.domain))))
        if GATHERERS[name].bits == "end":
            return self.outermost(name, element, passing, loop, to)
        parts = self.planner(loop).parts(element) if name == "sum" else None
        if parts is None:
            return None
        return lambda done: self.added_at_once(parts, self.those(passing, self.all_in(loop.domain)), to)

    def sorted_out(self, name: str, loops: tuple[LoopTerm, ...], element: Term) -> tuple[tuple[LoopTerm, ...], Term]:
        """`any(A and B for x in S)` is `any(B for x in S if A)`, where A tells of all members at once which of them are asked B."""
        *outer, loop = loops
        if name != "any" or element.op != "and" or not loop.plain or loop.domain.op == "ray" or not self.at_once(loop.domain):
            return loops, element
        first, *rest = conjuncts(element)
        condition = first if loop.condition is None else Term("and", BOOL, (loop.condition, first))
        more = reduce(lambda one, other: Term("and", BOOL, (one, other), span=element.span), rest)
        return (*outer, replace(loop, condition=condition)), more

    def over_cells(self, name: str, element: Term, loops: tuple[LoopTerm, ...], to: int) -> Fn[[str], None] | None:
        """`any` and `all` over cells and something else: of all cells at once, where the rest can be a condition on each. Nothing faults there,
        so it is the same which loop stands first."""
        if GATHERERS[name].each != "truth" or len(loops) == 1 or any(loop.start is not None or loop.limit is not None for loop in loops):
            return None
        for n, loop in enumerate(loops):
            before = [other.key for other in loops[:n]]
            if loop.type.kind != "cell" or not self.at_once(loop.domain) or loop.domain.op == "ray" or any(mentions(loop.domain, key) for key in before):
                continue
            inner = element
            if loop.condition is not None:
                test = loop.condition if name == "any" else Term("not", BOOL, (loop.condition,))
                inner = Term("and" if name == "any" else "or", BOOL, (test, element))
            rest = Term("aggregate", BOOL, (inner,), (name, (*loops[:n], *loops[n + 1 :])))
            whole = self.together(name, rest, replace(loop, condition=None), to) if self.l.known.of(loop.domain).sure or not n else None
            if whole is not None:
                return whole
        return None

    def settled_at_once(self, name: str, wanted: Plan | None, passing: Plan, loop: LoopTerm, to: int) -> Fn[[str], None] | None:
        """`any` and `all` look at no card behind the one that settles them; so nothing in them may fault."""
        if wanted is None or not wanted.sure or not passing.sure:
            return None

        wanting = wanted if name == "any" else But(wanted)

        def settle(done: str) -> None:
            settled, go = self.b.label("settled"), self.b.label("go")
            reach = self.as_reach(loop.domain)
            if reach is not None:
                self.reached_until(reach, both(passing, wanting), settled)
                self.b.emit("jump", go)
            else:
                some = self.some(self.those(wanting, self.those(passing, self.all_in(loop.domain))))
                self.b.emit("branch", some, settled, go)
            self.b.start(settled)
            self.b.emit("const", to, 1 if name == "any" else 0)
            self.b.emit("jump", done)
            self.b.start(go)

        return settle

    def outermost(self, name: str, element: Term, passing: Plan, loop: LoopTerm, to: int) -> Fn[[str], None] | None:
        """The first or last member itself. Nothing behind the first is looked at, so nothing may fault."""
        if element.op != "local" or element.data != loop.key or not passing.sure:
            return None

        def find(done: str) -> None:
            members = self.those(passing, self.all_in(loop.domain))
            for w, word in list(enumerate(members))[:: 1 if name == "first" else -1]:
                some, more = self.b.label("some"), self.b.label("more")
                self.b.emit("branch", word, some, more)
                self.b.start(some)
                bit = self.end_of(word, name == "first", loop.domain)
                self.b.emit("copy", to, self.b.value("add", bit, self.b.const(64 * w)) if w else bit)
                self.b.emit("jump", done)
                self.b.start(more)

        return find

    def end_of(self, word: int, first: bool, domain: Term) -> int:
        """The first or last member of a set that has one; of a ray the nearest or the farthest cell, which way it may go."""
        if domain.op != "ray":
            return self.b.value("lowbit" if first else "highbit", word)
        low, high = self.b.value("lowbit", word), self.b.value("highbit", word)
        return self.b.value("select", self.rises(domain), *((low, high) if first else (high, low)))

    def looked_through(self, loops: tuple[LoopTerm, ...], body: Fn[[str], None], done: str) -> None:
        """Loops within loops that change nothing: what can be tested of all members before, is."""
        loop, rest = loops[0], loops[1:]

        def inner(next: str) -> None:
            if rest:
                self.looked_through(rest, body, self.b.label("done"))
            else:
                body(next)

        plain = loop.start is None and loop.limit is None and loop.domain.op != "ray" and self.at_once(loop.domain)
        sieve = self.sieve(loop, lambda plan: True) if plain else None
        if sieve is None:
            self.each(loop, inner, done)
        else:
            self.sifted(loop, sieve, inner, done)

    def added_at_once(self, parts: dict[int, int], cards: Mask, to: int) -> None:
        """Each value as often as there are cards that are worth it."""
        for value, worth in parts.items():
            many = self.size(self.those(Fixed(worth), cards))
            self.b.emit("add", to, to, self.b.value("mul", many, self.b.const(value)))

    # ---- member by member ----

    def gather(self, name: str, element: Term, to: int, found: int, next: str, done: str) -> None:
        """What one member adds to a sum, a count, a search."""
        if GATHERERS[name].each == "truth":
            self.settle_at(name, element, to, next, done)
        elif name == "count":
            self.b.emit("add", to, to, self.b.const(1))
        elif name == "sum":
            self.b.emit("add", to, to, self.value(element))
        elif GATHERERS[name].bits == "end":
            self.b.emit("copy", to, self.value(element))
            if name == "first":
                self.b.emit("jump", done)
        else:
            value = self.value(element)
            better = self.b.value("lt", value, to) if name == "min" else self.b.value("lt", to, value)
            take = self.b.value("or", better, self.b.value("not", found))
            self.b.emit("select", to, take, value, to)
            self.b.emit("const", found, 1)

    def distinct(self, loops: tuple[LoopTerm, ...], element: Term, to: int, done: str) -> None:
        """Each value is compared with those before it; the first that is equal to one settles it."""
        here = self.b.new()
        self.b.emit("const", here, 0)

        def outer(next: str) -> None:
            value, there, compared = self.b.value("copy", self.value(element)), self.b.new(), self.b.label("compared")
            self.b.emit("const", there, 0)

            def inner(on: str) -> None:
                before, equal = self.b.label("before"), self.b.label("equal")
                self.b.emit("branch", self.b.value("lt", there, here), before, compared)
                self.b.start(before)
                self.b.emit("add", there, there, self.b.const(1))
                self.b.emit("branch", self.b.value("eq", value, self.value(element)), equal, on)
                self.b.start(equal)
                self.b.emit("const", to, 0)
                self.b.emit("jump", done)

            with self.kept(loops):
                self.nest(loops, inner, compared)
            self.b.emit("add", here, here, self.b.const(1))

        self.nest(loops, outer, done)

    @contextmanager
    def kept(self, loops: tuple[LoopTerm, ...]) -> Iterator[None]:
        """Loops within themselves: inside, their locals are others."""
        outside = {loop.key: self.locals.pop(loop.key) for loop in loops}
        yield
        self.locals |= outside

    def settle_at(self, name: str, element: Term, to: int, next: str, done: str) -> None:
        """`any` is settled by the first that holds, `all` by the first that does not."""
        settled = self.b.label("settled")
        self.branch(element, *((settled, next) if name == "any" else (next, settled)))
        self.b.start(settled)
        self.b.emit("const", to, 1 if name == "any" else 0)
        self.b.emit("jump", done)
        self.b.start(self.b.label("go"))

    def do_sum(self, term: Term) -> int:
        total = self.b.const(0)
        for item in self.l.listed(term.args[0]):
            total = self.b.value("add", total, self.value(item))
        return total

    def do_set_for(self, term: Term) -> int:
        related = self.related(term)
        if related is not None:
            return self.b.value("table", related[0][0], self.value(related[1]))
        if (picked := self.picked(term)) is not None:
            return picked[0]
        to, done = self.b.new(), self.b.label("done")
        self.b.emit("const", to, 0)
        self.nest(self.steady(term, term.data), lambda next: self.b.emit("or", to, to, self.bit(self.value(term.args[0]))), done)
        return to
