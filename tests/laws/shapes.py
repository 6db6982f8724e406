"""What is said of shapes of squares, where all boards are grids."""

from __future__ import annotations

from tests.laws.terms import Scope
from tests.laws.webs import Webs


class Shapes(Webs):
    """Draws shapes, their turnings and what they cover."""

    def piece(self) -> str:
        return self.r.choice(self.world.enums["Tile"])

    def beside(self, s: Scope, kind: str = "cell") -> str:
        if kind != "cell" or not self.world.shaped or self.r.random() < 0.6:
            return super().beside(s, kind)
        turn = self.r.choice([str(self.r.randint(0, 7)), f"({self.number(s, 0)}) % {self.r.choice([4, 8])}", *(["clock"] if self.r.random() < 0.1 else [])])
        return f"{self.piece()}.at({self.place(s)}, {turn})"

    def size(self, s: Scope, deep: int) -> str:
        if self.world.shaped and self.r.random() < 0.1:
            return f"count({self.piece()}.{self.r.choice(['turns', 'mirrors'])})"
        return super().size(s, deep)

    def member(self, s: Scope, deep: int) -> str:
        if self.world.shaped and self.r.random() < 0.1:
            return f"{self.number(s, 0)} in {self.piece()}.{self.r.choice(['turns', 'mirrors'])}"
        return super().member(s, deep)
