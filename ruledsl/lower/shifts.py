"""Sets of cells laid one step on, or as far as they go, on every board at once."""

from __future__ import annotations

from ruledsl.ir.rng import signed
from ruledsl.lower.faces import Faces
from ruledsl.lower.loops import WORD

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

    def stepped(self, cells: Mask, way: int) -> Mask:
        """The cells from which the next one this way is one of those."""
        found: Mask = []
        for distance, starts in self.l.distances(way):
            mine = self.pairwise("and", self.shifted(cells, distance), self.fixed(starts, len(cells)))
            found = self.pairwise("or", found, mine) if found else mine
        return found or self.fixed(0, len(cells))

    def flooded(self, cells: Mask, through: Mask, way: int) -> Mask:
        """Those cells, and those from which steps this way through some others lead there, twice as far each time."""
        out = cells
        for distance, starts in self.l.distances(way):
            found, open = cells, self.pairwise("and", through, self.fixed(starts, len(cells)))
            reach, longest = 1, max(max(board.rows, board.columns) for board in self.l.settings.boards().values())
            while reach < longest:
                found = self.pairwise("or", found, self.pairwise("and", open, self.shifted(found, reach * distance)))
                reach *= 2
                if reach < longest:
                    open = self.pairwise("and", open, self.shifted(open, reach // 2 * distance))
            out = self.pairwise("or", out, found) if out is not cells else found
        return out

    def shifted(self, cells: Mask, distance: int) -> Mask:
        """Each cell for the one that is so much farther on; nothing where there is none."""
        words, bits = divmod(abs(distance), 64)
        down, up = ("shr", "shl") if distance > 0 else ("shl", "shr")
        toward = 1 if distance > 0 else -1
        return [self.word(cells, w + toward * words, bits, down, up, toward) for w in range(len(cells))]

    def word(self, cells: Mask, at: int, bits: int, down: str, up: str, toward: int) -> int:
        """One word, made of two that are neighbours."""
        here, beside = (cells[n] if 0 <= n < len(cells) else None for n in (at, at + toward))
        if here is None:
            return self.b.const(0)
        if not bits:
            return here
        own = self.b.value(down, here, self.b.const(bits))
        return own if beside is None else self.b.value("or", own, self.b.value(up, beside, self.b.const(64 - bits)))
