"""Courses of play that do not go on as play did, mended: something that the seat has not seen was otherwise, and the course is played again from there.

Two cards that it cannot have seen change places, as lately as they may have been taken for each other; or another answer was given, or thrown, in secret. What
comes nearer to how play went on is kept, until it goes on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from ruledsl.minds.lying import HIDDEN, Seen
from ruledsl.minds.menus import Move

if TYPE_CHECKING:
    from ruledsl.minds.particles import Node, Particles

BACK = 6
"""Places in a course from which cards that change places are tried."""
OTHERS = 8
"""Other answers that are tried for one which was given in secret."""
Swap = dict[int, int]


class Mending:
    """One course that does not go on at a step as play did, `far` off."""

    def __init__(self, particles: Particles, number: int, far: int, node: Node):
        self.particles, self.number, self.far, self.node = particles, number, far, node

    def mended(self, until: int) -> Node | None:
        """The state behind the step; None if it was not found in so many runs."""
        while self.particles.ran < until:
            level: list[Node] = []
            begun = self.far
            for other in self._others():
                far, after = self.particles.step(self.number, other) if other is not None else (self.far + 1, None)
                if not far:
                    return after
                if other is not None and far < self.far:
                    self.far, self.node = far, other
                elif other is not None and far == self.far:
                    level.append(other)
                if self.particles.ran >= until:
                    break
            if self.far == begun and not level:
                return None
            if self.far == begun:
                self.node = level[self.particles.pick(len(level))]
        return None

    def _others(self) -> Iterator[Node | None]:
        """Other courses up to the step, those that cards make and those that secret answers make by turns; None where the seat would have seen it. What comes
        nearer is gone on from."""
        ways = [self._exchanges(), self._otherwise()]
        while ways:
            for way in ways.copy():
                try:
                    yield next(way)
                except StopIteration:
                    ways.remove(way)

    # ---- cards ----

    def _exchanges(self) -> Iterator[Node | None]:
        """Those where cards have changed places so that it comes nearer."""
        begun = None
        while begun is not self.node:
            begun, there = self.node, self.particles.seen(self.node.block)
            for swap in self._swaps(there):
                nearer, _ = self.particles.step(self.number, type(self.node)(self.particles.exchanged(there, swap)))
                yield self.exchanged(swap) if nearer < self.far else None
                if begun is not self.node:
                    break

    def _swaps(self, there: Seen) -> Iterator[Swap]:
        """Cards that the seat does not know and that change places: two of different faces, and then three. If cards lack, one of them; else one on which it
        hangs that the step shows what it does."""
        faces, zones, piled = self.particles.program.cards, there.position.values.get("card.zone", []), self.particles.sight.piled
        open_ = [card for card, face in enumerate(there.faces) if face == HIDDEN]
        pairs = [(a, b) for a, b in combinations(open_, 2) if faces[a] != faces[b] and (zones[a] != zones[b] or zones[a] in piled)]
        if lack := self.particles.lacking(self.number, there):
            pairs = [(a, b) for a, b in pairs if (zones[a], faces[b]) in lack or (zones[b], faces[a]) in lack]
        elif (why := self.particles.reasons(self.number, self.node)) is not None:
            pairs = [(a, b) for a, b in pairs if a in why.cards or b in why.cards]
        while pairs:
            n = self.particles.pick(len(pairs))
            pairs[n], pairs[-1] = pairs[-1], pairs[n]
            one, other = pairs.pop()
            yield {one: other, other: one}
        for _ in range(len(open_) if len({faces[card] for card in open_}) > 2 else 0):
            one, other, third = (open_[self.particles.pick(len(open_))] for _ in range(3))
            if len({faces[one], faces[other], faces[third]}) == 3:
                yield {one: other, other: third, third: one}

    def exchanged(self, swap: Swap) -> Node | None:
        """The same course where chance and others have taken cards for each other, as lately as can be."""
        path = self.node.path
        answers = [node.answer for node in path[1:]]
        renamed = [self.particles.renamed(n, answer, swap) for n, answer in enumerate(answers)]
        taken = [n for n in reversed(range(len(answers))) if answers[n] != renamed[n]]
        for first in taken[:BACK]:
            again = self._again(path[first], first, renamed)
            if again is not None:
                return again
        return None

    # ---- secret answers ----

    def _otherwise(self) -> Iterator[Node | None]:
        """Those with another answer at a step of which the seat has not heard, beginning with the last."""
        for number in reversed(range(self.number)):
            if self.particles.is_hidden(number):
                begun, path = self.node, self.node.path
                answers = [node.answer for node in path[1:]]
                for other in self._given(number, path[number], answers[number]):
                    yield self._again(path[number], number, [*answers[:number], other, *answers[number + 1 :]])
                    if begun is not self.node:
                        break

    def _given(self, number: int, node: Node, answer: Move) -> Iterator[Move]:
        _, some = self.particles.answers(number, self.particles.seen(node.block))
        left = [other for other in dict.fromkeys(some) if other != answer]
        for _ in range(min(OTHERS, len(left))):
            yield left.pop(self.particles.pick(len(left)))

    def _again(self, node: Node, first: int, answers: list[Move]) -> Node | None:
        """A course from a step on, with these answers, where they can be given; None if the seat would have seen that it is another one."""
        for n in range(first, len(answers)):
            far, after = self.particles.step(n, node, answers[n], strict=self.particles.is_draw(n))
            if far or after is None:
                return None
            node = after
        return node
