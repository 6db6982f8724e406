"""Two games side by side in machine code: what is compared, as tables for the loops of `search.pairs`.

Only programs whose values have the same numbers can be put side by side so; the reference compares the others."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

from ruledsl.findings.machine import Answers
from ruledsl.findings.overheard import one_move, unheard
from ruledsl.findings.pairing import NOT_THERE, Pairing, read_as
from ruledsl.findings.verdicts import CLASS_OF
from ruledsl.ir.layout import find_instance, seers
from ruledsl.ir.ops import FAULTS
from ruledsl.ir.program import BOX, Program
from ruledsl.ir.regions import seen, until
from ruledsl.native.hunting import FIRST
from ruledsl.native.text import KINDS
from ruledsl.native.verifying import BEYOND, ENDED, Verifying

HEADS = ("status", "ask.kind", "ask.seats", "ask.count", "ask.site")
SPECIAL = 1000
"""How far above `BEYOND` codes stand that are no faults."""
LONGEST = 20_000
"""Answers in a game at random, beyond which it is given up."""

Table = list[list[int]]


def comparable(pairing: Pairing) -> bool:
    """Can machine code put both side by side?"""
    a, b = pairing.a, pairing.b
    if not pairing.plain or any(site.odds for p in (a, b) for site in p.sites) or a.interruptions or b.interruptions:
        return False
    if any(variable.told for p in (a, b) for variable in p.variables):
        return False  # code compares what stands in states, and what is told does not
    alike = all(one.visibility == other.visibility and pairing.like(one.type, other.type) for one, other in pairing.variables)
    alike = alike and all(pairing.same_params(n) for n, its in enumerate(pairing.actions) if its >= 0)
    lasting = all((name(one.name) in a.region) == (name(one.name) in b.region) for one, _ in pairing.variables for name in (seen, until))
    zones = all((z.ordered, z.held, z.visibility) == (its.ordered, its.held, its.visibility) for z, its in pairing.zones)
    return alike and lasting and zones and (until("card") in a.region) == (until("card") in b.region)


class Product:
    """Both games in machine code."""

    def __init__(self, pairing: Pairing, codes: tuple[Verifying, Verifying], states: int) -> None:
        from ruledsl.search.pairs import Pairs

        self.pairing, self.codes, self.searching = pairing, codes, False
        self.a, self.b = pairing.a, pairing.b
        words = [max(1, program.size // 8) for program in (self.a, self.b)]
        sizes = self._sizes(words)
        self.pairs = Pairs(min(states, (1 << 30) // (8 * sum(words) + 24)), sizes, self._tables(words))
        for code, name in zip(codes, ("ends", "its_ends"), strict=True):
            code.plan.ends = self.pairs.where(name)
            self._others(code, name)
        first = self.pairs.where("blocks")
        began = [code.begin(at, 0) for code, at in zip(codes, (first, first + 8 * words[0]), strict=True)]
        self.begun = all(status >= 0 and status != ENDED for status in began)

    def _others(self, code: Verifying, name: str) -> None:
        """Room for what else code adds up."""
        for what, size in (("won", self.a.players), ("chosen", len((self.a if name == "ends" else self.b).actions) + FIRST)):
            array = (ctypes.c_int64 * size)()
            setattr(self, f"{name}_{what}", array)
            setattr(code.plan, what, ctypes.addressof(array))

    def _sizes(self, words: list[int]) -> dict[str, int]:
        one, other = self.codes
        rows = max(one.rows, other.rows)
        ends = 2 * self.a.players + 1
        return {
            "words": sum(words), "rows": one.rows * (one.width + 1), "its_rows": other.rows * (other.width + 1), "pairs": rows, "taken": rows,
            "values": rows, "its_values": rows, "tally": max(1, len(_places(self.a))), "ends": ends, "its_ends": ends,
            "often": len(self.a.actions) + FIRST, "answers": LONGEST,
        }  # fmt: skip

    def _tables(self, words: list[int]) -> dict[str, list[int] | Table]:
        one, other = self.codes
        kinds = [*dict.fromkeys(CLASS_OF.values())]
        classes = [kinds.index(CLASS_OF[fault]) for fault in FAULTS] + [-1] * (KINDS - len(FAULTS))
        common = {(z.name, k): n for n, (z, k) in enumerate((z, k) for z, _ in self.pairing.zones for k in range(z.instances))}
        return {
            "shape": [len(self.a.cards), one.width, other.width, one.rows, words[0], BEYOND + SPECIAL, other.rows, len(self.a.sites)],
            "heads": [self._row(name, name) for name in HEADS], "cells": self._cells(),
            "lying": [self._row("card.zone", "card.zone"), self._row("known", "known")] if self.a.cards else [[0] * 6, [0] * 6],
            "places": _looked(self.a, common), "others": _looked(self.b, common), "piles": [*self._piles()], "classes": classes,
            "actions": self.pairing.actions or [NOT_THERE], "arities": [len(action.params) for action in self.a.actions] or [0],
            "asked": [*self._asked()], "calls": [one.menu, one.step, one.outcomes, other.menu, other.step, other.outcomes],
        }  # fmt: skip

    def _row(self, name: str, its: str, third: int = 0, fourth: int = 0) -> list[int]:
        """Where a region stands in both."""
        one, other = (self._stands(program, region) for program, region in ((self.a, name), (self.b, its)))
        return [*one, third, fourth, *other]

    def _stands(self, program: Program, name: str) -> list[int]:
        found = program.region.get(name)
        return [-1, 1] if found is None else [program.offsets[name], -found.width if found.low < 0 else found.width]

    def _cells(self) -> Table:
        """What variables hold, as far as anybody may see it, and how long."""
        rows: Table = []
        for one, other in self.pairing.variables:
            count, shown = self.a.region[one.name].count, -1
            hidden = one.visibility == "hidden" or (one.visibility in ("own", "others") and one.owner != "player")
            if seen(one.name) in self.a.region:
                shown = len(rows) if hidden else -1
                rows.append(self._row(seen(one.name), seen(other.name), count, -1))
            if not hidden or shown >= 0:
                names = [name for name in (one.name, until(one.name), f"{until(one.name)}.who") if name in self.a.region]
                rows += [self._row(name, name, count, shown) for name in names]
        if until("card") in self.a.region:
            rows += [self._row(name, name, len(self.a.cards), -1) for name in (until("card"), f"{until('card')}.who")]
        return rows

    def _asked(self) -> Iterator[int]:
        """The kind of each place where play stops, in the first and then in the second: what is chosen where no action is, whether it is one move with all
        that follows, and whether others hear what is answered."""
        known: dict[object, int] = {}
        for program in (self.a, self.b):
            for n, site in enumerate(program.sites):
                told = unheard(program, n) if site.kind != "simultaneous" else ()
                yield known.setdefault((read_as(program, None if site.menu else site.type), one_move(program, n), told), len(known))

    def _piles(self) -> Iterator[list[int]]:
        """The piles whose order can be seen: three rows each."""
        for zone, its in self.pairing.zones:
            if zone.ordered:
                yield self._row(f"{zone.name}.cards", f"{its.name}.cards", zone.capacity, its.capacity)
                yield self._row(f"{zone.name}.count", f"{its.name}.count", zone.instances)
                yield self._row(f"{zone.name}.loose", f"{its.name}.loose", int(zone.visibility == "top"))

    # ---- what is asked of it ---------------------------------------------------------------------

    def play(self, steps: int, stream: int = 0) -> Answers | None:
        """Games at random for so many answers; those of a game in which both part."""
        return self.pairs.play(steps, stream)

    def explore(self, steps: int) -> tuple[str, Answers | None]:
        """All pairs of states, for so many options: "whole" if there are no more, "full" if there is no more room; and a way to where both part."""
        from ruledsl.search.keyed import FAULTY, FULL, WHOLE

        if not self.searching:
            self.searching = True
            self.pairs.search()
        answer = self.pairs.explore(steps)
        return {WHOLE: "whole", FULL: "full"}.get(answer, ""), self.pairs.way() if answer == FAULTY else None

    def blocks(self) -> Iterator[tuple[int, tuple[bytes, bytes]]]:
        """The pairs of states in which something is asked, as blocks of both, with their numbers."""
        size = self.a.size
        for state, row in self.pairs.asking():
            yield state, (row[:size], row[size:])

    def way(self, state: int) -> Answers:
        """The shortest way to a pair of states."""
        return self.pairs.way_to(state)

    @property
    def asking(self) -> int:
        """How many pairs of states there are so far in which something is asked."""
        return self.pairs.number("states") - self.pairs.number("ends")

    @property
    def states(self) -> int:
        """Pairs of states so far."""
        return self.pairs.number("states")

    @property
    def played(self) -> int:
        """Answers in games at random."""
        return self.pairs.number("played")

    @property
    def drawn(self) -> bool:
        """Did chance fall in the search that was not asked?"""
        return self.pairs.number("drawn") > 0

    @property
    def crossed(self) -> bool:
        """Were both asked at places of other numbers in the search?"""
        return self.pairs.number("crossed") > 0

    def depth(self, state: int = -1) -> int:
        """Up to how many answers every game was followed, or how many lead to a pair of states."""
        return self.pairs.depth(state)


def _places(program: Program) -> range:
    """The numbers of all places where a card can lie."""
    return range(program.region["card.zone"].high + 1) if program.cards else range(1)


def _looked(program: Program, common: dict[tuple[str, int], int]) -> Table:
    """For each place: its number in both, who looks into it, and whether only the top is seen."""
    out: Table = []
    for number in _places(program):
        found = find_instance(program, number) if number != BOX else None
        if found is None:
            out.append([-1, 0, 0])
        else:
            zone, k = found
            out.append([common.get((zone.name, k), -1), seers(zone, k, program.players), int(zone.visibility == "top")])
    return out
