"""Sets of cells laid one step on, or as far as they go, on every board at once."""

from __future__ import annotations

from ruledsl.ir.rng import signed
from ruledsl.lower.faces import Faces
from ruledsl.lower.loops import WORD
from ruledsl.lower.plans import Step

Mask = list[int]
"""The registers of a set of cards, cells, seats or values, one a word."""


class Shifts(Faces):
    """Ways go to a cell of another number, the same distance from every cell of a board that has one there."""

    def fixed(self, members: int, words: int) -> Mask:
        """A set that is known before play."""
        return [self.b.const(signed(members >> 64 * w & WORD)) for w in range(words)]

    def pairwise(self, op: str, one: Mask, other: Mask) -> Mask:
        """An operation on two sets."""
        return [self.b.value(op, a, b) for a, b in zip(one, other, strict=True)]

    def stepped(self, cells: Mask, way: Step, words: int) -> Mask:
        """The cells from which the next one this way is one of those: in so many words, as there may be more corners than cells, say."""
        found: Mask = []
        for distance, starts in self.l.distances(way):
            if starts & (1 << 64 * words) - 1:
                mine = self.pairwise("and", self.shifted(cells, distance, words), self.fixed(starts, words))
                found = self.pairwise("or", found, mine) if found else mine
        return found or self.fixed(0, words)

    def flooded(self, cells: Mask, through: Mask, way: int) -> Mask:
        """Those cells, and those from which steps this way through some others lead there, twice as far each time."""
        out = cells
        for distance, starts in self.l.distances(way):
            if not starts & (1 << 64 * len(cells)) - 1:
                continue
            found, open = cells, self.pairwise("and", through, self.fixed(starts, len(cells)))
            reach, longest = 1, max(max(board.rows, board.columns) for board in self.l.settings.boards().values())
            while reach < longest:
                found = self.pairwise("or", found, self.pairwise("and", open, self.shifted(found, reach * distance)))
                reach *= 2
                if reach < longest:
                    open = self.pairwise("and", open, self.shifted(open, reach // 2 * distance))
            out = self.pairwise("or", out, found) if out is not cells else found
        return out

    def shifted(self, cells: Mask, distance: int, to: int = 0) -> Mask:
        """Each cell for the one that is so much farther on, in as many words or so many; nothing where there is none."""
        words, bits = divmod(abs(distance), 64)
        down, up = ("shr", "shl") if distance > 0 else ("shl", "shr")
        toward = 1 if distance > 0 else -1
        return [self.word(cells, w + toward * words, bits, down, up, toward) for w in range(to or len(cells))]

    def word(self, cells: Mask, at: int, bits: int, down: str, up: str, toward: int) -> int:
        """One word, made of two that are neighbours."""
        here, beside = (cells[n] if 0 <= n < len(cells) else None for n in (at, at + toward))
        if not bits:
            return here if here is not None else self.b.const(0)
        own = self.b.value(down, here, self.b.const(bits)) if here is not None else None
        other = self.b.value(up, beside, self.b.const(64 - bits)) if beside is not None else None
        if own is None or other is None:
            return own if own is not None else other if other is not None else self.b.const(0)
        return self.b.value("or", own, other)
