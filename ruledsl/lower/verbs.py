"""Lowers statements into `main`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar
from typing import Callable as Fn
from weakref import proxy

from ruledsl.ir.ops import Fault
from ruledsl.ir.program import CHANGED, LEFT, SAME
from ruledsl.ir.regions import seen
from ruledsl.lower.filling import Filling
from ruledsl.lower.interrupting import Interrupting
from ruledsl.lower.noting import note
from ruledsl.lower.ordering import in_order
from ruledsl.lower.procedures import Exit, Let, OpenLoop
from ruledsl.lower.standing import moving
from ruledsl.model.model import Aloud
from ruledsl.model.told import aloud
from ruledsl.model.types import LoopTerm, Term
from ruledsl.model.winning import is_win
from ruledsl.record import replace
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering


class Verbs(Interrupting, Filling):
    """One method a kind of statement."""

    def __init__(self, lowering: Lowering):
        super().__init__(lowering)
        self.v.settling = proxy(self)

    def block(self, body: t.Block) -> None:
        around = self.b.place
        for statement, self.ahead in zip(body, (*body, None)[1:], strict=True):
            self.b.place = self.l.places.of(statement.span)
            self.CASES[type(statement)](self, statement)
        self.b.place = around  # what comes behind belongs to what the statements stand in

    def value(self, e: t.Expr, name: str = "") -> int:
        """Of what is rolled, or anything else; it goes to a variable of this name, if it has one."""
        term = self.term(e)
        if isinstance(e, t.Observe):
            return self.l.chance.observe(self, e)
        return self.l.chance.roll(self, term, name) if term.op == "roll" else self.v.value(term)

    def values(self, e: t.Expr, name: str = "") -> list[int]:
        """The same, word by word."""
        if isinstance(e, t.Gained):
            return self.given(e.function)
        term = self.term(e)
        return self.v.words(term) if self.v.wide(term.type) else [self.value(e, name)]

    def let(self, s: t.Let) -> None:
        key, term = self.model.keys[id(s.name)], self.term(s.value)
        for place, word in zip(self.v.keys_of(key, term.type), self.values(s.value), strict=True):
            self.b.emit("copy", self.v.bind(place), word)
        if not self.v.wide(term.type):
            self.lets[key] = Let(s.name.text, None if isinstance(s.value, (t.Roll, t.Observe, t.Gained)) else term)

    def called(self, target: Term, op: str) -> str:
        """How a variable of the table is spoken of, where all of it is set."""
        info = self.model.state.get(target.data) if target.op == "var" and not target.args else None
        return info.name.replace("_", " ") if info is not None and info.owner == "table" and op == "=" else ""

    def assign(self, s: t.Assign) -> None:
        target = self.term(s.target)
        if isinstance(s.value, t.Picture):
            self.picture(target.data, s.value)
            return
        words = self.given_words(s, target)
        at = self.v.owner(target)
        if s.op != "=":
            old, none = self.b.value("load", target.data, at), target.type.or_none
            old = self.v.something(old, s.target.span) if none else old
            new = self.b.value("add" if s.op == "+=" else "sub", old, words[0])
            words = [self.b.value("natural", new, Fault.RANGE) if none else new]
        if self.l.changes:
            self.count_change(target.data, at, words)
        if s.until is None:
            self.store(target.data, at, *words)
        else:
            now = [self.b.value("load", region, at) for region in self.l.kept_in(target.data)]
            self.lasts(target.data, at, s.until, now, lambda: self.store(target.data, at, *words))

    def count_change(self, name: str, at: int, words: Sequence[int]) -> None:
        """Is what is set now another than before?"""
        stays, changes, on = self.b.label(SAME), self.b.label(CHANGED), self.b.label("on")
        for region, word in zip(self.l.kept_in(name), words, strict=True):
            alike = self.b.label("alike")
            self.b.emit("branch", self.b.value("eq", self.b.value("load", region, at), word), alike, changes)
            self.b.start(alike)
        self.b.emit("jump", stays)
        for label in (stays, changes):
            self.b.start(label)
            self.b.emit("jump", on)
        self.b.start(on)

    def given_words(self, s: t.Assign, target: Term) -> list[int]:
        """What is put into a variable. None wins nothing: a fault, and no draw. What is rolled, or given by a deed, comes as it is."""
        words, term = self.values(s.value, self.called(target, s.op)), self.term(s.value)
        if is_win(s) and term.type.or_none:
            return [self.v.surely(*words)]
        if isinstance(s.value, (t.Roll, t.Gained)) and target.type.kind == "int":
            if term.type.or_none and (s.op != "=" or not target.type.or_none):
                return [self.v.something(words[0], s.value.span)]
            if target.type.or_none and not term.type.or_none and s.op == "=":
                return [self.b.value("natural", *words, Fault.RANGE)]
        return words

    def show(self, s: t.Reveal) -> None:
        told = aloud(self.model).get(id(s))
        if told is None:
            self.reveal(s)
        else:
            self.tell(told, self.shown_to(s))

    def tell(self, told: tuple[Aloud, ...], seats: int) -> None:
        """Each variable holds what is told, is shown, and is set back at once."""
        at, regions = self.b.const(0), [region for each in told for region in self.l.kept_in(each.info.name)]
        for each in told:
            self.store(each.info.name, at, *(self.values(each.value) if each.value is not None else [self.b.const(1)]))
        for region in regions:
            self.b.emit("store", seen(region), at, seats)
        for each in told:
            self.store(each.info.name, at, *(self.b.const(self.l.region(region).initial) for region in self.l.kept_in(each.info.name)))

    def if_(self, s: t.If) -> None:
        after = self.b.label("fi")
        for condition, body in s.arms:
            if condition is None:
                self.block(body)
                continue
            yes, no = self.b.label("if"), self.b.label("else")
            self.v.branch(self.term(condition), yes, no)
            self.b.start(yes)
            self.block(body)
            with self.leading_on():
                self.b.emit("jump", after)
            self.b.start(no)
        with self.leading_on():
            self.b.start(after)

    @contextmanager
    def leading_on(self) -> Iterator[None]:
        """What leads from an arm to what stands behind all of them is no statement that runs. The `if` itself has no code where it is settled which arm is
        taken, and the others may be kept because somebody is asked in them."""
        around = self.b.place
        self.b.place = 0 if self.l.watched else around
        yield
        self.b.place = around

    def while_(self, s: t.While) -> None:
        head, inner, done = (self.b.label(w) for w in ("while", "body", "done"))
        count = self.counter(s.at_most)
        self.b.start(head)
        self.v.branch(self.term(s.condition), inner, done)
        self.b.start(inner)
        beyond = self.beyond(s)
        with self.bounded(s.at_most, count, beyond), self.left_for("while", done):
            self.block(s.body)
        self.b.emit("jump", head)
        self.at_the_bound(s, beyond)
        self.b.start(done)

    def beyond(self, s: t.While | t.Turns) -> str:
        """Where play goes when a loop would go on beyond its bound; "" if that is a fault."""
        return self.b.label("beyond") if s.otherwise is not None else ""

    def at_the_bound(self, s: t.While | t.Turns, beyond: str) -> None:
        if s.otherwise is not None:
            self.b.start(beyond)
            self.block(s.otherwise)

    @contextmanager
    def left_for(self, word: str, done: str) -> Iterator[None]:
        """The block of a loop that `end` may leave."""
        self.leaving.append(Exit(word, done, len(self.open)))
        yield
        self.leaving.pop()

    def leave_loop(self, s: t.Leave) -> None:
        """Blocks that something may drop, inside the loop, go on no more."""
        way = next(way for way in reversed(self.leaving) if way.word == s.loop)
        for block in reversed(self.open[way.open :]):
            self.close(block.dropped, block.inside)
        self.count_leaving()
        self.b.emit("jump", way.done)

    def count_leaving(self) -> None:
        """A statement that only goes elsewhere has a block of its own, where it is counted."""
        if self.l.watched:
            self.b.start(self.b.label(LEFT))

    def counter(self, at_most: t.Expr | None) -> int:
        count = self.b.new()
        if at_most is not None:
            self.b.emit("const", count, 0)
        return count

    @contextmanager
    def bounded(self, at_most: t.Expr | None, count: int, beyond: str = "") -> Iterator[None]:
        """One more time round: beyond the bound is a fault, unless play goes somewhere then."""
        bound = self.term(at_most) if at_most is not None else None
        if bound is not None:
            good, bad = self.b.label("bounded"), beyond or self.b.label("beyond")
            self.b.emit("branch", self.b.value("lt", count, self.v.value(bound)), good, bad)
            if not beyond:
                self.b.start(bad)
                self.b.emit("trap", Fault.LOOP)
            self.b.start(good)
            self.b.emit("add", count, count, self.b.const(1))
        with self.v.going_round(self.most(bound) if bound is not None else None):
            yield

    def most(self, number: Term) -> int | None:
        """The greatest value that a number can have."""
        span = self.l.known.of(number).span
        return span[1] if span is not None else None

    def repeat(self, s: t.Repeat) -> None:
        times = self.term(s.times)
        loop = LoopTerm(f"repeat.{id(s)}", times.type, Term("range", times.type, (Term("const", times.type, data=0), times)))
        done = self.b.label("done")
        with self.left_for("repeat", done):
            self.times(self.v.value(times), lambda: self.block(s.body), self.most(times), loop)
        self.b.start(done)

    def for_(self, s: t.For) -> None:
        loop = self.model.loops[id(s.loop)]
        if loop.order:
            self.for_in_order(s, loop)
            return
        if self.filled(loop, s.body):
            return
        self.opened(loop, s.loop.name.text, s.body)
        with moving(self.v, loop, s.body, s.loop.name.text, self.here):
            sieve, done = None if self.v.moved else self.sieved(loop, s.body), self.b.label("done")
            with self.left_for("for", done):
                if sieve is None:
                    self.v.each(loop, lambda next: self.block(s.body), done)
                else:
                    self.v.sifted(loop, sieve, lambda next: self.block(s.body), done)
        self.loops.pop()

    def for_in_order(self, s: t.For, loop: LoopTerm) -> None:
        done = self.b.label("done")
        self.opened(loop, s.loop.name.text, s.body)
        with self.left_for("for", done):
            in_order(self.v, loop, lambda next: self.block(s.body), done, done)
        self.b.start(done)
        self.loops.pop()

    def turns_in_order(self, s: t.Turns, loop: LoopTerm) -> None:
        """Lap after lap, each in an order of its own; ends when `while` fails or nobody is left."""
        lap, done = self.b.label("lap"), self.b.label("done")
        count, beyond = self.counter(s.at_most), self.beyond(s)
        past = self.b.label("past")

        def turn(next: str) -> None:
            if loop.limit is not None:
                goes_on = self.b.label("goes_on")
                self.v.branch(loop.limit, goes_on, done)
                self.b.start(goes_on)
            with self.bounded(s.at_most, count, beyond), self.left_for("turns", done):
                self.block(s.body)

        self.opened(loop, s.loop.name.text)
        self.b.start(lap)
        in_order(self.v, replace(loop, limit=None), turn, done, past)
        self.b.start(past)
        self.b.emit("jump", lap)
        self.loops.pop()
        self.at_the_bound(s, beyond)
        self.b.start(done)

    def opened(self, loop: LoopTerm, name: str, body: t.Block = ()) -> None:
        shows = any(isinstance(node, t.Reveal) and isinstance(node.what, t.Ref) and node.what.name == name for s in body for node in t.walk(s))
        self.loops.append(OpenLoop(name, loop, self.none_yet() if shows else ()))

    def turns(self, s: t.Turns) -> None:
        """Round and round; ends when `while` fails or nobody passes the `if`."""
        loop = self.model.loops[id(s.loop)]
        if loop.order:
            self.turns_in_order(s, loop)
            return
        seat, passed = self.v.bind(loop.key), self.b.new()
        head, scan, body, next, pass_over, done = (self.b.label(w) for w in ("turns", "scan", "turn", "next", "pass", "done"))
        start = self.v.value(loop.start) if loop.start is not None else self.b.const(0)
        self.b.emit("copy", seat, start)
        count = self.counter(s.at_most)
        self.b.start(head)
        self.b.emit("const", passed, 0)
        self.b.start(scan)
        self.sits(loop, seat, pass_over)
        if loop.condition is not None:
            fits = self.b.label("fits")
            self.v.branch(loop.condition, fits, pass_over)
            self.b.start(fits)
        if loop.limit is not None:
            self.v.branch(loop.limit, body, done)
        self.b.start(body)
        self.opened(loop, s.loop.name.text)
        beyond = self.beyond(s)
        with self.bounded(s.at_most, count, beyond), self.left_for("turns", done):
            self.block(s.body)
        self.loops.pop()
        self.b.emit("table", seat, self.l.seat_table(1), seat)
        self.b.emit("jump", head)
        self.b.start(pass_over)
        self.b.emit("table", seat, self.l.seat_table(1), seat)
        self.b.emit("add", passed, passed, self.b.const(1))
        self.b.emit("branch", self.b.value("lt", passed, self.b.const(self.l.settings.players)), scan, done)
        self.b.start(next)
        self.at_the_bound(s, beyond)
        self.b.start(done)

    def sits(self, loop: LoopTerm, seat: int, pass_over: str) -> None:
        if loop.domain.op != "players":
            sits = self.b.label("sits")
            self.v.in_mask(seat, self.v.value(loop.domain), sits, pass_over)
            self.b.start(sits)

    def end(self, s: t.End) -> None:
        self.count_leaving()
        self.b.emit("jump", self.over if s.given else self.finish if s.name == "game" else self.procedure(s.name).leave)

    def give(self, s: t.Give) -> None:
        for place, word in zip(self.given(s.name), self.values(s.value), strict=True):
            self.b.emit("copy", place, word)

    def given(self, name: str) -> list[int]:
        """The registers of what a deed gives, the same for all that do it."""
        target = self.model.callables[name]
        assert target.result is not None
        with self.at(0):
            return [self.v.bind(place) for place in self.v.keys_of(target.given, target.result)]

    def do(self, s: t.Do) -> None:
        terms = tuple(self.term(a) for a in s.call.args)
        self.call(s.call.function, [register for term in terms for register in self.v.registers(term)], terms)

    def note(self, s: t.Note) -> None:
        note(self.l, self.v, self.model.histories[s.history.text])

    def usual(self, s: t.DoUsual) -> None:
        self.call_procedure(self.usuals[-1])

    CASES: ClassVar[dict[type, Fn[..., None]]] = {
        t.Label: lambda self, s: None, t.Require: lambda self, s: None, t.Pass: lambda self, s: None, t.Let: let, t.Assign: assign,
        t.Move: Interrupting.move, t.Shuffle: Interrupting.shuffle, t.Reveal: show, t.ChooseAction: Interrupting.choose_action,
        t.ChooseValue: Interrupting.choose_value, t.If: if_, t.While: while_, t.Repeat: repeat, t.For: for_,
        t.Turns: turns, t.Unless: Interrupting.unless, t.End: end, t.Leave: leave_loop, t.Do: do,
        t.DoUsual: usual, t.CarryOut: Interrupting.carry_out, t.Note: note, t.Give: give,
    }  # fmt: skip
