"""Programs that say, while they run, which terms they look at: before and after each value stands a mark. What is seen is held against the summaries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from ruledsl.engine.match import Match
from ruledsl.interp import machine, steps
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Program
from ruledsl.ir.rng import signed
from ruledsl.lower.layout import Layout
from ruledsl.lower.summary import Summary
from ruledsl.lower.values import Values
from ruledsl.model.types import Term
from ruledsl.record import field, record

BEGIN, END = 1 << 100, 1 << 101
"""No program holds such constants: the term that is looked at stands behind."""

LONG = {Fault.FUEL, Fault.LOOP}
"""That something goes on for ever is said of no term."""


@record
class Seen:
    """The summaries of marked terms; what a run has shown of them. `open` are the terms that are being looked at. Where nobody watches, some are
    looked at in vain: a part of a card that is of another kind. Then they need not be what they may be where they are wanted."""

    watched: bool = True
    marked: list[Summary] = field(default_factory=list)
    open: list[int] = field(default_factory=list)
    next: int = -1
    values: int = 0
    told: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def const(self, run: Any, r: list[int], d: int, number: int) -> None:
        if number >= END:
            self.next = number - END
        elif number >= BEGIN:
            self.open.append(number - BEGIN)
        else:
            r[d] = number

    def copy(self, run: Any, r: list[int], d: int, a: int) -> None:
        r[d] = r[a]
        if self.next >= 0:
            if self.next in self.open:  # else play goes on from a decision that has been answered before
                del self.open[self.open.index(self.next) :]
            self.look(self.marked[self.next], r[a])
            self.next = -1

    def look(self, s: Summary, found: int) -> None:
        """Holds a value against what was said of it."""
        self.values += 1
        whole, kind = found & (1 << 64) - 1, s.term.type.kind
        claims = {"value": isinstance(s.value, int) and signed(s.value & (1 << 64) - 1) != found}
        claims["span"] = s.span is not None and not s.span[0] <= found <= s.span[1]
        if isinstance(s.possible, frozenset) and self.watched:
            claims["possible"] = found not in s.possible and whole not in s.possible
        if (kind in ("enum", "player", "bool") and found >= 0 or kind == "set") and self.watched:
            claims["members"] = bool((whole if kind == "set" else 1 << found) & ~s.members)
        if kind in ("player", "enum", "cell", "card"):
            claims["some"] = s.some and found == -1
        told = {"settled": s.value is not None, "bounded": s.span is not None, "safe": s.safe, "calm": s.calm > s.safe}
        self.told.update({**told, "listed": isinstance(s.possible, frozenset)})
        self.wrong += [f"{claim} of `{s.l.source(s.term.span)}` ({s.term.op}): {found}" for claim, is_wrong in claims.items() if is_wrong]

    def stopped(self, fault: Fault) -> None:
        """A fault while terms were looked at: each of them was said to be able to raise it."""
        for n in self.open if fault not in LONG else ():
            s = self.marked[n]
            if fault not in s.faults or s.calm:
                self.wrong.append(f"faults of `{s.l.source(s.term.span)}` ({s.term.op}): {fault.name}")
        self.open.clear()
        self.next = -1
        self.told["faults"] += 1


@contextmanager
def marking(seen: Seen) -> Iterator[None]:
    """What is lowered inside is marked."""
    plain, branch = Values.value, Values.branch

    def begun(v: Values, term: Term) -> int:
        seen.marked.append(v.l.known.of(term))
        mark(v, BEGIN + len(seen.marked) - 1)
        return len(seen.marked) - 1

    def mark(v: Values, number: int) -> None:
        v.marks = getattr(v, "marks", None) or v.b.new()  # type: ignore[attr-defined]
        v.b.emit("const", v.marks, number)  # type: ignore[attr-defined]

    def ended(v: Values, n: int, register: int) -> None:
        mark(v, END + n)
        v.b.emit("copy", v.b.new(), register)

    def value(v: Values, term: Term) -> int:
        n = begun(v, term)
        register = plain(v, term)
        ended(v, n, register)
        return register

    def either(v: Values, term: Term, yes: str, no: str) -> None:
        n, ways = begun(v, term), (v.b.label("holds"), v.b.label("fails"))
        branch(v, term, *ways)
        for label, goes_on, truth in zip(ways, (yes, no), (1, 0), strict=True):
            v.b.start(label)
            ended(v, n, v.b.const(truth))
            v.b.emit("jump", goes_on)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Layout, "close", lambda layout: None)  # what is known is asked for afterwards
        patch.setattr(Values, "value", value)
        patch.setattr(Values, "branch", either)
        yield


@contextmanager
def running(seen: Seen) -> Iterator[None]:
    """What runs inside tells what it looks at."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine, "OFTEN", 1 << 60)
        patch.setitem(steps.STEPS, "const", seen.const)
        patch.setitem(steps.STEPS, "copy", seen.copy)
        yield


def play(program: Program, seen: Seen, seeds: range, decisions: int, only: str = "") -> None:
    """Some games at random, as far as they go; with choices of `only` one action, if it is told."""
    for seed in seeds:
        rng = Random(seed)
        with running(seen):
            try:
                match = Match(program, seed, "interp", rng.choice(["drawn", "asked"]), world="drawn")
                for _ in range(decisions):
                    answers = [] if match.over else [a for a in match.answers() if a.action == only or not only]
                    if not answers:
                        break
                    match.play(rng.choice(answers))
            except RulesFault as fault:
                seen.stopped(fault.fault)
